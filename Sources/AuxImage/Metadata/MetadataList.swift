/// The list of all metadata that can be private: what each entry is, and of which kinds.
///
/// `--strip`, `--for`, `--dataset` and `forbidMetadata` of a policy go by this list and nothing else. `docs/privacy.md` is the same
/// list as a table. Sources: Exif 3.0, 4.6; DNG 1.7.1, chapter 4; ISO 16684-2; IPTC Photo Metadata Standard 2023.2; IPTC-NAA IIM
/// 4.2; Adobe, Photoshop File Formats, "Image Resources"; CIPA DC-007; ISO/IEC 23008-12, 6.
package struct MetadataEntry: Hashable, Sendable {
  /// Where metadata is.
  package enum Place: Hashable, Sendable {
    /// Fields of TIFF directories: of Exif in every container, and of DNG files.
    case tags([UInt16])
    /// Fields of the GPS directory; none for all of them.
    case gpsTags([UInt16])
    /// Properties of a namespace of XMP, at any depth; none for all of the namespace.
    case properties(String, [String])
    /// Properties of XMP in any namespace whose names contain one of these, in small letters.
    case propertyNames([String])
    /// Datasets of record 2 of IPTC-NAA.
    case datasets([UInt8])
    /// Image resources of Photoshop.
    case resources([UInt16])
    /// A part of a file that is recognized by its form.
    case part(Part)
  }

  /// A part of a file that is recognized by its form, and not by a number or a name in the list.
  package enum Part: String, Hashable, Sendable, CaseIterable {
    case makerNote, unknownMakerNote, makerNotePreview, exifThumbnail, jfifThumbnail, largeThumbnail
    case furtherPicture, comment, manifest, jumbf, goPro, vendorText, deviceText, otherSegment
    case personName, region, unreadablePacket, packetText
    case thumbnailItem, userDescription, namedRegion, otherItem, otherProperties, otherBox, unusedBytes
    case videoLocation, video, placeOfTrailer, unknownTrailer, profileDate, preview
  }

  /// The name of the entry in `docs/privacy.md`.
  package let name: String
  /// Its kinds; empty for what only `all` takes.
  package let kinds: Set<MetadataKind>
  /// The locations. Empty for entries that only `all` removes, and for keywords (``MetadataList/kind(ofKeyword:)``).
  package let places: [Place]

  private init(_ name: String, _ kinds: Set<MetadataKind>, _ places: Place...) {
    (self.name, self.kinds, self.places) = (name, kinds, places)
  }
}

extension MetadataEntry {
  /// All entries, in the order of `docs/privacy.md`.
  package static let all = groups.flatMap(\.entries)

  /// The entries of each block of metadata, and of other parts of files.
  package static let groups = [
    (name: "Exif", entries: exif), (name: "XMP", entries: xmp), (name: "IPTC", entries: iptc),
    (name: "parts", entries: parts),
  ]

  private static let exif = [
    MetadataEntry("GPS directory", [.location], .gpsTags([])),
    // GPSTimeStamp and GPSDateStamp.
    MetadataEntry("GPS time and date", [.location, .time], .gpsTags([7, 29])),
    MetadataEntry("GeoTIFF", [.location], .tags([33550, 33922, 34264, 34735, 34736, 34737])),
    MetadataEntry("owner of the camera", [.people], .tags([0xA430])),
    // BodySerialNumber, LensSerialNumber, Canon's in IFD 0, CameraSerialNumber.
    MetadataEntry("serial numbers", [.device], .tags([0xA431, 0xA435, 0xC62F, 50735])),
    MetadataEntry("DNGPrivateData", [.device, .location, .people], .tags([50740])),
    // A whole photo of the camera, with its metadata.
    MetadataEntry("OriginalRawFileData", [.location], .tags([50828])),
    // DateTime, DateTimeOriginal, DateTimeDigitized, time zones, SubSecTime, PreviewDateTime, TimeZoneOffset.
    MetadataEntry(
      "dates and times", [.time],
      .tags([306, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292, 50971, 34858])),
    // DocumentName, ImageDescription, PageName, Artist, Copyright, UserComment, ImageHistory, Windows's title to subject,
    // GDAL's, OriginalRawFileName, Exif 3's title to editor.
    MetadataEntry(
      "texts and authors", [.description],
      .tags(
        [269, 270, 285, 315, 33432, 0x9286, 37395] + Array(0x9C9B...0x9C9F) + [42112, 42113, 50827]
          + Array(0xA436...0xA439))),
    MetadataEntry("C2PA in DNG", [.c2pa], .tags([52545])),
    MetadataEntry("other fields", []),
  ]

