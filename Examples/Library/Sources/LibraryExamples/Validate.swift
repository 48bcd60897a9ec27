import AuxDepthKit

/// Returns the identifiers of the rules that a photo breaks; what is only suspicious is left out.
public func brokenRules(of photo: String) -> [String] {
  Validator().validate(path: photo).findings.filter { $0.severity == .error }.map(\.rule)
}

/// Checks the photos of a folder, and returns the paths of those with errors and what is wrong with each.
public func faultyPhotos(in folder: String) -> [(path: String, faults: [String])] {
  var faulty: [(path: String, faults: [String])] = []
  Validator().validate(paths: PhotoFiles(at: folder)) { path, report in
    guard !report.isValid else { return }
    faulty.append((path, report.findings.map { "\($0.rule): \($0.message)" }))
  }
  return faulty
}

/// Returns what is wrong with photos as a SARIF log, which code hosts show.
public func nightlyLog(of paths: [String]) -> String {
  var log = SARIFLog(tool: "nightly", version: "1.0")
  var text = log.head
  Validator().validate(paths: paths) { path, report in text += log.results(of: report, path: path) }
  text += log.tail
  return text
}
