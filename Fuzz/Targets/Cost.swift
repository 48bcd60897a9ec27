internal import AuxImage
internal import FuzzSupport

/// What an input may cost: work and memory that follow from its size, and from the pixels that were asked for.
///
/// `Torture` holds the program itself to such bounds with files that grow; here are many small ones of any kind.
enum Cost {
  /// Whether the limits are the standard ones, except for the number of decoded pixels.
  static let isStandard = CommandLine.arguments.contains("--limits=standard")

  /// The most pixels of an image that is decoded at all; without it, each input could ask for 2^28.
  static let mostPixels = 1 << 20

  /// Whether `--costs` asks for what each input cost.
  private static let isPrinted = CommandLine.arguments.contains("--costs")

  /// How much slower the code is under the sanitizers than without.
  private static let slowness = 6.0

  /// Runs a target, and traps where it costs too much.
  static func check(_ target: FuzzTarget, _ bytes: [UInt8]) -> Bool {
    let (result, seconds, peak) = measure(target, bytes)
    let most = bound(target, bytes.count)
    if isPrinted {
      print("\(bytes.count) bytes: \(seconds) s of \(most.seconds), \(peak >> 10) KB of \(most.bytes >> 10)")
    }
    require(
      peak <= most.bytes, "\(peak) bytes were held for an input of \(bytes.count), \(most.bytes) may be")
    if seconds > most.seconds {
      // Other work of the machine, and memory that a process allocates once, are not the input's fault.
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
    Decoded.begin()
    fuzz_meter_start()
    let result = target.run(bytes)
    return (result, Double(fuzz_meter_nanoseconds()) / 1e9, Int(clamping: fuzz_meter_peak()))
  }

  private static func bound(_ target: FuzzTarget, _ count: Int) -> (seconds: Double, bytes: Int) {
    // The memory of the largest image that may be decoded; a file has few images.
    let pixels = Double(AuxLimits.fuzzing.pixels)
    let codec = target.codec
    return (
      slowness * (0.1 + pixels * 4e-7) + codec.seconds, 8 << 20 + 16 * count + Int(pixels * 24) + codec.bytes
    )
  }
}

extension FuzzTarget {
  /// What system codecs take beside it, however small the picture is.
  fileprivate var codec: (seconds: Double, bytes: Int) {
    switch self {
    // The encoders of added images.
    case .edit: (2, 192 << 20)
    case .heif, .libheif, .validator, .dng, .streams: (0.5, 32 << 20)
    // libtiff has two lists of up to a million strips, however few the file has.
    case .maps, .libtiff: (0.5, 16 << 20)
    case .jpeg, .png, .pictures, .xmp, .plist, .y4m, .openexr: (0, 0)
    }
  }
}
