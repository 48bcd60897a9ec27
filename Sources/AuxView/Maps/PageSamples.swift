internal import AuxCodecs
internal import AuxImage
internal import AuxKernels

/// The samples of a map as the page holds them: exactly those that were decoded, or a preview.
///
/// Little-endian, rows from the top; integers as what a prediction leaves of them, which zlib packs into half. A
/// preview is a JPEG stream. Source: Specs/viewer.md, "Samples".
struct PageSamples {
  enum Kind: String {
    case uint8
    case uint16
    case float32
  }

  let width, height, components: Int
  let kind: Kind
  let coding: Coding
  let data: [UInt8]
  /// The size of a preview.
  private(set) var previewSize: (width: Int, height: Int)?

  /// How samples become bytes.
  enum Coding: String {
    /// What a prediction leaves of them, in a zlib stream.
    case median
    /// The samples themselves, in a zlib stream.
    case none
    /// A JPEG stream, which the samples are not exactly.
    case jpeg
  }

  /// The quality of previews: codes differ by less than one in a hundred on average.
  private static let previewQuality = 85

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

  private init(
    _ codes: [UInt8], _ width: Int, _ height: Int
  ) throws(AuxError) {
    try self.init(PagePredictor.residuals(codes, width: width), width, height, .uint8)
  }

  private init(
    _ codes: [UInt16], _ width: Int, _ height: Int
  ) throws(AuxError) {
    let residuals = PagePredictor.residuals(codes, width: width)
    let plane = PixelPlane(width: width, height: height, storage: .uint16(residuals))
    try self.init(plane.data(), width, height, .uint16)
  }

  private init(_ samples: [Float], _ width: Int, _ height: Int) throws(AuxError) {
    let plane = PixelPlane(width: width, height: height, storage: .float(samples))
    try self.init(plane.data(), width, height, .float32)
  }

  private init(
    _ bytes: [UInt8], _ width: Int, _ height: Int, _ kind: Kind
  ) throws(AuxError) {
    let coding = kind == .float32 ? Coding.none : .median
    self.init(
      width: width, height: height, components: 1, kind: kind, coding: coding,
      data: try Deflate.compress(bytes, level: 6))
  }

  private init(width: Int, height: Int, components: Int, kind: Kind, coding: Coding, data: [UInt8]) {
    (self.width, self.height, self.components, self.kind) = (width, height, components, kind)
    (self.coding, self.data) = (coding, data)
  }

  /// Packs what is seen of a gain map of 8 bits, reduced to a side; other codes stay exact.
  init(previewOf plane: PixelPlane, side: Int) throws(AuxError) {
    guard case .uint8(let codes) = plane.storage else {
      try self.init(plane)
      return
    }
    let gray = PhotoPixels(width: plane.width, height: plane.height, channels: 1, known: .uint8(codes))
    try self.init(previewOf: gray, side: side)
  }

  /// Packs what is seen of gray, or of red, green and blue, reduced to a side; the size is that of the map.
  init(previewOf picture: PhotoPixels, side: Int) throws(AuxError) {
    let small = picture.reduced(toLongerSide: min(side, JPEGCodec.longestSide))
    let jpeg: [UInt8]
    if case .uint8(let codes) = small.samples, small.channels == 1 {
      let plane = PixelPlane(width: small.width, height: small.height, storage: .uint8(codes))
      jpeg = try JPEGCodec.encode(gray: plane, quality: Self.previewQuality)
    } else {
      jpeg = try JPEGCodec.encode(
        rgb: small.rgb8, width: small.width, height: small.height, quality: Self.previewQuality,
        subsampled: false)
    }
    self.init(
      width: picture.width, height: picture.height, components: picture.channels == 1 ? 1 : 3, kind: .uint8,
      coding: .jpeg, data: jpeg)
    previewSize = (small.width, small.height)
  }

  /// The members of a map that say what its samples are.
  var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("width", .integer(width)), .init("height", .integer(height)),
      .init("components", .integer(components)), .init("sample", .string(kind.rawValue)),
      .init("coding", .string(coding.rawValue)),
    ]
    if let (width, height) = previewSize {
      members.append(.init("preview", ["width": .integer(width), "height": .integer(height)]))
    }
    return members
  }
}

/// What the page holds in place of codes: the difference of each from a prediction by its neighbours, which zlib packs better.
///
/// It is in the file that calls it, so that the compiler specialises it for each kind of code even one file at a time. Source: Specs/viewer.md, "Samples"; the expectation is that of JPEG-LS (ITU-T T.87, A.4.1).
private enum PagePredictor {
  /// Returns what is left of codes.
  static func residuals<Code: FixedWidthInteger & UnsignedInteger>(_ codes: [Code], width: Int) -> [Code] {
    var residuals = codes
    guard width > 0 else { return residuals }
    // From the last, so that all before it are still codes.
    for index in stride(from: codes.count - 1, through: 0, by: -1) {
      let (hasLeft, hasAbove) = (index % width > 0, index >= width)
      let left = hasLeft ? residuals[index - 1] : 0
      let above = hasAbove ? residuals[index - width] : 0
      let corner = hasLeft && hasAbove ? residuals[index - width - 1] : 0
      residuals[index] &-= expected(left, above, corner)
    }
    return residuals
  }

  /// The lower of both neighbours past an edge that falls, the higher past one that rises, else what their plane gives.
  private static func expected<Code: FixedWidthInteger & UnsignedInteger>(
    _ left: Code, _ above: Code, _ corner: Code
  ) -> Code {
    let (low, high) = (min(left, above), max(left, above))
    if corner >= high { return low }
    if corner <= low { return high }
    return left &+ above &- corner
  }
}
