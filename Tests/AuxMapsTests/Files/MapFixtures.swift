import AuxKernels
import Foundation

/// The files of Tests/Fixtures/maps, which make.py there wrote, and the planes they hold.
enum MapFixtures {
  static let width = 37
  static let height = 21
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/maps").standardizedFileURL

  /// The names of all files with one of these extensions.
  static func names(_ extensions: String...) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { name in extensions.contains { name.hasSuffix("." + $0) } }.sorted()
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  /// The kind of plane in a file's name: u8, u16, f16, f32, smooth or cropped.
  static func kind(_ name: String) -> String {
    String(name.split(separator: ".")[1])
  }

  /// The plane of a kind; make.py has the same formulas.
  static func plane(_ kind: String) -> PixelPlane {
    let places = (0..<height).flatMap { row in (0..<width).map { (row, $0) } }
    switch kind {
    case "u8": return make(.uint8(places.map { UInt8(($0 * 37 + $1 * 11) % 256) }))
    case "u16": return make(.uint16(places.map { UInt16(($0 * 9001 + $1 * 257) % 65536) }))
    default: break
    }
    var values = places.map { Float($1) * 0.25 + Float($0) * 3 + 0.5 }
    switch kind {
    case "smooth": break
    case "cropped":
      for (index, place) in places.enumerated() where !(2...17).contains(place.0) { values[index] = .nan }
    default:
      values[width + 2] = .nan
      values[2 * width + 3] = .infinity
      values[3 * width + 4] = -0.0
    }
    return make(kind == "f16" ? .half(Half.encode(values)) : .float(values))
  }

  private static func make(_ storage: PixelPlane.Storage) -> PixelPlane {
    PixelPlane(width: width, height: height, known: storage)
  }
}
