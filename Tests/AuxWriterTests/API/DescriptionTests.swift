import AuxImage
import AuxKernels
import AuxMaps
import AuxReader
import AuxWriter
import TestSupport
import Testing

/// Destinations, reports and choices print by standard names.
@Suite struct DescriptionTests {
  @Test func destinationAndReport() throws {
    let source = try ImageSource(data: Pictures.portrait().bytes)
    var destination = try ImageDestination(from: source)
    try destination.removeAuxiliaryImage(#require(source.auxiliaryImage(.disparity)))
    try destination.addAuxiliaryImage(WriterSupport.matte())
    #expect("\(destination)" == "jpeg +portraitEffectsMatte -disparity")
    let report = try destination.finalize().report
    #expect("\(report)" == "jpeg, primary unchanged, portraitEffectsMatte 32x24 uint8")
    #expect(report.images.map { "\($0)" } == ["portraitEffectsMatte 32x24 uint8"])
  }

  @Test func comparisonWithTheMap() throws {
    let map = PixelPlane(width: 64, height: 48, storage: .float([Float](repeating: 2, count: 64 * 48)))
    var destination = try ImageDestination(from: ImageSource(data: WriterSupport.plainPhoto()))
    try destination.addDepth(DepthMap(map, options: DepthMapOptions(convention: .metric)))
    let written = try #require(destination.finalize().report.images.first?.map)
    #expect("\(written)" == "max 0.0 m, mean 0.0 m, 0 holes filled")
  }

  @Test func choices() throws {
    #expect("\(ImageDestination.AuxiliaryEncoding(quality: 90))" == "quality 90")
    #expect("\(ImageDestination.AuxiliaryEncoding(isLossless: true))" == "lossless")
    #expect("\(WriteOptions.Replacement.inPlace)" == "inPlace")
    #expect("\(GDepthMime.png) \(GDepthMime.jpeg)" == "image/png image/jpeg")
    let primary = PrimaryImage(width: 4, height: 3, orientation: .up)
    #expect("\(try OrientationMatch(from: primary, to: primary))" == "up")
  }
}
