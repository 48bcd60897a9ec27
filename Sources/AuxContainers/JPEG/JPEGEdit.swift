package import AuxImage

/// Changes to a JPEG file: further images to add and to remove, and the XMP of the primary; nothing else changes.
///
/// Source: Specs/jpeg-mpf.md, "Writing".
package struct JPEGEdit: Sendable {
  /// The segments of an XMP packet that takes the place of the primary's.
  struct XMP: Sendable {
    /// The number of the segment whose place they take: that of the old packet, or the first after Exif.
    var position: Int
    var segments: [UInt8]
    /// Whether the extended packet goes.
    var replacesExtended: Bool
  }

  package let file: JPEGFile
  /// The numbers of the further images that go, from 0.
  private(set) var removed: Set<Int> = []
  /// The images that come before those that there are, in the order of the file.
  private(set) var leading: [JPEGCodedImage] = []
  /// The images that come after those that there are, in the order of the file.
  private(set) var added: [JPEGCodedImage] = []
  /// The segments of the primary that go.
  var removedSegments: Set<Range<Int>> = []
  /// Whether the primary is to say that it has gain map metadata of ISO 21496-1; nil where that stays as it is.
  package var hasGainMapVersion: Bool?
  /// The XMP to be; nil where the old one stays.
  private(set) var xmp: XMP?
  /// The new Exif block; nil where the old one stays.
  var exif: Exif?
  /// Whether the metadata of the primary, or what it says of gain maps, become others.
  var changesMetadata: Bool {
    xmp != nil || exif != nil || hasGainMapVersion != nil || removesOtherSegments || !patches.isEmpty
      || removesTrailers || removesListedItems || removesGaps || !removedRanges.isEmpty
  }
  /// Whether segments go that are not those of a manifest.
  var removesOtherSegments = false
  /// Segments of the primary that become others, by the ranges of the old ones.
  var changedSegments: [Range<Int>: [UInt8]] = [:]
  /// Bytes after the primary that take the place of as many at an offset of the file.
  package var patches: [(position: Int, bytes: [UInt8])] = []
  /// Whether what follows the images goes, such as a maker's data and the video of a motion photo.
  package var removesTrailers = false
  /// Bytes after the images that go.
  var removedRanges: [Range<Int>] = []
  /// Whether bytes between the images go.
  var removesGaps = false
  /// Whether what the primary's XMP lists after it and is no further image goes, as the maps of Dynamic Depth.
  package var removesListedItems = false
  /// The offset after which new images are written: up to there the primary's XMP counts what follows it.
  package var directoryEnd = 0

  package init(_ file: JPEGFile) { self.file = file }

  /// Removes a further image, by its number from 0.
  ///
  /// Throws `missingImage` where no image has that number.
  package mutating func remove(_ number: Int) throws(AuxError) {
    guard file.secondaries.indices.contains(number), removed.insert(number).inserted else {
      throw AuxError(.missingImage, "there is no further image \(number)")
    }
  }

  /// Removes the segments of a C2PA manifest from the primary; there need not be any.
  package mutating func removeManifest(in source: any ByteSource) throws(AuxError) {
    removedSegments.formUnion(try file.primary.manifestRanges(in: source))
  }

  /// Removes a segment of the primary.
  package mutating func removeSegment(_ segment: JPEGSegment) { removedSegments.insert(segment.range) }

  package mutating func add(_ new: JPEGCodedImage) { added.append(new) }

  /// Adds a further image before those that there are: readers of gain maps take the first.
  package mutating func addFirst(_ new: JPEGCodedImage) { leading.append(new) }

  /// Replaces the XMP packet of the primary, and with `replacingExtended` the extended one; nil takes a packet out.
  ///
  /// Throws `limitExceeded` where the packet does not fit a segment.
  package mutating func setXMP(
    _ packet: [UInt8]?, extended: ExtendedXMP.Packet? = nil, replacingExtended: Bool
  ) throws(AuxError) {
    var bytes: [UInt8] = []
    if let packet {
      bytes = try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: JPEGIdentifier.xmp + packet)
    }
    if let extended { bytes += try ExtendedXMP.segments(of: extended) }
    let segments = file.primary.segments
    let position =
      segments.firstIndex { $0.kind == .xmp }
      ?? segments.firstIndex { $0.marker != JPEGMarker.APP0 && $0.kind != .exif } ?? 0
    xmp = XMP(position: position, segments: bytes, replacesExtended: replacingExtended)
  }
}
