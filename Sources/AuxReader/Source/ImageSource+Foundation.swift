public import AuxImage

#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ImageSource {
  /// Opens the file that a URL of the scheme `file` names; throws as that of its path, and `usage` for another URL.
  public init(url: URL, limits: AuxLimits = .standard) throws(AuxError) {
    try self.init(url.filePath(), limits: limits)
  }

  /// Opens a file that is in memory.
  public init(data: Data, limits: AuxLimits = .standard) throws(AuxError) {
    try self.init(data: [UInt8](data), limits: limits)
  }
}

extension URL {
  /// Returns the path of a file; throws `AuxError` with code `usage` for a URL of another scheme.
  package func filePath() throws(AuxError) -> String {
    let path = path(percentEncoded: false)
    guard isFileURL, !path.isEmpty else {
      throw AuxError(.usage, "\(absoluteString) is not the URL of a file")
    }
    return path
  }
}
