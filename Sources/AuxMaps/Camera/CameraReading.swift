internal import AuxImage

#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension StatedCamera {
  /// Reads the text of a camera file, recognised by its content.
  ///
  /// `stated` is the origin of pixels that the caller gives, `usual` the one of a text that says nothing of it. `losses` says where
  /// there are coefficients of distortion, which have no place in a calibration. Throws `malformed` where it is no camera, `usage`
  /// for numbers that make no calibration, and for an origin that is not that of the format.
  package init(
    text bytes: [UInt8], origin stated: PixelOrigin?, usual: PixelOrigin, _ losses: inout [String]
  ) throws(AuxError) {
    guard let written = try WrittenCamera(bytes) else {
      // A calibration as `info --json` prints it.
      guard bytes.firstRange(of: Array("\"intrinsicMatrix\"".utf8)) != nil else {
        throw WrittenCamera.unknown
      }
      self.init(.calibration(try CameraCalibrationData(json: bytes)))
      try Self.check(stated, against: .corner)
      return
    }
    if written.distortion.contains(where: { $0 != 0 }) {
      losses.append("OpenCV's coefficients of distortion are not recorded: a calibration has other ones")
    }
    try Self.check(stated, against: written.origin)
    self = try written.camera(from: stated ?? usual) { pinhole throws(AuxError) in
      try written.size == nil ? .ofPhoto(pinhole) : MapCamera(pinhole, of: written.size)
    }
  }

  private static func check(_ stated: PixelOrigin?, against format: PixelOrigin?) throws(AuxError) {
    guard let stated, let format, stated != format else { return }
    throw AuxError(
      .usage,
      "a file of this format counts principal points from the \(format.rawValue) of the first pixel, and not from the "
        + stated.rawValue)
  }
}

/// A camera as a text states it.
struct WrittenCamera {
  /// The size that the numbers refer to; nil if the text has none.
  var size: CameraCalibrationData.Dimensions?
  var pinhole: PinholeIntrinsics
  var distortion: [Double] = []
  /// The point from which the principal point counts; nil if the format does not say it.
  var origin: PixelOrigin?
  var stereo: CameraFile.Stereo?

  /// Returns the camera that `make` makes of the numbers, counted from the corner; `usual` is the origin if the format says none.
  func camera(
    from usual: PixelOrigin, _ make: (PinholeIntrinsics) throws(AuxError) -> MapCamera
  ) throws(AuxError) -> StatedCamera {
    StatedCamera(
      try make(pinhole.counted(from: origin ?? usual)), origin: origin == nil ? usual : nil, stereo: stereo)
  }
}

