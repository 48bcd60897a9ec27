internal import AuxContainers
internal import AuxImage

extension StructureList {
  /// Adds the images of a JPEG file with their segments, and the data after them; `list` is nil where the first image
  /// cannot be read.
  mutating func add(_ structure: JPEGStructure, _ list: JPEGImageList?) {
    let index: MultiPictureIndex?
    do throws(AuxError) {
      let primary = try structure.image(at: 0)
      index = structure.index(of: primary)
      let end = index?.entries.first.flatMap { $0.size > 0 ? $0.size : nil }
      add(primary, 1, end: end, structure, list?.entries.first { $0.place == .primary }?.entry)
    } catch { return add(0, error) }
    guard let list else { return }
    for (number, image) in list.file.secondaries.enumerated() where !isFull {
      let entry = list.entries.first { $0.place == .secondary(number) }?.entry
      add(image.image, number + 2, end: image.range.upperBound, structure, entry)
    }
    for entry in index?.entries.dropFirst() ?? [] where !isFull {
      guard let range = index?.range(of: entry),
        !list.file.secondaries.contains(where: { $0.range.lowerBound == range.lowerBound })
      else { continue }
      do throws(AuxError) {
        add(try structure.image(at: range.lowerBound), entry.number, end: range.upperBound, structure)
      } catch { add(0, error.within("image \(entry.number)")) }
    }
    addPictures(of: list)
    let known = list.trailers.map(\.range) + [list.video].compactMap(\.self)
    if let unknown = try? list.file.unknownTrailer(after: list.directoryEnd, before: known) {
      add(0, "trailer", unknown, "after the images")
    }
    for trailer in list.trailers where !isFull {
      add(0, trailer.kind.rawValue, trailer.range, "after the images")
      for part in trailer.parts where !isFull {
        let entry = list.entries.lazy.map(\.entry).first {
          $0.embeddedForm == .trailer && $0.name == part.name && part.range.contains($0.offset)
        }
        add(1, part.name, part.range, entry?.summary ?? "")
      }
    }
  }

  /// Adds the pictures that Google's XMP holds or describes.
  private mutating func addPictures(of list: JPEGImageList) {
    for listed in list.entries where !isFull {
      guard case .embedded(let number) = listed.place, case .google(let picture) = list.embedded[number]
      else {
        continue
      }
      let isDynamic = picture.form == .dynamicDepth
      add(
        0, listed.entry.name, at: listed.entry.offset, count: isDynamic ? picture.bytes.count : nil,
        "\(picture.width)x\(picture.height), \(picture.bitDepth) bits, \(listed.entry.summary)")
    }
  }

  private mutating func add(
    _ image: JPEGImage, _ number: Int, end: Int?, _ structure: JPEGStructure, _ entry: AuxiliaryEntry? = nil
  ) {
    let frame = image.frame
    let count = frame.componentIdentifiers.count
    let last = structure.source.byteCount
    let upper = end.flatMap { $0 > image.offset ? min($0, last) : nil }
    add(
      0, "image \(number)", image.offset..<(upper ?? image.scanOffset),
      "\(frame.width)x\(frame.height), \(frame.precision) bits, \(count) \(count == 1 ? "component" : "components")"
        + (upper == nil ? ", headers" : end.map { $0 > last } ?? false ? ", cut by the end of the file" : "")
        + (entry.map { ", \($0.summary)" } ?? ""))
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
