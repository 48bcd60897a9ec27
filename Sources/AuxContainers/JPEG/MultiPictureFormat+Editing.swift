internal import AuxImage

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
    guard let list = fields.firstIndex(where: { $0.tag == Tag.imageUIDs }) else { return }
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
