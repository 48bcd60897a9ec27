import AuxContainers
import AuxKernels

extension Defect {
  /// Defects of what an image says that it is.
  static let identityDefects: [Defect] = [
    Defect("JPEG-XMP-TYPE", .jpeg, also: ["AUX-VERSION-FOREIGN"], place: "image 4") {
      try $0.swap("semanticskinmatte<", "semanticskimmatte<")
    },
    Defect("AUX-XMP-TYPE", .heif, also: ["AUX-NATIVE-FORMAT"], place: "item 3") {
      try $0.property("apdi:AuxiliaryImageType", "urn:x:y")
    },
    Defect("AUX-SUBTYPE", .jpeg, also: ["JPEG-XMP-TYPE", "AUX-VERSION-FOREIGN"], place: "image 3") {
      try $0.property("apdi:AuxiliaryImageSubType", "portraiteffectmatte")
    },
    // A packet of a depth map that is bound to the primary.
    Defect("XMP-BOUND", .heif, also: ["AUX-XMP-MISSING", "HEIF-SEI-RANGE"]) {
      try $0.reference("cdsc", from: 4) { $0.to = [2] }
    },
    Defect("AUX-NATIVE-FORMAT", .jpeg, place: "image 2") {
      try $0.property("apdi:NativeFormat", "1278226488")
    },
    Defect("AUX-STORED-FORMAT", .jpeg, also: ["AUX-INT"], place: "image 2") {
      try $0.property("apdi:StoredFormat", "1751411059")
    },
    Defect("AUX-FORMAT-MISSING", .jpeg, place: "image 2") { try $0.property("apdi:StoredFormat", "") },
    Defect("AUX-XMP-MISSING", .heif, also: ["HEIF-XMP-ORPHAN"], place: "item 3") {
      try $0.meta { meta in meta.references.references.removeAll { $0.type == "cdsc" && $0.from == 4 } }
    },
    Defect("AUX-DUPLICATE", .jpeg, also: ["AUX-VERSION-SEMANTIC", "AUX-VERSION-FOREIGN"], place: "image 5") {
      try $0.property("apdi:AuxiliaryImageType", "urn:com:apple:photo:2019:aux:semanticskinmatte", 3)
    },
    Defect("AUX-DEPTH-ONE", .jpeg, also: ["AUX-VERSION-FOREIGN", "AUX-FLOAT-MISSING", "AUX-NATIVE-FORMAT"]) {
      try $0.property("apdi:AuxiliaryImageSubType", "")
    },
    Defect("AUX-VERSION-PORTRAIT", .jpeg, place: "image 3") {
      try $0.property("portraitEffectsMatte:PortraitEffectsMatteVersion", "")
    },
    Defect("AUX-VERSION-SEMANTIC", .jpeg, place: "image 4") {
      try $0.property("semanticSegmentationMatte:SemanticSegmentationMatteVersion", "x")
    },
    Defect("AUX-VERSION-GAINMAP", .jpeg, place: "image 5") {
      try $0.property("HDRGainMap:HDRGainMapVersion", "")
    },
    Defect("AUX-VERSION-DEPTH", .jpeg, place: "image 2") {
      try $0.property("depthData:DepthDataVersion", "five")
    },
    Defect("AUX-VERSION-DEPTH-MISSING", .jpeg, place: "image 2") {
      try $0.property("depthData:DepthDataVersion", "")
    },
    Defect("AUX-HEADROOM", .jpeg, place: "image 5") { try $0.property("HDRGainMap:HDRGainMapHeadroom", "") },
    // The packets of two mattes change places.
    Defect(
      "AUX-VERSION-FOREIGN", .heif, also: ["AUX-XMP-TYPE", "AUX-VERSION-PORTRAIT", "AUX-VERSION-SEMANTIC"]
    ) {
      try $0.reference("cdsc", from: 6) { $0.to = [7] }
      try $0.reference("cdsc", from: 8) { $0.to = [5] }
    },
  ]

  /// Defects of ranges and words.
  static let valueDefects: [Defect] = [
    Defect("AUX-FLOAT-MISSING", .jpeg, place: "image 2") { try $0.property("apdi:FloatMinValue", "") },
    Defect("AUX-FLOAT-NUMBER", .jpeg, place: "image 2") { try $0.property("apdi:FloatMaxValue", "nan") },
    Defect("AUX-FLOAT-ORDER", .jpeg, place: "image 2") { try $0.property("apdi:FloatMaxValue", "0.250000") },
    Defect("AUX-FLOAT-EQUAL", .jpeg, place: "image 2") { try $0.property("apdi:FloatMaxValue", "0.500000") },
    Defect("AUX-FLOAT-NEGATIVE", .jpeg, place: "image 2") {
      try $0.property("apdi:FloatMinValue", "-0.50000")
    },
    Defect("AUX-INT", .jpeg, also: ["AUX-INT-FULL"], place: "image 2") {
      try $0.property("apdi:IntMaxValue", "0")
    },
    Defect("AUX-INT-FULL", .jpeg, place: "image 2") { try $0.property("apdi:IntMaxValue", "254") },
    Defect("AUX-QUALITY", .jpeg, place: "image 2") { try $0.property("depthData:Quality", "High") },
    Defect("AUX-ACCURACY", .jpeg, place: "image 2") { try $0.property("depthData:Accuracy", "relativ") },
    Defect("AUX-FILTERED", .jpeg, place: "image 2") { try $0.property("depthData:Filtered", "yes") },
  ]

