package import AuxImage

/// What the header of a JPEG XL codestream says of the image: its size, how it is turned, its channels.
///
/// Source: ISO/IEC 18181-1:2022, annex D, "Image header".
package struct JPEGXLHeader: Hashable, Sendable {
  /// A channel beside the colours.
  package struct ExtraChannel: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case alpha
      case depth
      /// Another kind by its number, as of spot colours or of black.
      case other(Int)

      /// The number of the channel in which CMYK has its black.
      static let black = 4
    }

    package var kind: Kind
    package var depth: SampleDepth
    /// Often empty.
    package var name: String
  }

  /// The bits of a sample.
  package struct SampleDepth: Hashable, Sendable {
    package var bits: Int
    package var isFloat: Bool
  }

  /// The sides as stored.
  package private(set) var width = 0
  package private(set) var height = 0
  package private(set) var orientation = ImageOrientation.up
  package private(set) var depth = SampleDepth(bits: 8, isFloat: false)
  package private(set) var isGray = false
  /// The transfer function by ITU-T H.273; nil where an ICC profile or a gamma says it.
  package private(set) var transfer: Int?
  package private(set) var isAnimated = false
  package private(set) var extraChannels: [ExtraChannel] = []

  /// The channels of colour.
  package var colourChannels: Int { isGray ? 1 : 3 }

  /// Whether the colours are of PQ or HLG.
  package var isHDR: Bool { transfer == 16 || transfer == 18 }

  /// Whether the colours are cyan, magenta and yellow: there is a channel of black.
  package var isCMYK: Bool { extraChannels.contains { $0.kind == .other(ExtraChannel.Kind.black) } }

  /// The bytes that a codestream begins with.
  package static let signature: [UInt8] = [0xFF, 0x0A]
  /// Those of level 10, the higher of the two. Source: ISO/IEC 18181-1, annex M.
  private static let mostExtraChannels = 256
  /// The most bytes of a codestream that are looked at: names of channels have up to 1071 bytes each.
  package static let mostBytes = 1 << 16

  /// Reads the header at the start of a codestream.
  ///
  /// Throws `malformed` without the signature, `truncated`, `unsupported` for more extra channels than any level allows.
  package init(_ codestream: [UInt8]) throws(AuxError) {
    guard codestream.starts(with: Self.signature) else {
      throw AuxError(.malformed, "a codestream of JPEG XL begins with the bytes FF 0A (18181-1 D.1)")
    }
    var reader = FieldReader(codestream, from: Self.signature.count)
    (width, height) = try reader.readSize()
    guard try !reader.readFlag() else {
      transfer = FieldReader.usualTransfer
      return
    }
    let hasMore = try reader.readFlag()
    if hasMore { try readExtraFields(&reader) }
    depth = try reader.readDepth()
    // Whether 16 bits are enough for the buffers of a decoder.
    _ = try reader.readFlag()
    let count = try reader.readNumber(.value(0), .value(1), .bits(4, plus: 2), .bits(12, plus: 1))
    guard count <= Self.mostExtraChannels else {
      throw AuxError(
        .unsupported, "\(count) extra channels, and no level allows more than \(Self.mostExtraChannels)")
    }
    for _ in 0..<count { extraChannels.append(try reader.readExtraChannel()) }
    // Whether the colours are of XYB.
    _ = try reader.readFlag()
    (isGray, transfer) = try reader.readColours()
  }

  private mutating func readExtraFields(_ reader: inout FieldReader) throws(AuxError) {
    // Three bits are one of the eight ways.
    orientation = ImageOrientation(rawValue: try reader.readBits(3) + 1) ?? .up
    // The size at which it is best shown.
    if try reader.readFlag() { _ = try reader.readSize() }
    if try reader.readFlag() { try reader.skipPreview() }
    isAnimated = try reader.readFlag()
    if isAnimated { try reader.skipAnimation() }
  }
}

/// Reads the fields of the header, whose bits begin with the least significant of each byte.
private struct FieldReader {
  private let bytes: [UInt8]
  private var position: Int

  init(_ bytes: [UInt8], from start: Int) { (self.bytes, position) = (bytes, start * 8) }

  /// One of the four ways in which a number may be coded. Source: ISO/IEC 18181-1, B.2.2, "U32".
  enum Distribution {
    case value(Int)
    case bits(Int, plus: Int)
  }

  mutating func readBits(_ count: Int) throws(AuxError) -> Int {
    guard count <= bytes.count * 8 - position else {
      throw AuxError(.truncated, "the header of the JPEG XL codestream is cut short")
    }
    var value = 0
    for index in 0..<count {
      let at = position + index
      value |= Int(bytes[at >> 3] >> UInt8(at & 7) & 1) << index
    }
    position += count
    return value
  }

  mutating func readFlag() throws(AuxError) -> Bool { try readBits(1) == 1 }

  mutating func readNumber(
    _ first: Distribution, _ second: Distribution, _ third: Distribution, _ fourth: Distribution
  ) throws(AuxError) -> Int {
    switch [first, second, third, fourth][try readBits(2)] {
    case .value(let value): return value
    case .bits(let count, let least): return try readBits(count) + least
    }
  }

  /// Source: B.2.5, "Enum".
  private mutating func readEnumeration() throws(AuxError) -> Int {
    try readNumber(.value(0), .value(1), .bits(4, plus: 2), .bits(6, plus: 18))
  }

