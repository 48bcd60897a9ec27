internal import AuxCodecs
internal import AuxImage
internal import AuxKernels

extension DecodedPrimary {
  /// Creates the photo of a decoded picture; pixels of an alpha channel are flattened, or the channel is kept.
  ///
  /// `isPremultiplied` says that colors are multiplied by alpha.
  /// Throws `AuxError` with code `usage` if a gray picture is to be flattened over a color that is not gray.
  init(
    _ image: InterleavedImage, _ alpha: PrimaryOptions.Alpha, orientation: ImageOrientation,
    isPremultiplied: Bool = false, notes: [String] = []
  ) throws(AuxError) {
    let channels = image.channels < 3 ? 1 : 3
    let hasAlpha = image.channels != channels
    var (notes, plane) = (notes, nil as PixelPlane?)
    let samples: PhotoPixels.Samples
    switch image.samples {
    case _ where !hasAlpha: samples = image.samples
    case .uint8(let codes):
      let split = try Self.split(codes, channels, alpha, isPremultiplied)
      samples = .uint8(split.colors)
      notes += Self.notes(split.transparent, of: split.alphas.count, alpha)
      if split.transparent > 0 {
        plane = PixelPlane(width: image.width, height: image.height, known: .uint8(split.alphas))
      }
    case .uint16(let codes):
      let split = try Self.split(codes, channels, alpha, isPremultiplied)
      samples = .uint16(split.colors)
      notes += Self.notes(split.transparent, of: split.alphas.count, alpha)
      if split.transparent > 0 {
        plane = PixelPlane(
          width: image.width, height: image.height, known: .uint8(split.alphas.map { UInt8($0 / 257) }))
      }
    }
    let pixels = try PhotoPixels(
      width: image.width, height: image.height, channels: channels, samples: samples,
      iccProfile: image.iccProfile, orientation: orientation)
    self.init(pixels: pixels, notes: notes, alpha: alpha == .kept ? plane : nil)
  }

  /// Returns the colors of pixels of so many channels and alpha, flattened unless alpha is kept, the opacity, and how many
  /// pixels are not opaque.
  private static func split<Code: FixedWidthInteger & UnsignedInteger>(
    _ codes: [Code], _ channels: Int, _ alpha: PrimaryOptions.Alpha, _ isPremultiplied: Bool
  ) throws(AuxError) -> (colors: [Code], alphas: [Code], transparent: Int) {
    let step = channels + 1
    let background = try background(alpha, channels).map { Int($0) * Int(Code.max) / 255 }
    var colors: [Code] = []
    colors.reserveCapacity(codes.count / step * channels)
    var alphas: [Code] = []
    alphas.reserveCapacity(codes.count / step)
    let full = Int(Code.max)
    for start in stride(from: 0, to: codes.count, by: step) {
      alphas.append(codes[start + channels])
      let opacity = Int(codes[start + channels])
      for channel in 0..<channels {
        var code = Int(codes[start + channel])
        if opacity < full {
          if isPremultiplied { code = opacity == 0 ? 0 : min((code * full + opacity / 2) / opacity, full) }
          if !background.isEmpty {
            code = (code * opacity + background[channel] * (full - opacity) + full / 2) / full
          }
        }
        colors.append(Code(code))
      }
    }
    return (colors, alphas, alphas.count { $0 != Code.max })
  }

  /// Returns the codes of the background for so many channels; empty if alpha is kept.
  static func background(_ alpha: PrimaryOptions.Alpha, _ channels: Int) throws(AuxError) -> [UInt8] {
    guard case .flattened(let red, let green, let blue) = alpha else { return [] }
    guard channels == 3 || red == green && green == blue else {
      throw AuxError(.usage, "a gray picture is flattened over gray, and not over a color")
    }
    return channels == 3 ? [red, green, blue] : [red]
  }

  /// Returns the note on pixels that are not opaque.
  static func notes(_ count: Int, of total: Int, _ alpha: PrimaryOptions.Alpha) -> [String] {
    guard count > 0 else { return [] }
    let what =
      switch alpha {
      case .kept: "keep it"
      case .flattened(0, 0, 0): "are flattened over black"
      case .flattened(let red, let green, let blue): "are flattened over the color \(red), \(green), \(blue)"
      }
    return [
      "\(count) of \(total) pixels have alpha below 1 and \(what); the alpha channel can be attached as the portrait matte"
    ]
  }
}
