internal import AuxKernels

extension CameraCalibrationData {
  /// Returns the calibration of a part of the photo, `width` by `height` pixels large.
  ///
  /// Principal point and distortion centre are measured from the new corner, and the reference dimensions are
  /// those of the part, at the scale that they had; focal lengths, pixel size and coefficients stay.
  /// Source: Specs/conversions.md, "Copying between photos".
  public func cropped(to part: PixelRectangle, width: Int, height: Int) -> CameraCalibrationData {
    let across = intrinsicMatrixReferenceDimensions.width / Double(width)
    let down = intrinsicMatrixReferenceDimensions.height / Double(height)
    let (left, top) = (Double(part.x) * across, Double(part.y) * down)
    var cropped = self
    cropped.intrinsicMatrixReferenceDimensions = Dimensions(
      width: Double(part.width) * across, height: Double(part.height) * down)
    // K' = T K, with T the shift of the corner.
    for column in 0..<3 {
      let bottom = intrinsicMatrix[3 * column + 2]
      cropped.intrinsicMatrix[3 * column] -= left * bottom
      cropped.intrinsicMatrix[3 * column + 1] -= top * bottom
    }
    if let center = lensDistortionCenter {
      cropped.lensDistortionCenter = Point(x: center.x - left, y: center.y - top)
    }
    return cropped
  }
}

extension StoredAuxiliaryImage {
  /// Returns the image of a part of the photo, `width` by `height` pixels large and as stored; its calibration
  /// is cut with it.
  ///
  /// No code changes: edges fall between two samples, half a sample off at most. A map so small that its
  /// aspect ratio would be off by more than 0.5 % has each sample repeated first.
  /// Throws `AuxError` with code `usage` where the part reaches outside.
  public func cropped(
    to part: PixelRectangle, width: Int, height: Int
  ) throws(AuxError) -> StoredAuxiliaryImage {
    guard part.isInside(width: width, height: height) else {
      throw AuxError(.usage, "\(part) reaches out of the photo, which is \(width)x\(height)")
    }
    guard part.width < width || part.height < height else { return self }
    func edges(_ low: Int, _ count: Int, of whole: Int, samples: Int) -> Range<Int> {
      func edge(_ at: Int) -> Int { Int((Double(at) * Double(samples) / Double(whole)).rounded()) }
      let first = min(edge(low), samples - 1)
      return first..<max(edge(low + count), first + 1)
    }
    var repeats = 0
    var (columns, rows) = (0..<0, 0..<0)
    repeat {
      repeats += 1
      columns = edges(part.x, part.width, of: width, samples: self.width * repeats)
      rows = edges(part.y, part.height, of: height, samples: self.height * repeats)
    } while repeats < 8
      && !AspectRatio.isSame(
        (Double(columns.count), Double(rows.count)), (Double(part.width), Double(part.height)),
        tolerance: AspectRatio.tolerance / 2)
    var cut = self
    let (left, top) = (columns.lowerBound, rows.lowerBound)
    let (cutWidth, cutHeight) = (columns.count, rows.count)
    cut.mapSamples(
      { $0.repeatingSamples(repeats).cropped(left: left, top: top, width: cutWidth, height: cutHeight) },
      { $0.repeatingPixels(repeats).cropped(left: left, top: top, width: cutWidth, height: cutHeight) })
    if let calibration = metadata.calibration {
      cut.metadata.calibration = calibration.cropped(to: part, width: width, height: height)
      cut.packet = nil
    }
    return cut
  }
}
