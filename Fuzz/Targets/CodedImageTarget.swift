internal import AuxCodecs
internal import AuxContainers
internal import AuxImage

/// Hands a coded image to libheif as the readers do: a file around it alone, once its parameter sets were looked at.
///
/// The first byte is the kind, the next two are width and height in eights, two more the size of the configuration,
/// which follows; then come the data.
enum CodedImageTarget {
  /// The bytes before the configuration.
  static let header = 5

  static func run(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > header else { return false }
    let size = Int(bytes[3]) << 8 | Int(bytes[4])
    guard header + size <= bytes.count else { return false }
    let isAV1 = bytes[0] & 1 == 1
    let configuration = Array(bytes[header..<(header + size)])
    let image = SingleImageFile(
      itemType: isAV1 ? "av01" : "hvc1",
      configuration: Box(isAV1 ? "av1C" : "hvcC") { writer in writer.write(configuration) },
      width: Int(bytes[1]) * (bytes[0] & 2 == 0 ? 1 : 8), height: Int(bytes[2]) * (bytes[0] & 2 == 0 ? 1 : 8),
      payload: Array(bytes[(header + size)...]))
    if let (planes, bits) = try? HEIFImageCodec.decodePlanes(image, limits: .fuzzing) {
      require((8...16).contains(bits), "samples of \(bits) bits")
      require(planes[0].width == image.width && planes[0].height == image.height, "an image of another size")
      for plane in planes { Decoded.note(plane.data()) }
    }
    return true
  }

  /// Returns the input of an image.
  static func input(_ image: SingleImageFile) -> [UInt8] {
    let configuration = Array(image.configuration.payload)
    let kind: UInt8 = image.itemType == "av01" ? 1 : 0
    return [kind, UInt8(image.width), UInt8(image.height)] + Bytes.bigEndian(configuration.count, 2)
      + configuration + image.payload
  }
}
