import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// What the suites of edits begin with.
enum EditSupport {
  static let limits = AuxLimits.standard

  /// A maker's note of Apple's without tags.
  static let appleNote = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D, 0, 0]

  /// Returns an Exif block: camera, orientation, size, subject, a maker's note, GPS, and a thumbnail at its end.
  static func exif(
    orientation: ImageOrientation = .up, width: Int = 128, height: Int = 96, note: [UInt8] = appleNote
  ) throws -> [UInt8] {
    var writer = ByteWriter()
    writer.write([0x4D, 0x4D, 0, 42, 0, 0, 0, 0] as [UInt8])
    var inner = TIFFNewDirectory(endianness: .big)
    inner.set(TIFFTag.lensModel, text: "A lens of 26 mm")
    inner.set(TIFFTag.pixelXDimension, longs: [width])
    inner.set(TIFFTag.pixelYDimension, shorts: [height])
    inner.set(TIFFTag.subjectArea, shorts: [96, 48, 20, 10])
    inner.set(TIFFTag.makerNote, .undefined, count: note.count, bytes: note)
    let exif = try inner.serialize(into: &writer, base: 0)
    var gps = TIFFNewDirectory(endianness: .big)
    gps.set(1, text: "N")
    gps.set(2, rationals: [.init(48, 1), .init(51, 1), .init(4012, 100)])
    gps.set(29, text: "2026:01:02")
    let place = try gps.serialize(into: &writer, base: 0)
    let thumbnail = try Pictures.photo(width: 16, height: 12)
    var root = TIFFNewDirectory(endianness: .big)
    root.set(TIFFTag.make, text: "Maker")
    root.set(TIFFTag.model, text: "Model 1")
    root.set(TIFFTag.orientation, shorts: [orientation.rawValue])
    root.set(TIFFTag.exif, longs: [exif])
    root.set(TIFFTag.gps, longs: [place])
    // The second directory and the thumbnail come after the first, whose size does not depend on the link.
    var measured = writer
    _ = try root.serialize(into: &measured, base: 0)
    let start = measured.count + measured.count % 2
    var second = TIFFNewDirectory(endianness: .big)
    second.set(TIFFTag.compression, shorts: [6])
    second.set(TIFFTag.thumbnailOffset, longs: [start + 2 + 3 * 12 + 4])
    second.set(TIFFTag.thumbnailByteCount, longs: [thumbnail.count])
    root.next = UInt32(start)
    let first = try root.serialize(into: &writer, base: 0)
    while writer.count < start { writer.write(UInt8(0)) }
    _ = try second.serialize(into: &writer, base: 0)
    writer.write(thumbnail)
    writer.patch(UInt32(first), at: TIFFFile.pointerOffset)
    return writer.bytes
  }

  /// A packet with a face that has a name, a region in focus, coordinates and a place.
  static func packet(width: Int = 128, height: Int = 96) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" \
      xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#" \
      xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \
      xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" \
      exif:GPSLatitude="48,51.67N" photoshop:City="Paris" tiff:Orientation="1" dc:format="image/jpeg">\
      <Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Ada</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>\
      <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Seq>\
      <rdf:li rdf:parseType="Resource"><mwg-rs:Area stArea:x="0.25" stArea:y="0.5" stArea:w="0.1" stArea:h="0.2" \
      stArea:unit="normalized"/><mwg-rs:Type>Face</mwg-rs:Type><mwg-rs:Name>Ada</mwg-rs:Name></rdf:li>\
      <rdf:li rdf:parseType="Resource"><mwg-rs:Area rdf:parseType="Resource"><stArea:x>0.75</stArea:x>\
      <stArea:y>0.5</stArea:y><stArea:w>0.1</stArea:w><stArea:h>0.2</stArea:h><stArea:unit>normalized</stArea:unit>\
      </mwg-rs:Area><mwg-rs:Type>Focus</mwg-rs:Type></rdf:li></rdf:Seq></mwg-rs:RegionList>\
      <mwg-rs:AppliedToDimensions rdf:parseType="Resource"><stDim:w>\(width)</stDim:w><stDim:h>\(height)</stDim:h>\
      <stDim:unit>pixel</stDim:unit></mwg-rs:AppliedToDimensions></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  /// Returns a photo of 128x96 pixels in a container, with Exif, XMP, a disparity map, a matte and a gain map.
  static func photo(
    _ container: ImageContainer, orientation: ImageOrientation = .up,
    forms: [GainMapDescription.Form] = [.apple], note: [UInt8] = appleNote, headroom: Double? = 4
  ) throws -> ImageSource {
    var pixels = try PhotoPixels(width: 128, height: 96, rgb8: Pictures.gradient(width: 128, height: 96))
    pixels.orientation = orientation
    let metadata = PhotoMetadata(exif: try exif(orientation: orientation, note: note), xmp: packet())
    var destination = try ImageDestination(pixels: pixels, metadata: metadata, as: container, quality: 95)
    let (info, type) = try WriterSupport.depth().dictionaryRepresentation()
    try destination.addAuxiliaryDataInfo(info, type: type, encoding: lossless(container))
    try destination.addMatte(
      Pictures.ramp(width: 64, height: 48), type: .portraitEffectsMatte, isUpright: false,
      encoding: lossless(container))
    if container != .dng {
      try destination.addGainMap(
        Pictures.ramp(width: 64, height: 48), headroom: container == .avif ? 4 : headroom,
        forms: container == .avif ? [.iso] : forms,
        isUpright: false, encoding: lossless(container))
    }
    return try ImageSource(data: destination.finalize().data)
  }

  /// An encoding that keeps codes where the container has one.
  static func lossless(_ container: ImageContainer) -> AuxiliaryEncoding {
    AuxiliaryEncoding(isLossless: container == .heif || container == .avif)
  }

  /// Returns the photo that an edit makes, read back.
  static func edited(
    _ source: ImageSource, as container: ImageContainer? = nil, _ change: (inout PhotoEdit) throws -> Void
  ) throws -> (source: ImageSource, plan: PhotoEdit.Plan, report: WriteReport, notes: [String]) {
    var edit = PhotoEdit()
    edit.encoding = lossless(container ?? source.container)
    try change(&edit)
    let result = try edit.applied(to: source, as: container)
    let (data, report) = try result.destination.finalize()
    return (try ImageSource(data: data), result.plan, report, result.destination.notes)
  }

  /// The properties of the primary's XMP, by name.
  static func properties(_ source: ImageSource) throws -> [String: String] {
    guard let packet = try source.primaryMetadata().xmp else { return [:] }
    var texts: [String: String] = [:]
    for property in try XMPParser.properties(of: packet) { texts[property.name] = property.text ?? "" }
    return texts
  }
}
