import AuxImage
import AuxRender
import TestSupport
import Testing

@Suite("What a photo's file says of the focus")
struct StatedFocusTests {
  private static let width = 128, height = 96

  /// Nearness that grows from the left, 0, to the right, 1.
  private static var map: NormalisedMap {
    get throws {
      try NormalisedMap(
        width: width, height: height,
        values: (0..<width * height).map { Float($0 % width) / Float(width - 1) })
    }
  }

  private static func region(_ type: String, x: Double) -> String {
    """
    <rdf:li rdf:parseType="Resource"><mwg-rs:Area stArea:x="\(x)" stArea:y="0.5" stArea:w="0.1" stArea:h="0.2" \
    stArea:unit="normalized"/><mwg-rs:Type>\(type)</mwg-rs:Type></rdf:li>
    """
  }

  private static func packet(_ regions: String, width: Int = width) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" \
      xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#">\
      <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Seq>\(regions)</rdf:Seq></mwg-rs:RegionList>\
      <mwg-rs:AppliedToDimensions rdf:parseType="Resource"><stDim:w>\(width)</stDim:w><stDim:h>\(height)</stDim:h>\
      <stDim:unit>pixel</stDim:unit></mwg-rs:AppliedToDimensions></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private static func focus(
    _ xmp: [UInt8], orientation: ImageOrientation = .up, matte: Bool = false, isUpright: Bool = false
  ) throws -> FocusReport {
    var pixels = try PhotoPixels(
      width: width, height: height, rgb8: Pictures.gradient(width: width, height: height))
    pixels.orientation = orientation
    var destination = try ImageDestination(
      pixels: pixels, metadata: PhotoMetadata(xmp: xmp), as: .jpeg, quality: 95)
    // What is at 0.2 to 0.3 of the width.
    let shown = (0..<width * height).map { (26...38).contains($0 % width) ? UInt8(255) : 0 }
    if matte {
      try destination.addMatte(
        PixelPlane(width: width, height: height, known: .uint8(shown)), type: .portraitEffectsMatte)
    }
    let renderer = try PhotoRenderer(
      ImageSource(data: destination.finalize().data), map: RenderMap(map), isUpright: isUpright)
    var options = EffectOptions()
    options.target = .subject
    return try #require(try renderer.rendering(.mask, options).report.focus)
  }

  @Test("A region in focus comes before a matte, a matte before faces, these before the nearest thing")
  func order() throws {
    let both = Self.region("Face", x: 0.7) + Self.region("Face", x: 0.5) + Self.region("Focus", x: 0.4)
    let region = try Self.focus(Self.packet(both), matte: true)
    #expect(region.source == .focusRegion && abs(region.nearness - 0.4) < 0.02)
    let faces = Self.packet(Self.region("Face", x: 0.7) + Self.region("Face", x: 0.5))
    let matte = try Self.focus(faces, matte: true)
    #expect(matte.source == .matte && abs(matte.nearness - 0.25) < 0.02)
    let face = try Self.focus(faces)
    #expect(face.source == .face && abs(face.nearness - 0.7) < 0.02)
    let nearest = try Self.focus(Self.packet(Self.region("BarCode", x: 0.3)))
    #expect(nearest.source == .nearest && nearest.nearness > 0.9)
  }

  @Test("Regions are of the photo as stored, however it is turned")
  func turned() throws {
    for isUpright in [false, true] {
      let found = try Self.focus(
        Self.packet(Self.region("Focus", x: 0.3)), orientation: .right, isUpright: isUpright)
      #expect(found.source == .focusRegion && abs(found.nearness - 0.3) < 0.02)
    }
  }

  @Test("Regions of a photo of another shape, and a damaged packet, say nothing")
  func useless() throws {
    #expect(try Self.focus(Self.packet(Self.region("Focus", x: 0.3), width: 72)).source == .nearest)
    #expect(try Self.focus(Self.packet(Self.region("Focus", x: 1.3))).source == .nearest)
  }
}