  /// Source: D.2, "SizeHeader".
  mutating func readSize() throws(AuxError) -> (width: Int, height: Int) {
    let isSmall = try readFlag()
    let height = try readSide(isSmall)
    let ratio = try readBits(3)
    let width = ratio == 0 ? try readSide(isSmall) : Self.width(ofHeight: height, ratio)
    return (width, height)
  }

  private mutating func readSide(_ isSmall: Bool) throws(AuxError) -> Int {
    isSmall
      ? try 8 * (readBits(5) + 1)
      : try readNumber(.bits(9, plus: 1), .bits(13, plus: 1), .bits(18, plus: 1), .bits(30, plus: 1))
  }

  private static func width(ofHeight height: Int, _ ratio: Int) -> Int {
    let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    let (numerator, denominator) = ratios[ratio - 1]
    return height * numerator / denominator
  }

  /// Source: D.3.2, "PreviewHeader".
  mutating func skipPreview() throws(AuxError) {
    let isInEights = try readFlag()
    try skipPreviewSide(isInEights)
    if try readBits(3) == 0 { try skipPreviewSide(isInEights) }
  }

  private mutating func skipPreviewSide(_ isInEights: Bool) throws(AuxError) {
    _ =
      isInEights
      ? try readNumber(.value(16), .value(32), .bits(5, plus: 1), .bits(9, plus: 33))
      : try readNumber(.bits(6, plus: 1), .bits(8, plus: 65), .bits(10, plus: 321), .bits(12, plus: 1345))
  }

  /// Source: D.3.3, "AnimationHeader".
  mutating func skipAnimation() throws(AuxError) {
    _ = try readNumber(.value(100), .value(1000), .bits(10, plus: 1), .bits(30, plus: 1))
    _ = try readNumber(.value(1), .value(1001), .bits(8, plus: 1), .bits(10, plus: 1))
    _ = try readNumber(.value(0), .bits(3, plus: 0), .bits(16, plus: 0), .bits(32, plus: 0))
    _ = try readFlag()
  }

  /// Source: D.3.5, "BitDepth".
  mutating func readDepth() throws(AuxError) -> JPEGXLHeader.SampleDepth {
    guard try readFlag() else {
      let bits = try readNumber(.value(8), .value(10), .value(12), .bits(6, plus: 1))
      return JPEGXLHeader.SampleDepth(bits: bits, isFloat: false)
    }
    let bits = try readNumber(.value(32), .value(16), .value(24), .bits(6, plus: 1))
    // The bits of the exponent.
    _ = try readBits(4)
    return JPEGXLHeader.SampleDepth(bits: bits, isFloat: true)
  }

  /// Source: D.3.6, "ExtraChannelInfo".
  mutating func readExtraChannel() throws(AuxError) -> JPEGXLHeader.ExtraChannel {
    guard try !readFlag() else {
      return JPEGXLHeader.ExtraChannel(
        kind: .alpha, depth: JPEGXLHeader.SampleDepth(bits: 8, isFloat: false), name: "")
    }
    let number = try readEnumeration()
    let depth = try readDepth()
    // The smaller size in which the samples are coded; decoders give the full one.
    _ = try readNumber(.value(0), .value(3), .value(4), .bits(3, plus: 1))
    let length = try readNumber(.value(0), .bits(4, plus: 0), .bits(5, plus: 16), .bits(10, plus: 48))
    var name: [UInt8] = []
    for _ in 0..<length { name.append(UInt8(try readBits(8))) }
    try skipFields(ofKind: number)
    return JPEGXLHeader.ExtraChannel(
      kind: number == 0 ? .alpha : number == 1 ? .depth : .other(number), depth: depth,
      name: String(decoding: name, as: UTF8.self))
  }

  /// Passes over what channels of some kinds have more.
  private mutating func skipFields(ofKind number: Int) throws(AuxError) {
    switch number {
    // Whether the colours are multiplied by alpha.
    case 0: _ = try readFlag()
    // A spot colour, in four halves.
    case 2: for _ in 0..<4 { _ = try readBits(16) }
    // The number of a colour filter.
    case 5: _ = try readNumber(.value(1), .bits(2, plus: 0), .bits(4, plus: 3), .bits(8, plus: 19))
    default: break
    }
  }

  /// sRGB's, of images whose header says nothing else.
  static let usualTransfer = 13

  /// Reads the description of the colours. Source: E.2, "ColourEncoding"; its numbers are those of H.273.
  mutating func readColours() throws(AuxError) -> (isGray: Bool, transfer: Int?) {
    guard try !readFlag() else { return (false, Self.usualTransfer) }
    let hasProfile = try readFlag()
    let space = try readEnumeration()
    let (isGray, isXYB) = (space == 1, space == 2)
    guard !hasProfile, !isXYB else { return (isGray, nil) }
    let custom = 2
    if try readEnumeration() == custom { try skipChromaticity() }
    if !isGray, try readEnumeration() == custom { for _ in 0..<3 { try skipChromaticity() } }
    // Whether a gamma follows.
    return (isGray, try readFlag() ? nil : try readEnumeration())
  }

  private mutating func skipChromaticity() throws(AuxError) {
    for _ in 0..<2 {
      _ = try readNumber(
        .bits(19, plus: 0), .bits(19, plus: 1 << 19), .bits(20, plus: 1 << 20), .bits(21, plus: 1 << 21))
    }
  }
}
