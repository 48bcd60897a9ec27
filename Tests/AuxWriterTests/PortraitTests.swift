import AuxContainers
import AuxImage
import AuxReader
import AuxValidator
import AuxWriter
import TestSupport
import Testing

/// The properties of a portrait for Apple's Photos, of camera files where these are at hand.
@Suite("Portraits for Photos")
struct PortraitTests {
  private static let lent = ["shu223_depth.jpg", "shu223_depth_matte.jpg", "lyangas_depth_gainmap.jpg"]
  private static let noted = ["gwy15_IMG_3853_gainmap_tmap.heic", "openize_ios18_tmap_mattes.heic"]

  @Test(
    "A portrait lends to another of its camera, and not to one of another",
    .enabled(if: Samples.have(lent), Comment(rawValue: Samples.absence)))
  func lending() throws {
    let paths = try Self.lent.map { try #require(Samples.path($0)) }
    let donor = try ImageSource(paths[0])
    let same = try ImageSource(paths[1])
    var destination = try ImageDestination(from: same)
    #expect(try destination.preparePhotosPortrait(donor: donor).isEmpty)
    let report = Validator(headersOnly: true, profile: .photosPortrait).validate(
      data: try destination.finalize().data)
    #expect(!report.findings.contains { $0.rule.hasPrefix("PHOTOS") }, "\(report.findings)")
    var other = try ImageDestination(from: ImageSource(paths[2]))
    #expect(throws: AuxError(.usage, "")) { try other.preparePhotosPortrait(donor: donor) }
  }

  @Test(
    "Apple's formula of the maker's note gives the headroom that XMP states",
    .enabled(if: Samples.have(noted), Comment(rawValue: Samples.absence)), arguments: noted)
  func headroom(_ name: String) throws {
    let source = try ImageSource(#require(Samples.path(name)))
    let stated = try #require(source.auxiliaryImage(.hdrGainMap)?.gainMap?.appleHeadroom)
    let exif = try #require(try source.primaryMetadata().exif)
    let headroom = try #require(AppleMakerNote(exif: exif)?.headroom)
    #expect(abs(headroom / stated - 1) < 5e-5)
  }

  @Test("ISO's gamma comes near to Apple's formula")
  func fittedGamma() throws {
    let metadata = try GainMapMetadata(appleHeadroom: 4)
    #expect(abs(metadata.channels[0].gamma - 0.7867) < 1e-4 && metadata.alternateHeadroom == 2)
    let curve = try #require(GainCurve(metadata))
    let apples = try #require(GainCurve(GainMapDescription(forms: [.apple], appleHeadroom: 4)))
    #expect(abs(curve.deviation(from: apples, of: Array(0...255)) - 0.0406) < 1e-3)
    #expect(try abs(metadata.headroomForApple(of: [0, 255]) - 4) < 1e-9)
  }
}
