package import AuxImage

extension MetadataSweep {
  /// Returns an Exif block without what is taken out of it.
  ///
  /// No byte moves, since a maker's note may have offsets of an unknown form: what goes becomes zeros, and only zeros at the end
  /// are cut off. Throws as `ExifBlock.init(_:limits:)`, and `malformed` where a directory that may hold private data cannot be read.
  func tiff(_ block: [UInt8], path: String) throws(AuxError) -> [UInt8] {
    let file = try ExifBlock(block, limits: limits).tiff
    guard !file.isBig else { throw AuxError(.malformed, "Exif is no BigTIFF (Exif 2.32, 4.5.2)") }
    var pass = TIFFPass(self, file, block, path: path, isDNG: false)
    try pass.run()
    return pass.bytes
  }

  /// Returns a DNG file without what is taken out of it; no byte moves.
  ///
  /// Throws `unsupported` for BigTIFF, and `malformed` where metadata that go overlap pixels.
  package func dng(_ file: TIFFFile, _ bytes: [UInt8]) throws(AuxError) -> [UInt8] {
    guard !file.isBig else {
      throw AuxError(.unsupported, "a DNG file in BigTIFF is read and not written", remedy: .otherContainer)
    }
    var pass = TIFFPass(self, file, bytes, path: "DNG", isDNG: true)
    try pass.run()
    return pass.bytes
  }
}

/// One pass over the directories of a TIFF file or an Exif block.
private struct TIFFPass {
  /// What a directory is.
  private enum Role {
    /// An image of the file: IFD0, and in DNG all directories of images.
    case image
    case thumbnail, exif, gps, interoperability
  }

  /// Bytes that take the place of as many.
  private struct Patch {
    var position: Int
    var bytes: [UInt8]
  }

  private let sweep: MetadataSweep
  private let tiff: TIFFFile
  private let path: String
  private let isDNG: Bool
  private(set) var bytes: [UInt8]
  private var used: [Range<Int>] = [0..<TIFFFile.headerCount]
  private var gone: [Range<Int>] = []
  private var patches: [Patch] = []
  /// Coded pixels that stay as they are.
  private var pixels: [Range<Int>] = []
  private var visited: Set<Int> = []
  /// How many bytes of values were collected.
  private var collected = 0

  private var kinds: Set<MetadataKind> { sweep.kinds }

  init(_ sweep: MetadataSweep, _ tiff: TIFFFile, _ bytes: [UInt8], path: String, isDNG: Bool) {
    (self.sweep, self.tiff, self.bytes, self.path, self.isDNG) = (sweep, tiff, bytes, path, isDNG)
  }

  mutating func run() throws(AuxError) {
    let chain = tiff.directories
    let kept = chain.enumerated().filter { number, directory in number == 0 || !goes(directory) }.map(
      \.element)
    if isDNG, let first = chain.first, goes(first) {
      sweep.note(
        "the preview in the first directory of the DNG file stays: programs that do not develop raw images show it"
      )
    }
    for directory in chain where !kept.contains(where: { $0.offset == directory.offset }) {
      takePicture(of: directory)
    }
    for (number, directory) in kept.enumerated() {
      let next = number + 1 < kept.count ? UInt32(kept[number + 1].offset) : 0
      try visit(directory, number > 0 && !isDNG ? .thumbnail : .image, next: next)
    }
    let before = bytes
    finish()
    for range in pixels where range.upperBound > bytes.count || bytes[range] != before[range] {
      throw AuxError(
        .malformed, "metadata that are to go overlap pixels", offset: range.lowerBound, place: path)
    }
  }

