import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite struct JPEGImageTests {
  private static func image(_ bytes: [UInt8], at offset: Int = 0) throws(AuxError) -> JPEGImage {
    try JPEGImage(in: MemoryByteSource(bytes), at: offset)
  }

  private static func end(_ bytes: [UInt8]) throws(AuxError) -> Int {
    try image(bytes).end(in: MemoryByteSource(bytes))
  }

  @Test func segmentsFrameAndScan() throws {
    let exif = JPEGBytes.exif(orientation: 6)
    let bytes = JPEGBytes.image([JPEGBytes.jfif, exif], width: 300, height: 200, components: [1, 2, 3])
    let image = try Self.image(bytes)
    #expect(image.segments.map(\.marker) == [0xE0, 0xE1, 0xC0, 0xDA])
    #expect(image.segments[1].range == 20..<(20 + exif.count))
    #expect(image.segments[1].payloadOffset == 24 && image.segments[1].payloadCount == exif.count - 4)
    #expect(image.frame.width == 300 && image.frame.height == 200 && image.frame.precision == 8)
    #expect(image.frame.componentIdentifiers == [1, 2, 3])
    #expect(Array(bytes[image.scanOffset...]) == JPEGBytes.scan + JPEGBytes.eoi)
    #expect(try Self.end(bytes) == bytes.count)
  }

  @Test func kindsOfSegments() throws {
    let app = JPEGBytes.segment
    let segments: [([UInt8], JPEGSegment.Kind)] = [
      (JPEGBytes.jfif, .jfif(hasAMPF: false)), (MultiPictureBytes.appleJFIF, .jfif(hasAMPF: true)),
      (app(0xE0, Array("JFXX\0".utf8)), .other), (JPEGBytes.exif(orientation: 1), .exif),
      (JPEGBytes.xmp("<x/>"), .xmp),
      (app(0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8)), .extendedXMP),
      (app(0xE2, Array("MPF\0".utf8)), .multiPicture), (app(0xE2, Array("ICC_PROFILE\0".utf8)), .icc),
      (app(0xEA, Array("AROT".utf8)), .restartTable), (app(0xE1, []), .other), (app(0xFE, [1]), .other),
      // The right identifier in the wrong segment.
      (app(0xE3, Array("MPF\0".utf8)), .other),
    ]
    let image = try Self.image(JPEGBytes.image(segments.map(\.0)))
    #expect(Array(image.segments.map(\.kind).prefix(segments.count)) == segments.map(\.1))
  }

  @Test func imageInsideAFile() throws {
    let bytes = [UInt8](repeating: 0xAA, count: 100) + JPEGBytes.image([JPEGBytes.jfif])
    let image = try Self.image(bytes, at: 100)
    #expect(image.offset == 100 && image.segments[0].offset == 102)
    #expect(try image.end(in: MemoryByteSource(bytes)) == bytes.count)
    #expect(throws: AuxError(.malformed, "")) { try Self.image(bytes, at: 99) }
    #expect(throws: AuxError(.truncated, "")) { try Self.image(bytes, at: bytes.count) }
    #expect(throws: AuxError(.truncated, "")) { try Self.image(bytes, at: .max - 1) }
  }

  @Test func fillBytes() throws {
    let bytes =
      JPEGBytes.soi + [0xFF, 0xFF, 0xFF] + JPEGBytes.jfif + [0xFF] + JPEGBytes.frame(width: 16, height: 8)
      + JPEGBytes.scanHeader() + JPEGBytes.scan + [0xFF, 0xFF] + JPEGBytes.eoi
    let image = try Self.image(bytes)
    #expect(image.segments.map(\.marker) == [0xE0, 0xC0, 0xDA])
    // Fill bytes belong to the segment after them, so that ranges leave no gap.
    #expect(image.segments[0].range.lowerBound == 2)
    #expect(
      zip(image.segments, image.segments.dropFirst()).allSatisfy {
        $0.range.upperBound == $1.range.lowerBound
      })
    #expect(try Self.end(bytes) == bytes.count)
  }

  @Test(arguments: [0, 1])
  func lengthBelowItsOwnSize(length: UInt8) {
    let bytes = JPEGBytes.soi + [0xFF, 0xE0, 0, length] + JPEGBytes.coded()
    let error = #expect(throws: AuxError(.malformed, "")) { try Self.image(bytes) }
    #expect(error?.offset == 4)
  }

  @Test func lengthBeyondTheFile() {
    let bytes = JPEGBytes.soi + [0xFF, 0xE0, 0xFF, 0xFF] + JPEGBytes.coded()
    #expect(throws: AuxError(.truncated, "")) { try Self.image(bytes) }
  }

  @Test func wrongOrder() {
    let frame = JPEGBytes.frame(width: 16, height: 8)
    let second = #expect(throws: AuxError(.malformed, "")) {
      try Self.image(JPEGBytes.soi + frame + JPEGBytes.coded())
    }
    #expect(second?.reason.contains("second frame") == true)
    #expect(throws: AuxError(.malformed, "")) {
      try Self.image(JPEGBytes.soi + JPEGBytes.scanHeader() + JPEGBytes.scan + JPEGBytes.eoi)
    }
    for marker in [0xD8, 0xD9, 0xD0, 0x01, 0x00] as [UInt8] {
      #expect(throws: AuxError(.malformed, "")) {
        try Self.image(JPEGBytes.soi + [0xFF, marker] + JPEGBytes.coded())
      }
    }
    #expect(throws: AuxError(.malformed, "")) { try Self.image(JPEGBytes.soi + [0x00] + JPEGBytes.coded()) }
  }

  @Test func frameThatIsCutShort() {
    let bytes = JPEGBytes.soi + JPEGBytes.segment(0xC0, [8, 0, 8, 0, 16, 3, 1, 0x11, 0]) + JPEGBytes.coded()
    let error = #expect(throws: AuxError(.truncated, "")) { try Self.image(bytes) }
    #expect(error?.place == "SOF0")
  }

  @Test func tooManySegments() {
    var limits = AuxLimits()
    limits.jpegSegments = 5
    let bytes = JPEGBytes.image([[UInt8]](repeating: JPEGBytes.jfif, count: 6))
    #expect(throws: AuxError(.limitExceeded, "")) {
      try JPEGImage(in: MemoryByteSource(bytes), at: 0, limits: limits)
    }
  }

  @Test func severalScans() throws {
    let table = JPEGBytes.segment(0xC4, [0xFF, 0xD9, 0xFF, 0xD9])
    let bytes = JPEGBytes.image(
      scan: JPEGBytes.scan + table + JPEGBytes.scanHeader() + JPEGBytes.scan)
    // The EOI-like bytes inside the table are not its end.
    #expect(try Self.end(bytes + [0, 0, 0]) == bytes.count)
  }

  @Test func missingEOI() {
    let whole = JPEGBytes.image()
    #expect(throws: AuxError(.truncated, "")) { try Self.end(Array(whole.dropLast(2))) }
    #expect(throws: AuxError(.truncated, "")) { try Self.end(Array(whole.dropLast(1))) }
    #expect(throws: AuxError(.malformed, "")) { try Self.end(whole.dropLast(2) + JPEGBytes.image()) }
  }

  @Test(arguments: [[0xFF, 0xC4], [0xFF, 0xC4, 0x01], [0xFF, 0xC4, 0x00, 0x09]] as [[UInt8]])
  func markerCutShortAfterAScan(tail: [UInt8]) {
    let bytes = Array(JPEGBytes.image().dropLast(2)) + tail
    #expect(throws: AuxError(.truncated, "")) { try Self.end(bytes) }
  }

  @Test func badLengthAfterAScan() {
    let bytes = Array(JPEGBytes.image().dropLast(2)) + [0xFF, 0xC4, 0, 1, 0xFF, 0xD9]
    #expect(throws: AuxError(.malformed, "")) { try Self.end(bytes) }
  }

  @Test func truncatedAtEveryByte() {
    let bytes = JPEGBytes.image(
      [JPEGBytes.jfif, JPEGBytes.exif(orientation: 1), JPEGBytes.xmp("<x/>")], components: [1, 2, 3],
      scan: JPEGBytes.scan + JPEGBytes.segment(0xC4, [1, 2, 3]) + JPEGBytes.scanHeader() + JPEGBytes.scan)
    for count in bytes.indices {
      #expect(throws: AuxError(.truncated, ""), "\(count) bytes") { try Self.end(Array(bytes[..<count])) }
    }
  }

  @Test func segmentsThatAreTooLong() throws {
    #expect(try JPEGSegment.bytes(marker: 0xE1, payload: [1, 2]) == [0xFF, 0xE1, 0, 4, 1, 2])
    let longest = [UInt8](repeating: 7, count: 65533)
    #expect(try Array(JPEGSegment.bytes(marker: 0xE1, payload: longest)[..<4]) == [0xFF, 0xE1, 0xFF, 0xFF])
    #expect(throws: AuxError(.limitExceeded, "")) {
      try JPEGSegment.bytes(marker: 0xE1, payload: longest + [7])
    }
  }
}
