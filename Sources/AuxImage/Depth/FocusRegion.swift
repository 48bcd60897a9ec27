/// Where a photo is in focus, as a camera marks it in XMP.
///
/// Parts of the sides of the photo as it is stored. Source: Metadata Working Group, Guidelines 2.0, 5.9; the form is that
/// of Apple's files: Specs/portrait.md, "Focus region".
public struct FocusRegion: Hashable, Sendable {
  /// The namespace of the Metadata Working Group's regions.
  package static let namespace = "http://www.metadataworkinggroup.com/schemas/regions/"

  /// The centre, from the left.
  public let x: Double
  /// The centre, from the top.
  public let y: Double
  /// The width.
  public let width: Double
  /// The height.
  public let height: Double

  /// The sides of a region whose size is not given.
  public static let usualSide = 0.12

  /// Creates a region about a centre; all numbers are parts of the sides.
  ///
  /// Throws `AuxError` with code `usage` for a centre outside of the photo, or sides that are not above 0 and 1 at most.
  public init(
    x: Double, y: Double, width: Double = FocusRegion.usualSide, height: Double = FocusRegion.usualSide
  ) throws(AuxError) {
    guard (0...1).contains(x), (0...1).contains(y), width > 0, width <= 1, height > 0, height <= 1 else {
      throw AuxError(.usage, "a focus region is given in parts of the photo's sides, 0 to 1")
    }
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Returns the element by which XMP states the region, for a photo of that size as it is stored.
  package func description(width photoWidth: Int, height photoHeight: Int) -> String {
    func number(_ value: Double) -> String { NumberText.member(value) }
    return """
      <rdf:Description rdf:about="" xmlns:mwg-rs="\(Self.namespace)" \
      xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" \
      xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#">\
      <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Seq><rdf:li rdf:parseType="Resource">\
      <mwg-rs:Area rdf:parseType="Resource"><stArea:y>\(number(y))</stArea:y><stArea:w>\(number(width))</stArea:w>\
      <stArea:x>\(number(x))</stArea:x><stArea:h>\(number(height))</stArea:h>\
      <stArea:unit>normalized</stArea:unit></mwg-rs:Area><mwg-rs:Type>Focus</mwg-rs:Type>\
      <mwg-rs:Extensions rdf:parseType="Resource"/></rdf:li></rdf:Seq></mwg-rs:RegionList>\
      <mwg-rs:AppliedToDimensions rdf:parseType="Resource"><stDim:h>\(photoHeight)</stDim:h>\
      <stDim:w>\(photoWidth)</stDim:w><stDim:unit>pixel</stDim:unit></mwg-rs:AppliedToDimensions>\
      </mwg-rs:Regions></rdf:Description>

      """
  }

  /// Whether properties of a primary's XMP mark a focus region.
  package static func isMarked(in properties: [XMPProperty]) -> Bool {
    properties.contains {
      $0.namespace == namespace && $0.name.hasPrefix("Regions/") && $0.name.hasSuffix(":Type")
        && $0.text == "Focus"
    }
  }

  /// Returns the regions that properties of a primary's XMP mark, in parts of the photo's sides; none where they are said to
  /// apply to a photo of another shape than `size`, or have no size.
  package static func regions(in properties: [XMPProperty], size: PrimaryImage) -> [XMPRegion] {
    let own = properties.filter { $0.namespace == namespace && $0.name.hasPrefix("Regions/") }
    func member(_ property: XMPProperty) -> Substring {
      property.name.split(separator: "/").last?.split(separator: ":").last ?? ""
    }
    var (regions, order): ([Substring: XMPRegion], [Substring]) = ([:], [])
    var stated: [Substring: Double] = [:]
    for property in own {
      let parts = property.name.split(separator: "/").dropFirst()
      guard let first = parts.first, let text = property.text else { continue }
      if first.hasSuffix(":AppliedToDimensions") { stated[member(property)] = NumberText.number(text) }
      guard first.contains(":RegionList[") else { continue }
      var region =
        regions[first] ?? XMPRegion(area: RegionArea(x: -1, y: -1, width: 0, height: 0), type: "", name: "")
      if regions[first] == nil { order.append(first) }
      let number = NumberText.number(text) ?? -1
      switch parts.dropFirst().map({ $0.split(separator: ":").last ?? "" }) {
      case ["Type"]: region.type = text
      case ["Name"]: region.name = text
      case ["Area", "x"]: region.area.x = number
      case ["Area", "y"]: region.area.y = number
      case ["Area", "w"]: region.area.width = number
      case ["Area", "h"]: region.area.height = number
      default: break
      }
      regions[first] = region
    }
    if let width = stated["w"], let height = stated["h"], width > 0, height > 0 {
      let ratio = width / height * Double(size.height) / Double(size.width)
      guard (0.95...1.05).contains(ratio) else { return [] }
    }
    return order.compactMap { regions[$0] }
      .filter {
        (0...1).contains($0.area.x) && (0...1).contains($0.area.y) && $0.area.width > 0 && $0.area.height > 0
      }
  }
}
