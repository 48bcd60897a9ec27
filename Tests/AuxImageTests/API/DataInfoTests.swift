import AuxImage
import AuxKernels
import Testing

/// Dictionaries: accepted ones, refused ones, and round trips.
struct DataInfoTests {
  static func info(
    _ format: PixelFormat = .hdis, width: Int = 2, height: Int = 2, bytesPerRow: Int = 4, count: Int = 8
  ) -> AuxiliaryDataInfo {
    AuxiliaryDataInfo(
      data: (0..<count).map { UInt8($0) },
      description: .init(pixelFormat: format, width: width, height: height, bytesPerRow: bytesPerRow))
  }

  /// A dictionary that is refused.
  struct Refusal: Sendable {
    let info: AuxiliaryDataInfo
    let code: AuxError.Code
    let reason: String
  }

  static let refusals = [
    Refusal(info: info(.L008), code: .unsupported, reason: "L008"),
    Refusal(info: info(PixelFormat(rawValue: 0)), code: .malformed, reason: "PixelFormat is 0"),
    Refusal(info: info(PixelFormat(rawValue: 0x3434_3466)), code: .unsupported, reason: "444f"),
    Refusal(info: info(width: 0), code: .malformed, reason: "Width is 0"),
    Refusal(info: info(height: 0), code: .malformed, reason: "Height is 0"),
    Refusal(info: info(height: -1), code: .malformed, reason: "Height is -1"),
    Refusal(info: info(bytesPerRow: 0), code: .malformed, reason: "BytesPerRow is 0"),
    Refusal(info: info(bytesPerRow: 3), code: .malformed, reason: "BytesPerRow is 3"),
    Refusal(info: info(.fdep), code: .malformed, reason: "BytesPerRow is 4"),
    Refusal(info: info(count: 7), code: .truncated, reason: "7 bytes"),
    Refusal(info: info(bytesPerRow: .max), code: .truncated, reason: "8 bytes"),
    Refusal(
      info: info(width: 1 << 40, height: 1 << 40, bytesPerRow: .max), code: .limitExceeded, reason: "limit"),
  ]

