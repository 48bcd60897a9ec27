public import AuxEffects
public import AuxImage
internal import AuxWriter

/// A file that is made of both eyes' pictures, and is none of a picture's containers.
public enum PairFile: Hashable, Sendable {
  /// Two JPEG images of the multi-picture format.
  case multiPicture
  /// An animated WebP file that shows them in turn.
  case wiggle

  /// The file of a layout; nil where that has pictures of any container.
  public init?(_ layout: StereoPair.Layout) {
    switch layout {
    case .multiPicture: self = .multiPicture
    case .wiggle: self = .wiggle
    case .leftRight, .rightLeft, .halfWidth, .topBottom, .bottomTop, .halfHeight, .anaglyph, .pair: return nil
    }
  }

  /// Throws `AuxError` with code `usage` where a path, or the container that is asked for, is of something else.
  public func check(_ path: String, _ container: ImageContainer? = nil) throws(AuxError) {
    switch self {
    case .multiPicture: try MultiPicturePhoto.check(path, container)
    case .wiggle: try WigglePhoto.check(path, container)
    }
  }
}
