package import AuxImage

/// Data of a known form that a vendor puts after the images of a file.
///
/// Source: Specs/trailers.md.
package struct Trailer: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Samsung's SEFT: parts with names.
    case samsung
    /// Leia's records (LIF): pictures and maps of disparity of other views.
    case leia
  }

  package struct Part: Hashable, Sendable {
    package var name: String
    package var range: Range<Int>
  }

  package var kind: Kind
  /// All its bytes.
  package var range: Range<Int>
  /// Its parts as far as they are known.
  package var parts: [Part] = []
  /// What the vendor's own list says of the parts, unchanged; nil where there is no list that we read.
  package var properties: JSONValue?
  /// What Leia says of the pictures of the photo.
  var views: [LeiaView] = []
  /// Why it cannot be read as a whole; nil where it can.
  package var damage: AuxError?
  /// The numbers in it that count from the beginning of the file.
  var offsets: [OuterOffset] = []

  init(_ kind: Kind, _ range: Range<Int>) { (self.kind, self.range) = (kind, range) }

  /// Whether the bytes after the images, which begin with these, are the video of a motion photo.
  ///
  /// Its readers count from the end of the file, where it stays. Source: Specs/trailers.md, "Motion photos".
  package static func isMotionPhoto(beginningWith bytes: [UInt8]) -> Bool {
    bytes.dropFirst(4).starts(with: "ftyp".utf8)
  }

  /// Where the trailer names the place at which a photo was taken.
  ///
  /// Source: ExifTool, Samsung trailer: `MCC_Data` is the country of the mobile network; Specs/trailers.md, "Samsung".
  package var placeRanges: [Range<Int>] {
    kind == .samsung ? parts.filter { $0.name == "MCC_Data" }.map(\.range) : []
  }

  /// No trailer has more parts.
  static let mostParts = 1024
}

extension Trailer {
  /// Returns the trailers at the end of a file, one after the other, the last first; each is known by its end.
  ///
  /// Only ends and directories are read.
  package static func atEnd(of source: any ByteSource) throws(AuxError) -> [Trailer] {
    var found: [Trailer] = []
    var end = source.byteCount
    while found.count < 16, let trailer = try ending(at: end, in: source) {
      found.append(trailer)
      end = trailer.range.lowerBound
    }
    return found
  }

  private static func ending(at end: Int, in source: any ByteSource) throws(AuxError) -> Trailer? {
    let start = max(0, end - 64)
    let tail = try source.read(at: start, count: end - start)
    func ends(_ text: String) -> Bool { tail.suffix(text.utf8.count).elementsEqual(text.utf8) }
    if ends("\0\0SEFT") || ends("QDIOBS") { return try samsung(endingAt: end, in: source) }
    return try leia(endingAt: end, tail, in: source)
  }
}

extension Trailer {
  /// A depth map among the parts.
  package struct DepthMap: Hashable, Sendable {
    /// The coding of its bytes.
    package enum Coding: String, Hashable, Sendable {
      /// One byte a sample, row by row.
      case raw
      /// A JPEG image.
      case jpeg
      /// A PNG image.
      case png
    }

    package var name: String
    package var width: Int
    package var height: Int
    package var range: Range<Int>
    package var coding = Coding.raw
    /// Whether 0 is nearest; else 255 is.
    package var isZeroNearest = true
    /// Whether it is of another view of the scene than the photo.
    package var isOfOtherView = false
  }

  /// The parts that are depth maps, the photo's own first.
  ///
  /// Source: Specs/trailers.md, "Depth maps".
  package var depthParts: [Part] {
    switch kind {
    case .samsung: parts.filter { $0.name.hasPrefix("DualShot_DepthMap") }
    case .leia: leiaMaps
    }
  }

  /// Returns the depth map of one of ``depthParts``; nil where its form is not the known one.
  package func depthMap(of part: Part, in structure: JPEGStructure) throws(AuxError) -> DepthMap? {
    switch kind {
    case .samsung: try samsungMap(of: part, in: structure.source)
    case .leia: try leiaMap(of: part, in: structure)
    }
  }
}

extension Trailer {
  /// Returns the end of the video that begins at an offset: the end of its last box, or `end` if the file cuts a box.
  package static func videoEnd(
    from start: Int, to end: Int, in source: any ByteSource, limits: AuxLimits
  ) throws(AuxError) -> Int {
    var position = start
    for _ in 0..<limits.items where position < end {
      let prefix = try source.readPrefix(at: position, count: 32)
      var reader = ByteReader(prefix, fileOffset: position)
      guard let header = try? BoxHeader(parsing: &reader, available: end - position, isTopLevel: true),
        header.type.isPrintable, header.sizeForm != .toEnd || header.type == "mdat"
      else { return FileLayout.isOfKnownBox(prefix) ? end : position }
      position += header.count
    }
    return position
  }
}

extension JPEGFile {
  /// Returns the bytes after the images that are neither a known trailer nor a video; nil without any.
  ///
  /// They begin after what the primary's XMP lists, and end before the first of `known`. The primary is walked to its end only
  /// where nothing lists an image after it, and the file ends with neither an image nor zeros.
  package func unknownTrailer(after directoryEnd: Int, before known: [Range<Int>]) throws(AuxError) -> Range<
    Int
  >? {
    let source = structure.source
    let end = known.map(\.lowerBound).min() ?? source.byteCount
    if secondaries.isEmpty, directoryEnd == 0 {
      let tail = try source.read(at: max(0, end - 64), count: min(64, end))
      guard let last = tail.lastIndex(where: { $0 != 0 }), last > 0,
        tail[(last - 1)...last] != [0xFF, JPEGMarker.EOI]
      else { return nil }
    }
    var start = max(try imagesEnd(), directoryEnd)
    if Trailer.isMotionPhoto(beginningWith: try source.readPrefix(at: min(start, end), count: 16)) {
      start = try Trailer.videoEnd(from: start, to: end, in: source, limits: structure.limits)
    }
    return start < end && !source.hasZeroEnds(start..<end) ? start..<end : nil
  }
}

extension ByteSource {
  /// True if the first and the last 64 bytes of a range, which may be a hole of gigabytes, are zeros, as those of padding.
  package func hasZeroEnds(_ range: Range<Int>) -> Bool {
    isZero(range.prefix(64)) && isZero(range.suffix(64))
  }
}
