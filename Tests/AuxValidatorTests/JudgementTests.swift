import AuxContainers
import AuxImage
import AuxReader
import AuxValidator
import Foundation
import Synchronization
import TestSupport
import Testing

/// A file whose bytes, some or all, the system no longer gives from some moment on.
private final class KeptBackSource: ByteSource {
  private let bytes: MemoryByteSource
  private let error: AuxError
  /// Whether the source itself knows of the failure, as a file does; it does not know of a missing codec.
  private let remembers: Bool
  private let isKeptBack: @Sendable (Range<Int>) -> Bool
  private let failed = Mutex(false)

  init(
    _ bytes: [UInt8], _ code: AuxError.Code, remembers: Bool,
    where isKeptBack: @escaping @Sendable (Range<Int>) -> Bool
  ) {
    self.bytes = MemoryByteSource(bytes)
    error = AuxError(code, "the library libx.so.1 is <not> there; install libx")
    (self.remembers, self.isKeptBack) = (remembers, isKeptBack)
  }

  var byteCount: Int { bytes.byteCount }
  var failure: AuxError? { remembers && failed.withLock { $0 } ? error : nil }

  func read(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
    guard !isKeptBack(offset..<(offset + count)) else {
      failed.withLock { $0 = true }
      throw error
    }
    return try bytes.read(at: offset, count: count)
  }
}

@Suite("What could not be judged is neither valid nor invalid")
struct JudgementTests {
  private static let codes: [AuxError.Code] = [.io, .codecMissing, .changed]
  private let photo: [UInt8]

  init() throws { photo = try Pictures.portrait().bytes }

  /// Returns the report of a photo whose bytes can be read while it is opened, and not later.
  private func report(_ code: AuxError.Code) throws -> Validator.Report {
    let isOpen = OpenFlag()
    let source = KeptBackSource(photo, code, remembers: true) { _ in isOpen.value }
    let opened = try ImageSource(bytes: source)
    isOpen.value = true
    return Validator().validate(opened, path: "a.jpg")
  }

  /// A flag that a closure of another thread reads.
  private final class OpenFlag: Sendable {
    private let state = Mutex(false)
    var value: Bool {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  @Test(arguments: codes)
  func nothingIsSaidOfThePhoto(code: AuxError.Code) throws {
    let report = try report(code)
    guard case .notJudged(let reason) = report.judgement else {
      Issue.record("\(report.judgement) \(report.findings)")
      return
    }
    #expect(reason.code == code && report.findings.isEmpty && report.hindrance?.code == code)
    #expect("\(report.judgement)" == "not judged: \(reason.message)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(report.json(path: "a.jpg").text.utf8)) as? [String: Any])
    #expect(json["judged"] as? Bool == false && json["valid"] == nil)
    #expect(json["code"] as? String == code.description && json["reason"] as? String == reason.message)
  }

  /// The rules that need no pixels see a fault; the pixels are withheld, and that is not remembered.
  @Test(arguments: codes)
  func whatWasFoundCounts(code: AuxError.Code) throws {
    let whole = try JPEGFile(MemoryByteSource(photo))
    let coded = try #require(whole.secondaries.first).range
    let isKeptBack: @Sendable (Range<Int>) -> Bool = {
      $0.lowerBound == coded.lowerBound && $0.count == coded.count
    }
    let good = Validator().validate(
      try ImageSource(bytes: KeptBackSource(photo, code, remembers: false, where: isKeptBack)), path: "a.jpg")
    #expect(good.judgement == .notJudged(because: AuxError(code, "")), "\(good)")
    #expect(good.container == .jpeg && good.count(.error) == 0 && good.exercised.count > 10)
    var wrong = photo
    let index = try #require(wrong.firstRange(of: Array("MPF\0".utf8)))
    let version = try #require(wrong[index.upperBound...].firstRange(of: Array("0100".utf8)))
    wrong[version.lowerBound + 1] = UInt8(ascii: "2")
    let bad = Validator().validate(
      try ImageSource(bytes: KeptBackSource(wrong, code, remembers: false, where: isKeptBack)), path: "a.jpg")
    #expect(bad.judgement == .invalid && bad.hindrance?.code == code)
    #expect(bad.findings.contains { $0.rule == "JPEG-MPF-VERSION" })
    #expect(bad.json().text.contains("\"valid\":false") && bad.json().text.contains("\"reason\":"))
  }

  @Test func limitsOfTheCallerAreNoFaultOfTheSystem() throws {
    var limits = AuxLimits()
    limits.memory = 1 << 10
    let tight = #expect(throws: AuxError.self) { try limits.checkedDecoding(width: 640, height: 480) }
    #expect(tight?.code == .limitExceeded && tight?.remedy == .allowMemory)
    limits.memory = AuxLimits().memory
    let lacking = #expect(throws: AuxError.self) {
      try limits.checkedDecoding(width: 1 << 14, height: 1 << 14, bytesPerPixel: 1 << 40)
    }
    #expect(lacking?.code == .io && lacking?.isOfSystem == true)
  }

  @Test func documentsSayWhatWasNotJudged() throws {
    let reports = try [
      (path: "a.jpg", report: report(.codecMissing)), (path: "b/c.jpg", report: report(.io)),
    ]
    var junit = JUnitLog()
    let tests = junit.text(of: reports)
    #expect(
      tests.contains("<error type=\"codecMissing\" message=\"the library libx.so.1 is &lt;not&gt; there"))
    #expect(!tests.contains("<failure") && tests.components(separatedBy: "<error ").count == 3)
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(SARIFLog.text(of: reports).utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(
      invocation["executionSuccessful"] as? Bool == false && (run["results"] as? [Any])?.isEmpty == true)
    let notifications = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    #expect(notifications.map { $0["level"] as? String } == ["error", "error"])
    #expect("\(notifications[0])".contains("a.jpg") && "\(notifications[0])".contains("libx"))
  }

  @Test func summariesTellThreeKindsApart() throws {
    var summary = Validator.Summary()
    summary.add(Validator(headersOnly: true).validate(data: photo))
    #expect(summary.judgement() == .valid && summary.isAccepted())
    summary.add(try report(.codecMissing))
    summary.add(try report(.io))
    #expect((summary.files, summary.invalid, summary.unjudged, summary.errors) == (3, 0, 2, 0))
    #expect(summary.judgement() == .notJudged(because: AuxError(.codecMissing, "")) && !summary.isAccepted())
    summary.add(Validator().validate(data: Array(photo.prefix(40))))
    #expect(summary.judgement() == .invalid && summary.invalid == 1)
  }

  @Test func baselinesKeepWhatNobodyCouldLookFor() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(photo.dropLast(60)), to: "a.jpg")
    let path = folder.path("a.jpg")
    var baseline = FindingBaseline(folder: folder.path)
    let found = baseline.compare(
      Validator(headersOnly: true).validate(path: path), path: path, accepting: true)
    try #require(found.findings.contains { $0.isKnown })
    var later = try FindingBaseline(json: Array(baseline.text.utf8), folder: folder.path)
    _ = later.compare(try report(.codecMissing), path: path)
    #expect(later.text == baseline.text && later.gone.isEmpty)
  }
}
