import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Another program while it runs, to be killed.
package final class RunningProgram {
  /// When a program is killed.
  package enum Moment: Sendable {
    /// So long after its start.
    case after(Duration)
    /// Once the temporary file of its output has so many bytes.
    case written(Int)
  }

  private let process = Process()
  private let folder: String

  /// Starts a program in a folder; its output is discarded.
  package init(_ path: String, _ arguments: [String], in folder: String) throws {
    self.folder = folder
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// The number of its process.
  package var identifier: Int32 { process.processIdentifier }

  /// Kills the program at that moment, or waits for its end where it comes sooner.
  ///
  /// Returns whether it was killed.
  @discardableResult
  package func endByKill(at moment: Moment) -> Bool {
    let (clock, start) = (ContinuousClock(), ContinuousClock.now)
    while process.isRunning {
      let isDue =
        switch moment {
        case .after(let duration): start.duration(to: clock.now) >= duration
        case .written(let count): temporaryByteCount.map { $0 >= count } ?? false
        }
      if isDue {
        kill(process.processIdentifier, SIGKILL)
        break
      }
    }
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }

  /// The size of the file that the program writes until it gives it its name.
  private var temporaryByteCount: Int? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard let name = names.first(where: { $0.hasPrefix(".auxdepth-") }) else { return nil }
    return (try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)"))?[.size] as? Int
  }
}
