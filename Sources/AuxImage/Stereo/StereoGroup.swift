/// Two images of one scene for two eyes, as the headers of a file say.
///
/// Source: Specs/heif.md, "Stereo pairs".
public struct StereoGroup: Hashable, Sendable {
  /// The image of one eye.
  public struct Eye: Hashable, Sendable {
    /// The number of the image in its file: of the item in HEIF; in Leia's JPEG files of the record, -1 for the photo.
    public let number: Int
    /// The width as stored, in pixels.
    public let width: Int
    /// The height as stored, in pixels.
    public let height: Int
    /// Whether it is the primary image of the file.
    package let isPrimary: Bool

    package init(number: Int, width: Int, height: Int, isPrimary: Bool) {
      (self.number, self.width, self.height, self.isPrimary) = (number, width, height, isPrimary)
    }
  }

  /// The image for the left eye.
  public let left: Eye
  /// The image for the right eye.
  public let right: Eye
  /// The focal length in widths of the image; nil where the file does not say it.
  public let focalLength: Double?
  /// The distance between the cameras in metres; nil where the file does not say it.
  public let baseline: Double?
  /// How far a viewer is to shift the images against each other, in widths; nil where the file does not say it.
  public let disparityAdjustment: Double?

  /// Whether the right camera is straight to the right of the left one, and both look the same way, as far as the file says.
  package let isSideBySide: Bool

  package init(
    left: Eye, right: Eye, focalLength: Double? = nil, baseline: Double? = nil,
    disparityAdjustment: Double? = nil, isSideBySide: Bool = true
  ) {
    (self.left, self.right, self.focalLength) = (left, right, focalLength)
    self.isSideBySide = isSideBySide
    (self.baseline, self.disparityAdjustment) = (baseline, disparityAdjustment)
  }

  /// The horizontal field of view in degrees; nil where the file does not say it.
  public var fieldOfView: Double? { focalLength.map(StereoCamera.fieldOfView) }

  /// The cameras, which `SpatialPhoto` takes; nil if the file does not state all three numbers, or states impossible
  /// ones.
  ///
  /// A pair with all three is a spatial photo.
  public var camera: StereoCamera? {
    guard let focalLength, let baseline, let disparityAdjustment else { return nil }
    return try? StereoCamera(
      focalLength: focalLength, baseline: baseline, disparityAdjustment: disparityAdjustment)
  }

  /// The pair as a JSON object: `left` and `right` with `item`, `width`, `height` and `primary`; `fieldOfView` in
  /// degrees, `focalLength` and `disparityAdjustment` in widths, `baseline` in millimetres.
  ///
  /// What is not known is left out.
  package var json: JSONValue {
    [
      "left": left.json, "right": right.json, "fieldOfView": fieldOfView.map(JSONValue.number),
      "focalLength": focalLength.map(JSONValue.number),
      // Files have whole micrometres.
      "baseline": baseline.map { .number(($0 * 1_000_000).rounded() / 1000) },
      "disparityAdjustment": disparityAdjustment.map(JSONValue.number),
    ]
  }
}

extension StereoGroup.Eye {
  fileprivate var json: JSONValue {
    [
      "item": .integer(number), "width": .integer(width), "height": .integer(height),
      "primary": .boolean(isPrimary),
    ]
  }
}

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
