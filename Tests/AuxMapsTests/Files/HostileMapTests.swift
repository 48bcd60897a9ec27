import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxMaps
import Foundation
import TestSupport
import Testing

@Suite struct HostileMapTests {
  private static let prefixed = [
    "numpy-c.u8.npy", "numpy-fortran.f32.npy", "numpy-v3.f32.npy", "numpy-depth.f32.npz",
    "numpy-only.f16.npz", "tifffile-plain.u8.tif", "tifffile-lzw.u16.tif", "tifffile-deflate.f32.tif",
    "tifffile-deflate-tiles-big.f16.tif", "tifffile-zstd.u8.tif", "openexr-zip.f32.exr",
    "openexr-no.f16.exr", "openexr-rle.f16.exr", "openexr-piz.f16.exr", "openexr-tiles.f32.exr",
    "openexr-parts.f32.exr", "openexr-dwaa.smooth.exr", "openexr-dwab.smooth.exr",
    "openexr-dwaa-float.smooth.exr",
  ]

  @Test(arguments: prefixed) func everyPrefixIsAnError(name: String) throws {
    let bytes = try MapFixtures.bytes(name)
    for count in 0..<bytes.count {
      #expect(throws: AuxError.self, "\(count) bytes") { try MapFile.decode(Array(bytes[..<count])) }
    }
  }

  private static func npy(_ text: String, version: UInt8 = 1, samples: Int = 24) -> [UInt8] {
    let length = version == 1 ? [UInt8(text.utf8.count), 0] : [UInt8(text.utf8.count), 0, 0, 0]
    return [0x93] + Array("NUMPY".utf8) + [version, 0] + length + Array(text.utf8)
      + [UInt8](repeating: 0, count: samples)
  }

  @Test(
    arguments: [
      ("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", nil),
      ("{\"shape\":(2L,3L),\"descr\":\"<f4\",\"fortran_order\":True}\n", nil),
      ("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)", "malformed"),
      ("{'descr': '<f4', 'fortran_order': False}", "malformed"),
      ("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", "malformed"),
      ("{'descr': '<f4', 'fortran_order': false, 'shape': (2, 3)}", "malformed"),
      ("{'descr': '<f4', 'fortran_order': False, 'shape': (2, -3)}", "malformed"),
      ("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3)}", "malformed"),
      ("{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775808, 1)}", "malformed"),
      ("{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 5)}", "limitExceeded"),
      ("{'descr': '<f4', 'fortran_order': False, 'shape': (2147483648, 2147483648)}", "limitExceeded"),
      ("{'descr': '<f4', 'fortran_order': False, 'shape': (16384, 16384)}", "truncated"),
      ("{'descr': '<f4', 'fortran_order': False, 'shape': (6,)}", "unsupported"),
      ("{'descr': '<f4', 'fortran_order': False, 'shape': ()}", "unsupported"),
      ("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4)}", "unsupported"),
      ("{'descr': '<c8', 'fortran_order': False, 'shape': (2, 3)}", "unsupported"),
      ("{'descr': '|O', 'fortran_order': False, 'shape': (2, 3)}", "unsupported"),
      ("{'descr': '', 'fortran_order': False, 'shape': (2, 3)}", "unsupported"),
      ("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2, 3)}", "unsupported"),
      ("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'x': 1}", "malformed"),
      ("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} # more", "malformed"),
      ("", "malformed"), ("{", "malformed"), ("{'", "malformed"), ("{'descr'", "malformed"),
    ] as [(String, String?)]) func arrayHeadersAreParsedStrictly(text: String, code: String?) throws
  {
    for version: UInt8 in 1...3 {
      do throws(AuxError) {
        let plane = try MapFile.decode(Self.npy(text, version: version))
        #expect(code == nil && plane.width == 3 && plane.height == 2)
      } catch {
        #expect(error.code.description == code, "\(error)")
      }
    }
    #expect(throws: AuxError(.unsupported, "")) { try MapFile.decode(Self.npy(text, version: 4)) }
  }

