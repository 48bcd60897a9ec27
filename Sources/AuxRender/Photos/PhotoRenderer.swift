internal import AuxEffects
public import AuxImage
public import AuxKernels
public import AuxReader

/// Makes pictures of a photo and its depth map.
///
/// ```swift
/// let renderer = try PhotoRenderer(ImageSource("photo.heic"))
/// var options = EffectOptions()
/// options.focus = try FocusMask(focus: 0.9)
/// let picture = try renderer.picture(.blur, options)
/// try ImageDestination(pixels: picture, metadata: renderer.metadata, as: .jpeg).finalize(to: "portrait.jpg")
/// ```
public struct PhotoRenderer: Sendable {
  /// The photo's file.
  public let source: ImageSource
  /// The photo, as its file has it or turned for display; effects take it as RGB of 8 bits.
  public let photo: PhotoPixels
  /// What of the photo's metadata pictures of it keep: Exif.
  public let metadata: PhotoMetadata
  /// What of the photo its pixels do not hold, as light that was clipped.
  public let notes: [String]
  /// How the photo was turned, and its auxiliary images are to be where they go along.
  public let turn: ImageOrientation
  /// The greatest number of threads.
  public let jobs: Int
  private let map: RenderMap?

  /// Decodes a photo; `isUpright` turns it for display.
  ///
  /// Without a map, effects that need one take the photo's own. Throws `AuxError` as
  /// `ImageSource.primaryPixels()` and `primaryMetadata()`.
  public init(
    _ source: ImageSource, map: RenderMap? = nil, isUpright: Bool = false, jobs: Int = WorkerPool.coreCount
  ) throws(AuxError) {
    let decoded = try source.decodedPrimary()
    let stored = decoded.pixels
    (self.source, self.map, self.jobs, notes) = (source, map, jobs, decoded.notes)
    turn = isUpright ? stored.orientation : .up
    photo = isUpright ? stored.upright() : stored
    metadata = PhotoMetadata(exif: try source.primaryMetadata().exif)
  }

  /// Turns the photo of a renderer for display; it is not decoded again.
  private init(turning stored: PhotoRenderer) {
    (source, map, jobs, metadata) = (stored.source, stored.map, stored.jobs, stored.metadata)
    (photo, turn, notes) = (stored.photo.upright(), stored.photo.orientation, stored.notes)
  }

  /// Returns the picture of an effect, with the photo's orientation, and its ICC profile where it is of colour.
  ///
  /// Throws `AuxError` as ``pictures(_:_:)``, and `usage` where there are two.
  public func picture(
    _ effect: Effect, _ options: EffectOptions = EffectOptions()
  ) throws(AuxError) -> PhotoPixels {
    let pictures = try pictures(effect, options)
    guard pictures.count == 1 else { throw AuxError(.usage, "\(effect) makes \(pictures.count) pictures") }
    return pictures[0]
  }

  /// Returns the pictures of an effect: one, or those of the left and the right eye; both stand upright.
  ///
  /// Throws `AuxError`: `usage` where the effect is not one of photos, else as ``RenderMap/init(of:)``, and as
  /// decoding a matte does.
  public func pictures(
    _ effect: Effect, _ options: EffectOptions = EffectOptions()
  ) throws(AuxError) -> [PhotoPixels] {
    guard effect.isForPhotos else { throw AuxError(.usage, "\(effect) is no effect of photos") }
    guard !effect.isStereo || photo.orientation == .up else { return try upright().pictures(effect, options) }
    let map = effect.needsMap ? try renderMap().nearness.applyingExifOrientation(turn) : nil
    let matte = options.usesMatte && effect.parameters.contains(.matte) ? try matte() : nil
    return try effect.pictures(
      EffectScene(image: photo.asRGB8, map: map, matte: matte, options: options, jobs: jobs))
  }

  /// Returns the map that was given, or the photo's own.
  func renderMap() throws(AuxError) -> RenderMap {
    if let map { return map }
    return try RenderMap(of: source)
  }

  /// Returns a renderer of the photo turned for display.
  func upright() -> PhotoRenderer { photo.orientation == .up ? self : PhotoRenderer(turning: self) }

  /// Returns the photo's portrait effects matte as the photo stands, or nil where it has none.
  private func matte() throws(AuxError) -> EffectMask? {
    guard let image = source.auxiliaryImage(.portraitEffectsMatte) else { return nil }
    let stored = try source.stored(image).with8BitCodes().applyingExifOrientation(turn)
    return try EffectMask(matte: stored.codes, width: photo.width, height: photo.height, jobs: jobs)
  }
}
