package import AuxImage

/// Two JPEG images of a stereo pair as one file of the multi-picture format.
///
/// Both are "multi-frame images" of the type disparity. The first image is of viewpoint 1, the left one, which is the base
/// of the other. Source: CIPA DC-007, 5.2.3 and 5.2.4; Specs/jpeg-mpf.md, "Stereo pairs".
package enum MultiPicturePair {
  /// The attribute of the entry of an image of a pair, and the flag of the image that is shown for both.
  package static let attribute: UInt32 = 0x0002_0002
  package static let representative: UInt32 = 0x2000_0000

  private enum Tag {
    static let number: UInt16 = 0xB101
    static let baseViewpoint: UInt16 = 0xB204
    static let convergenceAngle: UInt16 = 0xB205
    static let baseline: UInt16 = 0xB206
  }

  /// Returns the file of two images, each from SOI to EOI.
  ///
  /// Throws as reading their headers does, and `limitExceeded` where offsets of 32 bits do not reach.
  package static func bytes(
    left: [UInt8], right: [UInt8], limits: AuxLimits = .standard
  ) throws(AuxError) -> [UInt8] {
    var index = MultiPictureFormat(
      numberOfImages: 2, entries: [.init(attribute: attribute | representative), .init(attribute: attribute)])
    index.attributes = attributes(ofImage: 1)
    var others = MultiPictureFormat(numberOfImages: 2, entries: nil)
    others.fields = attributes(ofImage: 2)
    let second = try insert(others, into: right, at: place(in: right, limits))
    let first = try place(in: left, limits)
    let size = try insert(index, into: left, at: first).count
    // From the byte-order mark, after marker, length and identifier.
    let base = first + 4 + MultiPictureIndex.headerCount
    guard size + second.count <= UInt32.max else {
      throw AuxError(.limitExceeded, "a multi-picture file ends before 4 GiB (its offsets have 32 bits)")
    }
    index.entries?[0].size = UInt32(size)
    index.entries?[1].size = UInt32(second.count)
    index.entries?[1].offset = UInt32(size - base)
    return try insert(index, into: left, at: first) + second
  }

  /// Returns the place of the index: after the segments of JFIF, Exif and XMP.
  private static func place(in image: [UInt8], _ limits: AuxLimits) throws(AuxError) -> Int {
    let headers = try JPEGImage(in: MemoryByteSource(image), at: 0, limits: limits)
    let after = headers.segments.first { $0.marker != JPEGMarker.APP0 && $0.marker != JPEGMarker.APP1 }
    return after?.offset ?? headers.scanOffset
  }

  private static func insert(
    _ index: MultiPictureFormat, into image: [UInt8], at place: Int
  ) throws(AuxError) -> [UInt8] {
    var payload = ByteWriter()
    index.serialize(into: &payload)
    let segment = try JPEGSegment.bytes(marker: JPEGMarker.APP2, payload: payload.bytes)
    return image[..<place] + segment + image[place...]
  }

  /// The views look the same way; how far apart their cameras would be is unknown.
  private static func attributes(ofImage number: UInt32) -> [MultiPictureFormat.Field] {
    func field(_ tag: UInt16, _ type: UInt16, _ values: UInt32...) -> MultiPictureFormat.Field {
      var value = ByteWriter(endianness: .big)
      for number in values { value.write(number) }
      return .init(tag: tag, type: type, count: 1, value: value.bytes[...])
    }
    return [
      .init(tag: MultiPictureIndex.Tag.version, type: 7, count: 4, value: Array("0100".utf8)[...]),
      field(Tag.number, 4, number),
      field(Tag.baseViewpoint, 4, 1),
      field(Tag.convergenceAngle, 10, 0, 1),
      field(Tag.baseline, 5, .max, .max),
    ]
  }
}
