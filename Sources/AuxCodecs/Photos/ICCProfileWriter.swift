internal import AuxContainers
internal import AuxImage
internal import AuxKernels

/// Writes ICC profiles of three curves, all the same, and a matrix.
///
/// Source: ICC.1:2022, 7.2 (header), 7.3 (tags), 8.3.3.
package enum ICCProfileWriter {
  /// Adobe RGB (1998): gamma 563/256. Source: Adobe RGB (1998) Color Image Encoding, 4.3.
  package static let adobeRGB = profile(
    named: "Adobe RGB (1998) compatible",
    Chromaticities(known: [0.64, 0.33, 0.21, 0.71, 0.15, 0.06, 0.3127, 0.329]), curve: [563.0 / 256])
  /// ProPhoto RGB: gamma 1.8, white D50. Source: ISO 22028-2 (ROMM RGB) but for its linear part.
  package static let proPhotoRGB = profile(
    named: "ProPhoto RGB compatible",
    Chromaticities(known: [0.7347, 0.2653, 0.1596, 0.8404, 0.0366, 0.0001, 0.3457, 0.3585]), curve: [1.8])

  /// sRGB, for where no profile would leave the colours to what readers assume. Source: IEC 61966-2-1.
  package static let sRGB = profile(named: "sRGB compatible", .sRGB, curve: ToneCurve.sRGBParameters)
  /// Display P3: the primaries of SMPTE RP 431-2 with the white and the curve of sRGB. Source: ISO/IEC 23091-2, 8.1, 12.
  package static let displayP3 = profile(colourPrimaries: 12, transferCharacteristics: 13)

  /// Returns the profile of the colours that code points state; nil for those of sRGB, and for what is reserved or
  /// unspecified.
  ///
  /// PQ and HLG are stated as code points (`cicp`). The curves beside them, which who does not know these takes, are tone
  /// mapped from 1,000 cd/m², each component by itself.
  /// The curves of video, of Rec. 709 and the like, are taken for that of sRGB, which pictures have that state them.
  /// Source: ISO/IEC 23091-2, 8.1 and 8.2; Specs/heif.md, "Reading".
  package static func profile(colourPrimaries primaries: Int, transferCharacteristics transfer: Int)
    -> [UInt8]?
  {
    if let transfer = HDRTransfer(rawValue: transfer) { return profile(primaries: primaries, transfer) }
    let curve: [Double]
    switch transfer {
    case 1, 2, 6, 13, 14, 15: curve = ToneCurve.sRGBParameters
    case 4: curve = [2.2]
    case 5: curve = [2.8]
    case 8: curve = [1]
    default: return nil
    }
    // Unspecified primaries are those of Rec. 709.
    guard let (name, colours) = Chromaticities.named[primaries == 2 ? 1 : primaries],
      curve.count == 1 || !colours.isSame(as: .sRGB)
    else { return nil }
    return profile(named: "\(name) compatible", colours, curve: curve)
  }

  private static func profile(primaries: Int, _ transfer: HDRTransfer) -> [UInt8]? {
    let (name, colours) = Chromaticities.named[primaries] ?? ("Rec. 709", .sRGB)
    guard let primaries = UInt8(exactly: primaries), let number = UInt8(exactly: transfer.rawValue) else {
      return nil
    }
    let map = ToneMapping.curve(from: 1000)
    let count = 4096
    let curve = element("curv") { writer in
      writer.write(UInt32(count))
      for code in 0..<count {
        let luminance = transfer.luminance(ofGray: Double(code) / Double(count - 1))
        writer.write(UInt16((min(map(luminance) / HDRTransfer.referenceWhite, 1) * 65535).rounded()))
      }
    }
    let points = element("cicp") { writer in writer.write([primaries, number, 0, 1]) }
    return profile(
      named: "\(name) \(transfer == .pq ? "PQ" : "HLG") compatible", colours, curve, codePoints: points)
  }

  /// `curve` has the parameters of a parametricCurveType: one of kind 0, five of kind 3 (ICC.1:2022, 10.18).
  private static func profile(named name: String, _ colours: Chromaticities, curve: [Double]) -> [UInt8] {
    let element = element("para") { writer in
      writer.write(UInt16(curve.count == 1 ? 0 : 3))
      writer.write(0 as UInt16)
      for number in curve { writer.write(fixed(number)) }
    }
    return profile(named: name, colours, element, codePoints: nil)
  }

  /// `curve` and `codePoints` are elements, the latter of `cicp`.
  private static func profile(
    named name: String, _ colours: Chromaticities, _ curve: [UInt8], codePoints: [UInt8]?
  ) -> [UInt8] {
    let adaptation = Matrix3.adaptation(from: colours.white, to: ICCColours.connectionWhite)
    let matrix = (adaptation * colours.toXYZ).values
    func xyz(_ column: Int) -> [UInt8] {
      numbers("XYZ ", [matrix[column], matrix[column + 3], matrix[column + 6]])
    }
    let tags: [(String, [UInt8])] =
      [
        ("desc", text(name)), ("cprt", text("No copyright")),
        ("wtpt", numbers("XYZ ", ICCColours.connectionWhite)),
        ("chad", numbers("sf32", adaptation.values)), ("rXYZ", xyz(0)), ("gXYZ", xyz(1)), ("bXYZ", xyz(2)),
        ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
      ] + (codePoints.map { [("cicp", $0)] } ?? [])
    var body = ByteWriter()
    body.write(UInt32(tags.count))
    var data = ByteWriter()
    let start = 128 + 4 + 12 * tags.count
    var places: [[UInt8]: Int] = [:]
    for (tag, bytes) in tags {
      // The curves of HDR are long, and one for all.
      let place = (codePoints == nil ? nil : places[bytes]) ?? start + data.count
      body.write(Array(tag.utf8))
      body.write(UInt32(place))
      body.write(UInt32(bytes.count))
      guard place == start + data.count else { continue }
      places[bytes] = place
      data.write(bytes)
      while data.count % 4 != 0 { data.write(0 as UInt8) }
    }
    return header(byteCount: start + data.count) + body.bytes + data.bytes
  }

  private static func header(byteCount: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(UInt32(byteCount))
    writer.write(0 as UInt32)
    // Version 4.4, of a display device, RGB to XYZ.
    writer.write(0x0440_0000 as UInt32)
    writer.write(Array("mntrRGB XYZ ".utf8))
    // No date, so that the same photo gives the same bytes.
    for number in [2000, 1, 1, 0, 0, 0] as [UInt16] { writer.write(number) }
    writer.write(Array("acsp".utf8))
    writer.write([UInt8](repeating: 0, count: 28))
    for number in ICCColours.connectionWhite { writer.write(fixed(number)) }
    writer.write([UInt8](repeating: 0, count: 128 - writer.count))
    return writer.bytes
  }

  private static func element(_ type: String, _ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(Array(type.utf8))
    writer.write(0 as UInt32)
    write(&writer)
    return writer.bytes
  }

  private static func numbers(_ type: String, _ numbers: [Double]) -> [UInt8] {
    element(type) { writer in for number in numbers { writer.write(fixed(number)) } }
  }

  private static func text(_ text: String) -> [UInt8] {
    element("mluc") { writer in
      for number in [1, 12] as [UInt32] { writer.write(number) }
      writer.write(Array("enUS".utf8))
      writer.write(UInt32(2 * text.utf16.count))
      writer.write(28 as UInt32)
      for unit in text.utf16 { writer.write(unit) }
    }
  }

  private static func fixed(_ value: Double) -> UInt32 {
    UInt32(bitPattern: Int32((value * 65536).integer(in: Int(Int32.min)...Int(Int32.max))))
  }
}
