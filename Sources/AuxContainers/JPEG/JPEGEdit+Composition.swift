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
    return try whole.moving(OuterOffset.all(of: file, in: source), of: source)
  }
}

/// Lays out the file of one edit.
private struct JPEGLayout {
  private let source: any ByteSource
  private let file: JPEGFile
  private let edit: JPEGEdit
  private let primaryEnd: Int
  private let kept: [JPEGFile.Secondary]
  private let added: [[UInt8]]
  /// How many of the added images stand before the others.
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
    let isUndoable = !new.isEmpty && !edit.changesXMP
    let record = isUndoable ? try Self.record(of: edit, keeping: kept.count, source) : nil
    added = try new.map { image throws(AuxError) in
      try image.bytes(
        numberOfImages: 1 + kept.count + new.count, record, limits: edit.file.structure.limits)
    }
  }

  /// Returns what added images say of the file: what those say that go, or what it is.
  private static func record(
    of edit: JPEGEdit, keeping count: Int, _ source: any ByteSource
  ) throws(AuxError) -> JPEGUndoRecord? {
    guard !edit.removed.isEmpty else {
      return try JPEGUndoRecord(edit.file, primaryEnd: edit.file.primaryEnd())
    }
    return try older(in: edit, keeping: count, source)
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
    guard added.isEmpty, !edit.changesXMP,
      let record = try Self.older(in: edit, keeping: kept.count, source)
    else { return nil }
    if let jfif = file.primary.segments.first(where: { $0.kind.isJFIF }) {
      let bytes = try source.read(at: jfif.range.lowerBound, count: jfif.range.count)
      guard record.isOrigin(of: bytes) else { return nil }
    }
    let (before, after) = try header(restoring: record)
    var whole = before
    whole.append(record.multiPicture)
    whole.append(after)
    whole.append(source: file.primary.scanOffset..<primaryEnd)
    guard whole.count == record.primaryByteCount else { return nil }
    whole.append(try tail(startingAt: whole.count).pieces)
    return whole.count == record.fileByteCount ? whole : nil
  }

  private var imageCount: Int { 1 + kept.count + added.count }

  func composition() throws(AuxError) -> ByteComposition {
    let (before, after) = try header()
    let primaryTail = file.primary.scanOffset..<primaryEnd
    guard imageCount > 1 else {
      // With the last further image goes the index, and the mark that announces it.
      var whole = before
      whole.append(after)
      whole.append(source: primaryTail)
      whole.append(try tail(startingAt: whole.count).pieces)
      return whole
    }
    var index = newIndex()
    let indexStart = before.count + 4
    let indexLength = 4 + (try Self.payload(index).count)
    let primarySize = before.count + indexLength + after.count + primaryTail.count
    let rest = try tail(startingAt: primarySize)
    guard primarySize + rest.pieces.count <= UInt32.max else {
      throw AuxError(.limitExceeded, "a multi-picture file ends before 4 GiB (its offsets have 32 bits)")
    }
    let base = indexStart + MultiPictureIndex.headerCount
    let order = entryOrder()
    for (position, place) in order.enumerated() {
      let range = place.map { rest.images[$0] } ?? 0..<primarySize
      index.entries?[position].size = UInt32(range.count)
      index.entries?[position].offset = place == nil ? 0 : UInt32(range.lowerBound - base)
    }
    var whole = before
    whole.append(try JPEGSegment.bytes(marker: JPEGMarker.APP2, payload: try Self.payload(index)))
    whole.append(after)
    whole.append(source: primaryTail)
    whole.append(rest.pieces)
    return whole
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
  /// Entries keep their order, which need not be that of the file; images without one follow. Those that stand before
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
  ///
  /// Where a record is given, the JFIF header is that of the record.
  private func header(
    restoring record: JPEGUndoRecord? = nil
  ) throws(AuxError) -> (before: ByteComposition, after: ByteComposition) {
    let segments = file.primary.segments
    var before = ByteComposition()
    var after = ByteComposition()
    let indexPosition = indexPosition()
    let jfif = segments.firstIndex { $0.kind.isJFIF }
    before.append([0xFF, JPEGMarker.SOI])
    if imageCount > 1, record == nil, jfif == nil, try JFIF.mayBeAdded(to: file.primary, in: source) {
      before.append(try JPEGSegment.bytes(marker: JPEGMarker.APP0, payload: JFIF.applePayload))
    }
    for (number, segment) in segments.enumerated() {
      var piece = ByteComposition()
      if let xmp = edit.xmp, number == xmp.position {
        if number <= indexPosition { before.append(xmp.segments) } else { after.append(xmp.segments) }
      }
      switch segment.kind {
      case _ where edit.removedSegments.contains(segment.range): break
      case .xmp where edit.xmp?.position == number: break
      case .extendedXMP where edit.xmp?.replacesExtended == true: break
      case .gainMap where edit.hasGainMapVersion != nil: break
      case .multiPicture where number == segments.firstIndex(where: { $0.kind == .multiPicture }): break
      case .jfif where record != nil && number == jfif: piece.append(record?.jfif ?? [])
      case .jfif(let hasAMPF): try appendJFIF(segment, hasAMPF: hasAMPF, to: &piece)
      default: piece.append(source: segment.range)
      }
      if number < indexPosition { before.append(piece) } else { after.append(piece) }
      if edit.hasGainMapVersion == true, number == versionPosition {
        // Minimum and writer's version, 0: a primary says no more than that there is a gain map.
        let segment = try JPEGSegment.bytes(
          marker: JPEGMarker.APP2, payload: JPEGIdentifier.gainMap + [0, 0, 0, 0])
        if number < indexPosition { before.append(segment) } else { after.append(segment) }
      }
    }
    return (before, after)
  }

  /// The number of the segment that the version of gain map metadata stands after: the last of APP0 to APP2.
  private var versionPosition: Int {
    file.primary.segments.lastIndex {
      [JPEGMarker.APP0, JPEGMarker.APP1, JPEGMarker.APP2].contains($0.marker)
    } ?? 0
  }

  /// The number of the segment that the index stands before: its old place, or after APP0 and APP1.
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

  /// Everything after the primary, and where kept and added images stand in the new file.
  private func tail(
    startingAt start: Int
  ) throws(AuxError) -> (pieces: ByteComposition, images: [Range<Int>]) {
    var pieces = ByteComposition()
    var images: [Range<Int>] = []
    var position = primaryEnd
    var first: [Range<Int>] = []
    for image in added.prefix(leadingCount) {
      let begin = start + pieces.count
      pieces.append(image)
      first.append(begin..<(start + pieces.count))
    }
    for (number, secondary) in file.secondaries.enumerated() {
      guard secondary.range.lowerBound >= position else {
        throw AuxError(.malformed, "two images overlap", offset: secondary.range.lowerBound)
      }
      pieces.append(source: position..<secondary.range.lowerBound)
      position = secondary.range.upperBound
      guard !edit.removed.contains(number) else { continue }
      let first = start + pieces.count
      append(secondary, to: &pieces)
      images.append(first..<(start + pieces.count))
    }
    // What Google's Dynamic Depth lists is found by counting from the primary's end: nothing may come between.
    if added.count > leadingCount, edit.directoryEnd > position {
      let end = min(edit.directoryEnd, source.byteCount)
      pieces.append(source: position..<end)
      position = end
    }
    images += first
    for image in added.dropFirst(leadingCount) {
      let first = start + pieces.count
      pieces.append(image)
      images.append(first..<(start + pieces.count))
    }
    // Trailers are found from the end of the file, so that they must stay there.
    pieces.append(source: position..<source.byteCount)
    return (pieces, images)
  }

  /// Appends a kept image, with the count of images in its own index brought up to date.
  private func append(_ secondary: JPEGFile.Secondary, to pieces: inout ByteComposition) {
    guard
      let patch = MultiPictureFormat.countPatch(of: secondary.image, in: file.structure, imageCount)
    else {
      pieces.append(source: secondary.range)
      return
    }
    pieces.append(source: secondary.range.lowerBound..<patch.offset)
    pieces.append(patch.bytes)
    pieces.append(source: (patch.offset + patch.bytes.count)..<secondary.range.upperBound)
  }
}
