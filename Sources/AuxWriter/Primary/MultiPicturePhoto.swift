internal import AuxContainers
package import AuxImage
internal import AuxKernels
internal import AuxReader

/// A stereo pair in one file of the multi-picture format (MPO): two JPEG images, the left one first.
///
/// Cameras and displays of 3D read it; other readers see the left picture. Source: Specs/jpeg-mpf.md, "Stereo pairs".
package struct MultiPicturePhoto: Sendable {
  /// What could not be carried over into the file.
  package let notes: [String]
  private let left: [UInt8]
  private let right: [UInt8]
  private let limits: AuxLimits

  /// Creates a pair of two pictures of one size, both upright.
  ///
  /// Both get the metadata, and a thumbnail of their own where one is given; `limits` are those of reading the file back, and of the metadata. Throws `AuxError` with code `usage` where the sizes differ or a picture is to be turned,
  /// else as ``ImageDestination/init(pixels:metadata:as:quality:bitsPerSample:limits:jobs:)``.
  package init(
    left: PhotoPixels, right: PhotoPixels, metadata: PhotoMetadata = PhotoMetadata(),
    thumbnail: PhotoThumbnail? = nil, quality: Int = ImageDestination.standardQuality,
    limits: AuxLimits = .standard
  ) throws(AuxError) {
    try SpatialPhoto.check(left, right)
    self.limits = limits
    func coded(_ pixels: PhotoPixels) throws(AuxError) -> (bytes: [UInt8], notes: [String]) {
      var notes: [String] = []
      let own =
        try thumbnail?.metadata(
          metadata, of: pixels, limits: limits, jobs: AuxWorkerPool.coreCount, &notes) ?? metadata
      let (file, more, _) = try PrimaryEncoder.encode(
        pixels, own, as: .jpeg, quality: quality, limits: limits)
      return (try file.bytes.read(at: 0, count: file.bytes.byteCount), notes + more)
    }
    (self.left, notes) = try coded(left)
    self.right = try coded(right).bytes
  }

  package static let outputExtensions = ImageContainer.jpeg.outputExtensions

  /// Throws `AuxError` with code `usage` for a path or a container of another format.
  package static func check(_ path: String, _ container: ImageContainer? = nil) throws(AuxError) {
    guard container ?? .jpeg == .jpeg else {
      throw AuxError(.usage, "a multi-picture file is JPEG, not \(container?.rawValue ?? "")")
    }
    let isNamed = PathText.fileExtension(of: path).map(outputExtensions.contains) ?? false
    guard path == StandardStream.path || container != nil || isNamed else {
      throw AuxError(
        .usage, "the output \(path) must end in \(outputExtensions.map { ".\($0)" }.alternatives)")
    }
  }

  /// Writes the file, reads it back, compares it with both pictures, and gives it its name; `-` is standard output.
  ///
  /// Throws `AuxError`: `usage` where the extension names another kind of picture, `cannotCreate`, `io`, `verification`;
  /// the output is then absent or the old one.
  package func finalize(
    to path: String, options: WriteOptions = WriteOptions()
  ) throws(AuxError) {
    try ImageContainer.jpeg.checkName(ofOutput: path)
    try file.write(to: path, options, check: verify)
  }

  /// Returns the file in memory, read back and compared as ``finalize(to:options:)`` does.
  package func finalize() throws(AuxError) -> [UInt8] {
    try file.data(check: verify).bytes
  }

  private var file: ComposedFile {
    ComposedFile(source: MemoryByteSource([]), limits: limits) { () throws(AuxError) in
      var pieces = ByteComposition()
      pieces.append(try MultiPicturePair.bytes(left: left, right: right, limits: limits))
      return pieces
    }
  }

  /// Throws `verification` where a file is not of both pictures, the left one first.
  private func verify(_ written: ImageSource) throws(AuxError) {
    guard case .jpeg(let reader) = written.parsed, reader.file.secondaries.count == 1,
      let attributes = reader.file.multiPicture?.entries?.map(\.attribute),
      attributes == [
        MultiPicturePair.attribute | MultiPicturePair.representative, MultiPicturePair.attribute,
      ]
    else { throw AuxError(.verification, "the stereo pair did not come back") }
    let second = reader.file.secondaries[0].range
    for (range, picture) in [(0..<second.lowerBound, left), (second, right)] {
      let bytes = try written.bytes.read(at: range.lowerBound, count: range.count)
      // Nothing but the index was added, in one place.
      let same = zip(bytes, picture).prefix { $0 == $1 }.count
      guard bytes.count > picture.count, bytes.suffix(picture.count - same) == picture.dropFirst(same)
      else { throw AuxError(.verification, "a picture of the stereo pair changed") }
    }
  }
}
