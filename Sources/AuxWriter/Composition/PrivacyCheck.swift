internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// Looks in a file just written for metadata that were to be taken out of its source.
///
/// The walk over the new file finds none, and none of the values that were taken out is in its bytes: texts of five letters or
/// more, numbers with four decimals, coordinates as rationals, and runs of 32 bytes of larger values. A value that also occurs in
/// metadata that stay does not count.
struct PrivacyCheck {
  private let origin: ImageSource
  private let kinds: Set<MetadataKind>
  private let keepsHeadroom: Bool

  init(of origin: ImageSource, without kinds: Set<MetadataKind>, keepsHeadroom: Bool) {
    (self.origin, self.kinds, self.keepsHeadroom) = (origin, kinds, keepsHeadroom)
  }

  /// Throws `verification` where something that was to go is still there.
  func check(_ written: ImageSource) throws(AuxError) {
    let left = try written.metadata(ofKinds: kinds, keepsHeadroom: keepsHeadroom)
    if let first = left.taken.first {
      throw AuxError(.verification, "metadata that were to be removed are still there", place: first.path)
    }
    let findings = try origin.metadata(ofKinds: kinds, keepsHeadroom: keepsHeadroom)
    let texts = Self.texts(of: findings)
    let blocks = Self.blocks(of: findings)
    guard !texts.isEmpty || !blocks.isEmpty else { return }
    var (textIndex, blockIndex) = (Index(texts.map(\.bytes)), Index(blocks.map(\.bytes)))
    let kept = Kept(findings, tables: left.tables)
    for part in try written.metadataBytes() {
      for reading in Self.readings(of: part) {
        if let found = textIndex.first(in: reading, unless: kept.has(text:)) {
          throw Self.left(texts[found].path)
        }
      }
      if let found = blockIndex.first(in: part, unless: kept.has(block:)) {
        throw Self.left(blocks[found].path)
      }
    }
  }

  private static func left(_ path: String) -> AuxError {
    AuxError(.verification, "a value that was to be removed is still in the file", place: path)
  }

  private typealias Value = (path: String, bytes: [UInt8])

  /// Returns the texts to look for, in small letters.
  private static func texts(of findings: MetadataFindings) -> [Value] {
    var seen: Set<String> = []
    var texts: [Value] = []
    for found in findings.taken {
      for text in found.texts where texts.count < mostTexts {
        let small = text.lowercased()
        guard small.utf8.count <= 4096, isTelling(small), seen.insert(small).inserted else { continue }
        texts.append((found.path, Array(small.utf8)))
      }
    }
    return texts
  }

  /// Real files have some hundred texts, and a maker's note some thousand runs of bytes.
  private static let mostTexts = 1000
  private static let mostBlocks = 8192

  /// Whether a text has five letters or more, or is a number with four decimals.
  private static func isTelling(_ text: String) -> Bool {
    guard text.count(where: \.isLetter) < 5 else { return true }
    guard let point = text.firstIndex(of: ".") else { return false }
    let decimals = text[text.index(after: point)...].prefix(while: \.isNumber)
    return decimals.count >= 4 && decimals.contains { $0 != "0" }
  }

  /// Returns runs of 32 bytes of values, and coordinates as three rationals of 24.
  private static func blocks(of findings: MetadataFindings) -> [Value] {
    let blocks = findings.taken.flatMap { found -> [Value] in
      let bytes = found.bytes
      if bytes.count == 24, Set(bytes).count > 6 { return [(found.path, bytes)] }
      return stride(from: 0, through: bytes.count - 32, by: 32).compactMap { start in
        let block = Array(bytes[start..<(start + 32)])
        // Runs of few different bytes are in every file.
        return Set(block).count >= 12 ? (found.path, block) : nil
      }
    }
    // Of more runs every n-th is enough to find a value that is left.
    let step = (blocks.count + mostBlocks - 1) / mostBlocks
    return step <= 1 ? blocks : stride(from: 0, to: blocks.count, by: step).map { blocks[$0] }
  }

