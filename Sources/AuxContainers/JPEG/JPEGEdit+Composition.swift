package import AuxImage

extension JPEGEdit {
  /// Returns the new file: the multi-picture index, Apple's mark after the JFIF header, and the counts of images in
  /// the other images' own indices are made anew, everything else is copied.
  ///
  /// Where the images that were added last go, the primary's headers become what they were before. Offsets in maker's
  /// notes and trailers follow what they lead to. Throws `truncated` for a primary without an end, `malformed` for images
  /// that overlap, and the damage of an image that the index names: a file written without it would lose it.
  package func composition(of source: any ByteSource) throws(AuxError) -> ByteComposition {
    let layout = try JPEGLayout(self, source)
    let restored = try layout.restored()
    let whole = if let restored { restored } else { try layout.composition() }
    return try whole.moving(OuterOffset.all(of: file, in: source), of: source).patched(patches)
  }
}

private struct JPEGLayout {
  private let source: any ByteSource
  private let file: JPEGFile
  private let edit: JPEGEdit
  private let primaryEnd: Int
  private let kept: [JPEGFile.Secondary]
  private let added: [ByteComposition]
  /// How many of the added images are written before the others.
  private let leadingCount: Int

  init(_ edit: JPEGEdit, _ source: any ByteSource) throws(AuxError) {
    self.source = source
    self.edit = edit
    file = edit.file
    primaryEnd = try file.primaryEnd()
    if let damage = file.damage { throw damage.within("an image after the primary") }
    let kept = file.secondaries.enumerated().filter { !edit.removed.contains($0.offset) }.map(\.element)
    self.kept = kept
    let new = edit.leading + edit.added
    leadingCount = edit.leading.count
    let isUndoable = !new.isEmpty && !edit.changesMetadata && !file.hasUnlisted
    let record = isUndoable ? try Self.record(of: edit, keeping: kept.count, source) : nil
    added = try new.map { image throws(AuxError) in
      var whole = ByteComposition()
      whole.append(
        try image.bytes(
          numberOfImages: 1 + kept.count + new.count, record, limits: edit.file.structure.limits))
      return whole
    }
  }

  /// Returns what added images say of the file: what those say that go, or what it is.
  private static func record(
    of edit: JPEGEdit, keeping count: Int, _ source: any ByteSource
  ) throws(AuxError) -> JPEGUndoRecord? {
    guard edit.removed.isEmpty else { return try older(in: edit, keeping: count, source) }
    let (file, primary) = (edit.file, edit.file.primary)
    let hasJFIF = primary.segments.contains { $0.kind.isJFIF }
    let addsJFIF = hasJFIF ? false : try JFIF.mayBeAdded(to: primary, in: source)
    // Nothing has to be said where the file comes back as it is when what is added is taken out.
    if !addsJFIF, try JPEGEdit(file).composition(of: source).isWhole(of: source) { return nil }
    return try JPEGUndoRecord(file)
  }

  /// Returns the record, of an image that goes, of a file with so many further images.
  private static func older(
    in edit: JPEGEdit, keeping count: Int, _ source: any ByteSource
  ) throws(AuxError) -> JPEGUndoRecord? {
    for number in edit.removed.sorted() {
      let record = try JPEGUndoRecord(of: edit.file.secondaries[number].image, in: source)
      if let record, record.imageCount == 1 + count { return record }
    }
    return nil
  }

  /// Returns the file with the headers that it had before the images came that go; nil where that does not fit any more.
  func restored() throws(AuxError) -> ByteComposition? {
    guard added.isEmpty, !edit.changesMetadata,
      let record = try Self.older(in: edit, keeping: kept.count, source)
    else { return nil }
    if let jfif = file.primary.segments.first(where: { $0.kind.isJFIF }) {
      let bytes = try source.read(at: jfif.range.lowerBound, count: jfif.range.count)
      guard record.isOrigin(of: bytes) else { return nil }
    }
    let header = try header(restoring: record)
    let primary = primary(header, index: record.multiPicture)
    guard primary.count == record.primaryByteCount else { return nil }
    var whole = primary
    whole.append(try tail().pieces)
    return whole.count == record.fileByteCount ? whole : nil
  }

  private var imageCount: Int { 1 + kept.count + added.count }

  func composition() throws(AuxError) -> ByteComposition {
    let header = try header()
    let rest = try tail()
    // With the last further image goes the index, and the mark that announces it.
    let index = imageCount > 1 ? try index(after: header, before: rest) : []
    var whole = primary(header, index: index)
    whole.append(rest.pieces)
    return whole
  }

  private func primary(_ header: Header, index: [UInt8]) -> ByteComposition {
    var primary = header.before
    primary.append(index)
    primary.append(header.after)
    primary.append(source: file.primary.scanOffset..<primaryEnd)
    return primary
  }

