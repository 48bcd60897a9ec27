package import AuxContainers

/// TIFF files written field by field, classic or BigTIFF, in either byte order.
package struct TIFFPhotoBytes {
  /// A field whose values are in the file's byte order.
  package struct Field {
    package var tag: UInt16
    package var type: UInt16
    package var count: Int
    package var bytes: [UInt8]

    /// Creates a field.
    package init(tag: UInt16, type: UInt16, count: Int, bytes: [UInt8]) {
      (self.tag, self.type, self.count, self.bytes) = (tag, type, count, bytes)
    }
  }

  package let endianness: ByteReader.Endianness
  package let isBig: Bool

  package init(_ endianness: ByteReader.Endianness = .little, isBig: Bool = false) {
    (self.endianness, self.isBig) = (endianness, isBig)
  }

  /// Returns the bytes of numbers of 16 bits.
  package func words(_ values: [Int]) -> [UInt8] {
    var writer = ByteWriter(endianness: endianness)
    for value in values { writer.write(UInt16(value)) }
    return writer.bytes
  }

  /// Returns the bytes of numbers of 32 bits.
  package func longs(_ values: [Int]) -> [UInt8] {
    var writer = ByteWriter(endianness: endianness)
    for value in values { writer.write(UInt32(value)) }
    return writer.bytes
  }

  package func short(_ tag: UInt16, _ values: Int...) -> Field {
    Field(tag: tag, type: 3, count: values.count, bytes: words(values))
  }

  package func long(_ tag: UInt16, _ value: Int) -> Field {
    Field(tag: tag, type: 4, count: 1, bytes: longs([value]))
  }

  package func text(_ tag: UInt16, _ text: String) -> Field {
    Field(tag: tag, type: 2, count: text.utf8.count + 1, bytes: Array(text.utf8) + [0])
  }

  /// Returns a file of one strip at its start, and directories after it; the first is that of the image.
  ///
  /// `pointers` are tags of the first directory whose value is the offset of a further one, which holds the fields.
  package func file(
    strip: [UInt8], _ fields: [Field], pointers: [(tag: UInt16, fields: [Field])] = []
  ) -> [UInt8] {
    var writer = ByteWriter(endianness: endianness)
    writer.write(endianness == .little ? [0x49, 0x49] : [0x4D, 0x4D] as [UInt8])
    writer.write(UInt16(isBig ? 43 : 42))
    if isBig {
      writer.write(UInt16(8))
      writer.write(UInt16(0))
    }
    let place = writer.count
    offset(0, &writer)
    let start = writer.count
    writer.write(strip)
    var all = fields + [long(273, start), long(279, strip.count)]
    for pointer in pointers { all.append(long(pointer.tag, directory(pointer.fields, &writer))) }
    let first = directory(all, &writer)
    var patch = ByteWriter(endianness: endianness)
    offset(first, &patch)
    var bytes = writer.bytes
    bytes.replaceSubrange(place..<(place + patch.count), with: patch.bytes)
    return bytes
  }

  private func offset(_ value: Int, _ writer: inout ByteWriter) {
    if isBig { writer.write(UInt64(value)) } else { writer.write(UInt32(value)) }
  }

  private func directory(_ fields: [Field], _ writer: inout ByteWriter) -> Int {
    let inline = isBig ? 8 : 4
    let sorted = fields.sorted { $0.tag < $1.tag }
    var values: [[UInt8]] = []
    for field in sorted {
      var value = field.bytes
      if value.count > inline {
        if writer.count % 2 == 1 { writer.write([0] as [UInt8]) }
        var place = ByteWriter(endianness: endianness)
        offset(writer.count, &place)
        writer.write(value)
        value = place.bytes
      }
      values.append(value + [UInt8](repeating: 0, count: inline - value.count))
    }
    if writer.count % 2 == 1 { writer.write([0] as [UInt8]) }
    let start = writer.count
    if isBig { writer.write(UInt64(fields.count)) } else { writer.write(UInt16(fields.count)) }
    for (field, value) in zip(sorted, values) {
      writer.write(field.tag)
      writer.write(field.type)
      offset(field.count, &writer)
      writer.write(value)
    }
    offset(0, &writer)
    return start
  }

  /// Returns the fields of an image of interleaved samples in one strip.
  package func image(
    width: Int, height: Int, channels: Int, bits: Int, photometric: Int, extra: [Field] = []
  ) -> [Field] {
    [
      long(256, width), long(257, height), short(258, bits), short(259, 1), short(262, photometric),
      short(277, channels), long(278, height),
    ] + extra
  }
}
