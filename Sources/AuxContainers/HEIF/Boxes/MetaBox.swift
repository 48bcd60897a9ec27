package import AuxImage

/// The `meta` box of a HEIF file: typed views of the children that describe items, the rest verbatim.
///
/// Source: ISO/IEC 14496-12:2022, 8.11; ISO/IEC 23008-12, 6.
package struct MetaBox: Hashable, Sendable {
  private var original: Box
  package let handler: HandlerBox
  package var primary: PrimaryItemBox
  package var itemInfo: ItemInfoBox
  package var references: ItemReferenceBox
  /// The properties, numbered from 1.
  package var properties: [Box]
  /// Which properties belong to which items, as many boxes as there were.
  package var associations: [ItemPropertyAssociationBox]
  package var locations: ItemLocationBox
  package var itemData: [UInt8]
  package var groups: [EntityGroup]
  package let dataReferences: DataReferenceBox?
  /// The offset of the bytes of `idat` in the file, where it has one.
  package let itemDataOffset: Int?

  /// The types of children that may be there only once.
  private static let unique: [FourCharacterCode] = [
    "hdlr", "dinf", "pitm", "iinf", "iref", "iprp", "iloc", "idat", "grpl",
  ]

  /// Takes the views of a structure; throws `malformed` where a child is there twice or is missing, and the first
  /// fault of those that are needed.
  package init(_ structure: MetaStructure, limits: AuxLimits) throws(AuxError) {
    let box = structure.box
    original = box
    do throws(AuxError) {
      for type in Self.unique where box.boxes.count(where: { $0.type == type }) > 1 {
        throw AuxError(.malformed, "a second \(type) box (14496-12 8.11)", offset: box.payloadOffset)
      }
      handler = try structure.view("hdlr") { if case .handler(let view) = $0 { view } else { nil } }
      guard handler.handlerType == "pict" else {
        throw AuxError(.unsupported, "the handler \(handler.handlerType) is not pict", place: "hdlr")
      }
      primary = try structure.view("pitm") { if case .primary(let view) = $0 { view } else { nil } }
      let items = try structure.view("iinf") { if case .items(let view) = $0 { view } else { nil } }
      itemInfo = try AuxError.at("iinf") { () throws(AuxError) in try ItemInfoBox(items, limits: limits) }
      references = ItemReferenceBox()
      if box.first("iref") != nil {
        let list = try structure.view("iref") { if case .references(let view) = $0 { view } else { nil } }
        references = try AuxError.at("iref") { () throws(AuxError) in try ItemReferenceBox(list) }
      }
      locations = ItemLocationBox()
      if box.first("iloc") != nil {
        locations = try structure.view("iloc") { if case .locations(let view) = $0 { view } else { nil } }
      }
      dataReferences = try box.first("dinf").map { child throws(AuxError) in
        var reader = child.reader
        return try AuxError.at("dinf") { () throws(AuxError) in try DataReferenceBox(parsing: &reader) }
      }
      (properties, associations) = try Self.properties(of: structure)
      groups = try Self.groups(of: structure)
    } catch { throw error.within("meta") }
    itemData = box.first("idat")?.payload ?? []
    itemDataOffset = box.first("idat")?.payloadOffset
  }

  private static func properties(
    of structure: MetaStructure
  ) throws(AuxError) -> ([Box], [ItemPropertyAssociationBox]) {
    guard let child = structure.first("iprp"), case .associations(let views) = child.content else {
      return ([], [])
    }
    guard child.box.boxes.count(where: { $0.type == "ipco" }) <= 1 else {
      throw AuxError(.malformed, "a second ipco box (14496-12 8.11.14)", place: "iprp")
    }
    var associations: [ItemPropertyAssociationBox] = []
    for view in views {
      associations.append(try AuxError.at("iprp/ipma") { () throws(AuxError) in try view.get() })
    }
    return (child.box.first("ipco")?.boxes ?? [], associations)
  }

  private static func groups(of structure: MetaStructure) throws(AuxError) -> [EntityGroup] {
    guard let child = structure.first("grpl"), case .groups(let views) = child.content else { return [] }
    var groups: [EntityGroup] = []
    for (number, view) in views.enumerated() {
      groups.append(
        try AuxError.at("grpl[\(number)]/\(child.box.boxes[number].type)") { () throws(AuxError) in
          try view.get()
        })
    }
    return groups
  }
}

extension MetaStructure {
  /// Returns the view of the first child of that type; throws `malformed` where it is missing, and its fault.
  fileprivate func view<View>(
    _ type: FourCharacterCode, _ view: (Content) -> Result<View, AuxError>?
  ) throws(AuxError) -> View {
    guard let child = first(type), let result = view(child.content) else {
      throw AuxError(.malformed, "no \(type) box (23008-12 6.2)", offset: box.payloadOffset)
    }
    return try AuxError.at("\(type)") { () throws(AuxError) in try result.get() }
  }
}

extension MetaBox {
  /// Removes children that have no view here.
  mutating func removeChildren(where isGone: (Box) -> Bool) {
    original = original.replacing(boxes: original.boxes.filter { !isGone($0) })
  }

  /// The box with the views written back; the inverse of ``init(_:limits:)``.
  ///
  /// The order of the children stays; a new one comes last.
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
