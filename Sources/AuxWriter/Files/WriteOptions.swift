/// How a file is written: what becomes of one that has its name, and when the call returns.
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
  /// Whether a file that is replaced stays as `NAME~`, in place of an earlier one of that name.
  ///
  /// Ended at any moment, there is the old file, or the new one and the old one.
  public var keepsBackup: Bool
  /// Whether the call returns once the file and its name are on the disk.
  ///
  /// Where it does not wait, a machine that stops soon after may have lost the file, or its content; for a caller that has
  /// the system write many files at the end.
  public var waitsForDisk: Bool

  /// Creates options; the default makes a new file and waits until it is on the disk.
  public init(replacement: Replacement = .never, keepsBackup: Bool = false, waitsForDisk: Bool = true) {
    self.replacement = replacement
    self.keepsBackup = keepsBackup
    self.waitsForDisk = waitsForDisk
  }

  /// A file of the output's name is replaced.
  public static let replacing = WriteOptions(replacement: .replace)
  /// The source itself is replaced.
  public static let inPlace = WriteOptions(replacement: .inPlace)

  package var replaces: Bool { replacement != .never }
}