extension WrittenCamera {
  /// Reads a text; nil for a JSON object of another program than nerfstudio and Open3D.
  ///
  /// `isSecond` asks for the right camera of Middlebury's pair.
  init?(_ bytes: [UInt8], isSecond: Bool = false) throws(AuxError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw AuxError(.malformed, "is no text")
    }
    if text.first(where: { !$0.isWhitespace }) == "{" {
      guard let camera = try Self(json: Data(bytes)) else { return nil }
      self = camera
    } else if text.hasPrefix("%YAML") {
      self = try Self(openCV: text)
    } else {
      self = try Self(lines: text, isSecond: isSecond)
    }
  }

  private init?(json data: Data) throws(AuxError) {
    let decoder = JSONDecoder()
    if let camera = try? decoder.decode(NerfstudioCamera.self, from: data) {
      self = camera.camera
      return
    }
    let file = try? decoder.decode(Open3DFile.self, from: data)
    let cameras = Set(file?.parameters?.map(\.intrinsic) ?? file.flatMap(\.intrinsic).map { [$0] } ?? [])
    guard
      let camera = (try? decoder.decode(Open3DIntrinsic.self, from: data)) ?? cameras.first
    else { return nil }
    guard cameras.count < 2 else { throw Self.severalCameras(cameras.count) }
    let columns = camera.intrinsic_matrix
    guard columns.count == 9 else {
      throw AuxError(.malformed, "intrinsic_matrix has \(columns.count) numbers, and a matrix of 3x3 has 9")
    }
    self.init(
      size: .init(width: camera.width, height: camera.height),
      pinhole: try PinholeIntrinsics(rows: (0..<9).map { columns[$0 % 3 * 3 + $0 / 3] }), origin: .center)
  }

  /// Reads the YAML that OpenCV writes: `camera_matrix`, and where they are there the size and `distortion_coefficients`.
  private init(openCV text: String) throws(AuxError) {
    func rest(_ key: String) -> Substring? { text.ranges(of: key + ":").first.map { text[$0.upperBound...] } }
    func matrix(_ key: String) throws(AuxError) -> [Double]? {
      guard let rest = rest(key) else { return nil }
      guard let first = rest.firstIndex(of: "["), let last = rest[first...].firstIndex(of: "]") else {
        throw AuxError(.malformed, "\(key) is no matrix")
      }
      return try CameraFile.numbers(CameraFile.words(rest[first...last]))
    }
    func number(_ key: String) throws(AuxError) -> Double? {
      try rest(key).map { rest throws(AuxError) in
        guard let number = Double(rest.prefix { !$0.isNewline }.filter { !$0.isWhitespace }) else {
          throw AuxError(.malformed, "has no number \(key)")
        }
        return number
      }
    }
    guard let rows = try matrix("camera_matrix"), rows.count == 9 else {
      throw AuxError(.malformed, "has no matrix camera_matrix of 3x3 numbers")
    }
    let (width, height) = (try number("image_width"), try number("image_height"))
    guard (width == nil) == (height == nil) else {
      throw AuxError(.malformed, "has one of image_width and image_height")
    }
    self.init(
      size: width.flatMap { width in height.map { .init(width: width, height: $0) } },
      pinhole: try PinholeIntrinsics(rows: rows), distortion: try matrix("distortion_coefficients") ?? [],
      origin: CameraExport.Format.opencv.pixelOrigin)
  }

  /// Reads lines of words: COLMAP, TUM with a comment that has the size, KITTI, Middlebury, MVSNet, or a matrix.
  private init(lines text: String, isSecond: Bool) throws(AuxError) {
    let lines = text.split(whereSeparator: \.isNewline)
    if let pair = try CameraPair(lines, isSecond: isSecond) {
      self = pair.camera
      return
    }
    let words = lines.map(CameraFile.words)
    let data = words.filter { $0.first?.hasPrefix("#") == false }
    guard let line = data.first else { throw Self.unknown }
    if line.count > 4, Double(line[0]) != nil, Double(line[1]) == nil {
      guard data.count == 1 else { throw Self.severalCameras(data.count) }
      try self.init(colmap: line)
      return
    }
    if line == ["extrinsic"], let start = data.firstIndex(of: ["intrinsic"]) {
      self.init(
        pinhole: try Self.matrix(Array(data[(start + 1)...].prefix(3))), origin: .center)
      return
    }
    guard data.count == 1 else {
      self.init(pinhole: try Self.matrix(data))
      return
    }
    let size = words.first { $0.count == 4 && $0[0] == "#" && $0[1] == "size" }
    let numbers = line.compactMap { Double($0) }
    guard numbers.count == line.count, numbers.count >= 4 else { throw Self.unknown }
    guard let size, let width = Double(size[2]), let height = Double(size[3]) else {
      throw AuxError(
        .malformed, "is no camera file: a line of fx fy cx cy needs a comment '# size WIDTH HEIGHT' before it"
      )
    }
    self.init(
      size: .init(width: width, height: height),
      pinhole: PinholeIntrinsics(fx: numbers[0], fy: numbers[1], cx: numbers[2], cy: numbers[3]),
      distortion: Array(numbers.dropFirst(4)), origin: CameraExport.Format.tum.pixelOrigin)
  }

  /// Reads the rows of a matrix of 3x3, 3x4 or 4x4.
  private static func matrix(_ rows: [[Substring]]) throws(AuxError) -> PinholeIntrinsics {
    let sizes = [[3, 3, 3], [4, 4, 4], [4, 4, 4, 4]]
    guard sizes.contains(rows.map(\.count)), let numbers = try? CameraFile.numbers(rows.flatMap(\.self))
    else {
      throw unknown
    }
    return try PinholeIntrinsics(rows: numbers)
  }

  /// Reads the words of a line of `cameras.txt`.
  private init(colmap words: [Substring]) throws(AuxError) {
    let numbers = words.dropFirst(2).compactMap { Double($0) }
    guard numbers.count == words.count - 2, numbers.count >= 5 else {
      throw AuxError(.malformed, "a line of cameras.txt has words among its numbers")
    }
    let rest = Array(numbers.dropFirst(2))
    // The models of one focal length have a number less.
    let isSquare: Bool
    switch words[1] {
    case "SIMPLE_PINHOLE", "SIMPLE_RADIAL", "RADIAL": isSquare = true
    case "PINHOLE", "OPENCV", "FULL_OPENCV":
      guard rest.count >= 4 else { throw AuxError(.malformed, "\(words[1]) has \(rest.count) numbers") }
      isSquare = false
    default: throw AuxError(.unsupported, "the camera model \(words[1].prefix(32)) of COLMAP is not read")
    }
    let all = isSquare ? [rest[0]] + rest : rest
    self.init(
      size: .init(width: numbers[0], height: numbers[1]),
      pinhole: PinholeIntrinsics(fx: all[0], fy: all[1], cx: all[2], cy: all[3]),
      distortion: Array(all.dropFirst(4)), origin: CameraExport.Format.colmap.pixelOrigin)
  }

  private static func severalCameras(_ count: Int) -> AuxError {
    AuxError(.malformed, "has \(count) cameras, and is to have one")
  }

  static let unknown = AuxError(
    .malformed,
    "is no camera that is read: a matrix of 3x3, 3x4 or 4x4, KITTI's or Middlebury's calibration, MVSNet, COLMAP's cameras.txt, "
      + "TUM with '# size WIDTH HEIGHT', OpenCV's YAML, or JSON of auxdepth, nerfstudio or Open3D; of another text NumPy makes a "
      + "matrix that is read: np.save('K.npy', np.loadtxt('FILE'))")
}