  @Test func bytesAfterAnArrayAreAnError() throws {
    let bytes = try MapFixtures.bytes("numpy-c.f32.npy")
    #expect(throws: AuxError(.malformed, "")) { try MapFile.decode(bytes + [0]) }
    #expect(throws: AuxError(.limitExceeded, "")) {
      try NPYCodec.array(MemoryByteSource(Array(bytes[..<6]) + [2, 0, 255, 255, 255, 255])).plane
    }
  }

  /// An archive of one member; the numbers are what its directory says of it.
  private static func archive(
    method: UInt8 = 0, flags: UInt8 = 0, checksum: UInt32? = nil, codedSize: Int? = nil, size: Int? = nil,
    offset: Int = 0, count: UInt8 = 1, local: String = "PK\u{3}\u{4}",
    member: [UInt8] = NPYCodec.encode(PixelPlane(width: 2, height: 1, known: .uint8([7, 9])))
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let name = Array("depth.npy".utf8)
    let sum = Int(checksum ?? PNGBytes.checksum(member))
    let header =
      Array(local.utf8) + [20, 0, flags, 0, method, 0, 0, 0, 0, 0] + number(sum)
      + number(member.count) + number(member.count) + number(name.count, 2) + [0, 0] + name
    let body = header + member
    let entry =
      Array("PK\u{1}\u{2}".utf8) + [20, 0, 20, 0, flags, 0, method, 0, 0, 0, 0, 0] + number(sum)
      + number(codedSize ?? member.count) + number(size ?? member.count) + number(name.count, 2)
      + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + number(offset) + name
    return body + entry + Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0, count, 0, count, 0]
      + number(entry.count) + number(body.count) + [0, 0]
  }

  @Test func archivesThatDoNotAddUpAreErrors() throws {
    #expect(try MapFile.decode(Self.archive()).data() == [7, 9])
    func expect(_ code: AuxError.Code, _ archive: [UInt8], line: SourceLocation = #_sourceLocation) {
      #expect(throws: AuxError(code, ""), sourceLocation: line) {
        let opened = try NPZArchive(archive)
        return try opened.array(opened.choice(nil, usual: "depth")).plane
      }
    }
    expect(.unsupported, Self.archive(flags: 1))
    expect(.unsupported, Self.archive(method: 12))
    expect(.codec, Self.archive(checksum: 1))
    expect(.codec, Self.archive(method: 8, member: [7, 7, 7, 7]))
    expect(.malformed, Self.archive(codedSize: 1 << 20))
    expect(.malformed, Self.archive(codedSize: 0xFFFF_FFFE))
    expect(.malformed, Self.archive(size: 0xFFFF_FFFE))
    expect(.malformed, Self.archive(size: 5))
    expect(.malformed, Self.archive(offset: 1))
    expect(.malformed, Self.archive(offset: 0xFFFF_FFFE))
    expect(.malformed, Self.archive(count: 2))
    expect(.usage, Self.archive(count: 0))
    expect(.malformed, Self.archive(local: "PK\u{3}\u{5}"))
    expect(.malformed, Self.archive(member: Array("hello, this is no array".utf8)))
    expect(.truncated, Array("PK\u{3}\u{4}".utf8))
    // An array of 1 GiB in 24 bytes.
    expect(
      .malformed,
      Self.archive(
        member: Self.npy(
          "{'descr': '<f4', 'fortran_order': False, 'shape': (16384, 16384)}")))
    // ZIP64 numbers without their field are what they are.
    expect(.malformed, Self.archive(size: 0xFFFF_FFFF))
  }

  /// Changes bytes of every fixture, with nothing to be heard or to grow; in a process of its own, where
  /// standard error is nobody else's.
  @Test func damageIsSilentAndBounded() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        try HostileMapTests.decodeDamaged()
      })
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "")
  }

  fileprivate static func decodeDamaged() throws {
    let rounds = Int(ProcessInfo.processInfo.environment["AUXDEPTH_MUTATIONS"] ?? "") ?? 40
    for (seed, name) in MapFixtures.names("npy", "npz", "tif", "exr").enumerated() {
      let original = try MapFixtures.bytes(name)
      var random = SeededRandom(seed: UInt64(seed))
      for _ in 0..<rounds {
        var bytes = original
        // Mostly in front, where the headers are.
        for _ in 0...random.below(4) {
          let end = random.below(3) == 0 ? bytes.count : min(bytes.count, 400)
          bytes[random.below(end)] = UInt8(random.below(4) == 0 ? 255 : random.below(256))
        }
        _ = try? MapFile.decode(bytes)
      }
    }
    for file in try bombs() {
      do {
        _ = try MapFile.decode(file)
        throw BombDecoded()
      } catch is AuxError {}
    }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(separator: " ")
      .dropLast().last
    guard let peak = peak.flatMap({ Int($0) }), peak < 700_000 else {
      throw TooMuchMemory(peak: "\(peak ?? "")")
    }
  }

  /// Small files that promise large planes.
  private static func bombs() throws -> [[UInt8]] {
    var files: [[UInt8]] = []
    // OpenEXR windows: four 32-bit numbers after name, type and size.
    // Of several parts the first would be changed, which is not the one that is read.
    for name in MapFixtures.names("f16.exr", "f32.exr") where !name.contains("parts") {
      for window in ["dataWindow", "displayWindow"] {
        for (x, y) in [(16383, 16383), (0x7FFF_FFFF, 0), (0x7FFF_FFFF, 0x7FFF_FFFF), (-2, 5)] {
          var bytes = try MapFixtures.bytes(name)
          guard let range = bytes.firstRange(of: Array("\(window)\0box2i\0".utf8)) else { continue }
          for index in 0..<4 {
            bytes[range.upperBound + 12 + index] = UInt8(truncatingIfNeeded: x >> (index * 8))
            bytes[range.upperBound + 16 + index] = UInt8(truncatingIfNeeded: y >> (index * 8))
          }
          files.append(bytes)
        }
      }
    }
    // TIFF directories of little-endian files by tifffile begin at byte 8: width and height are tags 256, 257.
    for name in MapFixtures.names("tif") {
      let original = try MapFixtures.bytes(name)
      guard original[0] == 0x49, original[2] == 42 else { continue }
      for (width, height) in [(16384, 16384), (0x7FFF_FFFF, 1), (0xFFFF_FFFF, 0xFFFF_FFFF), (0, 21)] {
        var bytes = original
        let first = Int(bytes[4]) | Int(bytes[5]) << 8
        for entry in 0..<(Int(bytes[first]) | Int(bytes[first + 1]) << 8) {
          let at = first + 2 + entry * 12
          let tag = Int(bytes[at]) | Int(bytes[at + 1]) << 8
          guard tag == 256 || tag == 257 else { continue }
          bytes[at + 2] = 4
          let value = tag == 256 ? width : height
          for index in 0..<4 { bytes[at + 8 + index] = UInt8(truncatingIfNeeded: value >> (index * 8)) }
        }
        files.append(bytes)
      }
    }
    return files
  }
}

struct BombDecoded: Error {}

struct TooMuchMemory: Error { var peak: String }
