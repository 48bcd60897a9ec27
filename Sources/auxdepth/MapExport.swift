internal import ArgumentParser
internal import AuxCodecs
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// The formats that `extract` writes: those of map files, and ImageIO's dictionary.
enum MapFormat: ExpressibleByArgument {
  case map(MapFile.Kind)
  case plist

  /// Reads the name of a format.
  init?(argument: String) {
    if argument == "plist" {
      self = .plist
    } else if let kind = MapFile.Kind(rawValue: argument), !kind.writableSamples.isEmpty {
      self = .map(kind)
    } else {
      return nil
    }
  }

  /// The name, which is the extension of files.
  var name: String {
    switch self {
    case .map(let kind): kind.rawValue
    case .plist: "plist"
    }
  }

  /// Returns the format that a path's extension names.
  init(path: String) throws(AuxError) {
    if path.lowercased().hasSuffix(".plist") {
      self = .plist
    } else {
      guard let kind = MapFile.Kind(outputPath: path) else {
        throw AuxError(
          .usage,
          "the output \(path) must end in .png, .pfm, .npy, .tiff, .exr, .raw or .plist, or give --format")
      }
      self = .map(kind)
    }
  }
}

/// Turns an auxiliary image into the bytes of a map file.
struct MapExport {
  let source: ImageSource
  let image: AuxiliaryImage
  let format: MapFormat
  let pixelFormat: PixelFormat?
  let isOriented: Bool
  var isXML = false

  /// Returns the bytes and what `--json` says of them.
  func encode() throws(AuxError) -> (bytes: [UInt8], description: [(key: String, value: JSONValue?)]) {
    let stored = try source.stored(image)
    guard case .map(let kind) = format else { return try propertyList(of: stored) }
    let plane: PixelPlane
    let native: PixelFormat
    if image.type.isDepthData, pixelFormat != .L008 {
      let depth = try stored.depthData(in: pixelFormat)
      native = depth.depthDataType
      plane = oriented(depth.depthDataMap)
    } else {
      plane = oriented(stored.codes)
      native = plane.sampleType == .uint16 ? .L016 : .L008
    }
    let bytes = try MapEncoder.encode(plane, native, as: kind)
    return (
      bytes,
      [
        ("width", .integer(plane.width)), ("height", .integer(plane.height)),
        ("pixelFormat", .string(native.name)), ("format", .string(format.name)),
      ]
    )
  }

  private func oriented(_ plane: PixelPlane) -> PixelPlane {
    guard isOriented, let orientation = source.primary?.orientation else { return plane }
    return Orient.apply(orientation.rawValue, to: plane)
  }
}
