internal import AuxImage

/// What the attributes of an OpenEXR file say of the camera that the picture was made with.
///
/// Source: OpenEXR, "Standard Attributes"; Specs/conversions.md, "Cameras that come along".
package struct EXRCamera: Hashable, Sendable {
  /// A camera without distortion, in pixels of the display window; the principal point is measured from its top left corner.
  package struct Pinhole: Hashable, Sendable {
    package let fx, fy, cx, cy: Double
  }

  /// The matrix that brings points of the world, as rows, to normalised coordinates, by rows.
  private var worldToNDC: [Double]?
  /// The window's width at distance 1.
  private var screenWindowWidth: Double?
  private var screenWindowCenter: [Double]?
  private var pixelAspectRatio: Double?
  /// Millimetres: the focal length, and the film's width and height.
  private var focalLength: Double?
  private var apertureWidth: Double?
  private var apertureHeight: Double?

  package init() {}

  /// The attributes that are looked at; those of Arnold and V-Ray after the standard ones.
  static let names: Set = [
    "worldToNDC", "screenWindowWidth", "screenWindowCenter", "pixelAspectRatio", "CameraFocalLength",
    "CameraFilmApertureHorizontal", "CameraFilmApertureVertical", "cameraFocalLength", "cameraAperture",
  ]

  /// Takes the value of an attribute of ``names``; one of another type says nothing.
  mutating func take(_ name: String, _ type: String, _ reader: inout ByteReader) throws(AuxError) {
    let counts = ["m44f": 16, "v2f": 2, "float": 1]
    var values: [Double] = []
    if let count = counts[type] {
      for _ in 0..<count { values.append(Double(Float(bitPattern: try reader.readUInt32()))) }
    } else if type == "double" {
      values = [Double(bitPattern: try reader.readUInt64())]
    } else if type == "string" {
      guard let number = Double(String(decoding: reader.readRest(), as: UTF8.self)) else { return }
      values = [number]
    }
    guard let first = values.first, values.allSatisfy(\.isFinite) else { return }
    switch (name, values.count) {
    case ("worldToNDC", 16): worldToNDC = values
    case ("screenWindowWidth", 1): screenWindowWidth = first
    case ("screenWindowCenter", 2): screenWindowCenter = values
    case ("pixelAspectRatio", 1): pixelAspectRatio = first
    case ("CameraFocalLength", 1), ("cameraFocalLength", 1): focalLength = first
    case ("CameraFilmApertureHorizontal", 1), ("cameraAperture", 1): apertureWidth = first
    case ("CameraFilmApertureVertical", 1): apertureHeight = first
    default: break
    }
  }

  /// Returns the camera of a picture of that size; nil where the attributes give none.
  ///
  /// The matrix decides, then focal length and aperture, then the screen window, whose width is 1 where a program knows of
  /// no camera.
  package func pinhole(width: Int, height: Int) -> Pinhole? {
    let (width, height) = (Double(width), Double(height))
    let found = ofMatrix(width, height) ?? ofFilm(width, height) ?? ofScreenWindow(width, height)
    guard let found, found.fx > 0, found.fy > 0,
      [found.fx, found.fy, found.cx, found.cy].allSatisfy(\.isFinite)
    else { return nil }
    return found
  }

  /// The camera of a projection; the columns of its matrix for x, y and w are planes in the world.
  ///
  /// Normalised coordinates are 0...1 with y down, as the standard says, or -1...1 with y up, as renderers write them; the axis,
  /// which is near the middle, says which.
  private func ofMatrix(_ width: Double, _ height: Double) -> Pinhole? {
    guard let matrix = worldToNDC else { return nil }
    func column(_ at: Int) -> SIMD3<Double> { SIMD3(matrix[at], matrix[4 + at], matrix[8 + at]) }
    let (x, y, w) = (column(0), column(1), column(3))
    let square = (w * w).sum()
    // Without perspective, all points have the same w.
    guard square > 0 else { return nil }
    let centre = SIMD2((x * w).sum() / square, (y * w).sum() / square)
    let size = SIMD2(Self.distance(x, from: w, square), Self.distance(y, from: w, square))
    if abs(centre.x) < 0.25, abs(centre.y) < 0.25 {
      return Pinhole(
        fx: size.x * width / 2, fy: size.y * height / 2, cx: (1 + centre.x) / 2 * width,
        cy: (1 - centre.y) / 2 * height)
    }
    guard abs(centre.x - 0.5) < 0.25, abs(centre.y - 0.5) < 0.25 else { return nil }
    return Pinhole(
      fx: size.x * width, fy: size.y * height, cx: centre.x * width, cy: centre.y * height)
  }

  /// Returns the length of what of a vector is at right angles to `axis`, in lengths of it.
  private static func distance(_ vector: SIMD3<Double>, from axis: SIMD3<Double>, _ square: Double) -> Double
  {
    let rest = vector - axis * ((vector * axis).sum() / square)
    return ((rest * rest).sum() / square).squareRoot()
  }

  private func ofFilm(_ width: Double, _ height: Double) -> Pinhole? {
    guard let focalLength, let apertureWidth, focalLength > 0, apertureWidth > 0 else { return nil }
    let fx = focalLength / apertureWidth * width
    let fy =
      if let apertureHeight, apertureHeight > 0 {
        focalLength / apertureHeight * height
      } else {
        fx * (pixelAspectRatio ?? 1)
      }
    return Pinhole(fx: fx, fy: fy, cx: width / 2, cy: height / 2)
  }

  private func ofScreenWindow(_ width: Double, _ height: Double) -> Pinhole? {
    guard let window = screenWindowWidth, window > 0, window != 1 else { return nil }
    let fx = width / window
    let fy = fx * (pixelAspectRatio ?? 1)
    let centre = screenWindowCenter ?? [0, 0]
    // The window's y axis points up.
    return Pinhole(fx: fx, fy: fy, cx: width / 2 - centre[0] * fx, cy: height / 2 + centre[1] * fy)
  }
}
