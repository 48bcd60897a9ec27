/// Depth in metres to disparity in 1/metres and back.
package enum Reciprocal {
  /// Puts 1 over each value in its place.
  ///
  /// Both zeros give positive infinity, infinity gives 0, and NaN, a hole, stays NaN.
  package static func invert(_ values: inout [Float]) {
    var samples = values.mutableSpan
    for index in 0..<samples.count { samples[index] = inverse(samples[index]) }
  }

  /// Returns 1 over a value, as ``invert(_:)``.
  @inline(__always)
  package static func inverse(_ value: Float) -> Float { value == 0 ? .infinity : 1 / value }

  /// Returns 1 over each value, as ``invert(_:)``.
  package static func reciprocal(_ values: [Float]) -> [Float] {
    var results = values
    invert(&results)
    return results
  }
}

/// Distance from the camera's centre, along the ray, and depth, along the optical axis.
///
/// Renderers that trace rays may give the first; depth data have the second. With the pinhole model
/// r = z sqrt(1 + ((x - cx) / fx)^2 + ((y - cy) / fy)^2).
package enum RadialDepth {
  /// A pinhole camera in pixels of the map.
  ///
  /// The principal point is measured from the top-left corner of the top-left pixel, as in Apple's
  /// `intrinsicMatrix`: the centre of pixel (column, row) is at (column + 0.5, row + 0.5), and that of a map
  /// of width w at w / 2. Programs that put the centre of the first pixel at 0, as OpenCV does, have
  /// principal points smaller by 0.5.
  package struct Camera: Hashable, Sendable {
    package var fx, fy: Double
    package var cx, cy: Double

    /// Creates a camera; the focal lengths must not be zero.
    package init(fx: Double, fy: Double, cx: Double, cy: Double) {
      (self.fx, self.fy, self.cx, self.cy) = (fx, fy, cx, cy)
    }

    /// Returns the camera of the same picture in another size.
    package func scaled(horizontally: Double, vertically: Double) -> Camera {
      Camera(fx: fx * horizontally, fy: fy * vertically, cx: cx * horizontally, cy: cy * vertically)
    }
  }

  /// Returns the depth of each distance along its ray.
  ///
  /// NaN, a hole, stays NaN, and infinity infinity.
  package static func planar(
    fromRadial values: [Float], width: Int, height: Int, camera: Camera
  ) -> [Float] {
    precondition(width > 0 && height > 0 && values.count == width * height)
    precondition(camera.fx != 0 && camera.fy != 0)
    var results = [Float](repeating: 0, count: values.count)
    let source = values.span
    var target = results.mutableSpan
    for row in 0..<height {
      let y = (Double(row) + 0.5 - camera.cy) / camera.fy
      let constant = 1 + y * y
      let start = row * width
      for column in 0..<width {
        let x = (Double(column) + 0.5 - camera.cx) / camera.fx
        target[start + column] = Float(
          Double(source[start + column]) * (1 / (constant + x * x).squareRoot()))
      }
    }
    return results
  }
}
