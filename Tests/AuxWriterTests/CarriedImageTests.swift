import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

/// Auxiliary images that come along into another container, and those of them that are taken out again.
struct CarriedImageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func types(_ destination: ImageDestination, _ name: String) throws -> [AuxiliaryDataType] {
    _ = try destination.finalize(to: folder.path(name))
    return try ImageSource(folder.path(name)).auxiliaryImages.map(\.type)
  }

  @Test(arguments: [ImageContainer.jpeg, .heif, .dng], [ImageContainer.jpeg, .heif, .dng])
  func oneIsRemoved(from: ImageContainer, to: ImageContainer) throws {
    guard from != to else { return }
    let source = try WriterSupport.portrait(
      folder.path("a.\(#require(from.outputExtensions.first))"),
      from: ImageSource(data: WriterSupport.jpeg()))
    let all = source.auxiliaryImages.map(\.type)
    for (number, image) in source.auxiliaryImages.enumerated() {
      var destination = try ImageDestination(encoding: source, as: to, quality: 80)
      try destination.removeAuxiliaryImage(image)
      // Once more is no error: the image stays away.
      try destination.removeAuxiliaryImage(image)
      #expect(try Set(types(destination, "without-\(number)")) == Set(all).subtracting([image.type]))
    }
    var none = try ImageDestination(encoding: source, as: to, quality: 80)
    for image in source.auxiliaryImages { try none.removeAuxiliaryImage(image) }
    #expect(try types(none, "none").isEmpty)
    var asIs = try ImageDestination(encoding: source, as: to, quality: 80)
    try asIs.removeAuxiliaryImage(#require(source.auxiliaryImage(.disparity)))
    // Its place is free: nothing is replaced.
    try asIs.addAuxiliaryImage(WriterSupport.disparity(.fdep))
    #expect(try Set(types(asIs, "another")) == Set(all).subtracting([.disparity]).union([.depth]))
  }

  /// What replaced a carried image was asked for, and is not what is removed.
  @Test func aReplacementStays() throws {
    let source = try WriterSupport.portrait(
      folder.path("a.jpg"), from: ImageSource(data: WriterSupport.jpeg()))
    var destination = try ImageDestination(encoding: source, as: .heif, quality: 80)
    try destination.addAuxiliaryImage(WriterSupport.disparity(.fdep), replacing: true)
    try destination.removeAuxiliaryImage(#require(source.auxiliaryImage(.disparity)))
    #expect(try types(destination, "out.heic").filter(\.isDepthData) == [.depth])
  }

  /// In a JPEG the primary's XMP holds Google's map; in another container it is a map like any other.
  @Test func googleDepthLeavesForAnotherContainerOnly() throws {
    var jpeg = try ImageDestination(from: ImageSource(data: WriterSupport.jpeg()))
    try jpeg.addGDepth(StoredAuxiliaryImage(quantising: WriterSupport.depth()))
    _ = try jpeg.finalize(to: folder.path("google.jpg"))
    let source = try ImageSource(folder.path("google.jpg"))
    let image = try #require(source.auxiliaryImages.first)
    var same = try ImageDestination(from: source)
    #expect(throws: AuxError(.unsupported, "")) { try same.removeAuxiliaryImage(image) }
    #expect(try types(ImageDestination(encoding: source, as: .heif, quality: 80), "with.heic").count == 1)
    var destination = try ImageDestination(encoding: source, as: .heif, quality: 80)
    try destination.removeAuxiliaryImage(image)
    #expect(try types(destination, "without.heic").isEmpty)
  }

  /// The file's own images and those that came along are told apart by their source, not by their number.
  @Test func ownAndCarriedImagesAreTwoThings() throws {
    let donor = try WriterSupport.portrait(
      folder.path("a.heic"), from: ImageSource(data: WriterSupport.jpeg()))
    var photo = try ImageDestination(from: ImageSource(data: WriterSupport.jpeg()))
    try photo.addAuxiliaryImage(WriterSupport.disparity())
    let base = try ImageSource(data: photo.finalize().data)
    let own = try #require(base.auxiliaryImages.first)
    let matte = try #require(donor.auxiliaryImage(.portraitEffectsMatte))

    var destination = try ImageDestination(from: base)
    #expect(throws: AuxError(.usage, "")) { try destination.removeAuxiliaryImage(matte) }
    try destination.addAuxiliaryImages(from: donor)
    try destination.removeAuxiliaryImage(matte)
    #expect(try types(destination, "one.jpg") == [.disparity, .semanticSegmentationHairMatte])
    try destination.removeAuxiliaryImage(own)
    #expect(try types(destination, "two.jpg") == [.semanticSegmentationHairMatte])

    // A source may be asked for what it has already.
    var twice = try ImageDestination(from: base)
    try twice.addAuxiliaryImages(from: base)
    try twice.removeAuxiliaryImage(own)
    #expect(try types(twice, "three.jpg").isEmpty)
  }
}
