import CAuxDepth
import Testing

@testable import AuxDepthC

/// What callers of older and newer headers get of a structure.
struct StructureTests {
  /// A structure as its third version has it: the first ended with `first`, the second with `second`.
  struct Grown: SizedStructure {
    static let firstSize = 16
    var struct_size = 0
    var first: Int64 = 1
    var second: Int64 = 2
    var third: Double = 3
  }

  /// Returns the words of a caller's memory after a fill: 7 where nothing was written.
  static func words(filledAs size: Int) throws -> [Int64] {
    var words = [Int64](repeating: 7, count: 6)
    words[0] = Int64(size)
    try words.withUnsafeMutableBytes { bytes in
      try fill(bytes.baseAddress?.assumingMemoryBound(to: Grown.self), "grown", Grown())
    }
    return words
  }

  @Test func callersOfEachVersionGetTheMembersThatTheyKnow() throws {
    let third = Int64(bitPattern: 3.0.bitPattern)
    #expect(try Self.words(filledAs: 16) == [16, 1, 7, 7, 7, 7])
    #expect(try Self.words(filledAs: 24) == [24, 1, 2, 7, 7, 7])
    #expect(try Self.words(filledAs: 32) == [32, 1, 2, third, 7, 7])
  }

  @Test func membersOfNewerHeadersAreZero() throws {
    let third = Int64(bitPattern: 3.0.bitPattern)
    #expect(try Self.words(filledAs: 40) == [40, 1, 2, third, 0, 7])
    #expect(try Self.words(filledAs: 48) == [48, 1, 2, third, 0, 0])
  }

  @Test(arguments: [0, 8, 15, 32 + 4097, -1, Int.min, Int.max])
  func sizesOfNoVersionAreRefused(_ size: Int) {
    #expect(throws: (any Error).self) { try Self.words(filledAs: size) }
  }

  /// The sizes that callers of the first header say; a member that comes makes the structure larger, and leaves these.
  @Test func firstSizesStay() {
    #expect(auxdepth_primary.firstSize == 32)
    #expect(auxdepth_image.firstSize == 160)
    #expect(auxdepth_plane.firstSize == 24)
    #expect(auxdepth_intrinsics.firstSize == 64)
    #expect(auxdepth_gain_map.firstSize == 152)
    #expect(auxdepth_picture_info.firstSize == 32)
    #expect(auxdepth_map_info.firstSize == 40)
    #expect(auxdepth_depth.firstSize == 40)
    #expect(auxdepth_points.firstSize == 40)
    #expect(auxdepth_mesh.firstSize == 56)
  }
}
