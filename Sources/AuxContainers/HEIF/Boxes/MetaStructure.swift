package import AuxImage

/// The children of a `meta` box, each parsed once, right or wrong.
///
/// ``MetaBox`` takes from them what reading and editing accept; rules report what is wrong with them.
package struct MetaStructure: Sendable {
  /// What a child says; by reference, since there may be many children of other types.
  package indirect enum Content: Sendable {
    case handler(Result<HandlerBox, AuxError>)
    case primary(Result<PrimaryItemBox, AuxError>)
    case items(Result<ItemList, AuxError>)
    case references(Result<ReferenceList, AuxError>)
    /// Of `iprp`: what each of its `ipma` says.
    case associations([Result<ItemPropertyAssociationBox, AuxError>])
    case locations(Result<ItemLocationBox, AuxError>)
    case groups([Result<EntityGroup, AuxError>])
    case other
  }

  package struct Child: Sendable {
    package let box: Box
    package let content: Content
  }

  package let box: Box
  package let children: [Child]

  package init(_ box: Box, limits: AuxLimits) {
    self.box = box
    children = box.boxes.map { Child(box: $0, content: Content($0, limits: limits)) }
  }

  func first(_ type: FourCharacterCode) -> Child? { children.first { $0.box.type == type } }

  /// What the first `iinf` says; nil where it is missing or cannot be read.
  var items: ItemList? {
    if case .items(.success(let list))? = first("iinf")?.content { list } else { nil }
  }
}

extension MetaStructure.Content {
  fileprivate init(_ box: Box, limits: AuxLimits) {
    switch box.type {
    case "hdlr": self = .handler(box.parsed(HandlerBox.init(parsing:)))
    case "pitm": self = .primary(box.parsed(PrimaryItemBox.init(parsing:)))
    case "iinf": self = .items(box.parsed(limits, ItemList.init(parsing:limits:)))
    case "iref": self = .references(box.parsed(limits, ReferenceList.init(parsing:limits:)))
    case "iprp":
      self = .associations(
        box.boxes.filter { $0.type == "ipma" }.map {
          $0.parsed(limits, ItemPropertyAssociationBox.init(parsing:limits:))
        })
    case "iloc": self = .locations(box.parsed(limits, ItemLocationBox.init(parsing:limits:)))
    case "grpl":
      self = .groups(
        box.boxes.map { group in
          group.parsed { reader throws(AuxError) in try EntityGroup(group.type, parsing: &reader) }
        })
    default: self = .other
    }
  }
}

extension Box {
  fileprivate func parsed<View>(
    _ parse: (inout ByteReader) throws(AuxError) -> View
  ) -> Result<View, AuxError> {
    var reader = reader
    return Result { () throws(AuxError) in try parse(&reader) }
  }

  fileprivate func parsed<View>(
    _ limits: AuxLimits, _ parse: (inout ByteReader, AuxLimits) throws(AuxError) -> View
  ) -> Result<View, AuxError> {
    parsed { reader throws(AuxError) in try parse(&reader, limits) }
  }
}