  /// Returns the segment of the index, with sizes and offsets of all images.
  private func index(after header: Header, before rest: Tail) throws(AuxError) -> [UInt8] {
    var index = newIndex()
    // The size of the index does not depend on what its entries say.
    let placeholder = [UInt8](repeating: 0, count: 4 + (try Self.payload(index).count))
    let primarySize = primary(header, index: placeholder).count
    guard primarySize + rest.pieces.count <= UInt32.max else {
      throw AuxError(.limitExceeded, "a multi-picture file ends before 4 GiB (its offsets have 32 bits)")
    }
    let base = header.before.count + 4 + MultiPictureIndex.headerCount
    for (position, place) in entryOrder().enumerated() {
      index.entries?[position].size = UInt32(place.map { rest.images[$0].count } ?? primarySize)
      index.entries?[position].offset = UInt32(
        place.map { primarySize + rest.images[$0].lowerBound - base } ?? 0)
    }
    return try JPEGSegment.bytes(marker: JPEGMarker.APP2, payload: try Self.payload(index))
  }

  private static func payload(_ index: MultiPictureFormat) throws(AuxError) -> [UInt8] {
    // Fields may share their bytes as read, and each has its own as written.
    guard index.byteCount <= 2 * JPEGSegment.largestPayload else {
      throw AuxError(.limitExceeded, "the fields of the index are \(index.byteCount) bytes", place: "MPF")
    }
    var writer = ByteWriter()
    index.serialize(into: &writer)
    return writer.bytes
  }

  /// The images in the order of the entries, as numbers into kept and added images; nil is the primary.
  ///
  /// Entries keep their order, which need not be that of the file; images without one follow. Those that come before
  /// all others in the file do so here.
  private func entryOrder() -> [Int?] {
    let withEntry = kept.indices.filter { kept[$0].entry != nil }
      .sorted { (kept[$0].entry ?? 0) < (kept[$1].entry ?? 0) }
    let without = kept.indices.filter { kept[$0].entry == nil }
    let new = added.indices.map { kept.count + $0 }
    let order = new.prefix(leadingCount) + withEntry + without + new.dropFirst(leadingCount)
    return [nil] + order.map(Optional.some)
  }

  /// The index with as many entries as there will be images, without sizes and offsets.
  private func newIndex() -> MultiPictureFormat {
    guard var index = file.multiPicture, index.entries?.isEmpty == false else {
      let entries = (0..<imageCount).map { number in
        MultiPictureFormat.Entry(
          attribute: number == 0
            ? MultiPictureFormat.Entry.primaryAttribute : MultiPictureFormat.Entry.secondaryAttribute)
      }
      return MultiPictureFormat(numberOfImages: imageCount, entries: entries)
    }
    let entries = kept.compactMap(\.entry).sorted()
    index.replaceEntries(
      keeping: [0] + entries, adding: imageCount - 1 - entries.count - leadingCount, before: leadingCount)
    return index
  }

  /// The primary's headers before the index and after it, up to the scan's data.
  private struct Header {
    var before = ByteComposition()
    var after = ByteComposition()
  }

  /// Returns the primary's headers; where a record is given, the JFIF header is that of the record.
  private func header(restoring record: JPEGUndoRecord? = nil) throws(AuxError) -> Header {
    let segments = file.primary.segments
    var header = Header()
    let indexPosition = indexPosition()
    let jfif = segments.firstIndex { $0.kind.isJFIF }
    header.before.append([0xFF, JPEGMarker.SOI])
    if imageCount > 1, record == nil, jfif == nil, try JFIF.mayBeAdded(to: file.primary, in: source) {
      header.before.append(try JPEGSegment.bytes(marker: JPEGMarker.APP0, payload: JFIF.applePayload))
    }
    for (number, segment) in segments.enumerated() {
      var piece = ByteComposition()
      if let exif = edit.exif, number == exif.position {
        if number <= indexPosition { header.before.append(exif.segment) } else { piece.append(exif.segment) }
      }
      if let xmp = edit.xmp, number == xmp.position {
        if number <= indexPosition { header.before.append(xmp.segments) } else { piece.append(xmp.segments) }
      }
      switch segment.kind {
      case _ where edit.removedSegments.contains(segment.range): break
      case _ where edit.changedSegments[segment.range] != nil:
        piece.append(edit.changedSegments[segment.range] ?? [])
      case .exif where edit.exif != nil: break
      case .xmp where edit.xmp?.position == number: break
      case .extendedXMP where edit.xmp?.replacesExtended == true: break
      case .gainMap where edit.hasGainMapVersion != nil: break
      case .multiPicture where number == segments.firstIndex(where: { $0.kind == .multiPicture }): break
      case .jfif where record != nil && number == jfif: piece.append(record?.jfif ?? [])
      case .jfif(let hasAMPF): try appendJFIF(segment, hasAMPF: hasAMPF, to: &piece)
      default: piece.append(source: segment.range)
      }
      if edit.hasGainMapVersion == true, number == versionPosition {
        // Minimum and writer's version, 0: a primary says no more than that there is a gain map.
        piece.append(
          try JPEGSegment.bytes(marker: JPEGMarker.APP2, payload: JPEGIdentifier.gainMap + [0, 0, 0, 0]))
      }
      if number < indexPosition { header.before.append(piece) } else { header.after.append(piece) }
    }
    return header
  }

