internal import AuxKernels

extension StoredAuxiliaryImage {
  /// Returns the image of an edited photo, straightened, cut, scaled and turned with its pixels, its calibration with it where
  /// there is one of the result.
  ///
  /// | image | edges between samples | scaled |
  /// |---|---|---|
  /// | depth map | resampled, samples of one surface mixed | where it would be larger than the photo |
  /// | matte | resampled, all mixed | likewise |
  /// | gain map | resampled, all mixed | with the photo, where that shrinks |
  ///
  /// Codes stay as they are where nothing is straightened, the part begins and ends at samples and the size stays. A hole takes no part in a mean.
  /// Throws `AuxError` with code `unsupported` for an image of several components that is no gain map.
  package func edited(by geometry: PhotoGeometry) throws(AuxError) -> StoredAuxiliaryImage {
    guard geometry.resamples else { return applyingExifOrientation(geometry.turn) }
    try checkedForCoding()
    let (size, isExact) = geometry.size(ofMap: (width, height), isGainMap: type.isGainMap)
    guard !isExact else {
      return try cropped(to: geometry.part, width: geometry.source.width, height: geometry.source.height)
        .applyingExifOrientation(geometry.turn)
    }
    var edited = self
    try edited.resample(by: geometry, toWidth: size.width, height: size.height)
    if let calibration = metadata.calibration, geometry.warp != nil || geometry.crops || geometry.turn != .up
    {
      edited.metadata.calibration = geometry.applied(to: calibration)
      edited.packet = nil
    }
    return edited
  }

  /// Mixes the samples, and turns the result. Of a gain map the gains are mixed, and not its samples.
  private mutating func resample(by geometry: PhotoGeometry, toWidth width: Int, height: Int) throws(AuxError)
  {
    let size = (self.width, self.height)
    func turned(_ plane: PixelPlane) -> PixelPlane { Orient.apply(geometry.turn.rawValue, to: plane) }
    let smooth: (PixelPlane) -> PixelPlane
    let surface: (PixelPlane) -> PixelPlane
    if geometry.warp != nil {
      let warp = geometry.warp(ofMap: size, toWidth: width, height: height)
      smooth = { Resample.smoothPlane($0, warp: warp, toWidth: width, toHeight: height) }
      surface = { Resample.surfacePlane($0, warp: warp, toWidth: width, toHeight: height) }
    } else {
      let window = geometry.window(ofMap: size)
      smooth = { Resample.smoothPlane($0, window: window, toWidth: width, toHeight: height) }
      surface = { Resample.surfacePlane($0, window: window, toWidth: width, toHeight: height) }
    }
    switch content {
    case .depth(let samples, let range): content = .depth(turned(surface(samples)), range)
    case .matte(let samples): content = .matte(turned(smooth(samples)))
    case .gainMap(let samples, let metadata):
      let mixed = GainCurve(mixing: metadata)?.mixed(samples, component: 0, smooth) ?? smooth(samples)
      content = .gainMap(turned(mixed), metadata)
    case .colourGainMap(let planes, let metadata):
      let rgb = ColourPlanes(rgb: try planes.rgb(), keepingBits: true)
      let curve = GainCurve(mixing: metadata)
      let components = rgb.components.enumerated().map { component, plane in
        turned(curve?.mixed(plane, component: component, smooth) ?? smooth(plane))
      }
      content = .colourGainMap(
        try ColourPlanes(components: components, encoding: rgb.encoding, iccProfile: planes.iccProfile),
        metadata)
    case .colours: break
    }
  }
}

extension PhotoGeometry {
  /// Returns the part of the photo in samples of a map of the photo.
  fileprivate func window(ofMap map: (width: Int, height: Int)) -> ResampleWindow {
    let across = Double(map.width) / Double(source.width)
    let down = Double(map.height) / Double(source.height)
    return ResampleWindow(
      left: Double(part.x) * across, top: Double(part.y) * down, right: Double(part.x + part.width) * across,
      bottom: Double(part.y + part.height) * down)
  }

  /// Returns where the samples of an edited map come from in a map of the photo.
  fileprivate func warp(
    ofMap map: (width: Int, height: Int), toWidth width: Int, height: Int
  ) -> ResampleWarp {
    ResampleWarp(
      PlaneTransform(scaling: Double(scaledWidth) / Double(width), Double(scaledHeight) / Double(height))
        .followed(by: unturnedToSource)
        .followed(
          by: PlaneTransform(
            scaling: Double(map.width) / Double(source.width), Double(map.height) / Double(source.height))))
  }

  /// Returns the size of an edited map before it is turned, and whether its codes stay as they are.
  package func size(
    ofMap map: (width: Int, height: Int), isGainMap: Bool
  ) -> (size: (width: Int, height: Int), isExact: Bool) {
    func isAligned(_ edge: Int, _ samples: Int, _ side: Int) -> Bool { edge * samples % side == 0 }
    let isAlignedAcross =
      isAligned(part.x, map.width, source.width) && isAligned(part.x + part.width, map.width, source.width)
    let isAlignedDown =
      isAligned(part.y, map.height, source.height)
      && isAligned(part.y + part.height, map.height, source.height)
    let across = Double(part.width * map.width) / Double(source.width)
    let down = Double(part.height * map.height) / Double(source.height)
    let fitting =
      isGainMap
      ? Double(scaledWidth) / Double(part.width)
      : min(Double(scaledWidth) / across, Double(scaledHeight) / down)
    guard fitting < 1 || !isAlignedAcross || !isAlignedDown || warp != nil else {
      return ((Int(across.rounded()), Int(down.rounded())), true)
    }
    // A gain map as large as the photo has exactly its size.
    if isGainMap, fitting < 1 {
      return (Self.wholeSize(across * fitting, down * Double(scaledHeight) / Double(part.height)), false)
    }
    return (Self.wholeSize(across * min(fitting, 1), down * min(fitting, 1)), false)
  }

  /// Returns the nearest size of whole samples whose shape is the same within 0.5 %: a few times as large where a small one
  /// has none.
  private static func wholeSize(_ width: Double, _ height: Double) -> (width: Int, height: Int) {
    var repeats = 0.0
    var size = (width: 1, height: 1)
    repeat {
      repeats += 1
      size = (max(Int((width * repeats).rounded()), 1), max(Int((height * repeats).rounded()), 1))
    } while repeats < 8
      && !AspectRatio.isSame(
        (Double(size.width), Double(size.height)), (width, height), tolerance: AspectRatio.tolerance / 2)
    return size
  }
}
