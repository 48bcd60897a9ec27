package import AuxContainers
package import AuxImage
package import AuxKernels

/// The depth maps of COLMAP's dense reconstruction, `*.geometric.bin` and `*.photometric.bin`: `width&height&channels&` as text, then
/// little-endian floats by rows from the top; 0 where nothing is known.
///
/// Source: COLMAP, "Output Format", Dense Reconstruction, and scripts/python/read_write_dense.py.
package enum COLMAPCodec {
  /// Returns true if a file begins so; `prefix` is its first 16 bytes.
  package static func begins(_ prefix: [UInt8]) -> Bool {
    let words = prefix.split(separator: separator, omittingEmptySubsequences: false)
    return words.count > 2 && words.prefix(2).allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
      && words[2].allSatisfy(isDigit)
  }

  /// Decodes a map of one channel; throws `unsupported` for more, which normals have.
  package static func decode(
    _ data: any ByteSource, limits: AuxLimits = .standard
  ) throws(AuxError) -> PixelPlane {
    let header = try data.readPrefix(at: 0, count: longest)
    var position = 0
    func side(_ name: String) throws(AuxError) -> Int {
      let digits = header[position...].prefix(while: isDigit)
      guard let value = Int(String(decoding: digits, as: UTF8.self)), value > 0 else {
        throw AuxError(
          digits.endIndex == header.count ? .truncated : .malformed,
          "the \(name) of the COLMAP map is not a positive whole number", offset: position)
      }
      guard digits.endIndex < header.count, header[digits.endIndex] == separator else {
        throw AuxError(
          digits.endIndex == header.count ? .truncated : .malformed,
          "an & is missing after the \(name) of the COLMAP map", offset: digits.endIndex)
      }
      position = digits.endIndex + 1
      return value
    }
    let (width, height, channels) = (try side("width"), try side("height"), try side("channels"))
    guard channels == 1 else {
      throw AuxError(
        .unsupported,
        "the COLMAP map has \(channels) channels\(channels == 3 ? ", which are normals" : ""); depth has one",
        offset: 0)
    }
    return try SampleBytes.floatPlane(
      data, at: position, width: width, height: height, isLittleEndian: true, limits: limits)
  }

  /// The bytes of a header with the greatest numbers.
  private static let longest = 64
  private static let separator = UInt8(ascii: "&")
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
