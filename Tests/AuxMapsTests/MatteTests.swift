import AuxCodecs
import AuxImage
import AuxMaps
import TestSupport
import Testing

/// Which channel of a picture is the matte, and its codes.
struct MatteTests {
  /// Four pixels of red, green, blue and alpha, as a PNG; the second is transparent.
  private static func picture(_ colours: [[UInt8]], alpha: [UInt8]) throws -> [UInt8] {
    let samples = zip(colours, alpha).flatMap { $0 + [$1] }
    let pixels = PhotoPixels(
      width: colours.count, height: 1, channels: colours[0].count + 1, known: .uint8(samples))
    return try PNGCodec.encode(pixels, metadata: PhotoMetadata()).bytes
  }

  private static func palette(_ colours: [UInt8], _ indexes: [UInt8]) -> [UInt8] {
    var builder = PNGBuilder(width: indexes.count, height: 1, bitDepth: 8, colorType: 3)
    builder.add("PLTE", colours)
    return builder.finish([0] + indexes)
  }

  private static func plane(_ storage: PixelPlane.Storage) -> PixelPlane {
    PixelPlane(width: 4, height: 1, known: storage)
  }

  private static let photo: [[UInt8]] = [[200, 10, 30], [5, 6, 7], [40, 50, 60], [9, 9, 9]]
  private static let alpha: [UInt8] = [255, 0, 128, 255]

  @Test(
    arguments: [
      // One visible colour; invisible pixels may have any.
      [[255, 255, 255], [255, 255, 255], [255, 255, 255], [255, 255, 255]],
      [[0, 0, 0], [200, 100, 0], [0, 0, 0], [0, 0, 0]],
      [[7], [9], [7], [7]],
      photo,
    ] as [[[UInt8]]])
  func alphaIsTheMatte(colours: [[UInt8]]) throws {
    let matte = try MatteMap(data: Self.picture(colours, alpha: Self.alpha))
    #expect(matte.codes.storage == .uint8(Self.alpha))
    #expect(matte.notes == [.alphaTaken])
  }

  @Test func unclearPicturesAreAskedAbout() throws {
    // Gray and alpha that both vary, and a coloured picture without a transparent pixel.
    let gray = try Self.picture([[10], [20], [30], [40]], alpha: Self.alpha)
    let veil = try Self.picture(Self.photo, alpha: [255, 1, 128, 255])
    for data in [gray, veil] {
      let error = #expect(throws: AuxError(.usage, "")) { try MatteMap(data: data) }
      #expect(error?.remedy == .stateMatteComponent)
    }
    #expect(try MatteMap(data: gray, component: .luma).codes.storage == .uint8([10, 20, 30, 40]))
    #expect(try MatteMap(data: gray, component: .alpha).codes.storage == .uint8(Self.alpha))
    // Luma of BT.601: 0.299, 0.587, 0.114.
    #expect(try MatteMap(data: veil, component: .luma).codes.storage == .uint8([69, 6, 48, 9]))
    #expect(try MatteMap(data: veil, component: .alpha).codes.storage == .uint8([255, 1, 128, 255]))
    // The same in both is clear.
    let same = try MatteMap(data: Self.picture(Self.alpha.map { [$0] }, alpha: Self.alpha))
    #expect(same.codes.storage == .uint8(Self.alpha) && same.notes.isEmpty)
  }

  @Test func alphaOfOneValueIsNone() throws {
    for opacity: UInt8 in [255, 40] {
      let gray = try MatteMap(
        data: Self.picture([[0], [20], [30], [255]], alpha: [UInt8](repeating: opacity, count: 4)))
      #expect(gray.codes.storage == .uint8([0, 20, 30, 255]) && gray.notes.isEmpty)
    }
    let coloured = try Self.picture(Self.photo, alpha: [255, 255, 255, 255])
    let error = #expect(throws: AuxError(.unsupported, "")) { try MatteMap(data: coloured) }
    #expect(error?.remedy == .takeLuma && error?.reason.contains("at 0, 0") == true)
    let plain = try PNGCodec.encode(Self.plane(.uint8([0, 20, 30, 255])))
    #expect(throws: AuxError(.usage, "")) { try MatteMap(data: plain, component: .alpha) }
    let floats = try MapFile.encode(Self.plane(.float([0, 0, 1, 1])), as: .pfm)
    #expect(throws: AuxError(.usage, "")) { try MatteMap(data: floats, component: .alpha) }
    #expect(throws: AuxError(.usage, "")) { try MatteMap(data: plain, file: .init(key: "mask")) }
  }

