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
      try Self.checkGray(colours, channels: 3, width: width, options)
    }
    self.init(try JPEGCodec.decodeGray(data, width: width, height: height, limits: limits))
    isLossy = true
  }

  /// Decodes a gray picture in WebP; of one that was coded with loss, the codes are near those that were coded.
  ///
  /// Throws `usage` for colors, `unsupported` for an animation, and as the codec does.
  init(webP data: [UInt8], options: MapFile.Options, limits: AuxLimits) throws(AuxError) {
    let file = try WebPFile(MemoryByteSource(data), limits: limits)
    guard !file.isAnimated else {
      throw AuxError(.unsupported, "the WebP file is an animation; a still image is needed")
    }
    let image = try WebPCodec.decode(
      data, width: file.width, height: file.height, hasAlpha: file.hasAlpha, limits: limits)
    if case .uint8(let samples) = image.samples, !options.takesLuma {
      try Self.checkGray(samples, channels: image.channels, width: image.width, options)
    }
    self.init(PictureComponents(image).luma)
    isLossy = file.chunks.contains { $0.type == "VP8 " }
  }

  /// Throws `unsupported` for the first pixel whose red, green and blue are further apart than coding moves them.
  private static func checkGray(
    _ samples: [UInt8], channels: Int, width: Int, _ options: MapFile.Options
  ) throws(AuxError) {
    for index in 0..<(samples.count / channels) {
      let pixel = samples[(channels * index)..<(channels * index + 3)]
      guard let low = pixel.min(), let high = pixel.max(), high - low > chromaTolerance else { continue }
      throw AuxError(
        .unsupported,
        "the map has colour; a grayscale map is needed (the first coloured pixel is at \(index % width), "
          + "\(index / width))", remedy: options.content == .matte ? .takeLuma : .extractMap)
    }
  }
}
