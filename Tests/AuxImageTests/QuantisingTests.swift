import AuxImage
import AuxKernels
import TestSupport
import Testing

@Suite struct QuantisingTests {
  private static func stored(
    _ values: [Float], width: Int? = nil, _ type: PixelFormat
  ) throws -> StoredAuxiliaryImage {
    let width = width ?? values.count
    return try StoredAuxiliaryImage(
      quantising: DepthData(
        values: values, width: width, height: values.count / width, depthDataType: type,
        metadata: AuxiliaryMetadata()))
  }

  @Test func codesRangeAndMetadata() throws {
    // A step is 1/255 of 2...4; 3 is halfway between codes 127 and 128 and goes up.
    let image = try Self.stored([2, 3, 4, 2.5], .hdis)
    #expect(image.codes.storage == .uint8([0, 128, 255, 64]))
    #expect(image.type == .disparity)
    let range = CodeRange(quantity: .disparity, firstValue: 2, lastValue: 4)
    #expect(image.content == .depth(image.codes, range))
    #expect(image.metadata.auxiliaryImageType == "disparity")
    #expect(image.metadata.nativeFormat == .hdis && image.metadata.storedFormat == .L008)
    #expect(image.metadata.intMinValue == 0 && image.metadata.intMaxValue == 255)
    #expect(image.metadata.floatMinValue == 2 && image.metadata.floatMaxValue == 4)
  }

  @Test(
    "The table of 8-bit codes has the values of the depth data, bit for bit",
    arguments: [PixelFormat.hdis, .fdep], [DepthQuantity.depth, .disparity])
  func tables(type: PixelFormat, quantity: DepthQuantity) throws {
    // From 0, whose reciprocal is infinite, and to a value that no float of the line hits.
    let image = try Self.stored([0, 0.1, 1.7, 3.3], type)
    let (codes, values) = try #require(image.valueTable(in: quantity))
    let map = try image.depthData(in: quantity.float32Format).values
    #expect(codes.map { values[Int($0)].bitPattern } == map.map(\.bitPattern) && values.count == 256)
    #expect(map.contains(.infinity) == (quantity != image.range?.quantity))
    let wide = try StoredAuxiliaryImage(
      quantising: [0, 1],
      of: DepthData(values: [0, 1], width: 2, height: 1, depthDataType: type, metadata: .init()),
      bits: 16)
    #expect(wide.valueTable(in: quantity) == nil)
  }

  @Test func depthIsTypedDepth() throws {
    let image = try Self.stored([1, 3], .fdep)
    #expect(image.type == .depth && image.metadata.auxiliaryImageType == "depth")
    let range = CodeRange(quantity: .depth, firstValue: 1, lastValue: 3)
    #expect(image.content == .depth(image.codes, range) && image.nativeFormat == .fdep)
  }

  @Test(arguments: PixelFormat.depthFormats)
  func constantMap(type: PixelFormat) throws {
    let image = try Self.stored([1.25, 1.25, 1.25], type)
    #expect(image.codes.storage == .uint8([0, 0, 0]))
    #expect(image.metadata.floatMinValue == 1.25 && image.metadata.floatMaxValue == 1.25)
    #expect(try image.depthData().values == [1.25, 1.25, 1.25])
  }

