package import AuxImage
internal import Synchronization

/// The structure of a JPEG file, right or wrong: the headers, the index and the end of each image.
///
/// Each is read when it is first asked for and then kept, a fault as well: ``JPEGFile`` makes of it what reading
/// accepts, and rules say what is wrong with it. However many images an index names, the headers and scans that are
/// walked together are ``mostWalks`` times the file at most. Source: ITU-T T.81, annex B; Specs/jpeg-mpf.md, "Reading".
package final class JPEGStructure: Sendable {
  package let source: any ByteSource
  package let limits: AuxLimits

  /// What was read so far, by the offset of the image.
  private struct Found {
    var images: [Int: Result<JPEGImage, AuxError>] = [:]
    var ends: [Int: Result<Int, AuxError>] = [:]
    var indices: [Int: MultiPictureIndex] = [:]
    /// The number of bytes that were passed over so far, but for the primary's.
    var walked = 0
  }

  /// How many times the size of the file the walks over its images may have together.
  ///
  /// Images of a file share no bytes, but for what trailers and previews hold; those of a hostile one may all reach to
  /// its end.
  package static let mostWalks = 4

  private let found = Mutex(Found())

  /// Creates the structure of the file whose bytes `source` gives; nothing is read yet.
  package init(_ source: any ByteSource, limits: AuxLimits = .standard) {
    self.source = source
    self.limits = limits
  }

  /// Returns the headers of the image whose SOI is at `offset`; throws as ``JPEGImage/init(in:at:limits:)``.
  package func image(at offset: Int) throws(AuxError) -> JPEGImage {
    try found.withLock { found in
      if let known = found.images[offset] { return known }
      let image = Result { () throws(AuxError) in
        try checkWalks(found.walked, to: offset)
        return try JPEGImage(in: source, at: offset, limits: limits)
      }
      found.images[offset] = image
      found.walked += walked(from: offset, to: image.map(\.scanOffset))
      return image
    }.get()
  }

  /// Returns the offset after the EOI of an image; throws as ``JPEGImage/end(in:)``.
  package func end(of image: JPEGImage) throws(AuxError) -> Int {
    try found.withLock { found in
      if let known = found.ends[image.offset] { return known }
      let end = Result { () throws(AuxError) in
        try checkWalks(found.walked, to: image.offset)
        return try image.end(in: source)
      }
      found.ends[image.offset] = end
      if image.offset > 0 { found.walked += walked(from: image.scanOffset, to: end) }
      return end
    }.get()
  }

  /// Throws where enough was walked for another image than the primary.
  private func checkWalks(_ walked: Int, to offset: Int) throws(AuxError) {
    guard offset == 0 || walked / Self.mostWalks <= source.byteCount else {
      throw AuxError(
        .limitExceeded, "the images of the file overlap: more than \(Self.mostWalks) times its bytes to walk",
        offset: offset)
    }
  }

  /// Returns the number of bytes of a walk that ended there, or where an error says.
  private func walked(from start: Int, to end: Result<Int, AuxError>) -> Int {
    let end =
      switch end {
      case .success(let end): end
      case .failure(let error): error.offset ?? source.byteCount
      }
    return max(0, min(end, source.byteCount) - start)
  }

  /// Returns the multi-picture index in an image's own headers, or nil where it has none.
  package func index(of image: JPEGImage) -> MultiPictureIndex? {
    guard let segment = image.first(.multiPicture) else { return nil }
    return found.withLock { found in
      if let known = found.indices[image.offset] { return known }
      let index = MultiPictureIndex(segment, in: source, limits: limits)
      found.indices[image.offset] = index
      return index
    }
  }

  package func isStart(_ offset: Int) -> Bool {
    (try? source.readPrefix(at: offset, count: 3)) == Self.start
  }

  private static let start = [0xFF, JPEGMarker.SOI, 0xFF]

  /// What becomes of a place that begins like an image.
  package enum Candidate {
    /// An image, which ends at that offset.
    case image(end: Int)
    /// No image: the search goes on inside it.
    case none
    /// Nothing after it is worth a look.
    case last
  }

  /// The number of places that look like an image but are not before a search ends.
  private static let falseStarts = 16

  /// Looks for images from `position` on, and asks `judge` about each place that begins like one.
  ///
  /// Throws `limitExceeded` where there are more than `AuxLimits.images`: a list without the rest would be a wrong one.
  package func search(from position: Int, _ judge: (Int) -> Candidate) throws(AuxError) {
    var window = ByteWindow(source, capacity: 64 << 10)
    var position = position
    var (images, failures) = (0, 0)
    while failures < Self.falseStarts,
      let start = try window.find(0xFF, from: position)
    {
      guard try window.prefix(at: start, count: 3) == Self.start else {
        position = start + 1
        continue
      }
      switch judge(start) {
      case .image(let end):
        images += 1
        guard images <= limits.images else {
          throw AuxError(.limitExceeded, "more than \(limits.images) images", offset: start)
        }
        position = end
      case .none:
        failures += 1
        position = start + 2
      case .last: return
      }
    }
  }
}

extension JPEGStructure {
  /// Returns the headers of a JPEG image embedded at `range`; throws as ``image(at:)``, and `truncated` if they
  /// reach beyond it.
  func image(in range: Range<Int>) throws(AuxError) -> JPEGImage {
    let image = try image(at: range.lowerBound)
    guard image.scanOffset <= range.upperBound else {
      throw AuxError(
        .truncated, "the \(range.count) bytes end in the headers", offset: range.upperBound)
    }
    return image
  }

  /// Returns the size and bit depth of a JPEG or PNG image embedded at `range`; throws `truncated` if its headers reach
  /// beyond it.
  func pictureHeader(
    in range: Range<Int>
  ) throws(AuxError) -> (isPNG: Bool, width: Int, height: Int, bitDepth: Int) {
    let prefix = try source.read(at: range.lowerBound, count: min(range.count, PNGFile.headerCount))
    if ImageContainer(prefix: Array(prefix.prefix(16))) == .png {
      let header = try PNGFile(MemoryByteSource(prefix), limits: limits)
      return (true, header.width, header.height, header.bitDepth)
    }
    let image = try image(in: range)
    return (false, image.frame.width, image.frame.height, image.frame.precision)
  }
}
