internal import AuxContainers
public import AuxImage
internal import AuxKernels
internal import AuxReader
public import AuxWriter

/// A page that shows photos and their auxiliary images, in one HTML file that needs nothing beside it.
///
/// ```swift
/// try DepthPage(["photo.heic"]).write(to: "photo.html")
/// ```
///
/// The page holds each photo as an upright preview in sRGB, each auxiliary image at its exact codes, what the
/// headers say, and what `Validator` finds. It asks no server for anything. Source: Specs/viewer.md.
public struct DepthPage: Sendable {
  /// The files, in the order in which the page has them; `-` is standard input.
  public let paths: [String]
  /// The title of the page; nil for the names of the files.
  public var title: String?
  /// Whether the page begins with the first two files side by side.
  public var isComparison = false
  /// Whether the page is one for a frame of another page: the picture and a few controls, without tables, and no taller than
  /// its frame.
  public var isEmbedded = false
  /// Whether photos that are larger than their previews are there at their own size, too, in tiles.
  public var isFull = false
  /// The longer side of the previews in pixels.
  public var previewSide = 2048
  /// The quality of the previews on the scale of JPEG, 1 to 100; nil for 85 of one or two photos, 75 up to twelve, then 60.
  ///
  /// They are AVIF, WebP or JPEG: the first of these that can be written.
  public var previewQuality: Int?
  /// The bounds that reading keeps to.
  public var limits = AuxLimits.standard
  /// The greatest number of threads; nil for as many as there are processors.
  ///
  /// Each has one picture in memory. The page is the same for any number.
  public var jobs: Int?

  /// The most files whose previews of maps are as large as those of photos.
  private static let mostWithLargeMaps = 12

  /// Creates the page of some files; nothing is read yet.
  public init(_ paths: [String]) { self.paths = paths }

  /// Returns the quality of the previews of a page of so many files: those of many are to stay small.
  package static func usualPreviewQuality(files count: Int) -> Int {
    count <= 2 ? 85 : count <= 12 ? 75 : 60
  }

  /// Writes the page, piece by piece as it is made.
  ///
  /// `onResult` is called for each file once its part is written. A file that cannot be read is in the page with its
  /// error and costs no other. The page appears whole under its name or not at all; standard output, `-`, takes the
  /// pieces as they come. Throws `AuxError`: `usage` without a file, and for a comparison of other than two,
  /// `inputMissing` where none of the files exists, and as `OutputFile.write(_:to:options:)`.
  @discardableResult
  public func write(
    to path: String, options: WriteOptions = WriteOptions(), onResult: (Entry) -> Void = { _ in }
  ) throws(AuxError) -> Report {
    try check()
    return try OutputFile.write(to: path, options: options) { write throws(AuxError) in
      try make(onResult, write)
    }
  }

  /// Returns the page; throws `AuxError` with code `usage` as ``write(to:options:onResult:)``.
  public func html(onResult: (Entry) -> Void = { _ in }) throws(AuxError) -> [UInt8] {
    try check()
    var page: [UInt8] = []
    try make(onResult) { bytes throws(AuxError) in page += bytes }
    return page
  }

  private func check() throws(AuxError) {
    guard !paths.isEmpty else { throw AuxError(.usage, "a page is of one photo at least") }
    guard !isComparison || paths.count == 2 else {
      throw AuxError(.usage, "two photos are compared, not \(paths.count)")
    }
    guard (1...100).contains(previewQuality ?? 1), previewSide > 0 else {
      throw AuxError(.usage, "a preview has a side above 0 and a quality of 1 to 100")
    }
    // Missing inputs are an error where there is nothing else.
    guard paths.allSatisfy(Self.isAbsent) else { return }
    do throws(AuxError) { _ = try ImageSource(paths[0], limits: limits) } catch {
      throw error.about(paths[0])
    }
  }

  private static func isAbsent(_ path: String) -> Bool {
    guard path != StandardStream.path else { return false }
    do throws(AuxError) { return try FileStatus(path) == nil } catch { return false }
  }

  /// Makes the page and hands its pieces to `write`.
  @discardableResult
  private func make(
    _ onResult: (Entry) -> Void, _ write: ([UInt8]) throws(AuxError) -> Void
  ) throws(AuxError) -> Report {
    var report = Report()
    func add(_ bytes: [UInt8]) throws(AuxError) {
      report.byteCount += bytes.count
      try write(bytes)
    }
    try add(frame.beginning)
    var (entry, object, rules) = (Entry(path: paths[0]), [UInt8](), Set<String>())
    try AuxWorkerPool.inOrder(PageParts(paths, settings), jobs: jobs) { item in
      item.file.piece(item.part)
    } onResult: { item, result throws(AuxError) in
      try AuxError.checkCancellation()
      let piece = result.get()
      try add(piece.elements)
      object += piece.members
      rules.formUnion(piece.rules)
      if item.part == .head {
        entry = Entry(path: item.file.path, failure: piece.failure)
      } else if let failure = piece.failure {
        entry.pictureFailures.append(failure)
      }
      entry.notes += piece.notes
      entry.judgement = piece.judgement ?? entry.judgement
      if item.part == .tail {
        try add(PageElement.file(object))
        object = []
        report.entries.append(entry)
        onResult(entry)
      }
    }
    let registration = isComparison ? try PageRegistration.json(paths, limits) : nil
    try add(PageFrame.end(PageFinding.rules(rules), registration: registration))
    return report
  }

  private var frame: PageFrame {
    PageFrame(
      title: title ?? usualTitle,
      data: [
        "title": title.map(JSONValue.string),
        "compare": isComparison ? .array([.integer(0), .integer(1)]) : nil,
        "embedded": isEmbedded ? .boolean(true) : nil,
      ])
  }

  private var settings: PageSettings {
    PageSettings(
      limits: limits, previewSide: previewSide,
      previewQuality: previewQuality ?? Self.usualPreviewQuality(files: paths.count),
      isSheet: paths.count > 1,
      isFull: isFull, isBrief: paths.count > Self.mostWithLargeMaps)
  }

  private var usualTitle: String {
    let names = paths.prefix(2).map { PathText.fileName(of: StandardStream.inputName($0)) }
    switch paths.count {
    case 1: return names[0]
    case 2: return names.joined(separator: isComparison ? " and " : ", ")
    default: return "\(names[0]) and \(paths.count - 1) more"
    }
  }
}

/// The pieces of all files, one after the other; a file is opened when it is its turn.
private struct PageParts: Sequence, IteratorProtocol {
  private var paths: EnumeratedSequence<[String]>.Iterator
  private let settings: PageSettings
  private var file: PageFile?
  private var waiting: ArraySlice<PageFile.Part> = []

  init(_ paths: [String], _ settings: PageSettings) {
    (self.paths, self.settings) = (paths.enumerated().makeIterator(), settings)
  }

  mutating func next() -> (file: PageFile, part: PageFile.Part)? {
    while true {
      if let file, let part = waiting.popFirst() { return (file, part) }
      guard let (number, path) = paths.next() else { return nil }
      let opened = PageFile(path, number: number, settings)
      (file, waiting) = (opened, opened.parts[...])
    }
  }
}
