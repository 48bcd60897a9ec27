internal import AuxCodecs
internal import AuxImage
internal import AuxKernels
internal import AuxReader
internal import AuxRender
internal import AuxWriter
internal import Foundation
internal import TestSupport

/// The inputs that every corpus begins with, a folder of them for each target.
///
/// Map files, those of libtiff and OpenEXR too, come from `Tests/Fixtures/maps` as well.
enum Seeds {
  /// Writes all seeds.
  static func write(to folder: String) throws {
    let photos = try photos()
    let packets = packets()
    var seeds: [FuzzTarget: [[UInt8]]] = [
      .jpeg: photos.jpeg, .heif: photos.heif, .dng: photos.dng, .png: try pictures(),
      .xmp: packets, .y4m: try streams(),
      .plist: try propertyLists(), .maps: rawMaps,
      .pictures: [webP] + [JPEGXLVector.maps, JPEGXLVector.floats].map(JPEGXLVector.bytes),
      .libheif: try codedImages(),
      .libtiff: photosInTIFF, .openexr: [], .streams: try codedStreams(),
    ]
    let all = photos.jpeg + photos.heif + photos.dng
    seeds[.validator] = all + [try PNGBytes.adding("tEXt", [0x41, 0, 0x42], to: png())]
    // The last byte chooses the edit.
    seeds[.edit] = all.flatMap { photo in [0x07, 0x08, 0x38, 0x1F].map { photo + [$0] } }
    for (target, files) in seeds {
      let path = "\(folder)/\(target.rawValue)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      for (number, file) in files.enumerated() {
        try Data(file).write(to: URL(fileURLWithPath: "\(path)/\(number)"))
      }
    }
  }

  /// Returns a photo of the package's own writer with a disparity map and a matte.
  static func photo(_ container: ImageContainer, calibrated: Bool = false) throws -> [UInt8] {
    var destination = try ImageDestination(encoding: ImageSource(data: png()), as: container, quality: 80)
    try destination.addAuxiliaryImage(depth(calibrated: calibrated))
    let plane = Pictures.ramp(width: 8, height: 6)
    for type in [AuxiliaryDataType.portraitEffectsMatte]
      + (calibrated ? [.semanticSegmentationSkinMatte] : [])
    {
      try destination.addAuxiliaryImage(
        StoredAuxiliaryImage(type: type, codes: plane, metadata: .matte(type)))
    }
    return try destination.finalize().data
  }

  private static func png() throws -> [UInt8] {
    try Pictures.png(rgb8: Pictures.gradient(width: 16, height: 12), width: 16, height: 12)
  }

  /// Returns PNG files with metadata, of 8 and of 16 bits.
  private static func pictures() throws -> [[UInt8]] {
    let metadata = PhotoMetadata(
      exif: Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0],
      xmp: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    let gray = PixelPlane(width: 8, height: 4, known: .uint16((0..<32).map { UInt16($0 * 2000) }))
    let pixels = [
      try PhotoPixels(width: 16, height: 12, rgb8: Pictures.gradient(width: 16, height: 12)),
      try PhotoPixels(gray: gray, orientation: .left),
    ]
    return try pixels.map { try ImageDestination(pixels: $0, metadata: metadata, as: .png).finalize().data }
  }

  private static func depth(calibrated: Bool) throws -> StoredAuxiliaryImage {
    var metadata = AuxiliaryMetadata()
    metadata.quality = .high
    metadata.accuracy = .relative
    metadata.isFiltered = true
    if calibrated {
      metadata.calibration = try CameraCalibrationData(
        intrinsicMatrix: [60, 0, 0, 0, 60, 0, 8, 6, 1],
        intrinsicMatrixReferenceDimensions: .init(width: 16, height: 12), pixelSize: 0.002,
        lensDistortionCenter: .init(x: 8, y: 6), lensDistortionCoefficients: [0, 1, 2, 3, 4, 5, 6, 7],
        inverseLensDistortionCoefficients: [0, 1, 2, 3, 4, 5, 6, 7])
    }
    let values = (0..<(16 * 12)).map { index -> Float in 0.5 + Float(index % 16 + index / 16) / 26 }
    return try StoredAuxiliaryImage(
      quantising: DepthData(
        values: values, width: 16, height: 12, depthDataType: .hdis, metadata: metadata))
  }

  private static func photos() throws -> (jpeg: [[UInt8]], heif: [[UInt8]], dng: [[UInt8]]) {
    var jpeg = [try photo(.jpeg), try photo(.jpeg, calibrated: true), try Pictures.portrait().bytes]
    var destination = try ImageDestination(encoding: ImageSource(data: png()), as: .jpeg, quality: 80)
    try destination.addGDepth(depth(calibrated: false))
    jpeg.append(try destination.finalize().data)
    let map = try Pictures.secondary(
      Packets.disparity(), plane: Pictures.ramp(width: 16, height: 12), count: 1)
    jpeg.append(map)
    for isNewer in [false, true] {
      var dynamic = DynamicDepthBytes(
        primary: Array(try Pictures.photo(width: 16, height: 12)[2...]),
        items: [.init(mime: "image/jpeg", uri: "android/depthmap", bytes: map)])
      dynamic.isNewer = isNewer
      jpeg.append(dynamic.bytes)
    }
    let grid = try HEIFBuilder.grid(rows: 1, columns: 2, width: 100, height: 60).builder
    return (
      jpeg, [try photo(.heif), try photo(.heif, calibrated: true), try photo(.avif), grid.bytes()],
      [try photo(.dng), try photo(.dng, calibrated: true)]
    )
  }

  private static func packets() -> [[UInt8]] {
    let calibrated = try? Seeds.depth(calibrated: true).packet(for: .jpeg)
    let gdepth = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/"
        GDepth:Format="RangeLinear" GDepth:Near="0.5" GDepth:Far="4" GDepth:Mime="image/jpeg"
        GDepth:Data="\(Data(JPEGBytes.image()).base64EncodedString())"/></rdf:RDF></x:xmpmeta>
      """
    let item = DynamicDepthBytes.Item(mime: "image/jpeg", uri: "android/depthmap", bytes: JPEGBytes.image())
    var newer = DynamicDepthBytes(primary: [], items: [item])
    newer.isNewer = true
    let texts = [
      Packets.disparity(), Packets.gainMap, gdepth, newer.packet,
      DynamicDepthBytes(primary: [], items: [item]).packet,
    ]
    return texts.map { Array($0.utf8) } + (calibrated.map { [$0] } ?? [])
  }

  private static func streams() throws -> [[UInt8]] {
    try VideoFrame.Format.Chroma.allCases.flatMap { chroma in
      try VideoFrame.Format.Range.allCases.map { range in
        let format = try VideoFrame.Format(width: 4, height: 2, chroma: chroma, range: range)
        var writer = Y4MWriter(header: Y4MHeader(format: format, frameRate: (25, 1)))
        let frame = try VideoFrame(format: format, bytes: .init(repeating: 128, count: format.byteCount))
        return try writer.bytes(of: frame) + writer.bytes(of: frame)
      }
    }
  }

  private static func propertyLists() throws -> [[UInt8]] {
    let source = try ImageSource(data: photo(.jpeg, calibrated: true))
    return try source.auxiliaryImages.flatMap { image in
      let info = try source.auxiliaryDataInfo(of: image)
      return try [.binary, .xml].map { try info.propertyList(type: image.type, format: $0) }
    }
  }

  /// Raw samples, after the bytes from which `MapTarget` reads their layout, and maps that are text or begin with it.
  private static let rawMaps: [[UInt8]] =
    [[0, 2, 1, 5, 6], [1, 1, 1, 7, 8], [3, 1, 1, 0, 0, 0x80, 0x3F]]
    + ["P5 2 1 1023\n\0\u{1}\0\u{2}", "P3 1 1 9\n# 7\n7 7 7\n", "1&1&1&\0\0\0\0"].map { Array($0.utf8) }
}
