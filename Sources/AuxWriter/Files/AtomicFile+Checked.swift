internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension AuxError {
  /// Returns the error with the path of the output where the fault is the output's, and not that of an input.
  func ofOutput(_ path: String) -> AuxError {
    [.cannotCreate, .io, .verification].contains(code) ? about(StandardStream.outputName(path)) : self
  }
}

extension AtomicFile {
  /// Writes a file, opens it as any other, and gives it its name once `check` was content with it.
  ///
  /// Throws `cannotCreate`, `io` and what `check` throws; the output is then absent or the old one.
  static func write<Report>(
    _ composition: ByteComposition, of source: any ByteSource, to path: String,
    replacement: ImageDestination.Replacement, limits: Limits,
    check: (ImageSource) throws(AuxError) -> Report
  ) throws(AuxError) -> Report {
    let destination = replacement == .inPlace ? ResolvedPath.of(path) : path
    var output = try AtomicFile(destination: destination, replaces: replacement != .never)
    try output.write(composition, source: source)
    try output.complete(keepingOwner: replacement == .inPlace)
    let report = try check(ImageSource(output.temporaryPath, limits: limits))
    try output.commit()
    return report
  }
}
