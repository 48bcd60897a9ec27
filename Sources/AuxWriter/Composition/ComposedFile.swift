internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// A file that is made of pieces, and of ranges of a source: written, or in memory, once it was read back and checked.
struct ComposedFile {
  let source: any ByteSource
  /// The file that an output in place is to replace, where that is not `source`.
  var origin: (any ByteSource)?
  /// The bounds of reading the file back.
  var limits = AuxLimits.standard
  let compose: () throws(AuxError) -> ByteComposition

  /// Writes the file, opens it as any other, and gives it its name once `check` was content with it.
  ///
  /// For a stream the file is made and checked in memory first. Returns what `check` returns,
  /// and what was lost of the file that was replaced. Throws `cannotCreate`, `io`, `changed` and what composing and
  /// `check` throw; the output is then absent or the old one.
  @discardableResult
  func write<Report>(
    to path: String, _ options: WriteOptions, check: (ImageSource) throws(AuxError) -> Report
  ) throws(AuxError) -> (report: Report, notes: [String]) {
    do throws(AuxError) {
      let composition = try source.rethrowingReadFailure(compose)
      if let stream = try OutputStream.stream(at: path) {
        let bytes = try composition.bytes(of: source)
        let report = try check(ImageSource(data: bytes, limits: limits))
        try stream.write(bytes)
        return (report, [])
      }
      return try write(composition, to: path, options, check: check)
    } catch {
      let isOfOutput = [.cannotCreate, .io, .changed, .verification].contains(error.code)
      throw isOfOutput ? error.about(StandardStream.outputName(path)) : error
    }
  }

  private func write<Report>(
    _ composition: ByteComposition, to path: String, _ options: WriteOptions,
    check: (ImageSource) throws(AuxError) -> Report
  ) throws(AuxError) -> (report: Report, notes: [String]) {
    let file = (origin ?? source) as? FileByteSource
    let isInPlace = options.replacement == .inPlace
    var output = try AtomicFile(destination: path, options: options)
    // In place, the source is the file to replace, even if another one has its name by now.
    let there = isInPlace ? file?.status.identity : try FileIdentity(output.destination)
    let replaced = there == file?.status.identity ? file : nil
    // One that was not opened to be edited: edits of ours that did so come first, and are noticed.
    try replaced?.lock()
    try output.write(composition, source: source)
    var notes = try output.complete(like: file, keepingOwner: isInPlace)
    let written = try output.reading(limits: limits)
    let report = try source.rethrowingReadFailure { () throws(AuxError) in
      try written.rethrowingReadFailure { () throws(AuxError) in
        try check(ImageSource(bytes: written, limits: limits))
      }
    }
    try output.commit(replacing: replaced)
    if let replaced, replaced.status.linkCount > 1 {
      let more = replaced.status.linkCount - 1
      notes.append(
        more == 1
          ? "the file had 1 more name (a hard link), which keeps the former content"
          : "the file had \(more) more names (hard links), which keep the former content")
    }
    return (report, notes)
  }

  /// Returns the file in memory, and what `check` returns of it.
  func data<Report>(
    check: (ImageSource) throws(AuxError) -> Report
  ) throws(AuxError) -> (bytes: [UInt8], report: Report) {
    let bytes = try source.rethrowingReadFailure { () throws(AuxError) in try compose().bytes(of: source) }
    return (bytes, try check(ImageSource(data: bytes, limits: limits)))
  }
}

extension Composition {
  /// The file that the composition asks for.
  var file: ComposedFile {
    ComposedFile(source: base.bytes, origin: origin?.bytes, limits: base.limits) { () throws(AuxError) in
      switch base.parsed {
      case .jpeg(let reader): return try JPEGComposer.compose(self, reader)
      case .heif(let reader): return try HEIFComposer.compose(self, reader)
      case .dng(let reader): return try DNGComposer.compose(self, reader)
      case .readOnly:
        var whole = ByteComposition()
        whole.append(source: 0..<base.bytes.byteCount)
        return whole
      }
    }
  }
}
