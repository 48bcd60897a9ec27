internal import AuxDepthKit

/// What `info` prints of a file.
enum InfoReport {
  /// Returns the JSON object.
  static func json(_ source: ImageSource, path: String) -> JSONValue {
    .object([
      ("path", .string(path)), ("container", .string(source.container.rawValue)),
      (
        "primary",
        source.primary.map { primary in
          .object([
            ("width", .integer(primary.width)), ("height", .integer(primary.height)),
            ("orientation", .integer(primary.orientation.rawValue)),
            ("displayWidth", primary.orientation.swapsSides ? .integer(primary.displaySize.width) : nil),
            ("displayHeight", primary.orientation.swapsSides ? .integer(primary.displaySize.height) : nil),
          ])
        }
      ),
      ("auxiliary", .array(source.auxiliaryImages.map(json))),
    ])
  }

  private static func json(_ image: AuxiliaryImage) -> JSONValue {
    let metadata = image.metadata
    return .object([
      ("index", .integer(image.index)), ("type", .string(image.type.name)),
      ("identifier", .string(image.identifier)), ("width", .integer(image.width)),
      ("height", .integer(image.height)), ("bytesPerRow", .integer(image.bytesPerRow)),
      ("pixelFormat", .string(image.pixelFormat.name)),
      ("storedFormat", image.storedFormat.map { .string($0.name) }),
      ("floatMin", image.valueBounds.map { .number($0.min) }),
      ("floatMax", image.valueBounds.map { .number($0.max) }),
      ("quality", metadata.quality.map { .string($0.rawValue) }),
      ("accuracy", metadata.accuracy.map { .string($0.rawValue) }),
      ("filtered", metadata.isFiltered.map(JSONValue.boolean)),
      ("depthDataVersion", metadata.depthDataVersion.map(JSONValue.integer)),
      ("calibration", metadata.calibration.map(json)), ("codec", .string(image.codec)),
      ("byteCount", .integer(image.byteCount)),
    ])
  }

  private static func json(_ calibration: CameraCalibrationData) -> JSONValue {
    func numbers(_ values: [Double]) -> JSONValue { .array(values.map(JSONValue.number)) }
    let size = calibration.intrinsicMatrixReferenceDimensions
    return .object([
      ("intrinsicMatrix", numbers(calibration.intrinsicMatrix)),
      ("intrinsicMatrixReferenceDimensions", numbers([size.width, size.height])),
      ("extrinsicMatrix", numbers(calibration.extrinsicMatrix)),
      ("pixelSize", .number(calibration.pixelSize)),
      ("lensDistortionCenter", calibration.lensDistortionCenter.map { numbers([$0.x, $0.y]) }),
      ("lensDistortionCoefficients", calibration.lensDistortionCoefficients.map(numbers)),
      ("inverseLensDistortionCoefficients", calibration.inverseLensDistortionCoefficients.map(numbers)),
    ])
  }

  /// Returns the lines for people.
  static func text(_ source: ImageSource, path: String) -> String {
    var head = "\(path): \(source.container.rawValue)"
    if let primary = source.primary {
      head += " \(primary.width)x\(primary.height)"
      if primary.orientation != .up { head += ", orientation \(primary.orientation.rawValue)" }
      let size = primary.displaySize
      if primary.orientation.swapsSides { head += " (displayed \(size.width)x\(size.height))" }
    } else {
      head += ", an auxiliary image without a primary"
    }
    if source.auxiliaryImages.isEmpty { head += ", no auxiliary images" }
    return ([head] + source.auxiliaryImages.map(text)).joined(separator: "\n")
  }

  private static func text(_ image: AuxiliaryImage) -> String {
    let metadata = image.metadata
    var facts = ["\(image.width)x\(image.height)", image.pixelFormat.name]
    if let bounds = image.valueBounds {
      facts.append("\(bounds.min)...\(bounds.max) \(image.pixelFormat.quantity == .depth ? "m" : "1/m")")
    }
    if let quality = metadata.quality { facts.append("quality \(quality.rawValue)") }
    if let accuracy = metadata.accuracy { facts.append("accuracy \(accuracy.rawValue)") }
    if let isFiltered = metadata.isFiltered { facts.append(isFiltered ? "filtered" : "unfiltered") }
    if metadata.calibration != nil { facts.append("calibrated") }
    facts.append("\(image.codec), \(image.byteCount) bytes")
    return "  \(image.index) \(image.type): " + facts.joined(separator: ", ")
  }
}
