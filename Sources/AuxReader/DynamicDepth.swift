internal import AuxContainers
internal import AuxImage

/// A depth map behind a primary image whose XMP lists what follows it: Google's Dynamic Depth 1.0.
///
/// Source: Dynamic Depth 1.0 (2019-03-20); Specs/jpeg-mpf.md, "Dynamic Depth".
struct DynamicDepth: Sendable {
  static let deviceNamespace = "http://ns.google.com/photos/dd/1.0/device/"
  private static let mapNamespace = "http://ns.google.com/photos/dd/1.0/depthmap/"
  /// The namespaces in which a directory is found, the one of Dynamic Depth itself first.
  private static let directoryNamespaces = [
    deviceNamespace, "http://ns.google.com/photos/dd/1.0/container/",
    "http://ns.google.com/photos/1.0/container/",
  ]

  /// The map.
  let map: GoogleDepthMap
  /// The offset behind the last item that the directory lists.
  let end: Int

  /// Finds the map that the properties of a primary tell of; nil where they tell of none.
  ///
  /// Throws `malformed` or `truncated` where the directory or the map's item does not hold.
  init?(
    _ properties: [XMPProperty], of primary: JPEGImage, in source: any ByteSource, limits: Limits
  ) throws(AuxError) {
    let members = properties.compactMap(Member.init)
    guard let map = Self.depthMap(members) else { return nil }
    let directory = try Self.directory(members, limits)
    guard let first = directory.first else {
      throw AuxError(.malformed, "Container:Directory is missing", place: "XMP")
    }
    let uri = map["DepthURI"]
    let items = directory.indices.dropFirst()
    guard
      let number = items.first(where: { uri != nil && directory[$0].uri == uri })
        ?? items.first(where: { directory[$0].semantic == "Depth" })
    else {
      throw AuxError(
        .malformed, "no item of Container:Directory has the DataURI of DepthMap:DepthURI", place: "XMP")
    }
    // No length or padding counts for more than the file, so that no sum can overflow.
    func bounded(_ count: Int) -> Int { min(count, source.byteCount) }
    var position = try primary.end(in: source) + bounded(first.padding)
    var file = position..<position
    for index in items {
      guard let length = directory[index].length else {
        guard index > number else {
          throw AuxError(.malformed, "Item:Length of item \(index + 1) is missing or no number", place: "XMP")
        }
        break
      }
      let next = position + bounded(length)
      if index == number {
        guard length > 0 else {
          throw AuxError(.malformed, "item \(index + 1) has no bytes of its own", place: "Container:Directory")
        }
        guard length <= source.byteCount - position else {
          throw AuxError(
            .truncated, "item \(index + 1) has \(length) bytes, the file \(source.byteCount)",
            offset: position, place: "Container:Directory")
        }
        file = position..<next
      }
      position = next + bounded(directory[index].padding)
    }
    end = bounded(position)
    let kept = map.map { name, text in
      XMPProperty(namespace: Self.mapNamespace, prefix: "DepthMap", name: name, value: .text(text))
    }
    self.map = try GoogleDepthMap(
      .dynamicDepth, text: { map[$0] }, kept: kept.sorted { $0.name < $1.name }, file: file, of: source,
      limits: limits)
  }

  /// Returns the simple properties of the first camera's depth map by their local names.
  private static func depthMap(_ members: [Member]) -> [String: String]? {
    var maps: [(path: [Member.Step], texts: [String: String])] = []
    for member in members where member.namespace == deviceNamespace {
      let path = member.steps.dropLast()
      guard path.first?.name == "Cameras", path.last?.name == "DepthMap",
        let name = member.steps.last?.name
      else { continue }
      // The members of a structure follow one another.
      if maps.last?.path == Array(path) {
        maps[maps.count - 1].texts[name] = member.text
      } else {
        maps.append((Array(path), [name: member.text]))
      }
    }
    return maps.first { ($0.texts["ItemSemantic"] ?? "Depth").lowercased() == "depth" }?.texts
  }

  /// Returns the items of the directory, the primary's first; none where there is no directory.
  private static func directory(_ members: [Member], _ limits: Limits) throws(AuxError) -> [Item] {
    for namespace in directoryNamespaces {
      var items: [Item] = []
      for member in members where member.namespace == namespace {
        var path = member.steps.dropLast()
        if path.first?.name == "Container" { path.removeFirst() }
        guard let directory = path.first, directory.name == "Directory", let number = directory.number,
          path.count == 1 || path.count == 2 && path.last?.name == "Item",
          let name = member.steps.last?.name
        else { continue }
        guard number <= limits.images else {
          throw AuxError(.limitExceeded, "more than \(limits.images) items", place: "Container:Directory")
        }
        while items.count < number { items.append(Item()) }
        try items[number - 1].set(name, member.text, number)
      }
      if !items.isEmpty { return items }
    }
    return []
  }
}

/// One item of the directory.
private struct Item {
  var uri: String?
  var semantic: String?
  var length: Int?
  var padding = 0

  /// Takes over a property of the item with that number.
  mutating func set(_ name: String, _ text: String, _ number: Int) throws(AuxError) {
    switch name {
    case "DataURI": uri = text
    case "Semantic": semantic = text
    case "Length": length = try Self.count(text, name, number)
    case "Padding": padding = try Self.count(text, name, number)
    default: break
    }
  }

  private static func count(_ text: String, _ name: String, _ number: Int) throws(AuxError) -> Int {
    guard let count = NumberText.integer(text), count >= 0 else {
      throw AuxError(
        .malformed, "Item:\(name) of item \(number) is \(text.prefix(40).debugDescription)", place: "XMP")
    }
    return count
  }
}

/// A simple property as the path that leads to it.
///
/// Prefixes inside paths are those of the process, not of the packet, so that only local names count.
private struct Member {
  struct Step: Equatable {
    var name: String
    var number: Int?
  }

  let namespace: String
  let steps: [Step]
  let text: String

  init?(_ property: XMPProperty) {
    guard property.name.contains("/"), let text = property.text else { return nil }
    namespace = property.namespace
    self.text = text
    steps = property.name.split(separator: "/").map { step in
      let local = step.split(separator: ":").last ?? step
      guard let bracket = local.firstIndex(of: "["), local.last == "]" else {
        return Step(name: String(local), number: nil)
      }
      let number = Int(local[local.index(after: bracket)...].dropLast()).flatMap { $0 > 0 ? $0 : nil }
      return Step(name: String(local[..<bracket]), number: number)
    }
  }
}
