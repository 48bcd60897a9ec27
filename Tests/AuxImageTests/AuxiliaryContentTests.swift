import AuxImage
import Testing

/// What an auxiliary image may hold.
struct AuxiliaryContentTests {
  private static let codes = PixelPlane(width: 2, height: 1, known: .uint8([0, 255]))
  private static let range = CodeRange(quantity: .disparity, firstValue: 0.5, lastValue: 2)

  private func image(_ type: AuxiliaryDataType, _ content: AuxiliaryContent) throws -> StoredAuxiliaryImage {
    try StoredAuxiliaryImage(type: type, content: content, metadata: AuxiliaryMetadata())
  }

  @Test func whatATypeDoesNotHoldIsRefused() throws {
    let metadata = try GainMapMetadata(headroom: 4)
    let planes = try ColourPlanes(
      rgb: PhotoPixels(width: 2, height: 1, rgb8: [0, 1, 2, 3, 4, 5]))
    let wrong: [(AuxiliaryDataType, AuxiliaryContent)] = [
      (.disparity, .matte(Self.codes)), (.depth, .gainMap(Self.codes, nil)), (.depth, .colours(planes)),
      (.portraitEffectsMatte, .depth(Self.codes, Self.range)), (.alpha, .gainMap(Self.codes, metadata)),
      (.isoGainMap, .matte(Self.codes)), (.hdrGainMap, .colours(planes)),
      (.styleDeltaMap, .colourGainMap(planes, metadata)),
    ]
    for (type, content) in wrong {
      #expect(throws: AuxError(.usage, ""), "\(type)") { try image(type, content) }
    }
    #expect(throws: AuxError(.usage, "")) {
      try StoredAuxiliaryImage(type: .depth, codes: Self.codes, metadata: AuxiliaryMetadata())
    }
    _ = try image(.isoGainMap, .colourGainMap(planes, metadata))
    _ = try image(.depth, .depth(Self.codes, Self.range))
    _ = try image(.alpha, .matte(Self.codes))
  }

  @Test func otherCodesMeanTheSame() throws {
    let metadata = try GainMapMetadata(headroom: 4)
    let other = PixelPlane(width: 1, height: 1, known: .uint8([7]))
    var depth = try image(.disparity, .depth(Self.codes, Self.range))
    depth.codes = other
    #expect(depth.content == .depth(other, Self.range) && (depth.width, depth.height) == (1, 1))
    var gainMap = try image(.isoGainMap, .gainMap(Self.codes, metadata))
    gainMap.codes = other
    #expect(gainMap.content == .gainMap(other, metadata))
  }

  @Test func aGainMapIsDescribedInAnotherForm() throws {
    let metadata = try GainMapMetadata(headroom: 4)
    let apple = try StoredAuxiliaryImage(
      type: .hdrGainMap, codes: Self.codes, metadata: .matte(.hdrGainMap, headroom: 4), packet: [1])
    let stated = GainMapDescription(forms: [.apple], appleHeadroom: 4)
    let fitted = try GainMapMetadata(appleHeadroom: 4)
    let iso = try apple.described(as: [.iso], by: stated)
    #expect(iso == (try image(.isoGainMap, .gainMap(Self.codes, fitted))))
    let byISO = GainMapDescription(forms: [.iso], metadata: fitted)
    let ultra = try iso.described(as: [.ultraHDR], by: byISO)
    #expect(ultra == (try image(.adobeGainMap, .gainMap(Self.codes, fitted))))
    let both = try iso.described(as: [.iso, .ultraHDR], by: byISO)
    #expect(both.gainMapForms == [.iso, .ultraHDR] && both.type == .adobeGainMap)
    var back = apple
    back.packet = nil
    #expect(try ultra.described(as: [.apple], by: byISO) == back)
    #expect(try apple.described(as: [.apple], by: stated) == apple)
    // The packet that says what Apple's form says stays beside ISO's.
    let apples = try apple.described(as: [.apple, .iso], by: stated)
    #expect(apples.packet == [1] && apples.content == .gainMap(Self.codes, fitted))
    #expect(apples.gainMapForms == [.apple, .iso] && apples.type == .hdrGainMap)
    #expect(throws: AuxError(.unsupported, "")) {
      try image(.alpha, .matte(Self.codes)).described(as: [.iso], by: byISO)
    }
    let planes = try ColourPlanes(rgb: PhotoPixels(width: 2, height: 1, rgb8: [0, 1, 2, 3, 4, 5]))
    let colours = try image(.isoGainMap, .colourGainMap(planes, metadata))
    #expect(try colours.described(as: [.ultraHDR], by: byISO).content.colours == planes)
    let error = #expect(throws: AuxError(.unsupported, "")) { try colours.described(as: [.apple], by: byISO) }
    #expect(error?.message.contains("three components") == true)
  }

  private static let ramp = PixelPlane(width: 256, height: 1, known: .uint8(Array(0...255)))

  @Test(
    "Codes of other forms get new codes for Apple's, with the same gains within 0.05 stops",
    arguments: [
      GainMapMetadata(channels: [.init(gainMin: 0, gainMax: 2)], alternateHeadroom: 2),
      GainMapMetadata(channels: [.init(gainMin: 0, gainMax: 3, gamma: 0.45)], alternateHeadroom: 3),
      GainMapMetadata(channels: [.init(gainMin: 0.5, gainMax: 1.5, gamma: 2)], alternateHeadroom: 2),
      GainMapMetadata(channels: [.init(gainMin: 0, gainMax: 2.5)], alternateHeadroom: 2),
    ])
  func gammaGoesIntoTheCodes(_ metadata: GainMapMetadata) throws {
    let iso = try image(.isoGainMap, .gainMap(Self.ramp, metadata))
    let apple = try iso.described(as: [.apple], by: GainMapDescription(forms: [.iso], metadata: metadata))
    let headroom = try #require(apple.metadata.hdrGainMapHeadroom)
    let apples = try #require(GainCurve(GainMapDescription(forms: [.apple], appleHeadroom: headroom)))
    let curve = try #require(GainCurve(metadata))
    guard case .uint8(let codes) = apple.codes.storage else { throw AuxError(.codec, "no codes of 8 bits") }
    #expect(codes != Array(0...255))
    #expect(apples.deviation(from: curve, of: Array(0...255), as: codes) <= 0.05)
  }

  @Test func aHeadroomThatISOsGammaIsFarFromGetsNewCodesThere() throws {
    let apple = try image(.hdrGainMap, .gainMap(Self.ramp, nil))
    let stated = GainMapDescription(forms: [.apple], appleHeadroom: 8)
    let iso = try apple.described(as: [.iso], by: stated)
    let metadata = try GainMapMetadata(appleHeadroom: 8)
    #expect(iso.content.gainMapMetadata == metadata)
    let (apples, curve) = try (#require(GainCurve(stated)), #require(GainCurve(metadata)))
    guard case .uint8(let codes) = iso.codes.storage else { throw AuxError(.codec, "no codes of 8 bits") }
    #expect(curve.deviation(from: apples, of: Array(0...255)) > 0.05)
    #expect(curve.deviation(from: apples, of: Array(0...255), as: codes) <= 0.05)
    // With Apple's form beside it, codes are Apple's.
    #expect(try apple.described(as: [.apple, .iso], by: stated).codes == Self.ramp)
  }
}
