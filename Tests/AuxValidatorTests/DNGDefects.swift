import AuxContainers

// Directories of the base: 0 IFD 0, 1 the raw image, 2 depth, 3 the portrait matte, 4 the matte of skin.

extension Defect {
  /// Defects of TIFF.
  static let tiffDefects: [Defect] = [
    Defect("TIFF-IFD", .dng) { bytes in
      let count = bytes.data.count
      bytes.put(bytes.little(count + 4), at: try bytes.values(TIFFTag.subIFDs, in: 0) + 12)
    },
    Defect("TIFF-IFD-LOOP", .dng) { bytes in
      let at = try bytes.values(TIFFTag.subIFDs, in: 0)
      bytes.put(Array(bytes.data[4..<8]), at: at + 12)
    },
    Defect("TIFF-ENTRY-ORDER", .dng) { bytes in
      // The last two fields of the depth map change places.
      let directory = try bytes.directories()[2]
      let at = directory.offset + 2 + (directory.entries.count - 2) * 12
      let pair = Array(bytes.data[at..<(at + 24)])
      bytes.put(Array(pair[12...] + pair[..<12]), at: at)
    },
    Defect("TIFF-ENTRY-TWICE", .dng) {
      try $0.field(TIFFTag.rowsPerStrip, in: 2) { $0.tag = TIFFTag.samplesPerPixel }
    },
    Defect("TIFF-ENTRY-TYPE", .dng) {
      try $0.field(TIFFTag.asShotNeutral, in: 0) { $0.type = .init(rawValue: 99) }
    },
    Defect("TIFF-ENTRY-RANGE", .dng, also: ["DNG-MASK-NAME"]) {
      try $0.field(TIFFTag.semanticName, in: 4) { $0.valueField = 0x7FFF_FFFF }
    },
    Defect("TIFF-SIZE", .dng, also: ["AUX-DECODE"]) { try $0.value(TIFFTag.imageWidth, in: 4, 0) },
    Defect("TIFF-STRIP-COUNT", .dng, also: ["AUX-DECODE"]) { try $0.value(TIFFTag.rowsPerStrip, in: 4, 3) },
    Defect("TIFF-STRIP-RANGE", .dng, also: ["AUX-DECODE"]) {
      try $0.field(TIFFTag.stripByteCounts, in: 4) { $0.valueField = 0x00FF_FFFF }
    },
    Defect("TIFF-STRIP-OVERLAP", .dng) { bytes in
      let other = try bytes.values(TIFFTag.stripOffsets, in: 3)
      try bytes.field(TIFFTag.stripOffsets, in: 4) { $0.valueField = UInt32(other) }
    },
  ]

  /// Defects of depth maps and masks.
  static let dngDefects: [Defect] = depthDefects + depthTagDefects + maskDefects

  private static let depthDefects: [Defect] = [
    Defect("DNG-VERSION", .dng, also: ["DNG-BACKWARD"]) {
      try $0.field(TIFFTag.dngVersion, in: 0) { $0.valueField = 0 }
    },
    Defect("DNG-BACKWARD", .dng) {
      try $0.field(TIFFTag.dngBackwardVersion, in: 0) { $0.valueField = 0x0000_0901 }
    },
    Defect("DNG-VERSION-TAGS", .dng) {
      try $0.field(TIFFTag.dngVersion, in: 0) { $0.valueField = 0x0000_0401 }
    },
    Defect("DNG-PRIMARY", .dng) { try $0.value(TIFFTag.newSubFileType, in: 1, 1) },
    Defect("DNG-ORIENTATION", .dng) { try $0.value(TIFFTag.orientation, in: 0, 9) },
    Defect(
      "DNG-DEPTH-ONE", .dng,
      also: [
        "DNG-DEPTH-PHOTOMETRIC", "DNG-MASK-PHOTOMETRIC", "AUX-XMP-TYPE", "AUX-NATIVE-FORMAT",
        "AUX-VERSION-FOREIGN",
      ]
    ) {
      try $0.value(TIFFTag.newSubFileType, in: 3, 8)
    },
    Defect("DNG-DEPTH-PHOTOMETRIC", .dng) { try $0.value(TIFFTag.photometricInterpretation, in: 2, 1) },
    Defect("DNG-DEPTH-BITS", .dng, also: ["AUX-DECODE"]) { try $0.value(TIFFTag.bitsPerSample, in: 2, 12) },
    Defect("DNG-DEPTH-SAMPLES", .dng, also: ["AUX-DECODE"]) {
      try $0.value(TIFFTag.samplesPerPixel, in: 2, 3)
    },
    Defect("DNG-DEPTH-FORMAT-UINT", .dng, also: ["AUX-DECODE"]) {
      try $0.field(TIFFTag.predictor, in: 2) { entry in
        // Predictor makes room for SampleFormat, which has a larger number and the same type.
        entry.tag = TIFFTag.sampleFormat
        entry.valueField = 3
      }
    },
    Defect("DNG-DEPTH-COMPRESSION", .dng, also: ["AUX-DECODE"]) {
      try $0.value(TIFFTag.compression, in: 2, 34892)
    },
  ]

