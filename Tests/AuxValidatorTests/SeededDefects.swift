import AuxContainers

extension SeededDefect {
  /// One field each, twelve in each container.
  static let all: [SeededDefect] = jpeg + heif + dng

  private static let photo = "shu223_depth_matte.jpg"

  private static let jpeg: [SeededDefect] = [
    SeededDefect("MPF version", photo, "JPEG-MPF-VERSION") {
      $0.put(Array("0200".utf8), at: try $0.index(0) + 8)
    },
    SeededDefect("MPF image count", photo, "JPEG-MPF-COUNT") { $0.bigEndian(9, at: try $0.index(1) + 8) },
    SeededDefect("MPF byte order", photo, "JPEG-MPF-HEADER") {
      $0.put([0x49, 0x49], at: try $0.index(0) - 10)
    },
    SeededDefect("MPF size of the depth map", photo, "JPEG-MPF-SIZE") {
      $0.bigEndian(UInt32(try $0.entryValue(2, 4) - 7), at: try $0.entry(2) + 4)
    },
    SeededDefect("MPF offset of the depth map", photo, "JPEG-MPF-STALE") {
      $0.bigEndian(UInt32(try $0.entryValue(2, 8) + 566), at: try $0.entry(2) + 8)
    },
    SeededDefect("MPF attribute of the depth map", photo, "JPEG-MPF-TYPE") {
      $0.bigEndian(0x0002_0002, at: try $0.entry(2))
    },
    SeededDefect("namespace of the properties", photo, "XMP-NAMESPACE") {
      try $0.swap("http://ns.apple.com/pixeldatainfo/1.0/\"", "http://ns.apple.com/pixelDataInfo/1.0/\"")
    },
    SeededDefect("FloatMaxValue not a number", photo, "AUX-FLOAT-NUMBER") {
      try $0.property("apdi:FloatMaxValue", "nan")
    },
    SeededDefect("NativeFormat", photo, "AUX-NATIVE-FORMAT") {
      try $0.property("apdi:NativeFormat", "1278226488")
    },
    SeededDefect("Accuracy", photo, "AUX-ACCURACY") { try $0.property("depthData:Accuracy", "exact") },
    SeededDefect("a number of the matrix", photo, "AUX-CAL-FOCAL") { bytes in
      let at = try bytes.find("<depthData:IntrinsicMatrix>")
      let item = try bytes.find("<rdf:li>", bytes.count(of: "<rdf:li>", before: at))
      bytes.put(Array("-".utf8), at: item + 8)
    },
    SeededDefect("the end of the file", photo, "JPEG-TRUNCATED") { $0.data.removeLast(64) },
  ]

  private static let live = "pillow_pug.heic"

  private static let heif: [SeededDefect] = [
    SeededDefect("URN of the depth map", live, "HEIF-AUXC-URN") {
      try $0.swap("2015:auxid:2", "2015:auxid:3")
    },
    SeededDefect("hidden flag", live, "HEIF-AUX-HIDDEN") { bytes in
      let id = try bytes.depthItem()
      try bytes.item(id) { $0.full.flags = 0 }
    },
    SeededDefect("essential flag of irot", live, "HEIF-ESSENTIAL") { bytes in
      let id = try bytes.depthItem()
      try bytes.meta { meta in
        guard let number = meta.number("irot", of: id) else { return }
        try meta.associate(id) { list in
          for at in list.indices where Int(list[at].index) == number + 1 { list[at].isEssential = false }
        }
      }
    },
    SeededDefect("missing irot", live, "HEIF-TRANSFORM-MISSING") { try $0.drop("irot", of: $0.depthItem()) },
    SeededDefect("ispe", live, "HEIF-ISPE-SIZE") { try $0.change("ispe", of: $0.depthItem()) { $0[7] ^= 8 } },
    SeededDefect("pixi", live, "HEIF-PIXI-VALUE") {
      try $0.change("pixi", of: $0.depthItem()) { $0[5] = 10 }
    },
    SeededDefect("target of auxl", live, "HEIF-AUXL-TARGET") { bytes in
      try bytes.reference("auxl", from: try bytes.depthItem()) { $0.to = [1] }
    },
    SeededDefect("target of cdsc", live, "XMP-BOUND") { bytes in
      let (id, primary) = (try bytes.depthItem(), try HEIFFile(MemoryByteSource(bytes.data)).primaryItemID)
      let xmp = try HEIFFile(MemoryByteSource(bytes.data)).xmpItem(for: id)?.id ?? 0
      try bytes.reference("cdsc", from: xmp) { $0.to = [primary] }
    },
    SeededDefect("extent inside iloc", live, "HEIF-ILOC-MDAT") { bytes in
      let at = try bytes.find("iloc")
      try bytes.location(try bytes.depthItem()) { entry in
        entry.baseOffset = 0
        entry.extents[0].offset = UInt64(at)
        entry.extents[0].length = 64
      }
    },
    SeededDefect("d_max of the SEI message", live, "HEIF-SEI-RANGE") {
      try $0.change("auxC", of: $0.depthItem()) { $0[$0.count - 3] ^= 0x20 }
    },
    SeededDefect("length of a NAL unit", live, "HEIF-HEVC-NAL") {
      $0.data[try $0.start(of: $0.depthItem()) + 3] ^= 4
    },
    SeededDefect("number of an item", live, "HEIF-ITEM-ID") { try $0.item(2) { $0.itemID = 1 } },
  ]