  @Test(arguments: [.nan, .infinity, -.infinity] as [Float])
  func holesAreRefusedWithTheirPlace(hole: Float) throws {
    let error = #expect(throws: AuxError(.usage, "")) {
      try Self.stored([1, 2, 3, 4, 5, hole], width: 3, .fdis)
    }
    #expect(error?.reason.contains("(2, 1)") == true)
  }

  /// Half a code from rounding to codes, and half a unit in the last place from the halves, at both ends.
  @Test(arguments: PixelFormat.depthFormats, [101, 102, 103] as [UInt64])
  func errorOfRandomMaps(type: PixelFormat, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let values = (0..<3072).map { _ in Float.random(in: 0.3...9, using: &random) }
    let image = try Self.stored(values, width: 64, type)
    let map = DepthData(
      values: values, width: 64, height: 48, depthDataType: type, metadata: AuxiliaryMetadata())
    let low = try #require(map.values.min())
    let high = try #require(map.values.max())
    #expect(image.metadata.floatMinValue == Double(low), "seed \(seed)")
    #expect(image.metadata.floatMaxValue == Double(high), "seed \(seed)")
    let decoded = try image.depthData()
    #expect(decoded.depthDataType == type)
    let step = Double(high - low) / 255
    // Halves of 8...16 are 2^-7 apart; floats of that size 2^-20.
    let rounding = type.sampleType == .half ? 0x1p-8 : 0x1p-21
    for (given, back) in zip(map.values, decoded.values) {
      #expect(abs(Double(given) - Double(back)) <= step / 2 + rounding, "seed \(seed): \(given)")
    }
  }

  @Test func onlyDepthDataDecodesToDepth() throws {
    let codes = PixelPlane(width: 1, height: 1, known: .uint8([1]))
    let matte = try StoredAuxiliaryImage(
      type: .portraitEffectsMatte, codes: codes, metadata: .matte(.portraitEffectsMatte))
    #expect(throws: AuxError(.unsupported, "")) { try matte.depthData() }
    #expect(matte.nativeFormat == .L008)
  }

  /// A matte must not be handed out in a depth format, nor depth as codes, whatever the properties say.
  @Test func nativeFormatFollowsTheType() throws {
    let codes = PixelPlane(width: 1, height: 1, known: .uint8([1]))
    func native(_ type: AuxiliaryDataType, _ format: PixelFormat?) throws -> PixelFormat {
      var metadata = AuxiliaryMetadata()
      metadata.nativeFormat = format
      let content =
        type.quantity.map {
          AuxiliaryContent.depth(codes, CodeRange(quantity: $0, firstValue: 0, lastValue: 1))
        } ?? AuxiliaryContent(codes, of: type)
      return try StoredAuxiliaryImage(type: type, content: content, metadata: metadata).nativeFormat
    }
    #expect(try native(.disparity, nil) == .hdis && native(.disparity, .L008) == .hdis)
    #expect(try native(.depth, nil) == .hdep && native(.disparity, .fdep) == .fdep)
    #expect(try native(.hdrGainMap, .hdis) == .L008)
  }

  @Test func wideCodesAndOtherNativeFormat() throws {
    var metadata = AuxiliaryMetadata()
    metadata.nativeFormat = .fdep
    let codes = PixelPlane(width: 3, height: 1, known: .uint16([0, 13107, 65535]))
    let range = CodeRange(quantity: .disparity, firstValue: 0.5, lastValue: 3)
    let image = try StoredAuxiliaryImage(
      type: .disparity, content: .depth(codes, range), metadata: metadata)
    // 0.5 + 0.2 * 2.5 = 1 per metre.
    #expect(try image.depthData().values == [2, 1, Float(1) / 3])
  }

  @Test func matteProperties() {
    let sky = AuxiliaryMetadata.matte(.semanticSegmentationSkyMatte)
    #expect(sky.auxiliaryImageType == "urn:com:apple:photo:2020:aux:semanticskymatte")
    #expect(sky.semanticSegmentationMatteVersion == 65536)
    #expect(sky.nativeFormat == .L008 && sky.storedFormat == .L008)
    let plain = AuxiliaryMetadata.matte(.hdrGainMap)
    #expect(plain.hdrGainMapVersion == 65536 && plain.hdrGainMapHeadroom == nil)
    let bright = AuxiliaryMetadata.matte(.hdrGainMap, headroom: 4.5)
    #expect(bright.hdrGainMapVersion == 131072 && bright.hdrGainMapHeadroom == 4.5)
    for type in AuxiliaryDataType.known where !type.isDepthData && type != .isoGainMap {
      #expect(AuxiliaryMetadata.matte(type).namedType == type)
    }
  }
}