  private static let depthTagDefects: [Defect] = [
    Defect("DNG-DEPTH-TAGS-IFD0", .dng) {
      // The last field of the raw image becomes one of the Depth tags.
      let directory = try $0.directories()[1]
      guard let last = directory.entries.last else { return }
      try $0.field(last.tag, in: 1) { entry in
        entry.tag = TIFFTag.depthUnits
        entry.type = .short
        entry.count = 1
        entry.valueField = 1
      }
    },
    Defect("DNG-DEPTH-TYPE", .dng) { try $0.field(TIFFTag.depthUnits, in: 0) { $0.type = .long } },
    Defect("DNG-DEPTH-FORMAT", .dng, also: ["DNG-DEPTH-UNKNOWN"]) {
      try $0.value(TIFFTag.depthFormat, in: 0, 3)
    },
    Defect("DNG-DEPTH-UNITS", .dng, also: ["DNG-DEPTH-UNKNOWN"]) {
      try $0.value(TIFFTag.depthUnits, in: 0, 2)
    },
    Defect("DNG-DEPTH-MEASURE", .dng) { try $0.value(TIFFTag.depthMeasureType, in: 0, 3) },
    Defect("DNG-DEPTH-RANGE", .dng) { bytes in
      let (near, far) = (
        try bytes.values(TIFFTag.depthNear, in: 0), try bytes.values(TIFFTag.depthFar, in: 0)
      )
      let values = (Array(bytes.data[near..<(near + 8)]), Array(bytes.data[far..<(far + 8)]))
      bytes.put(values.1, at: near)
      bytes.put(values.0, at: far)
    },
    Defect("DNG-DEPTH-UNKNOWN", .dng) { try $0.value(TIFFTag.depthFormat, in: 0, 0) },
    Defect("DNG-DEPTH-XMP", .dng) { try $0.property("apdi:FloatMaxValue", "3.000000") },
  ]

  private static let maskDefects: [Defect] = [
    Defect("DNG-MASK-PHOTOMETRIC", .dng) { try $0.value(TIFFTag.photometricInterpretation, in: 4, 1) },
    Defect("DNG-MASK-NAME", .dng) { bytes in
      let at = try bytes.values(TIFFTag.semanticName, in: 4)
      bytes.data[at] = 0
    },
    Defect("DNG-MASK-UNIQUE", .dng, also: ["AUX-XMP-TYPE", "AUX-VERSION-FOREIGN", "AUX-VERSION-PORTRAIT"]) {
      bytes in
      let name = try bytes.values(TIFFTag.semanticName, in: 3)
      let count = Int(try bytes.directories()[3][TIFFTag.semanticName]?.count ?? 0)
      try bytes.field(TIFFTag.semanticName, in: 4) { entry in
        entry.valueField = UInt32(name)
        entry.count = UInt32(count)
      }
    },
    Defect("DNG-MASK-SAMPLES", .dng, also: ["AUX-DECODE"]) {
      try $0.value(TIFFTag.samplesPerPixel, in: 4, 3)
    },
    Defect("DNG-MASK-BITS", .dng, also: ["AUX-DECODE"]) { try $0.value(TIFFTag.bitsPerSample, in: 4, 4) },
    Defect("DNG-MASK-BITS-8", .dng, also: ["AUX-DECODE"]) { try $0.value(TIFFTag.bitsPerSample, in: 4, 16) },
    Defect("DNG-MASK-COMPRESSION", .dng, also: ["AUX-DECODE"]) {
      try $0.value(TIFFTag.compression, in: 4, 5)
    },
    Defect("DNG-MASK-AREA", .dng, also: ["TIFF-ENTRY-ORDER"]) { bytes in
      // The XMP makes room: a mask at (0, 0) in a full mask of one pixel.
      let values = try bytes.values(TIFFTag.xmp, in: 4)
      bytes.put([0, 0, 1, 1].flatMap(bytes.little), at: values)
      try bytes.field(TIFFTag.xmp, in: 4) { entry in
        entry.tag = TIFFTag.maskSubArea
        entry.type = .long
        entry.count = 4
      }
    },
    Defect("DNG-MASK-NAME-URN", .dng, also: ["AUX-XMP-TYPE"]) { bytes in
      let at = try bytes.values(TIFFTag.semanticName, in: 4)
      bytes.put(Array("Sky\0".utf8), at: at)
    },
  ]
}

extension Bytes {
  /// Four bytes in the order of the file.
  func little(_ value: Int) -> [UInt8] {
    var writer = ByteWriter(endianness: data[0] == 0x49 ? .little : .big)
    writer.write(UInt32(value))
    return writer.bytes
  }
}
