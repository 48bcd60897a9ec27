internal import AuxImage
internal import Foundation

/// Times one effect for each line of standard input, so that other programs can take turns with it.
///
/// The arguments are `PHOTO WIDTH HEIGHT MAP WIDTH HEIGHT JOBS`: files of raw samples, 8-bit RGB and 32-bit
/// floats from 0 to 1, so that no decoder has a part in the times. A line is a case and its parameters, as
/// ``EffectCases/result(of:)`` reads them; `> FILE` at its end keeps the result as raw samples. The answer is
/// the time in nanoseconds and a sum of the result. The time includes allocating the result and not freeing
/// it. Called by `Benchmarks/run`.
@main
struct EffectsBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let sizes = arguments.compactMap { Int($0) }
    guard arguments.count == 7, sizes.count == 5, let photo = arguments.first else {
      throw AuxError(.usage, "EffectsBenchmark PHOTO WIDTH HEIGHT MAP WIDTH HEIGHT JOBS")
    }
    let cases = try EffectCases(
      photo: RawFile.image(photo, width: sizes[0], height: sizes[1]),
      map: RawFile.map(arguments[4], width: sizes[2], height: sizes[3]), jobs: sizes[4])
    while let line = readLine() {
      let answer = try answer(line, cases)
      FileHandle.standardOutput.write(Data("\(answer.nanoseconds) \(answer.sum)\n".utf8))
    }
  }

  private static func answer(
    _ line: String, _ cases: EffectCases
  ) throws -> (nanoseconds: Int64, sum: UInt64) {
    let parts = line.split(separator: " > ", maxSplits: 1)
    let words = parts.first?.split(separator: " ").map(String.init) ?? []
    let clock = ContinuousClock()
    let start = clock.now
    let result = try cases.result(of: words)
    let (seconds, attoseconds) = (clock.now - start).components
    if parts.count == 2 { try RawFile.write(result, to: String(parts[1])) }
    return (seconds * 1_000_000_000 + attoseconds / 1_000_000_000, result.sum)
  }
}
