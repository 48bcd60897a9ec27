import AuxImage
import TestSupport
import Testing

@testable import AuxContainers

@Suite struct MultiPictureEditTests {
  private static func index(_ entries: [MultiPictureFormat.Entry]) -> MultiPictureFormat {
    MultiPictureFormat(numberOfImages: entries.count, entries: entries)
  }

  @Test func entriesAreKeptAndAdded() {
    var index = Self.index([
      .init(attribute: 0x0003_0000, size: 1), .init(attribute: 7, size: 2, offset: 20),
      .init(attribute: 8, size: 3, offset: 30),
    ])
    index.replaceEntries(keeping: [0, 2], adding: 1)
    #expect(index.entries?.map(\.attribute) == [0x0003_0000, 8, 0])
    #expect(index.numberOfImages == 3)
  }

  @Test func numbersOfDependentImagesFollow() {
    var index = Self.index([
      .init(attribute: 0, dependents: [2, 3]), .init(attribute: 0, dependents: [1, 0]),
      .init(attribute: 0, dependents: [1, 2]),
    ])
    index.replaceEntries(keeping: [0, 2], adding: 0)
    // Image 2 is gone, image 3 is now the second.
    #expect(index.entries?.map(\.dependents) == [[0, 2], [1, 0]])
  }

  @Test func uniqueIdentifiersFollow() throws {
    var index = Self.index([.init(attribute: 0), .init(attribute: 0), .init(attribute: 0)])
    let identifiers = (1...3).map { [UInt8](repeating: $0, count: 33) }
    index.fields.append(
      .init(
        tag: MultiPictureIndex.Tag.imageUIDs, type: 7, count: 99, value: identifiers.flatMap(\.self)[...]))
    index.replaceEntries(keeping: [0, 2], adding: 1)
    let field = try #require(index.fields.first { $0.tag == MultiPictureIndex.Tag.imageUIDs })
    #expect(field.count == 99)
    #expect(Array(field.value) == identifiers[0] + identifiers[2] + [UInt8](repeating: 0, count: 33))
  }

  @Test(arguments: [ByteReader.Endianness.big, .little])
  func randomIndexesComeBack(endianness: ByteReader.Endianness) throws {
    let seed: UInt64 = 20_250_101
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      let entries = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        MultiPictureFormat.Entry(
          attribute: .random(in: 0 ... .max, using: &random), size: .random(in: 0 ... .max, using: &random),
          offset: .random(in: 0 ... .max, using: &random),
          dependents: [.random(in: 0 ... .max, using: &random), .random(in: 0 ... .max, using: &random)])
      }
      var index = MultiPictureFormat(numberOfImages: 0, entries: entries)
      index.endianness = endianness
      index.numberOfImages = entries.count
      index.attributes = [.init(tag: 0xB101, type: 4, count: 1, value: [1, 2, 3, 4])]
      var writer = ByteWriter()
      index.serialize(into: &writer)
      var reader = ByteReader(writer.bytes)
      let back = try MultiPictureFormat(parsing: &reader)
      #expect(back.entries == entries && back.attributes == index.attributes, "seed \(seed)")
      #expect(back.numberOfImages == entries.count && back.endianness == endianness, "seed \(seed)")
    }
  }

  @Test func mutatedIndexesNeverTrap() {
    let seed: UInt64 = 20_250_102
    var random = SeededRandom(seed: seed)
    print("MultiPictureEditTests.mutatedIndexesNeverTrap: seed \(seed)")
    let good = MultiPictureBytes.payload(
      count: 2, entries: [.init(attribute: 0, size: 9, offset: 0), .init(attribute: 0, size: 9, offset: 9)])
    var (accepted, refused) = (0, 0)
    for _ in 0..<3000 {
      var reader = ByteReader(random.mutated(good))
      guard var index = try? MultiPictureFormat(parsing: &reader) else {
        refused += 1
        continue
      }
      accepted += 1
      index.replaceEntries(keeping: [0], adding: 2)
      var writer = ByteWriter()
      index.serialize(into: &writer)
      var again = ByteReader(writer.bytes)
      #expect((try? MultiPictureFormat(parsing: &again))?.entries == index.entries, "seed \(seed)")
    }
    #expect(accepted > 100 && refused > 100, "\(accepted) accepted, \(refused) refused")
  }
}
