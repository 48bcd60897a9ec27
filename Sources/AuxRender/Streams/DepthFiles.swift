internal import AuxContainers
internal import AuxImage
internal import AuxMaps
internal import AuxReader

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
      kind = .folder(names.map { PathText.joined(path, $0) })
      return
    }
    guard let pattern = try NumberPattern(path) else { return nil }
    kind = .pattern(pattern)
    guard let first = try Self.first(of: pattern) else {
      throw AuxError(.inputMissing, "there is no file of the pattern")
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
      // The folder's list may have the file though the system says nothing about it.
      guard let later = try pattern.firstNumber(above: position - 1) else { return nil }
      guard later > position else {
        throw AuxError(.inputMissing, "\(PathText.fileName(of: path)) is there, but cannot be opened")
      }
      throw AuxError(
        .inputMissing,
        "\(PathText.fileName(of: path)) is missing, but \(PathText.fileName(of: pattern.path(later))) is there"
      )
    }
  }

  /// Returns the least number that there is a file of; of a number in the name of a folder, 0 or 1.
  private static func first(of pattern: NumberPattern) throws(AuxError) -> Int? {
    if let number = try pattern.firstNumber(above: -1) { return number }
    guard pattern.suffix.contains("/") else { return nil }
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
    PathText.fileExtension(of: name).flatMap { suffix in kinds.first { $0.extensions.contains(suffix) } }
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
        "the folder has files of two kinds, such as \(first) and \(other); give a pattern of one kind with %04d for the number"
      )
    }
  }
}

/// Names in the order of the numbers in them: f2 comes before f10.
enum NumericOrder {
  /// Returns a number below 0 where a name comes before the other, above 0 where it comes after it, and 0 where both
  /// differ in nothing but zeros before a number.
  static func compare(_ one: String, _ other: String) -> Int {
    var (left, right) = (Substring(one).utf8, Substring(other).utf8)
    while let first = left.first, let second = right.first {
      if isDigit(first), isDigit(second) {
        let order = compareNumbers(digits(&left), digits(&right))
        if order != 0 { return order }
      } else {
        if first != second { return Int(first) - Int(second) }
        (left, right) = (left.dropFirst(), right.dropFirst())
      }
    }
    return (left.isEmpty ? 0 : 1) - (right.isEmpty ? 0 : 1)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Takes the digits at the beginning, without the zeros before them.
  private static func digits(_ text: inout Substring.UTF8View) -> [UInt8] {
    let run = text.prefix(while: isDigit)
    text = text.dropFirst(run.count)
    return Array(run.drop { $0 == UInt8(ascii: "0") })
  }

  private static func compareNumbers(_ one: [UInt8], _ other: [UInt8]) -> Int {
    if one.count != other.count { return one.count - other.count }
    return zip(one, other).first { $0 != $1 }.map { Int($0) - Int($1) } ?? 0
  }
}