  private static let xmp = [
    MetadataEntry(
      "coordinates", [.location], .propertyNames(["gps", "latitude", "longitude"]),
      .properties("http://www.w3.org/2003/01/geo/wgs84_pos#", [])),
    MetadataEntry(
      "GPS times", [.location, .time],
      .properties("http://ns.adobe.com/exif/1.0/", ["GPSTimeStamp", "GPSDateStamp"])),
    MetadataEntry(
      "names of places", [.location],
      .properties("http://ns.adobe.com/photoshop/1.0/", ["City", "State", "Country"]),
      .properties("http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", ["Location", "CountryCode"]),
      .properties(
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
        [
          "LocationCreated", "LocationShown", "City", "CountryName", "CountryCode", "ProvinceState",
          "Sublocation", "WorldRegion", "LocationName", "LocationId",
        ]),
      .properties("http://purl.org/dc/elements/1.1/", ["coverage"]),
      .properties("http://purl.org/dc/terms/", ["spatial"]),
      .properties("http://prismstandard.org/namespaces/basic/2.0/", ["location"]),
      .properties("http://ns.adobe.com/xmp/1.0/DynamicMedia/", ["shotLocation"]),
      .properties("http://ns.iview-multimedia.com/mediapro/1.0/", mediaProPlaces),
      .properties("http://ns.microsoft.com/expressionmedia/1.0/", mediaProPlaces)),
    MetadataEntry("keywords of places", [.location]),
    MetadataEntry(
      "pose of Dynamic Depth", [.location], .properties("http://ns.google.com/photos/dd/1.0/pose/", [])),
    MetadataEntry(
      "names of people", [.people],
      .properties(
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29/", ["PersonInImage", "PersonInImageWDetails"]),
      .properties("http://ns.microsoft.com/photo/1.2/", ["RegionInfo"]),
      .properties("http://ns.acdsee.com/regions/", []), .properties("http://ns.apple.com/faceinfo/1.0/", []),
      .properties("http://ns.iview-multimedia.com/mediapro/1.0/", ["People"]),
      .properties("http://ns.microsoft.com/expressionmedia/1.0/", ["People"]), .part(.personName)),
    MetadataEntry("regions of people", [.people], .part(.region)),
    MetadataEntry("keywords of people", [.people]),
    MetadataEntry(
      "owner of the camera", [.people], .properties("http://ns.adobe.com/exif/1.0/aux/", ["OwnerName"]),
      .properties("http://cipa.jp/exif/1.0/", ["CameraOwnerName"])),
    MetadataEntry("serial numbers", [.device], .propertyNames(["serialnumber"])),
    MetadataEntry(
      "maker's notes in XMP", [.device, .location, .people],
      .properties("http://ns.adobe.com/exif/1.0/", ["MakerNote"]),
      .properties(
        "http://ns.google.com/photos/1.0/camera/", ["HdrPlusMakernote", "hdrp_makernote", "shot_log_data"])),
    MetadataEntry(
      "dates and times", [.time],
      .properties("http://ns.adobe.com/xap/1.0/", ["CreateDate", "ModifyDate", "MetadataDate"]),
      .properties("http://ns.adobe.com/photoshop/1.0/", ["DateCreated"]),
      .properties("http://ns.adobe.com/exif/1.0/", ["DateTimeOriginal", "DateTimeDigitized"]),
      .properties("http://ns.adobe.com/tiff/1.0/", ["DateTime"]),
      .properties("http://ns.adobe.com/xap/1.0/sType/ResourceEvent#", ["when"]),
      .properties("http://ns.adobe.com/xap/1.0/sType/ResourceRef#", ["lastModifyDate"]),
      .properties("http://ns.adobe.com/xmp/1.0/DynamicMedia/", ["shotDate"]),
      .properties("http://ns.microsoft.com/photo/1.0/", ["DateAcquired"]),
      .properties("http://purl.org/dc/elements/1.1/", ["date"]),
      .properties("http://purl.org/dc/terms/", ["created", "modified"])),
    MetadataEntry(
      "thumbnails in XMP", [.thumbnail], .properties("http://ns.adobe.com/xap/1.0/", ["Thumbnails"])),
    MetadataEntry("link to C2PA", [.c2pa], .properties("http://purl.org/dc/terms/", ["provenance"])),
    MetadataEntry(
      "texts and authors", [.description],
      .properties(
        "http://purl.org/dc/elements/1.1/",
        ["title", "creator", "rights", "description", "subject", "contributor", "publisher", "source"]),
      .properties(
        "http://ns.adobe.com/photoshop/1.0/",
        [
          "Credit", "Headline", "CaptionWriter", "AuthorsPosition", "Instructions", "Source",
          "TransmissionReference", "Category", "SupplementalCategories", "DocumentAncestors", "History",
          "TextLayers",
        ]),
      .properties(
        "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
        [
          "CreatorContactInfo", "IntellectualGenre", "Scene", "SubjectCode", "AltTextAccessibility",
          "ExtDescrAccessibility",
        ]),
      .properties(
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
        ["Event", "OrganisationInImageName", "ArtworkOrObject", "AboutCvTerm", "Headline"]),
      .properties("http://ns.useplus.org/ldf/xmp/1.0/", []),
      .properties("http://ns.adobe.com/xap/1.0/rights/", []),
      .properties("http://ns.adobe.com/tiff/1.0/", ["ImageDescription", "Artist", "Copyright"]),
      .properties("http://ns.adobe.com/exif/1.0/", ["UserComment"]),
      .properties("http://ns.adobe.com/xap/1.0/", ["Label", "Nickname", "Description", "Author", "Title"]),
      .properties("http://ns.adobe.com/xap/1.0/mm/", []),
      .properties("http://ns.adobe.com/lightroom/1.0/", []),
      .properties("http://www.digikam.org/ns/1.0/", []),
      .properties("http://ns.microsoft.com/photo/1.0/", ["LastKeywordXMP", "LastKeywordIPTC"]),
      .properties("http://www.metadataworkinggroup.com/schemas/keywords/", ["Keywords"]),
      .properties("http://www.metadataworkinggroup.com/schemas/collections/", ["Collections"]),
      .properties("http://ns.acdsee.com/iptc/1.0/", []),
      .properties("http://ns.iview-multimedia.com/mediapro/1.0/", []),
      .properties("http://ns.microsoft.com/expressionmedia/1.0/", []),
      .properties("http://ns.adobe.com/camera-raw-settings/1.0/", ["RawFileName"])),
    MetadataEntry("sound in XMP", [], .properties("http://ns.google.com/photos/1.0/audio/", [])),
    MetadataEntry("other properties and comments", [], .part(.packetText)),
    MetadataEntry(
      "packet that cannot be read", Set(MetadataKind.allCases).subtracting([.all]), .part(.unreadablePacket)),
  ]

  private static let mediaProPlaces = ["Location", "City", "State", "Country", "CountryCode"]

  private static let iptc = [
    MetadataEntry("names of places", [.location], .datasets([26, 27, 90, 92, 95, 100, 101])),
    MetadataEntry("dates and times", [.time], .datasets([30, 35, 37, 38, 47, 55, 60, 62, 63, 70])),
    MetadataEntry("preview of IPTC", [.thumbnail], .datasets([200, 201, 202])),
    MetadataEntry(
      "texts and authors", [.description],
      .datasets([
        3, 4, 5, 7, 8, 10, 12, 15, 20, 22, 25, 40, 42, 45, 65, 75, 80, 85, 103, 105, 110, 115, 116, 118, 120,
        121, 122, 130, 131, 135, 184, 185, 186, 187, 188,
      ])),
    MetadataEntry("thumbnails of Photoshop", [.thumbnail], .resources([0x0409, 0x040C])),
    MetadataEntry("texts of Photoshop", [.description], .resources([0x03F0, 0x040B])),
  ]

  private static let parts = [
    MetadataEntry("maker's note of Apple", [.device], .part(.makerNote)),
    MetadataEntry("other maker's notes", [.device, .location, .people], .part(.unknownMakerNote)),
    MetadataEntry("preview in a maker's note", [.thumbnail], .part(.makerNotePreview)),
    MetadataEntry("thumbnail of Exif", [.thumbnail], .part(.exifThumbnail)),
    MetadataEntry("thumbnail of JFIF and JFXX", [.thumbnail], .part(.jfifThumbnail)),
    MetadataEntry("large thumbnails of MPF", [.thumbnail], .part(.largeThumbnail)),
    MetadataEntry("previews of DNG", [.thumbnail], .part(.preview)),
    MetadataEntry("thumbnail items", [.thumbnail], .part(.thumbnailItem)),
    MetadataEntry("other pictures of MPF", [], .part(.furtherPicture)),
    MetadataEntry("comment", [.description], .part(.comment)),
    MetadataEntry("texts of APP10 and APP12", [.description], .part(.vendorText)),
    MetadataEntry("camera of APP5 and APP12", [.device], .part(.deviceText)),
    MetadataEntry("GoPro's APP6", [.location, .device], .part(.goPro)),
    MetadataEntry("C2PA manifest", [.c2pa], .part(.manifest)),
    MetadataEntry("other JUMBF", [], .part(.jumbf)),
    MetadataEntry("other segments", [], .part(.otherSegment)),
    MetadataEntry("user description", [.description], .part(.userDescription)),
    MetadataEntry("region with a name", [.people], .part(.namedRegion)),
    MetadataEntry(
      "other items, properties and boxes", [], .part(.otherItem), .part(.otherProperties), .part(.otherBox)),
    MetadataEntry("place of a video", [.location], .part(.videoLocation)),
    MetadataEntry("video", [], .part(.video)),
    MetadataEntry("country of Samsung's trailer", [.location], .part(.placeOfTrailer)),
    MetadataEntry("trailers of Samsung and Leia", []),
    MetadataEntry("other trailers", [.location, .people, .device], .part(.unknownTrailer)),
    MetadataEntry(
      "bytes that nothing refers to", [.location, .people, .device], .part(.unusedBytes)),
    MetadataEntry("date of an ICC profile", [.time], .part(.profileDate)),
  ]
}

/// Finds entries of the list.
package enum MetadataList {
  private struct Property: Hashable {
    var namespace: String
    var name: String
  }

  private static let tags = table { if case .tags(let list) = $0 { list } else { [] } }
  private static let gpsTags = table { if case .gpsTags(let list) = $0 { list } else { [] } }
  private static let datasets = table { if case .datasets(let list) = $0 { list } else { [] } }
  private static let resources = table { if case .resources(let list) = $0 { list } else { [] } }
  private static let properties = table { place -> [Property] in
    guard case .properties(let namespace, let names) = place else { return [] }
    return names.isEmpty
      ? [Property(namespace: namespace, name: "")] : names.map { Property(namespace: namespace, name: $0) }
  }
  private static let parts = table { if case .part(let part) = $0 { [part] } else { [] } }
  private static let propertyNames = MetadataEntry.all.flatMap { entry in
    entry.places.flatMap { place -> [(text: String, kinds: Set<MetadataKind>)] in
      if case .propertyNames(let list) = place { list.map { ($0, entry.kinds) } } else { [] }
    }
  }

  private static func table<Key: Hashable>(
    _ keys: (MetadataEntry.Place) -> [Key]
  ) -> [Key: Set<MetadataKind>] {
    var table: [Key: Set<MetadataKind>] = [:]
    for entry in MetadataEntry.all {
      for key in entry.places.flatMap(keys) { table[key, default: []].formUnion(entry.kinds) }
    }
    return table
  }

  /// Returns the kinds of a field of a TIFF directory; nil if it is not in the list.
  package static func kinds(ofTag tag: UInt16) -> Set<MetadataKind>? { tags[tag] }

  /// Returns the kinds of a field of a GPS directory.
  package static func kinds(ofGPSTag tag: UInt16) -> Set<MetadataKind> { gpsTags[tag] ?? [.location] }

  /// Returns the kinds of a dataset of record 2 of IPTC-NAA; nil if it is not in the list.
  package static func kinds(ofDataset number: UInt8) -> Set<MetadataKind>? { datasets[number] }

  /// Returns the kinds of an image resource of Photoshop; nil if it is not in the list.
  package static func kinds(ofResource number: UInt16) -> Set<MetadataKind>? { resources[number] }

  /// Returns the kinds of a part of a file.
  package static func kinds(of part: MetadataEntry.Part) -> Set<MetadataKind> { parts[part] ?? [] }

  /// Returns the kinds of a property of XMP; nil if it is not in the list.
  package static func kinds(ofProperty name: String, in namespace: String) -> Set<MetadataKind>? {
    var found = properties[Property(namespace: namespace, name: name)]
    if let own = properties[Property(namespace: namespace, name: "")] {
      found = (found ?? []).union(own)
    }
    let small = name.lowercased()
    for (text, kinds) in propertyNames where small.contains(text) { found = (found ?? []).union(kinds) }
    return found
  }

  /// The first levels of keywords that name people and places, in small letters.
  private static let roots: [(kind: MetadataKind, names: Set<String>)] = [
    (.people, ["people", "person", "persons", "faces", "who"]),
    (.location, ["places", "place", "locations", "location", "where", "geo"]),
  ]

  /// Returns whether a keyword of several levels, as `Places|Berlin`, names a person or a place; nil for others.
  package static func kind(ofKeyword text: String) -> MetadataKind? {
    guard let end = text.firstIndex(where: { "|/>:".contains($0) }) else { return nil }
    return kind(ofRoot: String(text[..<end]))
  }

  /// Returns whether a first level of keywords is of people or of places; nil for others.
  package static func kind(ofRoot name: String) -> MetadataKind? {
    let small = name.lowercased().trimmingPrefix { $0 == " " }
    return roots.first { $0.names.contains(String(small)) }?.kind
  }
}

extension Set<MetadataKind> {
  /// Whether something of these kinds is taken out; what is of no kind goes with `all` alone.
  package func takes(_ kinds: Set<MetadataKind>) -> Bool { contains(.all) || !isDisjoint(with: kinds) }

  /// Whether something of one kind is taken out.
  package func takes(_ kind: MetadataKind) -> Bool { takes([kind]) }

  /// Whether a part of a file is taken out.
  package func takes(_ part: MetadataEntry.Part) -> Bool { takes(MetadataList.kinds(of: part)) }
}

/// Something that was found in metadata, and the values that must not be found once more if it was taken out.
package struct FoundMetadata: Hashable, Sendable {
  /// The location, as `Exif/IFD0/GPSInfo`.
  package var path: String
  package var kinds: Set<MetadataKind>
  package var texts: [String] = []
  package var bytes: [UInt8] = []

  package init(_ path: String, _ kinds: Set<MetadataKind>, texts: [String] = [], bytes: [UInt8] = []) {
    (self.path, self.kinds, self.texts, self.bytes) = (path, kinds, texts, bytes)
  }
}
