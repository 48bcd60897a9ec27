internal import AuxEffects
public import AuxImage
public import AuxWriter

/// Where a stream goes: a file that appears whole or not at all, or standard output, a FIFO or a device.
///
/// A file whose name ends in `.y4m` gets the stream as it is. One that ends in `.mp4`, or another of ``videoExtensions``,
/// gets what FFmpeg makes of it, where that is installed. A process that writes into pipes ignores `SIGPIPE`, so that a
/// reader that goes away is an error, and not the end. A file that is not finished is removed
/// with its sink.
public final class FrameSink {
  /// The extensions of videos that FFmpeg makes, in lower case and without a dot.
  public static let videoExtensions = VideoProgram.extensions

  /// The path as the user gave it, for messages.
  private let path: String
  private var file: AtomicFile?
  private let stream: OutputStream?
  /// The path of FFmpeg, and what it is to make.
  private let video: (program: String, suffix: String)?
  private var program: VideoProgram?
  /// The matrix of the frames, once they are known.
  var matrix: VideoFrame.Matrix?

  /// Opens the output; `-` is standard output.
  ///
  /// Throws `AuxError`, which names the path: `cannotCreate` where the file exists and is not to be replaced, or its folder
  /// does not take it, `usage` for an unknown extension, and `codecMissing` where FFmpeg is needed and not
  /// installed.
  public init(_ path: String, options: WriteOptions = WriteOptions()) throws(AuxError) {
    self.path = StandardStream.outputName(path)
    do throws(AuxError) {
      stream = try OutputStream.stream(at: path)
      video = stream == nil ? try Self.video(path) : nil
      if stream == nil { file = try AtomicFile(destination: path, options: options) }
    } catch { throw error.about(self.path) }
  }

  /// Returns what makes a video of the name; nil for Y4M.
  private static func video(_ path: String) throws(AuxError) -> (program: String, suffix: String)? {
    let suffix = PathText.fileExtension(of: path)
    if suffix == "y4m" { return nil }
    guard let suffix, videoExtensions.contains(suffix) else {
      let what = suffix.map { "is no video: .\($0) is not known" } ?? "does not say what it is to be"
      throw AuxError(.usage, "the name \(what)", remedy: .nameVideo)
    }
    return (try VideoProgram.find(), suffix)
  }

  /// Whether the other end of a pipe was closed.
  package var readerIsGone: Bool { stream?.readerIsGone ?? false }

  /// Writes bytes after those written before.
  ///
  /// Throws `AuxError`, which names the path: `io` where the system does not take them, or FFmpeg
  /// fails.
  public func write(_ bytes: [UInt8]) throws(AuxError) {
    do throws(AuxError) {
      if let stream { return try stream.write(bytes) }
      guard video != nil else { try file?.write(bytes); return }
      try startVideo()
      try program?.write(bytes)
    } catch { throw error.about(path) }
  }

  private func startVideo() throws(AuxError) {
    guard program == nil, let video, let output = file?.descriptor else { return }
    program = try VideoProgram(at: video.program, suffix: video.suffix, matrix: matrix, output: output)
  }

  /// Gives a file its name.
  ///
  /// Throws `AuxError`, which names the path: `cannotCreate` where the name is taken meanwhile, `io` where the
  /// bytes do not reach the disk, or FFmpeg fails.
  public func finish() throws(AuxError) {
    do throws(AuxError) {
      try program?.finish()
      try file?.finish()
    } catch { throw error.about(path) }
  }
}
