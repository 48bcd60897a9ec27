public import AuxImage

/// A filter of the frames of a stream.
///
/// A filter is prepared once for a format, renders frame by frame, and is reset where the stream starts
/// anew. Frames that are no longer needed go back to it, and their memory to its pool.
public protocol FrameFilter: Sendable {
  /// Prepares for frames of a format, of which the caller keeps up to `retainedBufferHint` at a time.
  mutating func prepare(format: FrameFormat, retainedBufferHint: Int) throws(AuxError)

  /// Returns a frame filtered by its map of nearness, which may have another size.
  ///
  /// Throws `AuxError` with code `usage` where the filter is not prepared, the frame has another size, or all of
  /// the map is holes.
  mutating func render(_ image: RGBImage, map: NormalisedMap) throws(AuxError) -> RGBImage

  /// Takes back a frame that ``render(_:map:)`` returned.
  mutating func recycle(_ image: consuming RGBImage)

  /// Forgets everything about the frames so far, and frees the memory.
  mutating func reset()
}

/// The filters of this package.
public struct StandardFilter: FrameFilter {
  /// Which filter.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The frame as it is.
    case none
    /// Without green, as ``Rosy``.
    case rosy
    /// The map in gray, as ``GrayscaleEffect``.
    case grayscale
    /// The mask of the focus in gray, as ``FocusMask``.
    case mask
    /// The frame times the mask, as ``Spotlight``.
    case spotlight
    /// Blurred out of the focus, as ``FocalBlur``.
    case blur
  }

  /// Which filter.
  public let kind: Kind
  /// The focus of mask, spotlight and blur.
  public let focus: FocusMask
  /// The blur.
  public let blur: FocalBlur
  /// The gray of the map.
  public let gray: GrayscaleEffect
  /// The greatest number of threads.
  public let jobs: Int

  private var pool: BufferPool?
  private var size: (width: Int, height: Int) = (0, 0)
  private var mask: [Float] = []

  /// Creates a filter that works on at most `jobs` threads.
  public init(
    _ kind: Kind, focus: FocusMask = .standard, blur: FocalBlur = .standard,
    gray: GrayscaleEffect = .standard, jobs: Int
  ) {
    (self.kind, self.focus, self.blur, self.gray, self.jobs) = (kind, focus, blur, gray, jobs)
  }

  /// Prepares for frames of a format.
  public mutating func prepare(format: FrameFormat, retainedBufferHint: Int) throws(AuxError) {
    size = (format.width, format.height)
    pool = BufferPool(byteCount: format.width * format.height * 3, limit: max(retainedBufferHint, 1) + 1)
    mask = []
  }

  /// Returns a frame filtered.
  public mutating func render(_ image: RGBImage, map: NormalisedMap) throws(AuxError) -> RGBImage {
    guard var pool else { throw AuxError(.usage, "the filter was not prepared for a format") }
    try PlaneSize.match(image, width: size.width, height: size.height, of: "prepared format")
    guard kind != .none else { return image }
    var target = pool.take()
    self.pool = pool
    switch kind {
    case .none: break
    case .rosy: Rosy().render(image, sparing: nil, into: &target, jobs: jobs)
    case .grayscale, .mask, .spotlight, .blur:
      let fitted = try GuidedUpsampling.standard.fitted(map, to: image, jobs: jobs)
      if kind == .grayscale {
        var codes = Bands.undefined(fitted.values.count, of: UInt8.self)
        gray.render(fitted, only: nil, into: &codes, jobs: jobs)
        Self.spread(codes, into: &target)
      } else {
        try applyMask(of: fitted, to: image, into: &target)
      }
    }
    return RGBImage(width: image.width, height: image.height, known: target)
  }

  private mutating func applyMask(
    of map: NormalisedMap, to image: RGBImage, into target: inout [UInt8]
  ) throws(AuxError) {
    if mask.count != map.values.count { mask = Bands.undefined(map.values.count, of: Float.self) }
    focus.render(map, into: &mask, jobs: jobs)
    switch kind {
    case .spotlight: Spotlight().render(image, mask: mask, into: &target, jobs: jobs)
    case .blur: blur.render(image, mask: mask, into: &target, jobs: jobs)
    default: Self.spread(mask.map { nearestCode($0 * 255) }, into: &target)
    }
  }

  /// Writes gray as equal red, green and blue.
  private static func spread(_ codes: [UInt8], into target: inout [UInt8]) {
    let source = codes.span
    var samples = target.mutableSpan
    precondition(samples.count == source.count * 3)
    for pixel in 0..<source.count {
      samples[pixel &* 3] = source[pixel]
      samples[pixel &* 3 &+ 1] = source[pixel]
      samples[pixel &* 3 &+ 2] = source[pixel]
    }
  }

  /// Takes back a frame.
  public mutating func recycle(_ image: consuming RGBImage) { pool?.give(image.samples) }

  /// Frees the memory; the filter stays prepared.
  public mutating func reset() {
    if let pool { self.pool = BufferPool(byteCount: pool.byteCount, limit: pool.limit) }
    mask = []
  }
}
