import AuxContainers
import AuxImage
import Foundation
import Testing

/// The bytes of a file, and the small changes that the tests make to them.
struct Bytes {
  /// A change that does not fit the file: the test is wrong, not the file.
  struct Misfit: Error { var reason: String }

  var data: [UInt8]

  init(_ data: [UInt8]) { self.data = data }

  /// Returns where a text stands, for the `number`th time from 0.
  func find(_ text: String, _ number: Int = 0) throws -> Int { try find(Array(text.utf8), number) }

  func find(_ pattern: [UInt8], _ number: Int = 0) throws -> Int {
    var left = number
    var at = 0
    while at + pattern.count <= data.count {
      if data[at] == pattern[0], data[at..<(at + pattern.count)].elementsEqual(pattern) {
        if left == 0 { return at }
        left -= 1
      }
      at += 1
    }
    throw Misfit(reason: "\(String(decoding: pattern, as: UTF8.self)) is not there \(number + 1) times")
  }

  /// Puts bytes in the place of others.
  mutating func put(_ bytes: [UInt8], at offset: Int) {
    data.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
  }

  /// Replaces a text by one that is not longer; spaces fill the rest, as XML allows between elements.
  mutating func swap(_ old: String, _ new: String, _ number: Int = 0) throws {
    let at = try find(old, number)
    guard new.utf8.count <= old.utf8.count else { throw Misfit(reason: "\(new) is longer than \(old)") }
    put(Array(new.utf8) + Array(repeating: 0x20, count: old.utf8.count - new.utf8.count), at: at)
  }

  /// Replaces the text of an XMP property; a longer one takes the place of white space behind it.
  mutating func property(_ name: String, _ value: String, _ number: Int = 0) throws {
    let start = try find("<\(name)>", number)
    let close = Array("</\(name)>".utf8)
    var end = start
    while !data[end...].starts(with: close) { end += 1 }
    var rest = end + close.count
    while rest < data.count, [0x20, 0x0A].contains(data[rest]) { rest += 1 }
    let element = Array((value.isEmpty ? "" : "<\(name)>\(value)</\(name)>").utf8)
    guard element.count <= rest - start else { throw Misfit(reason: "no room for \(value)") }
    put(element + Array(repeating: 0x20, count: rest - start - element.count), at: start)
  }

  mutating func bigEndian(_ value: UInt32, at offset: Int) {
    put([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }, at: offset)
  }
}

extension Bytes {
  /// Where the field `tag` of the index of the primary stands, of Apple's layout: three fields from byte 14.
  func index(_ field: Int) throws -> Int { try find("MPF\0") + 4 + 10 + field * 12 }

  /// Where an MP entry stands, from 1.
  func entry(_ number: Int) throws -> Int { try find("MPF\0") + 4 + 50 + (number - 1) * 16 }

