internal import AuxContainers
package import AuxImage

/// How a camera would blur at each distance, as Google's maps may say.
///
/// Source: Specs/jpeg-mpf.md, "GDepth".
package struct FocalTable: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// The distance, in the unit of the map's properties.
    package let distance: Double
    /// The radius of the blur there.
    package let radius: Double
  }

  package let entries: [Entry]

  /// Reads base64 of pairs of little-endian floats; nil for other text, and for another number of pairs.
  init?(base64: String, count: Int?) {
    guard let bytes = Base64.bytes(base64), !bytes.isEmpty, bytes.count % 8 == 0,
      count == nil || count == bytes.count / 8
    else { return nil }
    func float(_ at: Int) -> Double {
      Double(Float(bitPattern: bytes[at..<(at + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }))
    }
    entries = stride(from: 0, to: bytes.count, by: 8).map {
      Entry(distance: float($0), radius: float($0 + 4))
    }
    guard entries.allSatisfy({ $0.distance.isFinite && $0.radius.isFinite }) else { return nil }
  }

  /// The table as a JSON array of `distance` and `radius`.
  package var json: JSONValue {
    .array(entries.map { ["distance": .number($0.distance), "radius": .number($0.radius)] })
  }
}

extension AuxiliaryImage {
  /// The focal table of one of Google's maps; nil for other images, and without one that can be read.
  package var focalTable: FocalTable? {
    guard embeddedForm == .gdepth || embeddedForm == .dynamicDepth else { return nil }
    func text(_ name: String) -> String? { metadata.other.first { $0.name == name }?.text }
    guard let table = text("FocalTable") else { return nil }
    return FocalTable(base64: table, count: text("FocalTableEntryCount").flatMap(NumberText.integer))
  }
}
