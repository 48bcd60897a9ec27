internal import AuxCodecs
internal import AuxImage
internal import AuxKernels

/// Hands inputs to the codecs as the readers do, past what finds them in a file.
enum CodecTarget {
  /// The bytes before a stream: its codec, and its size.
  static let streamHeader = 3

  /// Reads an input as a TIFF file of a map, and as one of a photo.
  static func readTIFF(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else { return false }
    if let plane = try? TIFFMapCodec.decode(bytes, limits: .fuzzing).plane {
      require(
        plane.data().count == plane.width * plane.height * plane.sampleType.byteCount, "a map of another size"
      )
      Decoded.note(plane.data())
      rewrite(plane)
    }
    let first = Bytes.number(in: bytes, at: 4, bytes: 4, isBigEndian: bytes[0] == 0x4D)
    for directory in [Int(first), 8] {
      guard let image = try? TIFFPhotoCodec.decode(bytes, directory: directory, limits: .fuzzing) else {
        continue
      }
      check(image)
    }
    return true
  }

  private static func rewrite(_ plane: PixelPlane) {
    do {
      let again = try TIFFMapCodec.decode(TIFFMapCodec.encode(plane), limits: .fuzzing).plane
      require(again.data() == plane.data(), "the map that was written is another one")
    } catch { fatalError("the map that was written cannot be read: \(error)") }
  }

  /// Reads an input as an OpenEXR file of a map, and as one of a picture.
  static func readEXR(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0x76, 0x2F, 0x31, 0x01]) else { return false }
    if let plane = try? EXRMapCodec.decode(bytes, limits: .fuzzing).plane {
      require(
        plane.data().count == plane.width * plane.height * plane.sampleType.byteCount, "a map of another size"
      )
      Decoded.note(plane.data())
    }
    for names in [["R", "G", "B"], ["Y"], ["Z"]] {
      let light = try? EXRPhotoCodec.decode(
        bytes, part: 0, colours: names, alpha: names.count == 3 ? "A" : nil, limits: .fuzzing)
      guard let light else { continue }
      require(
        light.colours.allSatisfy { $0.count == light.width * light.height }, "a picture of another size")
    }
    return true
  }

  /// Reads a stream of the codec and the size that the first bytes say.
  static func readStream(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > streamHeader else { return false }
    let (width, height, data) = (Int(bytes[1]), Int(bytes[2]), Array(bytes.dropFirst(streamHeader)))
    switch bytes[0] % 9 {
    case 0:
      let plane = try? JPEGCodec.decodeGray(data, width: width, height: height, limits: .fuzzing)
      require(plane.map { $0.data().count == width * height } ?? true, "a stream of another size")
      Decoded.note(plane?.data() ?? [])
    case 1:
      let samples = try? JPEGCodec.decodeRGB(data, width: width, height: height, limits: .fuzzing)
      require(samples.map { $0.count == width * height * 3 } ?? true, "a stream of another size")
      Decoded.note(samples ?? [])
    case 2:
      Decoded.note((try? JPEGXLCodec.decodeRGB(data, width: width, height: height, limits: .fuzzing)) ?? [])
    case 3...6:
      let type = [PixelPlane.SampleType.uint8, .uint16, .half, .float][Int(bytes[0] % 9) - 3]
      let samples = try? JPEGXLCodec.decodeGray(
        data, width: width, height: height, sampleType: type, limits: .fuzzing)
      Decoded.note(samples ?? [])
    case let choice:
      let image = try? WebPCodec.decode(
        data, width: width, height: height, hasAlpha: choice == 8, limits: .fuzzing)
      if let image { check(image) }
    }
    return true
  }

  private static func check(_ image: InterleavedImage) {
    let count = image.width * image.height * image.channels
    let isWhole: Bool
    switch image.samples {
    case .uint8(let samples):
      isWhole = samples.count == count
      Decoded.note(samples)
    case .uint16(let samples):
      isWhole = samples.count == count
      Decoded.note(samples)
    }
    require(isWhole && count > 0, "an image of another size")
  }
}
