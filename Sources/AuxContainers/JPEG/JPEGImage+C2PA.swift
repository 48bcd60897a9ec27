package import AuxImage

extension JPEGImage {
  /// Where the segments of C2PA manifests are: APP11 with boxes of JUMBF. A large box takes several.
  ///
  /// Source: C2PA specification, "Embedding manifests into JPEG"; ISO/IEC 19566-5, D.2.
  package func manifestRanges(in source: any ByteSource) throws(AuxError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var instances: Set<[UInt8]> = []
    for segment in segments where segment.marker == JPEGMarker.APP11 {
      let head = try source.readPrefix(
        at: segment.payloadOffset, count: min(segment.payloadCount, JUMBF.headCount))
      guard let box = JUMBF(head) else { continue }
      // A part after the first repeats the head of the box and not what describes it.
      if box.isManifest { instances.insert(box.instance) }
      if instances.contains(box.instance) { ranges.append(segment.range) }
    }
    return ranges
  }
}

/// The first bytes of an APP11 segment of JUMBF.
private struct JUMBF {
  /// Identifier, instance and number, the heads of two boxes and the type of the first.
  static let headCount = 2 + 2 + 4 + 16 + 8 + 16

  private static let manifestType: [UInt8] =
    Array("c2pa".utf8) + [0x00, 0x11, 0x00, 0x10, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]

  /// What the parts of one box have in common.
  let instance: [UInt8]
  /// Whether the box is described as a store of manifests.
  let isManifest: Bool

  /// Takes the bytes apart; nil where they are not JUMBF's.
  init?(_ head: [UInt8]) {
    guard head.count >= 16, head.starts(with: Array("JP".utf8)),
      head[12..<16].elementsEqual("jumb".utf8)
    else { return nil }
    instance = Array(head[2..<4])
    // A size of 1 has 64 bits after the type.
    let inner = head[8..<12].elementsEqual([0, 0, 0, 1]) ? 24 : 16
    isManifest =
      head.count >= inner + 24 && head[(inner + 4)..<(inner + 8)].elementsEqual("jumd".utf8)
      && head[(inner + 8)..<(inner + 24)].elementsEqual(Self.manifestType)
  }
}
