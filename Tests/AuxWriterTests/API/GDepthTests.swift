import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxMaps
import AuxReader
import AuxWriter
import Foundation
import TestSupport
import Testing

/// Google's depth map beside Apple's.
struct GDepthTests {
  private static func write(
    _ photo: [UInt8], to path: String, depth: DepthData? = nil
  ) throws -> ImageSource {
    var destination = try ImageDestination(from: ImageSource(data: photo))
    let (info, type) = try (depth ?? WriterSupport.depth()).dictionaryRepresentation()
    let stored = try StoredAuxiliaryImage(dictionaryRepresentation: info, type: type)
    try destination.addAuxiliaryImage(stored)
    try destination.addGDepth(stored)
    _ = try destination.finalize(to: path)
    return try ImageSource(path)
  }

  private static func xmp(_ text: String) -> [UInt8] {
    JPEGBytes.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(text.utf8))
  }

  private static func packet(_ inner: String) -> String {
    "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
      + inner + "</rdf:RDF></x:xmpmeta>"
  }

  private static let rated =
    "<rdf:Description rdf:about=\"\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\"><xmp:Rating>4</xmp:Rating>"
    + "</rdf:Description>"

  @Test func bothMapsTellTheSameDistances() throws {
    let folder = try TemporaryFolder()
    let source = try Self.write(WriterSupport.jpeg(), to: folder.path("a.jpg"))
    #expect(source.notes.isEmpty)
    let apple = try #require(source.auxiliaryImage(.disparity))
    let google = try #require(source.auxiliaryImage(.depth))
    #expect(google.identifier == "GDepth" && google.codec == "png")
    let (a, g) = (
      try source.depthData(apple).converting(toDepthDataType: .fdis),
      try source.depthData(google).converting(toDepthDataType: .fdis)
    )
    guard case .float(let ours) = a.depthDataMap.storage, case .float(let theirs) = g.depthDataMap.storage
    else { throw AuxError(.usage, "floats") }
    #expect(zip(ours, theirs).allSatisfy { abs($0 - $1) < 0.03 })
    // Code 0 is nearest.
    #expect(google.range?.quantity == .disparity)
    let range = try #require(google.range)
    #expect(range.firstValue > range.lastValue)
  }

  /// Numbers of unknown scale have no unit, in what is written and in what is read.
  @Test(arguments: [DepthData.Accuracy.relative, .absolute])
  func unitsAreStatedWhereTheyAreKnown(_ accuracy: DepthData.Accuracy) throws {
    let folder = try TemporaryFolder()
    var depth = try WriterSupport.depth()
    depth.metadata.accuracy = accuracy
    let source = try Self.write(WriterSupport.jpeg(), to: folder.path("a.jpg"), depth: depth)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("a.jpg"))))
    let packet = try #require(
      try JPEGImage(in: MemoryByteSource(bytes), at: 0).packet(in: MemoryByteSource(bytes)))
    let isRelative = accuracy == .relative
    #expect(String(decoding: packet, as: UTF8.self).contains("GDepth:Units=\"m\"") == !isRelative)
    let google = try #require(source.auxiliaryImage(.depth))
    #expect(google.metadata.accuracy == (isRelative ? .relative : nil))
    let file = try AuxiliaryFile(google, of: source, as: .map(.png))
    #expect(file.hasUnknownScale == isRelative)
  }

  @Test func thePacketThatWasThereStays() throws {
    let folder = try TemporaryFolder()
    let photo = try WriterSupport.jpeg(segments: Self.xmp(Self.packet(Self.rated)))
    let source = try Self.write(photo, to: folder.path("a.jpg"))
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("a.jpg"))))
    let packet = try #require(
      try JPEGImage(in: MemoryByteSource(bytes), at: 0).packet(in: MemoryByteSource(bytes)))
    let text = String(decoding: packet, as: UTF8.self)
    #expect(text.contains(Self.rated) && text.contains("GDepth:Format=\"RangeInverse\""))
    let properties = try XMPParser.properties(of: packet)
    #expect(properties.contains { $0.name == "Rating" && $0.text == "4" })
    #expect(source.auxiliaryImages.count == 2)
    // A second map is refused.
    var again = try ImageDestination(from: source)
    let stored = try source.stored(#require(source.auxiliaryImage(.disparity)))
    #expect(throws: AuxError(.usage, "")) { try again.addGDepth(stored) }
  }

  @Test func anExtendedPacketThatWasThereStays() throws {
    let folder = try TemporaryFolder()
    let long =
      "<rdf:Description rdf:about=\"\" xmlns:e=\"urn:e\"><e:Long>\(String(repeating: "x", count: 70_000))</e:Long>"
      + "</rdf:Description>"
    let extended = Array(Self.packet(long).utf8)
    let digest = MD5.hexDigest(of: extended)
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
    var segments = Self.xmp(
      Self.packet(
        Self.rated
          + "<rdf:Description rdf:about=\"\" xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\" "
          + "xmpNote:HasExtendedXMP=\"\(digest)\"/>"))
    for start in [0, 60_000] {
      segments += JPEGBytes.segment(
        0xE1,
        Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(digest.utf8) + number(extended.count)
          + number(start) + extended[start..<min(start + 60_000, extended.count)])
    }
    let source = try Self.write(WriterSupport.jpeg(segments: segments), to: folder.path("a.jpg"))
    #expect(source.auxiliaryImage(.depth) != nil)
    let image = try JPEGImage(in: FileByteSource(path: folder.path("a.jpg")), at: 0)
    let file = try FileByteSource(path: folder.path("a.jpg"))
    let packet = try #require(try image.packet(in: file))
    let note = try #require(
      try XMPParser.properties(of: packet).first { $0.name == "HasExtendedXMP" }?.text)
    #expect(note != digest)
    let merged = try #require(try ExtendedXMP.packet(digest: note, of: image, in: file))
    #expect(MD5.hexDigest(of: merged.bytes) == note)
    let text = String(decoding: merged.bytes, as: UTF8.self)
    #expect(text.contains(long) && text.contains("GDepth:Data="))
    // The portions of the old packet are gone.
    let names = Set(
      try image.segments.filter { $0.kind == .extendedXMP }.map {
        String(decoding: try file.read(at: $0.payloadOffset + 35, count: 32), as: UTF8.self)
      })
    #expect(names == [note])
  }

  private static func removed(
    _ source: ImageSource, _ kinds: [AuxiliaryKind] = [.type(.depth)]
  ) throws -> (types: [AuxiliaryDataType], data: [UInt8]) {
    var destination = try ImageDestination(from: source)
    let types = try destination.removeAuxiliaryImages(of: kinds).map(\.type)
    return (types, try destination.finalize().data)
  }

  @Test("The map goes with all that is said of it, and what else the packets hold stays")
  func removal() throws {
    let folder = try TemporaryFolder()
    let photo = try WriterSupport.jpeg(segments: Self.xmp(Self.packet(Self.rated)))
    var destination = try ImageDestination(from: ImageSource(data: photo))
    try destination.addGDepth(StoredAuxiliaryImage(quantising: WriterSupport.depth()))
    // What was written for the map alone goes: every byte comes back.
    let alone = try ImageSource(data: destination.finalize().data)
    let (types, data) = try Self.removed(alone)
    #expect(types == [.depth] && data == photo)
    // Beside Apple's map, which stays.
    let both = try Self.write(photo, to: folder.path("a.jpg"))
    let left = try ImageSource(data: Self.removed(both).data)
    #expect(left.auxiliaryImages.map(\.type) == [.disparity])
    let text = String(decoding: try #require(try left.primaryMetadata().xmp), as: UTF8.self)
    #expect(text.contains(Self.rated) && !text.contains("GDepth") && !text.contains("HasExtendedXMP"))
    let depth = try #require(both.auxiliaryImage(.disparity))
    #expect(try left.stored(left.auxiliaryImages[0]) == both.stored(depth))
    #expect(try Self.removed(both, [.group(.depthMap)]).types.count == 2)
    // Nothing keeps a new one from being written.
    var again = try ImageDestination(from: left)
    try again.addGDepth(StoredAuxiliaryImage(quantising: WriterSupport.depth()))
    #expect(try ImageSource(data: again.finalize().data).auxiliaryImage(.depth) != nil)
  }

  @Test(
    "What an extended packet holds beside the map stays, under a new digest; a photo without XMP has none again"
  )
  func removalFromPackets() throws {
    let picture = "GImage:Data=\"\(String(repeating: "x", count: 70_000))\""
    func described(_ properties: String) -> String {
      "<rdf:Description rdf:about=\"\" xmlns:GDepth=\"http://ns.google.com/photos/1.0/depthmap/\" "
        + "xmlns:GImage=\"http://ns.google.com/photos/1.0/image/\" \(properties)/>"
    }
    let plain = try WriterSupport.jpeg()
    var destination = try ImageDestination(from: ImageSource(data: plain))
    try destination.addGDepth(StoredAuxiliaryImage(quantising: WriterSupport.depth()))
    #expect(try Self.removed(ImageSource(data: destination.finalize().data)).data == plain)
    let map = Base64.text(try PNGCodec.encode(Pictures.ramp()))
    let extended = Array(
      Self.packet(described("GDepth:Data=\"\(map)\" GDepth:Confidence=\"\(map)\" " + picture)).utf8)
    let digest = MD5.hexDigest(of: extended)
    let main = Self.packet(
      described("GDepth:Format=\"RangeLinear\" GDepth:Near=\"1\" GDepth:Far=\"9\" GImage:Mime=\"image/jpeg\"")
        + "<rdf:Description rdf:about=\"\" xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\" "
        + "xmpNote:HasExtendedXMP=\"\(digest)\"/>")
    var segments = Self.xmp(main)
    segments += try ExtendedXMP.segments(of: .init(digest: digest, bytes: extended))
    let source = try ImageSource(data: WriterSupport.jpeg(segments: segments))
    #expect(source.auxiliaryImages.map(\.type) == [.depth, .depthConfidence])
    // Confidence alone goes alone; with the map it goes without being named.
    let confident = try ImageSource(data: Self.removed(source, [.type(.depthConfidence)]).data)
    #expect(confident.auxiliaryImages.map(\.type) == [.depth])
    let (types, data) = try Self.removed(source)
    #expect(types == [.depth, .depthConfidence])
    let written = MemoryByteSource(data)
    let image = try JPEGImage(in: written, at: 0)
    let packet = try XMPParser.properties(of: #require(try image.packet(in: written)))
    let name = try #require(ExtendedXMP.digest(in: packet))
    #expect(name != digest && !packet.contains { $0.namespace == GDepth.namespace })
    let rest = try #require(try ExtendedXMP.packet(digest: name, of: image, in: written))
    #expect(MD5.hexDigest(of: rest.bytes) == name)
    let text = String(decoding: rest.bytes, as: UTF8.self)
    #expect(text.contains(picture) && !text.contains("GDepth"))
  }

  @Test func flatAndInfiniteMapsHaveARange() throws {
    let folder = try TemporaryFolder()
    for (number, values) in [
      [Float](repeating: 0.5, count: 12), [0, 1, 2, 4] + [Float](repeating: 0, count: 8),
    ]
    .enumerated() {
      let depth = try DepthData(
        depthDataType: .fdis, depthDataMap: PixelPlane(width: 4, height: 3, known: .float(values)))
      let source = try Self.write(WriterSupport.jpeg(), to: folder.path("\(number).jpg"), depth: depth)
      let google = try source.depthData(#require(source.auxiliaryImage(.depth)))
      guard case .float(let metres) = google.depthDataMap.storage else { throw AuxError(.usage, "floats") }
      for (metre, value) in zip(metres, values) where value > 0 {
        #expect(abs(1 / metre - value) < 0.02)
      }
      #expect(metres.allSatisfy { $0.isFinite })
    }
  }

  @Test func onlyJPEGTakesIt() throws {
    let photo = try ImageSource(data: WriterSupport.jpeg())
    var destination = try ImageDestination(encoding: photo, as: .heif, quality: 80)
    let stored = try StoredAuxiliaryImage(quantising: WriterSupport.depth())
    #expect(throws: AuxError(.unsupported, "")) { try destination.addGDepth(stored) }
    var jpeg = try ImageDestination(from: photo)
    let matte = try StoredAuxiliaryImage(
      type: .portraitEffectsMatte, codes: stored.codes, metadata: AuxiliaryMetadata())
    #expect(throws: AuxError(.unsupported, "")) { try jpeg.addGDepth(matte) }
  }
}
