internal import AuxCodecs
package import AuxContainers
package import AuxImage
package import AuxKernels

/// Assembles the strips or tiles of a depth map or a mask to one plane.
///
/// Source: DNG 1.7.1.0, "Compression" and "Predictor"; Specs/dng.md, "Pixels".
package struct DNGPlaneDecoder {
  package let directory: TIFFDirectory
  package let layout: TIFFLayout
  package let sampleType: PixelPlane.SampleType
  package let notes: [String]
  private let file: TIFFFile
  private let predictor: TIFFPredictor.Kind

  /// Looks at how the pixels of a directory are stored; no pixel is read.
  ///
  /// Throws `unsupported` for forms that no depth map or mask has. Floating point and lossy compression, which DNG forbids in
  /// a depth map, make notes.
  package init(_ directory: TIFFDirectory, of file: TIFFFile) throws(AuxError) {
    self.directory = directory
    self.file = file
    layout = try TIFFLayout(of: directory, in: file)
    sampleType = try Self.sampleType(of: layout, directory)
    guard let predictor = TIFFPredictor.Kind(tag: layout.predictor) else {
      throw AuxError(
        .unsupported, "predictor \(layout.predictor)", offset: directory.offset,
        place: directory.place(TIFFTag.predictor))
    }
    self.predictor = predictor
    notes = Self.objections(to: layout, directory)
    try Self.checkCodedSize(of: layout, sampleType, directory, file)
  }

  private static func sampleType(
    of layout: TIFFLayout, _ directory: TIFFDirectory
  ) throws(AuxError) -> PixelPlane.SampleType {
    switch (layout.samplesPerPixel, layout.sampleFormat, layout.bitsPerSample) {
    case (1, 1, 8): return .uint8
    case (1, 1, 16): return .uint16
    case (1, 3, 16): return .half
    case (1, 3, 32): return .float
    default:
      throw AuxError(
        .unsupported,
        "\(layout.samplesPerPixel) samples of \(layout.bitsPerSample) bits and format \(layout.sampleFormat)",
        offset: directory.offset, place: directory.place(TIFFTag.bitsPerSample))
    }
  }

  private static func objections(to layout: TIFFLayout, _ directory: TIFFDirectory) -> [String] {
    guard layout.photometric == TIFFPhotometric.depth else { return [] }
    var found: [String] = []
    func object(_ reason: String, _ tag: UInt16) {
      found.append(
        "\(AuxError(.malformed, reason, offset: directory.offset, place: directory.place(tag)))")
    }
    if layout.sampleFormat != 1 {
      object("a depth map has unsigned codes (DNG 1.7.1.0, Depth Maps)", TIFFTag.sampleFormat)
    }
    if layout.compression == TIFFCompression.lossyJPEG {
      object("a depth map is not compressed with loss (DNG 1.7.1.0, Compression)", TIFFTag.compression)
    }
    return found
  }

  /// Throws where the coded bytes are too many to load, or too few for the pixels to be worth memory.
  private static func checkCodedSize(
    of layout: TIFFLayout, _ type: PixelPlane.SampleType, _ directory: TIFFDirectory, _ file: TIFFFile
  ) throws(AuxError) {
    let (limits, byteCount) = (file.limits, file.source.byteCount)
    // The most samples that a coded byte can give.
    let ratio =
      switch layout.compression {
      case TIFFCompression.none: 1
      case TIFFCompression.jpeg, TIFFCompression.lossyJPEG: JPEGCodec.largestRatio
      case TIFFCompression.jpegXL: JPEGXLCodec.largestRatio
      default: Deflate.largestRatio
      }
    var coded = 0
    for chunk in layout.chunks {
      guard chunk.range.count <= limits.codedBytes else {
        throw AuxError(
          .limitExceeded, "\(chunk.range.count) coded bytes, \(limits.codedBytes) at most",
          offset: chunk.range.lowerBound, place: directory.path)
      }
      coded += chunk.range.count
    }
    // Many strips of a small file could each have all of its bytes.
    guard coded <= byteCount else {
      throw AuxError(
        .malformed, "\(layout.chunks.count) strips or tiles of \(coded) bytes in a file of \(byteCount)",
        offset: directory.offset, place: directory.path)
    }
    guard layout.width * layout.height / ratio <= coded else {
      throw AuxError(
        .truncated, "\(coded) bytes cannot hold \(layout.width)x\(layout.height) pixels",
        offset: directory.offset, place: directory.path)
    }
  }
}

