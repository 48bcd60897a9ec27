package import AuxImage

/// The multi-picture index of a JPEG image: the payload of its APP2 `MPF` segment.
///
/// The index of a first image has MP entries; that of a further image, as Apple writes it, only a version
/// and a count. Tags and directories that have no member here are kept. Source: CIPA DC-007; Specs/jpeg-mpf.md.
package struct MultiPictureFormat: Hashable, Sendable {
  /// One MP entry: 16 bytes.
  package struct Entry: Hashable, Sendable {
    /// Flags, format and type of the image.
    package var attribute: UInt32
    package var size: UInt32
    /// The offset of the image from the byte-order mark; 0 for the first image.
    package var offset: UInt32
    /// The numbers of two dependent images, from 1; 0 for none.
    package var dependents: [UInt16]

    package init(attribute: UInt32, size: UInt32 = 0, offset: UInt32 = 0, dependents: [UInt16] = [0, 0]) {
      (self.attribute, self.size, self.offset) = (attribute, size, offset)
      self.dependents = dependents
    }

    /// The type of the image. Source: CIPA DC-007, 5.2.3.3.1, "MP Type".
    package var typeCode: UInt32 { attribute & 0xFF_FFFF }
    /// True for a thumbnail of the size of a screen.
    package var isLargeThumbnail: Bool { typeCode & 0xFF_0000 == 0x01_0000 }

    /// The attribute that Apple gives the first image: baseline primary.
    package static let primaryAttribute: UInt32 = 0x0003_0000
    /// The attribute that Apple gives every further image: type undefined.
    package static let secondaryAttribute: UInt32 = 0
  }

  package struct Field: Hashable, Sendable {
    package var tag: UInt16
    package var type: UInt16
    package var count: UInt32
    /// The bytes of the value; fields that share theirs in a file share memory.
    package var value: ArraySlice<UInt8>
  }

  /// The byte order; Apple writes big-endian.
  package var endianness: ByteReader.Endianness = .big
  /// The fields of the index directory but for the entries, ascending.
  package var fields: [Field]
  package var entries: [Entry]?
  /// The fields of the attribute directory, where there is one.
  package var attributes: [Field]?
  /// Where the count of images is in the payload, for changing it in place.
  package private(set) var numberOfImagesOffset: Int?

  /// Creates Apple's index: the version and a count, and entries for a first image.
  package init(numberOfImages: Int, entries: [Entry]?) {
    fields = [
      Field(tag: MultiPictureIndex.Tag.version, type: 7, count: 4, value: Array("0100".utf8)[...]),
      Field(tag: MultiPictureIndex.Tag.numberOfImages, type: 4, count: 1, value: []),
    ]
    self.entries = entries
    self.numberOfImages = numberOfImages
  }

  package var numberOfImages: Int {
    get {
      guard let value = fields.first(where: { $0.tag == MultiPictureIndex.Tag.numberOfImages })?.value,
        value.count >= 4
      else {
        return entries?.count ?? 0
      }
      var reader = ByteReader(Array(value.prefix(4)), endianness: endianness)
      return Int((try? reader.readUInt32()) ?? 0)
    }
    set {
      var writer = ByteWriter(endianness: endianness)
      writer.write(UInt32(newValue))
      guard let index = fields.firstIndex(where: { $0.tag == MultiPictureIndex.Tag.numberOfImages }) else {
        return
      }
      fields[index].value = writer.bytes[...]
    }
  }
}

extension MultiPictureFormat {
  /// Reads the payload of an `MPF` segment.
  ///
  /// Throws `malformed` or `truncated` with place and offset.
  package init(parsing reader: inout ByteReader, limits: AuxLimits = .standard) throws(AuxError) {
    guard try reader.readBytes(MultiPictureIndex.headerCount) == JPEGIdentifier.multiPicture else {
      throw AuxError(.malformed, "the segment does not begin with MPF", place: "MPF")
    }
    try self.init(MultiPictureIndex(try reader.readChild(reader.remaining), limits: limits), limits: limits)
  }

  /// Takes over what was read of an index; throws its first fault.
  package init(_ index: MultiPictureIndex, limits: AuxLimits) throws(AuxError) {
    switch index.faults.first {
    case .mark: throw AuxError(.malformed, "no byte-order mark (DC-007)", offset: index.base, place: "MPF")
    case .structure(let error), .value(_, let error): throw error.within("MPF")
    case nil: if let error = index.attributesFault { throw error.within("MPF") }
    }
    endianness = index.endianness
    fields = index.fields.map(Field.init)
    attributes = index.attributes?.map(Field.init)
    numberOfImagesOffset = index.fields.last { $0.tag == MultiPictureIndex.Tag.numberOfImages }.map {
      $0.offset - index.base + MultiPictureIndex.headerCount
    }
    guard let list = fields.firstIndex(where: { $0.tag == MultiPictureIndex.Tag.entries }) else { return }
    let count = fields.remove(at: list).value.count / MultiPictureIndex.Entry.byteCount
    guard count <= limits.images else {
      throw AuxError(.limitExceeded, "\(count) MP entries, \(limits.images) at most", place: "MPF/MPEntry")
    }
    entries = index.entries.map(Entry.init)
  }

