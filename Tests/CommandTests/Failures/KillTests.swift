import Foundation
import TestSupport
import Testing

/// A program that is killed at any moment leaves the old file or the whole new one.
///
/// The temporary file may stay, since a process that is killed cannot remove it; folder walks skip it.
@Suite struct KillTests {
  /// How the output is asked for.
  enum Output: CaseIterable {
    case replaced, inPlace, new

    /// The name of the output.
    var name: String { self == .inPlace ? "in.jpg" : "out.jpg" }

    var arguments: [String] {
      let common = ["attach", "in.jpg", "--portrait", "matte.png", "--quiet"]
      return switch self {
      case .replaced: common + ["-o", name, "--force"]
      case .inPlace: common + ["--in-place"]
      case .new: common + ["-o", name]
      }
    }
  }

  @Test(arguments: Output.allCases) func oldOrNew(output: Output) throws {
    let work = try Workplace()
    // A megabyte of comments, so that writing has a duration.
    let comment = JPEGBytes.segment(0xFE, [UInt8](repeating: 0x5A, count: 60_000))
    let comments = [[UInt8]](repeating: comment, count: 20).flatMap { $0 }
    let photo = JPEGBytes.soi + comments + (try Inputs.photo())[2...]
    let old: [UInt8]? =
      switch output {
      case .replaced: Array("another file".utf8)
      case .inPlace: photo
      case .new: nil
      }
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "matte.png")
    // Not as arrays, whose comparison is slow without optimisation.
    func read(_ name: String) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: work.folder.path(name)))
    }
    func restore() throws {
      if let old { try work.folder.write(old, to: output.name) } else { try? work.folder.remove(output.name) }
      try work.folder.write(photo, to: "in.jpg")
    }
    try restore()
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try work.run(output.arguments).status == 0)
    let duration = start.duration(to: clock.now)
    let (before, new) = (old.map { Data($0) }, try read(output.name))
    #expect(new != before && new.count > photo.count)

    // Moments over the whole run, and sizes of the file that is written, the first and the last included.
    let moments: [RunningProgram.Moment] =
      (0..<8).map { .after(duration * $0 / 7) } + (0...4).map { .written(max($0 * new.count / 4, 1)) }
    var kills = 0
    for moment in moments {
      try restore()
      if try work.start(output.arguments).endByKill(at: moment) { kills += 1 }
      let left = try? read(output.name)
      #expect(left == before || left == new, "\(moment): \(left?.count ?? 0) bytes")
      #expect(try output == .inPlace || read("in.jpg") == Data(photo), "\(moment)")
      // Whatever was left, the same run succeeds once it is not killed.
      try restore()
      let names = try work.folder.names.filter { $0.hasPrefix(".auxdepth-") }
      #expect(names.count <= 1, "\(moment)")
      for name in names { try work.folder.remove(name) }
      let again = try work.run(output.arguments)
      #expect(again.status == 0, "\(moment): \(again.error)")
      #expect(try read(output.name) == new, "\(moment)")
      #expect(try Set(work.folder.names) == ["in.jpg", "matte.png", output.name], "\(moment)")
    }
    // The first moment is before the program does anything.
    #expect(kills > 1, "the program ended before it was killed")
  }
}
