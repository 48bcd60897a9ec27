import AuxContainers
import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

@Suite("HEIC of sizes that HEVC does not show exactly")
struct OddSizeTests {
  @Test(
    "The picture is one coded item with a clean aperture",
    arguments: [(65, 49), (129, 97), (128, 97), (31, 17), (2, 3)])
  func aperture(_ width: Int, _ height: Int) throws {
    let pixels = try Sample.plain(width, height)
    var destination = try ImageDestination(pixels: pixels, as: .heif)
    try destination.addAuxiliaryImage(
      StoredAuxiliaryImage(
        type: .portraitEffectsMatte, codes: Pictures.ramp(width: width, height: height),
        metadata: .matte(.portraitEffectsMatte)))
    let source = try ImageSource(data: destination.finalize().data)
    #expect((source.primary?.width, source.primary?.height) == (width, height))
    guard case .heif(let reader) = source.parsed else {
      Issue.record("no HEIF")
      return
    }
    let item = reader.file.primaryItem
    #expect(item.type == "hvc1")
    #expect(try reader.file.imageSize(of: item) == (max(64, width + width % 2), max(64, height + height % 2)))
    let clap = try #require(reader.file.properties(of: item).first { $0.box.type == "clap" })
    #expect(clap.isEssential)
    let back = try source.primaryPixels()
    #expect((back.width, back.height) == (width, height))
    #expect(zip(back.rgb8, pixels.rgb8).allSatisfy { abs(Int($0) - Int($1)) <= 6 })
  }

  @Test("Even sides need none, and turning comes after cropping")
  func even() throws {
    let even = try ImageSource(
      data: ImageDestination(pixels: Sample.plain(66, 80), as: .heif).finalize().data)
    var turned = try Sample.plain(67, 81)
    turned.orientation = .right
    let odd = try ImageSource(data: ImageDestination(pixels: turned, as: .heif).finalize().data)
    func types(_ source: ImageSource) -> [String] {
      guard case .heif(let reader) = source.parsed else { return [] }
      return reader.file.properties(of: reader.file.primaryItem).map { "\($0.box.type)" }
        .filter { ["clap", "irot", "imir"].contains($0) }
    }
    #expect(!types(even).contains("clap"))
    #expect(types(odd).first == "clap" && types(odd).count > 1)
    #expect(odd.primary?.orientation == .right)
  }
}
