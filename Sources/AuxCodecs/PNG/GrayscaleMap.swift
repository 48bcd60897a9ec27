package import AuxImage
package import AuxKernels

/// Takes the one plane out of an image that serves as a map.
package enum GrayscaleMapReader {
  /// Returns the gray codes of an image; alpha is ignored, and equal red, green and blue count as gray.
  package static func plane(from image: InterleavedImage) throws(AuxError) -> PixelPlane {
    let storage: PixelPlane.Storage
    switch image.samples {
    case .uint8(let samples):
      if let at = firstColor(samples, channels: image.channels) { throw colorError(in: image, at: at) }
      storage = .uint8(everyFirst(of: image.channels, in: samples))
    case .uint16(let samples):
      if let at = firstColor(samples, channels: image.channels) { throw colorError(in: image, at: at) }
      storage = .uint16(everyFirst(of: image.channels, in: samples))
    }
    return PixelPlane(width: image.width, height: image.height, storage: storage)
  }

  private static func colorError(in image: InterleavedImage, at pixel: Int) -> AuxError {
    AuxError(
      .usage,
      "the map has colour; a grayscale map is needed "
        + "(the first coloured pixel is at \(pixel % image.width), \(pixel / image.width))")
  }

  // One copy for each width of sample, since generic loops over pixels are slow.

  /// Returns the index of the first pixel whose red, green and blue differ.
  private static func firstColor(_ samples: [UInt8], channels: Int) -> Int? {
    guard channels >= 3 else { return nil }
    return stride(from: 0, to: samples.count, by: channels).first {
      samples[$0] != samples[$0 + 1] || samples[$0] != samples[$0 + 2]
    }.map { $0 / channels }
  }

  /// Returns the index of the first pixel whose red, green and blue differ.
  private static func firstColor(_ samples: [UInt16], channels: Int) -> Int? {
    guard channels >= 3 else { return nil }
    return stride(from: 0, to: samples.count, by: channels).first {
      samples[$0] != samples[$0 + 1] || samples[$0] != samples[$0 + 2]
    }.map { $0 / channels }
  }

  /// Returns the first sample of each pixel.
  private static func everyFirst(of channels: Int, in samples: [UInt8]) -> [UInt8] {
    channels == 1 ? samples : stride(from: 0, to: samples.count, by: channels).map { samples[$0] }
  }

  /// Returns the first sample of each pixel.
  private static func everyFirst(of channels: Int, in samples: [UInt16]) -> [UInt16] {
    channels == 1 ? samples : stride(from: 0, to: samples.count, by: channels).map { samples[$0] }
  }
}