/// The members of nerfstudio's `transforms.json`, where all frames share a camera.
private struct NerfstudioCamera: Decodable {
  // As the file spells them.
  var fl_x: Double
  var fl_y: Double?
  var cx: Double
  var cy: Double
  var w: Double
  var h: Double
  var k1: Double?
  var k2: Double?
  var k3: Double?
  var k4: Double?
  var p1: Double?
  var p2: Double?

  var camera: WrittenCamera {
    WrittenCamera(
      size: .init(width: w, height: h),
      pinhole: PinholeIntrinsics(fx: fl_x, fy: fl_y ?? fl_x, cx: cx, cy: cy),
      distortion: [k1, k2, k3, k4, p1, p2].compactMap(\.self),
      origin: CameraExport.Format.nerfstudio.pixelOrigin
    )
  }
}

/// Open3D's PinholeCameraIntrinsic, whose matrix is by columns.
private struct Open3DIntrinsic: Decodable, Hashable {
  // As the file spells them.
  var width: Double
  var height: Double
  var intrinsic_matrix: [Double]
}

/// Open3D's PinholeCameraParameters, or a PinholeCameraTrajectory of these.
private struct Open3DFile: Decodable {
  struct Parameters: Decodable { var intrinsic: Open3DIntrinsic }
  var intrinsic: Open3DIntrinsic?
  var parameters: [Parameters]?
}
