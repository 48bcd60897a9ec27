internal import AuxImage

/// A sample of red, green or blue as frames are filtered: 8 bits, or 16 of frames whose own samples have more than 8.
///
/// The loops over them are generic over it, and the compiler makes one of each for both: nobody outside of the module calls one.
protocol FrameCode: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
  /// The greatest code.
  static var most: Float { get }

  static func codes(of image: PhotoPixels) -> [Self]
  static func samples(_ codes: [Self]) -> PhotoPixels.Samples
}

extension FrameCode {
  /// The code nearest to a value, clamped to 0 and the greatest; ties to even.
  @inline(__always)
  static func clamped(_ value: Float) -> Self {
    let positive = value > 0 ? value : 0
    // Adding 2^23 leaves the integer at the end of the significand.
    return Self(truncatingIfNeeded: ((positive < most ? positive : most) + 0x1p23).bitPattern)
  }
}

extension UInt8: FrameCode {
  static var most: Float { 255 }
  static func codes(of image: PhotoPixels) -> [UInt8] { image.rgb8 }
  static func samples(_ codes: [UInt8]) -> PhotoPixels.Samples { .uint8(codes) }
}

extension UInt16: FrameCode {
  static var most: Float { 65535 }
  static func codes(of image: PhotoPixels) -> [UInt16] { image.rgb16 }
  static func samples(_ codes: [UInt16]) -> PhotoPixels.Samples { .uint16(codes) }
}

extension VideoFrame.Format {
  /// The bits of red, green and blue that frames are filtered as: their own samples lose none.
  package var bitsOfRGB: Int { bits > 8 ? 16 : 8 }
}
