import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// What goes out of metadata, wherever a file has it.
@Suite("Edits that take private things out")
struct EditPrivacyTests {
  private static let containers: [ImageContainer] = [.jpeg, .heif, .avif]

  /// Expects that texts are nowhere in a file.
  private func expectNone(
    of texts: [String], in source: ImageSource, location: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try source.bytes.read(at: 0, count: source.bytes.byteCount)
    for text in texts {
      #expect(
        bytes.firstRange(of: Array(text.utf8)) == nil, "\(text) is there", sourceLocation: location)
    }
  }

  /// A note of another maker, which nobody can read here.
  private static let otherNote = Array("Maker\0 took this in Lutetia".utf8)

  @Test("The maker's note goes where it is asked for, and with places and people unless it is Apple's")
  func makerNotes() throws {
    for container in Self.containers {
      let apples = try EditSupport.photo(container)
      let without = try EditSupport.edited(apples) { $0.strips = [.device] }.source
      try expectNone(of: ["Apple iOS"], in: without)
      let block = try ExifBlock(#require(try without.primaryMetadata().exif))
      #expect(!block.hasMakerNote && block.camera.lens == "A lens of 26 mm")
      let other = try EditSupport.photo(container, note: Self.otherNote)
      for strip in [MetadataKind.location, .people] {
        let (written, _, _, notes) = try EditSupport.edited(other) { $0.strips = [strip] }
        try expectNone(of: ["Lutetia"], in: written)
        #expect(notes.contains { $0.contains("the maker's note of Exif is removed as well") }, "\(notes)")
      }
      let kept = try EditSupport.edited(other) { $0.strips = [.thumbnail] }.source
      #expect(try ExifBlock(#require(try kept.primaryMetadata().exif)).hasMakerNote)
    }
  }

  /// Apple's note with a text, and the two numbers of a headroom: 0.9 and 0.01.
  private static let noteWithHeadroom: [UInt8] = {
    var writer = ByteWriter()
    writer.write(Array("Apple iOS\0".utf8) + [0, 14, 0x4D, 0x4D])
    writer.write(UInt16(3))
    // Three entries and the offset of the next directory take 42 bytes: values are from byte 56 on.
    let entries: [(tag: Int, type: Int, count: Int, place: Int)] = [
      (0x15, 2, 20, 56), (33, 10, 1, 76), (48, 10, 1, 84),
    ]
    for entry in entries {
      for number in [entry.tag, entry.type] { writer.write(UInt16(number)) }
      for number in [entry.count, entry.place] { writer.write(UInt32(number)) }
    }
    writer.write(UInt32(0))
    writer.write(Array("5F0D1E2C-IDENTIFIER\0".utf8))
    for number in [9, 10, 1, 100] { writer.write(UInt32(number)) }
    return writer.bytes
  }()

  @Test(
    "The headroom of a gain map stays when Apple's note goes", arguments: [ImageContainer.jpeg, .heif],
    [MetadataKind.device, .all])
  func headroom(_ container: ImageContainer, _ strip: MetadataKind) throws {
    let source = try EditSupport.photo(container, note: Self.noteWithHeadroom, headroom: nil)
    let map = try #require(source.auxiliaryImage(.hdrGainMap)?.gainMap)
    #expect(map.headroomSource == .makerNote && map.appleHeadroom ?? 0 > 1)
    for crops in [false, true] {
      let (written, _, _, notes) = try EditSupport.edited(source) { edit in
        edit.strips = [strip]
        if crops { edit.crop = .rectangle(try PixelRectangle(x: 0, y: 0, width: 64, height: 48)) }
      }
      #expect(written.auxiliaryImage(.hdrGainMap)?.gainMap?.appleHeadroom == map.appleHeadroom)
      try expectNone(of: ["IDENTIFIER"], in: written)
      #expect(notes.contains { $0.contains("the two numbers stay") })
    }
    // Without the gain map nothing needs them.
    let less = try EditSupport.edited(source) { edit in
      edit.strips = [strip]
      edit.dropped = [.group(.gainMap)]
    }.source
    try expectNone(of: ["Apple iOS"], in: less)
  }

  @Test("All that images do not need goes, and they stay", arguments: containers)
  func all(_ container: ImageContainer) throws {
    let source = try EditSupport.photo(container, orientation: .left)
    let (written, _, report, _) = try EditSupport.edited(source) { $0.strips = [.all] }
    #expect(report.primaryUnchanged && written.orientation == .left)
    let texts = [
      "Maker", "Model 1", "A lens", "2026:01:02", "Apple iOS", "Paris", "Ada", "48,51.67N", "mwg-rs",
    ]
    try expectNone(of: texts, in: written)
    #expect(written.auxiliaryImages.map(\.gainMap) == source.auxiliaryImages.map(\.gainMap))
    for (new, old) in zip(written.auxiliaryImages, source.auxiliaryImages) {
      #expect(try written.stored(new) == source.stored(old))
    }
    let block = try #require(try written.primaryMetadata().exif)
    #expect(try ExifBlock(block).orientation() == source.orientation)
    // The same once more changes nothing.
    let again = try EditSupport.edited(written) { $0.strips = [.all] }.source
    #expect(try again.primaryMetadata().exif == block)
  }

  /// A JPEG photo with another picture after it, that has Exif, XMP and IPTC of its own, and is of no known type.
  private static func photoWithPreview() throws -> ImageSource {
    let source = try EditSupport.photo(.jpeg)
    guard case .jpeg(let reader) = source.parsed else { throw AuxError(.usage, "no JPEG") }
    let exif = try JPEGSegment.bytes(
      marker: JPEGMarker.APP1, payload: JPEGIdentifier.exif + EditSupport.exif(note: otherNote))
    let iptc = try JPEGSegment.bytes(
      marker: JPEGMarker.APP13,
      payload: Array("Photoshop 3.0\0".utf8) + [
        0x38, 0x42, 0x49, 0x4D, 4, 4, 0, 0, 0, 0, 0, 10, 0x1C, 2, 90, 0, 5,
      ]
        + Array("Paris".utf8))
    let picture = try Pictures.photo(width: 32, height: 24)
    let preview = picture[..<2] + exif + iptc + picture[2...]
    var edit = JPEGEdit(reader.file)
    edit.add(try JPEGCodedImage(stream: Array(preview), xmp: EditSupport.packet(), gainMap: nil))
    let bytes = try edit.composition(of: source.bytes).bytes(of: source.bytes)
    return try ImageSource(data: bytes)
  }

  @Test("Pictures after the photo lose it too, and move nowhere")
  func previews() throws {
    let source = try Self.photoWithPreview()
    let places = [MetadataKind.location: ["48,51.67N", "Paris", "2026:01:02", "Lutetia"], .people: ["Ada"]]
    for (strip, texts) in places {
      let (written, _, report, _) = try EditSupport.edited(source) { $0.strips = [strip] }
      #expect(report.primaryUnchanged)
      try expectNone(of: texts, in: written)
      guard case .jpeg(let new) = written.parsed, case .jpeg(let old) = source.parsed else { return }
      #expect(new.file.secondaries.map(\.range.count) == old.file.secondaries.map(\.range.count))
      #expect(written.auxiliaryImages.count == source.auxiliaryImages.count)
    }
    let bare = try EditSupport.edited(source) { $0.strips = [.all] }.source
    try expectNone(of: ["Maker", "A lens", "Paris", "Ada", "Photoshop", "Lutetia"], in: bare)
  }

  @Test("XMP of images that are coded anew is stripped as well")
  func packetsOfCodedImages() throws {
    let source = try EditSupport.photo(.heif)
    let matte = try source.stored(#require(source.auxiliaryImage(.portraitEffectsMatte)))
    var named = matte
    var packet = XMPEdit(try matte.packet(for: .heif))
    try packet.add(
      description: """
        <rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Lutetia"/>
        """)
    named.packet = packet.bytes
    var destination = try ImageDestination(from: source)
    try destination.addAuxiliaryImage(named, encoding: .init(isLossless: true), replacing: true)
    let photo = try ImageSource(data: destination.finalize().data)
    for change in [PhotoEdit.Size?.some(.percent(50)), nil] {
      let written = try EditSupport.edited(photo) { edit in
        edit.size = change
        edit.strips = [.location]
      }.source
      try expectNone(of: ["Lutetia"], in: written)
      #expect(written.auxiliaryImages.count == 3)
    }
  }

  @Test("A maker's data after the images go with its depth map; the country in them goes with the location")
  func trailers() throws {
    let photo = try EditSupport.photo(.jpeg)
    let bytes = try photo.bytes.read(at: 0, count: photo.bytes.byteCount)
    let source = try ImageSource(data: bytes + TrailerBytes.samsung(country: "248"))
    #expect(source.auxiliaryImages.count == 4)
    let (less, plan, _, notes) = try EditSupport.edited(source) { $0.dropped = [.group(.makers)] }
    #expect(less.trailers.isEmpty && less.auxiliaryImages.count == 3)
    #expect(plan.images.map(\.fate).count { $0 == .dropped } == 1)
    #expect(notes.contains { $0.contains("data after the images") })
    #expect(less.bytes.byteCount == bytes.count)
    let only = try EditSupport.edited(source) { $0.only = [.group(.makers)] }.source
    #expect(only.auxiliaryImages.map(\.identifier) == ["DualShot_DepthMap_1"])
    let placeless = try EditSupport.edited(source) { $0.strips = [.location] }.source
    #expect(placeless.trailers.map(\.parts.count) == [4])
    try expectNone(of: ["MCC_Data248"], in: placeless)
    let bare = try EditSupport.edited(source) { $0.strips = [.all] }.source
    #expect(bare.trailers.isEmpty)
  }

  @Test(
    "Data of an unknown form after the images are listed, copied, and removed with kinds that they may hold")
  func unknownTrailers() throws {
    let data = Array("[{\"name\": \"rear.depth\", \"length\": 4800}] of Lutetia".utf8)
    for container in [ImageContainer.jpeg, .heif] {
      let photo = try EditSupport.photo(container)
      let size = photo.bytes.byteCount
      let source = try ImageSource(data: photo.bytes.read(at: 0, count: size) + data)
      let listed = try #require(source.trailers.first)
      #expect((listed.kind, listed.offset, listed.byteCount) == ("trailer", size, data.count))
      #expect(try ImageSource(data: photo.bytes.read(at: 0, count: size) + [0, 0, 0, 0, 0]).trailers.isEmpty)
      for kind in MetadataKind.allCases {
        let written = try EditSupport.edited(source) { $0.strips = [kind] }.source
        let goes = [.location, .people, .device, .all].contains(kind)
        #expect(written.trailers.map(\.kind) == (goes ? [] : ["trailer"]), "\(container) \(kind)")
        if goes { try expectNone(of: ["Lutetia"], in: written) }
      }
      let web = try EditSupport.edited(source) { $0.dropped = [.group(.makers)] }.source
      #expect(web.trailers.isEmpty)
    }
  }

  @Test(
    "Data of an unknown form after a video become zeros, so that the video stays where readers look for it")
  func dataAfterVideo() throws {
    let photo = try EditSupport.photo(.jpeg)
    let bytes = try photo.bytes.read(at: 0, count: photo.bytes.byteCount)
    let video = Array("\0\0\0\u{14}ftypmp42\0\0\0\0mp42\0\0\0\u{10}mdatpictures".utf8)
    let data = Array("[{\"name\": \"watermark\"}] of Lutetia".utf8)
    let source = try ImageSource(data: bytes + video + data)
    #expect(source.trailers.map(\.offset) == [bytes.count + video.count])
    let written = try EditSupport.edited(source) { $0.strips = [.location] }.source
    let count = written.bytes.byteCount
    let tail = video + [UInt8](repeating: 0, count: data.count)
    #expect(try written.bytes.read(at: count - tail.count, count: tail.count) == tail)
    #expect(written.trailers.isEmpty)
    let kept = try EditSupport.edited(source) { $0.strips = [.time] }.source
    #expect(kept.trailers.map(\.byteCount) == [data.count])
  }

  @Test("The video of a motion photo goes with what XMP says of it; a gain map in the same list stays")
  func motionPhotos() throws {
    func item(_ semantic: String, _ length: Int) -> String {
      "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"\(semantic)\" Item:Mime=\"image/jpeg\" "
        + "Item:Length=\"\(length)\"/></rdf:li>"
    }
    let video = Array("\0\0\0\u{23}ftypmp42 and where it was taken".utf8)
    let photo = try EditSupport.photo(.jpeg, forms: [.ultraHDR])
    guard case .jpeg(let reader) = photo.parsed else { return }
    var packet = XMPEdit(try #require(try photo.primaryMetadata().xmp))
    let list = "</rdf:Seq></Container:Directory>"
    packet.replace(list, with: item("MotionPhoto", video.count) + list)
    try packet.add(
      description: """
        <rdf:Description rdf:about="" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MotionPhoto="1" \
        GCamera:MotionPhotoVersion="1"/>
        """)
    #expect(packet.mentions("\"MotionPhoto\""))
    var edit = JPEGEdit(reader.file)
    try edit.setXMP(packet.bytes, replacingExtended: false)
    let source = try ImageSource(data: edit.composition(of: photo.bytes).bytes(of: photo.bytes) + video)
    let (written, _, _, notes) = try EditSupport.edited(source) { $0.dropped = [.group(.makers)] }
    try expectNone(of: ["MotionPhoto", "ftypmp42"], in: written)
    #expect(written.auxiliaryImages.map(\.gainMap) == source.auxiliaryImages.map(\.gainMap))
    #expect(try EditSupport.properties(written)["format"] == "image/jpeg")
    #expect(notes.contains { $0.contains("the data after the images, such as a video, go") })
    // Without that, the video stays.
    let kept = try EditSupport.edited(source) { $0.strips = [.location] }
    #expect(kept.source.bytes.byteCount < source.bytes.byteCount)
    let end = try kept.source.bytes.read(at: kept.source.bytes.byteCount - video.count, count: video.count)
    #expect(end == video)
  }

  @Test("A C2PA manifest goes with the link to it", arguments: [ImageContainer.jpeg, .heif])
  func manifests(_ container: ImageContainer) throws {
    var photo = try EditSupport.photo(container)
    var bytes = try photo.bytes.read(at: 0, count: photo.bytes.byteCount)
    if container == .jpeg {
      bytes.insert(contentsOf: C2PABytes.jpegSegments, at: 2)
    } else {
      let type: [UInt8] = [
        0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
      ]
      bytes += C2PABytes.box("uuid", type + [0, 0, 0, 0] + Array("manifest\0".utf8) + [5, 5, 5])
    }
    photo = try ImageSource(data: bytes)
    #expect(photo.c2paManifest != nil)
    let (written, _, report, _) = try EditSupport.edited(photo) { $0.strips = [.c2pa] }
    #expect(written.c2paManifest == nil && report.c2pa == .removed)
    #expect(try written.primaryMetadata().xmp == photo.primaryMetadata().xmp)
    #expect(try EditSupport.edited(photo) { $0.strips = [.all] }.source.c2paManifest == nil)
    #expect(try EditSupport.edited(photo) { $0.strips = [.location] }.report.c2pa == .invalidated)
  }

  @Test("The preset for the web keeps the picture and its gain map, that for archives keeps all")
  func presets() throws {
    for container in Self.containers {
      let source = try EditSupport.photo(container)
      let web = try EditSupport.edited(source) { $0 = .web }
      #expect(web.source.auxiliaryImages.map(\.type.isGainMap) == [true] && web.report.primaryUnchanged)
      try expectNone(of: ["2026:01:02", "Paris", "Ada", "Apple iOS"], in: web.source)
      #expect(try ExifBlock(#require(try web.source.primaryMetadata().exif)).camera.make == "Maker")
      // What a preset names need not be there.
      #expect(!web.notes.contains { $0.contains("there is no") }, "\(web.notes)")
      let archive = try EditSupport.edited(source, as: container == .heif ? .avif : .heif) { $0 = .archive }
      #expect(archive.source.auxiliaryImages.count == 3)
      for image in source.auxiliaryImages where !image.type.isGainMap {
        let kept = try #require(archive.source.auxiliaryImage(image.type))
        #expect(try archive.source.stored(kept).codes == source.stored(image).codes)
      }
    }
    var added = PhotoEdit.web
    added.choose(dropping: [.group(.gainMap)], only: [])
    #expect(added.dropped.count == 5 && added.only.isEmpty)
    added.choose(dropping: [], only: [.group(.depthMap)])
    #expect(added.dropped.isEmpty && added.only == [.group(.depthMap)])
    #expect(PhotoEdit.Preset.archive.edit == .archive && PhotoEdit.Preset(rawValue: "web")?.edit == .web)
  }
}
