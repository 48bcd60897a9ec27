// What says where a photo was taken, and whom it shows. Source: Specs/xmp.md, "Places and people".
extension XMPEdit {
  /// The namespaces of properties that name places, with the names.
  private static let places: [(namespace: String, names: Set<String>)] = [
    ("http://ns.adobe.com/photoshop/1.0/", ["City", "State", "Country"]),
    ("http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", ["Location", "CountryCode"]),
    ("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", ["LocationCreated", "LocationShown"]),
  ]

  /// The namespaces of properties that name people or mark their faces; without names, all of the namespace.
  private static let people: [(namespace: String, names: Set<String>?)] = [
    ("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", ["PersonInImage", "PersonInImageWDetails"]),
    ("http://ns.microsoft.com/photo/1.2/", ["RegionInfo"]),
    ("http://ns.acdsee.com/regions/", nil),
    ("http://ns.apple.com/faceinfo/1.0/", nil),
  ]

  /// Takes out coordinates of GPS, in whatever namespace, and the names of places; returns whether there were any.
  ///
  /// Throws `unsupported` where they are in a form that is not known, so that some would stay, or others go.
  package mutating func removeLocation() throws(AuxError) -> Bool {
    try remove { property in
      let isCoordinate = property.name.lowercased().hasPrefix("gps")
      return isCoordinate
        || Self.places.contains { $0.namespace == property.namespace && $0.names.contains(property.topName) }
    }
  }

  /// Takes out the names of people, and the regions of faces; returns whether there were any.
  ///
  /// Regions of another kind, such as what is in focus, stay. Throws as ``removeLocation()``.
  package mutating func removePeople() throws(AuxError) -> Bool {
    let removesRegions = try changeRegions { region in
      region.isOfPerson ? .remove : .keep
    }
    let removesNames = try remove { property in
      Self.people.contains {
        $0.namespace == property.namespace && ($0.names?.contains(property.topName) ?? true)
      }
    }
    return removesRegions || removesNames
  }

  /// Takes out the top-level properties that `isGone` says; throws where the packet then does not say just the rest.
  mutating func remove(
    where isGone: (XMPProperty) -> Bool
  ) throws(AuxError) -> Bool {
    let before = try XMPReader.properties(of: bytes)
    let gone = before.filter(isGone)
    guard !gone.isEmpty else { return false }
    var names: [String: Set<String>] = [:]
    for property in gone { names[property.namespace, default: []].insert(property.topName) }
    for (namespace, local) in names.sorted(by: { $0.key < $1.key }) {
      removeProperties(of: namespace, named: local)
    }
    let kept = before.filter { !(names[$0.namespace]?.contains($0.topName) ?? false) }
    guard Set(try XMPReader.properties(of: bytes)) == Set(kept) else {
      throw AuxError(.unsupported, "properties that are to go have a form that is not known", place: "XMP")
    }
    return true
  }
}

extension XMPProperty {
  /// The local name of the top-level property that this is, or is in.
  var topName: String { String(name.prefix { $0 != "/" && $0 != "[" }) }
}
