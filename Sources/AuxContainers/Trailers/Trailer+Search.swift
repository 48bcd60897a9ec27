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

  /// One byte a sample, row by row, 0 nearest.
  package struct DepthMap: Hashable, Sendable {
    package var name: String
    package var width: Int
    package var height: Int
    package var range: Range<Int>
  }

  /// Returns the depth maps whose form is known.
  ///
  /// Source: Specs/trailers.md, "Depth maps".
  package func depthMaps(in source: any ByteSource) throws(AuxError) -> [DepthMap] {
    switch kind {
    case .samsung: return try samsungMaps(in: source)
    case .huawei:
      guard let part = parts.first,
        let size = try Self.edofSize(at: part.range.lowerBound, in: source)
      else { return [] }
      let start = part.range.lowerBound + Self.edofHeaderCount
      return [
        DepthMap(
          name: part.name, width: size.width, height: size.height,
          range: start..<(start + size.width * size.height))
      ]
    case .xiaomi, .oppo, .vivo, .afcp, .fotoStation, .photoMechanic, .canonVRD, .mie: return []
    }
  }

  /// The maps of Samsung's that are as large as `DualShot_Extra_Info` says.
  private func samsungMaps(in source: any ByteSource) throws(AuxError) -> [DepthMap] {
    guard let extra = parts.first(where: { $0.name == "DualShot_Extra_Info" }), extra.range.count >= 44
    else { return [] }
    // The sizes follow a mark whose place differs between models.
    let bytes = try source.read(at: extra.range.lowerBound, count: min(extra.range.count, 104))
    let mark = stride(from: 32, through: min(bytes.count - 12, 92), by: 4).first { place in
      (1...9).contains(bytes[place]) && bytes[(place + 1)..<(place + 4)].elementsEqual([0, 0xFF, 0xFF])
    }
    guard let mark else { return [] }
    var reader = ByteReader(Array(bytes[(mark + 4)...]), endianness: .little)
    let (width, height) = (Int(try reader.readUInt32()), Int(try reader.readUInt32()))
    guard (1...0xFFFF).contains(width), (1...0xFFFF).contains(height) else { return [] }
    return parts.compactMap { part in
      // What follows the samples is less than a row.
      let rest = part.range.count - width * height
      guard part.name.hasPrefix("DualShot_DepthMap"), (0..<width).contains(rest) else { return nil }
      let start = part.range.lowerBound
      return DepthMap(
        name: part.name, width: width, height: height, range: start..<(start + width * height))
    }
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
