package import AuxImage

/// A decoded picture: its samples as its file stores them, alpha among them.
package struct InterleavedImage: Hashable, Sendable {
  /// The number of pixels in a row.
  package var width: Int
  /// The number of rows.
  package var height: Int
  /// The number of samples of a pixel: 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA.
  package var channels: Int
  /// The samples, interleaved, rows tightly packed from the top left.
  package var samples: PhotoPixels.Samples
  /// The ICC profile.
  package var iccProfile: [UInt8]?

  /// The number of bits of a sample as given here, 8 or 16.
  package var bitDepth: Int {
    switch samples {
    case .uint8: 8
    case .uint16: 16
    }
  }

  /// Creates an image from `width * height * channels` samples.
  package init(
    width: Int, height: Int, channels: Int, samples: PhotoPixels.Samples, iccProfile: [UInt8]? = nil
  ) {
    self.width = width
    self.height = height
    self.channels = channels
    self.samples = samples
    self.iccProfile = iccProfile
  }
}
