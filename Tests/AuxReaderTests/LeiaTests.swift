import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import Foundation
import TestSupport
import Testing

@Suite("Leia's records after the photo")
struct LeiaTests {
  /// A map of one code.
  private static func map(_ code: UInt8) throws -> [UInt8] {
    let codes = [UInt8](repeating: code, count: 32 * 24)
    return try JPEGCodec.encode(
      gray: PixelPlane(width: 32, height: 24, known: .uint8(codes)), quality: 100)
  }

  private static func records() throws -> [(id: Int, bytes: [UInt8])] {
    [
      (1_000_001, try map(200)), (1_000_002, try Pictures.photo(width: 48, height: 32)),
      (1_000_003, try map(50)),
    ]
  }

  private static func photo(list: String = TrailerBytes.leiaList) throws -> [UInt8] {
    try Pictures.photo() + TrailerBytes.leia(records(), list: list)
  }

  @Test func recordsAreListedAndMapsAreRead() throws {
    let photo = try Pictures.photo()
    let source = try ImageSource(data: Self.photo())
    let trailer = try #require(source.trailers.first)
    #expect(source.trailers.count == 1 && trailer.kind == "leia" && trailer.offset == photo.count)
    #expect(
      trailer.parts.map(\.name) == [
        "record 0", "record 1", "disparity 1000001", "picture 1000002", "disparity 1000003", "list of views",
      ])
    // The numbers are there as they were written.
    #expect(source.json.text.contains(#""properties":{"convergence":0.0013,"#))
    #expect(trailer.properties?.contains(#""gain":0.747"#) == true)
    let images = source.auxiliaryImages
    #expect(images.map(\.type) == [.disparity, .disparity] && images.map(\.codec) == ["jpeg", "jpeg"])
    #expect(images.map(\.identifier) == ["disparity 1000001", "disparity 1000003"])
    #expect(images.map(\.isOfOtherView) == [false, true])
    // 255 is nearest.
    for (image, code) in zip(images, [200, 50] as [Float]) {
      let values = try source.depthData(image).values
      #expect(values.count == 32 * 24 && values.allSatisfy { abs($0 - code / 255) < 1.5 / 255 })
    }
    #expect(source.notes.contains { $0.contains("disparity 1000003 is of another view") })
  }

  @Test("Maps may be PNG with equal colors and alpha")
  func mapsOfPNG() throws {
    let codes = (0..<(32 * 24)).map { UInt8($0 % 251) }
    var lines: [UInt8] = []
    for (index, code) in codes.enumerated() {
      if index % 32 == 0 { lines.append(0) }
      lines += [code, code, code, 255]
    }
    var png = PNGBuilder(width: 32, height: 24, bitDepth: 8, colorType: 6)
    var records = try Self.records()
    records[0].bytes = png.finish(lines)
    let source = try ImageSource(
      data: Pictures.photo() + TrailerBytes.leia(records, list: TrailerBytes.leiaList))
    let images = source.auxiliaryImages
    #expect(images.map(\.identifier) == ["disparity 1000001", "disparity 1000003"])
    let values = try source.depthData(images[0]).values
    #expect(values.count == codes.count && zip(values, codes).allSatisfy { abs($0 - Float($1) / 255) < 1e-3 })
  }

  @Test func thePictureOfTheOtherEyeIsThere() throws {
    let source = try ImageSource(data: Self.photo())
    let pair = try #require(source.stereoPair)
    #expect(pair.left.isPrimary && pair.left.number == -1 && (pair.left.width, pair.left.height) == (64, 48))
    #expect(pair.right.number == 1_000_002 && (pair.right.width, pair.right.height) == (48, 32))
    let pixels = try source.pixels(of: .right)
    #expect((pixels.width, pixels.height) == (48, 32))
    #expect(try source.pixels(of: .left) == source.primaryPixels())
    let swapped = TrailerBytes.leiaList.replacingOccurrences(
      of: #""xLocation":1.0"#, with: #""xLocation":-1.0"#)
    #expect(try ImageSource(data: Self.photo(list: swapped)).stereoPair?.left.number == 1_000_002)
    let unplaced = TrailerBytes.leiaList.replacingOccurrences(of: #""xLocation":1.0,"#, with: "")
    #expect(try ImageSource(data: Self.photo(list: unplaced)).stereoPair == nil)
  }

  @Test(
    "What the list says otherwise",
    arguments: [
      // The other writer's members, and views without maps.
      (
        #"{"pre_convergence":null,"depthOfField":null,"views":[{"albedoId":-1,"disparityId":0,"xLocation":0},"#
          + #"{"albedoId":1000002,"disparityId":0,"xLocation":1}]}"#, 0, true
      ),
      // A map of the other view alone would be taken for the photo's.
      (
        #"{"views":[{"albedoId":-1,"disparityId":0,"xLocation":0},"#
          + #"{"albedoId":1000002,"disparityId":1000003,"xLocation":1}]}"#, 0, true
      ),
      (#"{"views":[{"albedoId":-1,"disparityId":1000001}]}"#, 1, false),
      (#"{"views":7}"#, 0, false),
      (#"[1,2]"#, 0, false),
    ] as [(String, Int, Bool)])
  func lists(list: String, maps: Int, hasPair: Bool) throws {
    let source = try ImageSource(data: Self.photo(list: list))
    #expect(source.auxiliaryImages.count == maps && (source.stereoPair != nil) == hasPair)
    #expect(source.trailers.first?.kind == "leia" && source.trailers.first?.parts.count == 6)
  }

  @Test func damageIsNotedAndHidesNothing() throws {
    let (photo, whole) = (
      try Pictures.portrait().bytes, TrailerBytes.leia(try Self.records(), list: TrailerBytes.leiaList)
    )
    let kept = try ImageSource(data: photo).auxiliaryImages.count
    #expect(try kept > 0 && ImageSource(data: photo + whole).auxiliaryImages.count == kept + 2)
    func notes(_ change: (inout [UInt8]) -> Void) throws -> String {
      var bytes = whole
      change(&bytes)
      let source = try ImageSource(data: photo + bytes)
      #expect(source.auxiliaryImages.count >= kept && source.primary != nil)
      return source.notes.joined(separator: "\n")
    }
    let damaged = "the data after the images (leia) are damaged: "
    // A record of 64 KiB.
    let long = try notes { $0[9] = 1 }
    #expect(long.contains(damaged) && long.contains("record 0 has 65540 bytes, and "), "\(long)")
    // More records than there are.
    let many = try notes { $0[3] = 9 }
    #expect(many.contains(damaged) && many.contains("record 7 of 9 begins at the end"), "\(many)")
    let list = whole.count - 6 - TrailerBytes.leiaList.utf8.count
    let text = try notes { $0[list] = 0 }
    #expect(text.contains(damaged) && text.contains("is no JSON"), "\(text)")
    // The first map is no image: neither is the other one listed, which is not the photo's.
    let unusable = try notes { $0[4 + 2 * 12 + 8] = 0 }
    #expect(unusable.contains("the depth map disparity 1000001 after the images is unusable"), "\(unusable)")
    #expect(!unusable.contains("1000003"))
  }

  @Test func cutAndChangedRecordsDoNoHarm() throws {
    let (photo, whole) = (
      try Pictures.photo(), TrailerBytes.leia(try Self.records(), list: TrailerBytes.leiaList)
    )
    for cut in stride(from: 1, to: whole.count, by: 37) {
      #expect(try ImageSource(data: photo + whole.dropFirst(cut)).primary != nil)
      let trailers = try ImageSource(data: photo + whole.dropLast(cut)).trailers
      #expect(trailers.allSatisfy { $0.kind == "trailer" })
    }
    var random = SeededRandom(seed: 35)
    for _ in 0..<200 {
      let source = try ImageSource(data: random.changed(photo + whole, from: photo.count))
      for image in source.auxiliaryImages { _ = try? source.stored(image) }
      _ = try? source.pixels(of: .right)
    }
  }

  @Test("A damaged picture of the other eye is found where the photo is decoded")
  func damagedPicture() throws {
    var photo = try Self.photo()
    #expect(try ImageSource(data: photo).checkPictures().map(\.place) == ["image 1", "record 1000002"])
    let source = try ImageSource(data: photo)
    let part = try #require(source.trailers[0].parts.first { $0.name == "picture 1000002" })
    let end = part.offset + part.byteCount
    // The scan ends early.
    (photo[end - 40], photo[end - 39]) = (0xFF, JPEGMarker.EOI)
    let failures = try ImageSource(data: photo).checkPictures().map { $0.failure != nil }
    #expect(failures == [false, true])
  }

  @Test(
    "Files of Leia's players",
    .enabled(if: Samples.path("leia_lif_Fur_2_disparity_maps.jpg") != nil, "\(Samples.absence)"))
  func samples() throws {
    let both = try ImageSource(#require(Samples.path("leia_lif_Fur_2_disparity_maps.jpg")))
    #expect(both.auxiliaryImages.map(\.identifier) == ["disparity 1000001", "disparity 1000003"])
    #expect(both.auxiliaryImages.allSatisfy { ($0.width, $0.height) == (1280, 720) })
    let codes = try both.stored(both.auxiliaryImages[0]).codes.data()
    #expect(codes.min() == 69 && codes.max() == 146)
    guard let path = Samples.path("leia_lif_Blob_Fish_stereo_only.jpg") else { return }
    let pictures = try ImageSource(path)
    #expect(pictures.auxiliaryImages.isEmpty && pictures.stereoPair?.right.number == 1_000_001)
  }
}
