/// Data of vendors after the images of a JPEG file, put together by hand.
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
}
