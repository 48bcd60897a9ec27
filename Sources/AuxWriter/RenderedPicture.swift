internal import AuxCodecs
internal import AuxContainers
package import AuxImage
internal import AuxKernels
package import AuxReader

extension PrimaryPicture {
  /// Returns the picture with other 8-bit RGB samples, of the same size unless another is given.
  ///
  /// Exif and the ICC profile stay; an orientation of `up` is put into Exif where the picture's own was applied.
  package func rendered(
    rgb: [UInt8], width: Int, height: Int, isUpright: Bool
  ) -> PrimaryPicture {
    var result = PrimaryPicture(
      width: width, height: height, channels: 3, samples: .uint8(rgb),
      orientation: isUpright ? .up : orientation)
    result.exif = isUpright ? exif.map(ExifOrientationBlock.upright) : exif
    result.xmp = nil
    result.iccProfile = iccProfile
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

  /// Returns a file of the picture: JPEG or HEIF, with the auxiliary images of `source` where it is given; a
  /// PNG without metadata where `container` is `png`.
  package func file(
    as container: ImageContainer, quality: Int, keepingImagesOf source: ImageSource? = nil
  ) throws(AuxError) -> [UInt8] {
    guard container != .png else { return try PNGCodec.encode(rgb8: rgb, width: width, height: height) }
    let bytes = try PrimaryEncoder.encode(self, as: container, quality: quality).bytes
    guard let source else { return bytes }
    var destination = try ImageDestination(from: ImageSource(data: bytes, limits: source.limits))
    try destination.carryAuxiliaryImages(of: source)
    return try destination.bytes()
  }
}

extension ExifOrientationBlock {
  /// Returns an Exif block whose Orientation, where it has one, says that the picture stands upright.
  static func upright(_ exif: [UInt8]) -> [UInt8] {
    var reader = ByteReader(exif)
    guard let mark = try? reader.readBytes(4), mark.count == 4 else { return exif }
    reader.endianness = mark[0] == 0x4D ? .big : .little
    guard let start = try? reader.readUInt32(), (try? reader.seek(to: Int(start))) != nil,
      let count = try? reader.readUInt16()
    else { return exif }
    for _ in 0..<count {
      let entry = reader.offset
      guard let tag = try? reader.readUInt16(), (try? reader.skip(10)) != nil else { return exif }
      guard tag == TIFFTag.orientation else { continue }
      var block = exif
      let low = entry + 8 + (reader.endianness == .big ? 1 : 0)
      let high = entry + 8 + (reader.endianness == .big ? 0 : 1)
      (block[low], block[high]) = (1, 0)
      return block
    }
    return exif
  }
}
