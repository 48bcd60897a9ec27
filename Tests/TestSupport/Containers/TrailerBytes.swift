/// Data of makers after the images of a JPEG file, put together by hand.
package enum TrailerBytes {
  /// Returns a number in little-endian order.
  package static func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The samples of the depth map of ``samsung(width:height:)``, 20 a row.
  package static let samples = (0..<(20 * 15)).map { UInt8($0 * 7 % 256) }

  /// Returns SEFT with a text, a depth map and its size, and where it is given, a country.
  package static func samsung(width: Int = 20, height: Int = 15, country: String? = nil) -> [UInt8] {
    let extra =
      [UInt8](repeating: 0, count: 36) + [7, 0, 0xFF, 0xFF] + little(width) + little(height)
      + [UInt8](repeating: 0, count: 20)
    var parts: [(Int, String, [UInt8])] = [
      (0x0A01, "Image_UTC_Data", Array("1561000000123".utf8)), (0x0AB1, "DualShot_DepthMap_1", samples),
      (0x0AB3, "DualShot_Extra_Info", extra),
    ]
    if let country { parts.append((0x0AA1, "MCC_Data", Array(country.utf8))) }
    return samsung(parts: parts)
  }

  /// Returns SEFT with parts: the type, the name and the data of each.
  package static func samsung(parts: [(Int, String, [UInt8])]) -> [UInt8] {
    let blocks = parts.map { kind, name, data in
      [0, 0] + little(kind, 2) + little(name.utf8.count) + Array(name.utf8) + data
    }
    let all = blocks.flatMap { $0 }
    var (entries, done): ([UInt8], Int) = ([], 0)
    for (part, block) in zip(parts, blocks) {
      entries += [0, 0] + little(part.0, 2) + little(all.count - done) + little(block.count)
      done += block.count
    }
    let directory = Array("SEFH".utf8) + little(106) + little(parts.count) + entries
    return all + directory + little(directory.count) + Array("SEFT".utf8)
  }

  /// Returns a number in big-endian order.
  private static func big(_ value: Int) -> [UInt8] { little(value).reversed() }

  /// Returns Leia's records: two numbers of one, those that are given, and the list of views.
  package static func leia(_ records: [(id: Int, bytes: [UInt8])], list: String) -> [UInt8] {
    let all = [(0, big(4)), (1, big(1))] + records.map { ($0.id, $0.bytes) } + [(7, Array(list.utf8))]
    let body = big(all.count) + all.flatMap { big($0.0) + big($0.1.count) + $0.1 }
    return body + big(body.count + 6) + [0x1E, 0x1A]
  }

  /// Leia's list of two views: the photo with the map 1000001, and the picture 1000002 to its right with the map 1000003.
  package static let leiaList =
    #"{"convergence":0.0013,"disparitySource":"LEIA_STEREO","gain":0.747,"views":["#
    + #"{"albedoId":-1,"disparityId":1000001,"monodisparityId":0,"xLocation":0.0,"yLocation":0.0},"#
    + #"{"albedoId":1000002,"disparityId":1000003,"monodisparityId":0,"xLocation":1.0,"yLocation":0.0}]}"#

  /// The samples of a map of 20x15 that rises by 3 a column and 5 a row.
  package static let ramp: [UInt8] = (0..<(20 * 15)).map { (index: Int) -> UInt8 in
    let (column, row) = (index % 20, index / 20)
    return UInt8(truncatingIfNeeded: 3 * column + 5 * row)
  }

  /// Huawei's data as their end leads to them: a picture, its size, edof, a header, ``ramp``, the way back, and the name.
  package static func huawei(picture: [UInt8], width: Int = 20, height: Int = 15) -> [UInt8] {
    var record: [UInt8] = [0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0]
    record += little(width, 2) + little(height, 2)
    record += [UInt8](repeating: 0, count: 48)
    record += ramp + Array("more".utf8)
    var bytes = picture + little(picture.count) + Array("edof\0\0\0\0".utf8)
    bytes += record + little(record.count)
    return bytes + Array("DepthEn\0".utf8)
  }

  /// OPPO's parts of a portrait: `rear.depth`, and `rear.depth.config`, which states a size.
  package static func oppo(depth: [UInt8], width: Int = 20, height: Int = 15) -> [UInt8] {
    var config: [UInt8] = little(Int(Float(4).bitPattern))
    config += little(width) + little(height)
    config += [UInt8](repeating: 0, count: 284)
    let list =
      #"[{"length":\#(depth.count),"name":"rear.depth","offset":\#(depth.count + config.count),"version":1},"#
      + #"{"length":\#(config.count),"name":"rear.depth.config","offset":\#(config.count),"version":1}]"#
    let end = [0] + Array("jxrs".utf8) + little(list.utf8.count + 9)
    return depth + config + Array(list.utf8) + end
  }

  /// A Zstandard frame that libzstd 1.4.5 made (imagecodecs, level 19): a header of 768 bytes that states 20x15, ``ramp``, and
  /// 4800 bytes more.
  package static let rearDepth: [UInt8] = {
    let digits = Array(
      [
        "28b52ffd60ec15c505008409140000000f006f12033b00002f440000f0410001000306090c0f1215181b1e2124272a2d",
        "3033363905080b0e1114171a1d202326292c2f3235383b3e0a0d101316191c1f2225282b2e3134373a3d40433c3f4245",
        "484144474a4d46494c4f524b4e515457505356595c55585b5e615a5d6063665f6265686b64676a6d70696c6f72756e71",
        "74777a7376797c7f6c6174657220706c616e65730fa8102e2fdfd633d06b31107e775affffb71a63e5ee2f56b35c5bb3",
        "f607",
      ].joined().utf8)
    return stride(from: 0, to: digits.count, by: 2).map { place in
      UInt8(String(decoding: digits[place...(place + 1)], as: UTF8.self), radix: 16) ?? 0
    }
  }()
}
