/// What decoders make of an input: with `--digests`, a digest of all their samples is printed after it.
///
/// `Fuzz/run` compares those of two runs between which the allocator fills new memory with another value.
enum Decoded {
  private static let isPrinted = CommandLine.arguments.contains("--digests")
  private static let empty: UInt64 = 0xCBF2_9CE4_8422_2325
  /// FNV-1a of the samples of this run; libFuzzer calls from one thread.
  nonisolated(unsafe) private static var digest = empty

  /// Begins a run: an input that took long is run again.
  static func begin() { unsafe digest = empty }

  /// Takes the samples of an image.
  static func note(_ samples: [UInt8]) {
    guard isPrinted else { return }
    for byte in samples { unsafe digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// Takes the samples of an image of up to 16 bits.
  static func note(_ samples: [UInt16]) {
    note(samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
  }

  /// Prints the digest of the last run.
  static func report() {
    if isPrinted { unsafe print("decoded", String(digest, radix: 16)) }
  }
}