  private mutating func finish() {
    let used = ByteRanges(used)
    // In DNG unknown fields may name bytes; in Exif only a maker's note does, which goes with the same kinds.
    let clearsAll = kinds.contains(.all) || !isDNG && kinds.takes(.unusedBytes)
    let cleared = clearsAll ? [0..<bytes.count] : gone
    guard !cleared.isEmpty || !patches.isEmpty else { return }
    for range in cleared {
      for gap in used.gaps(in: range.clamped(to: 0..<bytes.count)) {
        for at in gap { bytes[at] = 0 }
      }
    }
    for patch in patches {
      bytes.replaceSubrange(patch.position..<(patch.position + patch.bytes.count), with: patch.bytes)
    }
    guard !isDNG, !gone.isEmpty || clearsAll else { return }
    let end = used.ranges.last?.upperBound ?? bytes.count
    let last = bytes[min(end, bytes.count)...].lastIndex { $0 != 0 }
    bytes.removeSubrange((last.map { $0 + 1 } ?? min(end, bytes.count))...)
  }

  /// Whether a directory after the first one, or below it, goes as a picture.
  private func goes(_ directory: TIFFDirectory) -> Bool {
    guard isDNG else { return kinds.takes(.exifThumbnail) }
    let kind = (try? tiff.integer(TIFFTag.newSubFileType, in: directory)) ?? 0
    // The low 16 bits of a preview, or a thumbnail of Exif.
    let isPreview = kind & 0xFFFF == DNGSubFileType.preview || directory[TIFFTag.thumbnailOffset] != nil
    return kinds.takes(.preview) && isPreview
  }

  /// Takes out a directory of a thumbnail or a preview, with its pixels.
  private mutating func takePicture(of directory: TIFFDirectory) {
    let ranges = pictures(of: directory)
    let evidence = ranges.first.map { coded(in: Array(bytes[$0])) } ?? []
    sweep.take("\(path)/\(directory.path)", isDNG ? .preview : .exifThumbnail, bytes: evidence)
    gone += ranges
    take(directory)
  }

  /// Returns the entropy-coded data of a JPEG stream, which only this picture has; other bytes as they are.
  private func coded(in stream: [UInt8]) -> [UInt8] {
    guard let image = try? JPEGImage(in: MemoryByteSource(stream), at: 0, limits: sweep.limits) else {
      return stream
    }
    return Array(stream[min(image.scanOffset, stream.count)...])
  }

  /// Takes out a directory with its values, and the directories that it names.
  private mutating func take(_ directory: TIFFDirectory) {
    guard visited.insert(directory.offset).inserted else { return }
    gone.append(directory.range.clamped(to: 0..<bytes.count))
    for number in directory.entries.indices { takeValues(of: directory, number) }
    for child in directory.children {
      gone += pictures(of: child)
      take(child)
    }
  }

  private mutating func takeValues(of directory: TIFFDirectory, _ number: Int) {
    let entry = directory.entries[number]
    if !entry.isInline { gone.append(range(of: entry, at: number, in: directory)) }
    if [TIFFTag.exif, TIFFTag.gps, TIFFTag.interoperability].contains(entry.tag),
      let target = target(of: entry)
    {
      take(target)
    }
  }

  private func target(of entry: TIFFEntry) -> TIFFDirectory? {
    try? TIFFDirectory(
      at: Int(entry.valueField), path: TIFFTag.name(entry.tag), in: tiff.source, endianness: tiff.endianness)
  }

  /// Returns where the values of an entry are, as far as they are in the file.
  private func range(of entry: TIFFEntry, at number: Int, in directory: TIFFDirectory) -> Range<Int> {
    let size = entry.valueByteCount ?? 0
    let start = entry.isInline ? directory.entryOffset(number) + 8 : Int(entry.valueField)
    return (start..<(start + size)).clamped(to: 0..<bytes.count)
  }

  private func pictures(of directory: TIFFDirectory) -> [Range<Int>] {
    tiff.pictures(of: directory, in: bytes.count)
  }

  // MARK: - Directories that stay

