/// The tags that this package reads or writes.
///
/// Source: TIFF 6.0; Adobe DNG Specification 1.7.1.0; Specs/dng.md, "Tags".
package enum TIFFTag {
  package static let newSubFileType: UInt16 = 254
  package static let imageWidth: UInt16 = 256
  package static let imageLength: UInt16 = 257
  package static let bitsPerSample: UInt16 = 258
  package static let compression: UInt16 = 259
  package static let photometricInterpretation: UInt16 = 262
  package static let imageDescription: UInt16 = 270
  package static let make: UInt16 = 271
  package static let model: UInt16 = 272
  package static let stripOffsets: UInt16 = 273
  package static let orientation: UInt16 = 274
  package static let samplesPerPixel: UInt16 = 277
  package static let rowsPerStrip: UInt16 = 278
  package static let stripByteCounts: UInt16 = 279
  package static let xResolution: UInt16 = 282
  package static let yResolution: UInt16 = 283
  package static let planarConfiguration: UInt16 = 284
  package static let resolutionUnit: UInt16 = 296
  package static let software: UInt16 = 305
  package static let dateTime: UInt16 = 306
  package static let artist: UInt16 = 315
  package static let hostComputer: UInt16 = 316
  package static let predictor: UInt16 = 317
  package static let tileWidth: UInt16 = 322
  package static let tileLength: UInt16 = 323
  package static let tileOffsets: UInt16 = 324
  package static let tileByteCounts: UInt16 = 325
  package static let subIFDs: UInt16 = 330
  package static let extraSamples: UInt16 = 338
  package static let sampleFormat: UInt16 = 339
  package static let yCbCrSubSampling: UInt16 = 530
  package static let yCbCrPositioning: UInt16 = 531
  /// The offset and the size of Exif's thumbnail, a JPEG stream.
  package static let thumbnailOffset: UInt16 = 513
  package static let thumbnailByteCount: UInt16 = 514
  package static let copyright: UInt16 = 33432
  /// Records of IPTC-NAA.
  package static let iptc: UInt16 = 33723
  /// Image resources of Adobe Photoshop.
  package static let photoshop: UInt16 = 34377
  package static let iccProfile: UInt16 = 34675
  /// The offset of the directory of GPS's tags.
  package static let gps: UInt16 = 34853
  /// In the directory of Exif's own tags: whatever the maker wrote.
  package static let makerNote: UInt16 = 37500
  /// In the directory of Exif's own tags: the offset of that of interoperability.
  package static let interoperability: UInt16 = 40965
  /// The offset of the directory of Exif's own tags.
  package static let exif: UInt16 = 34665
  package static let componentsConfiguration: UInt16 = 37121
  package static let flashpixVersion: UInt16 = 40960
  package static let lensModel: UInt16 = 42036
  /// In the directory of Exif's own tags: the size of the image as it was coded.
  package static let colorSpace: UInt16 = 40961
  package static let gamma: UInt16 = 42240
  package static let pixelXDimension: UInt16 = 40962
  package static let pixelYDimension: UInt16 = 40963
  /// In the directory of Exif's own tags: where the subject is, in pixels; with sides, and without.
  package static let subjectArea: UInt16 = 37396
  package static let subjectLocation: UInt16 = 41492
  /// In the directory of Exif's own tags; 0 for unknown.
  package static let focalLengthIn35mmFilm: UInt16 = 41989
  /// In the directory of Exif's own tags: pixels on the sensor for each unit of length.
  package static let focalPlaneXResolution: UInt16 = 41486
  package static let focalPlaneYResolution: UInt16 = 41487
  /// 2 for inches, which is the default, 3 for centimetres.
  package static let focalPlaneResolutionUnit: UInt16 = 41488
  package static let focalLength: UInt16 = 37386
  package static let xmp: UInt16 = 700
  /// Four bytes; its presence in IFD 0 makes a TIFF file a DNG.
  package static let dngVersion: UInt16 = 50706
  package static let dngBackwardVersion: UInt16 = 50707
  package static let uniqueCameraModel: UInt16 = 50708
  package static let defaultCropOrigin: UInt16 = 50719
  package static let defaultCropSize: UInt16 = 50720
  package static let colorMatrix1: UInt16 = 50721
  package static let asShotNeutral: UInt16 = 50728
  package static let calibrationIlluminant1: UInt16 = 50778
  /// Top, left, bottom and right of the pixels that are no masked border.
  package static let activeArea: UInt16 = 50829
  package static let forwardMatrix1: UInt16 = 50964
  package static let previewColorSpace: UInt16 = 50970
  package static let depthFormat: UInt16 = 51177
  /// The distance of code 0; 0/0 where unknown; IFD 0.
  package static let depthNear: UInt16 = 51178
  /// The distance of the largest code; 0/0 where unknown, 1/0 for infinity; IFD 0.
  package static let depthFar: UInt16 = 51179
  package static let depthUnits: UInt16 = 51180
  package static let depthMeasureType: UInt16 = 51181
  /// What a semantic mask shows; required and unique.
  package static let semanticName: UInt16 = 52526
  /// Which of several objects of one ``semanticName`` a mask shows.
  package static let semanticInstanceID: UInt16 = 52528
  /// Top and left of a mask in the full mask, and the size of the full mask.
  package static let maskSubArea: UInt16 = 52536
  package static let c2pa: UInt16 = 52545

  /// The five tags that describe a depth map, ascending.
  package static let depthTags = [depthFormat, depthNear, depthFar, depthUnits, depthMeasureType]

  /// Returns the name of a tag, or its number where this package does not use it.
  package static func name(_ tag: UInt16) -> String { names[tag] ?? "tag \(tag)" }

  private static let names: [UInt16: String] = [
    newSubFileType: "NewSubFileType", imageWidth: "ImageWidth", imageLength: "ImageLength",
    bitsPerSample: "BitsPerSample", compression: "Compression",
    photometricInterpretation: "PhotometricInterpretation", imageDescription: "ImageDescription",
    make: "Make", model: "Model", xResolution: "XResolution", yResolution: "YResolution",
    resolutionUnit: "ResolutionUnit", dateTime: "DateTime", artist: "Artist",
    hostComputer: "HostComputer", copyright: "Copyright", iptc: "IPTC", photoshop: "Photoshop",
    iccProfile: "ICCProfile", exif: "ExifIFD", gps: "GPSInfo", makerNote: "MakerNote",
    interoperability: "Interoperability",
    stripOffsets: "StripOffsets", orientation: "Orientation", samplesPerPixel: "SamplesPerPixel",
    rowsPerStrip: "RowsPerStrip", stripByteCounts: "StripByteCounts",
    planarConfiguration: "PlanarConfiguration", software: "Software", predictor: "Predictor",
    tileWidth: "TileWidth", tileLength: "TileLength", tileOffsets: "TileOffsets",
    tileByteCounts: "TileByteCounts", subIFDs: "SubIFDs", sampleFormat: "SampleFormat",
    yCbCrSubSampling: "YCbCrSubSampling", xmp: "XMP", dngVersion: "DNGVersion",
    dngBackwardVersion: "DNGBackwardVersion", uniqueCameraModel: "UniqueCameraModel",
    defaultCropOrigin: "DefaultCropOrigin", defaultCropSize: "DefaultCropSize",
    colorMatrix1: "ColorMatrix1", asShotNeutral: "AsShotNeutral",
    calibrationIlluminant1: "CalibrationIlluminant1", activeArea: "ActiveArea",
    forwardMatrix1: "ForwardMatrix1", lensModel: "LensModel", pixelXDimension: "PixelXDimension",
    pixelYDimension: "PixelYDimension", thumbnailOffset: "JPEGInterchangeFormat",
    thumbnailByteCount: "JPEGInterchangeFormatLength", subjectArea: "SubjectArea",
    subjectLocation: "SubjectLocation",
    previewColorSpace: "PreviewColorSpace", depthFormat: "DepthFormat", depthNear: "DepthNear",
    depthFar: "DepthFar", depthUnits: "DepthUnits", depthMeasureType: "DepthMeasureType",
    semanticName: "SemanticName", semanticInstanceID: "SemanticInstanceID", maskSubArea: "MaskSubArea",
    c2pa: "C2PA",
  ]
}

