internal import AuxContainers
internal import AuxImage

/// The central directory of a ZIP archive, ZIP64 included.
///
/// Source: PKWARE APPNOTE.TXT 6.3.10, 4.3 and 4.5.3.
struct ZipDirectory {
  struct Member {
    var name: String
    var method: Int
    var isEncrypted: Bool
    var checksum: UInt32
    var codedSize: Int
    var size: Int
    var offset: Int
  }

  let members: [Member]
  /// Where the directory begins; members are before it.
  private let start: Int

  init(parsing data: [UInt8]) throws(AuxError) {
    let end = try Self.endRecord(in: data)
    var record = ByteReader(data, endianness: .little)
    try record.seek(to: end + 10)
    var count = Int(try record.readUInt16())
    var size = Int(try record.readUInt32())
    var start = Int(try record.readUInt32())
    if count == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF {
      (count, size, start) = try Self.zip64Record(in: data, before: end)
    }
    guard start <= end, size <= end - start, count <= size / 46 else {
      throw AuxError(
        .malformed, "a ZIP directory of \(count) members and \(size) bytes at byte \(start) does not fit")
    }
    var reader = ByteReader(data, endianness: .little)
    try reader.seek(to: start)
    var directory = try reader.readChild(size)
    var members: [Member] = []
    for _ in 0..<count { members.append(try Self.member(&directory)) }
    self.members = members
    self.start = start
  }

  private static func endRecord(in data: [UInt8]) throws(AuxError) -> Int {
    // 22 bytes and a comment of up to 65,535, which reaches to the end of the file.
    let last = data.count - 22
    guard last >= 0 else {
      throw AuxError(.truncated, "the ZIP archive has no directory", offset: data.count)
    }
    for at in stride(from: last, through: max(0, last - 0xFFFF), by: -1) {
      guard data[at] == 0x50, data[at + 1] == 0x4B, data[at + 2] == 5, data[at + 3] == 6 else { continue }
      if Int(data[at + 20]) | Int(data[at + 21]) << 8 == last - at { return at }
    }
    throw AuxError(.truncated, "the ZIP archive has no directory at its end", offset: data.count)
  }

  private static func zip64Record(
    in data: [UInt8], before end: Int
  ) throws(AuxError) -> (count: Int, size: Int, start: Int) {
    var reader = ByteReader(data, endianness: .little)
    guard end >= 20 else { throw AuxError(.malformed, "the ZIP64 locator is missing", offset: end) }
    try reader.seek(to: end - 20)
    guard try reader.readUInt32() == 0x0706_4B50 else {
      throw AuxError(.malformed, "the ZIP64 locator is missing", offset: end - 20)
    }
    try reader.skip(4)
    try reader.seek(to: Int(clamping: try reader.readUInt64()))
    guard try reader.readUInt32() == 0x0606_4B50 else {
      throw AuxError(.malformed, "the ZIP64 record is missing")
    }
    try reader.skip(28)
    let count = Int(clamping: try reader.readUInt64())
    let size = Int(clamping: try reader.readUInt64())
    return (count, size, Int(clamping: try reader.readUInt64()))
  }

  private static func member(_ reader: inout ByteReader) throws(AuxError) -> Member {
    guard try reader.readUInt32() == 0x0201_4B50 else {
      throw AuxError(.malformed, "a member is missing in the ZIP directory")
    }
    try reader.skip(4)
    let flags = try reader.readUInt16()
    let method = Int(try reader.readUInt16())
    try reader.skip(4)
    let checksum = try reader.readUInt32()
    var codedSize = Int(try reader.readUInt32())
    var size = Int(try reader.readUInt32())
    let nameLength = Int(try reader.readUInt16())
    let extraLength = Int(try reader.readUInt16())
    let commentLength = Int(try reader.readUInt16())
    try reader.skip(8)
    var offset = Int(try reader.readUInt32())
    let name = String(decoding: try reader.readBytes(nameLength), as: UTF8.self)
    var extra = try reader.readChild(extraLength)
    try reader.skip(commentLength)
    // Field 1 has 64 bits for each number that is all ones.
    while let tag = try? extra.readUInt16() {
      var field = try extra.readChild(Int(try extra.readUInt16()))
      guard tag == 1 else { continue }
      if size == 0xFFFF_FFFF { size = Int(clamping: try field.readUInt64()) }
      if codedSize == 0xFFFF_FFFF { codedSize = Int(clamping: try field.readUInt64()) }
      if offset == 0xFFFF_FFFF { offset = Int(clamping: try field.readUInt64()) }
    }
    return Member(
      name: name, method: method, isEncrypted: flags & 1 != 0, checksum: checksum, codedSize: codedSize,
      size: size, offset: offset)
  }

  func codedBytes(of member: Member, in data: [UInt8]) throws(AuxError) -> ArraySlice<UInt8> {
    var reader = ByteReader(data, endianness: .little)
    guard member.offset <= start - 30 else {
      throw AuxError(.malformed, "the ZIP member \(member.name) lies outside of the archive")
    }
    try reader.seek(to: member.offset)
    guard try reader.readUInt32() == 0x0403_4B50 else {
      throw AuxError(.malformed, "the ZIP member \(member.name) has no header", offset: member.offset)
    }
    try reader.skip(22)
    let nameLength = Int(try reader.readUInt16())
    let first = member.offset + 30 + nameLength + Int(try reader.readUInt16())
    guard first <= start, member.codedSize <= start - first else {
      throw AuxError(.malformed, "the ZIP member \(member.name) lies outside of the archive")
    }
    return data[first..<(first + member.codedSize)]
  }
}
