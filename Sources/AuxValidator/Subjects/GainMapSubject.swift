internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// A gain map as the rules see it: the image, and what the file states of it, form by form.
struct GainMapSubject: Sendable {
  /// A place in the file.
  struct Location: Sendable {
    var place: String
    var offset: Int?
  }

  var statements: GainMapStatements
  /// The properties of the map's XMP.
  var properties: [XMPProperty] = []
  /// The location of the metadata of ISO's form.
  var iso: Location
  /// The number of bytes after the metadata in a tone-mapped image.
  var rest = 0
  /// The image; nil where a tone-mapped image is not made with one.
  var image: AuxiliarySubject?
  /// The number of components, 1 or more; nil if unknown.
  var components: Int?

  /// The location of the XMP, or of the image without XMP.
  var xmp: Location {
    Location(
      place: image?.packet?.place ?? image?.place ?? iso.place,
      offset: image?.packet?.offset ?? image?.offset ?? iso.offset)
  }
}

extension JPEGSubject {
  /// Returns the gain maps among the auxiliary images.
  func gainMaps(among auxiliaries: [AuxiliarySubject]) -> [GainMapSubject] {
    auxiliaries.filter { $0.type?.isGainMap == true }.compactMap { subject in
      guard let image = image(at: subject.offset) else { return nil }
      let properties = subject.packet?.content.properties ?? []
      return GainMapSubject(
        statements: GainMapStatements(of: image, properties, in: structure.source), properties: properties,
        iso: .init(place: "\(subject.place)/APP2", offset: image.first(.gainMap)?.offset), image: subject,
        components: image.frame.componentIdentifiers.count)
    }
  }

  private func image(at offset: Int) -> JPEGImage? {
    images.first { $0.image.offset == offset }?.image
      ?? list?.file.secondaries.first { $0.image.offset == offset }?.image
  }

  /// What in the primary announces a gain map: its XMP, and the APP2 segment of ISO 21496-1.
  var gainMapClaims: [(text: String, location: GainMapSubject.Location)] {
    // A file that is a gain map alone describes itself.
    guard let primary = images.first, !isAuxiliaryAlone else { return [] }
    var claims: [(text: String, location: GainMapSubject.Location)] = []
    if let packet = primary.packet {
      let location = GainMapSubject.Location(place: packet.place, offset: packet.offset)
      if packet.announcesGainMap {
        claims.append(("hdrgm:Version", location))
      } else if listsGainMap(packet) {
        claims.append(("the GainMap of the GContainer directory", location))
      }
    }
    if let segment = primary.image.first(.gainMap) {
      claims.append(
        ("the APP2 segment of ISO 21496-1", .init(place: "\(primary.place)/APP2", offset: segment.offset)))
    }
    return claims
  }

  private func listsGainMap(_ packet: PacketSubject) -> Bool {
    let directory = try? ItemDirectory(packet.content.properties, structure.limits)
    return directory?.items.contains { $0.semantic == "GainMap" } ?? false
  }

  /// Whether the primary announces a gain map, and all of the file was searched and has none.
  var hasLostGainMap: Bool {
    guard isWalked, faults.isEmpty, !gainMapClaims.isEmpty else { return false }
    return !secondaries.contains { part in
      part.image.first(.gainMap) != nil || part.packet?.announcesGainMap == true
        || part.packet?.metadata.namedType?.isGainMap == true
    }
  }
}

extension PacketSubject {
  /// Whether the packet states the version of gain map properties in Adobe's namespace.
  var announcesGainMap: Bool {
    content.properties.contains { $0.namespace == GainMapMetadata.namespace && $0.name == "Version" }
  }
}

extension HEIFSubject {
  /// Returns the tone-mapped images with their gain maps, and the gain maps without a tone-mapped image.
  func gainMaps(among auxiliaries: [AuxiliarySubject]) -> [GainMapSubject] {
    let maps = auxiliaries.filter { $0.type?.isGainMap == true }
    let known = Dictionary(maps.map { ($0.itemID, $0) }, uniquingKeysWith: { first, _ in first })
    var used: Set<UInt32> = []
    let toneMaps = items.filter { $0.type == "tmap" }.compactMap { item -> GainMapSubject? in
      let image = gainMap(of: item).flatMap { known[$0.id] }
      if let id = image?.itemID { used.insert(id) }
      return toneMapped(item, image)
    }
    return toneMaps
      + maps.filter { !($0.itemID.map(used.contains) ?? false) }.map { subject(iso: nil, $0) }
  }

  /// Returns the gain map of a tone-mapped image; nil where that has not two different inputs.
  private func gainMap(of toneMap: HEIFItem) -> HEIFItem? {
    let inputs = toneMap.targets("dimg")
    return inputs.count == 2 && inputs[0] != inputs[1] ? item(inputs[1]) : nil
  }

  /// Returns a tone-mapped image; nil where its data are not in the file.
  private func toneMapped(_ item: HEIFItem, _ image: AuxiliarySubject?) -> GainMapSubject? {
    guard let ranges = ranges(of: item), let first = ranges.first, ranges.count == 1,
      let bytes = try? structure.source.read(
        at: first.lowerBound, count: min(first.count, 1 + GainMapPayload.largestCount))
    else { return image.map { subject(iso: nil, $0) } }
    var reader = ByteReader(bytes, fileOffset: first.lowerBound)
    let payload = Result { () throws(AuxError) in try GainMapPayload(ofToneMap: &reader) }
    var map = subject(iso: payload, image)
    map.iso = .init(place: item.place, offset: first.lowerBound)
    map.rest = first.count - (bytes.count - reader.remaining)
    return map
  }

  private func subject(
    iso: Result<GainMapPayload, AuxError>?, _ image: AuxiliarySubject?
  ) -> GainMapSubject {
    let properties = image?.packet?.content.properties ?? []
    let samples = image?.itemID.flatMap(item).flatMap(samples)
    return GainMapSubject(
      statements: GainMapStatements(iso: iso, properties), properties: properties,
      iso: .init(place: image?.place ?? "", offset: image?.offset), image: image,
      components: samples.map { $0.chromaFormat == 0 ? 1 : 3 })
  }

  /// Returns what the configuration of an image says about its samples, of a grid that of its first tile.
  func samples(of item: HEIFItem) -> CodedSamples? {
    guard let coded = item.type == "grid" ? item.targets("dimg").first.flatMap(self.item) : item,
      let configuration = property("av1C", of: coded) ?? property("hvcC", of: coded)
    else { return nil }
    return try? CodedSamples(configuration: configuration.box)
  }
}
