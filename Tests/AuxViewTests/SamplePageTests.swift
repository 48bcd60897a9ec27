import AuxCodecs
import AuxImage
import AuxKernels
import AuxReader
import AuxView
import Foundation
import TestSupport
import Testing

/// Real files of every container.
@Suite(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
struct SamplePageTests {
  /// The photos, which are read in turn: some have megabytes of maps.
  private static var photos: [String] {
    Samples.folders.flatMap { Array(PhotoFiles(at: $0)) }
  }

  @Test
  func `Every map of every sample is there, upright, gain maps and colours nearly and all others exactly`()
    throws
  {
    try #require(!Self.photos.isEmpty)
    for path in Self.photos {
      let source = try ImageSource(path)
      let page = try PageContent(DepthPage([path]).html())
      let file = try #require(page.files.first)
      #expect(file.string("container") == source.container.rawValue, "\(path)")
      try #require(file.maps.count == source.auxiliaryImages.count, "\(path)")
      for (map, image) in zip(file.maps, source.auxiliaryImages) {
        guard map.string("failure") == nil else {
          #expect(throws: AuxError.self) { try source.stored(image) }
          continue
        }
        let stored = try source.stored(image).applyingExifOrientation(source.primary?.orientation ?? .up)
        if map.string("coding") == "preview" {
          try Self.checkPreview(map, stored, path)
          continue
        }
        // Only the first rows, since tests are not optimised; Tests/Page reads all of them in a browser.
        let rows = max(1, 30_000 / stored.codes.width)
        let given = stored.codes.numbers(rows: rows)
        #expect(try map.codes(rows: rows) == given, "\(path): \(image.type)")
        if image.type.isDepthData { try Self.checkValues(of: map, rows, stored, path) }
      }
      #expect(!file.objects("structure").isEmpty && !file.objects("metadata").isEmpty, "\(path)")
    }
  }

  /// A preview is of the size of the map, and differs little from it.
  private static func checkPreview(
    _ map: PageContent.File, _ stored: StoredAuxiliaryImage, _ path: String
  ) throws {
    #expect(map.string("kind") == "gain" || stored.content.colours != nil, "\(path)")
    let whole = try stored.content.colours?.rgb() ?? PhotoPixels(gray: stored.codes)
    let given = whole.reduced(toLongerSide: 2048).samples8
    let shown = try map.previewedCodes()
    try #require(shown.count == given.count, "\(path)")
    let distance = zip(shown, given).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(distance) / Double(given.count) < 3, "\(path)")
  }

  /// The page and the library give a code the same value.
  private static func checkValues(
    of map: PageContent.File, _ rows: Int, _ stored: StoredAuxiliaryImage, _ path: String
  ) throws {
    let quantity = try #require(stored.type.quantity)
    let depth = try stored.depthData(in: quantity == .depth ? .fdep : .fdis)
    #expect(map.string("unit") == (quantity == .depth ? "m" : "1/m"), "\(path)")
    let values = try map.values(rows: rows)
    let worst = zip(values, depth.values).map { got, wanted in
      got == Double(wanted) ? 0 : abs(got - Double(wanted)) / max(abs(Double(wanted)), 1e-6)
    }.max()
    #expect((worst ?? 0) < 1e-5, "\(path)")
  }

  @Test(arguments: ["pillow_visionpro_spatial.heic", "steren_visionpro_spatial.heic"])
  func `A spatial photo has both eyes and what is between them`(name: String) throws {
    let path = try #require(Samples.path(name))
    let source = try ImageSource(path)
    let pair = try #require(source.stereoPair)
    let file = try #require(try PageContent(DepthPage([path]).html()).files.first)
    for (key, eye) in [("photo", pair.left), ("right", pair.right)] {
      let photo = try #require(file.object(key))
      #expect(photo.integer("width") == eye.width && photo.integer("height") == eye.height)
      let preview = try photo.preview()
      #expect(max(preview.width, preview.height) == 2048)
    }
    let (left, right) = (try file.object("photo")?.preview(), try file.object("right")?.preview())
    #expect(left?.rgb != right?.rgb)
    #expect(file.object("pair")?.number("baseline") == pair.baseline)
    #expect(file.object("pair")?.number("fieldOfView") == pair.fieldOfView)
  }

  @Test func `On a page of many files the second eye has half of the size, else the same`() throws {
    let path = try #require(Samples.path("pillow_visionpro_spatial.heic"))
    let folder = try TemporaryFolder()
    try folder.write(Pictures.photo(), to: "other.jpg")
    for (count, side) in [(12, 128), (13, 64)] {
      var page = DepthPage([path] + [String](repeating: "\(folder.path)/other.jpg", count: count - 1))
      page.previewSide = 128
      let file = try #require(try PageContent(page.html()).files.first)
      let (left, right) = (try file.object("photo")?.preview(), try file.object("right")?.preview())
      #expect(left?.width == 128 && right?.width == side)
    }
  }

  @Test func `A photo of 12 megapixels with all its mattes takes 6 MB at most`() throws {
    for name in [
      "openize_ios18_tmap_mattes.heic", "fidmaa_depth_allmattes_gainmap.heic", "shu223_depth_matte.jpg",
    ] {
      let path = try #require(Samples.path(name))
      #expect(try DepthPage([path]).html().count < 6_000_000, "\(name)")
    }
  }

  /// The means of the codes are those that FFmpeg has of the same picture, whose primaries are those of Rec. 709.
  @Test(
    .enabled(
      if: Samples.have([hdrPhoto, "gainmapjs_01_hdrgm.jpg"]), Comment(rawValue: Samples.absence)))
  func `A photo that is HDR has its light in codes of PQ, and others have not`() throws {
    let file = try PageContent(DepthPage([#require(Samples.path(Self.hdrPhoto))]).html()).files[0]
    let gain = try #require(file.maps.compactMap { $0.object("gain") }.first)
    #expect(gain.string("base") == "hdr" && gain.number("headroom") == 1.3)
    #expect(gain.objects("channels").count == 3)
    let light = try #require(file.object("light"))
    #expect(light.string("transfer") == "pq")
    #expect(light.integer("width") == 400 && light.integer("height") == 300)
    let codes = try JPEGCodec.decodeRGB(light.part(), width: 400, height: 300)
    for (part, mean) in [129.94, 129.85, 127.43].enumerated() {
      let sum = stride(from: part, to: codes.count, by: 3).reduce(0) { $0 + Int(codes[$1]) }
      #expect(abs(Double(sum) / 120_000 - mean) < 1)
    }
    let other = try PageContent(DepthPage([#require(Samples.path("gainmapjs_01_hdrgm.jpg"))]).html()).files[0]
    #expect(other.object("light") == nil)
    #expect(other.maps.compactMap { $0.object("gain") }.first?.string("base") == "sdr")
  }

  static let hdrPhoto = "libavif_seine_hdr_gainmap_wrongaltr.avif"
}