  private mutating func visit(_ directory: TIFFDirectory, _ role: Role, next: UInt32) throws(AuxError) {
    guard visited.insert(directory.offset).inserted else { return }
    var entries: [[UInt8]] = []
    for number in directory.entries.indices {
      let start = directory.entryOffset(number)
      guard start + TIFFEntry.byteCount <= bytes.count else { break }
      let entry = Array(bytes[start..<(start + TIFFEntry.byteCount)])
      if let kept = try changed(entry, number, in: directory, role) { entries.append(kept) }
    }
    for picture in pictures(of: directory) { try keepPicture(picture) }
    if entries.isEmpty, role == .image, !directory.entries.isEmpty { entries = [upright] }
    let size = TIFFDirectory.byteCount(entries: entries.count)
    used.append((directory.offset..<(directory.offset + size)).clamped(to: 0..<bytes.count))
    let isChanged =
      entries.count != directory.entries.count || next != directory.next
      || zip(entries, directory.entries.indices).contains { entry, number in
        let start = directory.entryOffset(number)
        return !bytes[start..<(start + TIFFEntry.byteCount)].elementsEqual(entry)
      }
    guard isChanged else { return }
    var writer = ByteWriter(endianness: tiff.endianness)
    writer.write(UInt16(entries.count))
    for entry in entries { writer.write(entry) }
    writer.write(next)
    let room = directory.range.clamped(to: 0..<bytes.count).count
    let filled = (writer.bytes + [UInt8](repeating: 0, count: max(room - writer.count, 0))).prefix(room)
    patches.append(Patch(position: directory.offset, bytes: Array(filled)))
  }

  /// An entry that states the orientation `up`: a directory has one entry at least.
  private var upright: [UInt8] {
    var writer = ByteWriter(endianness: tiff.endianness)
    TIFFEntry(tag: TIFFTag.orientation, type: .short, count: 1, valueField: 0).serialize(into: &writer)
    var value = ByteWriter(endianness: tiff.endianness)
    value.write(UInt16(ImageOrientation.up.rawValue))
    return Array(writer.bytes.prefix(8)) + value.bytes + [0, 0]
  }

  private mutating func keepPicture(_ range: Range<Int>) throws(AuxError) {
    used.append(range)
    if !isDNG { sweep.keep(Array(bytes[range])) }
    guard bytes[range].starts(with: [0xFF, JPEGMarker.SOI, 0xFF]),
      let changed = sweep.picture(Array(bytes[range]))
    else {
      pixels.append(range)
      return
    }
    patches.append(Patch(position: range.lowerBound, bytes: changed))
  }

  /// Returns an entry as it is to be; nil if it goes.
  private mutating func changed(
    _ entry: [UInt8], _ number: Int, in directory: TIFFDirectory, _ role: Role
  ) throws(AuxError) -> [UInt8]? {
    let field = directory.entries[number]
    let (sweep, path) = (sweep, path)
    switch field.tag {
    case TIFFTag.gps where role != .gps && role != .interoperability:
      return try pointer(entry, number, in: directory, .gps, goes: kinds.takes([.location]))
    case TIFFTag.exif where role == .image || role == .thumbnail:
      return try pointer(entry, number, in: directory, .exif, goes: false)
    case TIFFTag.interoperability where role == .exif:
      return try pointer(entry, number, in: directory, .interoperability, goes: false)
    case TIFFTag.subIFDs where role == .image: return try children(entry, number, in: directory)
    case TIFFTag.makerNote: return makerNote(entry, number, in: directory)
    case TIFFTag.xmp where role != .gps:
      return try block(entry, number, in: directory) { packet throws(AuxError) in
        guard let rest = try sweep.xmp(packet, path: "\(path)/XMP") else { return nil }
        return rest == packet ? packet : XMPEdit.padded(rest, to: packet.count)
      }
    case TIFFTag.iptc where role != .gps:
      return try block(entry, number, in: directory) { records throws(AuxError) in
        let rest = sweep.iptc(records)
        return rest.isEmpty ? nil : rest
      }
    case TIFFTag.photoshop where role != .gps:
      return try block(entry, number, in: directory) { resources throws(AuxError) in
        let rest = try sweep.resources(resources)
        return rest.isEmpty ? nil : rest
      }
    case TIFFTag.iccProfile where role == .image:
      return try block(entry, number, in: directory) { profile throws(AuxError) in
        sweep.withoutDate(profile, at: 0)
      }
    default: break
    }
    if field.tag == TIFFTag.c2pa, kinds.takes(MetadataSweep.kinds(ofManifest: values(number, in: directory)))
    {
      remove(number, in: directory, MetadataList.kinds(of: .manifest))
      return nil
    }
    let listed =
      role == .gps
      ? MetadataList.kinds(ofGPSTag: field.tag)
      : role == .interoperability ? nil : MetadataList.kinds(ofTag: field.tag)
    let isTaken = listed.map(kinds.takes) ?? false
    guard isTaken || kinds.contains(.all) && !isEssential(field.tag, role) else {
      keep(number, in: directory)
      return entry
    }
    remove(number, in: directory, listed ?? [])
    return nil
  }