  private static let raw = "synthetic_dng/u8.dng"

  private static let dng: [SeededDefect] = [
    SeededDefect("near beyond far", raw, "DNG-DEPTH-RANGE") { bytes in
      let at = try bytes.values(TIFFTag.depthNear, in: 0)
      bytes.put(bytes.little(4_000_000_000), at: at)
    },
    SeededDefect("DepthFormat", raw, "DNG-DEPTH-FORMAT") { try $0.value(TIFFTag.depthFormat, in: 0, 3) },
    SeededDefect("DepthUnits", raw, "DNG-DEPTH-UNITS") { try $0.value(TIFFTag.depthUnits, in: 0, 7) },
    SeededDefect("DepthMeasureType", raw, "DNG-DEPTH-MEASURE") {
      try $0.value(TIFFTag.depthMeasureType, in: 0, 5)
    },
    SeededDefect("type of DepthFormat", raw, "DNG-DEPTH-TYPE") {
      try $0.field(TIFFTag.depthFormat, in: 0) { $0.type = .long }
    },
    SeededDefect("Photometric of the depth map", raw, "DNG-DEPTH-PHOTOMETRIC") {
      try $0.value(TIFFTag.photometricInterpretation, in: 1, 1)
    },
    SeededDefect("bits of the depth map", raw, "DNG-DEPTH-BITS") {
      try $0.value(TIFFTag.bitsPerSample, in: 1, 4)
    },
    SeededDefect("compression of the depth map", raw, "DNG-DEPTH-COMPRESSION") {
      try $0.value(TIFFTag.compression, in: 1, 34892)
    },
    SeededDefect("strip of the depth map", raw, "TIFF-STRIP-RANGE") {
      try $0.field(TIFFTag.stripOffsets, in: 1) { $0.valueField = 0x0FFF_FFFF }
    },
    SeededDefect("SubIFD offset", raw, "TIFF-IFD-LOOP") { bytes in
      bytes.put(Array(bytes.data[4..<8]), at: try bytes.values(TIFFTag.subIFDs, in: 0))
    },
    SeededDefect("name of the mask", raw, "DNG-MASK-NAME") { bytes in
      bytes.data[try bytes.values(TIFFTag.semanticName, in: 2)] = 0
    },
    SeededDefect("kind of the mask", raw, "DNG-MASK-PHOTOMETRIC") {
      try $0.value(TIFFTag.newSubFileType, in: 2, 0)
    },
  ]
}

extension Bytes {
  /// The number of the item that is the depth map.
  func depthItem() throws -> UInt32 {
    let file = try HEIFFile(MemoryByteSource(data))
    for item in file.auxiliaryItems where try file.auxiliaryType(of: item)?.urn.hasSuffix("auxid:2") == true {
      return item.id
    }
    throw Misfit(reason: "no depth map")
  }

  /// How often a text stands in front of an offset.
  func count(of text: String, before offset: Int) -> Int {
    let pattern = Array(text.utf8)
    return (0..<offset).count { data[$0] == pattern[0] && data[$0...].starts(with: pattern) }
  }
}
