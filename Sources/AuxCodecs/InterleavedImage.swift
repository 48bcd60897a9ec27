package import AuxImage
package import AuxKernels

/// A decoded picture: its samples as its file stores them, alpha among them.
package struct InterleavedImage: Hashable, Sendable {
  package var width: Int
  package var height: Int
  /// The number of samples of a pixel: 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA.
  package var channels: Int
  /// The samples, interleaved, rows tightly packed from the top left.
  package var samples: PhotoPixels.Samples
  package var iccProfile: [UInt8]?

  package init(
    width: Int, height: Int, channels: Int, samples: PhotoPixels.Samples, iccProfile: [UInt8]? = nil
  ) {
    (self.width, self.height, self.channels) = (width, height, channels)
    (self.samples, self.iccProfile) = (samples, iccProfile)
  }
}

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
    return PixelPlane(width: image.width, height: image.height, known: storage)
  }

  private static func colorError(in image: InterleavedImage, at pixel: Int) -> AuxError {
    AuxError(
      .usage,
      "the map has colour; a grayscale map is needed "
        + "(the first coloured pixel is at \(pixel % image.width), \(pixel / image.width))")
  }

  private static func firstColor<Sample: Equatable>(_ samples: [Sample], channels: Int) -> Int? {
    guard channels >= 3 else { return nil }
    return stride(from: 0, to: samples.count, by: channels).first {
      samples[$0] != samples[$0 + 1] || samples[$0] != samples[$0 + 2]
    }.map { $0 / channels }
  }

  private static func everyFirst<Sample>(of channels: Int, in samples: [Sample]) -> [Sample] {
    channels == 1 ? samples : stride(from: 0, to: samples.count, by: channels).map { samples[$0] }
  }
}

/// What a picture has that could be a matte: its alpha channel, and the luma of its colours.
package struct PictureComponents: Hashable, Sendable {
  /// The luma of ITU-R BT.601, as JPEG has it; gray codes are what they were.
  package let luma: PixelPlane
  package let alpha: PixelPlane?
  /// The smallest and the largest alpha; nil without alpha.
  package let alphaRange: ClosedRange<Int>?
  /// The index of the first pixel whose red, green and blue differ, of those that are not wholly transparent.
  package let firstColoured: Int?
  /// Whether all pixels that are not wholly transparent have one colour.
  package let hasOneColour: Bool

  package init(_ image: InterleavedImage) {
    let size = (image.width, image.height)
    switch image.samples {
    case .uint8(let samples): self.init(Scan(samples, channels: image.channels), size) { .uint8($0) }
    case .uint16(let samples): self.init(Scan(samples, channels: image.channels), size) { .uint16($0) }
    }
  }

  private init<Sample>(
    _ scan: Scan<Sample>, _ size: (width: Int, height: Int), _ storage: ([Sample]) -> PixelPlane.Storage
  ) {
    luma = PixelPlane(width: size.width, height: size.height, known: storage(scan.luma))
    alpha =
      scan.alpha.isEmpty
      ? nil : PixelPlane(width: size.width, height: size.height, known: storage(scan.alpha))
    alphaRange = scan.alpha.isEmpty ? nil : Int(scan.low)...Int(scan.high)
    firstColoured = scan.firstColoured
    hasOneColour = scan.hasOneColour
  }
}

/// One pass over the pixels of a picture with 1 to 4 channels. Pictures of 2 and 4 channels end in alpha.
private struct Scan<Sample: FixedWidthInteger & UnsignedInteger> {
  private(set) var luma: [Sample] = []
  private(set) var alpha: [Sample] = []
  private(set) var low = Sample.max
  private(set) var high = Sample.min
  private(set) var firstColoured: Int?
  private(set) var hasOneColour = true

  init(_ samples: [Sample], channels: Int) {
    let hasAlpha = channels == 2 || channels == 4
    luma.reserveCapacity(samples.count / channels)
    if hasAlpha { alpha.reserveCapacity(samples.count / channels) }
    var first: (Sample, Sample, Sample)?
    for start in stride(from: 0, to: samples.count, by: channels) {
      let red = samples[start]
      let (green, blue) = channels >= 3 ? (samples[start + 1], samples[start + 2]) : (red, red)
      let isGray = red == green && red == blue
      luma.append(isGray ? red : Self.luma(red, green, blue))
      if hasAlpha {
        let opacity = samples[start + channels - 1]
        alpha.append(opacity)
        (low, high) = (min(low, opacity), max(high, opacity))
        guard opacity > 0 else { continue }
      }
      if !isGray, firstColoured == nil { firstColoured = start / channels }
      if let first, first != (red, green, blue) { hasOneColour = false }
      first = first ?? (red, green, blue)
    }
  }

  private static func luma(_ red: Sample, _ green: Sample, _ blue: Sample) -> Sample {
    let reds = 299 * UInt32(red)
    let greens = 587 * UInt32(green)
    let blues = 114 * UInt32(blue)
    return Sample((reds + greens + blues + 500) / 1000)
  }
}
