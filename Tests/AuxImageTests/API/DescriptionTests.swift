import AuxImage
import Testing

/// Values print by the standard names of what they are, whatever prints them.
@Suite struct DescriptionTests {
  @Test func namesOfKinds() {
    #expect("\(PixelFormat.hdis) \(PixelFormat.L008)" == "hdis L008")
    #expect("\(AuxiliaryDataType.disparity) \(AuxiliaryDataType.hdrGainMap)" == "disparity hdrGainMap")
    #expect("\(ImageContainer.heif) \(ImageOrientation.right) \(DepthQuantity.depth)" == "heif right depth")
    #expect("\(DepthData.Quality.high) \(DepthData.Accuracy.relative)" == "high relative")
    #expect("\(AuxError.Code.missingImage): \(Remedy.giveMap)" == "missingImage: a map can be given")
    #expect("\(AuxiliaryDataType.Family.semanticMatte)" == "semanticMatte")
  }
}