  private func values(_ number: Int, in directory: TIFFDirectory) -> [UInt8] {
    Array(bytes[range(of: directory.entries[number], at: number, in: directory)])
  }

  private mutating func keep(_ number: Int, in directory: TIFFDirectory) {
    let entry = directory.entries[number]
    let place = range(of: entry, at: number, in: directory)
    if !entry.isInline { used.append(place) }
    if place.count <= 1 << 16, collects(place.count) { sweep.keep(Array(bytes[place])) }
  }

  /// Whether a value of so many bytes is collected: values that share bytes are no more than the file has.
  private mutating func collects(_ count: Int) -> Bool {
    guard collected <= bytes.count - count else { return false }
    collected += count
    return true
  }

  private mutating func remove(_ number: Int, in directory: TIFFDirectory, _ listed: Set<MetadataKind>) {
    let entry = directory.entries[number]
    let value =
      collects(range(of: entry, at: number, in: directory).count) ? values(number, in: directory) : []
    var texts: [String] = []
    if [.ascii, .byte, .undefined].contains(entry.type) {
      // Comments begin with the name of their characters, and Windows's texts are UTF-16.
      texts = [String(decoding: value.filter { $0 != 0 }, as: UTF8.self)]
      for name in ["ASCII", "UNICODE", "JIS"] where texts[0].hasPrefix(name) {
        texts = [String(texts[0].dropFirst(name.count))]
      }
    }
    sweep.take("\(path)/\(directory.place(entry.tag))", listed, texts: texts, bytes: value)
    takeValues(of: directory, number)
  }

  private func isEssential(_ tag: UInt16, _ role: Role) -> Bool {
    switch role {
    case .exif: return Self.essentialOfExif.contains(tag)
    case .gps: return false
    // `R03` is Adobe RGB. Source: DCF 2.0, 4.6.
    case .interoperability: return tag == 1 || tag == 2
    case .thumbnail: return false
    case .image:
      guard isDNG else { return tag == TIFFTag.orientation || tag == TIFFTag.yCbCrPositioning }
      return Self.essentialOfDNG.contains { $0.contains(tag) } && !Self.labels.contains(tag)
    }
  }

  /// The tags of the Exif directory that a picture needs: its colors and its components. Source: Exif 2.32, 4.6.5.
  private static let essentialOfExif: Set<UInt16> = [
    TIFFTag.colorSpace, TIFFTag.gamma, TIFFTag.componentsConfiguration, TIFFTag.flashpixVersion,
  ]
  /// What raw converters need: the form of pixels, the model of the camera, the tags of TIFF/EP, and those of DNG.
  private static let essentialOfDNG: [ClosedRange<UInt16>] = [
    254...266, 271...274, 277...284, 290...301, 317...325, 330...347, 512...533, 33421...33422, 34675...34675,
    50706...52600,
  ]
  /// Tags of DNG that only name something: PreviewApplicationName to PreviewSettingsDigest, RawDataUniqueID, AsShotProfileName,
  /// OriginalRawFileDigest, CameraLabel, ReelName, LocalizedCameraModel.
  private static let labels: Set<UInt16> = [
    50709, 50781, 50934, 50966, 50967, 50968, 50969, 50973, 51081, 51105,
  ]

