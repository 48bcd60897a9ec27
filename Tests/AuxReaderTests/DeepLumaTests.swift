import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

/// Luma of more than 8 bits, which libheif's encoder makes.
@Suite struct DeepLumaTests {
  /// The scale of the codes is the bitstream's, whatever `pixi` says of it: 0 bits divided by zero.
  @Test(
    .enabled(if: Program.installed("heif-enc") != nil, "heif-enc is not installed"),
    arguments: [nil, 0, 8, 10, 16, 200] as [UInt8?])
  func pixelInformationDoesNotScaleCodes(_ stated: UInt8?) throws {
    let folder = try TemporaryFolder()
    let samples = (0..<(64 * 64)).map { UInt16($0 * 16) }
    let png = try PNGCodec.encode(PixelPlane(width: 64, height: 64, known: .uint16(samples)))
    let path = folder.path("deep.heic")
    let program = try #require(Program.installed("heif-enc"))
    let made = try Program.run(program, ["-b", "10", "-L", folder.write(png, to: "deep.png"), "-o", path])
    try #require(made.status == 0, "\(made.error)")
    let encoded = try FileByteSource(path: path)
    var bytes = try encoded.read(at: 0, count: encoded.byteCount)
    if let stated { bytes = Self.stating(stated, bytes) }
    let source = MemoryByteSource(bytes)
    let file = try HEIFFile(source)
    let plane = try HEIFImageDecoder(file: file, source: source, limits: .standard).plane(
      of: file.primaryItem)
    guard case .uint16(let codes) = plane.storage else {
      Issue.record("8 bits")
      return
    }
    // 10 of the 16 bits are left, and spread over 16 again.
    #expect(zip(codes, samples).allSatisfy { abs(Int($0) - Int($1)) <= 70 })
  }

  /// Returns the file with another number of bits in each `pixi`.
  private static func stating(_ bits: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for at in 0..<(bytes.count - 10) where bytes[at..<(at + 4)].elementsEqual("pixi".utf8) {
      for channel in 0..<Int(bytes[at + 8]) { bytes[at + 9 + channel] = bits }
    }
    return bytes
  }
}
