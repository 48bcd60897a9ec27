/// The primary image of a file: its size as stored, and how it is turned for display.
public struct PrimaryImage: Hashable, Sendable {
  /// The width as stored, in pixels.
  public let width: Int
  /// The height as stored, in pixels.
  public let height: Int
  /// How it is to be turned for display.
  public let orientation: ImageOrientation

  /// The size as displayed.
  public var displaySize: (width: Int, height: Int) {
    orientation.swapsSides ? (height, width) : (width, height)
  }

  /// Creates a description.
  public init(width: Int, height: Int, orientation: ImageOrientation = .up) {
    self.width = width
    self.height = height
    self.orientation = orientation
  }
}
