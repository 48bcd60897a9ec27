internal import CAuxShims

/// The MD5 digest, which extended XMP names its packets by; it protects nothing.
package enum MD5 {
  /// Returns the digest as 32 upper-case hexadecimal digits.
  package static func hexDigest(of data: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 16)
    unsafe aux_md5(data, data.count, &digest)
    let digits = Array("0123456789ABCDEF".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
