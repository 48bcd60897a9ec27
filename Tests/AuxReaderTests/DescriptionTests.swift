import AuxReader
import TestSupport
import Testing

/// Sources and their images print by standard names.
@Suite struct DescriptionTests {
  @Test func portrait() throws {
    let source = try ImageSource(data: Pictures.portrait().bytes)
    let images = ["hdrGainMap 32x24 L008 (jpeg)", "disparity 64x48 hdis (jpeg)"]
    #expect(source.auxiliaryImages.map { "\($0)" } == images)
    #expect("\(source)" == "jpeg 64x48 up, " + images.joined(separator: ", "))
  }
}
