internal import AuxContainers
internal import AuxImage
internal import AuxKernels

#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file beside a map that describes its camera, as programs and sets of data have them.
///
/// Source: Specs/conversions.md, "Cameras that come along".
package struct CameraFile: Hashable, Sendable {
  /// What the file is.
  package enum Form: Hashable, Sendable {
    /// A text that ``WrittenCamera`` reads: the cameras of a stereo pair, or a matrix.
    case text
    /// The fields of view in degrees, as JSON.
    case fieldOfView
    /// Size, focal lengths and principal point as six numbers in a line.
    case pinhole
  }

  /// What turns disparity in pixels into 1/metres.
  package struct Stereo: Hashable, Sendable {
    /// In pixels.
    package var focalLength: Double
    /// In metres.
    package var baseline: Double
    /// What is added to each disparity: how far the principal points are apart, in pixels.
    var offset = 0.0
    /// The number of disparities that the file says there are.
    var count: Double?

    /// The factor that turns disparities in pixels into 1/metres.
    var scale: Double { 1 / (focalLength * baseline) }
  }

  let form: Form
  /// Where the file is, seen from the map's folder, the likeliest first; `MAP` is the name of the map without its extension,
  /// `FRAME` that name without the number that KITTI's sets append.
  let paths: [String]

  /// The largest file that is read, in bytes.
  private static let limit = 64 << 10

  /// The name of the file, for people.
  package var name: String { paths[0] }

  /// Adds what the file beside the map `path` says, where there is one; `origin` is that of a file that says none.
  ///
  /// Throws `AuxError` that names the file: `malformed` where it is of another form, `usage` where it is of a map of
  /// another size, `limitExceeded` past 64 KiB.
  func apply(to content: inout MapContent, at path: String, origin: PixelOrigin) throws(AuxError) {
    guard path != StandardStream.path else { return }
    let (folder, stem) = (PathText.folder(of: path), PathText.stem(of: path))
    let frame = ["_10", "_11"].contains { stem.hasSuffix($0) } ? String(stem.dropLast(3)) : stem
    for place in paths {
      let file = PathText.joined(folder, place.replacing("MAP", with: stem).replacing("FRAME", with: frame))
      guard try FileSystem.exists(file) else { continue }
      do throws(AuxError) {
        let bytes = try InputFile.read(file, limit: Self.limit)
        content.statedCamera = try camera(
          bytes, of: content.samples, origin: origin, isSecond: stem.lowercased().hasPrefix("disp1"))
      } catch { throw error.about(file) }
      return
    }
  }

  private func camera(
    _ bytes: [UInt8], of map: PixelPlane, origin: PixelOrigin, isSecond: Bool
  ) throws(AuxError) -> StatedCamera {
    let size = (width: map.width, height: map.height)
    switch form {
    case .text:
      guard let written = try WrittenCamera(bytes, isSecond: isSecond) else {
        throw AuxError(.malformed, "is JSON, and no text of numbers")
      }
      if let size = written.size { try Self.check((size.width, size.height), map) }
      return try written.camera(from: origin) { pinhole throws(AuxError) in
        try MapCamera(pinhole, ofMapWith: size)
      }
    case .pinhole:
      let numbers = try Self.numbers(Self.words(Self.text(bytes)))
      guard numbers.count == 6 else {
        throw AuxError(.malformed, "has \(numbers.count) numbers, and a camera has 6")
      }
      try Self.check((numbers[0], numbers[1]), map)
      let pinhole = PinholeIntrinsics(fx: numbers[2], fy: numbers[3], cx: numbers[4], cy: numbers[5])
      return StatedCamera(try MapCamera(pinhole, ofMapWith: size))
    case .fieldOfView:
      let object = try Fields(json: bytes, form: "object with fov_x and fov_y")
      let (x, y) = (object.fov_x * .pi / 360, object.fov_y * .pi / 360)
      guard x > 0, y > 0, x < .pi / 2, y < .pi / 2 else {
        throw AuxError(.malformed, "fields of view of \(object.fov_x) and \(object.fov_y) degrees")
      }
      let (cx, cy) = (Double(size.width) / 2, Double(size.height) / 2)
      let pinhole = PinholeIntrinsics(fx: cx / tan(x), fy: cy / tan(y), cx: cx, cy: cy)
      return StatedCamera(try MapCamera(pinhole, ofMapWith: size))
    }
  }

  static func check(_ size: (Double, Double), _ map: PixelPlane) throws(AuxError) {
    guard size == (Double(map.width), Double(map.height)) else {
      throw AuxError(
        .usage,
        "is of pictures of \(size.0)x\(size.1), and the map has \(map.width)x\(map.height) samples; give the map in its own "
          + "size")
    }
  }

  private struct Fields: Decodable {
    // As the file spells them.
    let fov_x: Double
    let fov_y: Double
  }

  private static func text(_ bytes: [UInt8]) throws(AuxError) -> Substring {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw AuxError(.malformed, "is no text")
    }
    return text[...]
  }

  /// Returns the words of a text, between white space, commas and the signs around matrices.
  static func words(_ text: Substring) -> [Substring] {
    text.split { $0.isWhitespace || ",;[]".contains($0) }
  }

  /// Returns words as finite numbers; throws `malformed` for others.
  static func numbers(_ words: [Substring]) throws(AuxError) -> [Double] {
    var numbers: [Double] = []
    for word in words {
      guard let number = Double(word), number.isFinite else {
        throw AuxError(.malformed, "\(word.prefix(32)) is no number")
      }
      numbers.append(number)
    }
    return numbers
  }
}

