import AuxImage
import AuxKernels
import Testing

@Suite struct ColourPlanesTests {
  private static func planes(
    _ layout: ColourEncoding.Layout, bits: Int = 8, width: Int = 4, height: Int = 2, full: Bool = true
  ) throws -> ColourPlanes {
    let shifts = layout.chromaShifts
    let sizes = [
      (width, height), ((width + shifts.across) >> shifts.across, (height + shifts.down) >> shifts.down),
    ]
    func plane(_ number: Int) -> PixelPlane {
      let (across, down) = sizes[min(number, 1)]
      let codes = (0..<(across * down)).map { 20 * number + $0 }
      return PixelPlane(
        width: across, height: down,
        known: bits == 8 ? .uint8(codes.map(UInt8.init)) : .uint16(codes.map(UInt16.init)))
    }
    return try ColourPlanes(
      components: (0..<3).map(plane),
      encoding: ColourEncoding(layout: layout, bitsPerComponent: bits, isFullRange: full))
  }

  /// The codes of Core Video, whose numbers are the bytes of their names.
  @Test func pixelFormatsAreCoreVideos() {
    let wanted: [(ColourEncoding.Layout, Int, Bool, String)] = [
      (.yCbCr420, 8, false, "420v"), (.yCbCr420, 8, true, "420f"), (.yCbCr420, 10, false, "x420"),
      (.yCbCr420, 10, true, "xf20"), (.yCbCr422, 8, false, "422v"), (.yCbCr422, 8, true, "422f"),
      (.yCbCr422, 10, false, "x422"), (.yCbCr422, 10, true, "xf22"), (.yCbCr444, 8, false, "444v"),
      (.yCbCr444, 8, true, "444f"), (.yCbCr444, 10, false, "x444"), (.yCbCr444, 10, true, "xf44"),
      (.rgb, 8, true, "BGRA"), (.rgb, 16, true, "l64r"), (.yCbCr420, 12, true, "l64r"),
    ]
    for (layout, bits, full, name) in wanted {
      let encoding = ColourEncoding(layout: layout, bitsPerComponent: bits, isFullRange: full)
      let format = encoding.pixelFormat
      #expect(format.name == name)
      #expect(format.planeCount == (layout == .rgb || bits == 12 ? 1 : 2))
      if bits != 12 { #expect(format.colourEncoding == encoding) }
    }
    let identity = ColourEncoding(
      layout: .yCbCr444, bitsPerComponent: 10, matrixCoefficients: 0, isFullRange: true)
    #expect(identity.pixelFormat == .l64r)
    #expect(PixelFormat.BGRA.rawValue == 1_111_970_369 && PixelFormat.L008.colourEncoding == nil)
    #expect(
      PixelFormat(rawValue: 875_704_422).name == "420f" && PixelFormat(rawValue: 2_016_686_640).name == "x420"
    )
  }

  @Test func bytesAreLumaThenPairsOfChroma() throws {
    let small = try Self.planes(.yCbCr420)
    #expect(try small.data() == [0, 1, 2, 3, 4, 5, 6, 7, 20, 40, 21, 41])
    #expect(small.planes.map(\.bytesPerRow) == [4, 4] && small.planes.map(\.width) == [4, 2])
    // 10 bits are in the upper bits: 1 << 6 is 0x40, 20 << 6 is 0x500.
    let deep = try Self.planes(.yCbCr422, bits: 10, width: 2, height: 1)
    #expect(try deep.data() == [0, 0, 0x40, 0, 0x00, 0x05, 0x00, 0x0A])
    #expect(deep.planes.map(\.bytesPerRow) == [4, 4])
    let odd = try Self.planes(.yCbCr420, width: 3, height: 3)
    #expect(odd.planes[1] == .init(width: 2, height: 2, bytesPerRow: 4))
    let rgb = ColourPlanes(rgb: try PhotoPixels(width: 2, height: 1, rgb8: [1, 2, 3, 4, 5, 6]))
    #expect(try rgb.data() == [3, 2, 1, 255, 6, 5, 4, 255])
    #expect(try rgb.rgb().rgb8 == [1, 2, 3, 4, 5, 6])
  }

