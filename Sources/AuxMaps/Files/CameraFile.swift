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
/// Principal points are taken as the file has them, from the top left corner of the map. Source: Specs/conversions.md,
/// "Cameras that come along".
package enum CameraFile: Hashable, Sendable {
  /// The cameras of a stereo pair, as Middlebury's sets have them in `calib.txt`.
  case middlebury
  /// A matrix of three or four rows as text, beside the map or in the folder `intrinsic` beside the map's.
  case matrix(String)
  /// The fields of view in degrees, as JSON.
  case fieldOfView(String)
  /// Size, focal lengths and principal point as six numbers in a line, in a file with the name of the map and this
  /// extension, beside the map or in that folder beside the map's.
  case pinhole(String, folder: String)

  /// What turns disparity in pixels into 1/metres.
  package struct Stereo: Hashable, Sendable {
    /// In pixels.
    var focalLength: Double
    /// In metres.
    var baseline: Double
    /// What is added to each disparity: how far the principal points are apart, in pixels.
    var offset: Double
    /// The number of disparities that the file says there are.
    var count: Double?
  }

  /// The largest file that is read, in bytes.
  private static let limit = 64 << 10

  /// The name of the file, for people.
  package var name: String { name(of: "MAP") }

  private func name(of stem: String) -> String {
    switch self {
    case .middlebury: "calib.txt"
    case .matrix(let name), .fieldOfView(let name): name
    case .pinhole(let fileExtension, _): stem + "." + fileExtension
    }
  }

  private var folders: [String] {
    switch self {
    case .middlebury, .fieldOfView: [""]
    // The reader of ScanNet writes scene/depth/0.png and scene/intrinsic/intrinsic_depth.txt.
    case .matrix: ["", "../intrinsic"]
    case .pinhole(_, let folder): ["", "../" + folder]
    }
  }

  /// Adds what the file beside the map `path` says, where there is one.
  ///
  /// Throws `AuxError` that names the file: `malformed` where it is of another form, `usage` where it is of a map of
  /// another size, `limitExceeded` past 64 KiB.
  func apply(to content: inout MapContent, at path: String) throws(AuxError) {
    guard path != StandardStream.path else { return }
    let (folder, name) = (PathText.folder(of: path), PathText.fileName(of: path))
    for place in folders {
      let file = PathText.joined(PathText.joined(folder, place), self.name(of: PathText.stem(of: path)))
      guard try FileSystem.exists(file) else { continue }
      do throws(AuxError) {
        let bytes = try InputFile.read(file, limit: Self.limit)
        try apply(bytes, to: &content, isSecond: name.lowercased().hasPrefix("disp1"))
      } catch { throw error.about(file) }
      return
    }
  }

  private func apply(
    _ bytes: [UInt8], to content: inout MapContent, isSecond: Bool
  ) throws(AuxError) {
    let (width, height) = (content.samples.width, content.samples.height)
    switch self {
    case .middlebury:
      let file = try MiddleburyCalibration(bytes, isSecond: isSecond)
      try Self.check((file.width, file.height), content.samples)
      content.stereo = file.stereo
      content.camera = try .matrix(file.matrix, width: width, height: height)
    case .matrix:
      var rows: [[Double]] = []
      for line in try Self.lines(bytes) {
        let numbers = try Self.numbers(line.split(whereSeparator: \.isWhitespace))
        if !numbers.isEmpty { rows.append(numbers) }
      }
      guard rows.count == 3 || rows.count == 4, rows.allSatisfy({ $0.count == rows.count }) else {
        throw AuxError(.malformed, "is no matrix of 3x3 or 4x4 numbers")
      }
      content.camera = try .matrix(rows[0..<3].flatMap { $0[0..<3] }, width: width, height: height)
    case .pinhole:
      let numbers = try Self.numbers(
        try Self.lines(bytes).flatMap { $0.split(whereSeparator: \.isWhitespace) })
      guard numbers.count == 6 else {
        throw AuxError(.malformed, "has \(numbers.count) numbers, and a camera has 6")
      }
      try Self.check((numbers[0], numbers[1]), content.samples)
      let (fx, fy, cx, cy) = (numbers[2], numbers[3], numbers[4], numbers[5])
      content.camera = try .matrix([fx, 0, cx, 0, fy, cy, 0, 0, 1], width: width, height: height)
    case .fieldOfView:
      let object: Fields
      do { object = try JSONDecoder().decode(Fields.self, from: Data(bytes)) } catch {
        throw AuxError(.malformed, "is no JSON object with fov_x and fov_y")
      }
      let (x, y) = (object.fov_x * .pi / 360, object.fov_y * .pi / 360)
      guard x > 0, y > 0, x < .pi / 2, y < .pi / 2 else {
        throw AuxError(.malformed, "fields of view of \(object.fov_x) and \(object.fov_y) degrees")
      }
      let (cx, cy) = (Double(width) / 2, Double(height) / 2)
      content.camera = try .matrix(
        [cx / tan(x), 0, cx, 0, cy / tan(y), cy, 0, 0, 1], width: width, height: height)
    }
  }

  private static func check(_ size: (Double, Double), _ map: PixelPlane) throws(AuxError) {
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

  fileprivate static func lines(_ bytes: [UInt8]) throws(AuxError) -> [Substring] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw AuxError(.malformed, "is no text")
    }
    return text.split(whereSeparator: \.isNewline)
  }

  fileprivate static func numbers(_ words: [Substring]) throws(AuxError) -> [Double] {
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

/// The lines of a `calib.txt` that are about the geometry of a rectified pair.
private struct MiddleburyCalibration {
  /// The rows of the camera's matrix.
  let matrix: [Double]
  let stereo: CameraFile.Stereo
  let width: Double
  let height: Double

  /// Reads the file; `isSecond` asks for the camera of the right picture.
  init(_ bytes: [UInt8], isSecond: Bool) throws(AuxError) {
    var values: [String: [Double]] = [:]
    let isBreak = { (character: Character) in character.isWhitespace || "[];".contains(character) }
    for line in try CameraFile.lines(bytes) {
      let pair = line.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { continue }
      values[String(pair[0])] = try CameraFile.numbers(pair[1].split(whereSeparator: isBreak))
    }
    func number(_ key: String) throws(AuxError) -> Double {
      guard let only = values[key], only.count == 1 else {
        throw AuxError(.malformed, "has no number \(key)")
      }
      return only[0]
    }
    let key = isSecond ? "cam1" : "cam0"
    guard let matrix = values[key], matrix.count == 9 else {
      throw AuxError(.malformed, "has no matrix \(key) of 3x3 numbers")
    }
    let (baseline, offset) = (try number("baseline"), try number("doffs"))
    // From a micrometre to a kilometre.
    guard (0.001...1_000_000).contains(baseline), matrix[0] > 0 else {
      throw AuxError(.malformed, "a baseline of \(baseline) mm and a focal length of \(matrix[0]) pixels")
    }
    self.matrix = matrix
    stereo = CameraFile.Stereo(
      focalLength: matrix[0], baseline: baseline / 1000, offset: offset,
      count: values["ndisp"].flatMap { $0.count == 1 ? $0[0] : nil })
    (width, height) = (try number("width"), try number("height"))
  }
}

extension MapCamera {
  /// Creates the camera of a matrix by rows, in pixels of a map of that size.
  ///
  /// Throws `malformed` where it is not of a camera without skew that sees 1 to 168 degrees.
  static func matrix(_ rows: [Double], width: Int, height: Int) throws(AuxError) -> MapCamera {
    let (fx, fy) = (rows[0], rows[4])
    let isCamera =
      fx > 0 && fy > 0 && [rows[3], rows[6], rows[7]].allSatisfy { $0 == 0 } && rows[8] == 1
      && abs(rows[1]) <= fx / 1000 && rows.allSatisfy(\.isFinite)
    guard isCamera else {
      throw AuxError(.malformed, "the intrinsics are no matrix of a camera without skew")
    }
    // Numbers in widths of the map where pixels are expected, or the other way round, are out of this range.
    guard (0.05...50).contains(fx / Double(width)), (0.05...50).contains(fy / Double(height)) else {
      throw AuxError(
        .malformed,
        "focal lengths of \(fx) and \(fy) pixels are not of a map of \(width)x\(height); the unit is another one"
      )
    }
    return .calibration(
      try CameraCalibrationData(
        fx: fx, fy: fy, cx: rows[2], cy: rows[5],
        referenceDimensions: .init(width: Double(width), height: Double(height))))
  }
}
