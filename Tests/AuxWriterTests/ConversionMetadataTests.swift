import AuxCodecs
import AuxContainers
import AuxImage
import AuxReader
import Foundation
import TestSupport
import Testing

@testable import AuxWriter

/// What goes with a photo into another container, and what does not.
@Suite("Metadata on conversion")
struct ConversionMetadataTests {
  private let pixels: PhotoPixels

  init() throws {
    let samples = (0..<(64 * 48 * 3)).map { UInt8(truncatingIfNeeded: $0 * 7) }
    pixels = try PhotoPixels(width: 64, height: 48, rgb8: samples)
  }

  private func packet(_ body: String) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      \(body)</rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  /// Make, model and an Exif directory with a lens and a maker's note, big-endian.
  private func exif(note: [UInt8]) throws -> [UInt8] {
    var writer = ByteWriter()
    writer.write([0x4D, 0x4D, 0, 42, 0, 0, 0, 0] as [UInt8])
    var inner = TIFFNewDirectory(endianness: .big)
    inner.set(TIFFTag.lensModel, text: "A lens of 26 mm")
    inner.set(TIFFTag.makerNote, .undefined, count: note.count, bytes: note)
    let place = try inner.serialize(into: &writer, base: 0)
    var root = TIFFNewDirectory(endianness: .big)
    root.set(TIFFTag.make, text: "Maker")
    root.set(TIFFTag.model, text: "Model 1")
    root.set(TIFFTag.dateTime, text: "2026:01:02 03:04:05")
    root.set(TIFFTag.exif, longs: [place])
    let first = try root.serialize(into: &writer, base: 0)
    writer.patch(UInt32(first), at: TIFFFile.pointerOffset)
    return writer.bytes
  }

  private func written(
    _ metadata: PhotoMetadata, as container: ImageContainer, profile: [UInt8]? = nil
  ) throws -> (source: ImageSource, notes: [String]) {
    var pixels = pixels
    pixels.iccProfile = profile
    let destination = try ImageDestination(pixels: pixels, metadata: metadata, as: container)
    return (try ImageSource(data: try destination.finalize().data), destination.notes)
  }

