/// A rectangle of whole pixels, from the top left of an image.
public struct PixelRectangle: Hashable, Sendable {
  /// The pixels to the left of it.
  public let x: Int
  /// The rows above it.
  public let y: Int
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// Creates a rectangle.
  ///
  /// Throws `AuxError` with code `usage` where a side is not positive, it starts before the top left corner, or
  /// an edge cannot be represented.
  public init(x: Int, y: Int, width: Int, height: Int) throws(AuxError) {
    let limit = 1 << 30
    guard x >= 0, y >= 0, width > 0, height > 0, max(x, y, width, height) < limit else {
      throw AuxError(.usage, "\(x),\(y),\(width),\(height) is no rectangle of an image")
    }
    self.init(knownX: x, y: y, width: width, height: height)
  }

  /// Creates a rectangle that is known to be one.
  package init(knownX x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Returns whether it fits into an image of that size.
  package func isInside(width: Int, height: Int) -> Bool {
    x + self.width <= width && y + self.height <= height
  }

  /// Returns where the same pixels are once an orientation is applied to the image of that size.
  package func applyingExifOrientation(
    _ orientation: ImageOrientation, width imageWidth: Int, height imageHeight: Int
  ) -> PixelRectangle {
    let transform = OrientationTransform(orientation)
    let (across, down) =
      orientation.swapsSides ? (imageHeight, imageWidth) : (imageWidth, imageHeight)
    let offset = transform.offset(width: Double(across), height: Double(down))
    let one = transform([Double(x), Double(y)]) + offset
    let two = transform([Double(x + width), Double(y + height)]) + offset
    return PixelRectangle(
      knownX: Int(min(one.x, two.x)), y: Int(min(one.y, two.y)), width: Int(abs(two.x - one.x)),
      height: Int(abs(two.y - one.y)))
  }
}

extension PixelRectangle: CustomStringConvertible {
  /// The corner and the size, as `10,20,300,200`.
  public var description: String { "\(x),\(y),\(width),\(height)" }
}
