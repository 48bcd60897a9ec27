package import AuxImage

/// What a part of a picture says of the camera that took the whole, in the properties of HEIF.
///
/// These count in widths and heights of the coded image, so that a crop changes all of them but the position. Source:
/// ISO/IEC 23008-12, 6.5.31 and 6.5.32; Specs/heif.md, "Stereo pairs".
package struct CameraOfPart: Hashable, Sendable {
  private let whole: SIMD2<Double>
  private let corner: SIMD2<Double>
  /// The part in pixels of the whole.
  private let part: SIMD2<Double>

  /// Creates the change from an image of `whole` coded pixels to one of `size`, whose top left corner is at `corner` of the
  /// whole and whose pixels are `scale` of the whole's.
  package init(
    whole: (width: Int, height: Int), corner: (x: Double, y: Double), scale: (x: Double, y: Double),
    size: (width: Int, height: Int)
  ) {
    self.whole = [Double(whole.width), Double(whole.height)]
    self.corner = [corner.x, corner.y]
    part = [Double(size.width) / scale.x, Double(size.height) / scale.y]
  }

  /// Returns the properties of an item that describe its camera, as the part has them; empty where it has none.
  ///
  /// Throws `malformed` for one that ends too early.
  package func properties(of item: HEIFItem, in file: some HEIFContent) throws(AuxError) -> [Box] {
    try file.properties(of: item).filter { StereoProperties.describesCamera($0.box) }
      .map { property throws(AuxError) in
        do throws(AuxError) { return try changed(property.box) } catch { throw error.within(property.place) }
      }
  }

  private func changed(_ box: Box) throws(AuxError) -> Box {
    if box.type == "cmin" || box.userType == StereoProperties.intrinsicsType {
      return try intrinsics(box)
    }
    guard box.userType == StereoProperties.adjustmentType else { return box }
    var reader = box.reader
    let adjustment = Double(try reader.readInt32()) * whole.x / part.x
    return box.replacing { $0.write(UInt32(bitPattern: Int32(clamping: Int(adjustment.rounded())))) }
  }

  /// Changes focal length and principal point; a second focal length follows the flag 1, and what is after it stays.
  private func intrinsics(_ box: Box) throws(AuxError) -> Box {
    var reader = box.reader
    var header = try FullBoxHeader(parsing: &reader)
    let bits = Int(header.flags >> 8 & 0x1F)
    func number() throws(AuxError) -> Double { Double(try reader.readInt32()) / Double(1 << bits) }
    var numbers = [try number() * whole.x / part.x]
    numbers.append((try number() * whole.x - corner.x) / part.x)
    numbers.append((try number() * whole.y - corner.y) / part.y)
    if header.flags & 1 != 0 { numbers.append(try number() * whole.y / part.y) }
    let rest = reader.readRest()
    // A longer focal length may need the bits of a fraction.
    let largest = numbers.map(abs).max() ?? 0
    let newBits = (0...bits).last { largest * Double(1 << $0) < Double(Int32.max) } ?? 0
    header.flags = header.flags & ~0x1F00 | UInt32(newBits) << 8
    return box.replacing { writer in
      header.serialize(into: &writer)
      for value in numbers {
        let code = (value * Double(1 << newBits)).rounded()
        writer.write(UInt32(bitPattern: Int32(clamping: Int(code))))
      }
      writer.write(rest)
    }
  }
}
