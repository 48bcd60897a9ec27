import AuxImage
import AuxReader
import AuxValidator
import Synchronization
import TestSupport
import Testing

@Suite("Many files")
struct BatchTests {
  private let folder: TemporaryFolder
  private let paths: [String]

  init() throws {
    folder = try TemporaryFolder()
    let portrait = try Pictures.portrait().bytes
    let names = (100..<170).map { "\($0).jpg" }
    for (number, name) in names.enumerated() {
      try folder.write(number % 7 == 3 ? Array(portrait.dropLast(number)) : portrait, to: name)
    }
    let path = folder.path
    paths = names.map { "\(path)/\($0)" } + ["\(path)/absent.jpg"]
  }

  @Test(
    "Each file has its report, in the order of the paths, on any number of threads", arguments: [1, 2, 5])
  func order(jobs: Int) {
    let validator = Validator(headersOnly: true)
    var seen: [String] = []
    validator.validate(paths: paths, jobs: jobs) { path, report in
      seen.append(path)
      #expect(report.findings == validator.validate(path: path).findings, "\(path)")
      #expect((report.judgement == .valid) == (seen.count % 7 != 4 && seen.count <= 70), "\(path)")
    }
    #expect(seen == paths)
  }

  @Test("A folder is a list of paths like any other")
  func folders() {
    var seen: [String] = []
    Validator(headersOnly: true).validate(paths: PhotoFiles(at: folder.path)) { path, _ in seen.append(path) }
    #expect(seen == Array(paths.dropLast()))
  }

  @Test("Paths are taken as they are needed: an error of the caller ends the work")
  func laziness() {
    struct Enough: Error {}
    let taken = Mutex(0)
    let endless = sequence(first: paths[0]) { path in
      taken.withLock { $0 += 1 }
      return path
    }
    #expect(throws: Enough.self) {
      try Validator(headersOnly: true).validate(paths: endless, jobs: 2) { _, _ throws(Enough) in
        throw Enough()
      }
    }
    #expect(taken.withLock { $0 } <= 32)
  }
}
