/// One of the two eyes that a stereo pair is for.
public enum StereoEye: String, Hashable, Sendable, CaseIterable {
  /// The left eye, whose image is first in the group.
  case left
  /// The right eye.
  case right

  /// The other eye.
  public var other: StereoEye {
    switch self {
    case .left: .right
    case .right: .left
    }
  }
}

extension StereoGroup {
  /// Returns the image for an eye.
  public func image(for eye: StereoEye) -> Eye {
    switch eye {
    case .left: left
    case .right: right
    }
  }
}
