internal import AuxDepthKit

/// The exit statuses, after sysexits.h.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case some = 1
  case usage = 64
  case malformed = 65
  case missing = 66
  case codecMissing = 69
  case internalError = 70
  case cannotCreate = 73
  case io = 74
  case changed = 75

  /// What it means.
  var meaning: String {
    switch self {
    case .done: "all done"
    case .some:
      "some of several inputs or images failed or are invalid, or what extract --expect names is not there; where the system "
        + "alone is the cause, 69, 74 or 75"
    case .usage: "usage: the command line contradicts itself, or asks for what is not possible"
    case .malformed: "input data malformed, damaged, beyond a limit or not supported"
    case .missing: "input missing"
    case .codecMissing: "a library that is needed is not installed"
    case .internalError: "internal error"
    case .cannotCreate: "output cannot be created"
    case .io: "the system failed: reading or writing, memory, threads, processes or open files"
    case .changed: "another program changed the photo meanwhile: try again"
    }
  }

  /// All of them, a line each.
  static var listing: String {
    let lines = allCases.map { status in
      let number = "\(status.rawValue)"
      return String(repeating: " ", count: 5 - number.count) + "\(number)  \(status.meaning)"
    }
    return (lines + ["128+n  ended by the signal n"]).joined(separator: "\n")
  }
}
