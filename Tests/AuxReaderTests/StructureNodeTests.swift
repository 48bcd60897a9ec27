import AuxImage
import AuxReader
import TestSupport
import Testing

@Suite struct StructureNodeTests {
  @Test func `A JPEG file is its images, their segments and the entries of the index`() throws {
    let portrait = try Pictures.portrait()
    let nodes = try ImageSource(data: portrait.bytes).structureNodes()
    let images = nodes.filter { $0.level == 0 }
    #expect(images.map(\.name) == ["image 1", "image 2", "image 3"])
    #expect(images[0].offset == 0 && images[0].text.hasPrefix("64x48, 8 bits, 3 components"))
    // Each image ends where the next one begins.
    for (image, next) in zip(images.dropFirst(), images.dropFirst(2)) {
      #expect((image.offset ?? 0) + (image.byteCount ?? 0) == next.offset)
    }
    #expect(images.last.map { ($0.offset ?? 0) + ($0.byteCount ?? 0) } == portrait.bytes.count)
    #expect(nodes.contains { $0.name == "APP1" && $0.text == "Exif" && $0.level == 1 })
    #expect(nodes.count { $0.name.hasPrefix("entry ") && $0.level == 2 } == 3)
    for node in nodes where node.name.hasPrefix("APP") {
      let offset = try #require(node.offset)
      #expect(portrait.bytes[offset] == 0xFF)
    }
  }

  @Test func `The list ends at the given limit, and says so`() throws {
    let source = try ImageSource(data: Pictures.portrait().bytes)
    let all = source.structureNodes()
    let some = source.structureNodes(most: 5)
    #expect(Array(some.prefix(5)) == Array(all.prefix(5)) && some.count == 6)
    #expect(some.last?.name == "…" && some.last?.text == "more than 5 parts")
    #expect(source.structureNodes(most: all.count) == all)
  }

  @Test func `A file that is cut says where`() throws {
    let portrait = try Pictures.portrait()
    let whole = portrait.bytes
    for count in stride(from: 200, to: whole.count, by: 777) {
      guard let source = try? ImageSource(data: Array(whole.prefix(count))) else { continue }
      let nodes = source.structureNodes()
      #expect(nodes.first?.name == "image 1")
      #expect(nodes.contains { $0.name == "error" || $0.text.hasSuffix("cut by the end of the file") })
      #expect(nodes.allSatisfy { $0.name == "error" || ($0.offset ?? 0) + ($0.byteCount ?? 0) <= count })
    }
  }

  @Test func `A part is a JSON object`() throws {
    let node = try #require(try ImageSource(data: Pictures.photo()).structureNodes().last)
    #expect(node.name == "SOS")
    let offset = try #require(node.offset)
    let size = try #require(node.byteCount)
    #expect(node.json.text == #"{"level":1,"name":"SOS","offset":\#(offset),"size":\#(size)}"#)
  }

  @Test(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
  func `Parts of samples are inside their files, and inside one another`() throws {
    let photos = Samples.folders.flatMap { Array(PhotoFiles(at: $0)) }
    try #require(!photos.isEmpty)
    for path in photos {
      let size = try Files.read(path).count
      let nodes = try ImageSource(path).structureNodes()
      #expect(nodes.count > 3, "\(path)")
      #expect(nodes.first?.level == 0, "\(path)")
      for (node, next) in zip(nodes, nodes.dropFirst()) {
        #expect(next.level <= node.level + 1, "\(path): \(next)")
      }
      for node in nodes {
        guard let offset = node.offset else { continue }
        #expect(offset >= 0 && offset + (node.byteCount ?? 0) <= size, "\(path): \(node)")
      }
      #expect(!nodes.contains { $0.text.hasPrefix("error") }, "\(path)")
    }
  }
}
