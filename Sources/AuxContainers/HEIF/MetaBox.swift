package import AuxImage

/// The `meta` box of a HEIF file: typed views of the children that describe items, the rest verbatim.
///
/// Source: ISO/IEC 14496-12:2022, 8.11; ISO/IEC 23008-12, 6.
package struct MetaBox: Hashable, Sendable {
  /// The box as it was read.
  private let original: Box
  /// The kind of content.
  package let handler: HandlerBox
  /// The primary item.
  package var primary: PrimaryItemBox
  /// The items.
  package var itemInfo: ItemInfoBox
  /// The references between items.
  package var references: ItemReferenceBox
  /// The properties, numbered from 1.
  package var properties: [Box]
  /// Which properties belong to which items, as many boxes as there were.
  package var associations: [ItemPropertyAssociationBox]
  /// Where the bytes of the items are.
  package var locations: ItemLocationBox
  /// The bytes of `idat`.
  package var itemData: [UInt8]
  /// The groups.
  package var groups: [EntityGroup]
  /// The files that items are in.
  package let dataReferences: DataReferenceBox?
  /// The offset of the bytes of `idat` in the file, where it has one.
  package let itemDataOffset: Int?

  /// The children that may stand once only.
  private static let unique: [FourCharacterCode] = [
    "hdlr", "dinf", "pitm", "iinf", "iref", "iprp", "iloc", "idat", "grpl",
  ]

  /// Creates the typed views of a box; throws `malformed` where a child stands twice or is missing.
  package init(_ box: Box, limits: Limits = .standard) throws(AuxError) {
    original = box
    do throws(AuxError) {
      for type in Self.unique where box.boxes.count(where: { $0.type == type }) > 1 {
        throw AuxError(.malformed, "a second \(type) box (14496-12 8.11)", offset: box.payloadOffset)
      }
      handler = try Self.parse("hdlr", in: box) { reader throws(AuxError) in try HandlerBox(parsing: &reader)
      }
      guard handler.handlerType == "pict" else {
        throw AuxError(.unsupported, "the handler \(handler.handlerType) is not pict", place: "hdlr")
      }
      primary = try Self.parse("pitm", in: box) { reader throws(AuxError) in
        try PrimaryItemBox(parsing: &reader)
      }
      itemInfo = try Self.parse("iinf", in: box) { reader throws(AuxError) in
        try ItemInfoBox(parsing: &reader, limits: limits)
      }
      references =
        box.first("iref") == nil
        ? ItemReferenceBox()
        : try Self.parse("iref", in: box) { reader throws(AuxError) in
          try ItemReferenceBox(parsing: &reader, limits: limits)
        }
      locations =
        box.first("iloc") == nil
        ? ItemLocationBox()
        : try Self.parse("iloc", in: box) { reader throws(AuxError) in
          try ItemLocationBox(parsing: &reader, limits: limits)
        }
      dataReferences =
        box.first("dinf") == nil
        ? nil
        : try Self.parse("dinf", in: box) { reader throws(AuxError) in try DataReferenceBox(parsing: &reader)
        }
      (properties, associations) = try Self.properties(of: box, limits)
      groups = try Self.groups(of: box)
    } catch { throw error.within("meta") }
    itemData = box.first("idat")?.payload ?? []
    itemDataOffset = box.first("idat")?.payloadOffset
  }

  private static func parse<View>(
    _ type: FourCharacterCode, in box: Box, _ body: (inout ByteReader) throws(AuxError) -> View
  ) throws(AuxError) -> View {
    guard let child = box.first(type) else {
      throw AuxError(.malformed, "no \(type) box (23008-12 6.2)", offset: box.payloadOffset)
    }
    var reader = child.reader
    do throws(AuxError) { return try body(&reader) } catch { throw error.within("\(type)") }
  }

  private static func properties(
    of box: Box, _ limits: Limits
  ) throws(AuxError) -> ([Box], [ItemPropertyAssociationBox]) {
    guard let container = box.first("iprp") else { return ([], []) }
    guard container.boxes.count(where: { $0.type == "ipco" }) <= 1 else {
      throw AuxError(.malformed, "a second ipco box (14496-12 8.11.14)", place: "iprp")
    }
    var associations: [ItemPropertyAssociationBox] = []
    for child in container.boxes where child.type == "ipma" {
      var reader = child.reader
      associations.append(
        try AuxError.at("iprp/ipma") { () throws(AuxError) in
          try ItemPropertyAssociationBox(parsing: &reader, limits: limits)
        })
    }
    return (container.first("ipco")?.boxes ?? [], associations)
  }

  private static func groups(of box: Box) throws(AuxError) -> [EntityGroup] {
    var groups: [EntityGroup] = []
    for (number, child) in (box.first("grpl")?.boxes ?? []).enumerated() {
      var reader = child.reader
      groups.append(
        try AuxError.at("grpl[\(number)]/\(child.type)") { () throws(AuxError) in
          try EntityGroup(child.type, parsing: &reader)
        })
    }
    return groups
  }
}

extension MetaBox {
  /// The box with the views written back; the inverse of ``init(_:limits:)``.
  ///
  /// The order of the children stays; one that is new stands at the end.
  package var box: Box {
    var children: [Box] = []
    for child in original.boxes {
      if let child = rebuilt(child) { children.append(child) }
    }
    let present = Set(original.boxes.map(\.type))
    for type in ["iref", "iprp", "grpl", "iloc"] as [FourCharacterCode] where !present.contains(type) {
      if type == "grpl", groups.isEmpty { continue }
      if let child = rebuilt(Box(type, [])) { children.append(child) }
    }
    return original.replacing(boxes: children).sized()
  }

  /// Returns a child with its view written back, or nil where it has become empty.
  private func rebuilt(_ child: Box) -> Box? {
    switch child.type {
    case "pitm": return child.replacing(primary.serialize)
    case "iinf": return child.replacing(itemInfo.serialize)
    case "iref":
      let isNewlyEmpty = references.references.isEmpty && child.payloadCount != 4
      return isNewlyEmpty ? nil : child.replacing(references.serialize)
    case "iprp": return rebuiltProperties(child)
    case "iloc":
      return locations.entries.isEmpty && child.payloadCount == 0 ? nil : child.replacing(locations.serialize)
    case "idat":
      return itemData.isEmpty && child.payloadCount != 0 ? nil : child.replacing { $0.write(itemData) }
    case "grpl":
      guard groups.count != child.boxes.count || !groups.isEmpty else { return child }
      return groups.isEmpty
        ? nil : child.replacing(boxes: groups.map { group in Box(group.type, group.serialize) })
    default: return child
    }
  }

  private func rebuiltProperties(_ container: Box) -> Box? {
    guard !container.boxes.isEmpty else {
      guard !properties.isEmpty || !associations.isEmpty else {
        return container.payloadCount == 0 ? nil : container
      }
      let associations = associations.map { view in Box("ipma", view.serialize) }
      return container.replacing(boxes: [Box("ipco", boxes: properties)] + associations)
    }
    var number = 0
    var children: [Box] = []
    for child in container.boxes {
      switch child.type {
      case "ipco": children.append(child.replacing(boxes: properties))
      case "ipma":
        children.append(child.replacing(associations[number].serialize))
        number += 1
      default: children.append(child)
      }
    }
    children += associations[number...].map { view in Box("ipma", view.serialize) }
    return container.replacing(boxes: children)
  }
}
