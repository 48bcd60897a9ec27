/// Digests of small results, for tests that hold them fast.
package enum Digest {
  /// FNV-1a of 64 bits.
  package static func of(_ bytes: some Sequence<UInt8>) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }

  /// The digest of values of 0...1.
  package static func of(_ values: [Float]) -> String {
    // Rounded to codes of 16 bits: the last bits may differ between machines.
    of(
      values.flatMap { value in
        let code = UInt16((value * 65535).rounded())
        return [UInt8(code >> 8), UInt8(code & 0xFF)]
      })
  }
}
