package import AuxImage
internal import AuxKernels

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The linear light of a photo, as red, green and blue of 16 bits, made for as many rows as are asked for.
package struct LinearLight: Sendable {
  private let pixels: PhotoPixels
  /// The light of each code: one table for each component, or one for all.
  private let tables: [[UInt16]]

  package init(sRGB pixels: PhotoPixels) {
    self.init(pixels, tables: [SRGBTransfer.table(count: 1 << pixels.bitsPerSample)])
  }

  init(_ pixels: PhotoPixels, tables: [[UInt16]]) {
    precondition(tables.allSatisfy { $0.count == 1 << pixels.bitsPerSample })
    (self.pixels, self.tables) = (pixels, tables)
  }

  /// Returns three samples for each pixel of some rows.
  package func rows(_ rows: Range<Int>) -> [UInt16] {
    let length = pixels.width * pixels.channels
    let range = rows.lowerBound * length..<rows.upperBound * length
    let light: [UInt16]
    switch pixels.samples {
    case .uint8(let codes): light = looked(up: codes.span.extracting(range))
    case .uint16(let codes): light = looked(up: codes.span.extracting(range))
    }
    return pixels.channels == 1 ? Codes.tripled(light) : light
  }

  private func looked<Code: BinaryInteger & BitwiseCopyable>(up codes: Span<Code>) -> [UInt16] {
    var light = [UInt16](repeating: 0, count: codes.count)
    var target = light.mutableSpan
    for component in tables.indices {
      let entries = tables[component]
      let table = entries.span
      for at in stride(from: component, to: codes.count, by: tables.count) {
        target[at] = table[Int(codes[at])]
      }
    }
    return light
  }
}

/// The transfer function of sRGB, as tables from codes to linear light of 16 bits.
///
/// Source: IEC 61966-2-1, 5.2.
package enum SRGBTransfer {
  /// Returns the linear light, 0...1, of an sRGB value, 0...1.
  package static func linear(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// Returns the sRGB value, 0...1, of linear light, 0...1; the inverse of ``linear(_:)``.
  package static func encoded(_ light: Float) -> Float {
    light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Returns the linear light of 16 bits of each of so many codes; the last is white.
  static func table(count: Int) -> [UInt16] {
    (0..<count).map { UInt16((linear(Double($0) / Double(count - 1)) * 65535).rounded()) }
  }
}
