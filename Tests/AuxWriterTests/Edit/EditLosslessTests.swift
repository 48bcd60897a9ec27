import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// Crops that code nothing anew.
@Suite("Edits without coding")
struct EditLosslessTests {
  private static let part = try? PixelRectangle(x: 16, y: 32, width: 64, height: 48)

  private func difference(_ one: PhotoPixels, _ two: PhotoPixels) -> Int {
    guard (one.width, one.height) == (two.width, two.height) else { return .max }
    return zip(one.rgb8, two.rgb8).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test(
    "A JPEG stream keeps its coefficients, of the photo and of its maps, however it is turned",
    arguments: ImageOrientation.allCases, [false, true])
  func jpeg(_ orientation: ImageOrientation, _ isUpright: Bool) throws {
    let source = try EditSupport.photo(.jpeg, orientation: orientation)
    let part = try #require(Self.part)
    let (written, plan, report, _) = try EditSupport.edited(source) { edit in
      edit.crop = .rectangle(part)
      (edit.isLossless, edit.isUpright) = (true, isUpright)
    }
    #expect(plan.cutsPhoto && !plan.codesPhoto && !report.primaryUnchanged)
    #expect(written.orientation == (isUpright ? .up : orientation))
    let asked = try source.primaryPixels().upright().cropped(left: 16, top: 32, width: 64, height: 48)
    // The inverse transform rounds a transposed block otherwise.
    let most = isUpright && orientation != .up ? 2 : 0
    #expect(try difference(written.primaryPixels().upright(), asked) <= most)
    for image in plan.images {
      #expect(image.fate == .cut, "\(image.image.type)")
      let after = try #require(written.auxiliaryImages.first { $0.type == image.image.type })
      let codes = try written.stored(after).applyingExifOrientation(written.orientation).codes
      let before = try source.stored(image.image).applyingExifOrientation(orientation).codes.cropped(
        left: 8, top: 16, width: 32, height: 24)
      let off: (max: Int, mean: Double) = Difference.compare(codes.data(), before.data())
      #expect(off.max <= (most > 0 ? 1 : 0))
    }
  }

  @Test("A part that is not one of whole MCUs is an error that names the nearest")
  func nearest() throws {
    let source = try EditSupport.photo(.jpeg)
    func edit(_ part: PixelRectangle, upright: ImageOrientation = .up) throws -> AuxError? {
      #expect(throws: AuxError.self) {
        try EditSupport.edited(source) { edit in
          edit.crop = .rectangle(part)
          edit.isLossless = true
          if upright != .up { (edit.rotation, edit.isUpright) = (.half, true) }
        }
      }
    }
    let error = try edit(PixelRectangle(x: 17, y: 31, width: 61, height: 50))
    #expect(
      error?.code == .usage && error?.reason.contains("16,32,61,50") == true, "\(String(describing: error))")
    let turned = try edit(PixelRectangle(x: 16, y: 32, width: 61, height: 50), upright: .down)
    #expect(turned?.reason.contains("16,32,64,48") == true, "\(String(describing: turned))")
    // An aspect ratio moves by itself.
    let (_, plan, _, notes) = try EditSupport.edited(source) { edit in
      edit.crop = .aspect(width: 4, height: 7, anchor: .center)
      edit.isLossless = true
    }
    #expect(plan.geometry.part.x % 8 == 0 && notes.contains { $0.contains("the nearest") })
  }

  @Test("HEIC keeps its coded bytes and shows the part")
  func heif() throws {
    let source = try EditSupport.photo(.heif, orientation: .right)
    let part = try #require(Self.part)
    let (written, plan, report, _) = try EditSupport.edited(source) { edit in
      edit.crop = .rectangle(part)
      edit.isLossless = true
    }
    #expect(plan.cutsPhoto && plan.images.allSatisfy { $0.fate == .cut })
    #expect(report.images.allSatisfy { $0.maxCodeError == 0 })
    let asked = try source.primaryPixels().upright().cropped(left: 16, top: 32, width: 64, height: 48)
    #expect(try written.primaryPixels().upright() == asked)
    guard case .heif(let before) = source.parsed, case .heif(let after) = written.parsed else {
      throw AuxError(.codec, "no HEIF")
    }
    func data(_ reader: HEIFReader, _ source: ImageSource, _ item: HEIFItem) throws -> [UInt8] {
      try reader.file.data(of: item, from: source.bytes, maxBytes: 1 << 20)
    }
    #expect(
      try data(before, source, before.file.primaryItem) == data(after, written, after.file.primaryItem))
    for (old, new) in zip(before.auxiliaryItems, after.auxiliaryItems) {
      #expect(try data(before, source, old) == data(after, written, new))
      #expect(after.file.property("clap", of: new)?.isEssential == true)
    }
    // Once more: the aperture counts from the coded picture.
    let twice = try EditSupport.edited(written) { edit in
      edit.crop = .rectangle(try PixelRectangle(x: 8, y: 16, width: 32, height: 16))
      edit.isLossless = true
    }.source
    #expect(twice.auxiliaryImages.count == source.auxiliaryImages.count)
    #expect(
      try twice.primaryPixels().upright()
        == source.primaryPixels().upright().cropped(left: 24, top: 48, width: 32, height: 16))
  }

  @Test("What needs coding is refused")
  func refused() throws {
    let source = try EditSupport.photo(.heif, orientation: .right)
    let changes: [(AuxError.Code, (inout PhotoEdit) -> Void)] = [
      (.usage, { $0.size = .percent(50) }), (.usage, { $0.bitDepth = 10 }),
      (.unsupported, { $0.isUpright = true }),
      (
        .usage,
        { $0.crop = (try? PixelRectangle(x: 17, y: 32, width: 64, height: 48)).map { .rectangle($0) } }
      ),
    ]
    for (code, change) in changes {
      let error = #expect(throws: AuxError.self) {
        try EditSupport.edited(source) { edit in
          edit.isLossless = true
          change(&edit)
        }
      }
      #expect(error?.code == code)
    }
    let conversion = #expect(throws: AuxError.self) {
      try EditSupport.edited(source, as: .jpeg) { $0.isLossless = true }
    }
    #expect(conversion?.code == .usage)
    let part = try #require(Self.part)
    let avif = #expect(throws: AuxError.self) {
      try EditSupport.edited(EditSupport.photo(.avif)) { edit in
        (edit.isLossless, edit.crop) = (true, .rectangle(part))
      }
    }
    #expect(avif?.code == .unsupported)
    // Turns and metadata are around the coded bytes anyway.
    let turned = try EditSupport.edited(source) { edit in
      (edit.isLossless, edit.rotation) = (true, .half)
    }
    #expect(turned.report.primaryUnchanged)
  }

  @Test("A grid keeps the tiles that are seen, and an aperture shows the rest")
  func tiles() throws {
    let tile = HEIFCodedImage.Tile(
      itemType: "hvc1",
      properties: [
        .init(Box("ispe", ImageSpatialExtentsProperty(width: 64, height: 64).serialize), isEssential: false)
      ], payload: [])
    var payload = ByteWriter()
    GridPayload(rows: 3, columns: 4, width: 250, height: 190).serialize(into: &payload)
    var image = HEIFCodedImage(urn: "", width: 250, height: 190, configuration: nil, payload: payload.bytes)
    image.tiles = (0..<12).map { number in
      var numbered = tile
      numbered.payload = [UInt8(number)]
      return numbered
    }
    let cut = try image.cut(to: PixelRectangle(x: 70, y: 64, width: 61, height: 40))
    #expect(cut.tiles.map(\.payload) == [[5], [6]])
    #expect((cut.width, cut.height) == (68, 40))
    #expect(cut.aperture?.rectangle(width: 68, height: 40) ?? (0, 0, 0, 0) == (6, 0, 61, 40))
    var reader = ByteReader(cut.payload)
    #expect(try GridPayload(parsing: &reader) == GridPayload(rows: 1, columns: 2, width: 68, height: 40))
    #expect(throws: AuxError.self) { try image.cut(to: PixelRectangle(x: 240, y: 0, width: 61, height: 40)) }
  }
}
