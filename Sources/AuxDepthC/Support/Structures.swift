internal import AuxDepthKit
internal import CAuxDepth

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Fills a structure of a caller, which begins with its size as the caller's header has it.
///
/// A caller of an older header gets as many members as it knows; what a newer one knows besides becomes 0. Throws `usage`
/// for NULL, and for a size that is none of the first version's at least.
func fill<Structure>(
  _ place: UnsafeMutablePointer<Structure>?, _ name: String, _ value: Structure
) throws(AuxError) {
  guard let place else { throw missing(name) }
  let raw = UnsafeMutableRawPointer(place)
  let (header, own) = (MemoryLayout<Int>.size, MemoryLayout<Structure>.stride)
  let size = raw.load(as: Int.self)
  // All structures are as they were in the first version; one that grows says here how large it was.
  guard size >= own, size <= own + 4096 else {
    throw AuxError(.usage, "\(name)->struct_size is \(size) and not sizeof(\(Structure.self)), \(own)")
  }
  memset(raw + header, 0, size - header)
  withUnsafeBytes(of: value) { bytes in
    _ = bytes.baseAddress.map { memcpy(raw + header, $0 + header, own - header) }
  }
}
