import AuxImage
import AuxKernels
import AuxReader
import AuxWriter
import Foundation
import TestSupport
import Testing

/// Dictionaries as files.
struct PropertyListTests {
  private static let k = "kCGImageAuxiliaryDataInfo"

  /// Returns a list as Foundation writes it.
  private static func list(
    _ description: [String: Any], data: Any = Data([0, 0x3C]), metadata: Any? = nil,
    format: PropertyListSerialization.PropertyListFormat = .binary
  ) throws -> [UInt8] {
    var root: [String: Any] = [k + "Data": data, k + "DataDescription": description]
    root[k + "Metadata"] = metadata
    return Array(
      try PropertyListSerialization.data(fromPropertyList: root, format: format, options: 0))
  }

  private static let one: [String: any Sendable] = [
    "PixelFormat": 1_751_411_059, "Width": 1, "Height": 1, "BytesPerRow": 2,
  ]

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func listsOfFoundationAreRead(_ format: PropertyListSerialization.PropertyListFormat) throws {
    let (info, type) = try AuxiliaryDataInfo.reading(propertyList: try Self.list(Self.one, format: format))
    #expect(type == .disparity && info.metadata == nil && info.data == [0, 0x3C])
    #expect(info.description == .init(pixelFormat: .hdis, width: 1, height: 1, bytesPerRow: 2))
  }