  /// Returns metadata in small letters as they are, without the zeros of UTF-16, and with references of XML and of URLs resolved.
  private static func readings(of bytes: [UInt8]) -> [[UInt8]] {
    func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    let plain = bytes.map(small)
    let narrow = plain.filter { $0 != 0 }
    var readings = [plain]
    if narrow.count < plain.count { readings.append(narrow) }
    if narrow.contains(UInt8(ascii: "&")) || narrow.contains(UInt8(ascii: "%")) {
      readings.append(resolved(narrow).map(small))
    }
    return readings
  }

  private static func resolved(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let rest = bytes[(at + 1)...].prefix(10)
      if bytes[at] == UInt8(ascii: "%"),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2
      {
        result.append(value)
        at += 3
      } else if bytes[at] == UInt8(ascii: "&"), let end = rest.firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(String(decoding: bytes[(at + 1)..<end], as: UTF8.self))
      {
        result += Array(String(scalar).utf8)
        at = end + 1
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return result
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    let named: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    guard name.hasPrefix("#") else { return named[name] }
    let digits = name.dropFirst()
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init)
  }
}

/// Finds many values in bytes, in one pass.
private struct Index {
  private let values: [[UInt8]]
  /// The numbers of the values by their first four bytes.
  private var numbers: [UInt32: [Int]] = [:]
  /// The numbers of the values that do not count, as far as they were found.
  private var ignored: Set<Int> = []

  init(_ values: [[UInt8]]) {
    self.values = values
    for (number, value) in values.enumerated() where value.count >= 4 {
      numbers[value.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }, default: []].append(number)
    }
  }

  /// Returns the number of the first value in the bytes; one for which `isIgnored` is true does not count.
  mutating func first(in bytes: [UInt8], unless isIgnored: ([UInt8]) -> Bool) -> Int? {
    guard !numbers.isEmpty, bytes.count >= 4 else { return nil }
    var key = bytes.prefix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    for end in 3..<bytes.count {
      key = key << 8 | UInt32(bytes[end])
      guard let candidates = numbers[key] else { continue }
      let start = end - 3
      for number in candidates
      where start + values[number].count <= bytes.count && bytes[start...].starts(with: values[number]) {
        if ignored.contains(number) { continue }
        guard isIgnored(values[number]) else { return number }
        ignored.insert(number)
      }
    }
    return nil
  }
}

/// The values that stay in a file.
private struct Kept {
  private let texts: [[UInt8]]
  private let blocks: [[UInt8]]

  /// `tables` are those of pictures in the new file.
  init(_ findings: MetadataFindings, tables: [[UInt8]]) {
    blocks = findings.keptBytes + tables
    texts =
      (findings.keptTexts + Self.names).map { Array($0.lowercased().utf8) }
      + findings.keptBytes.map { $0.filter { $0 != 0 }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
  }

  /// Names of the standards that new metadata have, whoever made the photo.
  private static let names =
    AppleNamespace.allCases.map(\.rawValue) + [
      GainMapMetadata.namespace, GainMapPayload.urn, XMPEdit.containerNamespace, GDepth.namespace,
      ExtendedXMP.namespace, "http://www.w3.org/1999/02/22-rdf-syntax-ns#Description",
      "adobe:ns:meta/ x:xmpmeta x:xmptk XMP Core 6.0.0",
      "urn:com:apple:photo:2020:aux:", "urn:mpeg:hevc:2015:auxid:", "urn:mpeg:mpegB:cicp:systems:auxiliary:",
      "http://ns.apple.com/HDRToneMap/1.0/",
    ]

  func has(text: [UInt8]) -> Bool { texts.contains { $0.firstRange(of: text) != nil } }
  func has(block: [UInt8]) -> Bool { blocks.contains { $0.firstRange(of: block) != nil } }
}
