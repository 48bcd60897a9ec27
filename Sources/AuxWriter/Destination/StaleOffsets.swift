internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension ImageDestination {
  /// Returns what may lead astray in the new file: bytes after the images of a JPEG file that moved and are of no known
  /// kind, so that nobody knows what counts their place from the beginning of the file.
  ///
  /// Source: Specs/jpeg-mpf.md, "Offsets that lead out of headers".
  func staleOffsetNotes(in written: ImageSource) -> [String] {
    guard case .jpeg(let old) = base.parsed, case .jpeg(let new) = written.parsed else { return [] }
    let added = new.source.byteCount - old.source.byteCount
    guard added != 0, let end = try? old.file.primaryEnd() else { return [] }
    let images = max(old.file.secondaries.last?.range.upperBound ?? end, old.directoryEnd)
    var last = old.source.byteCount
    for trailer in old.trailers.reversed() where trailer.range.upperBound >= last {
      last = trailer.range.lowerBound
    }
    guard images < last, !old.isZero(images..<last) else { return [] }
    return [
      "\(last - images) bytes after the images are of no known kind and moved by \(added); "
        + "an offset that leads to them from the beginning of the file is now wrong"
    ]
  }
}

extension JPEGReader {
  /// Whether bytes of the file are 0 throughout.
  fileprivate func isZero(_ range: Range<Int>) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let count = min(64 << 10, range.upperBound - position)
      guard let bytes = try? source.read(at: position, count: count), bytes.allSatisfy({ $0 == 0 }) else {
        return false
      }
      position += count
    }
    return true
  }
}
