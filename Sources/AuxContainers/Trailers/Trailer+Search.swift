package import AuxImage

extension Trailer {
  /// The size of the header before the samples of edof.
  private static let edofHeaderCount = 72

  /// How far after the images `edof` is looked for; the pictures before it have some megabytes.
  private static let edofReach = 64 << 20

  /// Huawei: `edof` somewhere after the images, which sizes and samples follow.
  ///
  /// The 64 MiB from `start` on are looked through. Source: Specs/trailers.md, "Huawei".
  package static func huawei(in source: any ByteSource, from start: Int) throws(AuxError) -> Trailer? {
    var window = ByteWindow(source, capacity: 256 << 10)
    var position = start
    while let found = try window.find(UInt8(ascii: "e"), from: position, before: start + edofReach) {
      position = found + 1
      guard try window.prefix(at: found, count: 5).elementsEqual("edof\0".utf8),
        let map = try edof(at: found, in: source)
      else { continue }
      // The picture without blur is between.
      var trailer = Trailer(.huawei, start..<source.byteCount)
      trailer.parts = [Part(name: "edof", range: map)]
      return trailer
    }
    return nil
  }

  /// Huawei: `DepthEn` 00 at the end, before it how far back the header after `edof` begins.
  ///
  /// Source: Specs/trailers.md, "Huawei".
  static func huawei(
    endingAt end: Int, _ tail: [UInt8], in source: any ByteSource
  ) throws(AuxError) -> Trailer? {
    guard tail.count >= 12, tail.suffix(8).elementsEqual("DepthEn\0".utf8) else { return nil }
    let distance = tail.suffix(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    // The record begins eight bytes before the header, and the size of the picture before it four more.
    let start = end - 12 - distance - 8
    guard start >= 4, try source.read(at: start, count: 8).elementsEqual("edof\0\0\0\0".utf8),
      let map = try edof(at: start, in: source), map.upperBound <= end - 12
    else { return nil }
    var reader = ByteReader(try source.read(at: start - 4, count: 4), endianness: .little)
    let size = Int(try reader.readUInt32())
    var trailer = Trailer(.huawei, start..<end)
    trailer.parts = [Part(name: "edof", range: map)]
    if size >= 2, size <= start - 4,
      try source.read(at: start - 4 - size, count: 2) == [0xFF, JPEGMarker.SOI]
    {
      trailer.range = (start - 4 - size)..<end
      trailer.parts.append(Part(name: "picture without blur", range: (start - 4 - size)..<(start - 4)))
    }
    return trailer
  }

  /// Returns the bytes of an edof record; nil where it has no samples.
  private static func edof(at start: Int, in source: any ByteSource) throws(AuxError) -> Range<Int>? {
    guard let size = try edofSize(at: start, in: source) else { return nil }
    return start..<(start + edofHeaderCount + size.width * size.height)
  }

  /// Returns the size of the map whose record begins at `start`.
  private static func edofSize(
    at start: Int, in source: any ByteSource
  ) throws(AuxError) -> (width: Int, height: Int)? {
    guard start + edofHeaderCount <= source.byteCount else { return nil }
    var reader = ByteReader(try source.read(at: start + 20, count: 4), endianness: .little)
    let (width, height) = (Int(try reader.readUInt16()), Int(try reader.readUInt16()))
    guard width > 0, height > 0, width * height <= source.byteCount - start - edofHeaderCount else {
      return nil
    }
    return (width, height)
  }

  /// A depth map among the parts.
  package struct DepthMap: Hashable, Sendable {
    /// What its bytes are.
    package enum Coding: String, Hashable, Sendable {
      /// One byte a sample, row by row.
      case raw
      /// A JPEG image.
      case jpeg
      /// A PNG image.
      case png
      /// A Zstandard frame with a header and then one byte a sample: OPPO's.
      case zstd
    }

    package var name: String
    package var width: Int
    package var height: Int
    package var range: Range<Int>
    package var coding = Coding.raw
    /// Whether 0 is nearest; else 255 is.
    package var isZeroNearest = true
    /// Whether it is of another view of the scene than the photo.
    package var isOfOtherView = false
  }

  /// The parts that are depth maps, the photo's own first.
  ///
  /// Source: Specs/trailers.md, "Depth maps".
  package var depthParts: [Part] {
    switch kind {
    case .samsung: parts.filter { $0.name.hasPrefix("DualShot_DepthMap") }
    case .huawei: parts.filter { $0.name == "edof" }
    case .leia: leiaMaps
    case .oppo: parts.filter { $0.name == Self.rearDepth }
    case .xiaomi, .vivo, .afcp, .fotoStation, .photoMechanic, .canonVRD, .mie: []
    }
  }

  /// Returns the depth map of one of ``depthParts``; nil where its form is not the known one.
  package func depthMap(of part: Part, in structure: JPEGStructure) throws(AuxError) -> DepthMap? {
    switch kind {
    case .samsung: try samsungMap(of: part, in: structure.source)
    case .huawei: try Self.huaweiMap(of: part, in: structure.source)
    case .leia: try leiaMap(of: part, in: structure)
    case .oppo: try oppoMap(of: part, in: structure.source)
    case .xiaomi, .vivo, .afcp, .fotoStation, .photoMechanic, .canonVRD, .mie: nil
    }
  }

  private static func huaweiMap(
    of part: Part, in source: any ByteSource
  ) throws(AuxError) -> DepthMap? {
    guard let size = try edofSize(at: part.range.lowerBound, in: source) else { return nil }
    let start = part.range.lowerBound + edofHeaderCount
    return DepthMap(
      name: part.name, width: size.width, height: size.height,
      range: start..<(start + size.width * size.height))
  }

  /// Returns a map of Samsung's that is as large as `DualShot_Extra_Info` says.
  private func samsungMap(of part: Part, in source: any ByteSource) throws(AuxError) -> DepthMap? {
    guard let extra = parts.first(where: { $0.name == "DualShot_Extra_Info" }), extra.range.count >= 44
    else { return nil }
    // The sizes follow a mark whose place differs between models.
    let bytes = try source.read(at: extra.range.lowerBound, count: min(extra.range.count, 104))
    let mark = stride(from: 32, through: min(bytes.count - 12, 92), by: 4).first { place in
      (1...9).contains(bytes[place]) && bytes[(place + 1)..<(place + 4)].elementsEqual([0, 0xFF, 0xFF])
    }
    guard let mark else { return nil }
    var reader = ByteReader(Array(bytes[(mark + 4)...]), endianness: .little)
    let (width, height) = (Int(try reader.readUInt32()), Int(try reader.readUInt32()))
    guard (1...0xFFFF).contains(width), (1...0xFFFF).contains(height) else { return nil }
    // What follows the samples is less than a row.
    guard (0..<width).contains(part.range.count - width * height) else { return nil }
    let start = part.range.lowerBound
    return DepthMap(name: part.name, width: width, height: height, range: start..<(start + width * height))
  }

  private static let vivoFooter: [UInt8] =
    [0xFF, 0xFF, 0xFF, 0xFF, 0x1B, 0x2A, 0x39, 0x48, 0x57, 0x66, 0x75, 0x84, 0x93, 0xA2, 0xB1]

  /// vivo: a fixed end; where it begins is not said, so that it is all from `start` on.
  package static func vivo(in source: any ByteSource, from start: Int) throws(AuxError) -> Trailer? {
    let end = source.byteCount
    guard end - start >= vivoFooter.count,
      try source.read(at: end - vivoFooter.count, count: vivoFooter.count) == vivoFooter
    else { return nil }
    return Trailer(.vivo, start..<end)
  }
}
