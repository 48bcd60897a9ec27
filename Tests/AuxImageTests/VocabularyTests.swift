import AuxImage
import Testing

@Suite struct VocabularyTests {
  /// The decimal numbers are those that real XMP packets have.
  @Test(
    arguments: [
      (PixelFormat.hdis, "hdis", 1_751_411_059), (.fdis, "fdis", 1_717_856_627),
      (.hdep, "hdep", 1_751_410_032),
      (.fdep, "fdep", 1_717_855_600), (.L008, "L008", 1_278_226_488),
    ] as [(PixelFormat, String, UInt32)])
  func pixelFormats(format: PixelFormat, name: String, number: UInt32) {
    #expect(format.rawValue == number)
    #expect(format.name == name)
    #expect(PixelFormat(name: name) == format)
  }

  @Test func otherPixelFormats() {
    #expect(PixelFormat(name: "444f") == nil)
    #expect(PixelFormat(name: "HDIS") == nil)
    #expect(PixelFormat(rawValue: 0x3434_3466).name == "444f")
    #expect(PixelFormat(rawValue: 0x0041_FF42).name == ".A.B")
    #expect(PixelFormat(rawValue: 1).sampleType == nil)
    #expect(PixelFormat.L008.quantity == nil)
    #expect(PixelFormat.hdep.quantity == .depth && PixelFormat.fdis.quantity == .disparity)
  }

  @Test(arguments: DepthQuantity.allCases)
  func formatsOfAQuantity(quantity: DepthQuantity) {
    let formats = [quantity.float16Format, quantity.float32Format]
    #expect(formats.map(\.quantity) == [quantity, quantity])
    #expect(formats.map(\.sampleType) == [.half, .float])
  }

  private static let types: [(AuxiliaryDataType, short: String?, urn: String?, constant: String)] = [
    (.depth, nil, "urn:mpeg:hevc:2015:auxid:2", "Depth"),
    (.disparity, nil, "urn:mpeg:hevc:2015:auxid:2", "Disparity"),
    (
      .portraitEffectsMatte, "portrait", "urn:com:apple:photo:2018:aux:portraiteffectsmatte",
      "PortraitEffectsMatte"
    ),
    (
      .semanticSegmentationSkinMatte, "skin", "urn:com:apple:photo:2019:aux:semanticskinmatte",
      "SemanticSegmentationSkinMatte"
    ),
    (
      .semanticSegmentationHairMatte, "hair", "urn:com:apple:photo:2019:aux:semantichairmatte",
      "SemanticSegmentationHairMatte"
    ),
    (
      .semanticSegmentationTeethMatte, "teeth", "urn:com:apple:photo:2019:aux:semanticteethmatte",
      "SemanticSegmentationTeethMatte"
    ),
    (
      .semanticSegmentationGlassesMatte, "glasses", "urn:com:apple:photo:2020:aux:semanticglassesmatte",
      "SemanticSegmentationGlassesMatte"
    ),
    (
      .semanticSegmentationSkyMatte, "sky", "urn:com:apple:photo:2020:aux:semanticskymatte",
      "SemanticSegmentationSkyMatte"
    ),
    (.hdrGainMap, "gainmap", "urn:com:apple:photo:2020:aux:hdrgainmap", "HDRGainMap"),
    (.isoGainMap, nil, nil, "ISOGainMap"),
  ]