  @Test func palettesGiveTheirLuma() throws {
    let colours: [UInt8] = [0, 0, 0, 128, 0, 0, 0, 200, 0, 255, 255, 255]
    let many = try MatteMap(data: Self.palette(colours, [0, 1, 2, 3]))
    #expect(many.codes.storage == .uint8([0, 38, 117, 255]) && many.notes == [.paletteLumaTaken])
    // Dark red on black is a label, and not a matte of 38.
    let two = try MatteMap(data: Self.palette(colours, [0, 1, 1, 0]))
    #expect(two.codes.storage == .uint8([0, 255, 255, 0]) && two.notes == [.labelsSpread])
    let gray = try MatteMap(data: Self.palette([0, 0, 0, 128, 128, 128], [0, 1, 1, 0]))
    #expect(gray.codes.storage == .uint8([0, 128, 128, 0]) && gray.notes.isEmpty)
  }

  @Test(arguments: [.uint8([0, 1, 1, 0]), .uint16([0, 1, 1, 0])] as [PixelPlane.Storage])
  func labelsAreSpread(storage: PixelPlane.Storage) throws {
    let matte = try MatteMap(Self.plane(storage))
    #expect(matte.codes.storage == .uint8([0, 255, 255, 0]) && matte.notes == [.labelsSpread])
    let placement = MapPlacement(on: PrimaryImage(width: 40, height: 10))
    let attachment = try MapAttachment(codes: Self.plane(storage), type: .portraitEffectsMatte, on: placement)
    #expect(attachment.image.codes.storage == .uint8([0, 255, 255, 0]))
    #expect(attachment.notes == [.labelsSpread])
    // A gain map has no labels.
    let gain = try MapAttachment(codes: Self.plane(.uint8([0, 1, 1, 0])), type: .hdrGainMap, on: placement)
    #expect(gain.image.codes.storage == .uint8([0, 1, 1, 0]) && gain.notes.isEmpty)
  }

  private static func array(_ type: String, _ samples: [UInt8]) -> [UInt8] {
    let text = "{'descr': '\(type)', 'fortran_order': False, 'shape': (1, 4), }\n"
    return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(text.utf8.count), 0] + Array(text.utf8) + samples
  }

  @Test func boolsAndWholeNumbers() throws {
    func wide(_ values: [Int32]) -> [UInt8] {
      values.flatMap { value in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) } }
    }
    let bools = try MatteMap(data: Self.array("|b1", [0, 1, 1, 0]))
    #expect(bools.codes.storage == .uint8([0, 255, 255, 0]) && bools.notes == [.labelsSpread])
    let labels = try MatteMap(data: Self.array("<i4", wide([0, 1, 1, 0])))
    #expect(labels.codes.storage == .uint8([0, 255, 255, 0]) && labels.notes == [.labelsSpread])
    let codes = try MatteMap(data: Self.array("<i4", wide([0, 255, 100, 3])))
    #expect(codes.codes.storage == .uint8([0, 255, 100, 3]) && codes.notes.isEmpty)
    for wrong in [[0, 256, 0, 0], [0, -1, 1, 0]] as [[Int32]] {
      #expect(throws: AuxError(.usage, "")) { try MatteMap(data: Self.array("<i4", wide(wrong))) }
    }
  }

  @Test func oddMattesAreWarnedOf() throws {
    #expect(try MatteMap(Self.plane(.uint8([9, 9, 9, 9]))).notes == [.constant(9)])
    #expect(try MatteMap(Self.plane(.float([1, 1, 1, 1]))).notes == [.constant(255)])
    // Bools that are all true, and labels up to 3.
    #expect(try MatteMap(Self.plane(.uint8([1, 1, 1, 1]))).notes == [.labelsSpread, .constant(255)])
    #expect(try MatteMap(Self.plane(.uint8([0, 3, 2, 1]))).notes == [.dark(3)])
    #expect(try MatteMap(Self.plane(.uint16([0, 255, 255, 0]))).notes == [.dark(1)])
    #expect(try MatteMap(Self.plane(.uint8([0, 16, 2, 1]))).notes.isEmpty)
    #expect(MapNote.constant(0).isWarning && MapNote.dark(3).isWarning && !MapNote.alphaTaken.isWarning)
  }
}
