internal import AuxDepthKit

/// What is printed of the two cameras of a stereo pair.
enum CameraText {
  /// Returns the distance of the cameras, in metres, as `baseline 64.0 mm`.
  static func baseline(_ metres: Double) -> String { "baseline \(NumberText.decimals(metres * 1000, 1)) mm" }

  /// Returns the angle that a camera sees across, as `field of view 60.0 degrees`.
  static func fieldOfView(_ degrees: Double) -> String {
    "field of view \(NumberText.decimals(degrees, 1)) degrees"
  }
}
