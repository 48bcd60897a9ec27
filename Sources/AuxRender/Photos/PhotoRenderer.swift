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
  /// The photo as effects take it, as red, green and blue of 8 or 16 bits: as it is stored, or turned for display.
  ///
  /// Pictures have as many bits.
  public let photo: PhotoPixels
  /// The number of bits of a sample of the photo in its file, 8 or 16.
  public let bitsPerSample: Int
  /// The photo's metadata that its pictures keep: Exif, XMP and IPTC, as an edit keeps them, without thumbnails and previews of
  /// the photo.
  public let metadata: PhotoMetadata
  /// What the pixels do not hold of the photo, such as clipped light.
  public let notes: [String]
  /// How the photo was turned; auxiliary images that are carried over are turned alike.
  public let turn: ImageOrientation
  /// The greatest number of threads.
  public let jobs: Int
  /// ``metadata`` of the photo turned for display.
  private let uprightMetadata: PhotoMetadata
  private let map: RenderMap?
  private let light: PictureLight

  /// True if ``metadata`` state where the photo was taken.
  package var statesLocation: Bool { (try? metadata.statesLocation(limits: source.limits)) ?? false }

  /// Decodes a photo; `isUpright` turns it for display.
  ///
  /// Without a map, effects that need one take the photo's own. Effects work on samples of `bitsPerSample`, 8 or 16, and
  /// without that of as many bits as the photo has. Throws `AuxError` as `ImageSource.primaryPixels()` and
  /// `primaryMetadata()`, `usage` for other bits, and `limitExceeded` where `AuxLimits.memory` has no room for effects of so
  /// many pixels.
  public init(
    _ source: ImageSource, map: RenderMap? = nil, isUpright: Bool = false, bitsPerSample: Int? = nil,
    jobs: Int = AuxWorkerPool.coreCount
  ) throws(AuxError) {
    guard bitsPerSample == nil || bitsPerSample == 8 || bitsPerSample == 16 else {
      throw AuxError(.usage, "effects work on samples of 8 or 16 bits, not \(bitsPerSample ?? 0)")
    }
    let (stored, bits, notes) = try Self.decoded(source, bits: bitsPerSample, jobs: jobs)
    let (light, doubt) = Self.light(of: stored)
    (self.source, self.map, self.jobs, self.bitsPerSample, self.light) = (source, map, jobs, bits, light)
    var geometry = PhotoGeometry(
      of: PrimaryImage(width: stored.width, height: stored.height, orientation: stored.orientation))
    var (own, others) = (notes + doubt, [String]())
    let asStored = try source.metadata(editedBy: geometry, without: [.thumbnail], keepingHeadroom: true, &own)
    geometry.makeUpright()
    let turned = try source.metadata(
      editedBy: geometry, without: [.thumbnail], keepingHeadroom: true, &others)
    uprightMetadata = turned.metadata
    metadata = isUpright ? turned.metadata : asStored.metadata
    self.notes = own + asStored.losses
    turn = isUpright ? stored.orientation : .up
    photo = isUpright ? stored.upright() : stored
  }

  /// Decodes a photo, and keeps what effects take.
  private static func decoded(
    _ source: ImageSource, bits: Int?, jobs: Int
  ) throws(AuxError) -> (photo: PhotoPixels, bits: Int, notes: [String]) {
    let decoded = try source.decodedPrimary()
    var (stored, notes) = (decoded.pixels, decoded.notes)
    let bits = bits ?? stored.bitsPerSample
    _ = try source.limits.checkedDecoding(
      width: stored.width, height: stored.height,
      bytesPerPixel: bits == 16 ? AuxLimits.bytesPerRenderedDeepPixel : AuxLimits.bytesPerRenderedPixel)
    // PQ and HLG have steps in the shadows with 8 bits, and no picture of 8 bits is written with them.
    if bits == 8, let mapped = try stored.toneMapped(jobs: jobs) {
      stored = mapped.pixels
      notes.append(mapped.note)
    }
    let pixels = stored.withBitsPerSample(bits)
    guard pixels.channels == 1, pixels.iccProfile != nil, pixels.hdr == nil else {
      return (pixels.asRGB, stored.bitsPerSample, notes)
    }
    // The profile of gray is not that of the colours that effects make.
    do throws(AuxError) {
      return (try pixels.converted(toProfile: nil, jobs: jobs), stored.bitsPerSample, notes)
    } catch {
      var unprofiled = pixels.asRGB
      unprofiled.iccProfile = nil
      let doubt = "codes of gray are taken for those of sRGB, since of the photo's own: \(error.message)"
      return (unprofiled, stored.bitsPerSample, notes + [doubt])
    }
  }

  /// Returns the light of a photo's codes, and why it is not as its profile says.
  private static func light(of pixels: PhotoPixels) -> (light: PictureLight, doubt: [String]) {
    do throws(AuxError) {
      return (PictureLight(try pixels.lightEncoding(), bits: pixels.bitsPerSample), [])
    } catch {
      return (
        PictureLight(.sRGB, bits: pixels.bitsPerSample),
        ["light is computed as that of sRGB, since of the photo's own: \(error.message)"]
      )
    }
  }

  /// Turns the photo of a renderer for display; it is not decoded again.
  private init(turning stored: PhotoRenderer) {
    (source, map, jobs, light) = (stored.source, stored.map, stored.jobs, stored.light)
    (metadata, uprightMetadata) = (stored.uprightMetadata, stored.uprightMetadata)
    bitsPerSample = stored.bitsPerSample
    (photo, turn, notes) = (stored.photo.upright(), stored.photo.orientation, stored.notes)
  }

  /// Returns the picture of an effect, with the photo's orientation, and its ICC profile where it is of colour.
  ///
  /// Throws `AuxError` as ``pictures(_:_:)``, and `usage` where there are two.
  public func picture(
    _ effect: AuxEffect, _ options: EffectOptions = EffectOptions()
  ) throws(AuxError) -> PhotoPixels {
    let pictures = try pictures(effect, options)
    guard pictures.count == 1 else { throw AuxError(.usage, "\(effect) makes \(pictures.count) pictures") }
    return pictures[0]
  }

  /// Returns the pictures of an effect: one, or those of the left and the right eye, both upright.
  ///
  /// Throws `AuxError` as ``rendering(_:_:)``.
  public func pictures(
    _ effect: AuxEffect, _ options: EffectOptions = EffectOptions()
  ) throws(AuxError) -> [PhotoPixels] {
    try rendering(effect, options).pictures
  }

  /// Returns the pictures of an effect as ``pictures(_:_:)``, and what they were made of: what was in focus, say.
  ///
  /// Throws `AuxError`: `usage` where the effect is not one of photos, and where it is to be mixed and cannot,
  /// `missingImage` where the matte that it needs is missing, else as ``RenderMap/init(of:)``, and as decoding a matte
  /// does.
  public func rendering(
    _ effect: AuxEffect, _ options: EffectOptions = EffectOptions()
  ) throws(AuxError) -> Rendering {
    try rendering(effect, options, blursGains: false).rendering
  }

  /// Returns the pictures of an effect, and the blurred gain map if `blursGains`.
  func rendering(
    _ effect: AuxEffect, _ options: EffectOptions, blursGains: Bool
  ) throws(AuxError) -> (rendering: Rendering, gainMap: StoredAuxiliaryImage?) {
    guard effect.isForPhotos else { throw AuxError(.usage, "\(effect) is no effect of photos") }
    guard options.mixer == .filtered || effect.parameters.contains(.mixer) else {
      throw AuxError(.usage, "\(effect) is not mixed with the photo")
    }
    guard !effect.isUpright || photo.orientation == .up else {
      return try upright().rendering(effect, options, blursGains: blursGains)
    }
    if effect == .normals {
      _ = try source.limits.checkedDecoding(
        width: photo.width, height: photo.height, bytesPerPixel: AuxLimits.bytesPerNormal)
    }
    var (scene, map) = try scene(effect, options)
    let (gainMap, doubt) = effect.parameters.contains(.blur) ? try self.gainMap() : (nil, nil)
    (scene.gains, scene.blursGains) = (gainMap?.gains, blursGains)
    let pictures = try effect.pictures(&scene).map { picture throws(AuxError) in
      try mixed(picture, options.mixer)
    }
    map?.focus(scene.focusNearness, scene.focusSource)
    var blurred = gainMap?.stored
    if let codes = scene.blurredGains { blurred?.codes = codes } else { blurred = nil }
    let report = Report(
      effect: effect, focus: map?.focus, lens: scene.lens?.report, blurRadius: scene.blurRadius,
      grain: scene.blurFacts?.grain, holeShare: map?.holeShare, madeUpShare: scene.madeUpShare,
      recoveredShare: gainMap == nil ? nil : scene.blurFacts?.recoveredShare)
    let notes = scene.focusNotes + [doubt, scene.lens?.note].compactMap(\.self)
    return (Rendering(pictures: pictures, report: report, notes: notes), blurred)
  }

  /// Returns what an effect is made of, and what the report says of the map.
  ///
  /// Map and matte are the scene's alone, which gives them up when they have been used.
  private func scene(
    _ effect: AuxEffect, _ options: EffectOptions
  ) throws(AuxError) -> (scene: EffectScene, map: MapReport?) {
    let map = effect.needsMap(options) ? try renderMap() : nil
    var (options, focusNotes) = (options, [String]())
    if let map, effect.parameters.contains(.focus), options.hasFocusDistance {
      (options, focusNotes) = try focused(options, on: map)
    }
    if let map, effect.isStereo, options.baseline != nil {
      options.stereo = try stereo(options, on: map)
    }
    if options.blur.matchesGrain, effect.parameters.contains(.blur), try !isOfCamera() {
      options.blur = try options.blur.changed(matchesGrain: false)
    }
    var scene = EffectScene(
      image: photo, map: map.map { nearness(of: $0, for: effect) }, matte: try matte(effect, options),
      light: light, options: options, jobs: jobs)
    scene.focusNotes = focusNotes
    if let map, effect.parameters.contains(.blur) { scene.lens = try lens(options, on: map) }
    if let map, options.target == .subject, effect.parameters.contains(.target) {
      scene.stated = try StatedFocus(of: source, map)
    }
    if let map, effect.parameters.contains(.camera) { scene.camera = try camera(options, of: map) }
    return (scene, map.map { MapReport($0) })
  }

  /// Returns as much of an effect as a mixer asks for, and the photo for the rest.
  private func mixed(_ picture: PhotoPixels, _ mixer: EffectMixer) throws(AuxError) -> PhotoPixels {
    guard mixer != .filtered else { return picture }
    // A map in gray is as bright as diffuse white at most.
    let isGrayOnHDR = picture.channels == 1 && photo.hdr != nil
    let fitted = isGrayOnHDR ? try picture.converted(toProfile: photo.iccProfile, jobs: jobs) : picture
    var samples = fitted.asRGB.samples
    mixer.mix(photo, into: &samples, tables: light.tables, jobs: jobs)
    return photo.replacingSamples(samples)
  }

  /// Returns the nearness of a map, turned as the photo is, without terraces where an effect would show them.
  func nearness(of map: RenderMap, for effect: AuxEffect) -> NormalisedMap {
    let shows = effect.parameters.contains(.focus) || effect.isStereo
    let nearness = shows ? map.nearness.smoothingTerraces(jobs: jobs) : map.nearness
    return nearness.applyingExifOrientation(turn)
  }

  /// Returns the map that was given, or the photo's own.
  func renderMap() throws(AuxError) -> RenderMap {
    if let map { return map }
    return try RenderMap(of: source)
  }

  func upright() -> PhotoRenderer { photo.orientation == .up ? self : PhotoRenderer(turning: self) }

  /// Returns the matte that an effect reads, turned as the photo is; nil without a matte, and where it reads none.
  private func matte(_ effect: AuxEffect, _ options: EffectOptions) throws(AuxError) -> EffectMask? {
    let isUseful =
      (options.matteMode != nil && effect.parameters.contains(.matte))
      || (options.target == .subject && effect.parameters.contains(.target))
    let isNeeded = effect.needsMatte(options)
    guard isUseful || isNeeded else { return nil }
    guard let image = source.auxiliaryImage(options.matteType) else {
      guard !isNeeded else {
        throw source.missingError(of: [.type(options.matteType)])
      }
      return nil
    }
    let stored = try source.stored(image).with8BitCodes().applyingExifOrientation(turn)
    return try EffectMask(matte: stored.codes, width: photo.width, height: photo.height, jobs: jobs)
  }
}

