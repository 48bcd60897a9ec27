import AuxImage
import Testing

/// What an auxiliary image may hold.
struct AuxiliaryContentTests {
  private static let codes = PixelPlane(width: 2, height: 1, storage: .uint8([0, 255]))
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
      // Apple's form has no such metadata.
      (.hdrGainMap, .gainMap(Self.codes, metadata)), (.hdrGainMap, .colourGainMap(planes, metadata)),
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
    let other = PixelPlane(width: 1, height: 1, storage: .uint8([7]))
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
    let iso = try apple.described(as: .iso, metadata)
    #expect(iso == (try image(.isoGainMap, .gainMap(Self.codes, metadata))))
    let ultra = try iso.described(as: .ultraHDR, metadata)
    #expect(ultra == (try image(.adobeGainMap, .gainMap(Self.codes, metadata))))
    var back = apple
    back.packet = nil
    #expect(try ultra.described(as: .apple, nil, headroom: 4) == back)
    #expect(throws: AuxError(.unsupported, "")) {
      try image(.alpha, .matte(Self.codes)).described(as: .iso, metadata)
    }
  }
}