  /// Defects of the calibration.
  static let calibrationDefects: [Defect] = [
    Defect("AUX-CAL-COMPLETE", .jpeg) { try $0.property("depthData:PixelSize", "") },
    Defect("AUX-CAL-COUNT", .jpeg) { try $0.swap("<rdf:li>24</rdf:li>", "") },
    Defect("AUX-CAL-NUMBER", .jpeg) { try $0.swap("<rdf:li>24</rdf:li>", "<rdf:li>xx</rdf:li>") },
    Defect("AUX-CAL-FOCAL", .jpeg) { try $0.swap("<rdf:li>60</rdf:li>", "<rdf:li>-6</rdf:li>") },
    Defect("AUX-CAL-FORM", .jpeg) { bytes in
      // By rows: the principal point stands where zeros belong.
      try bytes.swap("<rdf:li>0.0</rdf:li>", "<rdf:li>0.5</rdf:li>")
    },
    Defect("AUX-CAL-CENTER", .jpeg) { try $0.swap("<rdf:li>32</rdf:li>", "<rdf:li>99</rdf:li>") },
    Defect("AUX-CAL-ROTATION", .jpeg) { bytes in
      // The first 1 behind the nine numbers of the intrinsics.
      try bytes.swap("<rdf:li>1</rdf:li>", "<rdf:li>2</rdf:li>", 1)
    },
    Defect("AUX-CAL-PIXEL-SIZE", .jpeg) { try $0.property("depthData:PixelSize", "2.000000") },
    Defect("AUX-CAL-REFERENCE", .jpeg) { try $0.property("depthData:IntrinsicMatrixReferenceHeight", "36") },
  ]

  private static func flat(_ code: UInt8, _ width: Int = 64, _ height: Int = 48) -> PixelPlane {
    PixelPlane(width: width, height: height, storage: .uint8(Array(repeating: code, count: width * height)))
  }

  /// Defects of pixels.
  static let pixelDefects: [Defect] = [
    Defect("AUX-DECODE", .jpeg, place: "image 2") { bytes in
      // The scan of the depth map ends in the middle and its rest is EOI markers' worth of nothing.
      let end = try bytes.image(3)
      let start = end - 400
      bytes.put(Array(repeating: 0, count: 398), at: start)
      bytes.put([0xFF, 0xD0], at: start + 10)
    },
    Defect("AUX-DECODE-UNSUPPORTED", .dng, also: ["AUX-DECODE"]) {
      try $0.value(TIFFTag.compression, in: 4, 52546)
    },
    Defect("AUX-BITS", .heif, also: ["HEIF-HVCC-PROFILE", "HEIF-PIXI-VALUE"], place: "item 3") {
      try $0.change("hvcC", of: 3) { $0[17] = 0xF9 }
    },
    Defect("AUX-CONTENT-CONSTANT", .none, place: "image 2") {
      $0.data = try Bases.photo("jpg", disparity: flat(9))
    },
    Defect("AUX-CONTENT-LEVELS", .none, place: "image 2") {
      var codes = [UInt8](repeating: 0, count: 64 * 48)
      for index in codes.indices where index % 64 >= 32 { codes[index] = 255 }
      let plane = PixelPlane(width: 64, height: 48, storage: .uint8(codes))
      $0.data = try Bases.photo("jpg", disparity: plane)
    },
    Defect("AUX-MATTE-EMPTY", .none, also: ["AUX-CONTENT-CONSTANT"]) {
      $0.data = try Bases.photo("jpg", matte: flat(0, 32, 24))
    },
    Defect(
      "AUX-SCAN-ZERO", .heif, also: ["HEIF-HEVC-NAL", "AUX-DECODE", "AUX-CONTENT-CONSTANT"], place: "item 3"
    ) {
      let at = try $0.start(of: 3)
      let file = try HEIFFile(MemoryByteSource($0.data))
      guard let item = file.item(3) else { return }
      $0.put(Array(repeating: 0, count: try file.extents(of: item).count), at: at)
    },
    Defect("AUX-ASPECT", .none, also: ["AUX-CAL-REFERENCE"], place: "image 2") {
      $0.data = try Bases.photo("jpg", primary: (48, 64))
    },
    Defect("AUX-MATTE-SIZE", .none, place: "image 3") {
      $0.data = try Bases.photo("jpg", matte: Bases.smallMatte)
    },
  ]
}