  @Test func typesHaveNamesURNsAndConstants() {
    #expect(AuxiliaryDataType.known == Self.types.map(\.0))
    for (type, short, urn, constant) in Self.types {
      #expect(type.constantName == "kCGImageAuxiliaryDataType" + constant)
      #expect(AuxiliaryDataType(name: type.name) == type)
      #expect(type.urn == urn)
      #expect(AuxiliaryDataType(constantName: "kCGImageAuxiliaryDataType" + constant) == type)
      #expect(type.shortName == short)
      if let short { #expect(AuxiliaryDataType(name: short) == type) }
      if let urn, !type.isDepthData { #expect(AuxiliaryDataType(urn: urn) == type) }
    }
  }

  @Test func familiesAndWhoHoldsThem() {
    let all: [ImageContainer] = [.jpeg, .heif, .dng]
    for type in AuxiliaryDataType.known {
      let (family, containers): (AuxiliaryDataType.Family, [ImageContainer]) =
        switch type {
        case .depth, .disparity: (.depthData, all)
        case .portraitEffectsMatte: (.portraitMatte, all)
        case .hdrGainMap, .isoGainMap: (.gainMap, [.jpeg, .heif])
        default: (.semanticMatte, all)
        }
      #expect(type.family == family)
      #expect(all.filter(type.isHeld) == containers, "\(type)")
      let isMask = family == .portraitMatte || family == .semanticMatte
      #expect(type.semanticName == (isMask ? type.urn : nil))
      #expect(type.isDepthData == (family == .depthData))
      #expect((SemanticSegmentationMatte.MatteType(type) != nil) == (family == .semanticMatte))
    }
    let other = AuxiliaryDataType(urn: "urn:example:aux:other")
    #expect(other.family == nil && other.quantity == nil && other.shortName == nil && other.summary == nil)
    #expect(all.filter(other.isHeld) == [.jpeg, .heif] && other.semanticName == other.name)
    #expect(AuxiliaryDataType(.depth) == .depth && AuxiliaryDataType(.disparity).quantity == .disparity)
    #expect("\(SemanticSegmentationMatte.MatteType.allCases)" == "[skin, hair, teeth, glasses, sky]")
  }

  /// What Apple's JPEG files write, and that each is read as the type that it was written for.
  @Test func namesInXMP() throws {
    for type in AuxiliaryDataType.known where type != .isoGainMap {
      let names = type.xmpNames
      #expect(AuxiliaryDataType(imageType: names.imageType, subType: names.subType) == type)
      let isApart = type.isDepthData || type == .portraitEffectsMatte
      #expect(isApart == (names.imageType != type.urn))
    }
    #expect(AuxiliaryDataType.portraitEffectsMatte.xmpNames == ("depth", "portraiteffectsmatte"))
    #expect(AuxiliaryDataType.disparity.xmpNames == ("disparity", nil))
    #expect(AuxiliaryDataType(imageType: "depth", subType: "PortraitEffectsMatte") == .portraitEffectsMatte)
    #expect(AuxiliaryDataType(imageType: "depth", subType: "urn:x")?.name == "urn:x")
    #expect(AuxiliaryDataType(imageType: nil, subType: nil) == nil)
  }

  @Test func depthByItsURNIsDisparity() {
    #expect(AuxiliaryDataType(urn: "urn:mpeg:hevc:2015:auxid:2") == .disparity)
    #expect(AuxiliaryDataType(urn: "urn:mpeg:mpegB:cicp:systems:auxiliary:depth") == .disparity)
  }

  @Test func unknownTypesAreNamedByTheirURN() throws {
    let type = try #require(AuxiliaryDataType(name: "urn:example:aux:other"))
    #expect(type.name == "urn:example:aux:other" && type.urn == type.name && type.constantName == nil)
    #expect(AuxiliaryDataType(name: "Depth") == nil)
    #expect(AuxiliaryDataType(name: "") == nil)
  }

  @Test func orientationsAndTheirInverses() {
    #expect(ImageOrientation.allCases.map(\.rawValue) == Array(1...8))
    #expect(ImageOrientation.allCases.filter(\.swapsSides).map(\.rawValue) == [5, 6, 7, 8])
    #expect(ImageOrientation.allCases.map(\.inverse.rawValue) == [1, 2, 3, 4, 5, 8, 7, 6])
  }

  @Test func containersByContent() {
    #expect(ImageContainer(prefix: [0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
    #expect(ImageContainer(prefix: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == .png)
    #expect(ImageContainer(prefix: [0, 0, 0, 24] + Array("ftypheic".utf8)) == .heif)
    for start in ["II*\0", "MM\0*", "II+\0", "MM\0+"] {
      #expect(ImageContainer(prefix: Array(start.utf8)) == .tiff)
    }
    for other in [[], [0xFF, 0xD8], Array("GIF89a".utf8), [0x89, 0x50]] as [[UInt8]] {
      #expect(ImageContainer(prefix: other) == nil)
    }
  }

  @Test func containersByExtension() {
    #expect(ImageContainer(outputPath: "a/b.JPG") == .jpeg)
    #expect(ImageContainer(outputPath: "b.x.jpeg") == .jpeg)
    #expect(ImageContainer(outputPath: "/c.HEIC") == .heif)
    #expect(ImageContainer(outputPath: "c.hif") == .heif)
    #expect(ImageContainer(outputPath: "d.dng") == .dng)
    #expect(ImageContainer(outputPath: "e.png") == .png)
    for path in ["", "jpg", "a.jpg/b", "a.webp", "a."] { #expect(ImageContainer(outputPath: path) == nil) }
    let endings = ImageContainer.photoOutputExtensions
    #expect(endings.alternatives == "jpg, jpeg, mpo, jfif, heic, heif, hif, avif or dng")
    #expect(["jpg"].alternatives == "jpg" && [String]().alternatives == "")
  }

  @Test func errorsAreEqualByCode() {
    let error = AuxError(.malformed, "reason", offset: 12, place: "MPF").within("image 2")
    #expect(error == AuxError(.malformed, ""))
    #expect(error != AuxError(.truncated, "reason"))
    #expect("\(error)" == "image 2/MPF at byte 12: reason")
    #expect("\(AuxError(.io, "reason"))" == "reason")
    #expect("\(AuxError(.io, "reason", offset: 3))" == "at byte 3: reason")
  }

  @Test func pixelCountsAreBounded() throws {
    #expect(try AuxLimits.standard.checkedPixelCount(width: 1 << 14, height: 1 << 14) == 1 << 28)
    for (width, height) in [((1 << 14) + 1, 1 << 14), (.max, 2), (.max, .max)] {
      #expect(throws: AuxError(.limitExceeded, "")) {
        try AuxLimits.standard.checkedPixelCount(width: width, height: height)
      }
    }
    for (width, height) in [(0, 5), (5, 0), (-1, 5)] {
      #expect(throws: AuxError(.malformed, "")) {
        try AuxLimits.standard.checkedPixelCount(width: width, height: height)
      }
    }
  }
}