  @Test("Exif goes into DNG and out of it, with a maker's note that owns its offsets")
  func exifThroughDNG() throws {
    let note = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D, 0, 0]
    let (dng, notes) = try written(PhotoMetadata(exif: exif(note: note)), as: .dng)
    #expect(!notes.contains { $0.contains("Exif") })
    let block = try #require(try dng.primaryMetadata().exif)
    let camera = try ExifBlock(block).camera
    #expect(camera.make == "Maker" && camera.model == "Model 1" && camera.lens == "A lens of 26 mm")
    #expect(block.firstRange(of: note) != nil)
    let jpeg = try ImageSource(data: ImageDestination(encoding: dng, as: .jpeg).finalize().data)
    #expect(try ExifBlock(#require(try jpeg.primaryMetadata().exif)).camera.lens == "A lens of 26 mm")
  }

  @Test("A maker's note with offsets of its old file stays behind, which is reported")
  func foreignNote() throws {
    let (dng, notes) = try written(PhotoMetadata(exif: exif(note: Array("Canon..........".utf8))), as: .dng)
    #expect(notes.contains { $0.contains("maker's note") })
    #expect(try ExifBlock(#require(try dng.primaryMetadata().exif)).camera.make == "Maker")
  }

  @Test("A photo without Exif gets none by way of DNG")
  func placeholder() throws {
    let (dng, _) = try written(PhotoMetadata(), as: .dng)
    #expect(try dng.primaryMetadata().exif == nil)
  }

  @Test("DNG states the colours of a profile: those of Adobe RGB, not of sRGB")
  func colours() throws {
    let (dng, _) = try written(PhotoMetadata(), as: .dng, profile: ICCProfileWriter.adobeRGB)
    #expect(try dng.primaryPixels().iccProfile == ICCProfileWriter.adobeRGB)
    guard case .dng(let reader) = dng.parsed else { throw AuxError(.codec, "no DNG") }
    let tiff = reader.file.tiff
    let matrix = try #require(try tiff.values(TIFFTag.colorMatrix1, in: tiff.first)).numbers()
    // XYZ to Adobe RGB (1998), as its specification has it, 4.3.4.
    let known = [2.04159, -0.56501, -0.34473, -0.96924, 1.87597, 0.04156, 0.01344, -0.11836, 1.01517]
    #expect(zip(matrix, known).allSatisfy { abs($0 - $1) < 2e-3 }, "\(matrix)")
    let strip = try #require(try TIFFLayout(of: reader.file.primary.directory, in: tiff).chunks.first).range
    let bytes = try tiff.source.read(at: strip.lowerBound, count: 6)
    guard case .uint8(let codes) = pixels.samples else { throw AuxError(.codec, "no 8-bit pixels") }
    for index in 0..<3 {
      let light = Double(UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8) / 65535
      let code = Double(codes[index]) / 255
      #expect(abs(light - pow(code, 563.0 / 256)) < 1e-4)
    }
  }

  @Test("A profile of tables is refused for DNG, with a remedy")
  func tables() throws {
    var profile = ICCProfileWriter.adobeRGB
    // The tag rXYZ gets another name.
    let place = try #require(profile.firstRange(of: Array("rXYZ".utf8)))
    profile.replaceSubrange(place, with: Array("A2B0".utf8))
    #expect {
      try written(PhotoMetadata(), as: .dng, profile: profile)
    } throws: { ($0 as? AuxError)?.code == .unsupported && ($0 as? AuxError)?.remedy == .convertColours }
  }

  @Test("A preview that is smaller than the raw image is taken on demand only")
  func preview() throws {
    var builder = DNGBuilder(width: 64, height: 48, linearRGB: [UInt16](repeating: 900, count: 64 * 48 * 3))
    let small = [UInt8](repeating: 90, count: 16 * 12 * 3)
    builder.preview = .init(
      jpeg: try JPEGCodec.encode(rgb: small, width: 16, height: 12, quality: 90, subsampled: false),
      width: 16,
      height: 12,
      subsampled: false)
    let dng = try ImageSource(data: builder.file().bytes.bytes(of: MemoryByteSource([])))
    #expect {
      try ImageDestination(encoding: dng, as: .jpeg)
    } throws: { ($0 as? AuxError)?.remedy == .takePreview }
    let destination = try ImageDestination(encoding: dng, as: .jpeg, allowsPreview: true)
    #expect(destination.notes.contains { $0.contains("16x12") })
  }

  @Test(
    "Claims of what a new file has not go, other properties stay",
    arguments: [ImageContainer.jpeg, .heif, .dng])
  func claims(_ container: ImageContainer) throws {
    let xmp = packet(
      """
      <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" \
      xmlns:Container="http://ns.google.com/photos/1.0/container/" \
      xmlns:Item="http://ns.google.com/photos/1.0/container/item/" \
      xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MotionPhoto="1" GCamera:Other="kept" \
      xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="0123" \
      xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" GDepth:Near="1" \
      xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="image/jpeg">\
      <Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" \
      Item:Mime="image/jpeg"/></rdf:li></rdf:Seq></Container:Directory></rdf:Description>
      """)
    let (source, notes) = try written(PhotoMetadata(xmp: xmp), as: container)
    let properties = try XMPParser.properties(of: #require(try source.primaryMetadata().xmp))
    #expect(Set(properties.map(\.name)) == ["Other", "format"])
    #expect(notes.contains { $0.contains("motion photo") })
  }

  @Test("XMP of more than a segment is divided in JPEG, and whole again elsewhere")
  func longXMP() throws {
    let long = String(repeating: "abcdefgh", count: 20_000)
    let xmp = packet(
      """
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="image/jpeg" \
      xmlns:n="http://example.com/ns/" n:Long="\(long)"><n:Second>\(long)</n:Second></rdf:Description>
      """)
    let (jpeg, notes) = try written(PhotoMetadata(xmp: xmp), as: .jpeg)
    #expect(notes.isEmpty, "\(notes)")
    guard case .jpeg(let reader) = jpeg.parsed else { throw AuxError(.codec, "no JPEG") }
    #expect(reader.file.primary.segments.count { $0.kind == .extendedXMP } > 1)
    let heif = try ImageSource(data: ImageDestination(encoding: jpeg, as: .heif).finalize().data)
    let asked = try XMPParser.properties(of: xmp)
    for source in [jpeg, heif] {
      let found = try XMPParser.properties(of: #require(try source.primaryMetadata().xmp))
      #expect(Set(found.filter { $0.name != "HasExtendedXMP" }) == Set(asked))
    }
  }

  @Test("Exif of more than a segment goes into JPEG without its maker's note, which is reported")
  func longExif() throws {
    let note = Array("Apple iOS\0".utf8) + [UInt8](repeating: 0, count: 70_000)
    let (jpeg, notes) = try written(PhotoMetadata(exif: exif(note: note)), as: .jpeg)
    #expect(notes.contains { $0.contains("do not fit JPEG") })
    #expect(try ExifBlock(#require(try jpeg.primaryMetadata().exif)).camera.lens == "A lens of 26 mm")
    let (heif, _) = try written(PhotoMetadata(exif: exif(note: note)), as: .heif)
    #expect(try heif.primaryMetadata().exif?.count ?? 0 > 70_000)
  }
}
