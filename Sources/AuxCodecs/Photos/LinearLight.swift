package import AuxImage
internal import AuxKernels

/// The linear light of a photo, as red, green and blue of 16 bits, made for as many rows as are asked for.
package struct LinearLight: Sendable {
  private let pixels: PhotoPixels
  /// The light of each code: one table for each component, or one for all.
  private let tables: [[UInt16]]

  /// Creates the light of a photo whose codes are those of sRGB.
  package init(sRGB pixels: PhotoPixels) {
    self.init(pixels, tables: [SRGBTransfer.table(count: 1 << pixels.bitsPerSample)])
  }

  /// Creates the light of a photo by tables with an entry for each code.
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
    return pixels.channels == 1 ? Triples.of(light) : light
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
