internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels

extension MapContent {
  /// How far red, green and blue of a gray pixel are apart at most, as coding and decoding move them.
  private static let chromaTolerance: UInt8 = 8

  /// Decodes a gray picture in JPEG, whose codes are near those that were coded.
  ///
  /// The luma is taken; its orientation is not applied, as with other map files. Throws `usage` for colours, `unsupported`
  /// for another number of components, and as the codec does.
  init(jpeg data: [UInt8], options: MapFile.Options, limits: AuxLimits) throws(AuxError) {
    let frame = try JPEGImage(in: MemoryByteSource(data), at: 0, limits: limits).frame
    let (width, height) = (frame.width, frame.height)
    guard [1, 3].contains(frame.componentIdentifiers.count) else {
      throw AuxError(
        .unsupported, "a JPEG of \(frame.componentIdentifiers.count) components is no gray picture")
    }
    if frame.componentIdentifiers.count == 3, !options.takesLuma {
      let colours = try JPEGCodec.decodeRGB(data, width: width, height: height, limits: limits)
      for index in 0..<(width * height) {
        let pixel = colours[(3 * index)..<(3 * index + 3)]
        guard let low = pixel.min(), let high = pixel.max(), high - low > Self.chromaTolerance else {
          continue
        }
        throw AuxError(
          .usage,
          "the map has colour; a grayscale map is needed (the first coloured pixel is at \(index % width), "
            + "\(index / width))", remedy: options.content == .matte ? .takeLuma : nil)
      }
    }
    self.init(try JPEGCodec.decodeGray(data, width: width, height: height, limits: limits))
    isLossy = true
  }
}
