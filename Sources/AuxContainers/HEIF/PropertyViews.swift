internal import AuxImage

/// What the properties of a file say, each parsed once for all items that have it.
package struct PropertyViews: Sendable {
  private struct Key: Hashable, Sendable {
    /// The number of the property in `ipco` from 1.
    var index: Int
    var view: ObjectIdentifier
  }

  private let known = OnceEach<Key, any Sendable>()

  /// Returns what `parse` makes of a property, or throws what it threw when it was asked for first.
  func view<View: Sendable>(
    _ property: HEIFItem.Property, _ parse: (inout ByteReader) throws(AuxError) -> View
  ) throws(AuxError) -> View {
    let key = Key(index: property.index, view: ObjectIdentifier(View.self))
    let made = known.value(key) { Result { () throws(AuxError) in try Self.parsed(property, parse) } }
    // The key has the type of what is kept.
    guard let result = made as? Result<View, AuxError> else { return try Self.parsed(property, parse) }
    return try result.get()
  }

  private static func parsed<View>(
    _ property: HEIFItem.Property, _ parse: (inout ByteReader) throws(AuxError) -> View
  ) throws(AuxError) -> View {
    ParseEvent.report(.property(property.box.type, at: property.box.offset))
    var reader = property.box.reader
    return try AuxError.at(property.place) { () throws(AuxError) in try parse(&reader) }
  }
}
