import AuxEffects
import AuxReader

/// Blurs what is not in focus; `samples` are the photo's pixels as displayed, red, green and blue in turn.
///
/// Decoding the photo itself is left to the caller's own library. Nil where the photo has no map.
public func blurred(
  _ samples: [UInt8], width: Int, height: Int, of photo: String, focus: Float
) throws(AuxError) -> [UInt8]? {
  guard let (image, map) = try prepared(samples, width: width, height: height, of: photo) else { return nil }
  let mask = try FocusMask(focus: focus).mask(of: map, jobs: 2)
  return try FocalBlur(radius: 20).applied(to: image, mask: mask, jobs: 2).samples
}

/// Returns the views of the left and of the right eye.
public func stereoPair(
  _ samples: [UInt8], width: Int, height: Int, of photo: String
) throws(AuxError) -> (left: [UInt8], right: [UInt8])? {
  guard let (image, map) = try prepared(samples, width: width, height: height, of: photo) else { return nil }
  let pair = try Stereo(maxShift: 0.02).pair(of: image, map: map, jobs: 2)
  return (pair.left.samples, pair.right.samples)
}

/// Returns the pixels with the photo's map turned for display and at their size.
private func prepared(
  _ samples: [UInt8], width: Int, height: Int, of photo: String
) throws(AuxError) -> (image: RGBImage, map: NormalisedMap)? {
  let source = try ImageSource(photo)
  guard let auxiliary = source.auxiliaryImage(.disparity) else { return nil }
  let small = try NormalisedMap(
    normalising: source.depthData(auxiliary), orientation: source.primary?.orientation ?? .up)
  let image = try RGBImage(width: width, height: height, samples: samples)
  return (image, try GuidedUpsampling.standard.upsampled(small, guidedBy: image, jobs: 2))
}

/// A filter of one's own: fog that thickens with the distance.
public struct Fog: FrameFilter {
  private var size = (width: 0, height: 0)

  /// Creates the fog.
  public init() {}

  /// Takes the size of the frames.
  public mutating func prepare(format: FrameFormat, retainedBufferHint: Int) throws(AuxError) {
    size = (format.width, format.height)
  }

  /// Returns a frame in the fog.
  public mutating func render(_ image: RGBImage, map: NormalisedMap) throws(AuxError) -> RGBImage {
    guard (image.width, image.height) == size, (map.width, map.height) == size else {
      throw AuxError(.usage, "the fog is for frames and maps of \(size.width)x\(size.height)")
    }
    var samples = image.samples
    for index in samples.indices {
      let nearness = map.values[index / 3]
      let seen = nearness.isNaN ? 0 : nearness
      samples[index] = UInt8((Float(samples[index]) * seen + 220 * (1 - seen)).rounded())
    }
    return try RGBImage(width: image.width, height: image.height, samples: samples)
  }

  /// Lets a frame go: this filter has no pool.
  public mutating func recycle(_ image: consuming RGBImage) {}

  /// Forgets nothing, since no frame depends on another.
  public mutating func reset() {}
}

/// Filters frames of a Y4M stream that is in memory, each by its map.
public func filtered(
  _ stream: [UInt8], maps: [NormalisedMap], by filter: consuming some FrameFilter
) throws(AuxError) -> [UInt8] {
  var reader = Y4MReader()
  reader.append(stream)
  var writer: Y4MWriter?
  var result: [UInt8] = []
  for map in maps {
    guard let frame = try reader.nextFrame(), let header = reader.header else { break }
    if writer == nil {
      try filter.prepare(format: frame.format, retainedBufferHint: 1)
      writer = Y4MWriter(header: header)
    }
    let image = try filter.render(frame.rgb(jobs: 2), map: map)
    result += try writer?.bytes(of: VideoFrame(image, as: frame.format, jobs: 2)) ?? []
    filter.recycle(image)
  }
  return result
}
