// What says where a photo was taken, and whom it shows. Source: Specs/xmp.md, "Places and people".
extension XMPEdit {
  /// The namespaces of properties that name places, with the names.
  private static let places: [(namespace: String, names: Set<String>)] = [
    ("http://ns.adobe.com/photoshop/1.0/", ["City", "State", "Country"]),
    ("http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", ["Location", "CountryCode"]),
    ("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", ["LocationCreated", "LocationShown"]),
    ("http://purl.org/dc/elements/1.1/", ["coverage"]),
    ("http://www.w3.org/2003/01/geo/wgs84_pos#", ["lat", "long", "alt", "lat_long"]),
    ("http://prismstandard.org/namespaces/basic/2.0/", ["location"]),
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

  /// Takes out the link to a C2PA manifest; returns whether there was one. Throws as ``removeLocation()``.
  ///
  /// Source: C2PA specification, "Embedding a reference to an externally stored C2PA Manifest".
  package mutating func removeProvenance() throws(AuxError) -> Bool {
    try remove { $0.namespace == "http://purl.org/dc/terms/" && $0.topName == "provenance" }
  }

  /// Takes out the thumbnails; returns whether there were any. Throws as ``removeLocation()``.
  package mutating func removeThumbnails() throws(AuxError) -> Bool {
    try remove { $0.namespace == "http://ns.adobe.com/xap/1.0/" && $0.topName == "Thumbnails" }
  }

  /// What the images of a file need of XMP: that of auxiliary images, of gain maps, of Google's depth and of where images are.
  private static let essential = Set(AppleNamespace.allCases.map(\.rawValue)).union([
    "http://ns.apple.com/HDRToneMap/1.0/", "http://ns.apple.com/portraitLightingEffect/1.0/",
    GainMapMetadata.namespace, containerNamespace, "http://ns.adobe.com/xmp/note/",
    "http://ns.google.com/photos/1.0/depthmap/", "http://ns.xiaomi.com/photos/1.0/camera/",
  ])

  /// Takes out all that the images of the file do not need; returns whether there was any. Throws as ``removeLocation()``.
  package mutating func removeAllButEssentials() throws(AuxError) -> Bool {
    try remove { property in
      let isOfDynamicDepth = property.namespace.hasPrefix("http://ns.google.com/photos/dd/1.0/")
      let isOrientation =
        property.namespace == "http://ns.adobe.com/tiff/1.0/" && property.topName == "Orientation"
      return !Self.essential.contains(property.namespace) && !isOfDynamicDepth && !isOrientation
    }
  }

  /// Takes out what describes maps of Dynamic Depth, and where they are; returns whether there was any.
  ///
  /// Throws as ``removeTrailerClaims()``.
  package mutating func removeDynamicDepth() throws(AuxError) -> Bool {
    let removesItems = try removeItems(named: Self.itemsOfDynamicDepth)
    let removesProperties = try remove { property in
      property.namespace.hasPrefix("http://ns.google.com/photos/dd/1.0/")
        || property.namespace == "http://ns.google.com/photos/1.0/depthmap/"
    }
    return removesItems || removesProperties
  }

  /// What the items of a directory are that Dynamic Depth describes.
  package static let itemsOfDynamicDepth = ["Depth", "Confidence", "ConfidenceMap", "Original"]

  /// Takes out what says that a maker's data, or the video of a motion photo, follow the images; returns whether there was any.
  ///
  /// Throws as ``removeLocation()``, and `unsupported` for a directory that lists a video in a form that is not known.
  package mutating func removeTrailerClaims() throws(AuxError) -> Bool {
    let removesItems = try removeItems(named: ["MotionPhoto", "MicroVideo"])
    let removesProperties = try remove { property in
      let isOfVideo =
        property.namespace == "http://ns.google.com/photos/1.0/camera/"
        && (property.topName.hasPrefix("MotionPhoto") || property.topName.hasPrefix("MicroVideo"))
      return isOfVideo || property.namespace == "http://ns.xiaomi.com/photos/1.0/camera/"
    }
    return removesItems || removesProperties
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
