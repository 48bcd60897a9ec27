internal import AuxContainers
internal import AuxImage

extension StructureList {
  /// Adds the images of a JPEG file with their segments, and what stands after them.
  mutating func add(_ structure: JPEGStructure, _ packets: XMPPackets) {
    let index: MultiPictureIndex?
    do throws(AuxError) {
      let primary = try structure.image(at: 0)
      index = structure.index(of: primary)
      let end = index?.entries.first.flatMap { $0.size > 0 ? $0.size : nil }
      add(primary, 1, end: end, structure)
    } catch { return add(0, error) }
    for entry in index?.entries.dropFirst() ?? [] where !isFull {
      guard let index else { break }
      let range = index.range(of: entry)
      do throws(AuxError) {
        add(try structure.image(at: range.lowerBound), entry.number, end: range.upperBound, structure)
      } catch { add(0, error.within("image \(entry.number)")) }
    }
    for trailer in JPEGReader.trailers(structure, packets) where !isFull {
      add(0, trailer.kind.rawValue, trailer.range, "after the images")
      for part in trailer.parts where !isFull { add(1, part.name, part.range) }
    }
  }

  private mutating func add(
    _ image: JPEGImage, _ number: Int, end: Int?, _ structure: JPEGStructure
  ) {
    let frame = image.frame
    let count = frame.componentIdentifiers.count
    let last = structure.source.byteCount
    let upper = end.flatMap { $0 > image.offset ? min($0, last) : nil }
    add(
      0, "image \(number)", image.offset..<(upper ?? image.scanOffset),
      "\(frame.width)x\(frame.height), \(frame.precision) bits, \(count) \(count == 1 ? "component" : "components")"
        + (upper == nil ? ", headers" : end.map { $0 > last } ?? false ? ", cut by the end of the file" : ""))
    for segment in image.segments where !isFull {
      add(1, JPEGMarker.name(segment.marker), segment.range, Self.text(of: segment.kind))
      if segment.kind == .multiPicture, let index = structure.index(of: image) { add(index) }
    }
  }

  private mutating func add(_ index: MultiPictureIndex) {
    for entry in index.entries where !isFull {
      let range = index.range(of: entry)
      add(
        2, "entry \(entry.number)", entry.position..<entry.position + MultiPictureIndex.Entry.byteCount,
        "\(entry.size) bytes at byte \(range.lowerBound), attribute 0x\(String(entry.attribute, radix: 16))")
    }
    for fault in index.faults where !isFull {
      switch fault {
      case .mark: add(2, AuxError(.malformed, "no byte-order mark", offset: index.base))
      case .structure(let error), .value(_, let error): add(2, error)
      }
    }
  }

  private static func text(of kind: JPEGSegment.Kind) -> String {
    switch kind {
    case .jfif(let hasAMPF): hasAMPF ? "JFIF with AMPF" : "JFIF"
    case .exif: "Exif"
    case .xmp: "XMP"
    case .extendedXMP: "extended XMP"
    case .multiPicture: "multi-picture index"
    case .icc: "ICC profile"
    case .gainMap: "gain map metadata (ISO 21496-1)"
    case .restartTable: "table of restart markers"
    case .undoRecord: "what the primary was before its images came"
    case .other: ""
    }
  }
}
