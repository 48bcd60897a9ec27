internal import AuxContainers
package import AuxImage
package import AuxKernels

/// Archives of NumPy arrays, `.npz`, as `numpy.savez` and `numpy.savez_compressed` write them.
///
/// Models give their maps so, with the camera as another array. Source: NumPy, `numpy.lib.npyio`.
package struct NPZArchive {
  private let data: [UInt8]
  private let directory: ZipDirectory

  package init(_ data: [UInt8]) throws(AuxError) {
    self.data = data
    directory = try ZipDirectory(parsing: data)
  }

  private var arrays: [ZipDirectory.Member] {
    directory.members.filter { $0.name.hasSuffix(".npy") }
  }

  /// Whether there is an array of that key.
  package func has(_ key: String) -> Bool { arrays.contains { $0.name == key + ".npy" } }

  /// Returns the key of the array to decode: `key`, else the usual one, else that of the only array that is a plane.
  package func key(_ key: String?, usual: String) throws(AuxError) -> String {
    String(try member(key: key, usual: usual).name.dropLast(4))
  }

  /// Decodes the array `key`.
  package func array(
    key: String, limits: AuxLimits = .standard
  ) throws(AuxError) -> (plane: PixelPlane, hasWholeNumbers: Bool, hasBools: Bool) {
    let member = try member(key: key, usual: key)
    do throws(AuxError) { return try decode(member, limits: limits) } catch {
      throw error.within(member.name)
    }
  }

  private func member(key: String?, usual: String) throws(AuxError) -> ZipDirectory.Member {
    if let key {
      guard let member = arrays.first(where: { $0.name == key + ".npy" || $0.name == key }) else {
        throw AuxError(.usage, "the archive has no array \(key); it has \(list)")
      }
      return member
    }
    if let member = arrays.first(where: { $0.name == usual + ".npy" }) { return member }
    let planes = arrays.prefix(256).filter { (try? header(of: $0).plane) != nil }
    guard planes.count == 1, let only = planes.first else {
      throw AuxError(
        .usage,
        "the archive has no array \(usual), and \(planes.count) that are planes; choose one of \(list)")
    }
    return only
  }

  /// The first keys, for messages.
  private var list: String {
    let keys = arrays.map { String($0.name.dropLast(4)) }
    guard !keys.isEmpty else { return "no arrays" }
    return keys.prefix(20).map { String($0.prefix(64)) }.joined(separator: ", ")
      + (keys.count > 20 ? ", ..." : "")
  }

  private func header(of member: ZipDirectory.Member) throws(AuxError) -> NPYHeader {
    try NPYHeader(parsing: bytes(of: member, upTo: NPYHeader.longest))
  }

  private func decode(
    _ member: ZipDirectory.Member, limits: AuxLimits
  ) throws(AuxError) -> (plane: PixelPlane, hasWholeNumbers: Bool, hasBools: Bool) {
    // The header states the size before the array itself is inflated.
    let header = try header(of: member)
    let size = header.end + (try NPYCodec.byteCount(of: header, limits: limits))
    guard member.size == size else {
      throw AuxError(
        .malformed, "an array of shape \(header.shapeText) needs \(size) bytes; the member has \(member.size)"
      )
    }
    let array = try bytes(of: member, upTo: size)
    guard array.count == size else {
      throw AuxError(.truncated, "the member has \(array.count) of \(size) bytes")
    }
    guard Deflate.checksum(array) == member.checksum else {
      throw AuxError(.codec, "the checksum of the array is wrong")
    }
    return try NPYCodec.array(MemoryByteSource(array), limits: limits)
  }

  /// The numbers of the array `key`, by rows; nil where it is missing.
  ///
  /// Throws `malformed` where it has more than `most`, or none, or holds something else.
  package func numbers(_ key: String, most: Int) throws(AuxError) -> [Double]? {
    guard let member = arrays.first(where: { $0.name == key + ".npy" }) else { return nil }
    do throws(AuxError) {
      return try NPYCodec.numbers(bytes(of: member, upTo: NPYHeader.longest + 8 * most), most: most)
    } catch { throw error.within(member.name) }
  }

  /// Returns the first `count` bytes of a member, or all of them where it has fewer.
  private func bytes(of member: ZipDirectory.Member, upTo count: Int) throws(AuxError) -> [UInt8] {
    guard !member.isEncrypted else { throw AuxError(.unsupported, "the ZIP member is encrypted") }
    let coded = try directory.codedBytes(of: member, in: data)
    switch member.method {
    case 0: return Array(coded.prefix(count))
    case 8: return try Deflate.decompress(raw: coded, upTo: min(count, member.size))
    default:
      throw AuxError(
        .unsupported, "ZIP method \(member.method) is not supported; stored (0) and Deflate (8) are")
    }
  }
}
