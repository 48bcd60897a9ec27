internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension AuxError {
  /// Returns the error with the path of the output where the fault is the output's, and not that of an input.
  func ofOutput(_ path: String) -> AuxError {
    [.cannotCreate, .io, .changed, .verification].contains(code)
      ? about(StandardStream.outputName(path)) : self
  }
}

/// A file that is made of pieces, and of ranges of a source.
struct ComposedFile {
  /// The pieces.
  let composition: ByteComposition
  /// The bytes that ranges of it are of.
  let source: any ByteSource
  /// The bounds of reading it back.
  let limits: Limits

  /// Writes the file, opens it as any other, and gives it its name once `check` was content with it.
  ///
  /// What takes bytes as they come gets the file once it was made, and checked, in memory. Returns what `check` returns,
  /// and what was lost of the file that was replaced. Throws `cannotCreate`, `io`, `changed` and what `check` throws;
  /// the output is then absent or the old one.
  @discardableResult
  func write<Report>(
    to path: String, _ options: WriteOptions, check: (ImageSource) throws(AuxError) -> Report
  ) throws(AuxError) -> (report: Report, notes: [String]) {
    if let stream = try OutputStream.open(path) {
      let bytes = try composition.bytes(of: source)
      let report = try check(ImageSource(data: bytes, limits: limits))
      try stream.write(bytes)
      return (report, [])
    }
    let file = source as? FileByteSource
    var output = try AtomicFile(destination: path, options: options)
    let isInPlace = options.replacement == .inPlace
    // In place, it is the source that goes, whatever stands there by now.
    let there = isInPlace ? file?.status.identity : try FileIdentity(output.destination)
    let isSource = there == file?.status.identity
    let replaced = isSource ? file : nil
    // One that was not opened to be edited: edits of ours that did so come first, and are noticed.
    try replaced?.lock()
    try output.write(composition, source: source)
    var notes = try output.complete(like: file, keepingOwner: isInPlace)
    let written = try output.reading(limits: limits)
    let report = try source.sound { () throws(AuxError) in
      try written.sound { () throws(AuxError) in try check(ImageSource(bytes: written, limits: limits)) }
    }
    try output.commit(replacing: replaced)
    if let replaced, replaced.status.linkCount > 1 {
      notes.append(
        "the file had \(replaced.status.linkCount - 1) more names (hard links), which keep the former content"
      )
    }
    return (report, notes)
  }
}
