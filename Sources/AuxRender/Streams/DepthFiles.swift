internal import AuxContainers
internal import AuxImage
internal import AuxMaps

/// The paths of depth frames: a folder's, or those of a pattern.
final class DepthFiles {
  private enum Kind {
    case folder([String])
    case pattern(NumberPattern)
  }

  private let kind: Kind
  private var position = 0

  /// Creates the list; nil where the path is neither a folder nor a pattern.
  ///
  /// Throws `inputMissing` where there is no frame, `usage` for a pattern of two numbers, and `io` where the folder
  /// cannot be read.
  init?(_ path: String) throws(AuxError) {
    if let status = try FileStatus(path) {
      guard status.kind == .folder else { return nil }
      let names = try FileSystem.names(in: path).filter(Self.isFrame).sorted(by: Self.isBefore)
      try Self.checkKinds(of: names)
      kind = .folder(names.map { FilePath.joined(path, $0) })
      return
    }
    guard let pattern = try NumberPattern(path) else { return nil }
    kind = .pattern(pattern)
    guard let first = try Self.first(of: pattern) else {
      let names = "\(FilePath.fileName(of: pattern.path(0))) nor \(FilePath.fileName(of: pattern.path(1)))"
      let later =
        try pattern.firstNumber(above: 1).map { ", but \(FilePath.fileName(of: pattern.path($0)))" } ?? ""
      throw AuxError(.inputMissing, "there is neither \(names)\(later)")
    }
    position = first
  }

  /// Returns the next path, or nil at the end.
  ///
  /// Throws `inputMissing` where a number is missing and a later one is there, and `io` where the system fails to say
  /// whether one is.
  func next() throws(AuxError) -> String? {
    defer { position += 1 }
    switch kind {
    case .folder(let paths): return position < paths.count ? paths[position] : nil
    case .pattern(let pattern):
      let path = pattern.path(position)
      if try FileSystem.exists(path) { return path }
      guard let later = try pattern.firstNumber(above: position) else { return nil }
      throw AuxError(
        .inputMissing,
        "\(FilePath.fileName(of: path)) is missing, but \(FilePath.fileName(of: pattern.path(later))) is there"
      )
    }
  }

  /// Returns the number that the frames begin with, of the two that they may; nil where there is neither.
  private static func first(of pattern: NumberPattern) throws(AuxError) -> Int? {
    for number in [0, 1] where try FileSystem.exists(pattern.path(number)) { return number }
    return nil
  }

  /// Whether a name comes before another; f2 is before f10.
  private static func isBefore(_ one: String, _ two: String) -> Bool {
    switch NumericOrder.compare(one, two) {
    case 0: one < two
    case let order: order < 0
    }
  }

  /// The kinds of file that frames have: one map each, which says what it is.
  private static let kinds: [MapFile.Kind] = [.png, .pfm, .exr, .npy, .tiff]

  private static func kind(of name: String) -> MapFile.Kind? {
    FilePath.fileExtension(of: name).flatMap { suffix in kinds.first { $0.extensions.contains(suffix) } }
  }

  private static func isFrame(_ name: String) -> Bool { !name.hasPrefix(".") && kind(of: name) != nil }

  /// Throws where there is no frame, or where two kinds of file may be the same frames twice.
  private static func checkKinds(of names: [String]) throws(AuxError) {
    guard let first = names.first else {
      let endings = kinds.flatMap(\.extensions).map { ".\($0)" }.alternatives
      throw AuxError(.inputMissing, "the folder has no \(endings) file")
    }
    if let other = names.first(where: { kind(of: $0) != kind(of: first) }) {
      throw AuxError(
        .usage,
        "the folder has files of two kinds, such as \(first) and \(other); a pattern says which are meant")
    }
  }
}