  @Test(arguments: refusals) func depthDataIsRefused(_ refusal: Refusal) throws {
    let error = try #require(throws: AuxError.self) {
      try DepthData(fromDictionaryRepresentation: refusal.info)
    }
    #expect(error.code == refusal.code)
    #expect(error.description.contains(refusal.reason), "\(error)")
  }

  @Test func mattesAreOf8Bits() throws {
    #expect(throws: AuxError(.unsupported, "")) {
      try PortraitEffectsMatte(fromDictionaryRepresentation: Self.info())
    }
    #expect(throws: AuxError(.usage, "")) {
      try SemanticSegmentationMatte(
        fromImageSourceAuxiliaryDataType: .portraitEffectsMatte,
        dictionaryRepresentation: Self.info(.L008, bytesPerRow: 2, count: 4))
    }
    #expect(throws: AuxError(.usage, "")) {
      try PortraitEffectsMatte(mattingImage: PixelPlane(width: 1, height: 1, known: .uint16([1])))
    }
  }

  @Test func rowsMayBePadded() throws {
    // Two rows of two halves in eight bytes each; the last row's padding may be absent.
    let bytes: [UInt8] = [0, 0x3C, 0, 0x40, 9, 9, 9, 9, 0, 0x42, 0, 0x44]
    let info = AuxiliaryDataInfo(
      data: bytes, description: .init(pixelFormat: .hdis, width: 2, height: 2, bytesPerRow: 8))
    let depth = try DepthData(fromDictionaryRepresentation: info)
    #expect(depth.depthDataMap.storage == .half([0x3C00, 0x4000, 0x4200, 0x4400]))
    let (padded, type) = depth.dictionaryRepresentation(rowAlignment: 16)
    #expect(type == .disparity)
    #expect(padded.description.bytesPerRow == 16 && padded.data.count == 32)
    #expect(Array(padded.data[..<4]) == [0, 0x3C, 0, 0x40])
    #expect(padded.data[4..<16].allSatisfy { $0 == 0 })
    #expect(try DepthData(fromDictionaryRepresentation: padded).depthDataMap == depth.depthDataMap)
    #expect(depth.dictionaryRepresentation().info.description.bytesPerRow == 4)
  }

  @Test func withoutMetadataTheDefaultsAreApples() throws {
    let depth = try DepthData(fromDictionaryRepresentation: Self.info())
    #expect(depth.depthDataQuality == .low && depth.depthDataAccuracy == .relative)
    #expect(!depth.isDepthDataFiltered && depth.cameraCalibrationData == nil)
    #expect(depth.availableDepthDataTypes == [.hdis, .fdis, .hdep, .fdep])
    let stated = try #require(depth.dictionaryRepresentation().info.metadata)
    #expect(stated.quality == .low && stated.accuracy == .relative && stated.isFiltered == false)
    #expect(stated.depthDataVersion == nil)
  }

  @Test func theTypeFollowsThePixelFormat() throws {
    let depth = try DepthData(fromDictionaryRepresentation: Self.info(.hdep))
    #expect(depth.dictionaryRepresentation().type == .depth)
    #expect(try depth.converting(toDepthDataType: .fdis).dictionaryRepresentation().type == .disparity)
    #expect(Self.info(.fdep).auxiliaryDataType == .depth)
    #expect(Self.info(.L008).auxiliaryDataType == nil)
    for type in AuxiliaryDataType.known where !type.isDepthData && type != .isoGainMap {
      var info = Self.info(.L008)
      info.metadata = try StoredAuxiliaryImage(
        dictionaryRepresentation: Self.info(.L008), type: type
      ).metadata
      #expect(info.auxiliaryDataType == type)
      #expect(throws: AuxError(.usage, "")) {
        try StoredAuxiliaryImage(
          dictionaryRepresentation: info, type: type == .hdrGainMap ? .portraitEffectsMatte : .hdrGainMap)
      }
    }
  }

  @Test func aReplacedMapDropsWhatAppleDrops() throws {
    var metadata = AuxiliaryMetadata()
    metadata.quality = .high
    metadata.accuracy = .absolute
    metadata.isFiltered = true
    metadata.depthDataVersion = 65541
    metadata.calibration = try CalibrationOrientationTests.calibration()
    metadata.other = [XMPProperty(namespace: "n", prefix: "p", name: "SimulatedAperture", value: .text("2"))]
    let map = PixelPlane(width: 1, height: 1, known: .half([0x3C00]))
    let depth = try DepthData(depthDataType: .hdis, depthDataMap: map, metadata: metadata)
    let wide = PixelPlane(width: 2, height: 1, known: .float([1, 2]))
    let replaced = try depth.replacingDepthDataMap(with: wide)
    #expect(replaced.depthDataType == .fdis && replaced.depthDataMap == wide)
    #expect(replaced.depthDataQuality == .high && replaced.depthDataAccuracy == .absolute)
    #expect(replaced.isDepthDataFiltered)
    #expect(replaced.cameraCalibrationData == nil && replaced.metadata.depthDataVersion == nil)
    #expect(replaced.metadata.other.isEmpty)
    #expect(try depth.replacingDepthDataMap(with: wide, depthDataType: .fdep).depthDataType == .fdep)
    #expect(throws: AuxError(.usage, "")) {
      try depth.replacingDepthDataMap(with: wide, depthDataType: .hdis)
    }
    let codes = PixelPlane(width: 1, height: 1, known: .uint8([1]))
    #expect(throws: AuxError(.usage, "")) { try depth.replacingDepthDataMap(with: codes) }
  }

  @Test func codesAreKeptWhereTheMapHoldsNoOtherValues() throws {
    let values: [Float] = (0..<1024).map { 0.7 + Float(($0 * 37) % 1024) / 512 }
    let depth = try DepthData(
      depthDataType: .fdis, depthDataMap: PixelPlane(width: 32, height: 32, known: .float(values))
    ).converting(toDepthDataType: .hdis)
    var stored = try StoredAuxiliaryImage(quantising: depth)
    // Codes that do not reach the bounds, as after lossy coding.
    guard case .uint8(let codes) = stored.codes.storage else { throw AuxError(.usage, "8 bits") }
    stored.codes = PixelPlane(width: 32, height: 32, known: .uint8(codes.map { min(max($0, 3), 250) }))
    stored.packet = Array("the packet".utf8)
    let info = try stored.dictionaryRepresentation()
    #expect(try StoredAuxiliaryImage(dictionaryRepresentation: info, type: .disparity) == stored)
    var edited = info
    edited.data[1] &+= 1
    let other = try StoredAuxiliaryImage(dictionaryRepresentation: edited, type: .disparity)
    #expect(other.metadata.floatMaxValue != stored.metadata.floatMaxValue && other.packet == nil)
  }

  @Test func mattesTurnAndAreReplaced() throws {
    let plane = PixelPlane(width: 2, height: 1, known: .uint8([0, 255]))
    let matte = try SemanticSegmentationMatte(matteType: .hair, mattingImage: plane)
    let turned = matte.applyingExifOrientation(.right)
    #expect(turned.mattingImage == PixelPlane(width: 1, height: 2, known: .uint8([0, 255])))
    #expect(matte.applyingExifOrientation(.upMirrored).mattingImage.storage == .uint8([255, 0]))
    let (info, type) = turned.dictionaryRepresentation(rowAlignment: 4)
    #expect(type == .semanticSegmentationHairMatte && info.description.bytesPerRow == 4)
    let back = try SemanticSegmentationMatte(
      fromImageSourceAuxiliaryDataType: type, dictionaryRepresentation: info)
    #expect(back == turned && back.matteType == .hair && back.pixelFormatType == .L008)
    let edited = PixelPlane(width: 1, height: 1, known: .uint8([7]))
    #expect(try back.replacingSemanticSegmentationMatte(with: edited).mattingImage == edited)
    let portrait = try PortraitEffectsMatte(mattingImage: plane)
    let (stated, portraitType) = portrait.dictionaryRepresentation()
    #expect(portraitType == .portraitEffectsMatte)
    #expect(try PortraitEffectsMatte(fromDictionaryRepresentation: stated) == portrait)
    #expect(try portrait.replacingPortraitEffectsMatte(with: edited).metadata == portrait.metadata)
    #expect(portrait.applyingExifOrientation(.down).mattingImage.storage == .uint8([255, 0]))
  }
}
