internal import AuxContainers
package import AuxImage

/// A path with one number in it, written as printf does: `%d` or `%04d`; `%%` is a percent sign.
package struct NumberPattern: Hashable, Sendable {
  /// What is before and after the number.
  package private(set) var prefix = "", suffix = ""
  private var width = 0

  /// Reads a pattern; nil where there is no number in it.
  ///
  /// Throws `AuxError` with code `usage` for two.
  package init?(_ text: String) throws(AuxError) {
    var rest = Substring(text)
    var hasNumber = false
    while let percent = rest.firstIndex(of: "%") {
      append(String(rest[..<percent]), hasNumber)
      rest = rest[rest.index(after: percent)...]
      if rest.first == "%" {
        append("%", hasNumber)
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard rest.dropFirst(digits.count).first == "d", digits.count <= 3,
        digits.isEmpty || digits.first == "0"
      else {
        append("%", hasNumber)
        continue
      }
      guard !hasNumber else { throw AuxError(.usage, "a pattern has one number, not two") }
      hasNumber = true
      width = min(Int(digits) ?? 0, 100)
      rest = rest.dropFirst(digits.count + 1)
    }
    guard hasNumber else { return nil }
    append(String(rest), true)
  }

  private mutating func append(_ text: String, _ isAfter: Bool) {
    if isAfter { suffix += text } else { prefix += text }
  }

  /// The path of a number.
  package func path(_ number: Int) -> String { prefix + digits(of: number) + suffix }

  /// The number as the pattern writes it.
  package func digits(of number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }

  /// Returns the least number above another that there is a file of; nil too where the number is a folder's.
  ///
  /// Throws `io` where the folder cannot be read for another reason than that it may not be.
  package func firstNumber(above least: Int) throws(AuxError) -> Int? {
    guard !suffix.contains("/") else { return nil }
    let folder = PathText.folder(of: prefix)
    let start = String(prefix.unicodeScalars.dropFirst(folder.unicodeScalars.count))
    let names: [String]
    do throws(AuxError) { names = try FileSystem.names(in: folder) } catch {
      guard error.code == .inputMissing else { throw error }
      return nil
    }
    return names.lazy.compactMap { name -> Int? in
      guard name.hasPrefix(start), name.hasSuffix(suffix), name.count > start.count + suffix.count else {
        return nil
      }
      let digits = name.dropFirst(start.count).dropLast(suffix.count)
      // Only a name that the pattern itself gives.
      guard let number = Int(digits), number > least, path(number).hasSuffix(name) else { return nil }
      return number
    }.min()
  }
}
