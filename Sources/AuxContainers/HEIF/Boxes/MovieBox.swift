package import AuxImage

/// The `moov` box beside `meta`, as far as its offsets into the file go. Source: ISO/IEC 14496-12:2022, 8.2.1.
struct MovieBox: Sendable {
  private let box: Box

  /// Creates the view; throws `unsupported` where offsets are kept that are not understood here.
  init(_ box: Box) throws(AuxError) {
    self.box = box
    try Self.check(box)
  }

  private static func check(_ box: Box) throws(AuxError) {
    switch box.type {
    case "meta" where !hasPlaces(box): break
    case "meta":
      _ = try AuxError.at("meta") { () throws(AuxError) in try TrackMetadataBox(box) }
    case "saio", "mvex":
      throw AuxError(.unsupported, "offsets in \(box.type) are not moved", place: "\(box.type)")
    case "dinf":
      var reader = box.reader
      let references = try DataReferenceBox(parsing: &reader)
      for number in references.boxes.indices where !references.isSelfContained(number + 1) {
        throw AuxError(.unsupported, "the track is in another file", place: "dinf")
      }
    default:
      for child in box.boxes {
        do throws(AuxError) { try check(child) } catch { throw error.within("\(box.type)") }
      }
    }
  }

  /// Whether a `meta` box has offsets into the file: QuickTime's has none, that of 14496-12 has, where it has an `iloc`.
  private static func hasPlaces(_ box: Box) -> Bool {
    box.type == "meta" && box.payload.contains(word: "iloc")
  }

  /// The offsets into the file of chunks of media, and of items of tracks.
  func offsets() throws(AuxError) -> [UInt64] { try Self.offsets(box) }

  private static func offsets(_ box: Box) throws(AuxError) -> [UInt64] {
    guard !hasPlaces(box) else { return try TrackMetadataBox(box).offsets }
    guard box.type != "stco", box.type != "co64" else {
      var reader = box.reader
      return try ChunkOffsetBox(box.type, parsing: &reader).offsets
    }
    var found: [UInt64] = []
    for child in box.boxes { found += try offsets(child) }
    return found
  }

  func moved(by map: OffsetMap) throws(AuxError) -> Box { try Self.moved(box, map) }

  private static func moved(_ box: Box, _ map: OffsetMap) throws(AuxError) -> Box {
    guard !hasPlaces(box) else {
      return try AuxError.at("meta") { () throws(AuxError) in try TrackMetadataBox(box).moved(by: map) }
    }
    guard box.type == "stco" || box.type == "co64" else {
      guard !box.boxes.isEmpty else { return box }
      var children: [Box] = []
      for child in box.boxes {
        do throws(AuxError) { children.append(try moved(child, map)) } catch {
          throw error.within("\(box.type)")
        }
      }
      return box.replacing(boxes: children)
    }
    var reader = box.reader
    var chunks = try ChunkOffsetBox(box.type, parsing: &reader)
    for index in chunks.offsets.indices {
      guard let old = Int(exactly: chunks.offsets[index]), old < Int.max else {
        throw AuxError(.malformed, "a chunk offset of 2^63 bytes or more", place: "\(box.type)")
      }
      let new = try map.output(of: old..<(old + 1))
      guard chunks.isWide || new <= Int(UInt32.max) else {
        throw AuxError(.unsupported, "a chunk moves past 4 GiB, which stco cannot express", place: "stco")
      }
      chunks.offsets[index] = UInt64(new)
    }
    return box.replacing(chunks.serialize)
  }
}

/// `stco` or `co64`: the offsets of a track's chunks in the file. Source: ISO/IEC 14496-12:2022, 8.7.5.
package struct ChunkOffsetBox: Hashable, Sendable {
  package var full: FullBoxHeader
  /// Whether the offsets have 64 bits (`co64`).
  package var isWide: Bool
  package var offsets: [UInt64]
  package var rest: [UInt8]

  package init(_ type: FourCharacterCode, parsing reader: inout ByteReader) throws(AuxError) {
    isWide = type == "co64"
    full = try FullBoxHeader(parsing: &reader)
    let count = Int(try reader.readUInt32())
    guard count <= reader.remaining / (isWide ? 8 : 4) else {
      throw AuxError(.truncated, "\(count) offsets in \(reader.remaining) bytes", offset: reader.fileOffset)
    }
    offsets = []
    offsets.reserveCapacity(count)
    for _ in 0..<count { offsets.append(isWide ? try reader.readUInt64() : UInt64(try reader.readUInt32())) }
    rest = reader.readRest()
  }

  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(UInt32(offsets.count))
    for offset in offsets {
      if isWide { writer.write(offset) } else { writer.write(UInt32(truncatingIfNeeded: offset)) }
    }
    writer.write(rest)
  }
}