/// The cameras of a rectified stereo pair, in lines of a key and numbers: `calib.txt` of Middlebury, and KITTI's calibrations.
struct CameraPair {
  private(set) var camera: WrittenCamera
  private let values: [Substring: Substring]

  /// Reads lines; nil where they have no keys of such a file. `isSecond` asks for the right camera of Middlebury's pair.
  init?(_ lines: [Substring], isSecond: Bool) throws(AuxError) {
    var values: [Substring: Substring] = [:]
    for line in lines {
      guard let end = line.firstIndex(where: { $0 == "=" || $0 == ":" }) else { continue }
      values[line[..<end]] = line[line.index(after: end)...]
    }
    self.values = values
    camera = WrittenCamera(pinhole: PinholeIntrinsics(fx: 0, fy: 0, cx: 0, cy: 0), origin: .center)
    if let keys = [("P_rect_02", "P_rect_03"), ("P2", "P3")].first(where: { values[$0.0[...]] != nil }) {
      try readKITTI(left: keys.0, right: keys.1)
    } else if ["cam0", "cam1", "baseline"].contains(where: { values[$0[...]] != nil }) {
      try readMiddlebury(isSecond: isSecond)
    } else {
      return nil
    }
  }

  private func numbers(_ key: String, count: Int) throws(AuxError) -> [Double]? {
    guard let text = values[key[...]] else { return nil }
    let numbers = try CameraFile.numbers(CameraFile.words(text))
    guard numbers.count == count else {
      throw AuxError(.malformed, "\(key) has \(numbers.count) numbers in place of \(count)")
    }
    return numbers
  }

  /// The left color camera. The last column of a projection is where its camera is, times the focal length.
  private mutating func readKITTI(left: String, right: String) throws(AuxError) {
    guard let matrix = try numbers(left, count: 12) else { return }
    camera.pinhole = try PinholeIntrinsics(rows: matrix)
    camera.size = try numbers("S_rect_02", count: 2).map { .init(width: $0[0], height: $0[1]) }
    guard let other = try numbers(right, count: 12) else { return }
    let baseline = (matrix[3] - other[3]) / matrix[0]
    guard CameraFile.Stereo.baselines.contains(baseline) else {
      throw AuxError(.malformed, "a baseline of \(baseline) m between \(left) and \(right)")
    }
    camera.stereo = CameraFile.Stereo(
      focalLength: matrix[0], baseline: baseline, offset: other[2] - matrix[2])
  }

  private mutating func readMiddlebury(isSecond: Bool) throws(AuxError) {
    func number(_ key: String) throws(AuxError) -> Double {
      guard let numbers = try numbers(key, count: 1) else {
        throw AuxError(.malformed, "has no number \(key)")
      }
      return numbers[0]
    }
    let key = isSecond ? "cam1" : "cam0"
    guard let matrix = try numbers(key, count: 9) else {
      throw AuxError(.malformed, "has no matrix \(key) of 3x3 numbers")
    }
    camera.pinhole = try PinholeIntrinsics(rows: matrix)
    camera.size = .init(width: try number("width"), height: try number("height"))
    let (baseline, offset) = (try number("baseline") / 1000, try number("doffs"))
    guard CameraFile.Stereo.baselines.contains(baseline) else {
      throw AuxError(.malformed, "a baseline of \(baseline) m")
    }
    camera.stereo = CameraFile.Stereo(
      focalLength: matrix[0], baseline: baseline, offset: offset, count: try numbers("ndisp", count: 1)?[0])
  }
}

extension CameraFile.Stereo {
  /// From a micrometre to a kilometre.
  static let baselines = 0.000_001...1000
}
