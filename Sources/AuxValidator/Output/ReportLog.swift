/// The reports of many files as one document, in pieces: memory does not grow with their number.
///
/// ``head`` comes first, then what ``results(of:path:)`` returns for each file, then ``tail``.
public protocol ReportLog: Sendable {
  /// Everything before the results.
  var head: String { get }
  /// Returns the results of one file; they follow what was returned before.
  mutating func results(of report: Report, path: String) -> String
  /// Everything after the results.
  var tail: String { get }
}

extension ReportLog {
  /// Returns the whole document of reports.
  public mutating func text(of reports: some Sequence<(path: String, report: Report)>) -> String {
    var text = head
    for (path, report) in reports { text += results(of: report, path: path) }
    return text + tail
  }
}
