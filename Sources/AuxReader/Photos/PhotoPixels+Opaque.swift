internal import AuxCodecs
internal import AuxImage

extension PhotoPixels {
  /// Creates the photo that a decoded picture is, without its alpha channel.
  ///
  /// Throws `unsupported` where a pixel is not opaque: no output holds transparency, and the background is not known.
  init(opaque image: InterleavedImage, orientation: ImageOrientation) throws(AuxError) {
    guard !image.hasTransparency else {
      throw AuxError(.unsupported, "the image has transparent pixels, which the output cannot hold")
    }
    try self.init(
      width: image.width, height: image.height, channels: image.channels < 3 ? 1 : 3,
      samples: image.opaqueSamples, iccProfile: image.iccProfile, orientation: orientation)
  }
}

extension InterleavedImage {
  /// Whether the last sample of a pixel is alpha.
  private var hasAlpha: Bool { channels == 2 || channels == 4 }

  fileprivate var hasTransparency: Bool {
    guard hasAlpha else { return false }
    let alphas = stride(from: channels - 1, to: width * height * channels, by: channels)
    switch samples {
    case .uint8(let samples): return alphas.contains { samples[$0] != 255 }
    case .uint16(let samples): return alphas.contains { samples[$0] != 65535 }
    }
  }

  fileprivate var opaqueSamples: PhotoPixels.Samples {
    guard hasAlpha else { return samples }
    func opaque<Sample>(_ samples: [Sample]) -> [Sample] {
      var result: [Sample] = []
      result.reserveCapacity(width * height * (channels - 1))
      for pixel in stride(from: 0, to: samples.count, by: channels) {
        result += samples[pixel..<(pixel + channels - 1)]
      }
      return result
    }
    return switch samples {
    case .uint8(let samples): .uint8(opaque(samples))
    case .uint16(let samples): .uint16(opaque(samples))
    }
  }
}
