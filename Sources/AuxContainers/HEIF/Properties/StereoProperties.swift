package import AuxImage

extension StereoCamera {
  /// The properties of the image of one eye, in ImageIO's order: extrinsics, intrinsics, adjustment.
  package func properties(of eye: StereoEye) -> [Box] {
    [extrinsics(of: eye), intrinsics, adjustment]
  }

  /// The position in micrometres; that of the left camera is the origin, and has no coordinate.
  ///
  /// The payload is that of `cmex`: flag 1 is for an x.
  private func extrinsics(of eye: StereoEye) -> Box {
    Box(userType: StereoProperties.extrinsicsType) { writer in
      FullBoxHeader(flags: eye == .right ? 1 : 0).serialize(into: &writer)
      if eye == .right { writer.write(UInt32((baseline * 1_000_000).rounded())) }
    }
  }

  /// Focal length and principal point, the centre, in widths and heights.
  ///
  /// The payload is that of `cmin`: bits 8 to 12 of the flags are the number of fraction bits.
  private var intrinsics: Box {
    var fractionBits: UInt32 = 30
    while focalLength * Double(1 << fractionBits) > Double(Int32.max) { fractionBits -= 1 }
    return Box(userType: StereoProperties.intrinsicsType) { writer in
      FullBoxHeader(flags: fractionBits << 8).serialize(into: &writer)
      for value in [focalLength, 0.5, 0.5] {
        writer.write(UInt32((value * Double(1 << fractionBits)).rounded()))
      }
    }
  }

  private var adjustment: Box {
    Box(userType: StereoProperties.adjustmentType) { writer in
      writer.write(UInt32(bitPattern: Int32((disparityAdjustment * 10000).rounded())))
    }
  }
}

/// What the properties of one image of a stereo pair say about its camera; the inverse of `StereoCamera.properties(of:)`.
///
/// The properties of the standard, `cmex` and `cmin`, are read as well as Apple's. Source: ISO/IEC 23008-12, 6.5.31
/// and 6.5.32, as libheif reads them; Specs/heif.md, "Stereo pairs".
package struct StereoProperties: Hashable, Sendable {
  /// The position of the camera: x, y and z in metres; nil where it is not stated.
  package private(set) var position: [Double]?
  /// Whether the camera is stated to be turned, by whatever angles.
  package private(set) var isTurned = false
  /// The focal length in widths; nil where it is not stated.
  package private(set) var focalLength: Double?
  /// The disparity adjustment in widths; nil where it is not stated.
  package private(set) var disparityAdjustment: Double?

  package init(of item: HEIFItem, in file: some HEIFContent) throws(AuxError) {
    for property in file.properties(of: item) {
      let box = property.box
      var reader = box.reader
      do throws(AuxError) {
        if box.type == "cmex" || box.userType == Self.extrinsicsType {
          (position, isTurned) = try Self.place(&reader)
        } else if box.type == "cmin" || box.userType == Self.intrinsicsType {
          focalLength = try Self.focalLength(&reader)
        } else if box.userType == Self.adjustmentType {
          disparityAdjustment = Double(try reader.readInt32()) / 10000
        }
      } catch { throw error.within(property.place) }
    }
  }

  /// Reads the coordinates that the flags 1, 2 and 4 are for, in micrometres, the others being 0, and whether flag 8 is for a
  /// turn: three numbers, of 32 bits with flag 16 or in version 1, else of 16.
  private static func place(
    _ reader: inout ByteReader
  ) throws(AuxError) -> (position: [Double], isTurned: Bool) {
    let header = try FullBoxHeader(parsing: &reader)
    let flags = header.flags
    var position: [Double] = []
    for flag in [1, 2, 4] as [UInt32] {
      let micrometres = flags & flag == 0 ? 0 : try reader.readInt32()
      position.append(Double(micrometres) / 1_000_000)
    }
    var isTurned = false
    if flags & 8 != 0 {
      for _ in 0..<3 {
        let isLong = header.version == 1 || flags & 16 != 0
        let number = isLong ? try reader.readInt32() : Int32(try reader.readUInt16())
        if number != 0 { isTurned = true }
      }
    }
    return (position, isTurned)
  }

  /// Reads the first number; bits 8 to 12 of the flags are the number of its fraction bits.
  private static func focalLength(_ reader: inout ByteReader) throws(AuxError) -> Double? {
    let flags = try FullBoxHeader(parsing: &reader).flags
    let length = try reader.readInt32()
    return length > 0 ? Double(length) / Double(1 << (flags >> 8 & 0x1F)) : nil
  }

  package static func describesCamera(_ box: Box) -> Bool {
    box.type == "cmex" || box.type == "cmin"
      || [extrinsicsType, intrinsicsType, adjustmentType].contains(box.userType)
  }

  fileprivate static let extrinsicsType: [UInt8] = [
    0x43, 0x63, 0xE9, 0x14, 0x5B, 0x7D, 0x4A, 0xAB, 0x97, 0xAE, 0xBE, 0xA6, 0x98, 0x03, 0xB4, 0x34,
  ]
  static let intrinsicsType: [UInt8] = [
    0x22, 0xCC, 0x04, 0xC7, 0xD6, 0xD9, 0x4E, 0x07, 0x9D, 0x90, 0x4E, 0xB6, 0xEC, 0xBA, 0xF3, 0xA3,
  ]
  static let adjustmentType: [UInt8] = [
    0xDE, 0x22, 0x50, 0x85, 0x36, 0xCB, 0x43, 0x65, 0x87, 0x43, 0x2F, 0x87, 0x05, 0xE7, 0xC7, 0x8A,
  ]
}