  /// The number of bytes that ``serialize(into:)`` writes at most.
  package var byteCount: Int {
    let all = fields + (attributes ?? [])
    return MultiPictureIndex.headerCount + 8 + 2 * (2 + 4) + 12 * (all.count + 1) + (entries?.count ?? 0)
      * MultiPictureIndex.Entry.byteCount
      + all.reduce(0) { $0 + $1.value.count }
  }

  package func serialize(into writer: inout ByteWriter) {
    var block = ByteWriter(endianness: endianness)
    block.write(endianness == .big ? [0x4D, 0x4D, 0, 0x2A] : [0x49, 0x49, 0x2A, 0] as [UInt8])
    block.write(UInt32(8))
    var index = fields
    if let entries {
      var value = ByteWriter(endianness: endianness)
      for entry in entries { entry.serialize(into: &value) }
      index.append(
        Field(
          tag: MultiPictureIndex.Tag.entries, type: 7, count: UInt32(value.count), value: value.bytes[...]))
      index.sort { $0.tag < $1.tag }
    }
    Self.write(index, into: &block, hasNext: attributes != nil)
    if let attributes { Self.write(attributes, into: &block, hasNext: false) }
    writer.write(JPEGIdentifier.multiPicture)
    writer.write(block.bytes)
  }

  /// Writes a directory and the values after it; a next directory follows these.
  private static func write(_ fields: [Field], into block: inout ByteWriter, hasNext: Bool) {
    var valueOffset = block.count + 2 + 12 * fields.count + 4
    var values = ByteWriter(endianness: block.endianness)
    block.write(UInt16(fields.count))
    for field in fields {
      block.write(field.tag)
      block.write(field.type)
      block.write(field.count)
      if field.value.count > 4 {
        block.write(UInt32(valueOffset + values.count))
        values.write(Array(field.value))
      } else {
        block.write(Array(field.value) + [UInt8](repeating: 0, count: 4 - field.value.count))
      }
    }
    valueOffset += values.count
    block.write(UInt32(hasNext ? valueOffset : 0))
    block.write(values.bytes)
  }
}

extension MultiPictureFormat.Field {
  fileprivate init(_ field: MultiPictureIndex.Field) {
    self.init(tag: field.tag, type: field.type, count: field.count, value: field.bytes)
  }
}

extension MultiPictureFormat.Entry {
  fileprivate init(_ entry: MultiPictureIndex.Entry) {
    self.init(
      attribute: entry.attribute, size: UInt32(entry.size), offset: UInt32(entry.offset),
      dependents: entry.dependents)
  }

  fileprivate func serialize(into writer: inout ByteWriter) {
    writer.write(attribute)
    writer.write(size)
    writer.write(offset)
    for dependent in dependents { writer.write(dependent) }
  }
}

extension MultiPictureFormat {
  /// Keeps these entries, puts `first` of Apple's after that of the primary and `added` at the end, and follows with all
  /// that counts them.
  ///
  /// Numbers of dependent images are renumbered, and the list of unique identifiers (33 bytes each) likewise.
  package mutating func replaceEntries(keeping kept: [Int], adding added: Int, before first: Int = 0) {
    let old = entries ?? []
    var renumbered: [UInt16: UInt16] = [:]
    for (new, index) in kept.enumerated() {
      renumbered[UInt16(index + 1)] = UInt16(new + 1 + (new > 0 ? first : 0))
    }
    let own = kept.map { index -> Entry in
      var entry = index < old.count ? old[index] : Entry(attribute: Entry.secondaryAttribute)
      entry.dependents = entry.dependents.map { renumbered[$0] ?? 0 }
      return entry
    }
    func new(_ count: Int) -> [Entry] {
      Array(repeating: Entry(attribute: Entry.secondaryAttribute), count: count)
    }
    entries = Array(own.prefix(1)) + new(first) + own.dropFirst() + new(added)
    numberOfImages = kept.count + first + added
    guard let list = fields.firstIndex(where: { $0.tag == MultiPictureIndex.Tag.imageUIDs }) else { return }
    let value = Array(fields[list].value)
    let size = 33
    var identifiers: [UInt8] = []
    for (number, index) in kept.enumerated() {
      if number == 1 { identifiers += [UInt8](repeating: 0, count: first * size) }
      identifiers +=
        (index + 1) * size <= value.count
        ? Array(value[(index * size)..<((index + 1) * size)]) : [UInt8](repeating: 0, count: size)
    }
    identifiers += [UInt8](repeating: 0, count: (added + (kept.count > 1 ? 0 : first)) * size)
    fields[list].value = identifiers[...]
    fields[list].count = UInt32(identifiers.count)
  }
}

extension MultiPictureFormat {
  /// Returns where a further image counts the images of its file, and the bytes that say `count`; nil where
  /// nothing is to be changed.
  static func countPatch(
    of image: JPEGImage, in structure: JPEGStructure, _ count: Int
  ) -> (offset: Int, bytes: [UInt8])? {
    // An index that cannot be read is kept as it is.
    guard let segment = image.first(.multiPicture), let read = structure.index(of: image),
      let index = try? MultiPictureFormat(read, limits: structure.limits), index.entries == nil,
      let offset = index.numberOfImagesOffset, index.numberOfImages != count
    else { return nil }
    var writer = ByteWriter(endianness: index.endianness)
    writer.write(UInt32(count))
    return (segment.payloadOffset + offset, writer.bytes)
  }
}
