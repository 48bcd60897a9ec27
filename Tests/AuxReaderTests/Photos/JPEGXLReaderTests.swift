import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

@Suite("JPEG XL files")
struct JPEGXLReaderTests {
  private static let signature: [UInt8] = [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(UInt32(content.count + 8))
    return writer.bytes + Array(type.utf8) + content
  }

  /// Returns a file of boxes whose codestream is that of ``JPEGXLVector/colour``.
  private static func file(_ boxes: [[UInt8]]) -> [UInt8] {
    let start = signature + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
    return boxes.reduce(start, +) + box("jxlc", JPEGXLVector.bytes(JPEGXLVector.colour))
  }

  private static let metadata = GainMapMetadata(
    channels: [
      GainMapMetadata.Channel(gainMin: 0, gainMax: 2.3, gamma: 1, baseOffset: 0.5, alternateOffset: 0.25)
    ], baseHeadroom: 0, alternateHeadroom: 2.3, usesBaseColourSpace: true)

  /// Returns the content of a box `jhgm` whose map is ``JPEGXLVector/gray8``.
  private static func gainMap(version: UInt8 = 0) throws -> [UInt8] {
    var payload = ByteWriter()
    try GainMapPayload(metadata).serialize(into: &payload)
    var writer = ByteWriter()
    writer.write(version)
    writer.write(UInt16(payload.bytes.count))
    writer.write(payload.bytes)
    // Colours of three bytes, and a profile of two, which nobody looks at.
    writer.write([3, 1, 2, 3, 0, 0, 0, 2, 9, 9])
    writer.write(JPEGXLVector.bytes(JPEGXLVector.gray8))
    return writer.bytes
  }

  @Test("Channels of depth and alpha are auxiliary images, the orientation is that of the codestream")
  func channels() throws {
    let source = try ImageSource(data: JPEGXLVector.bytes(JPEGXLVector.maps))
    #expect(source.container == .jxl)
    #expect(source.primary == PrimaryImage(width: 8, height: 6, orientation: .right))
    #expect(source.auxiliaryImages.map(\.type) == [.depth, .alpha])
    #expect(source.auxiliaryImages.map(\.identifier) == ["Z", "extra channel 1"])
    let depth = try source.stored(source.auxiliaryImages[0])
    #expect(depth.codes.storage == .uint16(JPEGXLVector.codes(3001, 777)))
    #expect(depth.metadata.accuracy == .relative)
    #expect(source.notes.contains { $0.contains("nothing states the unit of a depth channel") })
    let alpha = try source.stored(source.auxiliaryImages[1])
    #expect(alpha.codes.storage == .uint8(JPEGXLVector.codes(31, 7)))
    let photo = try source.primaryPixels()
    #expect(photo.orientation == .right && photo.iccProfile == nil)
    #expect(Array(photo.rgb8.prefix(6)) == [0, 0, 0, 31, 0, 9])
  }

  @Test("Floats are the values themselves")
  func floats() throws {
    let source = try ImageSource(data: JPEGXLVector.bytes(JPEGXLVector.floats))
    let depth = try source.depthData(source.auxiliaryImages[0])
    #expect(depth.depthDataType == .fdep)
    let values: [Float] = (0..<48).map { index in Float(index % 8) + Float(index / 8) / 4 }
    #expect(depth.depthDataMap.storage == .float(values))
  }

  @Test("A gain map has its metadata and its codes")
  func gainMaps() throws {
    let source = try ImageSource(data: Self.file([Self.box("jhgm", Self.gainMap())]))
    let image = try #require(source.auxiliaryImages.first)
    #expect(image.type == .isoGainMap && image.gainMap?.metadata == Self.metadata)
    #expect(try source.stored(image).codes.storage == .uint8(JPEGXLVector.codes(31, 7)))
    // Another version, a compressed box and a bundle cut short are listed with what is wrong.
    for box in [
      try Self.box("jhgm", Self.gainMap(version: 1)), Self.box("brob", Array("jhgm".utf8)),
      try Self.box("jhgm", Array(Self.gainMap().prefix(40))),
    ] {
      let other = try ImageSource(data: Self.file([box]))
      #expect(other.auxiliaryImages.count == 1 && other.auxiliaryImages[0].failure != nil)
      #expect(try other.primaryPixels().width == 8)
    }
  }

  @Test("Exif and XMP are read out of their boxes")
  func metadata() throws {
    let exif: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    let file = Self.file([Self.box("Exif", [0, 0, 0, 2, 7, 7] + exif), Self.box("xml ", Array("<x/>".utf8))])
    let found = try ImageSource(data: file).primaryMetadata()
    #expect(found.exif == exif && found.xmp == Array("<x/>".utf8))
  }

  @Test("The codestream may be in parts")
  func parts() throws {
    let stream = JPEGXLVector.bytes(JPEGXLVector.colour)
    let first = Self.box("jxlp", [0, 0, 0, 0] + stream.prefix(5))
    let last = Self.box("jxlp", [0x80, 0, 0, 1] + stream.dropFirst(5))
    let source = try ImageSource(
      data: Self.signature + Self.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8)) + first + last)
    #expect(try source.primaryPixels().samples == ImageSource(data: stream).primaryPixels().samples)
  }

  @Test("Files that are cut short are errors, changed bytes never a crash")
  func damaged() throws {
    let whole = JPEGXLVector.bytes(JPEGXLVector.maps)
    for count in 0..<(whole.count - 1) {
      #expect(throws: AuxError.self, "\(count) bytes") {
        let source = try ImageSource(data: Array(whole.prefix(count)))
        _ = try source.primaryPixels()
        for image in source.auxiliaryImages { _ = try source.stored(image) }
      }
    }
    var random = SeededRandom(seed: 35)
    for _ in 0..<400 {
      var bytes = whole
      bytes[Int.random(in: 0..<60, using: &random)] = UInt8.random(in: 0...255, using: &random)
      guard let source = try? ImageSource(data: bytes) else { continue }
      for image in source.auxiliaryImages { _ = try? source.stored(image) }
      _ = source.structureNodes()
    }
  }
}