  /// The number of the segment after which the version of gain map metadata is written: the last of APP0 to APP2.
  private var versionPosition: Int {
    file.primary.segments.lastIndex {
      [JPEGMarker.APP0, JPEGMarker.APP1, JPEGMarker.APP2].contains($0.marker)
    } ?? 0
  }

  /// The number of the segment before which the index is written: its old place, or after APP0 and APP1.
  private func indexPosition() -> Int {
    let segments = file.primary.segments
    if let old = segments.firstIndex(where: { $0.kind == .multiPicture }) { return old }
    return segments.firstIndex { $0.marker != JPEGMarker.APP0 && $0.marker != JPEGMarker.APP1 } ?? 0
  }

  private func appendJFIF(
    _ segment: JPEGSegment, hasAMPF: Bool, to piece: inout ByteComposition
  ) throws(AuxError) {
    let isPlain = segment.payloadCount == JFIF.payloadCount
    guard imageCount > 1 ? isPlain : hasAMPF else {
      piece.append(source: segment.range)
      return
    }
    let payload = try source.read(at: segment.payloadOffset, count: JFIF.payloadCount)
    // Fill bytes before the marker stay.
    piece.append(source: segment.offset..<(segment.payloadOffset - 4))
    piece.append(
      try JPEGSegment.bytes(
        marker: JPEGMarker.APP0, payload: payload + (imageCount > 1 ? JPEGIdentifier.ampf : [])))
  }

  /// Everything after the primary, and where kept and added images are in it.
  private struct Tail {
    var pieces = ByteComposition()
    var images: [Range<Int>] = []

    mutating func add(_ image: ByteComposition) {
      images.append(pieces.count..<(pieces.count + image.count))
      pieces.append(image)
    }
  }

  private func tail() throws(AuxError) -> Tail {
    var tail = Tail()
    var position = primaryEnd
    for image in added.prefix(leadingCount) { tail.add(image) }
    for (number, secondary) in file.secondaries.enumerated() {
      guard secondary.range.lowerBound >= position else {
        throw AuxError(.malformed, "two images overlap", offset: secondary.range.lowerBound)
      }
      if !edit.removesListedItems, !edit.removesGaps {
        tail.pieces.append(source: position..<secondary.range.lowerBound)
      }
      position = secondary.range.upperBound
      if !edit.removed.contains(number) { tail.add(image(secondary)) }
    }
    if edit.removesListedItems { position = min(max(position, edit.directoryEnd), source.byteCount) }
    // What Google's Dynamic Depth lists is found by counting from the primary's end: nothing may come between.
    if added.count > leadingCount, edit.directoryEnd > position {
      let end = min(edit.directoryEnd, source.byteCount)
      tail.pieces.append(source: position..<end)
      position = end
    }
    for image in added.dropFirst(leadingCount) { tail.add(image) }
    // Trailers are found from the end of the file, so that they must stay there.
    let end =
      edit.removesTrailers ? min(max(edit.directoryEnd, position), source.byteCount) : source.byteCount
    for left in ByteRanges(edit.removedRanges).gaps(in: position..<max(position, end)) {
      tail.pieces.append(source: left)
    }
    // Those that lead come after the others, as entryOrder() counts them.
    let leading = tail.images.prefix(leadingCount)
    tail.images.removeFirst(leadingCount)
    tail.images.insert(contentsOf: leading, at: kept.count)
    return tail
  }

  /// Returns a kept image, with the count of images in its own index brought up to date.
  private func image(_ secondary: JPEGFile.Secondary) -> ByteComposition {
    var pieces = ByteComposition()
    var position = secondary.range.lowerBound
    if let patch = MultiPictureFormat.countPatch(of: secondary.image, in: file.structure, imageCount) {
      pieces.append(source: position..<patch.offset)
      pieces.append(patch.bytes)
      position = patch.offset + patch.bytes.count
    }
    pieces.append(source: position..<secondary.range.upperBound)
    return pieces
  }
}
