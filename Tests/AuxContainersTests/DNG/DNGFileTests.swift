import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite("DNG directories")
struct DNGFileTests {
  private func open(_ bytes: [UInt8]) throws(AuxError) -> DNGFile { try DNGFile(MemoryByteSource(bytes)) }

  @Test("A depth map by hand")
  func depth() throws {
    let file = try open(TIFFSample.dng())
    #expect(file.isDNG && file.version == [1, 6, 0, 0])
    #expect(file.orientation == .right)
    #expect(file.primary.width == 4 && file.primary.height == 2 && file.primary.cropWidth == 4)
    #expect(file.depthDirectories.map(\.path) == ["IFD0/SubIFD0", "IFD0/SubIFD1"])
    let description = try #require(file.depthDescription)
    #expect(
      description
        == DNGDepthDescription(
          format: .inverse, near: TIFFRational(1, 2), far: TIFFRational(10, 1), units: .metres,
          measureType: .opticalAxis))
    #expect(description.codeRange == CodeRange(quantity: .disparity, firstValue: 2, lastValue: 0.1))
    #expect(file.masks == [] && file.notes == [])
  }

  @Test("Near, far and format: defaults, unknown and infinite")
  func descriptions() throws {
    func description(_ bytes: [UInt8]) throws -> DNGDepthDescription {
      let file = try open(bytes)
      #expect(file.notes.isEmpty)
      return try #require(file.depthDescription)
    }
    #expect(try description(TIFFSample.dng(near: (0, 0))).codeRange == nil)
    #expect(try description(TIFFSample.dng(far: (0, 0))).codeRange == nil)
    #expect(try description(TIFFSample.dng(format: 0)).codeRange == nil)
    let endless = try description(TIFFSample.dng(far: (1, 0)))
    #expect(endless.far.isInfinite)
    #expect(endless.codeRange == CodeRange(quantity: .disparity, firstValue: 2, lastValue: 0))
    let linear = try description(TIFFSample.dng(near: (0, 1), format: 1))
    #expect(linear.codeRange == CodeRange(quantity: .depth, firstValue: 0, lastValue: 10))
    #expect(DNGDepthDescription().codeRange == nil)
  }

  @Test("Contradictions are notes")
  func contradictions() throws {
    let cases = [
      TIFFSample.dng(near: (10, 1)), TIFFSample.dng(near: (11, 1)), TIFFSample.dng(near: (1, 0)),
      TIFFSample.dng(near: (0, 1)), TIFFSample.dng(far: (1, 0), format: 1),
    ]
    for bytes in cases {
      let file = try open(bytes)
      #expect(file.depthDescription?.codeRange == nil)
      #expect(file.notes.count == 1 && file.notes[0].contains("IFD0/DepthFar"))
    }
    let nine = TIFFSample.dng(format: 9)
    let file = try open(nine)
    #expect(file.depthDescription?.format == .unknown)
    #expect(file.notes.count == 1 && file.notes[0].contains("IFD0/DepthFormat"))
  }

  @Test("Two depth maps of full resolution")
  func twoDepthMaps() throws {
    let bytes = TIFFSample.dng(secondKind: 8)
    let file = try open(bytes)
    #expect(file.depthDirectories.count == 2 && file.notes.count == 1)
  }

  @Test("A range of codes as a description, there and back")
  func ranges() throws {
    for range in [
      CodeRange(quantity: .disparity, firstValue: 6.8125, lastValue: 1.26171875),
      CodeRange(quantity: .disparity, firstValue: 2, lastValue: 0),
      CodeRange(quantity: .depth, firstValue: 0.25, lastValue: 7.5),
      CodeRange(quantity: .depth, firstValue: Double(Float(0.1)), lastValue: Double(Float(0.3))),
    ] {
      let description = try DNGDepthDescription(range: range)
      #expect(description.codeRange == range)
      #expect(description.units == .metres)
    }
    for range in [
      CodeRange(quantity: .disparity, firstValue: 1, lastValue: 2),
      CodeRange(quantity: .depth, firstValue: 2, lastValue: 1),
      CodeRange(quantity: .depth, firstValue: 1, lastValue: 1),
      CodeRange(quantity: .depth, firstValue: 1, lastValue: .infinity),
    ] {
      #expect(throws: AuxError(.usage, "")) { try DNGDepthDescription(range: range) }
    }
  }

  @Test("Crop and area of the primary image")
  func crop() throws {
    var sample = TIFFSample(first: 40)
    for number in [1, 2, 9, 14] as [UInt32] { sample.writer.write(number) }  // 8: ActiveArea
    for number in [15, 2, 6, 1] as [UInt32] { sample.writer.write(number) }  // 24: DefaultCropSize
    let fields: [TIFFSample.Field] = [
      .init(256, 16), .init(257, 10), .init(50706, 1, 4, 0x401), .init(50829, 4, 4, 8),
    ]
    sample.directory(fields)
    let area = try open(sample.bytes).primary
    #expect(area.width == 16 && area.height == 10 && area.cropWidth == 12 && area.cropHeight == 8)
    sample.writer.patch(UInt32(sample.bytes.count), at: 4)
    sample.directory((fields + [.init(50720, 5, 2, 24)]).sorted { $0.tag < $1.tag })
    let crop = try open(sample.bytes).primary
    #expect(crop.cropWidth == 7.5 && crop.cropHeight == 6)
  }

  @Test("Masks: name, instance, part of the full mask")
  func masks() throws {
    var sample = TIFFSample(first: 0)
    sample.writer.write(Array("urn:sky\0".utf8))  // 8
    for number in [3, 4, 20, 10, 0, 17, 20, 10] as [UInt32] { sample.writer.write(number) }  // 16, 32
    func mask(_ fields: [TIFFSample.Field]) -> UInt32 {
      UInt32(sample.directory([.init(254, 65540), .init(256, 4), .init(257, 2)] + fields))
    }
    let offsets = [
      mask([.init(52526, 2, 8, 8), .init(52536, 4, 4, 16)]),
      mask([.init(52526, 2, 8, 8), .init(52528, 2, 2, 0x31)]),
      mask([.init(52526, 2, 8, 8), .init(52528, 2, 2, 0x31), .init(52536, 4, 4, 32)]),
      mask([]),
    ]
    let list = UInt32(sample.writer.count)
    for offset in offsets { sample.writer.write(offset) }
    sample.writer.patch(UInt32(sample.writer.count), at: 4)
    sample.directory([.init(256, 4), .init(257, 2), .init(330, 4, 4, list), .init(50706, 1, 4, 0x601)])
    let file = try open(sample.bytes)
    #expect(file.masks.map(\.name) == ["urn:sky", "urn:sky", "urn:sky", ""])
    #expect(file.masks.map(\.instanceID) == [nil, "1", "1", nil])
    #expect(file.masks[0].subArea == .init(top: 3, left: 4, fullWidth: 20, fullHeight: 10))
    #expect(file.masks[2].subArea == nil)
    // The area outside, the second instance 1, and the mask without a name.
    #expect(file.notes.count == 3)
  }

  @Test("A name that is longer than names are counts as none")
  func longName() throws {
    var sample = TIFFSample(first: 0)
    sample.writer.write([UInt8](repeating: 0x61, count: 100_000))  // 8
    let lengths: [UInt32] = [100_000, 256, 257]
    let offsets = lengths.map {
      UInt32(sample.directory([.init(254, 65540), .init(256, 4), .init(257, 2), .init(52526, 2, $0, 8)]))
    }
    let list = UInt32(sample.writer.count)
    for offset in offsets { sample.writer.write(offset) }
    sample.writer.patch(UInt32(sample.writer.count), at: 4)
    sample.directory([.init(256, 4), .init(257, 2), .init(330, 4, 3, list), .init(50706, 1, 4, 0x601)])
    let file = try open(sample.bytes)
    #expect(file.masks.map(\.name.utf8.count) == [0, 256, 0])
    // Two names that are too long, and two masks that have none for that.
    #expect(file.notes.count >= 4 && file.notes.allSatisfy { $0.utf8.count < 400 })
  }

  @Test("Directories in each other's SubIFDs end at a depth")
  func nested() throws {
    var sample = TIFFSample(first: 0)
    var child: UInt32?
    for _ in 0..<40 {
      var fields: [TIFFSample.Field] = [.init(256, 4), .init(257, 2)]
      if let child { fields.append(.init(330, 4, 1, child)) }
      child = UInt32(sample.directory(fields))
    }
    sample.writer.patch(try #require(child), at: 4)
    let structure = try TIFFStructure(MemoryByteSource(sample.bytes))
    #expect(structure.directories.flatMap(\.flattened).count == AuxLimits.standard.directoryDepth + 1)
    #expect(structure.faults.map(\.kind) == [.limit])
  }

  @Test("Changed bytes never trap", arguments: (1...10).map { UInt64($0) })
  func mutations(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let original = TIFFSample.dng()
    for _ in 0..<100 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
          [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)].randomElement(
            using: &generator) ?? 0
      }
      guard let file = try? DNGFile(MemoryByteSource(bytes)) else { continue }
      for directory in file.depthDirectories { _ = try? TIFFLayout(of: directory, in: file.tiff) }
      guard var edit = try? DNGEdit(file) else { continue }
      edit.removeDepth()
      _ = try? edit.composition()
    }
  }
}