  // MARK: - Entries with a structure

  /// Changes the directory that an entry names, and returns the entry; nil if the directory goes, or has nothing left.
  private mutating func pointer(
    _ entry: [UInt8], _ number: Int, in directory: TIFFDirectory, _ role: Role, goes: Bool
  ) throws(AuxError) -> [UInt8]? {
    let field = directory.entries[number]
    guard !goes else {
      if let target = target(of: field) {
        for index in target.entries.indices where !target.entries[index].isInline {
          let value = values(index, in: target)
          sweep.take(
            "\(path)/\(target.place(target.entries[index].tag))", [.location],
            texts: coordinates(in: value) + [String(decoding: value.filter { $0 != 0 }, as: UTF8.self)],
            bytes: value)
        }
      }
      sweep.take("\(path)/\(directory.place(field.tag))", [.location])
      takeValues(of: directory, number)
      return nil
    }
    let target: TIFFDirectory
    do throws(AuxError) {
      target = try TIFFDirectory(
        at: Int(field.valueField), path: "\(directory.path)/\(TIFFTag.name(field.tag))", in: tiff.source,
        endianness: tiff.endianness)
    } catch {
      // Interoperability says nothing private, and is often damaged.
      guard role == .interoperability || !kinds.takes(.unreadablePacket) else { throw error }
      return entry
    }
    let before = patches.count
    try visit(target, role, next: target.next)
    guard patches.count > before, let own = patches.last(where: { $0.position == target.offset }),
      own.bytes.prefix(2) == [0, 0]
    else { return entry }
    return nil
  }

  /// Returns an angle of three rationals as people write it, with four decimals; empty for other values.
  private func coordinates(in value: [UInt8]) -> [String] {
    guard value.count == 24 else { return [] }
    var reader = ByteReader(value, endianness: tiff.endianness)
    var angle = 0.0
    for unit in [1.0, 60, 3600] {
      guard let over = try? reader.readUInt32(), let under = try? reader.readUInt32(), under > 0 else {
        return []
      }
      angle += Double(over) / Double(under) / unit
    }
    return [NumberText.decimals((angle * 10_000).rounded(.down) / 10_000, 4)]
  }

  private mutating func children(
    _ entry: [UInt8], _ number: Int, in directory: TIFFDirectory
  ) throws(AuxError) -> [UInt8]? {
    let kept = directory.children.filter { !goes($0) }
    for child in directory.children where goes(child) { takePicture(of: child) }
    for child in kept { try visit(child, .image, next: child.next) }
    let field = directory.entries[number]
    let place = range(of: field, at: number, in: directory)
    if !field.isInline { used.append(place) }
    guard kept.count < directory.children.count else { return entry }
    guard !kept.isEmpty else {
      if !field.isInline { gone.append(place) }
      return nil
    }
    var list = ByteWriter(endianness: tiff.endianness)
    for child in kept { list.write(UInt32(child.offset)) }
    var head = ByteWriter(endianness: tiff.endianness)
    let value = kept.count == 1 ? UInt32(kept[0].offset) : field.valueField
    TIFFEntry(tag: field.tag, type: .ifd, count: UInt32(kept.count), valueField: value).serialize(into: &head)
    if kept.count > 1 {
      let filled = list.bytes + [UInt8](repeating: 0, count: max(place.count - list.count, 0))
      patches.append(Patch(position: place.lowerBound, bytes: filled))
    } else {
      patches.append(Patch(position: place.lowerBound, bytes: [UInt8](repeating: 0, count: place.count)))
    }
    return head.bytes
  }

