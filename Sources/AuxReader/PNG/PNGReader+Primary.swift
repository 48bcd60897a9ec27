internal import AuxCodecs
internal import AuxContainers
package import AuxImage

extension PNGReader {
  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    let image = try PNGCodec.decode(source.read(at: 0, count: source.byteCount), limits: limits)
    guard !image.hasTransparency else {
      throw AuxError(.unsupported, "the image has transparent pixels, which the output cannot hold")
    }
    return try PhotoPixels(
      width: image.width, height: image.height, channels: image.channels < 3 ? 1 : 3,
      samples: image.opaqueSamples, iccProfile: image.iccProfile, orientation: primary?.orientation ?? .up)
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    var xmp: [UInt8]?
    if let text = try file.text(PNGInternationalText.xmpKeyword, from: source, limits: limits) {
      xmp = text.isCompressed ? try Deflate.decompress(text.text, maxBytes: limits.xmpBytes) : text.text
    }
    return PhotoMetadata(exif: try file.exif(from: source, limits: limits), xmp: xmp)
  }
}

extension PNGImage {
  /// Whether the last sample of a pixel is alpha.
  private var hasAlpha: Bool { channels == 2 || channels == 4 }

  /// Whether a pixel is not opaque.
  fileprivate var hasTransparency: Bool {
    guard hasAlpha else { return false }
    let alphas = stride(from: channels - 1, to: width * height * channels, by: channels)
    switch samples {
    case .uint8(let samples): return alphas.contains { samples[$0] != 255 }
    case .uint16(let samples): return alphas.contains { samples[$0] != 65535 }
    }
  }

  /// The samples without alpha.
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
