internal import AuxCodecs

extension PNGImage {
  /// Returns 8-bit samples of the first channels of each pixel; 16-bit samples are rounded to 8 bits.
  ///
  /// An alpha channel that is not kept is dropped, not blended: see `hasTransparency`.
  func samples8(keepingChannels kept: Int) -> [UInt8] {
    let all: [UInt8] =
      switch samples {
      case .uint8(let samples): samples
      case .uint16(let samples): samples.map { UInt8((UInt32($0) + 128) / 257) }
      }
    guard kept != channels else { return all }
    var result: [UInt8] = []
    result.reserveCapacity(width * height * kept)
    for pixel in stride(from: 0, to: all.count, by: channels) { result += all[pixel..<(pixel + kept)] }
    return result
  }

  /// Whether a pixel is not opaque.
  var hasTransparency: Bool {
    guard channels == 2 || channels == 4 else { return false }
    switch samples {
    case .uint8(let samples):
      return stride(from: channels - 1, to: samples.count, by: channels).contains { samples[$0] != 255 }
    case .uint16(let samples):
      return stride(from: channels - 1, to: samples.count, by: channels).contains { samples[$0] != 65535 }
    }
  }
}
