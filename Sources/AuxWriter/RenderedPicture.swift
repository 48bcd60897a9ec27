internal import AuxCodecs
internal import AuxContainers
package import AuxImage
package import AuxKernels
package import AuxReader

extension PrimaryPicture {
  /// Returns the picture with other 8-bit RGB samples, of the same size unless another is given.
  ///
  /// Exif and the ICC profile stay; an orientation of `up` is put into Exif where the picture's own was applied.
  package func rendered(
    rgb: [UInt8], width: Int, height: Int, isUpright: Bool
  ) -> PrimaryPicture {
    var result = replaced(
      width: width, height: height, channels: 3, samples: .uint8(rgb), isUpright: isUpright)
    result.iccProfile = iccProfile
    return result
  }

  /// Returns a gray picture of 8-bit or 16-bit codes in place of the picture.
  ///
  /// Exif stays as in ``rendered(rgb:width:height:isUpright:)``; the codes have no colour, and the ICC profile goes.
  package func rendered(gray plane: PixelPlane, isUpright: Bool) throws(AuxError) -> PrimaryPicture {
    let samples: Samples =
      switch plane.storage {
      case .uint8(let codes): .uint8(codes)
      case .uint16(let codes): .uint16(codes)
      case .half, .float: throw AuxError(.usage, "a gray picture has codes, not \(plane.sampleType)")
      }
    return replaced(
      width: plane.width, height: plane.height, channels: 1, samples: samples, isUpright: isUpright)
  }

  /// Returns a picture of other samples that has the orientation and Exif, and nothing else.
  private func replaced(
    width: Int, height: Int, channels: Int, samples: Samples, isUpright: Bool
  ) -> PrimaryPicture {
    var result = PrimaryPicture(
      width: width, height: height, channels: channels, samples: samples,
      orientation: isUpright ? .up : orientation)
    result.exif = isUpright ? exif.map { ExifOrientationBlock.setting(.up, in: $0) ?? $0 } : exif
    return result
  }

  /// Returns the picture turned for display.
  package func upright() -> PrimaryPicture {
    guard orientation != .up else { return self }
    let all = rgb
    let planes = (0..<3).map { channel in
      Orient.apply(
        orientation.rawValue,
        to: PixelPlane(
          width: width, height: height,
          storage: .uint8(stride(from: channel, to: all.count, by: 3).map { all[$0] })))
    }
    var turned = [UInt8](repeating: 0, count: all.count)
    for (channel, plane) in planes.enumerated() {
      for (pixel, sample) in plane.data().enumerated() { turned[pixel * 3 + channel] = sample }
    }
    return rendered(rgb: turned, width: planes[0].width, height: planes[0].height, isUpright: true)
  }

  /// Returns a file of the picture, and what could not go along: JPEG, HEIF or PNG, the first two with the
  /// auxiliary images of `source` where it is given.
  package func file(
    as container: ImageContainer, quality: Int, keepingImagesOf source: ImageSource? = nil
  ) throws(AuxError) -> (bytes: [UInt8], losses: [String]) {
    guard container != .png else { return try png() }
    let (bytes, losses) = try PrimaryEncoder.encode(self, as: container, quality: quality)
    guard let source else { return (bytes, losses) }
    var destination = try ImageDestination(from: ImageSource(data: bytes, limits: source.limits))
    try destination.carryAuxiliaryImages(of: source)
    return (try destination.bytes(), losses)
  }

  private func png() throws(AuxError) -> (bytes: [UInt8], losses: [String]) {
    var metadata = PNGCodec.Metadata()
    metadata.exif = exif ?? []
    guard channels == 3 else {
      let storage: PixelPlane.Storage =
        switch samples {
        case .uint8(let codes): .uint8(codes)
        case .uint16(let codes): .uint16(codes)
        }
      let plane = PixelPlane(width: width, height: height, storage: storage)
      return (try PNGCodec.encode(plane, metadata: metadata), [])
    }
    var losses: [String] = []
    metadata.icc = iccProfile(forChannels: 3, &losses) ?? []
    let (bytes, keepsProfile) = try PNGCodec.encode(
      rgb8: rgb, width: width, height: height, metadata: metadata)
    if !metadata.icc.isEmpty, !keepsProfile { losses.append("the ICC profile is damaged and was left out") }
    return (bytes, losses)
  }
}
