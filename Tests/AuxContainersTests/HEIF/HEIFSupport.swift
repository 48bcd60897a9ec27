import AuxContainers
import AuxImage
import TestSupport
import Testing

/// What the tests of HEIF share.
enum HEIFSupport {
  static let sampleNames = [
    "brightroom_orientation_right_mirrored_gainmap", "fidmaa_depth_allmattes_gainmap", "pillow_pug",
    "pillow_visionpro_spatial",
  ]

  static func sample(_ name: String) throws -> FileByteSource {
    try FileByteSource(path: #require(Samples.path("\(name).heic")))
  }

  static func bytes(_ composition: ByteComposition, of source: any ByteSource) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in composition.pieces {
      switch piece {
      case .bytes(let more): bytes += more
      case .source(let range): bytes += try source.read(at: range.lowerBound, count: range.count)
      }
    }
    return bytes
  }

  /// Loads the first box of a file of those bytes, as the reader does.
  static func box(_ bytes: inout ByteReader) throws(AuxError) -> Box {
    let structure = HEIFStructure(MemoryByteSource(bytes.readRest()))
    if let fault = structure.layout.fault { throw fault }
    return try FileLayout.load(structure.layout.entries[0], from: structure.source, limits: .standard)
  }

  static func meta(_ box: Box) throws(AuxError) -> MetaBox {
    try MetaBox(MetaStructure(box, limits: .standard), limits: .standard)
  }

  static func serialized(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    write(&writer)
    return writer.bytes
  }

  static func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }
    var bytes: [UInt8] = []
    var index = digits.startIndex
    while index < digits.endIndex {
      let next = digits.index(index, offsetBy: 2)
      bytes.append(UInt8(digits[index..<next], radix: 16)!)
      index = next
    }
    return bytes
  }

  /// The record of pug's depth image: monochrome 768x576, level 3.
  static let depthRecord = hex(
    """
    01 04 08000000 bfc800000000 5a f000 fc fc f8 f8 0000 0b 03
    a0 0001 0017 40010c01ffff040800000300bfc800000300005a170240
    a1 0001 0021 420101040800000300bfc800000300005ac0180802416205ee45954dc080808020
    a2 0001 0009 4401c061d2c8405324
    """)

  static func newItem(_ count: Int = 10, xmp: [UInt8]? = Array("<x/>".utf8)) -> HEIFCodedImage {
    HEIFCodedImage(
      urn: "urn:mpeg:hevc:2015:auxid:2", subtype: [1, 2, 3], width: 768, height: 576,
      configuration: Box("hvcC", depthRecord), payload: [UInt8](repeating: 0xAB, count: count), xmp: xmp)
  }
}

extension HEIFBuilder {
  /// A primary `hvc1` item 1 (irot 1, imir 1) with a gain map 2 whose XMP is 3.
  static func standard() -> HEIFBuilder {
    var builder = HEIFBuilder()
    typealias Association = ItemPropertyAssociationBox.Association
    builder.properties = [
      Box("hvcC", HEIFSupport.depthRecord), Box("ispe", [0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 48]),
      Box("irot", [1]), Box("imir", [1]), Box("pixi", [0, 0, 0, 0, 1, 8]),
      Box("auxC", AuxiliaryTypeProperty(urn: "urn:com:apple:photo:2020:aux:hdrgainmap").serialize),
    ]
    let list = [
      Association(1, isEssential: true), Association(2, isEssential: false),
      Association(3, isEssential: true),
      Association(4, isEssential: true), Association(5, isEssential: false),
    ]
    builder.items = [
      Item(info: .init(itemID: 1, type: "hvc1"), data: Array("primary!".utf8), properties: list),
      Item(
        info: .init(itemID: 2, type: "hvc1", isHidden: true), data: Array("gain".utf8),
        properties: list + [Association(6, isEssential: true)]),
      Item(
        info: .init(itemID: 3, type: "mime", isHidden: true, contentType: "application/rdf+xml"),
        data: Array("<xmp>".utf8)),
    ]
    builder.references.append(.init("auxl", from: 2, to: [1]))
    builder.references.append(.init("cdsc", from: 3, to: [2]))
    return builder
  }
}

/// What an item is, without numbers of properties and places in the file.
struct HEIFItemFacts: Hashable {
  var id: UInt32
  var type: FourCharacterCode
  var isHidden: Bool
  var properties: [[UInt8]]
  var references: [ItemReferenceBox.Reference]
  var data: [UInt8]

  static func all(_ source: any ByteSource) throws -> [HEIFItemFacts] {
    let file = try HEIFFile(source)
    return try file.items.map { item in
      HEIFItemFacts(
        id: item.id, type: item.type, isHidden: item.isHidden,
        properties: file.properties(of: item).map { property in
          [property.isEssential ? 1 : 0] + HEIFSupport.serialized(property.box.serialize)
        },
        references: item.references, data: try file.data(of: item, from: source, maxBytes: 1 << 24))
    }
  }
}
