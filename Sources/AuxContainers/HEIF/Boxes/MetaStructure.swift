package import AuxImage

/// The children of a `meta` box, each parsed once, right or wrong.
///
/// ``MetaBox`` makes of them what reading and editing accept, and rules say what is wrong with them.
package struct MetaStructure: Sendable {
  /// What a child says; by reference, since there may be many children that say nothing here.
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

  /// One child.
  package struct Child: Sendable {
    package let box: Box
    package let content: Content
  }

  /// The box with its children, and theirs.
  package let box: Box
  /// The children, in the order of the file.
  package let children: [Child]

  /// Parses the children of a box.
  package init(_ box: Box, limits: Limits) {
    self.box = box
    children = box.boxes.map { Child(box: $0, content: Content($0, limits: limits)) }
  }

  /// The first child of that type.
  func first(_ type: FourCharacterCode) -> Child? { children.first { $0.box.type == type } }

  /// What the first `iinf` says; nil where there is none that can be read.
  var items: ItemList? {
    if case .items(.success(let list))? = first("iinf")?.content { list } else { nil }
  }
}

extension MetaStructure.Content {
  fileprivate init(_ box: Box, limits: Limits) {
    switch box.type {
    case "hdlr":
      self = .handler(Self.view(box) { reader throws(AuxError) in try HandlerBox(parsing: &reader) })
    case "pitm":
      self = .primary(Self.view(box) { reader throws(AuxError) in try PrimaryItemBox(parsing: &reader) })
    case "iinf":
      self = .items(
        Self.view(box) { reader throws(AuxError) in try ItemList(parsing: &reader, limits: limits) })
    case "iref":
      self = .references(
        Self.view(box) { reader throws(AuxError) in try ReferenceList(parsing: &reader, limits: limits) })
    case "iprp":
      self = .associations(
        box.boxes.filter { $0.type == "ipma" }.map {
          Self.view($0) { reader throws(AuxError) in
            try ItemPropertyAssociationBox(parsing: &reader, limits: limits)
          }
        })
    case "iloc":
      self = .locations(
        Self.view(box) { reader throws(AuxError) in try ItemLocationBox(parsing: &reader, limits: limits) })
    case "grpl":
      self = .groups(
        box.boxes.map { group in
          Self.view(group) { reader throws(AuxError) in try EntityGroup(group.type, parsing: &reader) }
        })
    default: self = .other
    }
  }

  private static func view<View>(
    _ box: Box, _ body: (inout ByteReader) throws(AuxError) -> View
  ) -> Result<View, AuxError> {
    Result { () throws(AuxError) in
      var reader = box.reader
      return try body(&reader)
    }
  }
}
