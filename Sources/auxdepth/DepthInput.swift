internal import AuxCodecs
internal import AuxEffects
internal import AuxImage
internal import AuxKernels
internal import Foundation

/// The depth frames of a stream, one after the other.
final class DepthInput {
  private enum Source {
    case video(Y4MInput)
    case files(DepthFiles)
  }

  /// The path as the user gave it, for messages.
  let path: String
  private let source: Source
  private let options: DepthFrameOptions
  private var range: ClosedRange<Float>?
  private var size: (width: Int, height: Int)?
  private var count = 0

  /// Opens the source: `-` or a file is Y4M, a folder or a pattern stands for map files.
  init(_ path: String, options: DepthFrameOptions) throws(AuxError) {
    self.path = path == "-" ? "standard input" : path
    self.options = options
    range = options.range
    do throws(AuxError) {
      if path != "-", let files = try DepthFiles(path) {
        source = .files(files)
        return
      }
      guard range == nil else {
        throw AuxError(.usage, "--near and --far are for PFM frames; Y4M has nearness from black to white")
      }
      source = .video(try Y4MInput(path))
    } catch { throw error.about(path) }
  }

  /// The frames per second that the source states, once a frame was read.
  var framesPerSecond: Double? {
    if case .video(let input) = source { input.header?.framesPerSecond } else { nil }
  }

  /// Returns the next map, or nil at the end.
  ///
  /// Throws as the decoders do, and `malformed` where a map has another size than those before.
  func next() throws(AuxError) -> NormalisedMap? {
    do throws(AuxError) {
      guard let map = try decodeNext() else { return nil }
      if let size, size != (map.width, map.height) {
        throw AuxError(
          .malformed,
          "frame \(count) is \(map.width)x\(map.height), those before \(size.width)x\(size.height)")
      }
      size = (map.width, map.height)
      count += 1
      return map
    } catch { throw error.about(path) }
  }

  /// Returns whether there is another frame, which is then lost; a pipe is not waited for.
  func hasMore() -> Bool {
    switch source {
    case .video(let input): input.hasMore()
    case .files(let files): ((try? files.next()) ?? nil) != nil
    }
  }

  private func decodeNext() throws(AuxError) -> NormalisedMap? {
    switch source {
    case .video(let input): return try input.next()?.nearness()
    case .files(let files):
      guard let path = try files.next() else { return nil }
      do throws(AuxError) {
        let bytes = try InputFile.read(path, limit: Limits.standard.mapFileBytes)
        return try map(of: MapFile.decode(bytes))
      } catch { throw error.about("frame \(count), \(DepthFiles.name(of: path))") }
    }
  }

  private func map(of plane: PixelPlane) throws(AuxError) -> NormalisedMap {
    let (width, height) = (plane.width, plane.height)
    switch plane.storage {
    case .uint8, .uint16: return try NormalisedMap(codes: plane)
    case .half(let bits): return try map(of: Half.decode(bits), width: width, height: height)
    case .float(let values): return try map(of: values, width: width, height: height)
    }
  }

  private func map(of values: [Float], width: Int, height: Int) throws(AuxError) -> NormalisedMap {
    let disparities = options.kind == .depth ? Reciprocal.reciprocal(values) : values
    let range: ClosedRange<Float>
    if let known = self.range { range = known } else { range = try Self.range(of: disparities) }
    self.range = range
    return try NormalisedMap(width: width, height: height, disparities: disparities, range: range)
  }

