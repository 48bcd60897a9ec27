public import AuxImage

/// A filter of the frames of a stream.
///
/// A filter is prepared once for a size, renders frame by frame, and is reset where the stream starts
/// anew. Frames that are no longer needed go back to it, and their memory to its pool.
public protocol FrameFilter: Sendable {
  /// Prepares for frames of a size in pixels, of which the caller keeps up to `retainedBufferHint` at a time.
  mutating func prepare(width: Int, height: Int, retainedBufferHint: Int) throws(AuxError)

  /// Returns the size of the filtered frames of frames of a size, which is the same unless a filter says otherwise.
  func outputSize(width: Int, height: Int) -> (width: Int, height: Int)

  /// Returns a frame filtered by its map of nearness, which may have another size.
  ///
  /// Throws `AuxError` with code `usage` where the filter is not prepared, the frame has another size, or all of
  /// the map is holes.
  mutating func render(_ image: PhotoPixels, map: NormalisedMap) throws(AuxError) -> PhotoPixels

  /// Takes back a frame that ``render(_:map:)`` returned.
  mutating func recycle(_ image: consuming PhotoPixels)

  /// Forgets everything about the frames so far, and frees the memory.
  mutating func reset()
}

extension FrameFilter {
  /// Returns the same size.
  public func outputSize(width: Int, height: Int) -> (width: Int, height: Int) { (width, height) }
}
