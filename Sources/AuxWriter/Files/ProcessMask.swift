internal import AuxContainers

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The permissions that the process takes from new files.
enum ProcessMask {
  /// The mask, as the process has it when it first writes a file.
  static let current: UInt32 = stated ?? asked

  /// What the system says; asking by `umask` would set it, for all threads.
  private static var stated: UInt32? {
    let descriptor = FileSystem.openForReading("/proc/self/status")
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let lines = String(decoding: Descriptor.read(descriptor, upTo: 16 << 10).bytes, as: UTF8.self).split(
      separator: "\n")
    return lines.first { $0.hasPrefix("Umask:") }
      .flatMap { UInt32($0.dropFirst("Umask:".count).trimmingPrefix { $0.isWhitespace }, radix: 8) }
  }

  private static var asked: UInt32 {
    let mask = umask(0o077)
    umask(mask)
    return UInt32(mask)
  }
}
