public import AuxEffects
public import AuxImage

/// The mattes of a stream, one for each frame: what of it the effects spare.
public final class MatteInput {
  private let input: DepthInput

  /// Opens mattes that lie in files, as ``DepthInput/init(_:options:limits:)`` opens depth: Y4M, whose luma counts, a folder
  /// or a pattern.
  ///
  /// White, and 1 in map files of floats, is spared. Throws `AuxError` as that does.
  public init(_ path: String, limits: Limits = .standard) throws(AuxError) {
    input = try DepthInput(path, .shares, limits: limits)
  }

  /// Takes the luma of a video.
  public init(_ video: Y4MInput) { input = DepthInput(video) }

  /// Takes shares of 0...1 of one size as a model or a program makes them; `next` returns nil at the end.
  public init(mattes next: @escaping () throws(AuxError) -> NormalisedMap?) {
    input = DepthInput(maps: next)
  }

  /// The path as the user gave it, for messages; nil for mattes that come from no file.
  public var path: String? { input.path }

  /// Returns the next matte, or nil at the end.
  ///
  /// Throws `AuxError` as the decoders do, and `malformed` where one has another size than those before.
  public func next() throws(AuxError) -> NormalisedMap? { try input.next() }

  /// Returns whether there is another matte, which is then lost; a pipe is not waited for.
  public func hasMore() -> Bool { input.hasMore() }
}
