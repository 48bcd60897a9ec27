internal import ArgumentParser
internal import AuxDepthKit
internal import Synchronization

// `extract` of auxiliary images as map files and property lists.
extension Extract {
  func extractImages() throws {
    let pixelFormat = try distances.output.format(as: pixelFormat)
    if let output {
      return try extract { path, source, _, notes throws(AuxError) in
        try extract(path, source, as: pixelFormat, to: output, notes)
      }
    }
    var extractor = AuxiliaryExtractor(into: directory ?? ".", as: try imageFormat())
    (extractor.pixelFormat, extractor.isUpright) = (pixelFormat, !stored)
    (extractor.size, extractor.unit) = (distances.size, distances.output.distances)
    extractor.options = sync.options(force: force)
    let names = Mutex(extractor)
    try extract { path, source, claims, notes throws(AuxError) in
      try extract(path, source, notes) { () throws(AuxError) in
        let extraction = try names.withLock { extractor throws(AuxError) in
          try extractor.next(source, kinds: kinds)
        }
        try claims.writes(extraction.paths)
        return extraction
      }
    }
  }

  /// Writes the images of a photo into the folder, to the files that `named` gives them.
  private func extract(
    _ path: String, _ source: ImageSource, _ notes: Transcript,
    named: () throws(AuxError) -> AuxiliaryExtractor.Extraction
  ) throws(AuxError) -> Batch.Parts {
    var parts = Batch.Parts(expecting: expected, of: source)
    let absent = source.absent(of: kinds)
    noteAbsent(absent, of: source, path, notes)
    let hasNone =
      kinds.isEmpty
      ? source.auxiliaryImages.isEmpty && (source.notes.isEmpty || recursion.isBatch(files))
      : absent.count == kinds.count && recursion.isBatch(files)
    if hasNone {
      if kinds.isEmpty { notes.print(["there are no auxiliary images"], of: path) }
      if json { report(path, [], absent: absent, in: notes) }
      return parts
    }
    try writeCamera(of: source.auxiliaryImages(of: kinds), in: source)
    var written: [JSONValue] = []
    var failed: [JSONValue] = []
    var (sharesStem, hasUnknownScale, isTurned) = (false, false, false)
    do throws(AuxError) {
      try named().write { image in
        switch image.result {
        case .success(let file):
          parts.isAnyDone = true
          written.append(image.json)
          if !json { notes.output("\(image.path): \(Self.line(file))") }
          hasUnknownScale = hasUnknownScale || file.hasUnknownScale
          isTurned = isTurned || file.isTurned
          if let note = file.unfitNote { notes.print(["\(image.path): \(note)"], of: path) }
        case .failure(let error):
          parts.failures.append(error)
          failed.append(Failure.listed(image.json, error))
        }
        sharesStem = image.sharesStem
      }
    } catch {
      // What failed before is reported as well.
      guard !parts.failures.isEmpty else { throw error }
      parts.failures.append(error)
    }
    if sharesStem { notes.print([Self.numbered], of: path) }
    if hasUnknownScale, !json { notes.share([Self.unknownScale], of: path) }
    if isTurned, !json { notes.share([Self.turned(source)], of: path) }
    if json { report(path, written, failed: failed, absent: absent, in: notes) }
    return parts
  }

  private func extract(
    _ path: String, _ source: ImageSource, as pixelFormat: PixelFormat?, to output: String,
    _ notes: Transcript
  ) throws(AuxError) -> Batch.Parts {
    var parts = Batch.Parts(expecting: expected, of: source)
    parts.isAnyDone = true
    // There is one file to write, or none.
    guard parts.expected.isEmpty else { return parts }
    try OutputFile.check(output, replaces: force)
    let images = try source.auxiliaryImages(of: kinds)
    let absent = source.absent(of: kinds)
    noteAbsent(absent, of: source, path, notes)
    // Maps of other views come after the photo's own.
    if !kinds.isEmpty, images.count > 1, images.dropFirst().allSatisfy(\.isOfOtherView) {
      notes.print(["maps of other views are left out of -o; --directory takes them all"], of: path)
    } else if images.count != 1 {
      throw AuxError(.usage, "-o names one output and there are \(images.count) images; add --type")
    }
    let file = try AuxiliaryFile(
      images[0], of: source, as: imageFormat(), pixelFormat: pixelFormat, isUpright: !stored,
      size: distances.size,
      unit: distances.output.distances)
    try writeCamera(of: [images[0]], in: source)
    try file.write(to: output, options: sync.options(force: force))
    if file.hasUnknownScale, !json { notes.share([Self.unknownScale], of: path) }
    if file.isTurned, !json { notes.share([Self.turned(source)], of: path) }
    if let note = file.unfitNote { notes.print([note], of: path) }
    report(path, file.json(path: output), Self.line(file), absent: absent, to: output, in: notes)
    return parts
  }

  /// Says which of the asked kinds a photo lacks where it has others, or is one of several; what is expected as well is
  /// an error of its own.
  private func noteAbsent(
    _ absent: [AuxiliaryKind], of source: ImageSource, _ path: String, _ notes: Transcript
  ) {
    guard absent.count < kinds.count || recursion.isBatch(files) else { return }
    notes.print(source.notes(onAbsent: absent.filter { !expected.contains($0) }), of: path)
  }

  /// Returns the format of the images, with property lists as `--xml` asks for.
  func imageFormat() throws(AuxError) -> AuxiliaryFile.Format {
    let usual = AuxiliaryFile.Format.map(.png)
    let chosen = try output.map { path throws(AuxError) in
      try MapFormat.chosen(format?.file, path: path, usual: usual, of: AuxiliaryFile.Format.names)
    }
    switch chosen ?? format?.file ?? usual {
    case .map(let kind): return .map(kind)
    case .propertyList: return .propertyList(xml ? .xml : .binary)
    }
  }

  /// What a file holds: the type of the image, and what it measures where that is another quantity.
  private static func line(_ file: AuxiliaryFile) -> String {
    guard let quantity = file.pixelFormat.quantity, file.type.isDepthData else { return file.type.name }
    if let text = DistanceArguments.line(file) { return text }
    let unit = quantity == .depth ? "metres" : "1/metres"
    let measure =
      quantity.rawValue == file.type.name
      ? file.type.name : "\(file.type.name), as \(quantity.rawValue) in \(unit)"
    guard let range = file.codeRange else { return measure }
    let ends =
      quantity == .depth ? (range.upperBound, range.lowerBound) : (range.lowerBound, range.upperBound)
    return "\(measure), black \(ends.0) and white \(ends.1) \(quantity == .depth ? "m" : "1/m")"
  }
}
