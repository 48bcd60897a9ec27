import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// Conversions keep all images and HDR.
@Suite("Conversions")
struct EditConversionTests {
  @Test(
    "A gain map is described as most readers of the container know it",
    arguments: [
      (ImageContainer.heif, ImageContainer.jpeg, [GainMapDescription.Form.iso, .ultraHDR]),
      (.heif, .avif, [.iso]), (.jpeg, .heif, [.apple, .iso]), (.jpeg, .avif, [.iso]),
      (.avif, .jpeg, [.iso, .ultraHDR]), (.avif, .heif, [.apple, .iso]),
    ])
  func gainMaps(
    _ from: ImageContainer, _ container: ImageContainer, _ forms: [GainMapDescription.Form]
  ) throws {
    let source = try EditSupport.photo(from, forms: from == .jpeg ? [.iso, .ultraHDR] : [.apple])
    let (written, plan, report, _) = try EditSupport.edited(source, as: container) { _ in }
    #expect(written.container == container && !report.primaryUnchanged)
    #expect(written.primary == source.primary)
    let types = written.auxiliaryImages.map(\.type)
    #expect(types.count == 3 && types.contains(.disparity) && types.contains(.portraitEffectsMatte))
    let map = try #require(written.auxiliaryImages.first { $0.type.isGainMap })
    #expect(Set(map.gainMap?.forms ?? []) == Set(forms), "\(map.gainMap?.forms ?? [])")
    #expect(plan.images.allSatisfy { $0.fate == .coded })
    let metadata = try written.primaryMetadata()
    #expect(try ExifBlock(#require(metadata.exif)).camera.lens == "A lens of 26 mm")
    #expect(try EditSupport.properties(written)["City"] == "Paris")
  }

  @Test("What Apple's form cannot express is described in ISO's alone")
  func colourGainMap() throws {
    var destination = try ImageDestination(
      from: ImageSource(data: WriterSupport.jpeg(width: 128, height: 96)))
    let planes = ColourPlanes(
      rgb: try PhotoPixels(width: 64, height: 48, rgb8: Pictures.gradient(width: 64, height: 48)))
    let image = try StoredAuxiliaryImage(
      type: .isoGainMap, content: .colourGainMap(planes, GainMapMetadata(headroom: 4)), metadata: .init(),
      forms: [.iso])
    try destination.addAuxiliaryImage(image)
    let source = try ImageSource(data: destination.finalize().data)
    let written = try EditSupport.edited(source, as: .heif) { $0.encoding = .init() }.source
    #expect(written.auxiliaryImages.first?.gainMap?.forms == [.iso])
    let half = try EditSupport.edited(source) { $0.size = .percent(50) }.source
    #expect(half.auxiliaryImages.first?.width == 32 && half.auxiliaryImages.first?.gainMap?.forms == [.iso])
  }

  @Test("The form that is asked for is the one that is written, or an error")
  func askedForms() throws {
    let source = try EditSupport.photo(.heif)
    let apple = try EditSupport.edited(source, as: .jpeg) { $0.gainMapForms = [.apple] }.source
    #expect(apple.auxiliaryImages.first { $0.type.isGainMap }?.gainMap?.forms == [.apple])
    // Within one container it is a graft.
    let (both, _, report, _) = try EditSupport.edited(source) { $0.gainMapForms = [.apple, .iso] }
    #expect(both.auxiliaryImages.first { $0.type.isGainMap }?.gainMap?.forms == [.apple, .iso])
    #expect(report.primaryUnchanged)
  }

  @Test("Location and people go on the way, too", arguments: [ImageContainer.jpeg, .avif])
  func stripped(_ container: ImageContainer) throws {
    let written = try EditSupport.edited(EditSupport.photo(.heif), as: container) {
      $0.strips = [.location, .people, .thumbnail]
    }.source
    let bytes = try written.bytes.read(at: 0, count: written.bytes.byteCount)
    for text in ["2026:01:02", "48,51.67N", "Paris", "Ada"] {
      #expect(bytes.firstRange(of: Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test("A file is replaced in place by its own edit, with its mode")
  func inPlace() throws {
    let folder = try TemporaryFolder()
    let photo = try EditSupport.photo(.jpeg)
    let path = try folder.write(photo.bytes.read(at: 0, count: photo.bytes.byteCount), to: "a.jpg")
    var edit = PhotoEdit()
    edit.size = .percent(50)
    let edited = try edit.applied(to: ImageSource(editing: path))
    _ = try edited.destination.finalize(to: path, options: .inPlace)
    #expect(try ImageSource(path).primary?.width == 64)
  }
}