/// The values of ``TIFFTag/newSubFileType`` that DNG defines.
///
/// Source: DNG 1.7.1.0, "NewSubFileType"; Specs/dng.md, "Kinds of image".
package enum DNGSubFileType {
  package static let primary = 0
  package static let preview = 1
  /// The depth map of the highest resolution; at most one.
  package static let depth = 8
  package static let depthPreview = 9
  package static let semanticMask = 0x10004
  package static let semanticMaskPreview = 0x10005
}

/// The values of ``TIFFTag/previewColorSpace``.
///
/// Source: DNG 1.7.1.0, "PreviewColorSpace"; without the tag colours are sRGB.
package enum DNGPreviewColours {
  package static let sRGB = 2
  package static let adobeRGB = 3
  package static let proPhotoRGB = 4
}

package enum TIFFPhotometric {
  package static let yCbCr = 6
  /// Samples of a sensor under a colour filter, not developed.
  package static let colorFilterArray = 32803
  package static let linearRaw = 34892
  package static let depth = 51177
  package static let semanticMask = 52527
  package static let gainMap = 52553
}

package enum TIFFCompression {
  package static let none = 1
  /// Lossless JPEG, or baseline JPEG for a preview.
  package static let jpeg = 7
  package static let deflate = 8
  /// The number that Deflate had before Adobe's.
  package static let oldDeflate = 32946
  /// Baseline JPEG of raw data and masks.
  package static let lossyJPEG = 34892
  package static let jpegXL = 52546
}
