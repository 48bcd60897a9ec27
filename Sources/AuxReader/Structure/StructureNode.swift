internal import AuxContainers
package import AuxImage

/// A part of a file: a box, an item, a segment, a directory, a tag or a chunk, and what it says.
///
/// The parts of a file come as one list in the order of the file, each before its own parts; ``level`` says how deep it
/// is. Source: Specs/viewer.md, "Structure".
public struct StructureNode: Hashable, Sendable {
  /// How deep the part is: 0 at the top.
  public let level: Int
  /// Its name in the format: `ftyp`, `item 49`, `APP1`, `SubIFD0`, `DepthFar`.
  public let name: String
  /// Where it begins in the file, in bytes; nil for a part without a place of its own.
  public let offset: Int?
  /// The number of its bytes; nil where that is not known.
  public let byteCount: Int?
  /// Its content, for people; may be empty.
  public let text: String

  package var json: JSONValue {
    [
      "level": .integer(level), "name": .string(name), "offset": offset.map(JSONValue.integer),
      "size": byteCount.map(JSONValue.integer), "text": text.isEmpty ? nil : .string(text),
    ]
  }

  /// The parts that are listed at most, unless the caller says another number.
  public static let usualCount = 2000
}

/// The parts so far, up to the wanted number.
package struct StructureList {
  /// The characters of a text.
  private static let longestText = 240

  private let most: Int
  private(set) var nodes: [StructureNode] = []

  /// Creates an empty list of so many parts.
  init(most: Int) { self.most = max(most, 1) }

  /// Whether what comes now is left out; walks may end.
  var isFull: Bool { nodes.count > most }

  /// Adds a part; the first that is too many becomes one that says so.
  mutating func add(_ level: Int, _ name: String, _ range: Range<Int>, _ text: String = "") {
    add(level, name, at: range.lowerBound, count: range.count, text)
  }

  /// Adds a part whose place or length is not known.
  mutating func add(_ level: Int, _ name: String, at offset: Int?, count: Int? = nil, _ text: String = "") {
    guard !isFull else { return }
    guard nodes.count < most else {
      nodes.append(
        StructureNode(level: 0, name: "…", offset: nil, byteCount: nil, text: "more than \(most) parts"))
      return
    }
    let isLong = text.unicodeScalars.count > Self.longestText
    nodes.append(
      StructureNode(
        level: level, name: name, offset: offset, byteCount: count,
        text: isLong
          ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longestText))) + "…" : text))
  }

  /// Adds what cannot be read.
  mutating func add(_ level: Int, _ fault: AuxError) {
    add(level, "error", at: fault.offset, fault.message)
  }
}
