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
  package func has(_ key: String) -> Bool { member(key) != nil }

  /// An array, and the plane of it to decode.
  package struct Choice {
    fileprivate let member: ZipDirectory.Member
    fileprivate let header: NPYHeader
    /// The number of the plane, and how many there are.
    package let frame, count: Int
    /// The key, with the number of the plane if there are several, as in `depth_map[2]`.
    package let key: String
  }

  /// Returns the array to decode: that of `key`, which may end in the number of a frame in brackets, else the usual one, else the
  /// only array that is a plane or several, but for those of cameras and pictures.
  package func choice(_ key: String?, usual: String) throws(AuxError) -> Choice {
    if let key, let member = member(key) { return try choice(member, frame: nil) }
    let (name, frame) = key.flatMap(NPYCodec.frame) ?? (key ?? "", nil)
    guard !name.isEmpty else { return try choice(found(usual: usual), frame: frame) }
    guard let member = member(name) else {
      throw AuxError(.usage, "the archive has no array \(name); it has \(list)")
    }
    return try choice(member, frame: frame)
  }

  /// Returns the array `key` at the frame of `other`, or its only plane; nil if the archive has no such array.
  package func choice(_ key: String, of other: Choice) throws(AuxError) -> Choice? {
    guard let member = member(key) else { return nil }
    let isStack = ((try? header(of: member).planes.count) ?? 1) > 1
    return try choice(member, frame: isStack ? other.frame : nil)
  }

  private func choice(_ member: ZipDirectory.Member, frame: Int?) throws(AuxError) -> Choice {
    do throws(AuxError) {
      let (header, key) = (try header(of: member), String(member.name.dropLast(4)))
      let (number, count) = (try header.plane(frame, of: key), try header.planes.count)
      return Choice(
        member: member, header: header, frame: number, count: count,
        key: count > 1 ? "\(key)[\(number)]" : key)
    } catch { throw error.within(member.name) }
  }

  /// Decodes a plane of an array.
  package func array(
    _ choice: Choice, limits: AuxLimits = .standard
  ) throws(AuxError) -> (plane: PixelPlane, hasWholeNumbers: Bool, hasBools: Bool) {
    do throws(AuxError) { return try decode(choice, limits: limits) } catch {
      throw error.within(choice.member.name)
    }
  }

  private func member(_ key: String) -> ZipDirectory.Member? {
    arrays.first { $0.name == key + ".npy" || $0.name == key }
  }

  private func found(usual: String) throws(AuxError) -> ZipDirectory.Member {
    if let member = member(usual) { return member }
    let maps = arrays.prefix(256).filter { member in
      guard !Self.isOfCamera(String(member.name.dropLast(4))), let header = try? header(of: member) else {
        return false
      }
      return !header.isUnlikeMap && (try? header.planes) != nil
    }
    guard maps.count == 1, let only = maps.first else {
      throw AuxError(
        .usage,
        "the archive has no array \(usual), and \(maps.count == 0 ? "none" : "\(maps.count)") that may be the map; it has "
          + list, remedy: arrays.isEmpty ? nil : .stateKey)
    }
    return only
  }

  /// Whether an array of that name describes a camera, whatever its shape.
  private static func isOfCamera(_ key: String) -> Bool {
    let name = key.lowercased()
    let words = name.split { !($0.isLetter || $0.isNumber) }
    return namesOfCameras.contains(name) || words.contains { wordsOfCameras.contains($0) }
      || (name.hasPrefix("camera") || name.hasPrefix("cam_")) && !name.contains("dep")
        && !name.contains("disp")
  }

  private static let namesOfCameras: Set<String> = [
    "k", "r", "t", "rt", "p", "w2c", "c2w", "focal", "focals", "focal_length", "fov", "cams",
  ]
  private static let wordsOfCameras: Set<Substring> = [
    "intrinsic", "intrinsics", "extrinsic", "extrinsics", "pose", "poses", "focallength", "distortion",
  ]

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
    _ choice: Choice, limits: AuxLimits
  ) throws(AuxError) -> (plane: PixelPlane, hasWholeNumbers: Bool, hasBools: Bool) {
    // The header states the size before the array itself is inflated.
    let (member, header) = (choice.member, choice.header)
    let (one, all) = try NPYCodec.byteCounts(of: header, limits: limits)
    let (size, overflow) = header.end.addingReportingOverflow(all)
    guard !overflow, member.size == size else {
      throw AuxError(
        .malformed, "an array of shape \(header.shapeText) needs \(size) bytes; the member has \(member.size)"
      )
    }
    if choice.count > 1, !header.isFortranOrder {
      // The checksum is that of all planes, which are not decoded for it.
      let samples = try bytes(of: member, skipping: header.end + choice.frame * one, upTo: one)
      guard samples.count == one else {
        throw AuxError(.truncated, "the member ends in frame \(choice.frame)")
      }
      return try NPYCodec.plane(MemoryByteSource(samples), at: 0, header, limits)
    }
    if choice.count > 1 { try limits.checkMemory(size, for: "an array of shape \(header.shapeText)") }
    let array = try bytes(of: member, upTo: size)
    guard array.count == size else {
      throw AuxError(.truncated, "the member has \(array.count) of \(size) bytes")
    }
    guard Deflate.checksum(array) == member.checksum else {
      throw AuxError(.codec, "the checksum of the array is wrong")
    }
    return try NPYCodec.array(MemoryByteSource(array), frame: choice.frame, limits: limits)
  }

  /// Returns the numbers of the array `key`, by rows; nil if the archive has no such array. If the array has numbers for each frame,
  /// returns those of the frame of `map`.
  ///
  /// Throws `malformed` where it has more than `most`, or none, or holds something else.
  package func numbers(_ key: String, most: Int, of map: Choice? = nil) throws(AuxError) -> [Double]? {
    guard let member = member(key) else { return nil }
    do throws(AuxError) {
      let frames = map.map(\.count) ?? 1
      let longest = NPYHeader.longest + 8 * most * frames
      let numbers = try NPYCodec.numbers(bytes(of: member, upTo: longest), most: most * frames)
      let shape = try header(of: member).shape
      guard let map, frames > 1, shape.first == frames, shape != [3, 3] else {
        guard numbers.count <= most else {
          throw AuxError(.malformed, "\(numbers.count) numbers are more than \(most)")
        }
        return numbers
      }
      let one = numbers.count / frames
      return Array(numbers[(map.frame * one)..<((map.frame + 1) * one)])
    } catch { throw error.within(member.name) }
  }

  /// Returns `count` bytes of a member after the first `skipped`, or all of them where it has fewer.
  private func bytes(
    of member: ZipDirectory.Member, skipping skipped: Int = 0, upTo count: Int
  ) throws(AuxError) -> [UInt8] {
    guard !member.isEncrypted else { throw AuxError(.unsupported, "the ZIP member is encrypted") }
    let coded = try directory.codedBytes(of: member, in: data)
    switch member.method {
    case 0: return Array(coded.dropFirst(skipped).prefix(count))
    case 8: return try Deflate.decompress(raw: coded, skipping: skipped, upTo: min(count, member.size))
    default:
      throw AuxError(
        .unsupported, "ZIP method \(member.method) is not supported; stored (0) and Deflate (8) are")
    }
  }
}
