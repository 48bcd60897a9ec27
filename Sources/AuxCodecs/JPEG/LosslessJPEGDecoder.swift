package import AuxContainers
package import AuxImage

package struct LosslessJPEGImage: Hashable, Sendable {
  package var width: Int
  package var height: Int
  package var components: Int
  package var precision: Int
  package var samples: [UInt16]
}

/// Lossless JPEG with Huffman coding: one scan of one to four components that are not subsampled.
///
/// The subset that DNG allows. Source: ITU-T T.81, annexes B and H.
package enum LosslessJPEGDecoder {
  /// Decodes a stream, whose headers `image` are, of exactly `sampleCount` samples, all components together.
  ///
  /// Throws `unsupported` for other processes and layouts, `truncated` where data ends too soon.
  package static func decode(
    _ data: [UInt8], _ image: JPEGImage, sampleCount: Int
  ) throws(AuxError) -> LosslessJPEGImage {
    let header = try LosslessJPEGHeader(image, of: data)
    let (frame, components) = (header.frame, header.tables.count)
    let (rowCount, overflow) = frame.width.multipliedReportingOverflow(by: components)
    guard !overflow, rowCount * frame.height == sampleCount else {
      throw AuxError(
        .malformed,
        "a lossless JPEG stream of \(frame.width)x\(frame.height) with \(components) components "
          + "where \(sampleCount) samples are needed")
    }
    // No code is shorter than one bit.
    guard sampleCount / 8 <= data.count - header.scanOffset else {
      throw AuxError(.truncated, "\(data.count) bytes of lossless JPEG cannot hold \(sampleCount) samples")
    }
    var scan = LosslessJPEGScan(header, data)
    return LosslessJPEGImage(
      width: frame.width, height: frame.height, components: components, precision: frame.precision,
      samples: try scan.samples())
  }
}

private struct LosslessJPEGScan {
  private let header: LosslessJPEGHeader
  private var bits: JPEGBitReader

  init(_ header: LosslessJPEGHeader, _ data: [UInt8]) {
    self.header = header
    bits = JPEGBitReader(data, from: header.scanOffset)
  }

  mutating func samples() throws(AuxError) -> [UInt16] {
    let (width, components) = (header.frame.width, header.tables.count)
    let rowCount = width * components
    let (tables, predictor) = (header.tables, header.predictor)
    let allQuick = tables.flatMap(\.quick)
    let quick = allQuick.span
    let start = 1 << (header.frame.precision - header.pointTransform - 1)
    var samples = [UInt16](repeating: 0, count: rowCount * header.frame.height)
    var restarts = 0
    for row in 0..<header.frame.height {
      // The interval is a number of whole rows (T.81 H.1.1), at whose start prediction begins anew.
      let restartsHere = header.rowsInInterval > 0 && row > 0 && row % header.rowsInInterval == 0
      if restartsHere {
        try bits.restart(number: restarts)
        restarts += 1
      }
      let isFirst = row == 0 || restartsHere
      var index = row * rowCount
      for column in 0..<width {
        for component in 0..<components {
          let prediction: Int
          if column == 0 {
            prediction = isFirst ? start : Int(samples[index - rowCount])
          } else if isFirst {
            prediction = Int(samples[index - components])
          } else {
            prediction = Self.predicted(
              predictor, left: Int(samples[index - components]),
              above: Int(samples[index - rowCount]), aboveLeft: Int(samples[index - rowCount - components]))
          }
          let difference = try bits.difference(quick, tables, component: component)
          samples[index] = UInt16(truncatingIfNeeded: prediction + difference)
          index += 1
        }
      }
    }
    let shift = UInt16(header.pointTransform)
    if shift > 0 { for index in samples.indices { samples[index] <<= shift } }
    return samples
  }

  /// Returns the prediction of a sample from its left, upper and upper left neighbours.
  ///
  /// Source: ITU-T T.81, table H.1.
  @inline(__always)
  private static func predicted(_ selection: Int, left a: Int, above b: Int, aboveLeft c: Int) -> Int {
    switch selection {
    case 1: a
    case 2: b
    case 3: c
    case 4: a + b - c
    case 5: a + ((b - c) >> 1)
    case 6: b + ((a - c) >> 1)
    default: (a + b) >> 1
    }
  }
}
