package import AuxImage

/// A NAL unit of HEVC: its type, and its bytes with and without emulation prevention.
///
/// Source: ITU-T H.265, 7.3.1.
package struct NALUnit: Hashable, Sendable {
  package enum UnitType {
    static let vps: UInt8 = 32
    package static let sps: UInt8 = 33
    static let prefixSEI: UInt8 = 39
    static let suffixSEI: UInt8 = 40
  }

  package static let headerCount = 2

  /// Header and payload without emulation prevention bytes.
  package var bytes: [UInt8]

  /// Creates a unit of layer 0 and temporal layer 0.
  package init(type: UInt8, payload: [UInt8]) { bytes = [type << 1, 1] + payload }

  /// Creates a unit from its bytes in a file; throws `truncated` where they are less than the header.
  package init(escaped: [UInt8]) throws(AuxError) {
    guard escaped.count >= Self.headerCount else {
      throw AuxError(.truncated, "a NAL unit of \(escaped.count) bytes (H.265 7.3.1.2)")
    }
    bytes = []
    bytes.reserveCapacity(escaped.count)
    var zeros = 0
    for byte in escaped {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
  }

  /// The bytes with emulation prevention; the inverse of ``init(escaped:)``.
  package var escaped: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var zeros = 0
    for byte in bytes {
      if zeros >= 2, byte <= 3 {
        result.append(3)
        zeros = 0
      }
      zeros = byte == 0 ? zeros + 1 : 0
      result.append(byte)
    }
    return result
  }

  package var type: UInt8 { bytes.isEmpty ? 0 : bytes[0] >> 1 & 0x3F }
  package var payload: [UInt8] { Array(bytes.dropFirst(Self.headerCount)) }
}
