internal import AuxDepthKit
internal import CAuxDepth

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A structure that begins with its size as the caller's header has it, and to which later versions add members at the end.
protocol SizedStructure {
  /// Its size in the first version of the interface that had it, in bytes; stays when members come.
  static var firstSize: Int { get }
}

extension auxdepth_primary: SizedStructure { static var firstSize: Int { 32 } }
extension auxdepth_image: SizedStructure { static var firstSize: Int { 160 } }
extension auxdepth_depth: SizedStructure { static var firstSize: Int { 40 } }
extension auxdepth_plane: SizedStructure { static var firstSize: Int { 24 } }
extension auxdepth_intrinsics: SizedStructure { static var firstSize: Int { 64 } }
extension auxdepth_picture_info: SizedStructure { static var firstSize: Int { 32 } }
extension auxdepth_map_info: SizedStructure { static var firstSize: Int { 40 } }
extension auxdepth_points: SizedStructure { static var firstSize: Int { 40 } }
extension auxdepth_mesh: SizedStructure { static var firstSize: Int { 56 } }
extension auxdepth_gain_map: SizedStructure { static var firstSize: Int { 152 } }

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
