internal import AuxContainers
internal import AuxImage

/// One coded image as a decoder is handed it.
enum HandedImage {
  /// The NAL units of an HEVC image, each after its length in four bytes: for libde265.
  case units([UInt8])
  /// A file around it: for libheif.
  case file([UInt8])

  /// The parameter sets of `hvcC` and then the units of an image, whose lengths have four bytes.
  static func units(of image: SingleImageFile) throws(AuxError) -> HandedImage {
    var reader = image.configuration.reader
    let configuration = try HEVCDecoderConfiguration(parsing: &reader)
    var writer = ByteWriter()
    for unit in configuration.arrays.flatMap(\.units) {
      writer.write(UInt32(unit.count))
      writer.write(unit)
    }
    writer.write(image.payload)
    return .units(writer.bytes)
  }

  /// The file of an image.
  static func file(of image: SingleImageFile) throws(AuxError) -> HandedImage { .file(try image.bytes()) }

  /// The bytes.
  var bytes: [UInt8] {
    switch self {
    case .units(let bytes), .file(let bytes): bytes
    }
  }

  /// Reports it, for tests.
  func report() {
    switch self {
    case .units(let units): ParseEvent.report(.decodedUnits(units))
    case .file(let file): ParseEvent.report(.decodedFile(file))
    }
  }
}
