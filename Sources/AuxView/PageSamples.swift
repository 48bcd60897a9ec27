internal import AuxCodecs
internal import AuxImage
internal import AuxKernels

/// The samples of a map as the page holds them: exactly those that were decoded.
///
/// Rows from the top, components in turn, little-endian; integers as differences from the sample before, which zlib
/// packs into half. Source: Specs/viewer.md, "Samples".
struct PageSamples {
  /// The kinds of samples.
  enum Kind: String {
    case uint8
    case uint16
    case float32
  }

  let width, height, components: Int
  let kind: Kind
  /// The zlib stream.
  let data: [UInt8]

  /// Whether samples are stored as differences.
  var isPredicted: Bool { kind != .float32 }

  /// Packs a plane of codes or of floats; halves become floats of the same values.
  ///
  /// Throws `AuxError` with code `codec` where zlib has no memory.
  init(_ plane: PixelPlane) throws(AuxError) {
    switch plane.storage {
    case .uint8(let codes): try self.init(codes, plane.width, plane.height)
    case .uint16(let codes): try self.init(codes, plane.width, plane.height)
    case .half(let bits): try self.init(Half.decode(bits), plane.width, plane.height)
    case .float(let samples): try self.init(samples, plane.width, plane.height)
    }
  }

  /// Packs red, green and blue.
  init(_ picture: PhotoPixels) throws(AuxError) {
    switch picture.asRGB.samples {
    case .uint8(let codes): try self.init(codes, picture.width, picture.height, components: 3)
    case .uint16(let codes): try self.init(codes, picture.width, picture.height, components: 3)
    }
  }

  private init(
    _ codes: [UInt8], _ width: Int, _ height: Int, components: Int = 1
  ) throws(AuxError) {
    var differences = codes
    TIFFPredictor.doHorizontal(&differences, width: width * components, distance: components)
    try self.init(differences, width, height, components, .uint8)
  }

  private init(
    _ codes: [UInt16], _ width: Int, _ height: Int, components: Int = 1
  ) throws(AuxError) {
    var differences = codes
    TIFFPredictor.doHorizontal(&differences, width: width * components, distance: components)
    let plane = PixelPlane(width: width * components, height: height, storage: .uint16(differences))
    try self.init(plane.data(), width, height, components, .uint16)
  }

  private init(_ samples: [Float], _ width: Int, _ height: Int) throws(AuxError) {
    let plane = PixelPlane(width: width, height: height, storage: .float(samples))
    try self.init(plane.data(), width, height, 1, .float32)
  }

  private init(
    _ bytes: [UInt8], _ width: Int, _ height: Int, _ components: Int, _ kind: Kind
  ) throws(AuxError) {
    (self.width, self.height, self.components, self.kind) = (width, height, components, kind)
    data = try Deflate.compress(bytes, level: 6)
  }

  /// The members of a map that say what its samples are, and they themselves.
  var members: [JSONValue.Member] {
    [
      .init("width", .integer(width)), .init("height", .integer(height)),
      .init("components", .integer(components)), .init("sample", .string(kind.rawValue)),
      .init("data", .string(Base64.text(data))),
      .init("predictor", .string(isPredicted ? "left" : "none")),
    ]
  }
}