extension PhotoRenderer {
  /// The gain map of the photo, by which a blur knows how bright what is clipped was.
  struct GainMap {
    /// The image in the photo's file.
    let stored: StoredAuxiliaryImage
    /// Its gains, turned as the photo is.
    let gains: PhotoGains
  }

  /// Returns the photo's gain map, turned as the photo is; nil without one, where its meaning is not known, and where
  /// the photo is HDR already.
  ///
  /// One that is damaged, or that takes more than the limits allow, is left alone, which the note says. Throws what says
  /// nothing of the photo: `io`, `codecMissing`.
  func gainMap() throws(AuxError) -> (map: GainMap?, note: String?) {
    guard try !source.hasHDRPrimary() else { return (nil, nil) }
    for image in source.auxiliaryImages where image.failure == nil && image.type.isGainMap {
      guard let description = image.gainMap, let curve = GainCurve(description) else { continue }
      do throws(AuxError) {
        // The light of highlights takes as much as samples of 16 bits.
        _ = try source.limits.checkedDecoding(
          width: photo.width, height: photo.height, bytesPerPixel: AuxLimits.bytesPerRenderedDeepPixel)
        let stored = try source.stored(image)
        let turned = stored.applyingExifOrientation(turn)
        let map =
          if let colours = turned.content.colours { try colours.rgb(jobs: jobs) } else {
            try PhotoPixels(gray: turned.codes)
          }
        let gains = PhotoGains(map: map, curve: curve)
        return (GainMap(stored: turned, gains: gains), nil)
      } catch {
        try error.throwIfOfSystem()
        return (nil, "highlights are not recovered, since the gain map cannot be used: \(error.message)")
      }
    }
    return (nil, nil)
  }
}
