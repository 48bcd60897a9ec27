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

  @Test("Cut or changed data is no trailer, and no harm")
  func damaged() throws {
    let (photo, whole) = (try Pictures.photo(), TrailerBytes.samsung())
    for cut in stride(from: 1, to: whole.count, by: 7) {
      _ = try ImageSource(data: photo + whole.dropFirst(cut)).trailers
      #expect(try ImageSource(data: photo + whole.dropLast(cut)).trailers.isEmpty)
    }
    var random = SeededRandom(seed: 5)
    for _ in 0..<200 {
      var bytes = photo + whole
      for _ in 0..<3 {
        let place = photo.count + Int(random.next() % UInt64(whole.count))
        bytes[place] = UInt8(truncatingIfNeeded: random.next())
      }
      let source = try ImageSource(data: bytes)
      for image in source.auxiliaryImages { _ = try source.stored(image) }
    }
  }

  @Test("OPPO's parts are counted back from their list")
  func oppo() throws {
    let data = Array("depthspace".utf8)
    let list =
      #"[{"length":5,"name":"rear.depth","offset":10,"version":1},{"length":5,"name":"x","offset":5}]"#
    let tail = data + Array(list.utf8) + [0] + Array("jxrs".utf8) + TrailerBytes.little(list.utf8.count + 9)
    let photo = try Pictures.photo()
    let trailer = try #require(try ImageSource(data: photo + tail).trailers.first)
    #expect(trailer.kind == "oppo" && trailer.parts.map(\.name) == ["rear.depth", "x"])
    #expect(trailer.offset == photo.count && trailer.parts[1].offset == photo.count + 5)
  }

  @Test("Xiaomi's parts are counted back from the end of the file")
  func xiaomi() throws {
    let text =
      "&lt;subimage length=&quot;4&quot; offset=&quot;16&quot; /&gt;"
      + "&lt;depthmap rawlength=&quot;7&quot; depthlength=&quot;5&quot; /&gt;"
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:MiCamera="http://ns.xiaomi.com/photos/1.0/camera/" \
      MiCamera:XMPMeta="\(text)"/></rdf:RDF></x:xmpmeta>
      """
    let photo = try JPEGBytes.soi + JPEGBytes.xmp(packet) + Pictures.photo()[2...]
    let trailer = try #require(
      try ImageSource(data: photo + [UInt8](repeating: 1, count: 16)).trailers.first)
    #expect(trailer.kind == "xiaomi" && trailer.offset == photo.count)
    #expect(trailer.parts.map(\.name) == ["subimage", "depthmap", "rawimage"])
    #expect(trailer.parts.map(\.offset) == [photo.count, photo.count + 11, photo.count + 4])
    #expect(trailer.byteCount == 16)
  }
}
