internal import AuxCodecs
internal import AuxImage
internal import AuxKernels

extension MapContent {
  /// Reads an NPZ archive: the map, and what else its convention finds there.
  init(archive data: [UInt8], options: MapFile.Options, limits: AuxLimits) throws(AuxError) {
    let archive = try NPZArchive(data)
    let convention = options.convention
    let arrays = convention?.facts.arrays ?? .usual
    let choice = try archive.choice(options.key, usual: arrays.depth)
    let array = try archive.array(choice, limits: limits)
    self.init(array.plane)
    self.array = choice.key
    (hasWholeNumbers, hasBools) = (array.hasWholeNumbers, array.hasBools)
    if let key = arrays.camera?.key, let numbers = try archive.numbers(key, most: 9, of: choice) {
      do throws(AuxError) {
        statedCamera = try arrays.camera?.camera(numbers, of: samples, options.origin)
      } catch {
        throw error.within(key)
      }
    }
    if convention == nil, camera != nil {
      backgroundLimit = MapConvention.depthPro.facts.background
    } else if convention == nil {
      statedCamera = .matrix(
        of: archive, map: choice, ofMapWith: (samples.width, samples.height), from: options.origin)
    }
    if let key = arrays.mask, options.key == nil || choice.count > 1,
      let mask = try archive.choice(key, of: choice)
    {
      try exclude(try archive.array(mask, limits: limits).plane, key)
    }
    if let key = arrays.confidence, archive.has(key) { unread = key }
  }

  /// Makes background of the samples where a mask is 0.
  private mutating func exclude(_ mask: PixelPlane, _ key: String) throws(AuxError) {
    guard (mask.width, mask.height) == (samples.width, samples.height) else {
      throw AuxError(
        .malformed,
        "the mask has \(mask.width)x\(mask.height) samples, and the map \(samples.width)x\(samples.height)",
        place: key)
    }
    guard case .uint8(let codes) = mask.storage else {
      throw AuxError(.unsupported, "a mask of \(mask.sampleType); it has bools or bytes", place: key)
    }
    switch samples.takeStorage() {
    case .float(var values):
      for index in values.indices where codes[index] == 0 { values[index] = .infinity }
      samples = PixelPlane(width: mask.width, height: mask.height, known: .float(values))
    case .half(let bits):
      var values = Half.decode(bits)
      for index in values.indices where codes[index] == 0 { values[index] = .infinity }
      samples = PixelPlane(width: mask.width, height: mask.height, known: .float(values))
    case .uint8, .uint16:
      throw AuxError(.unsupported, "a mask beside codes; it belongs to floats", place: key)
    }
  }
}

extension MapArrays.Camera {
  /// Returns the camera of the numbers of an array.
  fileprivate func camera(
    _ numbers: [Double], of map: PixelPlane, _ origin: PixelOrigin
  ) throws(AuxError) -> StatedCamera {
    let (width, height) = (map.width, map.height)
    switch self {
    case .focalLength:
      guard numbers.count == 1, numbers[0] > 0, numbers[0].isFinite else {
        throw AuxError(.malformed, "\(numbers.prefix(9)) is no focal length in pixels")
      }
      return StatedCamera(.focalLength(numbers[0], ofWidth: width, height: height))
    case .matrix, .normalisedMatrix:
      guard numbers.count == 9 else {
        throw AuxError(.malformed, "\(numbers.count) numbers are no matrix of 3x3")
      }
      guard case .normalisedMatrix = self else {
        return try StatedCamera(rows: numbers, ofMapWith: (width, height), from: origin)
      }
      let sides = [Double](repeating: Double(width), count: 3) + .init(repeating: Double(height), count: 3)
      // 0 and 1 are the edges of the picture, whatever pixels count from.
      let pinhole = try PinholeIntrinsics(rows: zip(numbers, sides + [1, 1, 1]).map { $0 * $1 })
      return StatedCamera(try MapCamera(pinhole, ofMapWith: (width, height)))
    }
  }
}
