package import AuxImage

/// The headers of an OpenEXR file: what its parts hold, and how large they are.
///
/// Source: OpenEXR, "OpenEXR File Layout"; Specs/photos.md, "OpenEXR".
package struct EXRHeader: Sendable {
  /// A rectangle of pixels whose edges belong to it.
  package struct Window: Hashable, Sendable {
    package var xMin: Int
    package var yMin: Int
    package var xMax: Int
    package var yMax: Int

    /// The number of columns; not positive where the window is empty.
    package var width: Int { xMax - xMin + 1 }
    /// The number of rows; not positive where the window is empty.
    package var height: Int { yMax - yMin + 1 }
  }

  package struct Channel: Hashable, Sendable {
    package var name: String
    package var isHalf: Bool

    package init(name: String, isHalf: Bool = false) { (self.name, self.isHalf) = (name, isHalf) }
  }

  /// One image of the file.
  package struct Part: Sendable {
    /// The name, which a file of several parts has; nil if it is absent or longer than names are.
    package var name: String?
    /// The names of the views whose channels the part has, as Blender writes them of a stereo pair.
    package var views: [String] = []
    package var channels: [Channel] = []
    /// What is shown: the size of the picture.
    package var displayWindow: Window?
    /// The x and y of red, green, blue and white; nil for those of Rec. 709.
    package var chromaticities: [Float]?
    /// The text of the attribute `comments`; nil where it is absent or longer than a program writes it.
    package var comments: String?
    /// Whether Nuke wrote the file, as its attribute `nuke/version` says.
    package var isNukes = false
    /// Whether a pixel has any number of samples.
    package var isDeep = false
    /// Whether it is compressed as DWAA or DWAB.
    package var isDWA = false
    /// What the attributes say of the camera.
    package var camera = EXRCamera()

    package init() {}
  }

  package let parts: [Part]

  private static let longestName = 255
  /// Cameras and renderers write a few dozen.
  private static let mostAttributes = 4096
  private static let largestValue = 1 << 20
  private static let longestComments = 1 << 16

  /// Reads the headers; of the attributes those are loaded that ``Part`` has.
  ///
  /// Throws `malformed`, `truncated`, `unsupported` for another version than 2, `limitExceeded`.
  package init(_ source: any ByteSource, limits: AuxLimits = .standard) throws(AuxError) {
    ParseEvent.report(.exrHeaders(of: source.byteCount))
    var start = ByteReader(try source.read(at: 0, count: 8), endianness: .little)
    guard try start.readUInt32() == 0x0131_2F76 else {
      throw AuxError(.malformed, "no magic number of OpenEXR", offset: 0)
    }
    let version = try start.readUInt32()
    guard version & 0xFF == 2 else {
      throw AuxError(.unsupported, "version \(version & 0xFF) of OpenEXR", offset: 4)
    }
    let (isDeep, hasParts) = (version & 0x800 != 0, version & 0x1000 != 0)
    var cursor = Cursor(source: source, offset: 8, attributesLeft: Self.mostAttributes)
    var parts: [Part] = []
    var channelsLeft = limits.exrChannels
    while let part = try Self.part(&cursor, isDeep: isDeep) {
      parts.append(part)
      // Reading takes time with the square of their number.
      channelsLeft -= part.channels.count
      guard channelsLeft >= 0 else {
        throw AuxError(.limitExceeded, "more than \(limits.exrChannels) channels", offset: cursor.offset)
      }
      guard hasParts else { break }
      guard parts.count < limits.images else {
        throw AuxError(.limitExceeded, "more than \(limits.images) parts", offset: cursor.offset)
      }
    }
    guard !parts.isEmpty else { throw AuxError(.malformed, "the header is empty", offset: 8) }
    self.parts = parts
  }

  /// Reads a header; nil for the empty one that ends a list of parts.
  private static func part(_ cursor: inout Cursor, isDeep: Bool) throws(AuxError) -> Part? {
    var part = Part()
    part.isDeep = isDeep
    var isEmpty = true
    while let attribute = try cursor.attribute() {
      isEmpty = false
      do throws(AuxError) {
        let value = { [cursor] () throws(AuxError) in try cursor.value(of: attribute, most: largestValue) }
        switch (attribute.name, attribute.type) {
        case ("channels", "chlist"):
          var reader = try value()
          part.channels = try channels(&reader)
        case ("displayWindow", "box2i"):
          var reader = try value()
          part.displayWindow = try window(&reader)
        case ("chromaticities", "chromaticities"):
          var reader = try value()
          part.chromaticities = try floats(8, &reader)
        case ("comments", "string") where attribute.range.count <= longestComments:
          var reader = try value()
          part.comments = String(decoding: reader.readRest(), as: UTF8.self)
        case ("type", "string"):
          var reader = try value()
          part.isDeep = String(decoding: reader.readRest(), as: UTF8.self).hasPrefix("deep")
        case ("name", "string") where attribute.range.count <= longestName:
          var reader = try value()
          part.name = String(decoding: reader.readRest(), as: UTF8.self)
        case ("multiView", "stringvector"):
          var reader = try value()
          part.views = try texts(&reader)
        case ("nuke/version", _): part.isNukes = true
        case ("compression", "compression"):
          var reader = try value()
          // NO, RLE, ZIPS, ZIP, PIZ, PXR24, B44, B44A, DWAA, DWAB.
          part.isDWA = [8, 9].contains(try reader.readUInt8())
        default:
          guard EXRCamera.names.contains(attribute.name), attribute.range.count <= 64 else { break }
          var reader = try value()
          try part.camera.take(attribute.name, attribute.type, &reader)
        }
      } catch { throw error.within(attribute.name) }
    }
    return isEmpty ? nil : part
  }

  private static func channels(_ reader: inout ByteReader) throws(AuxError) -> [Channel] {
    var channels: [Channel] = []
    while true {
      let name = try reader.readCString()
      guard !name.isEmpty else { return channels }
      // The kinds are 0, 1 and 2: whole numbers, halves and floats.
      channels.append(Channel(name: name, isHalf: try reader.readUInt32() == 1))
      // Whether it is perceptually linear, and both samplings.
      try reader.skip(12)
    }
  }

  private static func window(_ reader: inout ByteReader) throws(AuxError) -> Window {
    func number() throws(AuxError) -> Int { Int(Int32(bitPattern: try reader.readUInt32())) }
    return Window(xMin: try number(), yMin: try number(), xMax: try number(), yMax: try number())
  }

  /// Reads texts, each after the number of its bytes.
  private static func texts(_ reader: inout ByteReader) throws(AuxError) -> [String] {
    var texts: [String] = []
    while reader.remaining > 0 {
      let count = Int(try reader.readUInt32())
      texts.append(String(decoding: try reader.readBytes(count), as: UTF8.self))
    }
    return texts
  }

  private static func floats(_ count: Int, _ reader: inout ByteReader) throws(AuxError) -> [Float] {
    var values: [Float] = []
    for _ in 0..<count { values.append(Float(bitPattern: try reader.readUInt32())) }
    return values
  }

  private struct Attribute {
    var name: String
    var type: String
    var range: Range<Int>
  }

  /// The offset of the next byte to be read.
  private struct Cursor {
    let source: any ByteSource
    var offset: Int
    var attributesLeft: Int

    /// Reads name, type and size of the next attribute and passes over its value; nil at the end of a header.
    mutating func attribute() throws(AuxError) -> Attribute? {
      let start = offset
      var reader = ByteReader(
        try source.readPrefix(at: start, count: 2 * (longestName + 1) + 4), fileOffset: start,
        endianness: .little)
      let name = try reader.readCString()
      guard !name.isEmpty else {
        offset = start + 1
        return nil
      }
      attributesLeft -= 1
      guard attributesLeft >= 0 else {
        throw AuxError(.limitExceeded, "more than \(mostAttributes) attributes", offset: start)
      }
      let type = try reader.readCString()
      let size = Int(Int32(bitPattern: try reader.readUInt32()))
      guard size >= 0 else {
        throw AuxError(.malformed, "a size of \(size) bytes", offset: reader.fileOffset, place: name)
      }
      let range = reader.fileOffset..<(reader.fileOffset + size)
      try source.check(offset: range.lowerBound, count: size)
      offset = range.upperBound
      return Attribute(name: name, type: type, range: range)
    }

    func value(of attribute: Attribute, most: Int) throws(AuxError) -> ByteReader {
      guard attribute.range.count <= most else {
        throw AuxError(.limitExceeded, "\(attribute.range.count) bytes, \(most) at most")
      }
      return ByteReader(
        try source.read(at: attribute.range.lowerBound, count: attribute.range.count),
        fileOffset: attribute.range.lowerBound, endianness: .little)
    }
  }
}
