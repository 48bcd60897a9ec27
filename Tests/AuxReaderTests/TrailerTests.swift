import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

@Suite("Data of makers after the images")
struct TrailerTests {
  @Test("Samsung's parts are listed, its depth map is read")
  func seft() throws {
    let photo = try Pictures.photo()
    let source = try ImageSource(data: photo + TrailerBytes.samsung())
    let trailer = try #require(source.trailers.first)
    #expect(source.trailers.count == 1 && trailer.kind == "samsung" && trailer.offset == photo.count)
    #expect(trailer.parts.map(\.name) == ["Image_UTC_Data", "DualShot_DepthMap_1", "DualShot_Extra_Info"])
    #expect(trailer.byteCount == TrailerBytes.samsung().count && trailer.parts[1].byteCount == 300)
    let image = try #require(source.auxiliaryImages.first)
    #expect(image.type == .disparity && image.identifier == "DualShot_DepthMap_1" && image.codec == "raw")
    let values = try source.depthData(image).values
    #expect(abs(values[0] - 1) < 1e-6 && abs(values[1] - Float(248) / 255) < 1e-6)
    #expect(source.json.text.contains(#""trailers":[{"kind":"samsung""#))
  }

  @Test("A size that is not that of the samples gives no image", arguments: [(21, 15), (20, 13), (0, 15)])
  func wrongSize(width: Int, height: Int) throws {
    let source = try ImageSource(
      data: try Pictures.photo() + TrailerBytes.samsung(width: width, height: height))
    #expect(source.auxiliaryImages.isEmpty && source.trailers.first?.parts.count == 3)
  }

  @Test("Cut data are of no known form, and changed data do no harm")
  func damaged() throws {
    let (photo, whole) = (try Pictures.photo(), TrailerBytes.samsung())
    for cut in stride(from: 1, to: whole.count, by: 7) {
      _ = try ImageSource(data: photo + whole.dropFirst(cut)).trailers
      let trailers = try ImageSource(data: photo + whole.dropLast(cut)).trailers
      #expect(trailers.allSatisfy { $0.kind == "trailer" })
    }
    var random = SeededRandom(seed: 5)
    for _ in 0..<200 {
      let source = try ImageSource(data: random.changed(photo + whole, from: photo.count))
      for image in source.auxiliaryImages { _ = try source.stored(image) }
    }
  }

  @Test("Other data are listed with offset and size, before those of Samsung; padding is not")
  func unknown() throws {
    let data = Array("{\"depth\": 300}".utf8) + TrailerBytes.samples + [0, 0, 0xFF, 0xD8, 1]
    let indexed = try Pictures.portrait().bytes
    for photo in [try Pictures.photo(), indexed] {
      for samsung in [[], TrailerBytes.samsung()] {
        let source = try ImageSource(data: photo + data + samsung)
        let trailer = try #require(source.trailers.first)
        #expect(source.trailers.map(\.kind) == (samsung.isEmpty ? ["trailer"] : ["trailer", "samsung"]))
        #expect(trailer.offset == photo.count && trailer.byteCount == data.count && trailer.parts.isEmpty)
        #expect(source.structureNodes(most: 100).contains { $0.name == "trailer" })
      }
      for padding in [[], [UInt8](repeating: 0, count: 700)] {
        #expect(try ImageSource(data: photo + padding).trailers.isEmpty)
      }
    }
  }
}
