package import AuxImage

// What follows the images of a file, and videos. Source: Specs/trailers.md.
extension MetadataSweep {
  /// Returns what changes of the bytes after the images of a file: ranges that go, and bytes that take the place of as many.
  package func changes(
    ofTrailers trailers: [Trailer], in source: any ByteSource, after images: Int, end: Int
  ) throws(AuxError) -> (removed: [Range<Int>], patches: [(position: Int, bytes: [UInt8])]) {
    var removed: [Range<Int>] = []
    var patches: [(position: Int, bytes: [UInt8])] = []
    let known = trailers.filter { $0.range.lowerBound >= images }.sorted {
      $0.range.lowerBound < $1.range.lowerBound
    }
    let first = known.first?.range.lowerBound ?? end
    var unknown = images..<max(images, first)
    var hasVideo = false
    if images < first, Trailer.isMotionPhoto(beginningWith: try source.readPrefix(at: images, count: 16)) {
      unknown = try Trailer.videoEnd(from: images, to: first, in: source, limits: limits)..<first
      hasVideo = true
      patches += try places(ofVideo: images..<unknown.lowerBound, in: source)
    }
    if !unknown.isEmpty, kinds.takes(.unknownTrailer) {
      let bytes = try source.read(at: unknown.lowerBound, count: min(unknown.count, 1 << 20))
      if bytes.contains(where: { $0 != 0 }) {
        take("data after the images", .unknownTrailer, bytes: bytes)
        note("\(unknown.count) bytes after the images, which may hold anything, are removed")
      }
      // Readers count from the end of the file to the video.
      if hasVideo {
        patches.append((unknown.lowerBound, [UInt8](repeating: 0, count: unknown.count)))
      } else {
        removed.append(unknown)
      }
    }
    for trailer in trailers {
      if kinds.takes(.placeOfTrailer) {
        for range in trailer.placeRanges {
          let old = try source.read(at: range.lowerBound, count: range.count)
          let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: range.count)
          guard old != zeros else { continue }
          take("trailer \(trailer.kind.rawValue)", .placeOfTrailer)
          patches.append((range.lowerBound, zeros))
        }
      }
      for part in trailer.parts { patches += try self.patches(ofPart: part, in: source) }
    }
    return (removed, patches)
  }

  /// Returns what changes of a part of a trailer that is a picture or a video.
  private func patches(
    ofPart part: Trailer.Part, in source: any ByteSource
  ) throws(AuxError) -> [(position: Int, bytes: [UInt8])] {
    let head = try source.readPrefix(at: part.range.lowerBound, count: min(part.range.count, 64))
    if let start = head.firstRange(of: Array("ftyp".utf8))?.lowerBound, start >= 4 {
      return try places(ofVideo: (part.range.lowerBound + start - 4)..<part.range.upperBound, in: source)
    }
    guard head.starts(with: [0xFF, JPEGMarker.SOI]),
      let image = try? JPEGImage(in: source, at: part.range.lowerBound, limits: limits)
    else { return [] }
    return try patches(of: image, in: source, path: "trailer \(part.name)")
  }

  /// Boxes of a video that state where it was made: QuickTime's, 3GPP's, GoPro's telemetry, and that of dashboard cameras.
  private static let placeBoxes: Set<FourCharacterCode> = [
    // ©xyz, in the characters of QuickTime.
    FourCharacterCode(0xA978_797A), "loci", "GPMF", "gps ",
  ]
  private static let containers: Set<FourCharacterCode> = [
    "moov", "trak", "udta", "meta", "mdia", "minf", "ilst",
  ]

  /// Returns the boxes of a video that state where it was made, as `free` boxes of the same size.
  package func places(
    ofVideo range: Range<Int>, in source: any ByteSource, depth: Int = 0
  ) throws(AuxError) -> [(position: Int, bytes: [UInt8])] {
    guard kinds.takes(.videoLocation), depth < 8 else { return [] }
    var patches: [(position: Int, bytes: [UInt8])] = []
    var position = range.lowerBound
    var keys: [Bool] = []
    var count = 0
    while position + 8 <= range.upperBound, count < limits.items {
      count += 1
      var reader = ByteReader(try source.readPrefix(at: position, count: 32), fileOffset: position)
      guard
        let header = try? BoxHeader(
          parsing: &reader, available: range.upperBound - position, isTopLevel: depth == 0)
      else { break }
      let whole = position..<(position + header.count)
      let payload = (position + header.headerCount)..<whole.upperBound
      if Self.placeBoxes.contains(header.type) {
        patches.append(try freed(whole, source, name: "\(header.type)"))
      } else if header.type == "keys" {
        keys = try self.keys(in: payload, source)
      } else if header.type == "ilst", keys.contains(true) {
        patches += try items(in: payload, source, keys: keys)
      } else if Self.containers.contains(header.type) {
        // `meta` is a full box in MP4 and none in QuickTime.
        let head = try source.readPrefix(at: payload.lowerBound, count: 4)
        let isFull = header.type == "meta" && head == [0, 0, 0, 0]
        patches += try places(
          ofVideo: (payload.lowerBound + (isFull ? 4 : 0))..<max(payload.upperBound, payload.lowerBound + 4),
          in: source,
          depth: depth + 1)
      }
      position = whole.upperBound
    }
    return patches
  }

  private func freed(
    _ range: Range<Int>, _ source: any ByteSource, name: String
  ) throws(AuxError) -> (position: Int, bytes: [UInt8]) {
    let old = try source.read(at: range.lowerBound, count: min(range.count, 1 << 20))
    let texts = old.split { !(0x20...0x7E).contains($0) }.map { String(decoding: $0, as: UTF8.self) }
    take(
      "video \(name)", MetadataList.kinds(of: .videoLocation), texts: texts.filter { $0.utf8.count > 8 },
      bytes: old)
    var writer = ByteWriter()
    writer.write(UInt32(range.count))
    writer.write(Array("free".utf8))
    writer.write([UInt8](repeating: 0, count: range.count - 8))
    return (range.lowerBound, writer.bytes)
  }

  /// Returns which of QuickTime's keys are of a place. Source: QuickTime File Format, "Metadata item keys atom".
  private func keys(in range: Range<Int>, _ source: any ByteSource) throws(AuxError) -> [Bool] {
    var reader = ByteReader(try source.read(at: range.lowerBound, count: min(range.count, 1 << 16)))
    var keys: [Bool] = []
    do throws(AuxError) {
      try reader.skip(4)
      for _ in 0..<min(Int(try reader.readUInt32()), 1024) {
        let count = Int(try reader.readUInt32())
        guard count >= 8 else { break }
        let name = String(decoding: try reader.readBytes(count - 4).dropFirst(4), as: UTF8.self)
        keys.append(name.contains("location"))
      }
    } catch { try error.throwIfOfSystem() }
    return keys
  }

  /// Returns the items of a list whose keys, numbered from 1, are of a place, as `free` boxes.
  private func items(
    in range: Range<Int>, _ source: any ByteSource, keys: [Bool]
  ) throws(AuxError) -> [(position: Int, bytes: [UInt8])] {
    var patches: [(position: Int, bytes: [UInt8])] = []
    var position = range.lowerBound
    while position + 8 <= range.upperBound {
      var reader = ByteReader(try source.read(at: position, count: 8))
      let (size, key) = (Int(try reader.readUInt32()), Int(try reader.readUInt32()))
      guard size >= 8, size <= range.upperBound - position else { break }
      if keys.indices.contains(key - 1), keys[key - 1] {
        patches.append(try freed(position..<(position + size), source, name: "item of a place"))
      }
      position += size
    }
    return patches
  }
}
