import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
struct HEIFSampleTests {
  @Test(arguments: HEIFSupport.sampleNames)
  func `every box reads and writes back`(name: String) throws {
    let source = try HEIFSupport.sample(name)
    let file = try HEIFFile(source)
    for entry in file.layout.entries where entry.type != "mdat" {
      let bytes = try source.read(at: entry.offset, count: entry.header.count)
      let box = try FileLayout.load(entry, from: source, limits: .standard)
      #expect(HEIFSupport.serialized(box.serialize) == bytes)
      if entry.type == "meta" {
        #expect(HEIFSupport.serialized(try HEIFSupport.meta(box).box.serialize) == bytes)
      }
    }
    for box in file.meta.itemInfo.boxes {
      var reader = box.reader
      #expect(HEIFSupport.serialized(try ItemInfoEntry(parsing: &reader).serialize) == box.payload)
    }
    for box in file.meta.properties {
      if let again = try rewritten(box) { #expect(again == box.payload, "\(box.type)") }
    }
  }

  private func rewritten(_ box: Box) throws -> [UInt8]? {
    var reader = box.reader
    return switch box.type {
    case "ispe": HEIFSupport.serialized(try ImageSpatialExtentsProperty(parsing: &reader).serialize)
    case "pixi": HEIFSupport.serialized(try PixelInformationProperty(parsing: &reader).serialize)
    case "irot", "imir":
      HEIFSupport.serialized(try ImageTransformProperty(box.type, parsing: &reader).serialize)
    case "auxC": HEIFSupport.serialized(try AuxiliaryTypeProperty(parsing: &reader).serialize)
    case "hvcC": HEIFSupport.serialized(try HEVCDecoderConfiguration(parsing: &reader).serialize)
    case "colr": HEIFSupport.serialized(try ColourInformationProperty(parsing: &reader).serialize)
    case "clap": HEIFSupport.serialized(try CleanApertureProperty(parsing: &reader).serialize)
    default: nil
    }
  }

  @Test func `items and orientation are as the dumps say`() throws {
    let expected: [(name: String, primary: UInt32, auxiliary: [UInt32], orientation: ImageOrientation)] = [
      ("brightroom_orientation_right_mirrored_gainmap", 36, [38], .rightMirrored),  // its Exif says 7
      ("fidmaa_depth_allmattes_gainmap", 36, [39, 41, 43, 45, 47, 49, 51], .up),
      ("pillow_pug", 49, [52, 54], .up),
      ("pillow_visionpro_spatial", 26, [], .up),
    ]
    for row in expected {
      let file = try HEIFFile(try HEIFSupport.sample(row.name))
      #expect(file.primaryItemID == row.primary && file.auxiliaryItems.map(\.id) == row.auxiliary)
      #expect(try file.orientation(of: file.primaryItem) == row.orientation)
      for item in file.auxiliaryItems {
        #expect(file.xmpItem(for: item.id)?.id == item.id + 1)
        let size = try file.imageSize(of: item)
        let sps = try #require(try file.hevcConfiguration(of: item)).sequenceParameterSet()
        #expect(sps.width == size.width && sps.height == size.height && sps.chromaFormat == 0)
        #expect(sps.profile.level == HEVCLevel.lowest(width: sps.codedWidth, height: sps.codedHeight))
      }
    }
  }

  @Test func `the grid of the primary has its tiles`() throws {
    let source = try HEIFSupport.sample("pillow_pug")
    let file = try HEIFFile(source)
    let grid = try file.grid(of: file.primaryItem, from: source)
    #expect(grid.tiles.map(\.id) == Array(1...48) && grid.grid.width == 4032 && grid.grid.rows == 6)
  }

  @Test(arguments: HEIFSupport.sampleNames)
  func `an item is added and removed without a trace`(name: String) throws {
    let source = try HEIFSupport.sample(name)
    let before = try HEIFItemFacts.all(source)
    var edit = HEIFEdit(try HEIFFile(source))
    let id = try edit.add(HEIFSupport.newItem(1000))
    let added = MemoryByteSource(try HEIFSupport.bytes(try edit.composition(of: source), of: source))
    let after = try HEIFItemFacts.all(added)
    #expect(Array(after.prefix(before.count)) == before && after.count == before.count + 2)
    var removal = HEIFEdit(try HEIFFile(added))
    try removal.remove(id)
    let removed = try HEIFSupport.bytes(try removal.composition(of: added), of: added)
    #expect(removed == (try source.read(at: 0, count: source.byteCount)))
  }

  @Test(arguments: HEIFSupport.sampleNames)
  func `every auxiliary image can be removed`(name: String) throws {
    let source = try HEIFSupport.sample(name)
    let file = try HEIFFile(source)
    let before = try HEIFItemFacts.all(source)
    var gone: Set<UInt32> = []
    var edit = HEIFEdit(file)
    for item in file.auxiliaryItems {
      try edit.remove(item.id)
      gone.formUnion([item.id, item.id + 1])
    }
    let after = MemoryByteSource(try HEIFSupport.bytes(try edit.composition(of: source), of: source))
    #expect(try HEIFItemFacts.all(after) == before.filter { !gone.contains($0.id) })
    let lost = before.filter { gone.contains($0.id) }.reduce(0) { $0 + $1.data.count }
    #expect(after.byteCount <= file.byteCount - lost)
    let used = Set(try HEIFFile(after).items.flatMap(\.associations).map { Int($0.index) })
    #expect(used == Set(1..<(try HEIFFile(after).meta.properties.count + 1)), "no property without an item")
  }
}
