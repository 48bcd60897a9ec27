internal import AuxContainers
internal import AuxImage

/// What stands before the scan of a lossless JPEG stream.
///
/// Source: ITU-T T.81, B.2.
struct LosslessJPEGHeader {
  /// The frame header, SOF3.
  struct Frame {
    var precision: Int
    var width: Int
    var height: Int
    var identifiers: [UInt8]
  }

  /// The frame header.
  let frame: Frame
  /// The Huffman table of each component.
  let tables: [JPEGHuffmanTable]
  /// Which prediction holds, 1 to 7.
  let predictor: Int
  /// The number of low bits that were dropped.
  let pointTransform: Int
  /// The rows between restarts; 0 for none.
  let rowsInInterval: Int
  /// Where the coded bits begin.
  let scanOffset: Int

  /// Reads all segments up to the start of the scan.
  init(_ data: [UInt8]) throws(AuxError) {
    var reader = ByteReader(data)
    var frame: Frame?
    var tables: [UInt8: JPEGHuffmanTable] = [:]
    var interval = 0
    try Self.start(&reader)
    while true {
      let (marker, segment) = try Self.segment(&reader)
      var payload = segment
      switch marker {
      case 0xC4:
        while payload.remaining > 0 { try Self.table(&payload, into: &tables) }
      case 0xDD: interval = Int(try payload.readUInt16())
      case let marker where JPEGMarker.isFrame(marker):
        guard marker == 0xC3 else {
          throw AuxError(.unsupported, "a JPEG stream of process \(marker - 0xC0) where lossless is needed")
        }
        guard frame == nil else { throw AuxError(.malformed, "a second frame header (T.81 B.2.1)") }
        frame = try Frame(parsing: &payload)
      case JPEGMarker.SOS:
        guard let frame else { throw AuxError(.malformed, "a scan without a frame header (T.81 B.2.1)") }
        let scan = try Self.scan(&payload, of: frame, tables)
        self.frame = frame
        (self.tables, predictor, pointTransform) = scan
        guard interval % frame.width == 0 else {
          throw AuxError(.malformed, "restarts within a row (T.81 H.1.1)")
        }
        rowsInInterval = interval / frame.width
        scanOffset = reader.offset
        return
      default: break
      }
    }
  }

  /// Returns the marker of the frame header.
  static func frameMarker(_ reader: inout ByteReader) throws(AuxError) -> UInt8 {
    try start(&reader)
    while true {
      let (marker, _) = try segment(&reader)
      if JPEGMarker.isFrame(marker) { return marker }
      if marker == JPEGMarker.SOS { throw AuxError(.malformed, "a scan without a frame header (T.81 B.2.1)") }
    }
  }

  private static func start(_ reader: inout ByteReader) throws(AuxError) {
    guard try reader.readUInt16() == 0xFFD8 else {
      throw AuxError(.malformed, "a JPEG stream begins with FFD8 (T.81 B.2.1)")
    }
  }

  /// Reads a marker and the payload of its segment.
  private static func segment(_ reader: inout ByteReader) throws(AuxError) -> (UInt8, ByteReader) {
    guard try reader.readUInt8() == 0xFF else {
      throw AuxError(.malformed, "a marker is missing (T.81 B.1.1.2)", offset: reader.offset - 1)
    }
    var marker = try reader.readUInt8()
    while marker == 0xFF { marker = try reader.readUInt8() }
    // Markers without a length do not belong before a scan.
    guard marker != 0x00, marker != 0x01, !(0xD0...0xD9).contains(marker) else {
      throw AuxError(.malformed, "a marker in the wrong place (T.81 B.2.1)", offset: reader.offset - 2)
    }
    let length = Int(try reader.readUInt16())
    guard length >= 2 else {
      throw AuxError(.malformed, "a segment shorter than its length", offset: reader.offset - 2)
    }
    return (marker, try reader.readChild(length - 2))
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
    _ payload: inout ByteReader, of frame: Frame, _ tables: [UInt8: JPEGHuffmanTable]
  ) throws(AuxError) -> (tables: [JPEGHuffmanTable], predictor: Int, pointTransform: Int) {
    guard Int(try payload.readUInt8()) == frame.identifiers.count else {
      throw AuxError(.unsupported, "a lossless JPEG stream of several scans")
    }
    var used: [JPEGHuffmanTable] = []
    for identifier in frame.identifiers {
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
    _ = try payload.readUInt8()
    let pointTransform = Int(try payload.readUInt8() & 15)
    guard (1...7).contains(predictor), pointTransform < frame.precision else {
      throw AuxError(
        .malformed, "predictor \(predictor), point transform \(pointTransform) (T.81 B.2.3, table B.3)")
    }
    return (used, predictor, pointTransform)
  }
}

extension LosslessJPEGHeader.Frame {
  /// Reads the payload of SOF3.
  fileprivate init(parsing payload: inout ByteReader) throws(AuxError) {
    precision = Int(try payload.readUInt8())
    height = Int(try payload.readUInt16())
    width = Int(try payload.readUInt16())
    let count = Int(try payload.readUInt8())
    guard (2...16).contains(precision), width > 0 else {
      throw AuxError(.malformed, "\(precision) bits, \(width) columns (T.81 B.2.2, table B.2)")
    }
    guard height > 0, (1...4).contains(count) else {
      throw AuxError(.unsupported, "a lossless JPEG frame of \(height) rows and \(count) components")
    }
    identifiers = []
    for _ in 0..<count {
      identifiers.append(try payload.readUInt8())
      guard try payload.readUInt8() == 0x11 else {
        throw AuxError(.unsupported, "subsampled components in a lossless JPEG frame")
      }
      _ = try payload.readUInt8()
    }
  }
}