  /// Changes the bytes that are the value of an entry, by a body that returns as many or fewer, or nil for none.
  private mutating func block(
    _ entry: [UInt8], _ number: Int, in directory: TIFFDirectory,
    _ change: ([UInt8]) throws(AuxError) -> [UInt8]?
  ) throws(AuxError) -> [UInt8]? {
    let field = directory.entries[number]
    let place = range(of: field, at: number, in: directory)
    let old = Array(bytes[place])
    guard !old.isEmpty, let new = try change(old), new.count <= old.count else {
      takeValues(of: directory, number)
      return nil
    }
    if !field.isInline { used.append(place) }
    guard new != old else { return entry }
    let size = field.type.byteCount ?? 1
    // A value of four bytes or less is in the entry itself.
    if size == 1, new.count > 4, !field.isInline {
      var head = ByteWriter(endianness: tiff.endianness)
      TIFFEntry(tag: field.tag, type: field.type, count: UInt32(new.count), valueField: field.valueField)
        .serialize(into: &head)
      patches.append(
        Patch(position: place.lowerBound, bytes: new + [UInt8](repeating: 0, count: old.count - new.count)))
      return head.bytes
    }
    let filled = new + [UInt8](repeating: 0, count: old.count - new.count)
    guard !field.isInline else {
      return entry[..<8] + filled + [UInt8](repeating: 0, count: 4 - filled.count)
    }
    patches.append(Patch(position: place.lowerBound, bytes: filled))
    return entry
  }

  /// Changes a maker's note: it goes, keeps only the headroom, or loses its previews.
  private mutating func makerNote(_ entry: [UInt8], _ number: Int, in directory: TIFFDirectory) -> [UInt8]? {
    let field = directory.entries[number]
    let place = range(of: field, at: number, in: directory)
    let note = Array(bytes[place])
    let part: MetadataEntry.Part = AppleMakerNote.isApples(note) ? .makerNote : .unknownMakerNote
    if kinds.takes(part) {
      let reduced = sweep.keepsHeadroom ? AppleMakerNote.headroomAlone(in: note) : nil
      guard let reduced, reduced.count <= note.count, !field.isInline else {
        sweep.take("\(path)/\(directory.place(field.tag))", part, bytes: note)
        if part == .unknownMakerNote, !kinds.contains(.device), !kinds.contains(.all) {
          sweep.note("the maker's note of Exif is removed as well, since it may name places or people")
        }
        takeValues(of: directory, number)
        return nil
      }
      used.append(place.lowerBound..<(place.lowerBound + reduced.count))
      sweep.keep(reduced)
      guard !note.starts(with: reduced) || note.count > reduced.count else { return entry }
      sweep.take("\(path)/\(directory.place(field.tag))", part)
      sweep.note("of the maker's note the two numbers stay by which the gain map brightens the photo")
      patches.append(
        Patch(
          position: place.lowerBound,
          bytes: reduced + [UInt8](repeating: 0, count: note.count - reduced.count)))
      var head = ByteWriter(endianness: tiff.endianness)
      TIFFEntry(tag: field.tag, type: field.type, count: UInt32(reduced.count), valueField: field.valueField)
        .serialize(into: &head)
      return head.bytes
    }
    if !field.isInline { used.append(place) }
    sweep.keep(note)
    guard kinds.takes(.makerNotePreview) else { return entry }
    for preview in MakerNote.previews(in: note, limits: sweep.limits) {
      sweep.note("a preview in the maker's note of Exif becomes zeros")
      sweep.take(
        "\(path)/\(directory.place(field.tag)) preview", .makerNotePreview,
        bytes: coded(in: Array(note[preview])))
      patches.append(
        Patch(
          position: place.lowerBound + preview.lowerBound, bytes: [UInt8](repeating: 0, count: preview.count))
      )
    }
    return entry
  }
}

