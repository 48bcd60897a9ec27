import AuxImage
import AuxKernels
import Testing

@Suite struct DepthDataTests {
  private static func depth(_ values: [Float], _ type: PixelFormat) -> DepthData {
    DepthData(
      values: values, width: values.count, height: 1, depthDataType: type, metadata: AuxiliaryMetadata())
  }

  @Test(arguments: PixelFormat.depthFormats, PixelFormat.depthFormats)
  func conversions(from: PixelFormat, to: PixelFormat) throws {
    // Powers of two are exact in all four formats and so are their reciprocals.
    let source = Self.depth([0.25, 1, 8, 0, .infinity, .nan], from)
    let converted = try source.converting(toDepthDataType: to)
    #expect(converted.depthDataType == to)
    #expect(converted.depthDataMap.sampleType == to.sampleType)
    let expected: [Float] =
      from.quantity == to.quantity ? [0.25, 1, 8, 0, .infinity] : [4, 1, 0.125, .infinity, 0]
    #expect(Array(converted.values.dropLast()) == expected)
    #expect(try #require(converted.values.last).isNaN)
  }

  @Test func metadataStays() throws {
    var source = Self.depth([1, 2], .hdis)
    source.metadata.quality = .high
    source.metadata.isFiltered = true
    let converted = try source.converting(toDepthDataType: .fdep)
    #expect(converted.metadata == source.metadata)
    #expect(converted.isDepthDataFiltered && converted.depthDataQuality == .high)
    #expect(converted.auxiliaryDataType == .depth && source.auxiliaryDataType == .disparity)
    #expect(source.availableDepthDataTypes == [.hdis, .fdis, .hdep, .fdep])
  }

  /// What AVDepthData says of a map without metadata.
  @Test func defaults() {
    let source = Self.depth([1], .fdep)
    #expect(source.depthDataQuality == .low && source.depthDataAccuracy == .relative)
    #expect(!source.isDepthDataFiltered && source.cameraCalibrationData == nil)
  }

  @Test func halvesAreClampedAndNeverBecomeInfinite() throws {
    let far = Self.depth([65504, 65519, 65520, 1e9, .infinity], .fdep)
    #expect(try far.converting(toDepthDataType: .hdep).values == [65504, 65504, 65504, 65504, .infinity])
    // The reciprocal of the smallest half, 2^24 m, is beyond the halves.
    let tiny = Self.depth([0x1p-24], .hdis)
    #expect(try tiny.converting(toDepthDataType: .hdep).values == [65504])
    #expect(try tiny.converting(toDepthDataType: .fdep).values == [0x1p24])
  }

  @Test func halvesAreRoundedToNearestEven() throws {
    // Between 1 and 1 + 2^-10 the tie goes to 1, between 1 + 2^-10 and 1 + 2^-9 to the latter.
    let source = Self.depth([1 + 0x1p-11, 1 + 0x1.8p-10, 0.1], .fdis)
    #expect(
      try source.converting(toDepthDataType: .hdis).depthDataMap.storage == .half([0x3C00, 0x3C02, 0x2E66]))
  }

  @Test func formatsThatAreNotDepthAreRefused() {
    let source = Self.depth([1], .fdis)
    #expect(throws: AuxError(.usage, "")) { try source.converting(toDepthDataType: .L008) }
    let codes = PixelPlane(width: 1, height: 1, known: .uint8([1]))
    for format in PixelFormat.depthFormats + [.L008] {
      #expect(throws: AuxError(.usage, "")) { try DepthData(depthDataType: format, depthDataMap: codes) }
    }
    #expect(throws: AuxError(.usage, "")) {
      try DepthData(depthDataType: .hdis, depthDataMap: Self.depth([1], .fdis).depthDataMap)
    }
  }
}
