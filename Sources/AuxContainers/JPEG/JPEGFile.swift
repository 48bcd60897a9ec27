package import AuxImage

/// A JPEG file: the primary image and those that follow it.
///
/// Opening reads headers. The coded data is walked only where an index is announced and cannot be trusted.
/// Source: Specs/jpeg-mpf.md, "Reading".
package struct JPEGFile: Sendable {
  /// One image after the primary.
  package struct Secondary: Hashable, Sendable {
    package var image: JPEGImage
    /// The bytes of the image, SOI to EOI.
    package var range: Range<Int>
    /// The number of its MP entry from 0, where it has one.
    package var entry: Int?
    /// Whether the primary's XMP lists it, and the index does not.
    package var isListed = false
  }

  package let primary: JPEGImage
  package let multiPicture: MultiPictureFormat?
  /// The other images, in file order.
  package private(set) var secondaries: [Secondary]
  /// Whether nothing lists these.
  private(set) var hasUnlisted = false
  package private(set) var notes: [String]
  /// Why an image that the index names is not among ``secondaries`` although something like it begins after
  /// the primary: the file is cut short or damaged, and a file written from it would lose the image.
  package let damage: AuxError?
  package let structure: JPEGStructure

  package init(_ source: any ByteSource, limits: AuxLimits = .standard) throws(AuxError) {
    try self.init(JPEGStructure(source, limits: limits))
  }

  /// Takes from a file's structure what its index says, or looks for images after the primary where that does not hold.
  package init(_ structure: JPEGStructure) throws(AuxError) {
    self.structure = structure
    primary = try structure.image(at: 0)
    var notes: [String] = []
    var index: MultiPictureFormat?
    if let read = structure.index(of: primary) {
      do throws(AuxError) {
        index = try MultiPictureFormat(read, limits: structure.limits)
      } catch {
        try error.throwIfOfSystem()
        notes.append("the multi-picture index is unusable: \(error.message)")
      }
    }
    multiPicture = index
    if let index, let found = Self.indexed(index, primary, structure, &notes) {
      secondaries = found
      damage = nil
    } else if primary.first(.multiPicture) == nil, primary.first(.jfif(hasAMPF: true)) == nil {
      // Nothing says that there is more than one image: a plain photo is not read through to find out.
      secondaries = []
      damage = nil
    } else {
      if index?.entries?.count ?? 0 > 1 {
        notes.append(
          "the index of the images is damaged, and they were searched for; a new file gets a right one")
      }
      let (found, failure) = try Self.scanned(index, primary, structure, &notes)
      secondaries = found
      damage = found.count + 1 < (index?.entries?.count ?? 0) ? failure : nil
    }
    self.notes = notes
  }

  /// Returns the images that the index points at, or nil where one entry does not hold.
  private static func indexed(
    _ index: MultiPictureFormat, _ primary: JPEGImage, _ structure: JPEGStructure, _ notes: inout [String]
  ) -> [Secondary]? {
    guard let segment = primary.first(.multiPicture), let entries = index.entries, entries.count > 1 else {
      return nil
    }
    let source = structure.source
    let base = segment.payloadOffset + MultiPictureIndex.headerCount
    var found: [Secondary] = []
    for (number, entry) in entries.enumerated().dropFirst() {
      let offset = base + Int(entry.offset)
      let end = offset + Int(entry.size)
      // An entry may point into the primary's headers, or into another image.
      guard entry.offset != 0, offset >= primary.scanOffset,
        !found.contains(where: { $0.range.contains(offset) })
      else { return nil }
      do throws(AuxError) {
        let image = try structure.image(at: offset)
        var endsRight = false
        if end <= source.byteCount, end - 2 >= image.scanOffset {
          endsRight = try source.read(at: end - 2, count: 2) == [0xFF, JPEGMarker.EOI]
        }
        if !endsRight { notes.append("MP entry \(number + 1): the size \(entry.size) is not the image's") }
        let range = offset..<(endsRight ? end : try structure.end(of: image))
        found.append(Secondary(image: image, range: range, entry: number))
      } catch { return nil }
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Returns the images found after the primary's EOI, and why the first thing that looked like one is not an image.
  private static func scanned(
    _ index: MultiPictureFormat?, _ primary: JPEGImage, _ structure: JPEGStructure, _ notes: inout [String]
  ) throws(AuxError) -> (found: [Secondary], failure: AuxError?) {
    let end: Int
    do throws(AuxError) {
      end = try structure.end(of: primary)
    } catch {
      // A primary that is cut short has nothing after it; its headers are still worth listing.
      notes.append("the primary image: \(error.message)")
      return ([], error)
    }
    let entryCount = index?.entries?.count ?? 0
    var found: [Secondary] = []
    var failure: AuxError?
    try structure.search(from: end) { start in
      do throws(AuxError) {
        let image = try structure.image(at: start)
        let end = try structure.end(of: image)
        let entry = found.count + 1 < entryCount ? found.count + 1 : nil
        found.append(Secondary(image: image, range: start..<end, entry: entry))
        return .image(end: end)
      } catch {
        notes.append("after the primary: \(error.message)")
        failure = failure ?? error
        return .none
      }
    }
    return (found, failure)
  }

  /// Takes in images that something else than the index lists, as the XMP of the primary does.
  ///
  /// A place without an image, or that another image takes, makes a note.
  package mutating func include(_ places: [Range<Int>]) {
    for place in places where !secondaries.contains(where: { $0.range.lowerBound == place.lowerBound }) {
      do throws(AuxError) {
        guard !secondaries.contains(where: { $0.range.overlaps(place) }) else {
          throw AuxError(.malformed, "another image stands there", offset: place.lowerBound)
        }
        let image = try structure.image(at: place.lowerBound)
        let end = try structure.end(of: image)
        if end != place.upperBound {
          notes.append(
            "the image at byte \(place.lowerBound) has \(end - place.lowerBound) bytes; \(place.count) are listed"
          )
        }
        secondaries.append(Secondary(image: image, range: place.lowerBound..<end, isListed: true))
      } catch { notes.append("a listed image is unusable: \(error.message)") }
    }
    secondaries.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Takes in images that follow one another from the primary on, up to an offset, where nothing lists any.
  ///
  /// An index names every image, so a file that gets one loses none. Throws where the primary has no end.
  package mutating func includeUnlisted(before end: Int) throws(AuxError) {
    guard multiPicture == nil, secondaries.isEmpty else { return }
    var position = try structure.end(of: primary)
    while position < end, structure.isStart(position), let image = try? structure.image(at: position),
      let next = try? structure.end(of: image), next <= end
    {
      secondaries.append(Secondary(image: image, range: position..<next))
      hasUnlisted = true
      position = next
    }
  }

  /// Returns the offset after the last image.
  ///
  /// Throws as ``primaryEnd()`` if the primary is the only image.
  package func imagesEnd() throws(AuxError) -> Int {
    if let last = secondaries.last { last.range.upperBound } else { try primaryEnd() }
  }

  /// Returns the offset after the primary's EOI.
  ///
  /// Throws `malformed` where the primary reaches into an image that the index names.
  package func primaryEnd() throws(AuxError) -> Int {
    let end = try structure.end(of: primary)
    if let first = secondaries.first, first.range.lowerBound < end {
      throw AuxError(.malformed, "the primary image overlaps the next", offset: first.range.lowerBound)
    }
    return end
  }
}
