import AuxCodecs
import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

/// What the metadata of a rendered picture says of it.
@Suite struct RenderMetadataTests {
  private let work: Workplace

  init() throws { work = try Workplace() }

  @Test(
    "A picture has a thumbnail of its own pixels, turned as they are",
    arguments: ["jpg", "heic", "avif", "png"])
  func thumbnail(_ kind: String) throws {
    try work.folder.write(PhotoExif.photo(orientation: 6, hasNote: true), to: "in.jpg")
    try work.succeed("render", "rosy", "in.jpg", "-o", "out.\(kind)")
    let file = try work.folder.read("out.\(kind)")
    let found = try #require(try PhotoExif.thumbnail(of: file))
    // Nothing rosy is green, as the old thumbnail is.
    #expect(found.green < 30)
    #expect((found.width, found.height) == (kind == "png" ? (18, 24) : (24, 18)))
    let (width, height) = kind == "png" ? (48, 64) : (64, 48)
    #expect(try PhotoExif.sizes(of: file) == [width, height, width, height])
  }

  @Test("A picture in a maker's note becomes zeros, and the note stays")
  func makerNote() throws {
    try work.folder.write(PhotoExif.photo(hasNote: true), to: "in.jpg")
    try work.succeed("render", "rosy", "in.jpg", "-o", "out.jpg")
    let note = Array("Acme\0".utf8) + [0xFF, 0xD8, 0xFF]
    #expect(try PhotoExif.count(of: note, in: work.folder.read("in.jpg")) == 1)
    #expect(try PhotoExif.count(of: note, in: work.folder.read("out.jpg")) == 0)
    let blank = try Array("Acme\0".utf8) + [UInt8](repeating: 0, count: PhotoExif.greenPicture().count)
    #expect(try PhotoExif.count(of: blank, in: work.folder.read("out.jpg")) == 1)
  }

  @Test("A photo without a thumbnail makes a picture without one")
  func noThumbnail() throws {
    try work.folder.write(PhotoExif.photo(hasThumbnail: false), to: "in.jpg")
    try work.succeed("render", "rosy", "in.jpg", "-o", "out.jpg")
    #expect(try PhotoExif.thumbnail(of: work.folder.read("out.jpg")) == nil)
  }

  @Test("The thumbnail of a HEIF file is made anew as an item, and there is none without one")
  func item() throws {
    try work.folder.write(PhotoExif.photo(), to: "in.jpg")
    try work.succeed("render", "rosy", "in.jpg", "-o", "none.heic")
    #expect(try thumbnailItems(of: "none.heic") == 0)
    try work.folder.write(withItem(work.folder.read("none.heic")), to: "in.heic")
    for output in ["out.heic", "out.avif"] {
      try work.succeed("render", "rosy", "in.heic", "-o", output)
      #expect(try thumbnailItems(of: output) == 1)
    }
  }

