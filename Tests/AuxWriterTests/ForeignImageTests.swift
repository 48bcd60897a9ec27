import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

/// An auxiliary image belongs to the source that listed it: no other takes it, and none reads past its own.
struct ForeignImageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let containers: [ImageContainer] = [.jpeg, .heif, .dng]

  /// Opens a photo without auxiliary images.
  private func bare(_ container: ImageContainer) throws -> ImageSource {
    let photo = try ImageSource(data: WriterSupport.jpeg())
    guard container != .jpeg else { return photo }
    let path = folder.path("bare-\(container)")
    if !Files.exists(path) {
      _ = try ImageDestination(encoding: photo, as: container, quality: 80).finalize(to: path)
    }
    return try ImageSource(path)
  }

  /// Opens a photo with a disparity map and two mattes.
  private func portrait(_ container: ImageContainer) throws -> ImageSource {
    let path = try folder.path("portrait.\(#require(container.outputExtensions.first))")
    guard !Files.exists(path) else { return try ImageSource(path) }
    return try WriterSupport.portrait(path, from: ImageSource(data: WriterSupport.jpeg()))
  }

  /// Expects every call that takes an image to refuse that of another source.
  private func expectRefusal(of image: AuxiliaryImage, by other: ImageSource) throws {
    let usage = AuxError(.usage, "")
    let what: Comment = "image \(image.index) (\(image.type)) given to a \(other.container) source"
    #expect(throws: usage, what) { try other.stored(image) }
    #expect(throws: usage, what) { try other.depthData(image) }
    #expect(throws: usage, what) { try other.auxiliaryDataInfo(of: image) }
    for container in Self.containers {
      var destination = try ImageDestination(from: bare(container))
      #expect(throws: usage, what) { try destination.copyAuxiliaryImage(image, from: other) }
      #expect(throws: usage, what) {
        try destination.copyAuxiliaryImage(image, from: other, turning: .right)
      }
    }
    guard other.primary != nil else { return }
    var destination = try ImageDestination(from: other)
    #expect(throws: usage, what) { try destination.removeAuxiliaryImage(image) }
    var encoded = try ImageDestination(
      encoding: other, as: other.container == .heif ? .jpeg : .heif, quality: 80)
    #expect(throws: usage, what) { try encoded.removeAuxiliaryImage(image) }
  }

  @Test(arguments: containers) func ofAnotherFileOfTheContainer(_ container: ImageContainer) throws {
    let other = try bare(container)
    for image in try portrait(container).auxiliaryImages { try expectRefusal(of: image, by: other) }
  }

  @Test(arguments: containers) func ofAFileOfAnotherContainer(_ container: ImageContainer) throws {
    for image in try portrait(container).auxiliaryImages {
      for other in Self.containers where other != container {
        try expectRefusal(of: image, by: portrait(other))
      }
    }
  }

  /// The same bytes opened again are another source: nothing says that the file is still the same.
  @Test(arguments: containers) func ofAnEarlierOpening(_ container: ImageContainer) throws {
    let source = try portrait(container)
    let again = try ImageSource(#require(source.path))
    for (image, same) in zip(source.auxiliaryImages, again.auxiliaryImages) {
      #expect(image != same)
      try expectRefusal(of: image, by: again)
    }
  }

  @Test(arguments: containers) func copiesOfASourceAreOneSource(_ container: ImageContainer) throws {
    let source = try portrait(container)
    let copy = source
    #expect(copy.auxiliaryImages == source.auxiliaryImages)
    for image in source.auxiliaryImages {
      #expect(try copy.stored(image) == source.stored(image))
      var destination = try ImageDestination(from: copy)
      try destination.removeAuxiliaryImage(image)
    }
  }

  @Test func ofALoneAuxiliaryImage() throws {
    let lone = try Pictures.secondary(Packets.disparity(), plane: Pictures.ramp(), count: 2)
    let source = try ImageSource(data: lone)
    let image = try #require(source.auxiliaryImages.first)
    try expectRefusal(of: image, by: portrait(.jpeg))
    let portrait = try #require(self.portrait(.jpeg).auxiliaryImages.last)
    try expectRefusal(of: portrait, by: source)
  }

  @Test func ofAPhotoWithGoogleDepth() throws {
    let photo = try ImageSource(data: WriterSupport.jpeg())
    var destination = try ImageDestination(from: photo)
    try destination.addGDepth(StoredAuxiliaryImage(quantising: WriterSupport.depth()))
    _ = try destination.finalize(to: folder.path("google.jpg"))
    let source = try ImageSource(folder.path("google.jpg"))
    let image = try #require(source.auxiliaryImages.first { $0.identifier == "GDepth" })
    try expectRefusal(of: image, by: photo)
    try expectRefusal(of: image, by: ImageSource(folder.path("google.jpg")))
    try expectRefusal(of: image, by: portrait(.heif))
  }
}
