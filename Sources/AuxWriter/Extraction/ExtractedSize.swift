internal import AuxImage
internal import AuxReader

/// The size that the samples of an auxiliary image are written in, turned as they are written.
public struct ExtractedSize: Hashable, Sendable {
  /// The size by that of the image; nil for the photo's.
  private let size: PhotoEdit.Size?
  /// Whether a stated size may have another aspect ratio than the image.
  public var mayStretch = false

  /// Creates a size by that of the image.
  public init(_ size: PhotoEdit.Size) { self.size = size }

  /// The size of the photo, so that each of its pixels has a sample.
  public static let photo = Self()

  private init() { size = nil }

  /// Creates the size that a text states: `photo`, or one that `PhotoEdit.Size` takes; nil for any other text.
  public init?(text: String) {
    guard text != "photo" else {
      self = .photo
      return
    }
    guard let size = PhotoEdit.Size(text: text) else { return nil }
    self.init(size)
  }

  /// Returns the size for an image of that size, both turned by an orientation.
  ///
  /// Throws `AuxError`: `usage` for a size without pixels and for another aspect ratio, `missingImage` for a photo's size in
  /// a file without a photo, `limitExceeded` past the limits.
  func pixels(
    of image: (width: Int, height: Int), in source: ImageSource, turned orientation: ImageOrientation
  ) throws(AuxError) -> (width: Int, height: Int) {
    var target = image
    if let size {
      target = try size.pixels(of: image)
    } else if let photo = source.primary {
      target = orientation.swapsSides ? (photo.height, photo.width) : (photo.width, photo.height)
    } else {
      throw AuxError(.missingImage, "the file is a lone auxiliary image and has no photo")
    }
    if case .pixels = size, !mayStretch { try Self.checkAspect(of: target, image) }
    _ = try source.limits.checkedDecoding(width: target.width, height: target.height)
    return target
  }

  /// Throws `usage` where a size differs from an image's aspect ratio by more than rounding.
  private static func checkAspect(
    of size: (width: Int, height: Int), _ image: (width: Int, height: Int)
  ) throws(AuxError) {
    let rounding = 1 / Double(max(min(size.width, size.height), 1))
    guard
      !AspectRatio.isSame(
        (Double(size.width), Double(size.height)), (Double(image.width), Double(image.height)),
        tolerance: AspectRatio.tolerance + rounding)
    else { return }
    throw AuxError(
      .usage,
      "\(size.width)x\(size.height) is another aspect ratio than the map's \(image.width)x\(image.height)",
      remedy: .stretch)
  }
}
