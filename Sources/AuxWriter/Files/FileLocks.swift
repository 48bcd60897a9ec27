internal import AuxContainers

/// The locks (`flock`) of files that are edited in place.
///
/// A file is locked while it is edited in place, so that programs that use this library edit it one after the other. A
/// file that another program has locked is waited for; after ten seconds the call throws `AuxError.Code.changed`.
public enum FileLocks {
  /// Calls `body` with the path of each file that is waited for longer than a second, on the thread that waits.
  public static func onWaiting(_ body: @escaping @Sendable (_ path: String) -> Void) {
    FileByteSource.onWaiting(body)
  }
}
