internal import AuxCodecs
internal import AuxImage
internal import AuxKernels

/// The samples of a map as the page holds them: exactly those that were decoded, or a preview.
///
/// Rows from the top; a preview is a JPEG stream. Source: Specs/viewer.md, "Samples".
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
  enum Coding {
    case exact(PackedCodes.Coding)
    /// A JPEG stream, which the samples are not exactly.
    case jpeg

    var name: String {
      switch self {
      case .exact(let coding): coding.rawValue
      case .jpeg: "jpeg"
      }
    }
  }

  /// The quality of previews: codes differ by less than one in a hundred on average.
  private static let previewQuality = 85

  /// Packs a plane of codes or of floats; halves become floats of the same values.
  ///
  /// Throws `AuxError` with code `codec` where zlib has no memory.
  init(_ plane: PixelPlane) throws(AuxError) {
    var plane = plane
    let kind: Kind
    switch plane.storage {
    case .uint8: kind = .uint8
    case .uint16: kind = .uint16
    case .float: kind = .float32
    case .half(let bits):
      kind = .float32
      plane = PixelPlane(width: plane.width, height: plane.height, storage: .float(Half.decode(bits)))
    }
    let packed = try PackedCodes(plane)
    self.init(
      width: plane.width, height: plane.height, components: 1, kind: kind, coding: .exact(packed.coding),
      data: packed.data)
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
      .init("coding", .string(coding.name)),
    ]
    if let (width, height) = previewSize {
      members.append(.init("preview", ["width": .integer(width), "height": .integer(height)]))
    }
    return members
  }
}
