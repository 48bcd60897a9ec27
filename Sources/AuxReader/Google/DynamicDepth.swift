internal import AuxContainers
internal import AuxImage

/// A depth map after a primary image whose XMP lists what follows it: Google's Dynamic Depth 1.0.
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

  /// The map; nil where it is unusable.
  let map: GoogleDepthMap?
  /// Why there is no map.
  let damage: AuxError?
  /// The offset after the last item that the directory lists and the file holds; 0 where the file lost them.
  ///
  /// A map of a form that is not known counts as well: others may read it.
  let end: Int

  /// Finds the map that the properties of a primary announce; nil where they announce none.
  ///
  /// `taken` are other images after the primary, which stand where the map was in a file that lost it. Throws
  /// `malformed` where the directory does not hold.
  init?(
    _ properties: [XMPProperty], of primary: JPEGImage, in structure: JPEGStructure,
    besides taken: [Range<Int>]
  ) throws(AuxError) {
    let source = structure.source
    let members = properties.compactMap(Member.init)
    guard let texts = Self.depthMap(members) else { return nil }
    let directory = try Self.directory(members, structure.limits)
    guard let first = directory.first else {
      throw AuxError(.malformed, "Container:Directory is missing", place: "XMP")
    }
    // No length or padding counts for more than the file, so that no sum can overflow.
    func bounded(_ count: Int) -> Int { min(count, source.byteCount) }
    var position = try structure.end(of: primary) + bounded(first.padding)
    var (end, isThere) = (0, false)
    var places: [Int: Range<Int>] = [:]
    for index in directory.indices.dropFirst() {
      guard let length = directory[index].length else { break }
      let next = position + bounded(length)
      let place = position..<next
      places[index] = place
      position = next + bounded(directory[index].padding)
      guard next <= source.byteCount, !taken.contains(where: { $0.overlaps(place) }) else { continue }
      end = bounded(position)
      let prefix = try source.readPrefix(at: place.lowerBound, count: min(length, 16))
      isThere = isThere || ImageContainer(prefix: prefix) != nil
    }
    self.end = isThere ? end : 0
    var (map, damage): (GoogleDepthMap?, AuxError?)
    do throws(AuxError) {
      map = try Self.map(texts, directory, places, in: structure, besides: taken)
    } catch { damage = error }
    (self.map, self.damage) = (map, damage)
  }

  /// Returns the map whose item the properties name; `places` are those of the items before the first without a
  /// length.
  private static func map(
    _ texts: [String: String], _ directory: [Item], _ places: [Int: Range<Int>],
    in structure: JPEGStructure, besides taken: [Range<Int>]
  ) throws(AuxError) -> GoogleDepthMap {
    let uri = texts["DepthURI"]
    let items = directory.indices.dropFirst()
    guard
      let number = items.first(where: { uri != nil && directory[$0].uri == uri })
        ?? items.first(where: { directory[$0].semantic == "Depth" })
    else {
      throw AuxError(
        .malformed, "no item of Container:Directory has the DataURI of DepthMap:DepthURI", place: "XMP")
    }
    guard let place = places[number] else {
      let unknown = items.first { directory[$0].length == nil } ?? number
      throw AuxError(.malformed, "Item:Length of item \(unknown + 1) is missing or no number", place: "XMP")
    }
    guard let length = directory[number].length, length > 0 else {
      throw AuxError(
        .malformed, "item \(number + 1) has no bytes of its own", place: "Container:Directory")
    }
    let fileSize = structure.source.byteCount
    guard length <= fileSize - place.lowerBound else {
      throw AuxError(
        .truncated, "item \(number + 1) has \(length) bytes, the file \(fileSize)",
        offset: place.lowerBound, place: "Container:Directory")
    }
    guard !taken.contains(where: { $0.overlaps(place) }) else {
      throw AuxError(
        .malformed, "another image stands in the place of item \(number + 1)", offset: place.lowerBound,
        place: "Container:Directory")
    }
    let kept = texts.map { name, text in
      XMPProperty(namespace: mapNamespace, prefix: "DepthMap", name: name, value: .text(text))
    }
    return try GoogleDepthMap(
      .dynamicDepth, text: { texts[$0] }, kept: kept.sorted { $0.name < $1.name }, file: place,
      of: structure)
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
/// A prefix inside a path may be bound to any namespace, so that only local names count.
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
