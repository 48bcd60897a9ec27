import AuxImage
import AuxKernels
import Testing

/// Values print by the standard names of what they are, whatever prints them.
@Suite struct DescriptionTests {
  private static let plane = PixelPlane(width: 2, height: 1, storage: .uint8([0, 255]))

  @Test func namesOfKinds() {
    #expect("\(PixelFormat.hdis) \(PixelFormat.L008)" == "hdis L008")
    #expect("\(AuxiliaryDataType.disparity) \(AuxiliaryDataType.hdrGainMap)" == "disparity hdrGainMap")
    #expect("\(SemanticSegmentationMatte.MatteType.skin)" == "skin")
    #expect("\(ImageContainer.heif) \(ImageOrientation.right) \(DepthQuantity.depth)" == "heif right depth")
    #expect("\(DepthData.Quality.high) \(DepthData.Accuracy.relative)" == "high relative")
    #expect("\(AuxError.Code.missingImage): \(Remedy.giveMap)" == "missingImage: a map can be given")
    #expect("\(AuxiliaryDataType.Family.semanticMatte)" == "semanticMatte")
  }

  @Test func depthAndMattes() throws {
    let depth = DepthData(
      values: [0.5, 2.5], width: 2, height: 1, depthDataType: .hdis, metadata: AuxiliaryMetadata())
    #expect("\(depth)" == "hdis 2x1")
    #expect("\(depth.depthDataMap) \(depth.depthDataMap.storage)" == "2x1 half 2 half")
    #expect("\(try StoredAuxiliaryImage(quantising: depth))" == "disparity 2x1 uint8, 0.5...2.5 1/m")
    #expect("\(try PortraitEffectsMatte(mattingImage: Self.plane))" == "portraitEffectsMatte 2x1 uint8")
    let hair = try SemanticSegmentationMatte(matteType: .hair, mattingImage: Self.plane)
    #expect("\(hair)" == "hair 2x1 uint8")
    #expect("\(CodeRange(quantity: .depth, atZero: 1, atMax: 4))" == "1.0...4.0 m")
    let info = depth.dictionaryRepresentation().info
    #expect("\(info)" == "hdis 2x1, \(info.data.count) bytes" && "\(info.description)" == "hdis 2x1")
  }

  @Test func calibration() throws {
    var calibration = try CameraCalibrationData(
      intrinsicMatrix: [2834.5, 0, 0, 0, 2834.5, 0, 2016, 1512, 1],
      intrinsicMatrixReferenceDimensions: .init(width: 4032, height: 3024), pixelSize: 0.001,
      lensDistortionCenter: .init(x: 2016.5, y: 1512))
    #expect(
      "\(calibration)" == "focal length 2834.5, 2834.5, principal point 2016.0, 1512.0 of 4032x3024")
    #expect("\(calibration.intrinsicMatrixReferenceDimensions)" == "4032x3024")
    #expect("\(try #require(calibration.lensDistortionCenter))" == "2016.5, 1512.0")
    calibration.intrinsicMatrix = [1]
    #expect("\(calibration)" == "intrinsic matrix [1.0] of 4032x3024")
  }

  @Test func photos() throws {
    let pixels = try PhotoPixels(
      width: 1, height: 2, channels: 3, samples: .uint16([1, 2, 3, 4, 5, 6]), iccProfile: [0],
      orientation: .left)
    #expect("\(pixels)" == "1x2 RGB uint16, ICC profile, left" && "\(pixels.samples)" == "6 uint16")
    #expect("\(PhotoMetadata(exif: [0, 0], xmp: nil))" == "Exif 2 bytes")
    #expect("\(PrimaryImage(width: 4, height: 3, orientation: .down))" == "4x3 down")
  }

  @Test func properties() {
    let values: [(XMPProperty.Value, String)] = [
      (.text("1751411059"), "1751411059"), (.seq(["a", "b"]), #"["a", "b"]"#), (.structure, "{}"),
    ]
    for (value, text) in values {
      let property = XMPProperty(namespace: "urn:x", prefix: "apdi", name: "NativeFormat", value: value)
      #expect("\(value)" == text && "\(property)" == "apdi:NativeFormat = \(text)")
    }
    let long = XMPProperty(
      namespace: "urn:x", prefix: "a", name: "b", value: .text(String(repeating: "c", count: 99)))
    #expect("\(long)" == "a:b = " + String(repeating: "c", count: 80) + "…")
  }
}