extension MakerNote {
  /// Returns where JPEG pictures are in a note, whatever its form.
  static func previews(in note: [UInt8], limits: AuxLimits) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var at = 0
    let start: [UInt8] = [0xFF, JPEGMarker.SOI, 0xFF]
    while let begin = note[at...].firstRange(of: start)?.lowerBound {
      at = begin + 2
      let stream = Array(note[begin...])
      guard let image = try? JPEGImage(in: MemoryByteSource(stream), at: 0, limits: limits) else { continue }
      let end =
        stream[image.scanOffset...].firstRange(of: [0xFF, JPEGMarker.EOI])?.upperBound ?? stream.count
      found.append(begin..<(begin + end))
      at = begin + end
    }
    return found
  }
}

extension AppleMakerNote {
  /// Returns a note that states the numbers of the headroom and nothing else; nil for the note of another maker, and where tag 33
  /// is missing.
  static func headroomAlone(in note: [UInt8]) -> [UInt8]? {
    let start = header.count + 4
    guard note.starts(with: header), note.count > start else { return nil }
    let endianness: ByteReader.Endianness = note[start - 2] == UInt8(ascii: "I") ? .little : .big
    let source = MemoryByteSource(note)
    guard
      let directory = try? TIFFDirectory(at: start, path: "MakerNote", in: source, endianness: endianness)
    else { return nil }
    var kept: [(tag: UInt16, entry: [UInt8], value: [UInt8]?)] = []
    for (number, entry) in directory.entries.enumerated() where [headroomTag, gainTag].contains(entry.tag) {
      let place = directory.entryOffset(number)
      guard place + TIFFEntry.byteCount <= note.count else { return nil }
      let size = entry.valueByteCount ?? 0
      guard let value = entry.isInline ? [] : try? source.read(at: Int(entry.valueField), count: size) else {
        return nil
      }
      kept.append(
        (entry.tag, Array(note[place..<(place + TIFFEntry.byteCount)]), entry.isInline ? nil : value))
    }
    // Without the second number readers take it for 0.
    guard kept.first?.tag == headroomTag else { return nil }
    var (head, values) = (ByteWriter(endianness: endianness), [UInt8]())
    head.write(Array(note[..<start]))
    head.write(UInt16(kept.count))
    let end = start + 2 + kept.count * TIFFEntry.byteCount + 4
    for one in kept {
      head.write(Array(one.entry[..<8]))
      if let value = one.value {
        head.write(UInt32(end + values.count))
        values += value
      } else {
        head.write(Array(one.entry[8...]))
      }
    }
    head.write(UInt32(0))
    return head.bytes + values
  }

  /// Whether a note is Apple's, whose tags name neither places nor people.
  package static func isApples(_ note: [UInt8]) -> Bool { note.starts(with: header) }
}

extension TIFFFile {
  /// Returns the bytes of the file that are not strips, tiles or thumbnails, in parts.
  package func partsWithoutPixels() throws(AuxError) -> [[UInt8]] {
    let pixels = ByteRanges(allDirectories.flatMap { pictures(of: $0, in: source.byteCount) })
    var parts: [[UInt8]] = []
    for gap in pixels.gaps(in: 0..<source.byteCount) {
      parts.append(try source.read(at: gap.lowerBound, count: gap.count))
    }
    return parts
  }

  /// Returns where the pixels of a directory are, as far as they are in the file: strips, tiles, and Exif's thumbnail.
  fileprivate func pictures(of directory: TIFFDirectory, in count: Int) -> [Range<Int>] {
    let tags = [
      (TIFFTag.stripOffsets, TIFFTag.stripByteCounts), (TIFFTag.tileOffsets, TIFFTag.tileByteCounts),
      (TIFFTag.thumbnailOffset, TIFFTag.thumbnailByteCount),
    ]
    return tags.flatMap { offsets, counts -> [Range<Int>] in
      let starts = (try? values(offsets, in: directory)?.integers()) ?? []
      let sizes = (try? values(counts, in: directory)?.integers()) ?? []
      return zip(starts, sizes).compactMap { start, size in
        start >= 0 && size > 0 ? (start..<(start + size)).clamped(to: 0..<count) : nil
      }
    }
  }
}
