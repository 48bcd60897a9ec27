package import AuxKernels

/// A photo that is turned by part of a right angle, or seen from elsewhere, before it is cut and scaled.
package struct PhotoWarp: Hashable, Sendable {
  /// The width of the result in pixels, not scaled.
  package let width: Int
  /// The height of the result in pixels.
  package let height: Int
  /// Leads from points of the result to those of the source, both as stored.
  package let toSource: PlaneTransform
  /// Leads from points of the source to those of the result.
  package let fromSource: PlaneTransform

  package init(width: Int, height: Int, toSource: PlaneTransform) {
    (self.width, self.height, self.toSource) = (width, height, toSource)
    fromSource = toSource.inverse
  }

  /// How many pixels of the source a pixel of the result is wide, at its centre.
  package var magnification: Double {
    toSource.magnification(at: [Double(width) / 2, Double(height) / 2])
  }
}

extension PhotoGeometry {
  /// The greatest angle of a straightening, in degrees to either side.
  public static let greatestStraightening = 45.0

  /// Turns the displayed photo about its centre, clockwise in degrees, and keeps the largest part of its aspect ratio about the
  /// centre that has no empty corners.
  ///
  /// An image W by H pixels large keeps the factor min(W / (W c + H s), H / (W s + H c)) of its sides, with c and s
  /// the cosine and the sine of the angle, as whole pixels. Pixels are mixed. Throws `AuxError` with code `usage` for more than
  /// ``greatestStraightening``, for a photo that nothing would remain of, and after another change of the pixels: a photo is straightened
  /// first.
  public mutating func straighten(by degrees: Double) throws(AuxError) {
    guard abs(degrees) <= Self.greatestStraightening else {
      throw AuxError(
        .usage,
        "a photo is straightened by at most 45 degrees to either side, and \(degrees) are asked for; "
          + "turn it by 90 first")
    }
    guard warp == nil, !crops, !scales else {
      throw AuxError(.usage, "a photo is straightened before it is cropped and scaled")
    }
    guard degrees != 0 else { return }
    // A mirrored photo is stored the other way round.
    let isMirrored = OrientationTransform(turn.followed(by: orientation)).isMirror
    let turning = PlaneTransform(turning: isMirrored ? degrees : -degrees)
    let (width, height) = (Double(source.width), Double(source.height))
    let (cosine, sine) = (turning.x.x, abs(turning.x.y))
    let factor = min(width / (width * cosine + height * sine), height / (width * sine + height * cosine))
    // What is a whole number but for its last bits is one.
    let across = Int(width * factor + 1e-6)
    let down = Int(height * factor + 1e-6)
    guard across > 0, down > 0 else {
      throw AuxError(.usage, "nothing would remain of a photo of \(source.width)x\(source.height) pixels")
    }
    let toSource = PlaneTransform(moving: Double(-across) / 2, Double(-down) / 2)
      .followed(by: turning).followed(by: PlaneTransform(moving: width / 2, height / 2))
    self.apply(PhotoWarp(width: across, height: down, toSource: toSource))
  }

  /// Warps the photo, which must be neither cut nor scaled yet.
  package mutating func apply(_ warp: PhotoWarp) {
    precondition(self.warp == nil && !crops && !scales)
    self.warp = warp
    part = PixelRectangle(knownX: 0, y: 0, width: warp.width, height: warp.height)
    (scaledWidth, scaledHeight) = (warp.width, warp.height)
  }

  /// Leads from points of the edited pixels, before these are turned, to those of the source.
  package var unturnedToSource: PlaneTransform {
    let inFrame = PlaneTransform(
      scaling: Double(part.width) / Double(scaledWidth), Double(part.height) / Double(scaledHeight)
    ).followed(by: PlaneTransform(moving: Double(part.x), Double(part.y)))
    return warp.map { inFrame.followed(by: $0.toSource) } ?? inFrame
  }
}
