#if canImport(Glibc)
  internal import Glibc
#endif

/// The memory that the program keeps of what was freed.
enum KeptMemory {
  /// The largest piece that is kept, which a camera's depth map in floats is, and how much of it each thread keeps. More makes
  /// nothing faster, and peaks higher.
  private static let (largestPiece, most): (Int32, Int32) = (2 << 20, 4 << 20)

  /// Keeps what maps and bands of photos take, for the next of them.
  ///
  /// glibc gives back to the system what is free, and takes it again for the next buffer page by page, each of which the system
  /// clears first: a twentieth of the time of a command on one photo, a fifth of a large map's. The program decides that for
  /// itself; a library would decide it for its host.
  static func begin() {
    #if canImport(Glibc)
      // Swift's module of glibc has no malloc.h. Source: mallopt(3), whose numbers are part of its binary interface.
      let (trimThreshold, mapThreshold): (Int32, Int32) = (-1, -3)
      guard let address = unsafe dlsym(nil, "mallopt") else { return }
      let mallopt = unsafe unsafeBitCast(address, to: (@convention(c) (Int32, Int32) -> Int32).self)
      _ = mallopt(mapThreshold, largestPiece)
      _ = mallopt(trimThreshold, most)
    #endif
  }
}
