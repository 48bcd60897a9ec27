import AuxCodecs
import AuxImage
import AuxMaps
import TestSupport
import Testing

/// The records of map files, and their use.
struct MapRecordTests {
  private static let photo = PrimaryImage(width: 30, height: 10)
  private let disparity: StoredAuxiliaryImage
  private let matte: StoredAuxiliaryImage

  init() throws {
    disparity = try SmallImages.disparity()
    matte = try SmallImages.matte()
  }

  @Test func linesAreReadBack() throws {
    var record = MapRecord(type: .disparity, quantity: .depth, isUpright: true)
    (record.black, record.white) = (0.1, 1e-7)
    #expect(
      record.text == "auxdepth map; type=disparity; unit=m; black=0.1; white=1e-07; orientation=displayed")
    #expect(MapRecord(text: record.text) == record)
    #expect(MapRecord(text: record.text + "\n") == record)
    let plain = MapRecord(type: .semanticSegmentationSkyMatte)
    #expect(MapRecord(text: plain.text) == plain)
  }

  @Test(
    arguments: [
      "", "a picture", "auxdepth map", "auxdepth map; type=x", "auxdepth map; type=disparity; unit=km",
      "auxdepth map; type=disparity; orientation=up", "auxdepth map; type=disparity; stray",
      "auxdepth map; type=disparity; black=1; white=2",
      "auxdepth map; type=disparity; unit=m; black=x; white=2",
      "auxdepth map; type=disparity; unit=m; black=nan; white=2",
      "auxdepth map; type=disparity; unit=m; black=1; white=inf",
    ])
  func whatMakesNoSenseIsNoRecord(text: String) {
    #expect(MapRecord(text: text) == nil)
  }

  /// Each kind that has a place for it gives the values back, whatever the map is called.
  @Test(arguments: [MapFile.Kind.png, .tiff, .exr], [PixelFormat.hdis, .fdep, .L008])
  func valuesComeBackWithoutOptions(kind: MapFile.Kind, format: PixelFormat) throws {
    guard !(kind == .exr && format == .L008) else { return }
    let file = try MapExport(disparity, as: format).encoded(as: kind)
    for quantity in [DepthQuantity.depth, .disparity] {
      let map = try DepthMap(data: file, options: DepthMap.Options(quantity: quantity))
      let reading = try map.reading(on: MapPlacement(on: Self.photo))
      let seen = try reading.depthData(as: .fdis).values
      let wanted: [Float] = [0.25, 0.5, 1]
      #expect(zip(seen, wanted).allSatisfy { abs($0 - $1) < 3e-5 }, "\(seen)")
    }
  }

  @Test func optionsSayOtherwise() throws {
    let file = try MapExport(disparity, as: .fdep).encoded(as: .png)
    var options = DepthMap.Options(quantity: .depth, near: 2, far: 3)
    var map = try DepthMap(data: file, options: options)
    // Black is far, at 4 m, and would be near.
    #expect(try map.reading().values.values.first == 2)
    options = DepthMap.Options(quantity: .depth)
    options.unit = .metres
    map = try DepthMap(data: file, options: options)
    #expect(try map.reading().values.values.last == 65535)
  }

  @Test func mapsAsDisplayedAreTurnedBack() throws {
    let turned = PrimaryImage(width: 30, height: 10, orientation: .down)
    for kind in [MapFile.Kind.png, .tiff, .exr] {
      let file = try MapExport(matte, orientation: .down).encoded(as: kind)
      let matte = try MatteMap(data: file)
      #expect(matte.codes.storage == .uint8([255, 51, 0]))
      let attachment = try MapAttachment(
        matte, type: .portraitEffectsMatte, on: MapPlacement(on: turned))
      #expect(attachment.image.codes.storage == .uint8([0, 51, 255]))
      let depth = try DepthMap(data: MapExport(disparity, orientation: .down).encoded(as: kind))
      let codes = try MapAttachment(depth, on: MapPlacement(on: turned))
      #expect(codes.image.codes.storage == .uint8([0, 85, 255]))
      #expect(codes.notes.count == 1)
    }
    // A matte that was dark stays so: these are no labels.
    var dark = matte
    dark.codes = PixelPlane(width: 3, height: 1, known: .uint8([0, 1, 0]))
    #expect(try MatteMap(data: MapExport(dark).encoded(as: .png)).codes == dark.codes)
    // As stored, whatever is said of the placement.
    let stored = try MatteMap(data: MapExport(matte).encoded(as: .png))
    let attachment = try MapAttachment(stored, type: .portraitEffectsMatte, on: MapPlacement(on: turned))
    #expect(attachment.image.codes.storage == matte.codes.storage)
    #expect(attachment.notes == [.recordRead(MapRecord(type: .portraitEffectsMatte, isUpright: false))])
  }

  @Test func commentsOfOtherProgramsAreFound() throws {
    let plane = PixelPlane(width: 3, height: 1, known: .uint8([0, 85, 255]))
    var record = MapRecord(type: .disparity, quantity: .disparity)
    (record.black, record.white) = (0.25, 1)
    let file = try PNGCodec.encode(plane)
    for keyword in ["Comment", "comment"] {
      let text = PNGBytes.adding("tEXt", Array("\(keyword)\0\(record.text)".utf8), to: file)
      #expect(try MapFile.content(of: text).record == record)
    }
    let other = PNGBytes.adding("tEXt", Array("Title\0\(record.text)".utf8), to: file)
    #expect(try MapFile.content(of: other).record == nil)
    let damaged = PNGBytes.adding("iTXt", Array("Comment\0\u{1}".utf8), to: file)
    #expect(try MapFile.content(of: damaged).record == nil)
    #expect(try MapFile.content(of: file).record == nil)
  }
}
