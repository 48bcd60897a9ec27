/// JPEG structures made byte by byte, without the code under test.
///
/// The images have a plausible scan that no decoder is meant to see.
package enum JPEGBytes {
  package static let soi: [UInt8] = [0xFF, 0xD8]
  package static let eoi: [UInt8] = [0xFF, 0xD9]

  /// Returns the two bytes of a number, big-endian.
  package static func uint16(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

  /// Returns the four bytes of a number, big-endian.
  package static func uint32(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Returns a marker segment.
  package static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + uint16(payload.count + 2) + payload
  }

  /// Returns an APP1 segment with an XMP packet.
  package static func xmp(_ packet: String) -> [UInt8] {
    segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
  }

  /// An APP0 segment of a plain JFIF header: version 1.1, 72 dots an inch, no thumbnail.
  package static let jfif = segment(
    0xE0, Array("JFIF\0".utf8) + [1, 1, 1, 0, 72, 0, 72, 0, 0])

  /// Apple's JFIF header, which announces further images.
  package static let ampf = segment(
    0xE0, Array("JFIF\0".utf8) + [1, 1, 1, 0x01, 0x2C, 0x01, 0x2C, 0, 0] + Array("AMPF".utf8))

  /// Returns an APP1 segment with an Exif block that has the tag Orientation alone.
  package static func exif(orientation: Int) -> [UInt8] {
    segment(
      0xE1,
      Array("Exif\0\0".utf8)
        + Array("MM\0*".utf8) + uint32(8)  // big-endian TIFF, directory at 8
        + uint16(1)  // one entry
        + uint16(0x0112) + uint16(3) + uint32(1) + uint16(orientation) + uint16(0)
        + uint32(0))  // no further directory
  }

  /// Returns an image resource of Photoshop with texts of IPTC-NAA in record 2.
  package static func iptc(_ texts: [(number: UInt8, text: String)]) -> [UInt8] {
    var records: [UInt8] = []
    for (number, text) in texts {
      records += [0x1C, 2, number] + uint16(text.utf8.count)
      records += Array(text.utf8)
    }
    let padding: [UInt8] = records.count.isMultiple(of: 2) ? [] : [0]
    let head: [UInt8] = Array("8BIM".utf8) + [4, 4, 0, 0] + uint32(records.count)
    return head + records + padding
  }

  /// Returns an APP13 segment with image resources of Photoshop.
  package static func photoshop(_ resources: [UInt8]) -> [UInt8] {
    segment(0xED, Array("Photoshop 3.0\0".utf8) + resources)
  }

  /// Returns a baseline frame header.
  package static func frame(width: Int, height: Int, components: [UInt8] = [1]) -> [UInt8] {
    segment(
      0xC0,
      [8] + uint16(height) + uint16(width) + [UInt8(components.count)]
        + components.flatMap { [$0, 0x11, 0] as [UInt8] })
  }

  /// Returns the header of a scan of all components.
  package static func scanHeader(components: [UInt8] = [1]) -> [UInt8] {
    segment(
      0xDA,
      [UInt8(components.count)] + components.flatMap { [$0, 0] as [UInt8] } + [0, 63, 0])
  }

  /// Entropy-coded bytes with a stuffed FF and a restart marker.
  package static let scan: [UInt8] = [0x12, 0x34, 0xFF, 0x00, 0x56, 0xFF, 0xD0, 0x78]

  /// Returns the frame, a scan and EOI.
  package static func coded(
    width: Int = 16, height: Int = 8, components: [UInt8] = [1], scan: [UInt8] = scan
  ) -> [UInt8] {
    frame(width: width, height: height, components: components) + scanHeader(components: components)
      + scan + eoi
  }

  /// Returns a whole image with segments before the frame.
  package static func image(
    _ segments: [[UInt8]] = [], width: Int = 16, height: Int = 8, components: [UInt8] = [1],
    scan: [UInt8] = scan
  ) -> [UInt8] {
    soi + segments.flatMap { $0 } + coded(width: width, height: height, components: components, scan: scan)
  }
}
