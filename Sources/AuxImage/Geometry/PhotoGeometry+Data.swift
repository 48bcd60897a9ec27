internal import AuxKernels

extension PhotoGeometry {
  /// Returns the calibration of the edited pixels, from that of the stored ones; nil where no camera sees the result.
  ///
  /// It is straightened, cut and turned as the photo is. Scaling leaves it as it is: intrinsics are those of an image of the
  /// reference dimensions, and whoever reads them scales them to the image at hand. No camera of square pixels sees a photo that
  /// has others and is straightened: nil where that is more than a quarter of a pixel. Source: AVFoundation,
  /// `AVCameraCalibrationData.intrinsicMatrixReferenceDimensions`; Specs/xmp.md, "Calibration".
  public func applied(to calibration: CameraCalibrationData) -> CameraCalibrationData? {
    var changed = calibration
    if let warp {
      guard let warped = calibration.warped(by: warp, width: source.width, height: source.height) else {
        return nil
      }
      changed = warped
    }
    if crops { changed = changed.cropped(to: part, width: frame.width, height: frame.height) }
    return changed.applyingExifOrientation(turn)
  }

  /// Returns where a region of the stored photo is in the edited pixels, without what is left out of it; nil where all is.
  ///
  /// Of a region that is straightened it is the upright rectangle about it.
  package func applied(to area: RegionArea) -> RegionArea? {
    guard !area.isCircle else { return applied(toCircle: area) }
    let (width, height) = (Double(source.width), Double(source.height))
    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { across, down in
      editedPoint(
        ofStored: Point(x: (area.x + across * area.width) * width, y: (area.y + down * area.height) * height))
    }
    let size = result
    let across = Self.overlap(corners.map(\.x), Double(size.width))
    let down = Self.overlap(corners.map(\.y), Double(size.height))
    guard let across, let down else { return nil }
    return RegionArea(x: across.centre, y: down.centre, width: across.length, height: down.length)
  }

  /// Returns where a circle is; nil where its centre is left out, since a circle cannot be cut.
  private func applied(toCircle circle: RegionArea) -> RegionArea? {
    let size = result
    let centre = Point(x: circle.x * Double(source.width), y: circle.y * Double(source.height))
    let moved = editedPoint(ofStored: centre)
    guard (0...Double(size.width)).contains(moved.x), (0...Double(size.height)).contains(moved.y) else {
      return nil
    }
    let scale = Double(scaledWidth) / Double(part.width) / (warp?.magnification ?? 1)
    let diameter =
      circle.width * Double(min(source.width, source.height)) * scale / Double(min(size.width, size.height))
    return RegionArea(
      x: moved.x / Double(size.width), y: moved.y / Double(size.height), width: diameter, height: diameter,
      isCircle: true)
  }

  /// Returns what of a stretch between points is inside of a side, in parts of the side; nil where nothing is. A point counts as
  /// a stretch.
  private static func overlap(_ points: [Double], _ side: Double) -> (centre: Double, length: Double)? {
    let (least, greatest) = (points.min() ?? 0, points.max() ?? 0)
    let (low, high) = (max(least, 0), min(greatest, side))
    guard low < high || low == high && least == greatest else { return nil }
    return ((low + high) / 2 / side, (high - low) / side)
  }
}

/// A rectangle about a centre, in parts of the sides of a stored photo; without a size it is a point.
package struct RegionArea: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double
  /// Whether it is a circle, whose diameter is both sides, in parts of the shorter side of the photo.
  package var isCircle: Bool

  package init(x: Double, y: Double, width: Double = 0, height: Double = 0, isCircle: Bool = false) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    self.isCircle = isCircle
  }
}
