internal import AuxImage
internal import FuzzSupport

/// What an input may cost: work and memory that follow from its size, and from the pixels that were asked for.
///
/// The bounds are those of `Torture`, which measures the program itself, but for what the sanitizers add to the work.
enum Cost {
  /// Whether the limits are the standard ones, but for the pixels of what is decoded.
  static let isStandard = CommandLine.arguments.contains("--limits=standard")

  /// The most pixels of an image that is decoded at all; without it, each input could ask for 2^28.
  static let mostPixels = 1 << 20

  /// How much slower the code is under the sanitizers than without.
  private static let slowness = 6.0

  /// Runs a target, and traps where it costs too much.
  static func check(_ target: FuzzTarget, _ bytes: [UInt8]) -> Bool {
    let (result, seconds, peak) = measure(target, bytes)
    let most = bound(target, bytes.count)
    require(
      peak <= most.bytes, "\(peak) bytes were held for an input of \(bytes.count), \(most.bytes) may be")
    if seconds > most.seconds {
      // What the machine did meanwhile, and what is made once in a process, is not the input's.
      let again = measure(target, bytes).seconds
      require(
        again <= most.seconds,
        "\(again) s of work for an input of \(bytes.count) bytes, \(most.seconds) may be")
    }
    return result
  }

  private static func measure(
    _ target: FuzzTarget, _ bytes: [UInt8]
  ) -> (result: Bool, seconds: Double, peak: Int) {
    fuzz_meter_start()
    let result = target.run(bytes)
    return (result, Double(fuzz_meter_nanoseconds()) / 1e9, Int(clamping: fuzz_meter_peak()))
  }

  private static func bound(_ target: FuzzTarget, _ count: Int) -> (seconds: Double, bytes: Int) {
    // Every image of a file may be as large; a file may have some, and each takes a few bytes at least.
    let pixels = Double(Limits.fuzzing.pixels)
    return (slowness * (0.5 + pixels * 1e-6), 64 << 20 + 64 * count + Int(pixels * 24) + target.codecBytes)
  }
}

extension FuzzTarget {
  /// What system codecs take beside it, however small the picture is.
  fileprivate var codecBytes: Int {
    switch self {
    // The encoders of what is put in.
    case .edit: 192 << 20
    case .heif, .libheif, .validator, .dng, .streams: 64 << 20
    case .jpeg, .png, .pictures, .xmp, .maps, .plist, .y4m, .libtiff, .openexr: 0
    }
  }
}
