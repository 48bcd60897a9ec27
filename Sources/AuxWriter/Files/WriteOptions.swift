/// How a file is written: what happens to an existing file of that name, and when the call returns.
///
/// ```swift
/// try PhotoRepair(repairs, of: source).finalize(to: path, options: .inPlace)
/// ```
public struct WriteOptions: Hashable, Sendable {
  /// What is done with a file that has the output's name.
  public enum Replacement: Hashable, Sendable {
    /// The output must not exist.
    case never
    /// The output is replaced; the new file has the old one's mode.
    case replace
    /// The source itself is replaced; mode, owner and extended attributes stay. What has no source is replaced as by `replace`.
    case inPlace
  }

  /// What is done with a file that has the output's name.
  public var replacement: Replacement
  /// Whether a file that is replaced is kept as `NAME~`, which replaces an earlier file of that name.
  ///
  /// If the process ends at any moment, there is the old file, or the new one and the old one.
  public var keepsBackup: Bool
  /// Whether the call returns once the file and its name are on the disk.
  ///
  /// If it does not wait, and the machine stops soon after, the file or its content may be lost. That is for callers
  /// that write many files and let the system flush them at the end.
  public var waitsForDisk: Bool
  /// Whether the file has the modification time of the one that it replaces.
  public var keepsTime: Bool

  /// Creates options; the default makes a new file and waits until it is on the disk.
  public init(
    replacement: Replacement = .never, keepsBackup: Bool = false, waitsForDisk: Bool = true,
    keepsTime: Bool = false
  ) {
    self.replacement = replacement
    self.keepsBackup = keepsBackup
    self.waitsForDisk = waitsForDisk
    self.keepsTime = keepsTime
  }

  /// A file of the output's name is replaced.
  public static let replacing = WriteOptions(replacement: .replace)
  /// The source itself is replaced.
  public static let inPlace = WriteOptions(replacement: .inPlace)

  package var replaces: Bool { replacement != .never }
}