extension DNGPlaneDecoder {
  /// Decodes all strips or tiles.
  ///
  /// Throws `unsupported` for other compressions; errors name the strip or tile.
  package func plane() throws(AuxError) -> PixelPlane {
    let size = sampleType.byteCount
    let (width, height) = (layout.width, layout.height)
    // Memory is allocated once the first strip or tile shows that its bytes are complete.
    var target: [UInt8] = []
    // Strips follow each other as a rule, and may be of one byte each.
    var window = ByteWindow(file.source, capacity: 64 << 10)
    for (index, chunk) in layout.chunks.enumerated() {
      let rows: [UInt8]
      do throws(AuxError) {
        rows = try bytes(of: chunk, &window)
      } catch {
        throw error.within("\(directory.path)/strip or tile \(index)")
      }
      if layout.chunks.count == 1, chunk.width == width, chunk.height == height {
        target = rows
        break
      }
      if target.isEmpty { target = [UInt8](repeating: 0, count: width * height * size) }
      let count = min(chunk.width, width - chunk.x) * size
      for row in 0..<min(chunk.height, height - chunk.y) {
        let from = row * chunk.width * size
        let to = ((chunk.y + row) * width + chunk.x) * size
        target.replaceSubrange(to..<(to + count), with: rows[from..<(from + count)])
      }
    }
    guard
      let plane = PixelPlane(
        width: width, height: height, bytesPerRow: width * size, data: target, sampleType: sampleType)
    else { preconditionFailure("the rows make the plane") }
    return plane
  }

  /// Returns the samples of a chunk as little-endian bytes.
  private func bytes(
    of chunk: TIFFLayout.Chunk, _ window: inout ByteWindow
  ) throws(AuxError) -> [UInt8] {
    let count = chunk.width * chunk.height * sampleType.byteCount
    switch layout.compression {
    case TIFFCompression.none:
      guard chunk.range.count >= count else {
        throw AuxError(
          .truncated, "\(chunk.range.count) bytes where \(count) are needed", offset: chunk.range.lowerBound)
      }
      return inLittleEndian(try file.source.read(at: chunk.range.lowerBound, count: count, through: &window))
    case TIFFCompression.deflate, TIFFCompression.oldDeflate:
      return try undoingPredictor(try Deflate.decompress(try coded(chunk, &window), count: count), chunk)
    case TIFFCompression.jpeg, TIFFCompression.lossyJPEG:
      return try jpeg(try coded(chunk, &window), chunk)
    case TIFFCompression.jpegXL:
      return try JPEGXLCodec.decodeGray(
        try coded(chunk, &window), width: chunk.width, height: chunk.height, sampleType: sampleType,
        limits: file.limits)
    case let other:
      throw AuxError(.unsupported, "compression \(other)")
    }
  }

  private func coded(
    _ chunk: TIFFLayout.Chunk, _ window: inout ByteWindow
  ) throws(AuxError) -> [UInt8] {
    try file.source.read(at: chunk.range.lowerBound, count: chunk.range.count, through: &window)
  }

  private func inLittleEndian(_ bytes: [UInt8]) -> [UInt8] {
    guard file.endianness == .big, sampleType.byteCount > 1 else { return bytes }
    let size = sampleType.byteCount
    var swapped = bytes
    for sample in stride(from: 0, to: bytes.count - size + 1, by: size) {
      for byte in 0..<size { swapped[sample + byte] = bytes[sample + size - 1 - byte] }
    }
    return swapped
  }

