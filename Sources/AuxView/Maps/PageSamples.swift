internal import AuxCodecs
internal import AuxImage
internal import AuxKernels

/// The samples of a map as the page holds them: exactly those that were decoded, or a preview.
///
/// Rows from the top; a preview is a ``PagePicture``. Source: Specs/viewer.md, "Samples".
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
  /// The size and the media type of a preview.
  private(set) var preview: JSONValue?

  /// How samples become bytes.
  enum Coding: String {
    /// The difference of each code from a prediction by its neighbors, in a zlib stream.
    case median
    /// The samples themselves, in a zlib stream.
    case none
    /// A picture, which the samples are not exactly.
    case preview
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
      plane = PixelPlane(width: plane.width, height: plane.height, known: .float(Half.decode(bits)))
    }
    let packed = try PackedCodes(plane)
    self.init(
      width: plane.width, height: plane.height, components: 1, kind: kind, coding: packed.coding,
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
    let isGray = small.channels == 1
    let coded = try PagePicture(small, quality: Self.previewQuality, keepsChroma: !isGray)
    self.init(
      width: picture.width, height: picture.height, components: isGray ? 1 : 3, kind: .uint8,
      coding: .preview, data: coded.bytes)
    preview = [
      "width": .integer(small.width), "height": .integer(small.height), "type": .string(coded.type),
    ]
  }

  /// The members of a map that say what its samples are.
  var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("width", .integer(width)), .init("height", .integer(height)),
      .init("components", .integer(components)), .init("sample", .string(kind.rawValue)),
      .init("coding", .string(coding.rawValue)),
    ]
    if let preview { members.append(.init("preview", preview)) }
    return members
  }
}