  @Test("Each picture of a stereo pair has a thumbnail of its own", arguments: ["mpo", "spatial", "pair"])
  func pairs(_ layout: String) throws {
    try work.folder.write(PhotoExif.photo(), to: "in.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    let output = ["mpo": "out.mpo", "spatial": "out.heic", "pair": "out.jpg"][layout] ?? ""
    let outcome = try work.run(
      ["render", "stereo", "in.jpg", "--depth", "map.pfm", "--layout", layout, "-o", output]
        + (layout == "spatial" ? ["--fov", "60"] : []))
    #expect(outcome.status == 0, "\(outcome.error)")
    let files = try work.folder.names.filter { $0.hasPrefix("out") }.map { try work.folder.read($0) }
    #expect(files.count == (layout == "pair" ? 2 : 1))
    for file in files {
      #expect(try #require(try PhotoExif.thumbnail(of: file)).green < 230)
      #expect(PhotoExif.count(of: try PhotoExif.greenPicture(), in: file) == 0)
    }
  }

  @Test("A position that a picture keeps is noted, with what removes it")
  func location() throws {
    try work.folder.write(PhotoExif.photo(), to: "in.jpg")
    try work.folder.write(PhotoExif.photo(hasGPS: false), to: "nowhere.jpg")
    let text =
      "note: the picture still says where the photo was taken; auxdepth edit --strip location removes that"
    for output in ["out.jpg", "out.heic", "out.png"] {
      let noted = try work.run("render", "rosy", "in.jpg", "-o", output)
      #expect(noted.status == 0 && noted.error.contains("\(output): \(text)"), "\(noted.error)")
      #expect(try work.run("render", "rosy", "nowhere.jpg", "-o", "not-\(output)").error.isEmpty)
    }
    // TIFF has no Exif.
    #expect(try !work.run("render", "rosy", "in.jpg", "-o", "out.tif").error.contains("where the photo"))
    try work.succeed("edit", "out.jpg", "--strip", "location", "-o", "stripped.jpg")
    #expect(
      try !PhotoExif.statesPosition(#require(try PhotoExif.block(of: work.folder.read("stripped.jpg")))))
  }

  @Test(
    "A picture keeps titles and captions, and regions are rotated with it",
    arguments: ["jpg", "heic", "png", "mpo", "spatial"])
  func descriptions(_ kind: String) throws {
    let caption = JPEGBytes.iptc([(120, "A caption.")])
    try work.folder.write(
      PhotoExif.photo(
        adding: JPEGBytes.xmp(Packets.titleAndFace) + JPEGBytes.photoshop(caption), orientation: 6),
      to: "in.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    let output = kind == "spatial" ? "out.heic" : "out.\(kind)"
    let stereo = ["stereo", "in.jpg", "--depth", "map.pfm", "--stored", "--layout", kind]
    let isStereo = ["mpo", "spatial"].contains(kind)
    let outcome = try work.run(
      ["render"] + (isStereo ? stereo : ["rosy", "in.jpg"]) + (kind == "spatial" ? ["--fov", "60"] : [])
        + ["-o", output])
    #expect(outcome.status == 0, "\(outcome.error)")
    let metadata = try ImageSource(work.folder.path(output)).primaryMetadata()
    let packet = try #require(metadata.xmp)
    func members(_ name: String) throws -> [String]? {
      try XMPReader.properties(of: packet).first { $0.name == name }?.members
    }
    #expect(try members("title") == ["Evening"])
    let text = String(decoding: packet, as: UTF8.self)
    func area(_ name: String) throws -> Double {
      let start = try #require(text.firstRange(of: "a:\(name)=\"")).upperBound
      return try #require(Double(text[start...].prefix { $0 != "\"" }))
    }
    let isUpright = isStereo || kind == "png"
    #expect(try abs(area("x") - (isUpright ? 0.7 : 0.2)) < 1e-4)
    #expect(try abs(area("y") - (isUpright ? 0.2 : 0.3)) < 1e-4)
    if ["jpg", "mpo"].contains(kind) {
      #expect(try work.folder.read(output).firstRange(of: caption) != nil)
    } else {
      #expect(try members("description") == ["A caption."])
    }
  }

  /// Returns a HEIC file with a thumbnail of its primary.
  private func withItem(_ bytes: [UInt8]) throws -> [UInt8] {
    let source = MemoryByteSource(bytes)
    var edit = HEIFEdit(try HEIFFile(HEIFStructure(source, limits: .standard)))
    let small = try PhotoPixels(width: 32, height: 24, rgb8: [UInt8](repeating: 90, count: 32 * 24 * 3))
    let image = try HEIFImageCodec.encode(thumbnail: small, as: .hevc, quality: 85)
    try edit.addThumbnail(HEIFCodedImage(image, urn: ""))
    return try edit.composition(of: source).bytes(of: source)
  }

  /// Returns how many thumbnails of its primary a HEIF file has.
  private func thumbnailItems(of name: String) throws -> Int {
    let source = try ImageSource(work.folder.path(name))
    let file = try HEIFFile(HEIFStructure(source.bytes, limits: .standard))
    return file.items.count { $0.targets("thmb") == [file.primaryItemID] }
  }
}