  @Test(arguments: [AuxiliaryDataInfo.PropertyListFormat.binary, .xml])
  func foundationReadsOurs(_ format: AuxiliaryDataInfo.PropertyListFormat) throws {
    let (info, type) = try WriterSupport.depth().dictionaryRepresentation(rowAlignment: 100)
    let bytes = try info.propertyList(type: type, format: format)
    let root = try #require(
      try unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any])
    #expect(root[Self.k + "Data"] as? Data == Data(info.data))
    let description = try #require(root[Self.k + "DataDescription"] as? [String: Int])
    #expect(
      description == ["PixelFormat": 1_751_411_059, "Width": 64, "Height": 48, "BytesPerRow": 200])
    let packet = try #require(root[Self.k + "Metadata"] as? Data)
    #expect(String(decoding: packet, as: UTF8.self).contains("<depthData:Quality>high</depthData:Quality>"))
    let (back, backType) = try AuxiliaryDataInfo.reading(propertyList: bytes)
    #expect(back.data == info.data && back.description == info.description && backType == type)
    #expect(back.metadata == info.metadata)
    #expect(try back.propertyList(type: type, format: format) == bytes)
  }

  @Test func theTypeIsStatedWhereNothingElseStatesIt() throws {
    let info = AuxiliaryDataInfo(
      data: [1], description: .init(pixelFormat: .L008, width: 1, height: 1, bytesPerRow: 1))
    for type in AuxiliaryDataType.known where !type.isDepthData {
      let back = try AuxiliaryDataInfo.reading(propertyList: try info.propertyList(type: type))
      #expect(back.type == type)
    }
    #expect(try AuxiliaryDataInfo.reading(propertyList: Self.list(Self.one)).type == .disparity)
  }

  @Test func whatImageIORequiresIsRequired() throws {
    for key in Self.one.keys {
      var description = Self.one
      description[key] = nil
      #expect(throws: AuxError(.malformed, "")) {
        try AuxiliaryDataInfo.reading(propertyList: Self.list(description))
      }
      description[key] = "1"
      #expect(throws: AuxError(.malformed, "")) {
        try AuxiliaryDataInfo.reading(propertyList: Self.list(description, format: .xml))
      }
    }
    #expect(throws: AuxError(.malformed, "")) {
      try AuxiliaryDataInfo.reading(propertyList: Self.list(Self.one, data: "text"))
    }
    #expect(throws: AuxError.self) {
      try AuxiliaryDataInfo.reading(propertyList: Self.list(Self.one, metadata: Data("no XMP <".utf8)))
    }
    #expect(throws: AuxError(.unsupported, "")) {
      try AuxiliaryDataInfo.reading(propertyList: Array("Pf\n1 1\n-1\n".utf8))
    }
  }

  @Test func damagedListsAreErrors() throws {
    let (info, type) = try WriterSupport.depth(width: 4, height: 2).dictionaryRepresentation()
    let whole = try info.propertyList(type: type)
    for count in 0..<whole.count {
      #expect(throws: AuxError.self) {
        try AuxiliaryDataInfo.reading(propertyList: Array(whole.prefix(count)))
      }
    }
    var random = SeededRandom(seed: 0x5EED)
    var (accepted, refused) = (0, 0)
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<3 { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      guard let read = try? AuxiliaryDataInfo.reading(propertyList: bytes) else {
        refused += 1
        continue
      }
      accepted += 1
      // What can be written again says the same.
      guard let again = try? read.info.propertyList(type: type) else { continue }
      #expect(try AuxiliaryDataInfo.reading(propertyList: again).info.data == read.info.data)
    }
    #expect(accepted > 10 && refused > 100, "\(accepted) accepted, \(refused) refused")
  }

  @Test func listsThatContainThemselvesAreErrors() throws {
    // One dictionary whose only value is itself, under ImageIO's key.
    let key = Array((Self.k + "Data").utf8)
    var bytes = Array("bplist00".utf8)
    let table = 8 + 3 + 3 + key.count
    bytes += [0xD1, 1, 0, 0x5F, 0x10, UInt8(key.count)] + key
    bytes += [8, 11]
    bytes += [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [2, 0, table] { bytes += (0..<8).reversed().map { UInt8(number >> ($0 * 8) & 255) } }
    #expect(throws: AuxError(.malformed, "")) { try AuxiliaryDataInfo.reading(propertyList: bytes) }
    let deep = String(repeating: "<array>", count: 100_000)
    #expect(throws: AuxError(.limitExceeded, "")) {
      try AuxiliaryDataInfo.reading(propertyList: Array("<?xml version=\"1.0\"?><plist>\(deep)".utf8))
    }
  }

  @Test func whatIsTakenOutAndPutBackStaysAsItIs() throws {
    let folder = try TemporaryFolder()
    let photo = try ImageSource(data: WriterSupport.jpeg(orientation: 6))
    for name in ["a.jpg", "b.heic", "c.dng"] {
      let source = try WriterSupport.portrait(folder.path(name), from: photo)
      var destination = try ImageDestination(from: source)
      var given: [AuxiliaryDataType: AuxiliaryDataInfo] = [:]
      for image in source.auxiliaryImages {
        let info = try #require(try source.auxiliaryDataInfo(image.type))
        #expect(info.description.orientation == .right)
        let list = try info.propertyList(type: image.type)
        let (back, type) = try AuxiliaryDataInfo.reading(propertyList: list)
        // The DNG reader reports more of a matte than its packet does.
        #expect(back.data == info.data && back.description == info.description && type == image.type)
        #expect(back.xmpPacket == info.xmpPacket && (name == "c.dng" || back == info))
        try destination.addAuxiliaryDataInfo(back, type: image.type, replacing: true)
        given[image.type] = info
      }
      _ = try destination.finalize(to: folder.path("again-\(name)"))
      let again = try ImageSource(folder.path("again-\(name)"))
      #expect(given.count == 3 && again.auxiliaryImages.count == 3)
      for (type, info) in given { #expect(try again.auxiliaryDataInfo(type) == info, "\(name) \(type)") }
      #expect(try again.auxiliaryDataInfo(.depth) == nil)
    }
  }

  @Test func oneSourceServesManyThreads() async throws {
    let folder = try TemporaryFolder()
    let source = try WriterSupport.portrait(
      folder.path("a.jpg"), from: ImageSource(data: WriterSupport.jpeg()))
    let expected = try source.auxiliaryDataInfo(.disparity)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 { group.addTask { try source.auxiliaryDataInfo(.disparity) == expected } }
      for try await isSame in group { #expect(isSame) }
    }
  }
}
