public import AuxImage
public import AuxReader

/// The auxiliary images of a photo that another one is to get: one of each type, and one depth map.
public struct CopySelection: Sendable {
  /// The photo that they are of.
  public let source: ImageSource
  /// The images, in the order of the file.
  public let images: [AuxiliaryImage]
  /// The second images of a type, or of depth data, which are left out.
  public let leftOut: [AuxiliaryImage]
  /// Whether types were named, so that each image is wanted; without, a container may leave some out.
  let isExplicit: Bool

  /// Selects the images of `types`, or of all where none is named; a map of Google's only where there is no other.
  ///
  /// Throws `AuxError` with code `missingImage` where there is none of a type that is named, or none at all.
  public init(of source: ImageSource, types: [AuxiliaryDataType] = []) throws(AuxError) {
    var images: [AuxiliaryImage] = []
    var leftOut: [AuxiliaryImage] = []
    for image in try source.auxiliaryImages(ofTypes: types) {
      let isSecond = images.contains { ImageDestination.isSame($0.type, image.type) }
      if isSecond { leftOut.append(image) } else { images.append(image) }
    }
    (self.source, self.images, self.leftOut) = (source, images, leftOut)
    isExplicit = !types.isEmpty
  }
}

/// An auxiliary image that went from one photo to another.
public struct CopiedImage: Hashable, Sendable {
  /// The image, as the photo that it came from lists it.
  public let image: AuxiliaryImage
  /// Whether its coded bytes go over undecoded.
  public let isUndecoded: Bool
  /// The width of what is written, which may be cut and turned.
  public let width: Int
  /// The height of what is written.
  public let height: Int

  /// Creates a description; without a size it is that of the image.
  init(image: AuxiliaryImage, isUndecoded: Bool, size: (width: Int, height: Int)? = nil) {
    (self.image, self.isUndecoded) = (image, isUndecoded)
    (width, height) = size ?? (image.width, image.height)
  }

  /// The image as a JSON object: `type`, `width` and `height` as written, and `undecoded`.
  public var json: JSONValue {
    [
      "type": .string(image.type.name), "width": .integer(width), "height": .integer(height),
      "undecoded": .boolean(isUndecoded),
    ]
  }
}
