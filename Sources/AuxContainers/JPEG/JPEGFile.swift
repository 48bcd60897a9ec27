package import AuxImage

/// A JPEG file: the primary image and those that follow it.
///
/// Opening reads headers. The coded data is walked only where an index is announced and cannot be trusted.
/// Source: Specs/jpeg-mpf.md, "Reading".
package struct JPEGFile: Sendable {
  /// One image behind the primary.
  package struct Secondary: Hashable, Sendable {
    /// The headers.
    package var image: JPEGImage
    /// The bytes of the image, SOI to EOI.
    package var range: Range<Int>
    /// The number of its MP entry from 0, where it has one.
    package var entry: Int?
  }

  /// The first image.
  package let primary: JPEGImage
  /// The multi-picture index of the first image.
  package let multiPicture: MultiPictureFormat?
  /// The other images, in file order.
  package let secondaries: [Secondary]
  /// What was forgiven.
  package let notes: [String]
  /// Why an image that the index names is not among ``secondaries`` although something like it begins behind
  /// the primary: the file is cut short or damaged, and a file written from it would lose the image.
  package let damage: AuxError?

  /// Opens the file whose bytes `source` gives.
  package init(_ source: any ByteSource, limits: Limits = .standard) throws(AuxError) {
    primary = try JPEGImage(in: source, at: 0, limits: limits)
    var notes: [String] = []
    var index: MultiPictureFormat?
    if let segment = primary.first(.multiPicture) {
      var reader = ByteReader(
        try source.read(at: segment.payloadOffset, count: segment.payloadCount),
        fileOffset: segment.payloadOffset)
      do throws(AuxError) {
        index = try MultiPictureFormat(parsing: &reader, limits: limits)
      } catch { notes.append("the multi-picture index is unusable: \(error)") }
    }
    multiPicture = index
    if let index, let found = Self.indexed(index, primary, source, limits, &notes) {
      secondaries = found
      damage = nil
    } else if primary.first(.multiPicture) == nil, primary.first(.jfif(hasAMPF: true)) == nil {
      // Nothing says that there is more than one image: a plain photo is not read through to find out.
      secondaries = []
      damage = nil
    } else {
      if index != nil { notes.append("images were looked for behind the primary, not by the index") }
      let (found, failure) = try Self.scanned(index, primary, source, limits, &notes)
      secondaries = found
      damage = found.count + 1 < (index?.entries?.count ?? 0) ? failure : nil
    }
    self.notes = notes
  }

  /// Returns the images that the index points at, or nil where one entry does not hold.
  private static func indexed(
    _ index: MultiPictureFormat, _ primary: JPEGImage, _ source: any ByteSource, _ limits: Limits,
    _ notes: inout [String]
  ) -> [Secondary]? {
    guard let segment = primary.first(.multiPicture), let entries = index.entries, entries.count > 1 else {
      return nil
    }
    let base = segment.payloadOffset + MultiPictureFormat.headerCount
    var found: [Secondary] = []
    for (number, entry) in entries.enumerated().dropFirst() {
      let offset = base + Int(entry.offset)
      let end = offset + Int(entry.size)
      do throws(AuxError) {
        guard entry.offset != 0, offset >= primary.scanOffset else {
          throw AuxError(.malformed, "it points into the primary's headers", offset: offset)
        }
        guard !found.contains(where: { $0.range.contains(offset) }) else {
          throw AuxError(.malformed, "it points into another image", offset: offset)
        }
        let image = try JPEGImage(in: source, at: offset, limits: limits)
        var endsRight = false
        if end <= source.byteCount, end - 2 >= image.scanOffset {
          endsRight = try source.read(at: end - 2, count: 2) == [0xFF, JPEGMarker.EOI]
        }
        if !endsRight { notes.append("MP entry \(number + 1): the size \(entry.size) is not the image's") }
        let range = offset..<(endsRight ? end : try image.end(in: source))
        found.append(Secondary(image: image, range: range, entry: number))
      } catch {
        notes.append("MP entry \(number + 1) is unusable: \(error)")
        return nil
      }
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The number of places that look like an image and are none before the search ends.
  private static let falseStarts = 16

  /// Returns the images found behind the primary's EOI, and why the first that is none is none.
  private static func scanned(
    _ index: MultiPictureFormat?, _ primary: JPEGImage, _ source: any ByteSource, _ limits: Limits,
    _ notes: inout [String]
  ) throws(AuxError) -> (found: [Secondary], failure: AuxError?) {
    var position: Int
    do throws(AuxError) {
      position = try primary.end(in: source)
    } catch {
      // A primary that is cut short has nothing behind it; its headers are still worth listing.
      notes.append("the primary image: \(error)")
      return ([], error)
    }
    let entryCount = index?.entries?.count ?? 0
    var window = ByteWindow(source, capacity: 64 << 10)
    var found: [Secondary] = []
    var failures = 0
    var failure: AuxError?
    while found.count < limits.images, failures < falseStarts,
      let start = try window.find(0xFF, from: position)
    {
      guard try window.prefix(at: start, count: 3) == [0xFF, JPEGMarker.SOI, 0xFF] else {
        position = start + 1
        continue
      }
      do throws(AuxError) {
        let image = try JPEGImage(in: source, at: start, limits: limits)
        position = try image.end(in: source)
        let entry = found.count + 1 < entryCount ? found.count + 1 : nil
        found.append(Secondary(image: image, range: start..<position, entry: entry))
      } catch {
        notes.append("behind the primary: \(error)")
        failures += 1
        failure = failure ?? error
        position = start + 2
      }
    }
    return (found, failure)
  }

  /// Returns the offset behind the primary's EOI.
  ///
  /// Throws `malformed` where the primary reaches into an image that the index names.
  package func primaryEnd(in source: any ByteSource) throws(AuxError) -> Int {
    let end = try primary.end(in: source)
    if let first = secondaries.first, first.range.lowerBound < end {
      throw AuxError(.malformed, "the primary image overlaps the next", offset: first.range.lowerBound)
    }
    return end
  }
}
