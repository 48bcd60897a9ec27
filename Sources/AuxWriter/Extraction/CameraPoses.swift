internal import AuxContainers
public import AuxImage

/// The poses of the cameras of photos, as programs of 3D scenes export them.
///
/// A pose is a matrix of four rows from the camera's axes to the world's, in meters. The camera looks along -z with y up, as
/// Blender's `matrix_world` and nerfstudio's `transform_matrix` have it. Poses are of photos as they are displayed.
/// Source: Specs/conversions.md, "Poses".
public struct CameraPoses: Hashable, Sendable {
  private var poses: [String: CameraPose] = [:]
  private var stems: [String: CameraPose] = [:]
  private var numbers: [Int: CameraPose] = [:]

  /// The largest file that is read.
  private static let mostBytes = 64 << 20
  /// The number of names that an error lists.
  private static let listedNames = 5

  /// Creates poses of matrices by the name of the photo's file, its stem, or the number of the frame, such as `1001`.
  ///
  /// A scale of the axes is removed. Throws `AuxError` with code `malformed` if a matrix does not have four rows of four finite
  /// numbers, its axes are not perpendicular to one another within 0.001, or mirrored, and if two names mean the same photo.
  public init(_ matrices: [String: [[Double]]]) throws(AuxError) {
    try self.init(matrices.sorted { $0.key < $1.key }.map { (name: $0.key, rows: $0.value) })
  }

  /// Reads poses from a file, or from standard input for `-`.
  ///
  /// The file is JSON, an object with a matrix for each name or nerfstudio's `transforms.json`, or text with a line for each
  /// frame, the name and 16 numbers by rows, and comments after `#`. Throws `AuxError` as ``init(_:)`` and `malformed` for a file of
  /// another form; the error names the file.
  public init(contentsOf path: String) throws(AuxError) {
    do throws(AuxError) {
      let bytes = try InputFile.read(path, limit: Self.mostBytes)
      // Spaces, and the mark that some programs put before UTF-8.
      let first = bytes.first { ![0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }
      let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      if isJSON { try self.init(json: bytes) } else { try self.init(Self.entries(inText: bytes)) }
    } catch { throw error.about(StandardStream.inputName(path)) }
  }

  /// Reads poses from a JSON value, which is as in a file.
  package init(json: JSONValue) throws(AuxError) { try self.init(json: Array(json.text.utf8)) }

  private init(json bytes: [UInt8]) throws(AuxError) {
    try self.init(Document(json: bytes, form: "object of poses").entries)
  }

  private init(_ entries: [(name: String, rows: [[Double]])]) throws(AuxError) {
    for (name, rows) in entries {
      let pose: CameraPose
      do throws(AuxError) { pose = try CameraPose(rows) } catch { throw error.within("frame \(name)") }
      let stem = PathText.stem(of: name)
      let isRepeated =
        poses.updateValue(pose, forKey: name) != nil || stems.updateValue(pose, forKey: stem) != nil
        || Int(stem).map { numbers.updateValue(pose, forKey: $0) != nil } ?? false
      guard !isRepeated else {
        throw AuxError(.malformed, "there is another pose of the same photo", place: "frame \(name)")
      }
    }
    guard !poses.isEmpty else { throw AuxError(.malformed, "there are no poses") }
  }

  /// Returns the pose of a photo by its name, its stem, or the last digits of the stem.
  ///
  /// Throws `AuxError` with code `missingImage`, listing some names that have poses, if the photo has none.
  func pose(ofPhoto path: String) throws(AuxError) -> CameraPose {
    let (name, stem) = (PathText.fileName(of: path), PathText.stem(of: path))
    if let pose = poses[name] ?? poses[stem] ?? stems[stem] { return pose }
    if let number = Self.lastNumber(in: stem), let pose = numbers[number] { return pose }
    let names = poses.keys.sorted()
    let listed = names.prefix(Self.listedNames).joined(separator: ", ")
    throw AuxError(
      .missingImage,
      "there is no pose of \(name); there are poses of \(listed)"
        + (names.count > Self.listedNames ? " and \(names.count - Self.listedNames) others" : ""))
  }

  private static func lastNumber(in stem: String) -> Int? {
    let isDigit = { (character: Character) in character.isASCII && character.isNumber }
    guard let last = stem.lastIndex(where: isDigit) else { return nil }
    return Int(String(stem[...last].reversed().prefix(while: isDigit).reversed()))
  }

  /// A JSON file: an object with a matrix for each name, or nerfstudio's list of frames.
  private struct Document: Decodable {
    private struct Frame: Decodable {
      // As the file spells them.
      let file_path: String
      let transform_matrix: [[Double]]
    }

    private enum CodingKeys: CodingKey { case frames }

    let entries: [(name: String, rows: [[Double]])]

    init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: CodingKeys.self)
      // A photo may be called "frames".
      if object.contains(.frames), (try? object.decode([[Double]].self, forKey: .frames)) == nil {
        entries = try object.decode([Frame].self, forKey: .frames).map {
          (PathText.fileName(of: $0.file_path), $0.transform_matrix)
        }
      } else {
        entries = try decoder.singleValueContainer().decode([String: [[Double]]].self)
          .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      }
    }
  }

  /// Reads lines of a name and 16 numbers.
  private static func entries(
    inText bytes: [UInt8]
  ) throws(AuxError) -> [(name: String, rows: [[Double]])] {
    var entries: [(name: String, rows: [[Double]])] = []
    for (index, line) in String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
    {
      let words = line.split(whereSeparator: \.isWhitespace).prefix { !$0.hasPrefix("#") }
      guard let name = words.first else { continue }
      let numbers = words.dropFirst().compactMap { Double($0) }
      guard words.count == 17, numbers.count == 16 else {
        throw AuxError(.malformed, "is no name with 16 numbers", place: "line \(index + 1)")
      }
      entries.append((String(name), stride(from: 0, to: 16, by: 4).map { Array(numbers[$0..<($0 + 4)]) }))
    }
    return entries
  }
}

