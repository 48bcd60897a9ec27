internal import AuxContainers
internal import AuxImage

/// What the segments before the scan of a lossless JPEG stream say.
///
/// Source: ITU-T T.81, B.2.
struct LosslessJPEGHeader {
  let frame: JPEGImage.Frame
  let tables: [JPEGHuffmanTable]
  /// Which prediction holds, 1 to 7.
  let predictor: Int
  /// The number of low bits that were dropped.
  let pointTransform: Int
  /// The rows between restarts; 0 for none.
  let rowsInInterval: Int
  let scanOffset: Int

  /// Reads the segments of a stream, whose headers `image` are.
  init(_ image: JPEGImage, of data: [UInt8]) throws(AuxError) {
    (frame, scanOffset) = (image.frame, image.scanOffset)
    guard frame.marker == JPEGMarker.SOF3 else {
      throw AuxError(.unsupported, "a JPEG stream of process \(frame.marker - 0xC0) where lossless is needed")
    }
    var tables: [UInt8: JPEGHuffmanTable] = [:]
    var interval = 0
    var scan: (tables: [JPEGHuffmanTable], predictor: Int, pointTransform: Int) = ([], 1, 0)
    for segment in image.segments {
      var payload = ByteReader(
        data[segment.payloadOffset..<segment.range.upperBound], fileOffset: segment.payloadOffset)
      switch segment.marker {
      case JPEGMarker.DHT:
        while payload.remaining > 0 { try Self.table(&payload, into: &tables) }
      case JPEGMarker.DRI: interval = Int(try payload.readUInt16())
      case JPEGMarker.SOF3: try Self.check(frame, &payload)
      case JPEGMarker.SOS: scan = try Self.scan(&payload, of: frame, tables)
      default: break
      }
    }
    (self.tables, predictor, pointTransform) = scan
    guard interval % frame.width == 0 else {
      throw AuxError(.malformed, "restarts within a row (T.81 H.1.1)")
    }
    rowsInInterval = interval / frame.width
  }

  private static func check(_ frame: JPEGImage.Frame, _ payload: inout ByteReader) throws(AuxError) {
    let count = frame.componentIdentifiers.count
    guard (2...16).contains(frame.precision), frame.width > 0 else {
      throw AuxError(.malformed, "\(frame.precision) bits, \(frame.width) columns (T.81 B.2.2, table B.2)")
    }
    guard frame.height > 0, (1...4).contains(count) else {
      throw AuxError(.unsupported, "a lossless JPEG frame of \(frame.height) rows and \(count) components")
    }
    // Precision, size and the number of components.
    try payload.skip(6)
    for _ in 0..<count {
      try payload.skip(1)
      guard try payload.readUInt8() == 0x11 else {
        throw AuxError(.unsupported, "subsampled components in a lossless JPEG frame")
      }
      try payload.skip(1)
    }
  }

  private static func table(
    _ payload: inout ByteReader, into tables: inout [UInt8: JPEGHuffmanTable]
  ) throws(AuxError) {
    let destination = try payload.readUInt8()
    let counts = try payload.readBytes(16).map(Int.init)
    let values = try payload.readBytes(counts.reduce(0, +))
    // Lossless scans use tables of class 0.
    guard destination < 16 else { return }
    guard destination < 4 else { throw AuxError(.malformed, "Huffman table \(destination) (T.81 B.2.4.2)") }
    tables[destination] = try JPEGHuffmanTable(counts: counts, values: values)
  }

  private static func scan(
    _ payload: inout ByteReader, of frame: JPEGImage.Frame, _ tables: [UInt8: JPEGHuffmanTable]
  ) throws(AuxError) -> (tables: [JPEGHuffmanTable], predictor: Int, pointTransform: Int) {
    guard Int(try payload.readUInt8()) == frame.componentIdentifiers.count else {
      throw AuxError(.unsupported, "a lossless JPEG stream of several scans")
    }
    var used: [JPEGHuffmanTable] = []
    for identifier in frame.componentIdentifiers {
      guard try payload.readUInt8() == identifier else {
        throw AuxError(.malformed, "the scan's components are not the frame's (T.81 B.2.3)")
      }
      let number = try payload.readUInt8() >> 4
      guard let table = tables[number] else {
        throw AuxError(.malformed, "Huffman table \(number) is missing (T.81 B.2.3)")
      }
      used.append(table)
    }
    let predictor = Int(try payload.readUInt8())
    try payload.skip(1)
    let pointTransform = Int(try payload.readUInt8() & 15)
    guard (1...7).contains(predictor), pointTransform < frame.precision else {
      throw AuxError(
        .malformed, "predictor \(predictor), point transform \(pointTransform) (T.81 B.2.3, table B.3)")
    }
    return (used, predictor, pointTransform)
  }
}
