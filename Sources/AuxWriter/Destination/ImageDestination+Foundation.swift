public import AuxImage
internal import AuxReader

#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ImageDestination {
  /// Writes the file that a URL of the scheme `file` names, as that of its path; throws `usage` for another URL.
  @discardableResult
  public func finalize(
    to url: URL, options: WriteOptions = WriteOptions()
  ) throws(AuxError) -> WriteReport {
    try finalize(to: url.filePath(), options: options)
  }

  /// Returns the file in memory as ``finalize()`` does.
  public func finalizedData() throws(AuxError) -> (data: Data, report: WriteReport) {
    let (bytes, report) = try finalize()
    return (Data(bytes), report)
  }
}