  /// The number of bytes from the byte-order mark to an image, as its entry says.
  func entryValue(_ number: Int, _ field: Int) throws -> Int {
    let at = try entry(number) + field
    return data[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Where an image begins in the file.
  func image(_ number: Int) throws -> Int { try find("MPF\0") + 4 + entryValue(number, 8) }
}

extension Bytes {
  /// Makes the index of the primary little-endian, in place.
  mutating func turnIndex() throws {
    let start = try find("MPF\0") + 4
    let count = Int(data[try index(2) + 7]) / 16
    // The sizes of all numbers in their order; negative ones are bytes that stay.
    let field = [2, 2, 4, 4]
    var sizes = [-2, 2, 4, 2] + [2, 2, 4, -4] + field + field + [4]
    for _ in 0..<count { sizes += [4, 4, 4, 2, 2] }
    put([0x49, 0x49], at: start)
    var at = start
    for size in sizes {
      if size > 0 { put(data[at..<(at + size)].reversed(), at: at) }
      at += abs(size)
    }
  }
}

extension Bytes {
  /// Changes the views of `meta` and writes it back; extents move with the media data.
  mutating func meta(adding box: Box? = nil, _ change: (inout MetaBox) throws -> Void) throws {
    let source = MemoryByteSource(data)
    let layout = try FileLayout(source)
    guard let entry = try layout.only("meta") else { throw Misfit(reason: "no meta") }
    var meta = try MetaBox(try FileLayout.load(entry, from: source, limits: .standard))
    try change(&meta)
    let distance = meta.box.count + (box?.count ?? 0) - entry.header.count
    for number in meta.locations.entries.indices where meta.locations.entries[number].constructionMethod == 0
    {
      let base = meta.locations.entries[number].baseOffset
      if base > 0 { meta.locations.entries[number].baseOffset = UInt64(Int(base) + distance) }
      for extent in meta.locations.entries[number].extents.indices where base == 0 {
        let offset = Int(meta.locations.entries[number].extents[extent].offset)
        meta.locations.entries[number].extents[extent].offset = UInt64(offset + distance)
      }
    }
    var writer = ByteWriter()
    var whole = meta.box
    if let box { whole = whole.replacing(boxes: whole.boxes + [box]).sized() }
    whole.serialize(into: &writer)
    data.replaceSubrange(entry.range, with: writer.bytes)
  }

  /// Changes the `infe` of an item.
  mutating func item(_ id: UInt32, _ change: (inout ItemInfoEntry) -> Void) throws {
    try meta { meta in
      for number in meta.itemInfo.boxes.indices {
        var reader = meta.itemInfo.boxes[number].reader
        var entry = try ItemInfoEntry(parsing: &reader)
        guard entry.itemID == id else { continue }
        change(&entry)
        meta.itemInfo.boxes[number] = Box("infe") { entry.serialize(into: &$0) }
      }
    }
  }

  /// Gives an item one more property.
  mutating func add(_ box: Box, to id: UInt32, isEssential: Bool = true) throws {
    try meta { meta in
      meta.properties.append(box)
      let number = meta.properties.count
      try meta.associate(id) { $0.append(.init(number, isEssential: isEssential)) }
    }
  }

  /// Changes the bytes of a property of an item; the property is the item's own afterwards.
  mutating func change(_ type: FourCharacterCode, of id: UInt32, _ change: (inout [UInt8]) -> Void) throws {
    try meta { meta in
      let properties = meta.properties
      var payload: [UInt8]?
      try meta.associate(id) { list in
        guard let at = list.firstIndex(where: { properties[Int($0.index) - 1].type == type }) else { return }
        payload = properties[Int(list[at].index) - 1].payload
        // A property of its own where others share it.
        list[at].index = UInt16(properties.count + 1)
      }
      guard var payload else { throw Misfit(reason: "item \(id) has no \(type)") }
      change(&payload)
      meta.properties.append(Box(type, payload))
      meta.dropUnusedProperties()
    }
  }
}

extension MetaBox {
  /// Changes the list of the properties of an item.
  mutating func associate(
    _ id: UInt32, _ change: (inout [ItemPropertyAssociationBox.Association]) throws -> Void
  ) throws {
    for box in associations.indices {
      for entry in associations[box].entries.indices where associations[box].entries[entry].itemID == id {
        var list = associations[box].entries[entry].associations
        try change(&list)
        associations[box].entries[entry].associations = list
      }
    }
  }

  /// Makes properties without an item free space, so that no rule but the one that is tested is broken.
  mutating func dropUnusedProperties() {
    let used = Set(associations.flatMap(\.entries).flatMap(\.associations).map { Int($0.index) })
    for number in properties.indices where !used.contains(number + 1) {
      let payload = properties[number].payload
      properties[number] = Box("free", payload)
    }
  }

  /// The number in ipco, from 0, of a property of an item.
  func number(_ type: FourCharacterCode, of id: UInt32) -> Int? {
    let list = associations.flatMap(\.entries).first { $0.itemID == id }?.associations ?? []
    return list.map { Int($0.index) - 1 }.first { properties[$0].type == type }
  }
}

extension Bytes {
  /// The directories of a TIFF file: 0 is IFD 0, then depth, and masks behind it.
  func directories() throws -> [TIFFDirectory] { try TIFFFile(MemoryByteSource(data)).allDirectories }

  /// Changes the twelve bytes of a field.
  mutating func field(_ tag: UInt16, in directory: Int, _ change: (inout TIFFEntry) -> Void) throws {
    let found = try directories()[directory]
    guard let number = found.entries.firstIndex(where: { $0.tag == tag }) else {
      throw Misfit(reason: "no \(TIFFTag.name(tag)) in \(found.path)")
    }
    var entry = found.entries[number]
    change(&entry)
    var writer = ByteWriter(endianness: data[0] == 0x49 ? .little : .big)
    entry.serialize(into: &writer)
    put(writer.bytes, at: found.offset + 2 + number * TIFFEntry.byteCount)
  }

  /// Sets a value that stands in its field.
  mutating func value(_ tag: UInt16, in directory: Int, _ value: Int) throws {
    let isLittle = data[0] == 0x49
    try field(tag, in: directory) { entry in
      let isShort = entry.type == .short
      entry.valueField = isShort && !isLittle ? UInt32(value) << 16 : UInt32(value)
    }
  }

  /// Where the values of a field stand.
  func values(_ tag: UInt16, in directory: Int) throws -> Int {
    guard let entry = try directories()[directory][tag] else { throw Misfit(reason: "no \(tag)") }
    return Int(entry.valueField)
  }
}
