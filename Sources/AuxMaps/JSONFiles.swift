internal import AuxContainers
public import AuxImage

extension CameraCalibrationData {
  /// The members of the JSON object: those of the type, matrices by columns, sizes and points as two numbers.
  private struct Document: Decodable {
    var intrinsicMatrix: [Double]
    var intrinsicMatrixReferenceDimensions: [Double]
    var extrinsicMatrix: [Double]?
    var pixelSize: Double?
    var lensDistortionCenter: [Double]?
    var lensDistortionCoefficients: [Double]?
    var inverseLensDistortionCoefficients: [Double]?
  }

  /// Reads the JSON file at `path`, `-` for standard input; throws as ``init(json:)``, and `inputMissing`, naming the file.
  public init(jsonFile path: String) throws(AuxError) {
    self = try InputFile.json(path) { bytes throws(AuxError) in try Self(json: bytes) }
  }

  /// Reads a JSON object with the members of this type, as the program prints them.
  ///
  /// Matrices are arrays of columns; sizes and points are arrays of two numbers. Only `intrinsicMatrix` and
  /// `intrinsicMatrixReferenceDimensions` are required. Throws `AuxError`: `malformed` where it is no such
  /// object, `usage` for numbers that make no calibration.
  public init(json bytes: [UInt8]) throws(AuxError) {
    let document = try Document(json: bytes, form: "object of a calibration")
    let size = document.intrinsicMatrixReferenceDimensions
    guard size.count == 2 else {
      throw AuxError(.malformed, "intrinsicMatrixReferenceDimensions needs 2 numbers, \(size.count) given")
    }
    let center = document.lensDistortionCenter
    guard center == nil || center?.count == 2 else {
      throw AuxError(.malformed, "lensDistortionCenter needs 2 numbers")
    }
    try self.init(
      intrinsicMatrix: document.intrinsicMatrix,
      intrinsicMatrixReferenceDimensions: .init(width: size[0], height: size[1]),
      extrinsicMatrix: document.extrinsicMatrix ?? Self.identityExtrinsics,
      pixelSize: document.pixelSize ?? Self.nominalPixelSize,
      lensDistortionCenter: center.map { .init(x: $0[0], y: $0[1]) },
      lensDistortionCoefficients: document.lensDistortionCoefficients,
      inverseLensDistortionCoefficients: document.inverseLensDistortionCoefficients)
  }
}

extension GainMapDescription {
  /// The members of the JSON object, as ``json`` has them; others are passed over.
  private struct Document: Decodable {
    struct Channel: Decodable {
      var gainMin: Double
      var gainMax: Double
      var gamma: Double?
      var baseOffset: Double?
      var alternateOffset: Double?
    }

    var appleHeadroom: Double?
    var baseHeadroom: Double?
    var alternateHeadroom: Double?
    var usesBaseColourSpace: Bool?
    var channels: [Channel]?
  }

  /// An object that has the other as its member, as the report of an image does.
  private struct Report: Decodable {
    var gainMap: Document?
  }

  /// Reads the JSON file at `path`, `-` for standard input; throws as ``init(json:)``, and `inputMissing`, naming the file.
  public init(jsonFile path: String) throws(AuxError) {
    self = try InputFile.json(path) { bytes throws(AuxError) in try Self(json: bytes) }
  }

  /// Reads a JSON object with the members of `json`, or one that has it as its member `gainMap`, as the report of an
  /// auxiliary image has.
  ///
  /// `channels` with `alternateHeadroom`, or `appleHeadroom`, must be there. Throws `AuxError`: `malformed` where it is
  /// no such object, `usage` for numbers that describe no gain map.
  public init(json bytes: [UInt8]) throws(AuxError) {
    let form = "object of a gain map's metadata"
    let inner = try Report(json: bytes, form: form).gainMap
    let document = if let inner { inner } else { try Document(json: bytes, form: form) }
    self.init(forms: [], appleHeadroom: document.appleHeadroom)
    if let headroom = document.appleHeadroom, !(headroom >= 1 && headroom.isFinite) {
      throw AuxError(.usage, "appleHeadroom is a ratio of at least 1, not \(headroom)")
    }
    guard let channels = document.channels else {
      guard appleHeadroom != nil else {
        throw AuxError(.malformed, "neither channels nor appleHeadroom is there")
      }
      return
    }
    guard let alternate = document.alternateHeadroom else {
      throw AuxError(.malformed, "alternateHeadroom is missing")
    }
    metadata = GainMapMetadata(
      channels: channels.map {
        .init(
          gainMin: $0.gainMin, gainMax: $0.gainMax, gamma: $0.gamma ?? 1, baseOffset: $0.baseOffset ?? 0,
          alternateOffset: $0.alternateOffset ?? 0)
      }, baseHeadroom: document.baseHeadroom ?? 0, alternateHeadroom: alternate,
      usesBaseColourSpace: document.usesBaseColourSpace ?? true)
    try metadata?.check()
  }
}

extension GainMapMetadata {
  /// Throws `usage` for numbers that describe no gain map.
  fileprivate func check() throws(AuxError) {
    guard channels.count == 1 || channels.count == 3 else {
      throw AuxError(.usage, "a gain map has 1 channel or 3, not \(channels.count)")
    }
    guard channels.allSatisfy({ $0.gainMin <= $0.gainMax && $0.gamma > 0 }) else {
      throw AuxError(.usage, "gainMin is at most gainMax, and gamma above 0")
    }
    guard baseHeadroom >= 0, alternateHeadroom >= 0, baseHeadroom != alternateHeadroom else {
      throw AuxError(
        .usage, "baseHeadroom and alternateHeadroom are two different numbers of stops, 0 or more")
    }
  }
}
