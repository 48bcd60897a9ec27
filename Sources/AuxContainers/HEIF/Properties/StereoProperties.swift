package import AuxImage

/// The cameras of a stereo pair: two alike that look the same way, the right one beside the left.
///
/// Source: Specs/heif.md, "Stereo pairs".
package struct StereoCamera: Hashable, Sendable {
  /// The focal length in widths of the image.
  package let focalLength: Double
  /// The distance between the cameras in metres.
  package let baseline: Double
  /// How far a viewer is to shift both images together against each other, in widths: what has that much
  /// disparity is then seen in the plane of the window.
  package let disparityAdjustment: Double

  /// Creates the cameras.
  ///
  /// Throws `usage` where the focal length is outside of 1/1,000...1,000 widths, the baseline of 0...100 metres
  /// or the adjustment of -1...1.
  package init(focalLength: Double, baseline: Double, disparityAdjustment: Double) throws(AuxError) {
    guard (0.001...1000).contains(focalLength) else {
      throw AuxError(.usage, "a focal length of \(focalLength) image widths")
    }
    guard (0...100).contains(baseline) else {
      throw AuxError(.usage, "a baseline of \(baseline) m is not from 0 to 100")
    }
    guard (-1...1).contains(disparityAdjustment) else {
      throw AuxError(.usage, "a disparity adjustment of \(disparityAdjustment) is not from -1 to 1")
    }
    (self.focalLength, self.baseline) = (focalLength, baseline)
    self.disparityAdjustment = disparityAdjustment
  }

  /// The eyes.
  package enum Eye: Sendable {
    case left
    case right
  }

  /// The properties of the image of one eye, in ImageIO's order: extrinsics, intrinsics, adjustment.
  package func properties(of eye: Eye) -> [Box] {
    [extrinsics(of: eye), intrinsics, adjustment]
  }

  /// The position in micrometres, of which the left camera's is the origin and has no coordinate.
  ///
  /// The payload is that of `cmex`: flag 1 is for an x.
  private func extrinsics(of eye: Eye) -> Box {
    Box(userType: Self.extrinsicsType) { writer in
      FullBoxHeader(flags: eye == .right ? 1 : 0).serialize(into: &writer)
      if eye == .right { writer.write(UInt32((baseline * 1_000_000).rounded())) }
    }
  }

  /// Focal length and principal point, the centre, in widths and heights.
  ///
  /// The payload is that of `cmin`: bits 8 to 12 of the flags are the number of fraction bits.
  private var intrinsics: Box {
    var fractionBits: UInt32 = 30
    while focalLength * Double(1 << fractionBits) > Double(Int32.max) { fractionBits -= 1 }
    return Box(userType: Self.intrinsicsType) { writer in
      FullBoxHeader(flags: fractionBits << 8).serialize(into: &writer)
      for value in [focalLength, 0.5, 0.5] {
        writer.write(UInt32((value * Double(1 << fractionBits)).rounded()))
      }
    }
  }

  /// The adjustment, in ten-thousandths of the width.
  private var adjustment: Box {
    Box(userType: Self.adjustmentType) { writer in
      writer.write(UInt32(bitPattern: Int32((disparityAdjustment * 10000).rounded())))
    }
  }

  private static let extrinsicsType: [UInt8] = [
    0x43, 0x63, 0xE9, 0x14, 0x5B, 0x7D, 0x4A, 0xAB, 0x97, 0xAE, 0xBE, 0xA6, 0x98, 0x03, 0xB4, 0x34,
  ]
  private static let intrinsicsType: [UInt8] = [
    0x22, 0xCC, 0x04, 0xC7, 0xD6, 0xD9, 0x4E, 0x07, 0x9D, 0x90, 0x4E, 0xB6, 0xEC, 0xBA, 0xF3, 0xA3,
  ]
  private static let adjustmentType: [UInt8] = [
    0xDE, 0x22, 0x50, 0x85, 0x36, 0xCB, 0x43, 0x65, 0x87, 0x43, 0x2F, 0x87, 0x05, 0xE7, 0xC7, 0x8A,
  ]
}
