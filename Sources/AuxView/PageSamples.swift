internal import AuxCodecs
internal import AuxImage
internal import AuxKernels

/// The samples of a map as the page holds them: exactly those that were decoded, or a preview.
///
/// Little-endian, rows from the top; integers as what a prediction leaves of them, one component after another, which zlib
/// packs into half. A preview is a JPEG stream. Source: Specs/viewer.md, "Samples".
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

  init(_ picture: PhotoPixels) throws(AuxError) {
    switch picture.asRGB.samples {
    case .uint8(let codes): try self.init(codes, picture.width, picture.height, components: 3)
    case .uint16(let codes): try self.init(codes, picture.width, picture.height, components: 3)
    }
  }

  private init(
    _ codes: [UInt8], _ width: Int, _ height: Int, components: Int = 1
  ) throws(AuxError) {
    let residuals = PagePredictor.residuals(codes, width: width, components: components)
    try self.init(residuals, width, height, components, .uint8)
  }

  private init(
    _ codes: [UInt16], _ width: Int, _ height: Int, components: Int = 1
  ) throws(AuxError) {
    let residuals = PagePredictor.residuals(codes, width: width, components: components)
    let plane = PixelPlane(width: width * components, height: height, storage: .uint16(residuals))
    try self.init(plane.data(), width, height, components, .uint16)
  }

  private init(_ samples: [Float], _ width: Int, _ height: Int) throws(AuxError) {
    let plane = PixelPlane(width: width, height: height, storage: .float(samples))
    try self.init(plane.data(), width, height, 1, .float32)
  }

  private init(
    _ bytes: [UInt8], _ width: Int, _ height: Int, _ components: Int, _ kind: Kind
  ) throws(AuxError) {
    let coding = kind == .float32 ? Coding.none : .median
    self.init(
      width: width, height: height, components: components, kind: kind, coding: coding,
      data: try Deflate.compress(bytes, level: 6))
  }

  private init(width: Int, height: Int, components: Int, kind: Kind, coding: Coding, data: [UInt8]) {
    (self.width, self.height, self.components, self.kind) = (width, height, components, kind)
    (self.coding, self.data) = (coding, data)
  }

  /// Packs what is seen of a gain map of 8 bits; other codes stay exact.
  init(previewOf plane: PixelPlane) throws(AuxError) {
    guard plane.sampleType == .uint8, max(plane.width, plane.height) <= JPEGCodec.longestSide else {
      try self.init(plane)
      return
    }
    self.init(
      width: plane.width, height: plane.height, components: 1, kind: .uint8, coding: .jpeg,
      data: try JPEGCodec.encode(gray: plane, quality: Self.previewQuality))
  }

  /// Packs what is seen of red, green and blue.
  init(previewOf picture: PhotoPixels) throws(AuxError) {
    let (width, height) = (picture.width, picture.height)
    self.init(
      width: width, height: height, components: 3, kind: .uint8, coding: .jpeg,
      data: try JPEGCodec.encode(
        rgb: picture.rgb8, width: width, height: height, quality: Self.previewQuality, subsampled: false))
  }

  /// The members of a map that say what its samples are.
  var members: [JSONValue.Member] {
    [
      .init("width", .integer(width)), .init("height", .integer(height)),
      .init("components", .integer(components)), .init("sample", .string(kind.rawValue)),
      .init("coding", .string(coding.rawValue)),
    ]
  }
}

/// What the page holds in place of codes: the difference of each from a prediction by its neighbours, which zlib packs better.
///
/// It is in the file that calls it, so that the compiler specialises it for each kind of code even one file at a time. Source: Specs/viewer.md, "Samples"; the expectation is that of JPEG-LS (ITU-T T.87, A.4.1).
private enum PagePredictor {
  /// Returns what is left of codes, one component after another.
  ///
  /// Of red, green and blue the first and last are those less green: what is gray has nothing there.
  static func residuals<Code: FixedWidthInteger & UnsignedInteger>(
    _ codes: [Code], width: Int, components: Int
  ) -> [Code] {
    var planes = components == 3 ? separated(codes) : codes
    guard width > 0 else { return planes }
    let count = planes.count / components
    for start in stride(from: 0, to: planes.count, by: max(count, 1)) {
      // From the last, so that all before it are still codes.
      for place in stride(from: count - 1, through: 0, by: -1) {
        let index = start + place
        let (hasLeft, hasAbove) = (place % width > 0, place >= width)
        let left = hasLeft ? planes[index - 1] : 0
        let above = hasAbove ? planes[index - width] : 0
        let corner = hasLeft && hasAbove ? planes[index - width - 1] : 0
        planes[index] &-= expected(left, above, corner)
      }
    }
    return planes
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

  private static func separated<Code: FixedWidthInteger & UnsignedInteger>(_ codes: [Code]) -> [Code] {
    let count = codes.count / 3
    // Small differences of either sign are to be neighbours.
    let middle: Code = 1 << (Code.bitWidth - 1)
    var planes = [Code](repeating: 0, count: codes.count)
    for place in 0..<count {
      let green = codes[3 * place + 1]
      planes[place] = codes[3 * place] &- green &+ middle
      planes[count + place] = green
      planes[2 * count + place] = codes[3 * place + 2] &- green &+ middle
    }
    return planes
  }
}
