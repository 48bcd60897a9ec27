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
}