  @Test(arguments: ColourEncoding.Layout.allCases) func dictionariesGiveTheSamePlanesBack(
    layout: ColourEncoding.Layout
  ) throws {
    for (bits, width) in [(8, 4), (8, 5), (10, 6), (10, 3)] where layout != .rgb || bits == 8 {
      var planes = try Self.planes(layout, bits: bits, width: width, height: 3)
      planes.iccProfile = [1, 2, 3]
      let stored = try StoredAuxiliaryImage(
        type: .styleDeltaMap, content: .colours(planes), metadata: AuxiliaryMetadata())
      let info = try stored.dictionaryRepresentation(orientation: .right)
      #expect(info.description.width == width && info.description.orientation == .right)
      #expect(info.description.bytesPerRow == planes.planes[0].bytesPerRow && info.iccProfile == [1, 2, 3])
      #expect(
        try StoredAuxiliaryImage(dictionaryRepresentation: info, type: .styleDeltaMap).content
          == .colours(planes))
      var short = info
      short.data.removeLast()
      #expect(throws: AuxError(.truncated, "")) { try short.colourPlanes() }
      var narrow = info
      narrow.description.planes[0].bytesPerRow -= 1
      #expect(throws: AuxError(.malformed, "")) { try narrow.colourPlanes() }
    }
  }

  /// Turning four times by a quarter, or twice by a mirror, is no turn; chroma of odd sizes is repeated first.
  @Test func turning() throws {
    for layout in ColourEncoding.Layout.allCases {
      for width in [4, 5] {
        let planes = try Self.planes(layout, width: width, height: 2)
        let turned = planes.applyingExifOrientation(.right)
        #expect((turned.width, turned.height) == (2, width))
        let back = turned.applyingExifOrientation(.left)
        #expect(try back.rgb() == planes.rgb())
        #expect(try turned.rgb().samples == Self.upright(planes.rgb(), .right).samples)
      }
    }
    #expect(try Self.planes(.yCbCr420).applyingExifOrientation(.down).encoding.layout == .yCbCr420)
    #expect(try Self.planes(.yCbCr422).applyingExifOrientation(.right).encoding.layout == .yCbCr444)
  }

  private static func upright(_ pixels: PhotoPixels, _ orientation: ImageOrientation) -> PhotoPixels {
    var pixels = pixels
    pixels.orientation = orientation
    return pixels.upright()
  }

  @Test func cutting() throws {
    let planes = try Self.planes(.yCbCr420, width: 8, height: 6)
    let whole = try planes.rgb().rgb8
    for (left, top) in [(2, 2), (3, 2), (2, 1), (5, 3)] {
      let part = planes.cropped(left: left, top: top, width: 3, height: 3)
      #expect(part.encoding.layout == (left % 2 + top % 2 == 0 ? .yCbCr420 : .yCbCr444))
      let rgb = try part.rgb().rgb8
      for row in 0..<3 {
        let start = ((top + row) * 8 + left) * 3
        #expect(rgb[(row * 9)..<(row * 9 + 9)].elementsEqual(whole[start..<(start + 9)]))
      }
    }
  }

  @Test func wrongComponentsAreRefused() throws {
    let plane = PixelPlane(width: 4, height: 2, known: .uint8([UInt8](repeating: 0, count: 8)))
    let encoding = ColourEncoding(layout: .yCbCr420, bitsPerComponent: 8, isFullRange: true)
    #expect(throws: AuxError(.usage, "")) {
      try ColourPlanes(components: [plane, plane, plane], encoding: encoding)
    }
    #expect(throws: AuxError(.usage, "")) { try ColourPlanes(components: [plane], encoding: encoding) }
    var unknown = try Self.planes(.yCbCr444)
    var odd = unknown.encoding
    odd.matrixCoefficients = 11
    unknown = try ColourPlanes(components: unknown.components, encoding: odd)
    #expect(throws: AuxError(.unsupported, "")) { try unknown.rgb() }
    #expect(try unknown.data().count == 24)
  }

  @Test func otherCodesThanEightBitsStayInDictionaries() throws {
    let plane = PixelPlane(width: 2, height: 1, known: .uint16([1, 65535]))
    let alpha = try StoredAuxiliaryImage(type: .alpha, codes: plane, metadata: AuxiliaryMetadata())
    let info = try alpha.dictionaryRepresentation()
    #expect(info.description.pixelFormat == .L016 && info.data == [1, 0, 255, 255])
    #expect(try StoredAuxiliaryImage(dictionaryRepresentation: info, type: .alpha).codes == plane)
    let matte = try StoredAuxiliaryImage(
      type: .portraitEffectsMatte, codes: plane, metadata: AuxiliaryMetadata())
    #expect(try matte.dictionaryRepresentation().description.pixelFormat == .L008)
  }
}
