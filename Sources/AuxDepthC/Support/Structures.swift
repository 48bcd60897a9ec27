internal import AuxDepthKit
internal import CAuxDepth

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A structure that begins with its size as the caller's header has it, and to which later versions add members at the end.
protocol SizedStructure {
  /// The smallest accepted size in bytes: the size of the structure before members were added to it.
  static var firstSize: Int { get }
}

extension SizedStructure {
  static var firstSize: Int { MemoryLayout<Self>.stride }
}

extension auxdepth_primary: SizedStructure {}
extension auxdepth_image: SizedStructure {}
extension auxdepth_depth: SizedStructure {}
extension auxdepth_plane: SizedStructure {}
extension auxdepth_intrinsics: SizedStructure {}
extension auxdepth_picture_info: SizedStructure {}
extension auxdepth_map_info: SizedStructure {}
extension auxdepth_points: SizedStructure {}
extension auxdepth_mesh: SizedStructure {}
extension auxdepth_gain_map: SizedStructure {}

/// Reads a structure that a caller filled, as far as the caller's header has it; other members are 0.
///
/// Throws as ``fill(_:_:_:)``.
func read<Structure: SizedStructure & DefaultStructure>(
  _ place: UnsafePointer<Structure>?, _ name: String
) throws(AuxError) -> Structure {
  guard let place else { throw missing(name) }
  let raw = UnsafeRawPointer(place)
  let size = try checkedSize(raw.load(as: Int.self), of: Structure.self, name)
  var value = Structure()
  withUnsafeMutableBytes(of: &value) { bytes in
    _ = bytes.baseAddress.map { memcpy($0, raw, min(size, MemoryLayout<Structure>.stride)) }
  }
  return value
}

/// A structure of C that Swift makes with zeros.
protocol DefaultStructure {
  init()
}

extension auxdepth_gain_map: DefaultStructure {}
extension auxdepth_points: DefaultStructure {}
extension auxdepth_mesh: DefaultStructure {}

private func checkedSize<Structure: SizedStructure>(
  _ size: Int, of _: Structure.Type, _ name: String
) throws(AuxError) -> Int {
  let own = MemoryLayout<Structure>.stride
  guard size >= Structure.firstSize, size <= own + 4096 else {
    throw AuxError(.usage, "\(name)->struct_size is \(size) and not sizeof(\(Structure.self)), \(own)")
  }
  return size
}

/// Fills a structure of a caller as far as the caller's header has it.
///
/// A caller of an older header gets the members that it knows; members of a newer one become 0. Throws `usage`
/// for NULL, and for a size that no version of the structure has.
func fill<Structure: SizedStructure>(
  _ place: UnsafeMutablePointer<Structure>?, _ name: String, _ value: Structure
) throws(AuxError) {
  guard let place else { throw missing(name) }
  let raw = UnsafeMutableRawPointer(place)
  let (header, own) = (MemoryLayout<Int>.size, MemoryLayout<Structure>.stride)
  let size = try checkedSize(raw.load(as: Int.self), of: Structure.self, name)
  memset(raw + header, 0, size - header)
  withUnsafeBytes(of: value) { bytes in
    _ = bytes.baseAddress.map { memcpy(raw + header, $0 + header, min(size, own) - header) }
  }
}
