package import AuxContainers
package import AuxImage
internal import CAuxSystem

extension JPEGCodec {
  /// How a part of a stream is written.
  package struct Transform: Hashable, Sendable {
    /// The part that stays; its left and top are multiples of the MCU's sides.
    package var part: PixelRectangle
    /// How the rows of pixels are turned; a side that is mirrored is one of whole MCUs.
    package var turn: ImageOrientation
    /// Whether the result is baseline with a restart after each row of blocks, as Apple's auxiliary images have it.
    package var isAuxiliary: Bool

    package init(part: PixelRectangle, turn: ImageOrientation, isAuxiliary: Bool) {
      (self.part, self.turn, self.isAuxiliary) = (part, turn, isAuxiliary)
    }
  }

  /// Returns a part of a stream, turned, with the quantised DCT coefficients of the source: nothing is coded anew.
  ///
  /// The last MCUs keep what they hold beyond the part. Throws `usage` where the part is not one of whole MCUs as
  /// ``Transform`` says, and as decoding does. Source: Specs/jpeg-mpf.md, "Crops without coding".
  package static func transformed(
    _ data: [UInt8], _ frame: JPEGImage.Frame, by transform: Transform, limits: AuxLimits = .standard
  ) throws(AuxError) -> [UInt8] {
    // Two bytes a coefficient, of source and result, of three components at most.
    _ = try limits.checkedDecoding(width: frame.width, height: frame.height, bytesPerPixel: 12)
    let part = transform.part
    let across = transform.turn.swapsSides ? part.height : part.width
    // Four components of four bytes a pixel at most, of whole MCUs, and the tables.
    let largest = 16 * (frame.width + 64) * (frame.height + 64) + data.count + (1 << 16)
    let answer = try CodecRequest(
      .jpeg, AUX_JPEG_TRANSFORM, data,
      [
        frame.width, frame.height, part.x, part.y, part.width, part.height, transform.turn.transformFlags,
        transform.isAuxiliary ? 0 : 1, transform.isAuxiliary ? (across + 7) / 8 : 0,
      ], largestAnswer: largest
    ).answer("the JPEG stream cannot be cut")
    let warnings = try warnings(of: answer)
    guard warnings == 0 else {
      throw AuxError(.codec, "the JPEG stream is damaged in \(places(warnings)) and cannot be cut")
    }
    return answer.bytes
  }
}

extension ImageOrientation {
  /// What becomes of columns and rows, in the terms of the shim.
  fileprivate var transformFlags: Int {
    switch self {
    case .up: 0
    case .upMirrored: AUX_JPEG_MIRRORS_COLUMNS
    case .down: AUX_JPEG_MIRRORS_COLUMNS | AUX_JPEG_MIRRORS_ROWS
    case .downMirrored: AUX_JPEG_MIRRORS_ROWS
    case .leftMirrored: AUX_JPEG_SWAPS_SIDES
    case .right: AUX_JPEG_SWAPS_SIDES | AUX_JPEG_MIRRORS_ROWS
    case .rightMirrored: AUX_JPEG_SWAPS_SIDES | AUX_JPEG_MIRRORS_COLUMNS | AUX_JPEG_MIRRORS_ROWS
    case .left: AUX_JPEG_SWAPS_SIDES | AUX_JPEG_MIRRORS_COLUMNS
    }
  }
}
