internal import AuxImage

/// A depth map after a primary image whose XMP lists what follows it: Google's Dynamic Depth 1.0.
///
/// Source: Dynamic Depth 1.0 (2019-03-20); Specs/jpeg-mpf.md, "Dynamic Depth".
struct DynamicDepth: Sendable {
  private static let mapNamespace = "http://ns.google.com/photos/dd/1.0/depthmap/"
  /// The map; nil where it is unusable.
  let map: GooglePicture?
  /// The confidence map; nil without one that can be read.
  let confidence: GooglePicture?
  /// Why there is no map.
  let damage: AuxError?
  /// The offset after the last item that the directory lists and the file holds; 0 where the file lost them.
  ///
  /// A map of a form that is not known counts as well: others may read it.
  let end: Int

  /// Finds the map that the properties of a primary announce; nil where they announce none.
  ///
  /// `taken` are other images after the primary: in a file that lost its map they may take its place. Throws
  /// `malformed` where the directory does not hold.
  init?(
    _ properties: [XMPProperty], of primary: JPEGImage, in structure: JPEGStructure,
    avoiding taken: [Range<Int>]
  ) throws(AuxError) {
    let source = structure.source
    let members = properties.compactMap(XMPMember.init)
    let named = Self.depthMap(members)
    // Without a camera that names it, an item of depth may have its properties in GDepth's.
    guard let texts = named ?? GDepth.texts(properties) else { return nil }
    let directory = try ItemDirectory(members, structure.limits)
    guard named != nil || directory.items.contains(where: { $0.semantic == "Depth" }) else { return nil }
    guard !directory.items.isEmpty else {
      throw AuxError(.malformed, "Container:Directory is missing", place: "XMP")
    }
    let places = directory.places(after: try structure.end(of: primary), fileSize: source.byteCount)
    var (end, isThere) = (0, false)
    for (index, place) in places.sorted(by: { $0.key < $1.key }) {
      guard place.upperBound <= source.byteCount, !directory.items[index].isVideo,
        !taken.contains(where: { $0.overlaps(place) })
      else { continue }
      end = min(place.upperBound + min(directory.items[index].padding, source.byteCount), source.byteCount)
      let prefix = try source.readPrefix(at: place.lowerBound, count: min(place.count, 16))
      isThere = isThere || ImageContainer(prefix: prefix) != nil
    }
    self.end = isThere ? end : 0
    var (map, damage): (GooglePicture?, AuxError?)
    do throws(AuxError) {
      map = try Self.map(texts, directory.items, places, in: structure, avoiding: taken)
    } catch {
      try error.throwIfOfSystem()
      damage = error
    }
    (self.map, self.damage) = (map, damage)
    let item = Self.item(
      named: texts["ConfidenceURI"], semantics: ["Confidence", "ConfidenceMap"], directory.items, places,
      in: structure, avoiding: taken)
    var confidence: GooglePicture?
    do throws(AuxError) {
      confidence = try item.map { item throws(AuxError) in
        try GooglePicture(confidence: .dynamicDepth, file: item, of: structure)
      }
    } catch { try error.throwIfOfSystem() }
    self.confidence = confidence
  }

  /// Returns the place of an item that has bytes of its own in the file; nil without one.
  private static func item(
    named uri: String?, semantics: [String], _ directory: [ItemDirectory.Item], _ places: [Int: Range<Int>],
    in structure: JPEGStructure, avoiding taken: [Range<Int>]
  ) -> Range<Int>? {
    let items = directory.indices.dropFirst()
    let number =
      items.first { uri != nil && directory[$0].uri == uri }
      ?? items.first { directory[$0].semantic.map(semantics.contains) ?? false }
    guard let place = number.flatMap({ places[$0] }), !place.isEmpty,
      place.upperBound <= structure.source.byteCount, !taken.contains(where: { $0.overlaps(place) })
    else { return nil }
    return place
  }

  /// Returns the map whose item the properties name; `places` are those of the items before the first without a
  /// length.
  private static func map(
    _ texts: [String: String], _ directory: [ItemDirectory.Item], _ places: [Int: Range<Int>],
    in structure: JPEGStructure, avoiding taken: [Range<Int>]
  ) throws(AuxError) -> GooglePicture {
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
    return try GooglePicture(
      .dynamicDepth, text: { texts[$0] }, kept: kept.sorted { $0.name < $1.name }, file: place,
      of: structure)
  }

  /// Returns the simple properties of the first camera's depth map by their local names.
  private static func depthMap(_ members: [XMPMember]) -> [String: String]? {
    var maps: [(path: [XMPMember.Step], texts: [String: String])] = []
    for member in members where member.namespace == GooglePacket.deviceNamespace {
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
}
