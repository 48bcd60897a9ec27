internal import AuxDepthKit
internal import AuxKernels
package import CAuxDepth

@c @implementation
package func auxdepth_validate(
  _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ options: UnsafePointer<CChar>?,
  _ validated: auxdepth_validated?, _ context: UnsafeMutableRawPointer?, _ error: ErrorPlace
) -> auxdepth_status {
  cancellableStatus(error) { () throws(CallFailure) in
    let files: [String]
    let settings: Checking
    do throws(AuxError) {
      settings = try Checking(options, for: .validate)
      files = try names(paths, count)
    } catch { throw .error(error) }
    var done = 0
    try settings.validator.validate(paths: files, jobs: settings.jobs) { path, report throws(CallFailure) in
      done += 1
      if Cancellation.isRequested { throw .cancelled }
      guard let validated else { return }
      let json = report.json(path: path, namesExercised: settings.namesExercised).text
      let name = PathText.bytes(of: path).map { CChar(bitPattern: $0) } + [0]
      guard validated(context, done, files.count, name, json) == 0 else { throw .cancelled }
    }
  }
}

@c @implementation
package func auxdepth_validate_memory(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ options: UnsafePointer<CChar>?,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(json, "json")
    let settings = try Checking(options, for: .validateMemory)
    let report = settings.validator.validate(data: try AuxDepthC.bytes(bytes, count))
    try AuxError.checkCancellation()
    give(report.json(namesExercised: settings.namesExercised).text, to: place)
  }
}

@c @implementation
package func auxdepth_repair(
  _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ options: UnsafePointer<CChar>?,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(json, "json")
    let path = try AuxDepthC.path(path)
    let settings = try Checking(options, for: .repair)
    let report = try settings.validator.repair(path: path, options: WriteOptions(flags: flags))
    give(report.json(path: path, namesExercised: settings.namesExercised).text, to: place)
  }
}

@c @implementation
package func auxdepth_report_judgement(_ json: UnsafePointer<CChar>?) -> auxdepth_status {
  guard let given = try? text(json, "json"),
    let report = try? JudgedReport(json: Array(given.utf8), form: "report")
  else { return auxdepth_status(AUXDEPTH_USAGE) }
  if let isValid = report.valid { return auxdepth_status(isValid ? AUXDEPTH_OK : AUXDEPTH_DATA) }
  guard report.judged == false else { return auxdepth_status(AUXDEPTH_USAGE) }
  let codes: [AuxError.Code] = [.codecMissing, .changed]
  return codes.first { report.code == $0.description }?.exitStatus ?? auxdepth_status(AUXDEPTH_IO)
}

/// The members of a report that tell its verdict.
private struct JudgedReport: Decodable {
  let valid, judged: Bool?
  let code: String?
}

/// Returns the paths that a caller named.
func names(
  _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) throws(AuxError) -> [String] {
  guard count >= 0 else { throw AuxError(.usage, "the count is too large") }
  guard count > 0 else { return [] }
  guard let paths else { throw missing("paths") }
  var names: [String] = []
  for index in 0..<count { names.append(try path(paths[index], "paths[\(index)]")) }
  return names
}
