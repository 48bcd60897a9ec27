package import AuxImage

/// A box in memory: its children where it is a container known here, its bytes where it is anything else.
package struct Box: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Bytes, kept as they are; those that were read share the memory of what they were read from.
    case bytes(ArraySlice<UInt8>)
    /// Boxes, the bytes before them (version and flags), and the bytes after them that are not a box.
    case boxes(prefix: [UInt8], [Box], rest: [UInt8])
  }

  /// The header; its payload count is that of the box as it was read.
  private var header: BoxHeader
  package var content: Content
  /// The offset of the payload in the file that was read; 0 for a new box.
  package private(set) var payloadOffset = 0
  /// The ``fault``: few boxes have one, and an error takes more than a box.
  private var faults: [AuxError] = []

  /// Why the children that were read end before the box does; nil where they do not.
  package var fault: AuxError? { faults.first }

  package init(_ type: FourCharacterCode, _ payload: [UInt8]) {
    header = BoxHeader(type, payloadCount: payload.count)
    content = .bytes(payload[...])
  }

  /// Creates a `uuid` box of what `serialize` writes; `userType` are the 16 bytes that name its type.
  package init(userType: [UInt8], _ serialize: (inout ByteWriter) -> Void) {
    precondition(userType.count == 16)
    self.init("uuid", serialize)
    header.userType = userType
  }

  package init(_ type: FourCharacterCode, prefix: [UInt8] = [], boxes: [Box]) {
    header = BoxHeader(type, payloadCount: 0)
    content = .boxes(prefix: prefix, boxes, rest: [])
  }

  package init(_ type: FourCharacterCode, _ serialize: (inout ByteWriter) -> Void) {
    var writer = ByteWriter()
    serialize(&writer)
    self.init(type, writer.bytes)
  }

  package var type: FourCharacterCode { header.type }

  /// The offset of the header in the file that was read.
  package var offset: Int { payloadOffset - header.headerCount }

  /// The 16 bytes that name the type of a `uuid` box; empty for any other.
  package var userType: [UInt8] { header.userType }

  /// The children, in order; none where the box holds bytes.
  package var boxes: [Box] {
    if case .boxes(_, let boxes, _) = content { boxes } else { [] }
  }

  package var payload: [UInt8] {
    if case .bytes(let bytes) = content { return Array(bytes) }
    var writer = ByteWriter()
    serializeContent(into: &writer)
    return writer.bytes
  }

  /// A reader of the payload whose offsets are those in the file.
  package var reader: ByteReader {
    if case .bytes(let bytes) = content { return ByteReader(bytes, fileOffset: payloadOffset) }
    return ByteReader(payload, fileOffset: payloadOffset)
  }

  package var payloadCount: Int {
    switch content {
    case .bytes(let bytes): bytes.count
    case .boxes(let prefix, let boxes, let rest):
      boxes.reduce(prefix.count + rest.count) { $0 + $1.count }
    }
  }

  package var count: Int { header.resized(to: payloadCount).count }

  package func first(_ type: FourCharacterCode) -> Box? { boxes.first { $0.type == type } }

  package func replacing(boxes: [Box]) -> Box {
    var box = self
    box.content = .boxes(prefix: [], boxes, rest: [])
    if case .boxes(let prefix, _, let rest) = content {
      box.content = .boxes(prefix: prefix, boxes, rest: rest)
    }
    return box
  }

  /// Returns the box with what `serialize` writes for its payload.
  package func replacing(_ serialize: (inout ByteWriter) -> Void) -> Box {
    var box = self
    box.content = Box(type, serialize).content
    return box
  }
}

extension Box {
  /// The boxes that are read as containers, with the number of bytes before their children.
  private static let containers: [FourCharacterCode: Int] = [
    "iprp": 0, "ipco": 0, "grpl": 0, "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0,
  ]

  /// Takes the payload of a box at the top of a file, right or wrong: a fault inside is kept in the box it is in.
  ///
  /// Throws where it is too short for what comes before its children.
  init(_ header: BoxHeader, payload: inout ByteReader, limits: AuxLimits) throws(AuxError) {
    var boxCount = 1
    self.header = header
    payloadOffset = payload.fileOffset
    content = .bytes([])
    try readContent(&payload, limits, depth: 0, &boxCount)
  }

  private init(
    parsing reader: inout ByteReader, _ limits: AuxLimits, depth: Int, _ boxCount: inout Int
  ) throws(AuxError) {
    guard depth < limits.boxDepth else {
      throw AuxError(.limitExceeded, "boxes nested deeper than \(limits.boxDepth)", offset: reader.fileOffset)
    }
    boxCount += 1
    guard boxCount <= limits.items else {
      throw AuxError(.limitExceeded, "more than \(limits.items) boxes", offset: reader.fileOffset)
    }
    var inner = reader
    header = try BoxHeader(parsing: &inner, available: reader.remaining)
    payloadOffset = inner.fileOffset
    content = .bytes([])
    var body = try inner.readChild(header.payloadCount)
    try readContent(&body, limits, depth: depth, &boxCount)
    reader = inner
  }

  private mutating func readContent(
    _ body: inout ByteReader, _ limits: AuxLimits, depth: Int, _ boxCount: inout Int
  ) throws(AuxError) {
    let prefixCount = type == "meta" && depth == 0 ? 4 : Self.containers[type]
    guard let prefixCount else {
      content = .bytes(body.readRestSlice())
      return
    }
    let prefix = try AuxError.at("\(type)") { () throws(AuxError) in try body.readBytes(prefixCount) }
    var boxes: [Box] = []
    while body.remaining >= 8, fault == nil {
      do throws(AuxError) {
        boxes.append(try Box(parsing: &body, limits, depth: depth + 1, &boxCount))
      } catch { faults = [error] }
    }
    content = .boxes(prefix: prefix, boxes, rest: body.readRest())
  }

  /// The first fault of the box and of those inside it, in the order of the file.
  var firstFault: AuxError? {
    for box in boxes { if let fault = box.firstFault { return fault.within("\(type)") } }
    return fault?.within("\(type)")
  }

  /// Reads a box inside another, no children of it.
  package init(leaf reader: inout ByteReader) throws(AuxError) {
    var inner = reader
    header = try BoxHeader(parsing: &inner, available: reader.remaining)
    payloadOffset = inner.fileOffset
    content = .bytes(try inner.readSlice(header.payloadCount))
    reader = inner
  }

  package func serialize(into writer: inout ByteWriter) {
    let count = payloadCount
    let unchanged = header.sizeForm == .toEnd && count == header.payloadCount
    (unchanged ? header : header.resized(to: count)).serialize(into: &writer)
    serializeContent(into: &writer)
  }

  private func serializeContent(into writer: inout ByteWriter) {
    switch content {
    case .bytes(let bytes): writer.write(bytes)
    case .boxes(let prefix, let boxes, let rest):
      writer.write(prefix)
      for box in boxes { box.serialize(into: &writer) }
      writer.write(rest)
    }
  }

  /// Returns the box with an explicit size, so that something may follow it.
  package func sized() -> Box {
    var box = self
    box.header = header.resized(to: payloadCount)
    return box
  }
}

extension AuxError {
  /// Runs `body` and puts `place` before the place of what it throws.
  package static func at<Value>(
    _ place: @autoclosure () -> String, _ body: () throws(AuxError) -> Value
  ) throws(AuxError) -> Value {
    do throws(AuxError) { return try body() } catch { throw error.within(place()) }
  }
}
