internal import ArgumentParser
internal import AuxCodecs
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// The formats of map files that are written.
enum MapFormat: String, ExpressibleByArgument, CaseIterable {
  case png
  case pfm
  case raw
  case plist

  /// Returns the format that a path's extension names.
  init(path: String) throws(AuxError) {
    guard let dot = path.lastIndex(of: "."),
      let format = MapFormat(rawValue: path[path.index(after: dot)...].lowercased())
    else {
      throw AuxError(.usage, "the output \(path) must end in .png, .pfm, .raw or .plist, or give --format")
    }
    self = format
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
    if format == .plist { return try propertyList(of: stored) }
    let plane: PixelPlane
    let native: PixelFormat
    if image.type.isDepthData, pixelFormat != .L008 {
      let depth = try stored.depthData(in: pixelFormat)
      native = depth.depthDataType
      plane = oriented(depth.depthDataMap)
    } else {
      native = .L008
      plane = oriented(stored.codes)
    }
    let bytes = try encode(plane, native)
    return (
      bytes,
      [
        ("width", .integer(plane.width)), ("height", .integer(plane.height)),
        ("pixelFormat", .string(native.name)), ("format", .string(format.rawValue)),
      ]
    )
  }

  private func oriented(_ plane: PixelPlane) -> PixelPlane {
    guard isOriented, let orientation = source.primary?.orientation else { return plane }
    return Orient.apply(orientation.rawValue, to: plane)
  }

  private func encode(_ plane: PixelPlane, _ native: PixelFormat) throws(AuxError) -> [UInt8] {
    switch format {
    // A dictionary is made of the whole image, not of its plane.
    case .raw, .plist: return plane.data()
    case .png:
      guard let quantity = native.quantity else { return try PNGCodec.encode(plane) }
      return try PNGCodec.encode(stretched(plane, whiteIsLarge: quantity == .disparity))
    case .pfm:
      return try PFMCodec.encode(
        PixelPlane(width: plane.width, height: plane.height, storage: .float(realValues(plane))))
    }
  }

  /// Returns 16-bit codes between the smallest and the largest value, white = near; holes are black.
  private func stretched(_ plane: PixelPlane, whiteIsLarge: Bool) -> PixelPlane {
    let values = realValues(plane)
    guard let (low, high) = Quantise.finiteRange(values) else {
      return PixelPlane(
        width: plane.width, height: plane.height,
        storage: .uint16([UInt16](repeating: 0, count: values.count)))
    }
    var codes = Quantise.codes16(values, min: low, max: high)
    if !whiteIsLarge {
      for index in codes.indices where !values[index].isNaN { codes[index] = 65535 - codes[index] }
    }
    return PixelPlane(width: plane.width, height: plane.height, storage: .uint16(codes))
  }

  /// Returns the samples as floats: depth data in its unit, codes as 0...1.
  private func realValues(_ plane: PixelPlane) -> [Float] {
    switch plane.storage {
    case .float(let values): values
    case .half(let bits): Half.decode(bits)
    case .uint8(let codes): codes.map { Float($0) / 255 }
    case .uint16(let codes): codes.map { Float($0) / 65535 }
    }
  }
}
