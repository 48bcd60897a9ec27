import AuxImage
import AuxRender
import TestSupport
import Testing

@Suite("What a viewer focuses on at first")
struct SubjectFocusTests {
  private static let width = 128, height = 96

  /// A photo whose map has disparities of 1 on the left to 0.5 on the right, in metres.
  private static func photo(
    _ xmp: String? = nil, orientation: ImageOrientation = .up, matte: Bool = false, map: Bool = true
  ) throws -> ImageSource {
    var pixels = try PhotoPixels(
      width: width, height: height, rgb8: Pictures.gradient(width: width, height: height))
    pixels.orientation = orientation
    var destination = try ImageDestination(
      pixels: pixels, metadata: PhotoMetadata(xmp: xmp.map { Array($0.utf8) }), as: .jpeg, quality: 95)
    if map {
      let metres = (0..<width * height).map { 1 / (1 - 0.5 * Float($0 % width) / Float(width - 1)) }
      try destination.addDepth(DepthMap(metres, width: width, height: height), isUpright: false)
    }
    if matte {
      let shown = (0..<width * height).map { (60...68).contains($0 % width) ? UInt8(255) : 0 }
      try destination.addMatte(
        PixelPlane(width: width, height: height, known: .uint8(shown)), type: .portraitEffectsMatte,
        isUpright: false)
    }
    return try ImageSource(data: destination.finalize().data)
  }

  private static func packet(x: Double, y: Double) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" \
    xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#">\
    <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Seq>\
    <rdf:li rdf:parseType="Resource"><mwg-rs:Area stArea:x="\(x)" stArea:y="\(y)" stArea:w="0.1" stArea:h="0.2" \
    stArea:unit="normalized"/><mwg-rs:Type>Focus</mwg-rs:Type></rdf:li></rdf:Seq></mwg-rs:RegionList>\
    <mwg-rs:AppliedToDimensions rdf:parseType="Resource"><stDim:w>\(width)</stDim:w><stDim:h>\(height)</stDim:h>\
    <stDim:unit>pixel</stDim:unit></mwg-rs:AppliedToDimensions></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>
    """
  }

  /// What a rendering focuses on, and its lens at f/2.
  private static func rendered(_ source: ImageSource) throws -> PhotoRenderer.Report {
    var options = EffectOptions()
    options.target = .subject
    options.lens = try LensOptions(.fNumber(2))
    return try PhotoRenderer(source, isUpright: true).rendering(.blur, options).report
  }

  @Test("Focus, distance and lens are those of a rendering", arguments: [true, false])
  func same(matte: Bool) throws {
    let source = try Self.photo(matte: matte)
    let found = try #require(try SubjectFocus(of: source))
    let report = try Self.rendered(source)
    let focus = try #require(report.focus)
    #expect(found.focus.source == (matte ? .matte : .nearest) && found.focus.source == focus.source)
    #expect(abs(found.focus.nearness - focus.nearness) < 0.01)
    #expect(abs(try #require(found.focus.distance) - #require(focus.distance)) < 0.02)
    #expect(found.place == nil)
    let lens = try #require(found.lens)
    // The radius by the formula of a thin lens, in diagonals: 160 pixels here.
    let range = Double(lens.disparities.upperBound - lens.disparities.lowerBound)
    let radius = 0.0432666 * lens.focalLength * lens.focalLength * 160 * range / (2 * 2)
    #expect(abs(radius - Double(try #require(report.blurRadius))) < 1e-3 * radius)
    #expect(lens.isAssumed && lens.basis == report.lens?.basis && lens.simulatedFNumber == nil)
  }

  @Test("The place of a region is that of the photo as displayed", arguments: ImageOrientation.allCases)
  func place(orientation: ImageOrientation) throws {
    let (x, y) = (0.3, 0.4)
    let found = try #require(
      try SubjectFocus(of: Self.photo(Self.packet(x: x, y: y), orientation: orientation)))
    #expect(found.focus.source == .focusRegion && abs(found.focus.nearness - 0.7) < 0.02)
    let place = try #require(found.place)
    let displayed: (Double, Double) =
      switch orientation {
      case .up: (x, y)
      case .upMirrored: (1 - x, y)
      case .down: (1 - x, 1 - y)
      case .downMirrored: (x, 1 - y)
      case .leftMirrored: (y, x)
      case .right: (1 - y, x)
      case .rightMirrored: (1 - y, 1 - x)
      case .left: (y, 1 - x)
      }
    #expect(abs(place.x - displayed.0) < 1e-9 && abs(place.y - displayed.1) < 1e-9)
  }

  @Test("A photo without a map has none")
  func absent() throws {
    #expect(try SubjectFocus(of: Self.photo(map: false)) == nil)
  }
}
