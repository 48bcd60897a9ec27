import AuxDepthKit

/// Returns the identifiers of the rules that a photo breaks; what is only suspicious is left out.
public func brokenRules(of photo: String) -> [String] {
  Validator().validate(path: photo).findings.filter { $0.severity == .error }.map(\.rule)
}

/// Checks the photos of a folder, and returns the paths of those with errors and what is wrong with each.
///
/// That a library is not installed, or that there is no memory, says nothing of a photo: it ends the work.
public func faultyPhotos(in folder: String) throws -> [(path: String, faults: [String])] {
  var faulty: [(path: String, faults: [String])] = []
  try Validator().validate(paths: PhotoFiles(at: folder)) { path, report throws(AuxError) in
    switch report.judgement {
    case .valid: break
    case .invalid: faulty.append((path, report.findings.map { "\($0.rule): \($0.message)" }))
    case .notJudged(let reason): throw reason.about(path)
    }
  }
  return faulty
}

/// Returns what is wrong with photos as a SARIF log, which code hosts show.
public func nightlyLog(of paths: [String]) -> String {
  var log = SARIFLog(tool: "nightly", version: "1.0")
  var text = log.head
  Validator().validate(paths: paths) { path, report in text += log.results(of: report, path: path) }
  text += log.tail
  return text
}
