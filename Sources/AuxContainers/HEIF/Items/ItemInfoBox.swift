package import AuxImage

/// What `iinf` says, right or wrong: its boxes, whatever their count. Source: ISO/IEC 14496-12:2022, 8.11.6.
package struct ItemList: Sendable {
  /// The count has 16 bits in version 0 and 32 in others.
  package let full: FullBoxHeader
  /// The number of items that the box states.
  package let count: Int
  package let list: BoxList
  /// What each of these says.
  package let entries: [Result<ItemInfoEntry, AuxError>]
  package let countOffset: Int
  let listOffset: Int

  package init(parsing reader: inout ByteReader, limits: AuxLimits) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    countOffset = reader.fileOffset
    count = Int(full.version == 0 ? UInt32(try reader.readUInt16()) : try reader.readUInt32())
    listOffset = reader.fileOffset
    list = BoxList(&reader, most: limits.items)
    entries = list.boxes.map { box in
      Result { () throws(AuxError) in
        var reader = box.reader
        return try ItemInfoEntry(parsing: &reader)
      }
    }
  }
}

/// `iinf`: the list of the items, for editing. Source: ISO/IEC 14496-12:2022, 8.11.6.
package struct ItemInfoBox: Hashable, Sendable {
  /// The count has 16 bits in version 0 and 32 in others.
  package var full = FullBoxHeader()
  package var boxes: [Box] = []
  package var rest: [UInt8] = []

  package init() {}

  /// Takes the boxes that a list counts; throws where there are fewer, and `limitExceeded` for more than
  /// ``AuxLimits/items``.
  package init(_ items: ItemList, limits: AuxLimits) throws(AuxError) {
    full = items.full
    guard items.count <= limits.items else {
      throw AuxError(
        .limitExceeded, "\(items.count) items, \(limits.items) at most", offset: items.listOffset)
    }
    let list = items.list
    if items.count > list.boxes.count {
      try AuxError.at("[\(list.boxes.count)]") { () throws(AuxError) in try list.requireAnother() }
    }
    boxes = Array(list.boxes.prefix(items.count))
    rest = list.bytes(from: items.count)
  }

  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    if full.version == 0 { writer.write(UInt16(boxes.count)) } else { writer.write(UInt32(boxes.count)) }
    for box in boxes { box.serialize(into: &writer) }
    writer.write(rest)
  }

  /// Appends an entry; the version rises where 16 bits do not hold the count.
  package mutating func append(_ entry: ItemInfoEntry) {
    boxes.append(Box("infe") { entry.serialize(into: &$0) })
    if boxes.count > 0xFFFF { full.version = 1 }
  }
}

/// `infe`: type, name and flags of one item, in version 2 or 3. Source: ISO/IEC 14496-12:2022, 8.11.6.
package struct ItemInfoEntry: Hashable, Sendable {
  /// The item's number has 16 bits in version 2 and 32 in version 3.
  package var full: FullBoxHeader
  package var itemID: UInt32
  /// The protection scheme, 0 for none.
  package var protectionIndex: UInt16
  package var itemType: FourCharacterCode
  /// The strings after the type, as bytes: the name, and more for `mime` and `uri `.
  package var strings: [UInt8]

  /// Creates an entry with an empty name, in the lowest version that holds the number.
  package init(
    itemID: UInt32, type: FourCharacterCode, isHidden: Bool = false, contentType: String? = nil,
    contentEncoding: String? = nil
  ) {
    full = FullBoxHeader(version: itemID > 0xFFFF ? 3 : 2, flags: isHidden ? 1 : 0)
    self.itemID = itemID
    protectionIndex = 0
    itemType = type
    strings = [0]
    if let contentType { strings += Array(contentType.utf8) + [0] }
    if contentType != nil, let contentEncoding, !contentEncoding.isEmpty {
      strings += Array(contentEncoding.utf8) + [0]
    }
  }

  /// Reads the payload; throws `unsupported` for the versions 0 and 1, which have no type.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    guard full.version == 2 || full.version == 3 else {
      throw AuxError(.unsupported, "version \(full.version) of infe", offset: reader.fileOffset)
    }
    itemID = try reader.readItemID(wide: full.version == 3)
    protectionIndex = try reader.readUInt16()
    itemType = try reader.readCode()
    strings = reader.readRest()
  }

  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(itemID: itemID, wide: full.version == 3)
    writer.write(protectionIndex)
    writer.write(itemType)
    writer.write(strings)
  }

  /// Whether a reader does not show the item by itself.
  package var isHidden: Bool { full.flags & 1 != 0 }
  package var name: String { string(0) ?? "" }
  package var contentType: String? { itemType == "mime" ? string(1) : nil }
  /// The URI that says what an item of the type `uri ` is. Source: ISO/IEC 14496-12, 8.11.6.
  package var uriType: String? { itemType == "uri " ? string(1) : nil }
  package var contentEncoding: String? { itemType == "mime" ? string(2) : nil }

  private func string(_ number: Int) -> String? {
    var rest = strings[...]
    for _ in 0..<number {
      guard let end = rest.firstIndex(of: 0) else { return nil }
      rest = rest[(end + 1)...]
    }
    let end = rest.firstIndex(of: 0)
    // Nothing at all after the last string is no string; what is not terminated is one.
    return end == nil && rest.isEmpty ? nil : String(decoding: rest[..<(end ?? rest.endIndex)], as: UTF8.self)
  }
}
