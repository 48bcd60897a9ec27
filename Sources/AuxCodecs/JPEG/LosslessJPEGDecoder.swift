internal import AuxContainers
package import AuxImage

/// What a lossless JPEG stream holds.
package struct LosslessJPEGImage: Hashable, Sendable {
  package var width: Int
  package var height: Int
  package var components: Int
  /// The bits of a sample.
  package var precision: Int
  /// The samples, components interleaved, rows from the top.
  package var samples: [UInt16]
}

/// Lossless JPEG with Huffman coding: one scan of one to four components that are not subsampled.
///
/// The subset that DNG allows. Source: ITU-T T.81, annexes B and H.
package enum LosslessJPEGDecoder {
  /// Decodes a stream of exactly `sampleCount` samples, all components together.
  ///
  /// Throws `unsupported` for other processes and layouts, `truncated` where data ends too soon.
  package static func decode(_ data: [UInt8], sampleCount: Int) throws(AuxError) -> LosslessJPEGImage {
    let header = try LosslessJPEGHeader(data)
    let frame = header.frame
    let (rowCount, overflow) = frame.width.multipliedReportingOverflow(by: frame.identifiers.count)
    guard !overflow, rowCount * frame.height == sampleCount else {
      throw AuxError(
        .malformed,
        "a lossless JPEG stream of \(frame.width)x\(frame.height) with \(frame.identifiers.count) components "
          + "where \(sampleCount) samples are needed")
    }
    // No code is shorter than one bit.
    guard sampleCount / 8 <= data.count - header.scanOffset else {
      throw AuxError(.truncated, "\(data.count) bytes of lossless JPEG cannot hold \(sampleCount) samples")
    }
    var scan = LosslessJPEGScan(header, data)
    return LosslessJPEGImage(
      width: frame.width, height: frame.height, components: frame.identifiers.count,
      precision: frame.precision, samples: try scan.samples())
  }

  /// Returns the marker of the frame header, which states the process: 0xC3 for lossless with Huffman codes.
  package static func frameMarker(_ data: [UInt8]) throws(AuxError) -> UInt8 {
    var reader = ByteReader(data)
    return try LosslessJPEGHeader.frameMarker(&reader)
  }
}

/// The prediction of a sample from its left, upper and upper left neighbours.
///
/// Source: ITU-T T.81, table H.1.
private enum LosslessPredictor {
  @inline(__always)
  static func value(_ selection: Int, left a: Int, above b: Int, aboveLeft c: Int) -> Int {
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

/// The decoding of the one scan.
private struct LosslessJPEGScan {
  private let header: LosslessJPEGHeader
  private var bits: JPEGBitReader

  init(_ header: LosslessJPEGHeader, _ data: [UInt8]) {
    self.header = header
    bits = JPEGBitReader(data, from: header.scanOffset)
  }

  /// Returns all samples.
  mutating func samples() throws(AuxError) -> [UInt16] {
    let (width, components) = (header.frame.width, header.frame.identifiers.count)
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
            prediction = LosslessPredictor.value(
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
}