  /// Returns the range of what is no hole.
  private static func range(of disparities: [Float]) throws(AuxError) -> ClosedRange<Float> {
    let known = disparities.map { $0 >= 0 ? $0 : .nan }
    guard let (low, high) = Quantise.finiteRange(known), low < high else {
      throw AuxError(
        .usage, "the first frame has no two distances to take the range from; give --near and --far")
    }
    return low...high
  }
}

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
  /// Throws `inputMissing` where there is no frame, and `usage` for a pattern of two numbers.
  init?(_ path: String) throws(AuxError) {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    if unsafe files.fileExists(atPath: path, isDirectory: &isFolder) {
      guard isFolder.boolValue else { return nil }
      let prefix = path.hasSuffix("/") ? path : path + "/"
      let names = ((try? files.contentsOfDirectory(atPath: path)) ?? []).filter(Self.isFrame).sorted(
        by: Self.isBefore)
      guard !names.isEmpty else { throw AuxError(.inputMissing, "the folder has no .png or .pfm file") }
      kind = .folder(names.map { prefix + $0 })
      return
    }
    guard let pattern = try NumberPattern(path) else { return nil }
    kind = .pattern(pattern)
    guard let first = [0, 1].first(where: { files.fileExists(atPath: pattern.path($0)) }) else {
      let names = "\(Self.name(of: pattern.path(0))) nor \(Self.name(of: pattern.path(1)))"
      let later = pattern.firstNumber(above: 1).map { ", but \(Self.name(of: pattern.path($0)))" } ?? ""
      throw AuxError(.inputMissing, "there is neither \(names)\(later)")
    }
    position = first
  }

  /// Returns the next path, or nil at the end.
  ///
  /// Throws `inputMissing` where a number is missing and a later one is there.
  func next() throws(AuxError) -> String? {
    defer { position += 1 }
    switch kind {
    case .folder(let paths): return position < paths.count ? paths[position] : nil
    case .pattern(let pattern):
      let path = pattern.path(position)
      if FileManager.default.fileExists(atPath: path) { return path }
      guard let later = pattern.firstNumber(above: position) else { return nil }
      throw AuxError(
        .inputMissing, "\(Self.name(of: path)) is missing, but \(Self.name(of: pattern.path(later))) is there"
      )
    }
  }

  /// Returns the last part of a path.
  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether a name comes before another; f2 is before f10.
  private static func isBefore(_ one: String, _ two: String) -> Bool {
    let order = one.compare(two, options: [.numeric, .literal])
    return order == .orderedSame ? one < two : order == .orderedAscending
  }

  private static func isFrame(_ name: String) -> Bool {
    let lower = name.lowercased()
    return !name.hasPrefix(".") && (lower.hasSuffix(".png") || lower.hasSuffix(".pfm"))
  }
}

/// A path with one number in it, written as printf does: `%d`, `%4d` or `%04d`; `%%` is a percent sign.
struct NumberPattern {
  private var prefix = "", suffix = ""
  private var padding: Character = " "
  private var width = 0

  /// Reads a pattern; nil where there is no number in it.
  init?(_ text: String) throws(AuxError) {
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
      guard rest.dropFirst(digits.count).first == "d", digits.count <= 3 else {
        append("%", hasNumber)
        continue
      }
      guard !hasNumber else { throw AuxError(.usage, "a pattern has one number, not two") }
      hasNumber = true
      padding = digits.first == "0" ? "0" : " "
      width = min(Int(digits) ?? 0, 100)
      rest = rest.dropFirst(digits.count + 1)
    }
    guard hasNumber else { return nil }
    append(String(rest), true)
  }

  private mutating func append(_ text: String, _ isBehind: Bool) {
    if isBehind { suffix += text } else { prefix += text }
  }

  /// Returns the path of a number.
  func path(_ number: Int) -> String {
    let digits = String(number)
    return prefix + String(repeating: padding, count: max(width - digits.count, 0)) + digits + suffix
  }

  /// Returns the least number above another of which there is a file; nil too where the number is a folder's.
  func firstNumber(above least: Int) -> Int? {
    guard !suffix.contains("/") else { return nil }
    let slash = prefix.lastIndex(of: "/")
    let folder = slash.map { String(prefix[...$0]) } ?? "."
    let start = slash.map { String(prefix[prefix.index(after: $0)...]) } ?? prefix
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.lazy.compactMap { name -> Int? in
      guard name.hasPrefix(start), name.hasSuffix(suffix), name.count > start.count + suffix.count else {
        return nil
      }
      let digits = name.dropFirst(start.count).dropLast(suffix.count).drop { $0 == " " }
      // Only a name that the pattern itself gives.
      guard let number = Int(digits), number > least, path(number).hasSuffix(name) else { return nil }
      return number
    }.min()
  }
}
