import AuxMaps
import TestSupport
import Testing

/// Maps that become auxiliary images.
struct MapAttachmentTests {
  private let placement = MapPlacement(on: PrimaryImage(width: 40, height: 10))

  private static func plane(_ storage: PixelPlane.Storage) -> PixelPlane {
    PixelPlane(width: 4, height: 1, known: storage)
  }

  @Test func depthIsQuantisedAndCompared() throws {
    var options = DepthMap.Options(convention: .metric)
    options.camera = .intrinsics(fx: 50, fy: 60, cx: 20, cy: 5)
    let map = DepthMap(Self.plane(.float([1, 2, .nan, 4])), options: options)
    let attachment = try MapAttachment(map, on: placement)
    let image = attachment.image
    #expect(image.type == .disparity && attachment.holesFilled == 1)
    #expect(image.codes.storage == .uint8([255, 85, 85, 0]))
    let range = CodeRange(quantity: .disparity, firstValue: 0.25, lastValue: 1)
    #expect(image.content == .depth(image.codes, range))
    let metadata = image.metadata
    #expect(metadata.accuracy == .absolute && metadata.quality == .high && metadata.isFiltered == true)
    #expect(metadata.calibration?.intrinsicMatrix == [50, 0, 0, 0, 60, 0, 20, 5, 1])
    #expect(metadata.calibration?.intrinsicMatrixReferenceDimensions == .init(width: 40, height: 10))
    #expect(try attachment.difference(from: image).max < 1e-6)

    // One code more is 3/4/255 1/m; the hole takes no part.
    var changed = image
    changed.codes = Self.plane(.uint8([255, 86, 200, 0]))
    let difference = try attachment.difference(from: changed)
    #expect(difference.unit == .metres && abs(difference.max - 0.011696) < 1e-5)
    #expect(abs(difference.mean - difference.max / 3) < 1e-6)
    changed.codes = PixelPlane(width: 2, height: 1, known: .uint8([1, 2]))
    #expect(throws: AuxError(.verification, "")) { try attachment.difference(from: changed) }
  }

  @Test func whatIsRecordedIsChosen() throws {
    var recording = DepthRecording()
    (recording.pixelFormat, recording.quality, recording.isFiltered) = (.fdep, .low, false)
    let map = DepthMap(Self.plane(.float([1, 2, 3, 4])))
    let image = try MapAttachment(map, on: placement, recording: recording, bits: 16).image
    #expect(image.type == .depth && image.codes.sampleType == .uint16)
    #expect(image.metadata.nativeFormat == .fdep && image.metadata.quality == .low)
    #expect(image.metadata.accuracy == .absolute && image.metadata.isFiltered == false)
    recording.accuracy = .relative
    #expect(
      try MapAttachment(map, on: placement, recording: recording).image.metadata.accuracy == .relative)
    recording.pixelFormat = .L008
    #expect(throws: AuxError(.usage, "")) { try MapAttachment(map, on: placement, recording: recording) }
  }

  @Test(
    arguments: [
      .uint8([0, 1, 128, 255]), .uint16([0, 257, 32896, 65535]), .uint16([128, 300, 32800, 65407]),
      .float([0, 0.004, 0.5, 1]), .half([0, 0x1C19, 0x3800, 0x3C00]),
    ] as [PixelPlane.Storage])
  func mattesHaveEightBits(storage: PixelPlane.Storage) throws {
    let attachment = try MapAttachment(codes: Self.plane(storage), type: .portraitEffectsMatte, on: placement)
    #expect(attachment.image.codes.storage == .uint8([0, 1, 128, 255]))
    #expect(attachment.image.metadata == .matte(.portraitEffectsMatte))
    let difference = try attachment.difference(from: attachment.image)
    #expect(difference.unit == .codes && difference.max == 0)
    var changed = attachment.image
    changed.codes = Self.plane(.uint8([0, 1, 130, 255]))
    #expect(try attachment.difference(from: changed).max == 2)
    #expect(try attachment.difference(from: changed).mean == 0.5)
    changed.codes = Self.plane(.uint16([0, 1, 130, 255]))
    #expect(throws: AuxError(.verification, "")) { try attachment.difference(from: changed) }
  }

  @Test func whatIsNoMatteIsRefused() throws {
    func attach(
      _ storage: PixelPlane.Storage, _ type: AuxiliaryDataType = .hdrGainMap, headroom: Double? = nil
    ) throws(AuxError) -> MapAttachment {
      try MapAttachment(codes: Self.plane(storage), type: type, on: placement, headroom: headroom)
    }
    for values: [Float] in [[0, 0, 0, 1.5], [0, 0, -0.1, 0], [.nan, 0, 0, 0]] {
      #expect(throws: AuxError(.usage, "")) { try attach(.float(values)) }
    }
    #expect(throws: AuxError(.usage, "")) { try attach(.uint8([0, 0, 0, 0]), .disparity) }
    for headroom in [0.5, .infinity, .nan] {
      #expect(throws: AuxError(.usage, "")) { try attach(.uint8([0, 0, 0, 0]), headroom: headroom) }
    }
    #expect(throws: AuxError(.usage, "")) {
      try attach(.uint8([0, 0, 0, 0]), .portraitEffectsMatte, headroom: 4)
    }
    #expect(try attach(.uint8([0, 0, 0, 0]), headroom: 4).image.metadata.hdrGainMapHeadroom == 4)
  }

  @Test func mattesOfFilesNameThem() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try MapFile.encode(Self.plane(.float([0, 1, 2, 0])), as: .pfm), to: "m.pfm")
    let error = #expect(throws: AuxError(.usage, "")) {
      try MapAttachment(codesOf: path, type: .semanticSegmentationSkyMatte, on: placement)
    }
    #expect(error?.path == path && error?.reason.contains("(2, 0)") == true)
  }
}
