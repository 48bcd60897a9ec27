internal import ArgumentParser
internal import AuxDepthKit

/// The options that bound what one image may take.
struct LimitArguments: ParsableArguments {
  @Option(
    name: .customLong("max-pixels"),
    help: "The most pixels of one image; the status is 65 where one has more (default: 268435456).")
  var pixels: Int?

  @Option(
    name: .customLong("max-memory"),
    help: ArgumentHelp(
      "The most memory for one image in megabytes (default: what the system gives).",
      discussion: "An image that could need more is refused with status 65 before it is decoded."))
  var megabytes: Int?

  func validate() throws {
    guard pixels.map({ $0 > 0 }) ?? true else { throw ValidationError("--max-pixels is at least 1") }
    guard megabytes.map({ (1...(Int.max >> 20)).contains($0) }) ?? true else {
      throw ValidationError("--max-memory is at least 1")
    }
  }

  /// Makes these the limits of all calls of the library.
  func apply() {
    var limits = Limits.standard
    if let pixels { limits.pixels = pixels }
    if let megabytes { limits.memory = min(limits.memory, megabytes << 20) }
    Limits.standard = limits
  }
}