/// The pose of a camera: the directions of its axes, each of length 1, and its location in meters.
struct CameraPose: Hashable, Sendable {
  private let right, up, back, location: SIMD3<Double>

  /// The largest cosine between two axes.
  private static let tolerance = 1e-3

  /// Creates the pose of a matrix from camera to world; throws as ``CameraPoses/init(_:)``.
  init(_ rows: [[Double]]) throws(AuxError) {
    guard rows.count == 4, rows.allSatisfy({ $0.count == 4 && $0.allSatisfy(\.isFinite) }) else {
      throw AuxError(.malformed, "the matrix does not have 4 rows of 4 finite numbers")
    }
    guard zip(rows[3], [0, 0, 0, 1]).allSatisfy({ abs($0 - $1) < 1e-6 }) else {
      throw AuxError(.malformed, "the last row of the matrix is not 0 0 0 1")
    }
    let columns = (0..<4).map { SIMD3(rows[0][$0], rows[1][$0], rows[2][$0]) }
    let lengths = columns.map { ($0 * $0).sum().squareRoot() }
    guard lengths[..<3].allSatisfy({ $0 > 0 && $0.isFinite }) else {
      throw AuxError(.malformed, "an axis of the matrix has no length")
    }
    (right, up, back) = (columns[0] / lengths[0], columns[1] / lengths[1], columns[2] / lengths[2])
    location = columns[3]
    let cosines = [right * up, up * back, back * right].map { abs($0.sum()) }
    guard let largest = cosines.max(), largest <= Self.tolerance else {
      throw AuxError(.malformed, "the axes of the matrix are not perpendicular to one another")
    }
    guard determinant > 0 else { throw AuxError(.malformed, "the axes of the matrix are mirrored") }
  }

  private var determinant: Double { (right * Self.cross(up, back)).sum() }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// The matrix from camera to world by rows, as nerfstudio has it.
  var rows: [[Double]] {
    (0..<3).map { [right[$0], up[$0], back[$0], location[$0]] } + [[0, 0, 0, 1]]
  }

  /// The matrix by columns from the world to a camera that looks along z with y down, as Open3D has it.
  var extrinsicColumns: [Double] {
    let rows = [Self.cross(up, back), -Self.cross(back, right), -Self.cross(right, up)].map {
      $0 / determinant
    }
    let columns = (0..<3).map { axis in rows.map { $0[axis] } + [0] }
    return columns.flatMap(\.self) + rows.map { -($0 * location).sum() } + [1]
  }
}
