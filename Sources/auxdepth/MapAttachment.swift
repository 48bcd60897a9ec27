internal import AuxCodecs
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// A map file turned into an auxiliary image, with what was given for comparing afterwards.
struct MapAttachment {
  /// The image to attach.
  let image: StoredAuxiliaryImage
  /// The number of holes that were filled.
  let holesFilled: Int
  /// The values given in the map's own unit, NaN where a hole was filled; nil for mattes and gain maps.
  private let given: (values: [Float], quantity: DepthQuantity)?

  /// Reads the map of a request.
  init(
    _ request: MapArguments.Request, depth: DepthOptions, map options: DepthMapOptions,
    file: MapFileArguments, headroom: Double?, placement: MapPlacement, bits: Int
  ) throws(AuxError) {
    let bytes = try InputFile.read(request.path, limit: Limits.standard.mapFileBytes)
    let fileOptions = request.type.isDepthData ? try file.options() : MapFileOptions()
    let map = try placement.place(try MapFile.decode(bytes, options: fileOptions))
    if request.type.isDepthData {
      let size = (placement.primary.width, placement.primary.height)
      let reading = try DepthMapReading(
        map, as: request.type == .depth ? .depth : .disparity, options: options, photo: size)
      try self.init(
        reading, format: depth.pixelFormat, bits: bits, metadata: depth.metadata(of: size, map: options))
    } else {
      self.init(
        codes: try Self.codes(of: map),
        metadata: .matte(request.type, headroom: request.type == .hdrGainMap ? headroom : nil),
        type: request.type)
    }
  }

  /// Creates an attachment of what is known.
  init(image: StoredAuxiliaryImage, holesFilled: Int, given: (values: [Float], quantity: DepthQuantity)?) {
    self.image = image
    self.holesFilled = holesFilled
    self.given = given
  }

  private init(codes: PixelPlane, metadata: AuxiliaryMetadata, type: AuxiliaryDataType) {
    image = StoredAuxiliaryImage(type: type, codes: codes, metadata: metadata)
    holesFilled = 0
    given = nil
  }

  private init(
    _ reading: DepthMapReading, format: PixelFormat, bits: Int, metadata: AuxiliaryMetadata
  ) throws(AuxError) {
    let read = reading.values
    let native = format.quantity == reading.quantity ? read.values : Reciprocal.reciprocal(read.values)
    let depthData = DepthData(
      values: native, width: reading.width, height: reading.height, depthDataType: format, metadata: metadata)
    image = try StoredAuxiliaryImage(quantising: native, of: depthData, bits: bits)
    holesFilled = read.holesFilled
    given = (read.valuesWithHoles, reading.quantity)
  }

  /// Returns the 8-bit codes of a matte or gain map: 16-bit codes rounded, floats of 0...1 spread.
  private static func codes(of map: PixelPlane) throws(AuxError) -> PixelPlane {
    let codes: [UInt8]
    switch map.storage {
    case .uint8: return map
    case .uint16(let wide): codes = wide.map { UInt8((UInt32($0) + 128) / 257) }
    case .half(let bits): codes = try Self.codes(of: Half.decode(bits), width: map.width)
    case .float(let values): codes = try Self.codes(of: values, width: map.width)
    }
    return PixelPlane(width: map.width, height: map.height, storage: .uint8(codes))
  }

  private static func codes(of values: [Float], width: Int) throws(AuxError) -> [UInt8] {
    if let index = values.firstIndex(where: { !($0 >= 0 && $0 <= 1) }) {
      throw AuxError(
        .usage,
        "a float matte has values of 0...1, not \(values[index]) at (\(index % width), \(index / width))")
    }
    return Quantise.codes8(values, min: 0, max: 1)
  }

  /// The unit of ``difference(from:)``.
  var unit: String { given.map { $0.quantity == .depth ? "m" : "1/m" } ?? "codes" }

  /// Returns the differences between what was given and what decodes, in the map's own unit; codes for mattes.
  func difference(from decoded: StoredAuxiliaryImage) throws(AuxError) -> (max: Double, mean: Double) {
    guard let given else {
      guard case .uint8(let before) = image.codes.storage, case .uint8(let after) = decoded.codes.storage
      else {
        throw AuxError(.verification, "the codes came back in another sample format")
      }
      let difference = Difference.compare(before, after)
      return (Double(difference.max), difference.mean)
    }
    let unit: PixelFormat = given.quantity == .depth ? .fdep : .fdis
    let values = try decoded.depthData(in: unit).values
    let difference = Difference.compare(given.values, values)
    return (difference.max, difference.mean)
  }
}
