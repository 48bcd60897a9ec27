/// A JPEG photo with a gain map put together by hand: `hdrgm` properties, a GContainer directory, and the metadata of ISO
/// 21496-1 where they are asked for.
package struct UltraHDRBytes: Sendable {
  /// Where a packet states `hdrgm:Version`.
  package enum Version: Sendable {
    case first, second, missing
  }

  /// The `hdrgm` properties of the map; three values with commas become a list.
  package var properties: [(name: String, value: String)] = [
    ("GainMapMin", "0"), ("GainMapMax", "2"), ("Gamma", "1"), ("OffsetSDR", "0.015625"),
    ("OffsetHDR", "0.015625"), ("HDRCapacityMin", "0"), ("HDRCapacityMax", "2"),
    ("BaseRenditionIsHDR", "False"),
  ]
  package var version = "1.0"
  /// The packet of the map; nil for that of the properties.
  package var mapPacket: String?
  /// The metadata of ISO's form; nil without that form.
  package var iso: [UInt8]?
  package var mapSize = (width: 32, height: 24)
  package var hasIndex = true
  /// Whether the primary has GContainer and `hdrgm:Version`.
  package var isAnnounced = true
  /// The description of the primary's packet, and of the map's, that states the version.
  package var versionOfPrimary = Version.first
  package var versionOfMap = Version.first
  /// The Exif segment of the primary.
  package var exif: [UInt8] = []

  package init() {}

  package subscript(_ name: String) -> String? {
    get { properties.first { $0.name == name }?.value }
    set {
      properties.removeAll { $0.name == name }
      if let newValue { properties.append((name, newValue)) }
    }
  }

  /// Returns metadata of ISO's form, with fractions of 65536ths.
  package static func iso(
    min: Double = 0, max: [Double] = [2], gamma: Double = 1, alternate: Double = 2, flags: UInt8 = 0x40,
    version: Int = 0
  ) -> [UInt8] {
    func fractions(_ values: [Double]) -> [UInt8] {
      values.flatMap { JPEGBytes.uint32(Int($0 * 65536)) + JPEGBytes.uint32(65536) }
    }
    let flags = max.count == 3 ? flags | 0x80 : flags
    var bytes: [UInt8] = JPEGBytes.uint16(version) + [0, 0, flags]
    bytes += fractions([0, alternate])
    for gain in max { bytes += fractions([min, gain, gamma, 1 / 64, 1 / 64]) }
    return bytes
  }

  /// Returns an Exif segment with Apple's maker's note of these tags, as whole numbers.
  package static func exif(noteOf tags: [(tag: Int, value: Int)]) -> [UInt8] {
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      JPEGBytes.uint16(tag) + JPEGBytes.uint16(type) + JPEGBytes.uint32(count) + JPEGBytes.uint32(value)
    }
    let values = 16 + 12 * tags.count + 4
    var note: [UInt8] = Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8)
    note += JPEGBytes.uint16(tags.count)
    for (number, tag) in tags.enumerated() { note += entry(tag.tag, 10, 1, values + 8 * number) }
    note += JPEGBytes.uint32(0)
    for tag in tags { note += JPEGBytes.uint32(tag.value) + JPEGBytes.uint32(1) }
    var block: [UInt8] = Array("Exif\0\0MM\0*".utf8) + JPEGBytes.uint32(8)
    block += JPEGBytes.uint16(1) + entry(0x8769, 4, 1, 26) + JPEGBytes.uint32(0)
    block += JPEGBytes.uint16(1) + entry(0x927C, 7, note.count, 44) + JPEGBytes.uint32(0)
    return JPEGBytes.segment(0xE1, block + note)
  }

  /// The map: a whole JPEG image.
  package var map: [UInt8] {
    get throws {
      let plane = Pictures.ramp(width: mapSize.width, height: mapSize.height)
      let image = try Pictures.secondary(mapPacket ?? packet, plane: plane, count: 2, hasIndex: false)
      return JPEGBytes.soi + (iso.map(Self.segment) ?? []) + image[2...]
    }
  }

  /// The photo alone, with what announces the map, and no index.
  package var primary: [UInt8] { get throws { try JPEGBytes.soi + headers(of: map).joined() + coded } }

  /// The file.
  package var bytes: [UInt8] {
    get throws {
      guard hasIndex else { return try primary + map }
      return try MultiPictureBytes(before: headers(of: map), coded: coded, secondaries: [map]).bytes
    }
  }

  private var coded: [UInt8] { get throws { Array(try Pictures.photo()[2...]) } }

  private static func segment(_ metadata: [UInt8]) -> [UInt8] {
    JPEGBytes.segment(0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + metadata)
  }

  private func headers(of map: [UInt8]) -> [[UInt8]] {
    let first =
      "<Container:Directory><rdf:Seq>" + Self.item("Primary", 0) + Self.item("GainMap", map.count)
      + "</rdf:Seq></Container:Directory>"
    return [MultiPictureBytes.appleJFIF, exif]
      + (isAnnounced ? [JPEGBytes.xmp(Self.packet(versionOfPrimary, version, "", first))] : [])
      + (iso == nil ? [] : [Self.segment([0, 0, 0, 0])])
  }

  private static func item(_ semantic: String, _ length: Int) -> String {
    "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"\(semantic)\" Item:Mime=\"image/jpeg\""
      + (length > 0 ? " Item:Length=\"\(length)\"" : "") + "/></rdf:li>"
  }

  private var packet: String {
    let lists = properties.filter { $0.value.contains(",") }.map { name, value in
      let items = value.split(separator: ",").map { "<rdf:li>\($0)</rdf:li>" }.joined()
      return "<hdrgm:\(name)><rdf:Seq>\(items)</rdf:Seq></hdrgm:\(name)>"
    }
    let attributes = properties.filter { !$0.value.contains(",") }.map { "hdrgm:\($0.name)=\"\($0.value)\"" }
    return Self.packet(versionOfMap, version, attributes.joined(separator: " "), lists.joined())
  }

  private static func packet(
    _ version: Version, _ text: String, _ attributes: String, _ content: String
  ) -> String {
    let namespaces = """
      xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" xmlns:Container="http://ns.google.com/photos/1.0/container/" \
      xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
      """
    func description(_ isStated: Bool, _ attributes: String, _ content: String) -> String {
      "<rdf:Description rdf:about=\"\" \(namespaces)\(isStated ? " hdrgm:Version=\"\(text)\"" : "") "
        + "\(attributes)>\(content)</rdf:Description>"
    }
    return """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      \(description(version == .first, attributes, content))\
      \(version == .second ? description(true, "", "") : "")</rdf:RDF></x:xmpmeta>
      """
  }
}
