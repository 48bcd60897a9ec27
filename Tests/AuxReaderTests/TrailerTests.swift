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
      let source = try ImageSource(data: random.changed(photo + whole, from: photo.count))
      for image in source.auxiliaryImages { _ = try source.stored(image) }
    }
  }

  @Test("Huawei's map is found from the end, whatever Exif says, with the picture before it")
  func depthEn() throws {
    let (photo, picture) = (try Pictures.photo(), try Pictures.photo(width: 32, height: 24))
    let source = try ImageSource(data: photo + TrailerBytes.huawei(picture: picture))
    let trailer = try #require(source.trailers.first)
    #expect(source.trailers.count == 1 && trailer.kind == "huawei" && trailer.offset == photo.count)
    #expect(trailer.parts.map(\.name) == ["edof", "picture without blur"])
    #expect(trailer.parts[1].offset == photo.count && trailer.parts[1].byteCount == picture.count)
    let image = try #require(source.auxiliaryImages.first)
    #expect(source.auxiliaryImages.count == 1 && image.identifier == "edof" && image.codec == "raw")
    #expect(image.metadata.accuracy == .relative)
    #expect(try source.stored(image).codes.data() == TrailerBytes.ramp)
    // 0 is nearest.
    #expect(abs(try source.depthData(image).values[1] - Float(252) / 255) < 1e-6)
    for (width, height) in [(0, 15), (20, 400), (65_535, 65_535)] {
      let odd = try ImageSource(
        data: photo + TrailerBytes.huawei(picture: picture, width: width, height: height))
      #expect(odd.auxiliaryImages.isEmpty)
    }
  }

  @Test("OPPO's ranks are decompressed, as large as the part beside them says")
  func rearDepth() throws {
    let photo = try Pictures.photo()
    let source = try ImageSource(data: photo + TrailerBytes.oppo(depth: TrailerBytes.rearDepth))
    let image = try #require(source.auxiliaryImages.first)
    #expect(source.auxiliaryImages.count == 1 && image.type == .disparity && image.identifier == "rear.depth")
    #expect((image.width, image.height, image.codec) == (20, 15, "zstd"))
    #expect(try source.stored(image).codes.data() == TrailerBytes.ramp)
    #expect(abs(try source.depthData(image).values[1] - Float(252) / 255) < 1e-6)
    // The header in the frame says otherwise, and there is less than this.
    for (width, height, code) in [(15, 20, AuxError.Code.malformed), (4000, 3000, .truncated)] {
      let odd = try ImageSource(
        data: photo + TrailerBytes.oppo(depth: TrailerBytes.rearDepth, width: width, height: height))
      #expect(throws: AuxError(code, "")) { try odd.stored(odd.auxiliaryImages[0]) }
    }
    // A reserved bit of the frame header.
    var damaged = TrailerBytes.rearDepth
    damaged[4] |= 8
    let broken = try ImageSource(data: photo + TrailerBytes.oppo(depth: damaged))
    #expect(throws: AuxError(.codec, "")) { try broken.stored(broken.auxiliaryImages[0]) }
    // Another form is a part, and no image.
    let other = try ImageSource(data: photo + TrailerBytes.oppo(depth: TrailerBytes.ramp))
    #expect(other.auxiliaryImages.isEmpty && other.trailers.first?.parts.first?.name == "rear.depth")
  }

  @Test("Changed data of Huawei and OPPO do no harm")
  func changedMakers() throws {
    let photo = try Pictures.photo()
    let all = [
      TrailerBytes.huawei(picture: try Pictures.photo(width: 32, height: 24)),
      TrailerBytes.oppo(depth: TrailerBytes.rearDepth),
    ]
    var random = SeededRandom(seed: 36)
    for number in 0..<400 {
      var bytes = photo + all[number % 2]
      for _ in 0..<3 {
        let place = bytes.count - 1 - Int(random.next() % UInt64(min(all[number % 2].count, 500)))
        bytes[place] = UInt8(truncatingIfNeeded: random.next())
      }
      let source = try ImageSource(data: bytes)
      for image in source.auxiliaryImages { _ = try? source.stored(image) }
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
