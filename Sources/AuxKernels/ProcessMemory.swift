#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What of the machine's memory this process can have.
///
/// A Swift program ends where there is no memory for an array; callers that are about to need much ask here first.
package enum ProcessMemory {
  /// The most bytes that the process can have: the machine's memory, or less where a limit of the address space or of
  /// the control group says so.
  package static let most: Int =
    [
      machineMemory, addressSpaceLeft, controlGroupLimit,
    ].compactMap(\.self).min() ?? .max

  private static var machineMemory: Int? {
    let (pages, size) = (Int(sysconf(Int32(_SC_PHYS_PAGES))), Int(sysconf(Int32(_SC_PAGESIZE))))
    return pages > 0 && size > 0 ? pages * size : nil
  }

  /// Returns whether so many bytes can be had: at once, or when other items of ``AuxWorkerPool`` have ended.
  package static func isAvailable(_ byteCount: Int) -> Bool { MemoryShare.gives(byteCount) }

  /// True if the system gives the memory that small blocks of every command take, which are not asked for one by one.
  package static var isEnoughForSmallBlocks: Bool { canMap(4 << 20) }

  /// Returns whether the system gives so many bytes more now.
  static func gives(_ byteCount: Int) -> Bool {
    // Less is there where the program has room for small blocks.
    guard byteCount > 1 << 20 else { return true }
    // Room for what is allocated as well: small blocks, tables of a codec.
    let (size, overflow) = byteCount.addingReportingOverflow(16 << 20)
    return !overflow && canMap(size)
  }

  /// Returns whether so many bytes can be mapped; they are given back at once, and never touched.
  private static func canMap(_ size: Int) -> Bool {
    let flags = MAP_PRIVATE | anonymous
    guard let address = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe address != UnsafeMutableRawPointer(bitPattern: -1)
    else { return false }
    unsafe munmap(address, size)
    return true
  }

  #if canImport(Glibc)
    private static let anonymous = MAP_ANONYMOUS
  #else
    private static let anonymous = MAP_ANON
  #endif

  /// What `RLIMIT_AS` leaves beside what is mapped already; nil where there is no limit.
  private static var addressSpaceLeft: Int? {
    var limit = rlimit()
    #if canImport(Glibc)
      let code = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #else
      let code = unsafe getrlimit(RLIMIT_AS, &limit)
    #endif
    guard code == 0, let most = Int(exactly: limit.rlim_cur), most < Int.max / 2 else { return nil }
    // Source: proc(5), /proc/pid/statm: the first number is the size in pages.
    let mapped = text(of: "/proc/self/statm")?.split(separator: " ").first.flatMap { Int($0) } ?? 0
    return max(0, most - mapped * Int(sysconf(Int32(_SC_PAGESIZE))))
  }

  /// The limit of the control group of version 2 that the process is in, or of one around it; nil where no limit is set.
  ///
  /// Source: Linux, Documentation/admin-guide/cgroup-v2.rst, memory.max.
  private static var controlGroupLimit: Int? {
    guard let groups = text(of: "/proc/self/cgroup"),
      let line = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })
    else { return nil }
    var parts = line.dropFirst(4).split(separator: "/")
    var least: Int?
    while true {
      let path = (["/sys/fs/cgroup"] + parts.map(String.init) + ["memory.max"]).joined(separator: "/")
      if let limit = text(of: path).flatMap({ Int($0.split(separator: "\n").first ?? "") }) {
        least = min(least ?? limit, limit)
      }
      guard parts.popLast() != nil else { return least }
    }
  }

  /// Returns the text of a small file of the system; nil where it cannot be read.
  static func text(of path: String) -> String? {
    guard let file = unsafe fopen(path, "re") else { return nil }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
