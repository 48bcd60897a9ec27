/// A region of a photo as the Metadata Working Group has it: a face, what is in focus.
///
/// Source: Metadata Working Group, Guidelines 2.0, 5.9.
package struct XMPRegion: Hashable, Sendable {
  package var area: RegionArea
  /// `Face`, `Pet`, `Focus` or `BarCode`; empty where the region does not say.
  package var type: String
  /// Whom or what the region shows; empty without a name.
  package var name: String
}

extension XMPEdit {
  /// The properties that say how the pixels are stored, by their namespaces.
  private static let storage: [String: Set<String>] = [
    "http://ns.adobe.com/tiff/1.0/": ["ImageWidth", "ImageLength", "Orientation"],
    "http://ns.adobe.com/exif/1.0/": [
      "PixelXDimension", "PixelYDimension", "SubjectArea", "SubjectLocation",
    ],
    "http://ns.adobe.com/xap/1.0/": ["Thumbnails"],
  ]

  /// Has the packet agree with edited pixels: regions move with them, and copies of what headers and Exif say of their size and
  /// orientation, and pictures of the old ones, go.
  ///
  /// Regions of a form that is not known go as a whole. Returns what was lost, in words; throws `malformed` for a packet that
  /// cannot be read.
  package mutating func describe(_ geometry: PhotoGeometry) throws(AuxError) -> [String] {
    var losses: [String] = []
    do throws(AuxError) {
      if geometry.changesPixels { try moveRegions(by: geometry) }
    } catch {
      guard error.code == .unsupported else { throw error }
      _ = try remove { $0.namespace == FocusRegion.namespace && $0.topName == "Regions" }
      losses.append("the regions of the photo are left out: \(error.reason)")
    }
    _ = try remove { property in
      let names = Self.storage[property.namespace] ?? []
      return names.contains(property.topName) && (geometry.changesPixels || property.topName == "Orientation")
    }
    return losses
  }
}

extension XMPEdit {
  /// Apple's namespace for what a region says of a face (files).
  private static let faceNamespace = "http://ns.apple.com/faceinfo/1.0/"
  private static let areaNamespace = "http://ns.adobe.com/xmp/sType/Area#"
  private static let sizeNamespace = "http://ns.adobe.com/xap/1.0/sType/Dimensions#"

  /// Moves the regions of the Metadata Working Group with the pixels of a photo, and states the size of the result.
  ///
  /// What Apple's regions say of how a face is turned goes where the pixels are turned.
  /// Those that are not in the result go. Throws `unsupported` where a region has a form that is not known.
  package mutating func moveRegions(by geometry: PhotoGeometry) throws(AuxError) {
    try moveRegions(to: geometry)
    guard geometry.warp != nil || geometry.turn != .up else { return }
    guard let prefix = prefixes(of: FocusRegion.namespace).first,
      let list = element("\(prefix):RegionList", in: bytes.indices)
    else { return }
    let names = prefixes(of: Self.faceNamespace).flatMap { prefix in
      ["Roll", "Yaw"].map { Array("\(prefix):AngleInfo\($0)".utf8) }
    }
    let angles = pieces(in: list, withAttributes: true) { name in
      names.contains { bytes[name].elementsEqual($0) }
    }
    apply(angles.map { ($0, []) })
    _ = try XMPReader.properties(of: bytes)
  }

  /// Moves the areas of the regions, and the size that they apply to; a list that has no region left goes as a whole.
  private mutating func moveRegions(to geometry: PhotoGeometry) throws(AuxError) {
    guard let prefix = prefixes(of: FocusRegion.namespace).first,
      let list = element("\(prefix):RegionList", in: bytes.indices)
    else { return }
    let items = elements("rdf:li", in: list)
    guard !items.isEmpty else { return }
    // Prefixes are looked for once: a hostile packet has many regions, and many bytes.
    let names = prefixes(of: Self.areaNamespace)
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    var kept = items.count
    for item in items {
      let fields = try RegionFields(of: item, in: self, names)
      if let area = geometry.applied(to: fields.area) {
        edits += fields.edits(to: area)
      } else {
        edits.append((item, []))
        kept -= 1
      }
    }
    guard kept > 0 else {
      _ = try remove { $0.namespace == FocusRegion.namespace && $0.topName == "Regions" }
      return
    }
    edits += sizeEdits(geometry.result, prefix)
    apply(edits)
    _ = try XMPReader.properties(of: bytes)
  }

  /// Replaces ranges, all in one pass; one that begins inside another goes with it.
  private mutating func apply(_ edits: [(range: Range<Int>, bytes: [UInt8])]) {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.lowerBound >= position {
      result += bytes[position..<edit.range.lowerBound]
      result += edit.bytes
      position = edit.range.upperBound
    }
    bytes = result + bytes[position...]
  }

  /// Returns what states the size that regions apply to.
  private func sizeEdits(_ size: PrimaryImage, _ prefix: String) -> [(range: Range<Int>, bytes: [UInt8])] {
    guard let element = element("\(prefix):AppliedToDimensions", in: bytes.indices) else { return [] }
    let prefixes = prefixes(of: Self.sizeNamespace)
    return [("w", size.width), ("h", size.height)].compactMap { name, side in
      value(name, prefixes, in: element).map { ($0, Array("\(side)".utf8)) }
    }
  }

  /// Returns where the value of a field is in an element: an attribute's, or the text of an element.
  fileprivate func value(_ name: String, _ prefixes: [String], in range: Range<Int>) -> Range<Int>? {
    let names = prefixes.map { Array("\($0):\(name)".utf8) }
    var scanner = XMLScanner(bytes, in: range)
    var isOpen = false
    while let token = try? scanner.next() {
      switch token {
      case .open(let tag): isOpen = names.contains { bytes[tag].elementsEqual($0) }
      case .attribute(let attribute, let value)
      where names.contains { bytes[attribute].elementsEqual($0) }:
        return value
      case .text(let text) where isOpen: return text
      default: break
      }
    }
    return nil
  }

  /// Where the fields of a region are, and what they say.
  fileprivate struct RegionFields {
    let area: RegionArea
    private let numbers: [(name: String, range: Range<Int>)]

    init(of item: Range<Int>, in edit: XMPEdit, _ names: [String]) throws(AuxError) {
      var found: [String: (range: Range<Int>, value: Double)] = [:]
      for name in ["x", "y", "w", "h", "d"] {
        guard let range = edit.value(name, names, in: item),
          let value = NumberText.number(String(decoding: edit.bytes[range], as: UTF8.self))
        else { continue }
        found[name] = (range, value)
      }
      guard let x = found["x"], let y = found["y"] else {
        throw AuxError(
          .unsupported, "a region has no area of a known form (MWG Guidelines 2.0, 5.9)", place: "XMP/Regions"
        )
      }
      let (width, height) = (found["w"] ?? found["d"], found["h"] ?? found["d"])
      area = RegionArea(
        x: x.value, y: y.value, width: width?.value ?? 0, height: height?.value ?? 0,
        isCircle: found["d"] != nil && found["w"] == nil && found["h"] == nil)
      numbers = found.map { ($0.key, $0.value.range) }
    }

    /// Returns the fields as another area has them.
    func edits(to area: RegionArea) -> [(range: Range<Int>, bytes: [UInt8])] {
      numbers.map { name, range in
        let number =
          switch name {
          case "x": area.x
          case "y": area.y
          case "w": area.width
          case "h": area.height
          // The diameter of a circle is in parts of the shorter side.
          default: area.isCircle ? area.width : min(area.width, area.height)
          }
        return (range, Array(NumberText.member(number).utf8))
      }
    }
  }
}
