/// One parse of a structure in a source.
///
/// Whoever parses a structure reports it, and tests count the reports, so that nothing is parsed twice unseen.
package enum ParseEvent: Hashable, Sendable {
  /// The headers of the JPEG image at an offset, SOI to SOS.
  case jpegHeaders(at: Int, of: Int)
  /// The walk over the scans of a JPEG image, from an offset to EOI.
  case jpegScans(from: Int, of: Int)
  /// The multi-picture index of a JPEG image, its byte-order mark at an offset.
  case multiPictureIndex(at: Int, of: Int)
  /// The headers of the boxes at the top of a HEIF file.
  case topBoxes(of: Int)
  /// The boxes of the `meta` box at an offset.
  case metaBox(at: Int, of: Int)
  /// The entries of the TIFF directory at an offset.
  case directory(at: Int, of: Int)
  /// The headers of all parts of an OpenEXR file.
  case exrHeaders(of: Int)
  /// The property of a HEIF file whose box is at an offset.
  case property(FourCharacterCode, at: Int)
  /// Where the bytes of a HEIF item are.
  case extents(of: UInt32)
  /// The HEIF items whose bytes are not where they should be.
  case lostItems(of: Int)
  /// The coded picture of a HEIF item, which is decoded.
  case codedPicture(of: UInt32)
  case packet([UInt8])
  /// A file around one HEVC or AV1 image, as it is handed to libheif, or an OpenEXR file when one of its channels is decoded.
  case decodedFile([UInt8])
  /// The NAL units of one HEVC image, as they are handed to libde265.
  case decodedUnits([UInt8])

  /// Takes each event of the task; nil, as it is outside of tests, costs one look.
  @TaskLocal package static var observer: (@Sendable (ParseEvent) -> Void)?

  /// Reports that something is being parsed; `of` is the number of bytes of its source.
  package static func report(_ event: @autoclosure () -> ParseEvent) {
    if let observer { observer(event()) }
  }
}
