import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// Edits around the coded bytes: turns, what is dropped, what is stripped.
@Suite("Edits that code nothing anew")
struct EditGraftTests {
  private static let containers: [ImageContainer] = [.jpeg, .heif, .avif]

  @Test(
    "A turn and a mirroring are orientation, of the photo and of all its images",
    arguments: [ImageContainer.jpeg, .heif, .avif, .dng], ImageOrientation.allCases)
  func turns(_ container: ImageContainer, _ orientation: ImageOrientation) throws {
    let source = try EditSupport.photo(container, orientation: orientation)
    let (written, plan, report, _) = try EditSupport.edited(source) { edit in
      edit.rotation = .right
      edit.flip = .horizontal
    }
    let expected = orientation.followed(by: .right).followed(by: .upMirrored)
    #expect(written.orientation == expected && plan.geometry.orientation == expected)
    #expect(report.primaryUnchanged && !plan.codesPhoto)
    #expect(plan.images.allSatisfy { $0.fate == .kept })
    // Coded bytes and codes stay; the picture is that of before, turned.
    #expect(try written.primaryPixels().samples == source.primaryPixels().samples)
    #expect(written.auxiliaryImages.map(\.type) == source.auxiliaryImages.map(\.type))
    for (new, old) in zip(written.auxiliaryImages, source.auxiliaryImages) {
      #expect(try written.stored(new).codes == source.stored(old).codes)
    }
    if let block = try written.primaryMetadata().exif, container != .dng {
      #expect(try ExifBlock(block).orientation() == expected)
    }
    guard case .heif(let reader) = written.parsed else { return }
    for item in reader.auxiliaryItems { #expect(try reader.file.orientation(of: item) == expected) }
    #expect(try EditSupport.properties(written)["Orientation"] == nil)
  }

  @Test("Turning back and forth gives the picture back", arguments: containers)
  func back(_ container: ImageContainer) throws {
    let source = try EditSupport.photo(container, orientation: .right)
    let turned = try EditSupport.edited(source) { $0.rotation = .left }.source
    let again = try EditSupport.edited(turned) { $0.rotation = .right }.source
    #expect(again.primary == source.primary)
  }

  @Test("What is dropped goes, with what is said of it; the rest stays as coded", arguments: containers)
  func drops(_ container: ImageContainer) throws {
    let source = try EditSupport.photo(container, forms: [.apple, .iso])
    let (less, plan, _, absent) = try EditSupport.edited(source) {
      $0.dropped = [.group(.gainMap), .type(.disparity)]
    }
    #expect(absent.isEmpty, "nothing that there is is missed: \(absent)")
    #expect(less.auxiliaryImages.map(\.type) == [.portraitEffectsMatte])
    #expect(plan.images.map(\.fate).count { $0 == .dropped } == 2)
    let only = try EditSupport.edited(source) { $0.only = [.group(.depthMap)] }.source
    #expect(only.auxiliaryImages.map(\.type) == [.disparity])
    let notes = try EditSupport.edited(source) { $0.dropped = [.type(.depth)] }.notes
    #expect(notes.contains { $0.contains("depth") }, "\(notes)")
  }

  @Test("Location goes out of Exif and XMP, and stays nowhere in the file", arguments: containers)
  func location(_ container: ImageContainer) throws {
    let source = try EditSupport.photo(container)
    let (written, _, report, notes) = try EditSupport.edited(source) { $0.strips = [.location] }
    #expect(report.primaryUnchanged)
    let block = try ExifBlock(#require(try written.primaryMetadata().exif))
    #expect(block.camera.make == "Maker" && block.camera.lens == "A lens of 26 mm" && block.hasMakerNote)
    let properties = try EditSupport.properties(written)
    #expect(properties["GPSLatitude"] == nil && properties["City"] == nil)
    #expect(properties["format"] == "image/jpeg" && properties["PersonInImage"] == "Ada")
    // Apple's note names no place.
    #expect(!notes.contains { $0.contains("maker's note") })
    let bytes = try written.bytes.read(at: 0, count: written.bytes.byteCount)
    for text in ["2026:01:02", "48,51.67N", "Paris"] {
      #expect(bytes.firstRange(of: Array(text.utf8)) == nil, "\(text)")
    }
    #expect(bytes.firstRange(of: JPEGBytes.uint32(4012) + JPEGBytes.uint32(100)) == nil)
  }

  @Test("Both pictures of a spatial photo lose where they were taken, and the pair stays")
  func spatialPhoto() throws {
    let pixels = try PhotoPixels(
      width: 128, height: 96, rgb8: Pictures.gradient(width: 128, height: 96))
    let photo = try SpatialPhoto(
      left: pixels, right: pixels,
      metadata: PhotoMetadata(exif: EditSupport.exif(), xmp: EditSupport.packet()),
      camera: StereoCamera(focalLength: 1, baseline: 0.06, disparityAdjustment: 0))
    let source = try ImageSource(data: photo.finalize())
    let written = try EditSupport.edited(source) { $0.strips = [.location, .people] }.source
    #expect(written.stereoPair == source.stereoPair && source.stereoPair != nil)
    let bytes = try written.bytes.read(at: 0, count: written.bytes.byteCount)
    for text in ["2026:01:02", "48,51.67N", "Paris", "Ada"] {
      #expect(bytes.firstRange(of: Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test("People and faces go, what is in focus stays", arguments: containers)
  func people(_ container: ImageContainer) throws {
    let written = try EditSupport.edited(EditSupport.photo(container)) { $0.strips = [.people] }.source
    let properties = try EditSupport.properties(written)
    #expect(properties["PersonInImage"] == nil && properties["City"] == "Paris")
    #expect(properties["Regions/mwg-rs:RegionList[1]/mwg-rs:Type"] == "Focus")
    #expect(properties["Regions/mwg-rs:RegionList[2]/mwg-rs:Type"] == nil)
    let bytes = try written.bytes.read(at: 0, count: written.bytes.byteCount)
    #expect(bytes.firstRange(of: Array("Ada".utf8)) == nil)
  }

  @Test("The thumbnail of Exif goes", arguments: containers)
  func thumbnail(_ container: ImageContainer) throws {
    let source = try EditSupport.photo(container)
    let small = try Pictures.photo(width: 16, height: 12)
    let before = try source.bytes.read(at: 0, count: source.bytes.byteCount)
    #expect(before.firstRange(of: small.suffix(40)) != nil)
    let written = try EditSupport.edited(source) { $0.strips = [.thumbnail] }.source
    let bytes = try written.bytes.read(at: 0, count: written.bytes.byteCount)
    #expect(bytes.firstRange(of: small.suffix(40)) == nil && bytes.count <= before.count)
    #expect(try ExifBlock(#require(try written.primaryMetadata().exif)).camera.lens == "A lens of 26 mm")
  }

  @Test("Places and people go out of a DNG, and nothing moves")
  func privacyOfDNG() throws {
    let source = try EditSupport.photo(.dng)
    let written = try EditSupport.edited(source) {
      $0.strips = [.location, .people]
      $0.rotation = .half
    }.source
    #expect(written.orientation == .down && written.auxiliaryImages.count == source.auxiliaryImages.count)
    let properties = try EditSupport.properties(written)
    #expect(properties["City"] == nil && properties["PersonInImage"] == nil)
    let bytes = try written.bytes.read(at: 0, count: written.bytes.byteCount)
    for text in ["2026:01:02", "48,51.67N", "Paris", "Ada"] {
      #expect(bytes.firstRange(of: Array(text.utf8)) == nil, "\(text)")
    }
    let pixels = try source.primaryPixels().rgb8
    #expect(try written.primaryPixels().rgb8 == pixels)
  }

  @Test("All metadata that images do not need go out of a DNG")
  func allOfDNG() throws {
    let source = try EditSupport.photo(.dng)
    let written = try EditSupport.edited(source) { $0.strips = [.all] }.source
    #expect(written.auxiliaryImages.count == source.auxiliaryImages.count)
    #expect(try written.primaryPixels().rgb8 == source.primaryPixels().rgb8)
    let bytes = try written.bytes.read(at: 0, count: written.bytes.byteCount)
    for text in ["A lens", "Apple iOS", "Paris", "Ada"] {
      #expect(bytes.firstRange(of: Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test("Pixels of a DNG are not changed")
  func refusedInDNG() throws {
    let source = try EditSupport.photo(.dng)
    #expect(throws: AuxError(.unsupported, "")) { try EditSupport.edited(source) { $0.size = .percent(50) } }
    let jpeg = try EditSupport.edited(source, as: .jpeg) { $0.size = .percent(50) }.source
    #expect(jpeg.primary?.width == 64 && jpeg.auxiliaryImages.count == 2)
    let dng = try EditSupport.edited(EditSupport.photo(.jpeg), as: .dng) { $0.size = .percent(50) }.source
    #expect(dng.primary?.width == 64 && dng.auxiliaryImages.count == 2)
  }
}
