internal import AuxEffects
package import AuxImage
package import AuxReader
internal import AuxWriter

/// What a viewer of a photo focuses on at first, and the lens whose blur it shows.
///
/// It is what an autofocus finds on the stored map; the photo is not decoded. Source: Specs/viewer.md, "Focus".
package struct SubjectFocus: Hashable, Sendable {
  /// The nearness, the distance, and how they were found.
  package let focus: FocusReport
  /// The middle of the area that the file states, in parts of the photo as displayed; nil where it states none.
  package let place: PhotoGeometry.Point?
  /// The lens; nil where the map has no distances.
  package let lens: Lens?

  /// The camera of a photo as effects take it.
  package struct Lens: Hashable, Sendable {
    /// The focal length in diagonals of the photo.
    package let focalLength: Double
    /// Whether that is a usual phone's, since nothing states the photo's own.
    package let isAssumed: Bool
    /// The disparities in 1/metres, as a lens takes them, of a nearness of 0 and 1.
    package let disparities: ClosedRange<Float>
    /// What the blur of an f-number is measured by.
    package let basis: LensReport.Basis
    /// The f-number whose blur the photo's maker simulates; nil where the file does not say.
    package let simulatedFNumber: Float?
  }

  /// Finds what is in focus; nil where the photo has no map that can be used.
  ///
  /// Throws what says nothing of the photo: `io`.
  package init?(of source: ImageSource) throws(AuxError) {
    do throws(AuxError) {
      guard let primary = source.primary, source.auxiliaryImages.contains(where: \.type.isDepthData) else {
        return nil
      }
      let map = try RenderMap(of: source)
      let stated = try StatedFocus(of: source, map)
      let filled = try map.nearness.smoothingTerraces(jobs: 1).fillingHoles()
      guard let found = StatedFocus.subject(stated, matte: try Self.matte(of: source), on: filled) else {
        return nil
      }
      var report = MapReport(map)
      report.focus(found.nearness, found.source)
      guard let focus = report.focus else { return nil }
      self.focus = focus
      place = found.area.map { primary.displayedPart(ofStored: PhotoGeometry.Point(x: $0.x, y: $0.y)) }
      lens = try Self.lens(on: map, of: primary, in: source)
    } catch {
      try error.throwIfOfSystem()
      return nil
    }
  }

  /// Returns the portrait effects matte at its own size; nil without one that can be decoded.
  private static func matte(of source: ImageSource) throws(AuxError) -> EffectMask? {
    guard let image = source.auxiliaryImage(.portraitEffectsMatte), image.failure == nil else { return nil }
    do throws(AuxError) {
      let codes = try source.stored(image).with8BitCodes().codes
      return try EffectMask(matte: codes, width: codes.width, height: codes.height, jobs: 1)
    } catch {
      try error.throwIfOfSystem()
      return nil
    }
  }

  private static func lens(
    on map: RenderMap, of primary: PrimaryImage, in source: ImageSource
  ) throws(AuxError) -> Lens? {
    guard let range = map.nearness.disparityRange, range.lowerBound < range.upperBound else { return nil }
    let (width, height) = (Double(primary.width), Double(primary.height))
    let metadata = PhotoMetadata(exif: try source.primaryMetadata().exif)
    let known = try SpatialPhoto.focalLength(
      width: width, height: height, metadata: metadata, calibration: map.calibration, limits: source.limits)
    let usual = LensOptics.usualFocalLength(width: primary.width, height: primary.height)
    let (disparities, basis) = PhotoRenderer.scaled(range, of: map)
    return Lens(
      focalLength: (known ?? Double(usual)) * width / (width * width + height * height).squareRoot(),
      isAssumed: known == nil, disparities: disparities, basis: basis,
      simulatedFNumber: map.simulatedFNumber)
  }
}
