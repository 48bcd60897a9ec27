public import AuxImage
internal import AuxReader
public import AuxValidator

/// A report as the page of ``DepthPage``: the totals and the rules that found something, then each file with its findings and
/// a small picture, which can be searched, filtered and sorted, then what there is to know about the rules.
///
/// Files that are valid without a finding are counted and not listed. Source: Specs/validation.md, "HTML".
public struct HTMLLog: ReportLog {
  /// The title of the page.
  public let title: String
  /// The most files that have a picture: each costs the decoding of a photo.
  public var mostPictures = 40
  /// The bounds that reading keeps to.
  public var limits = AuxLimits.standard
  /// The totals of all reports.
  private var summary = Validator.Summary()
  private let version: String?
  /// The rules that found something, which the page explains.
  private var found: Set<String> = []
  private var listed = 0
  private var pictures = 0
  /// The pixels of the photos that were decoded for pictures.
  private var decodedPixels = 0

  /// The most pixels of all photos that are decoded: one of 48 megapixels takes a second or two.
  private static let mostPixels = 400_000_000

  /// Creates the page of a run of the program of that version.
  public init(title: String = "Validation of photos", version: String? = nil) {
    self.title = title
    self.version = version
  }

  /// Everything before the results.
  public var head: String {
    let generator = version.map { "auxdepth \($0)" }
    let frame = PageFrame(
      title: title, data: ["title": .string(title), "generator": generator.map(JSONValue.string)])
    return String(decoding: frame.beginning, as: UTF8.self)
  }

  /// Returns the part of one file, empty where it is valid and nothing was found.
  public mutating func results(of report: Validator.Report, path: String) -> String {
    summary.add(report)
    guard !report.findings.isEmpty || report.hindrance != nil else { return "" }
    listed += 1
    found.formUnion(report.findings.map(\.rule))
    var members = PageFile.names(of: path)
    if let container = report.container { members.append(.init("container", .string(container.rawValue))) }
    if report.judgement == .invalid, let hindrance = report.hindrance {
      members.append(.init("hindrance", .string(hindrance.message)))
    }
    members += PageFinding.members(of: report) + picture(of: report, path)
    return String(decoding: PageElement.file(PageText.json(.object(members))), as: UTF8.self)
  }

  /// Returns the members with the small pictures of a file, as long as there are to be more.
  private mutating func picture(of report: Validator.Report, _ path: String) -> [JSONValue.Member] {
    guard pictures < mostPictures, report.container != nil, path != StandardStream.path,
      let source = try? ImageSource(path, limits: limits), let size = source.primary,
      let pixels = try? limits.checkedPixelCount(width: size.width, height: size.height),
      decodedPixels + pixels <= Self.mostPixels
    else { return [] }
    pictures += 1
    decodedPixels += pixels
    return ReportPictures.members(of: source)
  }

  /// Takes the files that were passed over.
  public mutating func end(with summary: Validator.Summary) { self.summary.passedOver = summary.passedOver }

  /// Everything after the results.
  public var tail: String {
    let passedOver: JSONValue? =
      summary.passedOver.count == 0
      ? nil
      : [
        "count": .integer(summary.passedOver.count),
        "paths": .array(summary.passedOver.paths.map(JSONValue.path)),
      ]
    let rows: [JSONValue] = summary.rules.map { row in
      [
        "rule": .string(row.rule), "severity": .string(row.severity.rawValue),
        "findings": .integer(row.findings), "files": .integer(row.files),
      ]
    }
    let totals: JSONValue = [
      "text": .string("\(summary)"), "undecoded": summary.undecodedText.map(JSONValue.string),
      "valid": .integer(summary.files - listed), "rules": .array(rows), "passedOver": passedOver,
      "pictures": pictures < listed && pictures > 0
        ? .string("Pictures are those of the first \(pictures) files whose photo could be decoded.") : nil,
    ]
    return String(decoding: PageFrame.end(PageFinding.rules(found), totals), as: UTF8.self)
  }
}