  private func undoingPredictor(
    _ bytes: [UInt8], _ chunk: TIFFLayout.Chunk
  ) throws(AuxError) -> [UInt8] {
    switch predictor {
    case .none: return inLittleEndian(bytes)
    case .horizontal(let distance):
      var samples = inLittleEndian(bytes)
      try TIFFPredictor.undoHorizontal(
        &samples, width: chunk.width, sampleBytes: sampleType.byteCount, distance: distance)
      return samples
    case .floatingPoint(let distance):
      guard layout.sampleFormat == 3 else {
        throw AuxError(.malformed, "predictor \(layout.predictor) is for floating point")
      }
      return TIFFPredictor.undoFloatingPoint(
        bytes, width: chunk.width, sampleBytes: sampleType.byteCount, distance: distance)
    }
  }

  /// Decodes a JPEG stream by its own process: a mask may say 7 and hold baseline JPEG.
  ///
  /// The components and rows of a lossless stream may be cut otherwise than the image, as long as the
  /// samples follow each other: encoders halve the width and make two components.
  private func jpeg(_ data: [UInt8], _ chunk: TIFFLayout.Chunk) throws(AuxError) -> [UInt8] {
    guard layout.sampleFormat == 1 else { throw AuxError(.unsupported, "floating point in JPEG") }
    let headers = try JPEGImage(in: MemoryByteSource(data), at: 0, limits: file.limits)
    guard headers.frame.marker == JPEGMarker.SOF3 else {
      guard sampleType == .uint8 else {
        throw AuxError(.unsupported, "baseline JPEG of other than \(layout.bitsPerSample) bits")
      }
      return try JPEGCodec.decodeGray(
        data, width: chunk.width, height: chunk.height, limits: file.limits
      ).data()
    }
    let image = try LosslessJPEGDecoder.decode(data, headers, sampleCount: chunk.width * chunk.height)
    guard image.precision <= layout.bitsPerSample else {
      throw AuxError(.malformed, "\(image.precision) bits in a stream for \(layout.bitsPerSample)")
    }
    if sampleType == .uint8 { return image.samples.map { UInt8(truncatingIfNeeded: $0) } }
    return PixelPlane(width: chunk.width, height: chunk.height, known: .uint16(image.samples)).data()
  }
}

/// The bytes of a file that its auxiliary images may have together.
///
/// Genuine images share no bytes. Those of a hostile file may all share the same ones, and each would be decoded again: the
/// shared bytes that are decoded are never more than the file.
package enum DNGDecodableBytes {
  /// An image may always have so many strips or tiles: an added image is never refused for those that are there.
  private static let usualChunks = 256

  /// Returns why images are not to be decoded, by the offsets of their directories. A genuine file has no such image, and
  /// an image that shares no bytes is never refused.
  ///
  /// An image with more bytes by itself than the file is refused for that elsewhere, and takes nothing from the others.
  package static func refusals(_ images: [TIFFDirectory], in file: TIFFFile) -> [Int: AuxError] {
    guard images.count > 1 else { return [:] }
    let byteCount = file.source.byteCount
    var refusals: [Int: AuxError] = [:]
    func refuse(_ directory: TIFFDirectory, sharing what: String) {
      refusals[directory.offset] = AuxError(
        .limitExceeded,
        "images share \(what): together they have more than the \(byteCount) bytes of the file",
        offset: directory.offset, place: directory.path)
    }
    // Each strip or tile takes four bytes of tables at least.
    var tables = byteCount / 4
    let layouts = images.map { image -> [Range<Int>] in
      guard TIFFLayout.statedChunkCount(of: image) <= max(tables, usualChunks) else {
        refuse(image, sharing: "the tables of their strips or tiles")
        return []
      }
      guard let chunks = (try? TIFFLayout(of: image, in: file))?.chunks else { return [] }
      tables -= min(tables, chunks.count)
      return chunks.map(\.range)
    }
    for number in SharedBytes.excess(of: layouts, over: byteCount) {
      // Decoding refuses an image that has more bytes by itself than the file.
      guard layouts[number].reduce(0, { $0 + $1.count }) <= byteCount else { continue }
      refuse(images[number], sharing: "strips or tiles")
    }
    return refusals
  }
}
