import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

/// The files of tools/mkdng.py, whose values are known to the last code.
@Suite("Synthetic DNG samples", .enabled(if: Samples.folder != nil))
struct DNGSampleTests {
  static let names = ["u16", "u16_deflate", "u8", "no_mask"]

  private func sample(_ name: String) throws -> [UInt8] {
    let source = try FileByteSource(path: "\(Samples.folder ?? "")/synthetic_dng/\(name).dng")
    return try source.read(at: 0, count: source.byteCount)
  }

  private func plane(_ directory: TIFFDirectory, _ file: DNGFile) throws -> PixelPlane {
    let decoder = try DNGPlaneDecoder(directory, of: file.tiff)
    #expect(decoder.notes.isEmpty)
    return try decoder.plane()
  }

  /// What mkdng.py writes as depth.
  private func depth(bits: Int) -> PixelPlane.Storage {
    let columns = (0..<24).flatMap { _ in 0..<32 }
    return bits == 8
      ? .uint8(columns.map { UInt8($0 * 255 / 31) }) : .uint16(columns.map { UInt16($0 * 65535 / 31) })
  }

  @Test("Every value", arguments: names)
  func values(name: String) throws {
    let file = try DNGFile(MemoryByteSource(try sample(name)))
    #expect(file.notes == [] && file.isDNG && file.orientation == .up)
    #expect(file.primary.width == 64 && file.primary.height == 48)
    #expect(file.depthDirectories.count == 1)
    let plane = try plane(file.depthDirectories[0], file)
    #expect(plane.width == 32 && plane.height == 24)
    #expect(plane.storage == depth(bits: name == "u8" ? 8 : 16))
    #expect(
      file.depthDescription?.codeRange == CodeRange(quantity: .disparity, firstValue: 2, lastValue: 0.1))
    #expect(file.depthDescription?.measureType == .opticalAxis)
    guard name != "no_mask" else {
      #expect(file.masks == [])
      return
    }
    #expect(file.masks.map(\.name) == ["urn:com:apple:photo:2020:aux:semanticskymatte"])
    let mask = try self.plane(file.masks[0].directory, file)
    let expected = (0..<24).flatMap { y in (0..<32).map { x in UInt8(x > 8 && y > 8 ? 255 : 0) } }
    #expect(mask.storage == .uint8(expected))
  }

  @Test(
    "Grafted anew: the old bytes stay, the codes come back, removal restores nothing foreign",
    arguments: names)
  func graft(name: String) throws {
    let original = try sample(name)
    let file = try DNGFile(MemoryByteSource(original))
    #expect(file.notes.isEmpty)
    var edit = try DNGEdit(file)
    let codes = (0..<(40 * 30)).map { UInt16($0 * 54) }
    let plane = PixelPlane(width: 40, height: 30, known: .uint16(codes))
    let description = try DNGDepthDescription(
      range: CodeRange(quantity: .disparity, firstValue: 6.8125, lastValue: 1.26171875))
    try edit.add(
      DNGCodedImage(
        .depth(description), DNGPlaneEncoder.encode(plane, endianness: edit.endianness),
        xmp: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)))
    let skin = PixelPlane(width: 40, height: 30, known: .uint8(codes.map { UInt8($0 >> 8) }))
    try edit.add(
      DNGCodedImage(
        .mask(name: "urn:com:apple:photo:2019:aux:semanticskinmatte", instanceID: nil),
        DNGPlaneEncoder.encode(skin, endianness: edit.endianness)))
    let result = try edit.composition().bytes(of: MemoryByteSource(original))
    #expect(result[..<4] == original[..<4] && result[8..<original.count] == original[8...])

    let grafted = try DNGFile(MemoryByteSource(result))
    #expect(grafted.notes.isEmpty)
    #expect(grafted.depthDirectories.count == 1)
    #expect(try self.plane(grafted.depthDirectories[0], grafted) == plane)
    #expect(
      grafted.depthDescription?.codeRange
        == CodeRange(quantity: .disparity, firstValue: 6.8125, lastValue: 1.26171875))
    #expect(grafted.masks.count == file.masks.count + 1)
    #expect(try self.plane(try #require(grafted.masks.last).directory, grafted) == skin)
    #expect(grafted.masks.dropLast().map(\.directory.offset) == file.masks.map(\.directory.offset))
  }
}
