package import AuxImage

#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension CameraCalibrationData {
  /// Reads the bytes of a camera file of any ``CameraExport/Format``, recognised by their content.
  ///
  /// `losses` says where there are coefficients of distortion, which have no place in a calibration. Throws `malformed` where
  /// it is no camera, `usage` for numbers that make no calibration.
  package init(camera bytes: [UInt8], _ losses: inout [String]) throws(AuxError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw AuxError(.malformed, "is no text")
    }
    let camera: WrittenCamera
    if text.first(where: { !$0.isWhitespace }) == "{" {
      guard let found = try? JSONDecoder().decode(NerfstudioCamera.self, from: Data(bytes)) else {
        self = try Self(json: bytes)
        return
      }
      camera = found.camera
    } else if text.hasPrefix("%YAML") {
      camera = try WrittenCamera(openCV: text)
    } else {
      camera = try WrittenCamera(lines: text)
    }
    if camera.distortion.contains(where: { $0 != 0 }) {
      losses.append("OpenCV's coefficients of distortion are not recorded: a calibration has other ones")
    }
    let shift = 0.5 - camera.firstPixelCentre
    try self.init(
      fx: camera.fx, fy: camera.fy, cx: camera.cx + shift, cy: camera.cy + shift,
      referenceDimensions: .init(width: camera.width, height: camera.height))
  }
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
      width: w, height: h, fx: fl_x, fy: fl_y ?? fl_x, cx: cx, cy: cy,
      distortion: [k1, k2, k3, k4, p1, p2].compactMap(\.self), .nerfstudio)
  }
}

/// A camera as a file has it.
private struct WrittenCamera {
  var width: Double
  var height: Double
  var fx: Double
  var fy: Double
  var cx: Double
  var cy: Double
  var distortion: [Double]
  let firstPixelCentre: Double

  init(
    width: Double, height: Double, fx: Double, fy: Double, cx: Double, cy: Double, distortion: [Double],
    _ format: CameraExport.Format
  ) {
    (self.width, self.height, self.fx, self.fy, self.cx, self.cy) = (width, height, fx, fy, cx, cy)
    (self.distortion, firstPixelCentre) = (distortion, format.firstPixelCentre)
  }

  /// Reads the YAML that OpenCV writes: size, `camera_matrix` and `distortion_coefficients`.
  init(openCV text: String) throws(AuxError) {
    func number(_ key: String) throws(AuxError) -> Double {
      guard let start = text.ranges(of: key + ":").first?.upperBound,
        let number = Double(text[start...].prefix { !$0.isNewline }.filter { !$0.isWhitespace })
      else { throw AuxError(.malformed, "has no number \(key)") }
      return number
    }
    func matrix(_ key: String) throws(AuxError) -> [Double] {
      guard let start = text.ranges(of: key + ":").first?.upperBound,
        let first = text[start...].firstIndex(of: "["), let last = text[first...].firstIndex(of: "]")
      else { throw AuxError(.malformed, "has no matrix \(key)") }
      let words = text[text.index(after: first)..<last].split { $0 == "," || $0.isWhitespace }
      let numbers = words.compactMap { Double($0) }
      guard numbers.count == words.count else {
        throw AuxError(.malformed, "\(key) has words among its numbers")
      }
      return numbers
    }
    let rows = try matrix("camera_matrix")
    guard rows.count == 9, rows[1] == 0, rows[3] == 0 else {
      throw AuxError(.malformed, "camera_matrix is no matrix of a camera without skew")
    }
    self.init(
      width: try number("image_width"), height: try number("image_height"), fx: rows[0], fy: rows[4],
      cx: rows[2], cy: rows[5], distortion: try matrix("distortion_coefficients"), .opencv)
  }

  /// Reads the lines of COLMAP, or of TUM with a comment that has the size.
  init(lines text: String) throws(AuxError) {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.split(whereSeparator: \.isWhitespace) }
    let data = lines.filter { $0.first?.hasPrefix("#") == false }
    guard data.count == 1, let line = data.first else {
      throw AuxError(.malformed, "has \(data.count) cameras, and is to have one")
    }
    if line.count > 4, Double(line[1]) == nil {
      try self.init(colmap: line)
      return
    }
    let size = lines.first { $0.count == 4 && $0[0] == "#" && $0[1] == "size" }
    let numbers = line.compactMap { Double($0) }
    guard let size, let width = Double(size[2]), let height = Double(size[3]), numbers.count == line.count,
      numbers.count >= 4
    else {
      throw AuxError(
        .malformed, "is no camera file: a line of fx fy cx cy needs a comment '# size WIDTH HEIGHT' before it"
      )
    }
    self.init(
      width: width, height: height, fx: numbers[0], fy: numbers[1], cx: numbers[2], cy: numbers[3],
      distortion: Array(numbers.dropFirst(4)), .tum)
  }

  /// Reads the words of a line of `cameras.txt`.
  private init(colmap words: [Substring]) throws(AuxError) {
    let numbers = words.dropFirst(2).compactMap { Double($0) }
    guard numbers.count == words.count - 2, numbers.count >= 5 else {
      throw AuxError(.malformed, "a line of cameras.txt has words among its numbers")
    }
    let (width, height) = (numbers[0], numbers[1])
    let rest = Array(numbers.dropFirst(2))
    switch words[1] {
    case "SIMPLE_PINHOLE", "SIMPLE_RADIAL", "RADIAL":
      self.init(
        width: width, height: height, fx: rest[0], fy: rest[0], cx: rest[1], cy: rest[2],
        distortion: Array(rest.dropFirst(3)), .colmap)
    case "PINHOLE", "OPENCV", "FULL_OPENCV":
      guard rest.count >= 4 else { throw AuxError(.malformed, "\(words[1]) has \(rest.count) numbers") }
      self.init(
        width: width, height: height, fx: rest[0], fy: rest[1], cx: rest[2], cy: rest[3],
        distortion: Array(rest.dropFirst(4)), .colmap)
    default: throw AuxError(.unsupported, "the camera model \(words[1].prefix(32)) of COLMAP is not read")
    }
  }
}
