internal import AuxEffects
internal import AuxKernels

/// YCbCr frames to 8-bit RGB, by the matrix of their format.
///
/// Full range is that of JFIF 1.02: the same coefficients on all codes. Chroma planes of half the size are interpolated
/// between the places where the format sites them.
enum YCbCr {
  /// Writes the RGB samples of a frame.
  static func decode(_ frame: VideoFrame, into target: inout [UInt8], jobs: Int) {
    let format = frame.format
    let places = ChromaPlaces(format)
    Bands.write(&target, rows: format.height, jobs: jobs) { band, part in
      var row = RGBRow(format)
      let planes = frame.bytes.span
      for number in band {
        row.decode(planes, row: number, places)
        row.interleave(into: &part, from: (number - band.lowerBound) * format.width * 3)
      }
    }
  }
}

/// A row of pixels on its way from planes to RGB.
private struct RGBRow {
  private let format: FrameFormat
  private let scale: FrameScale
  private let redOfCr, greenOfCb, greenOfCr, blueOfCb: Float
  private var chroma: ChromaLine
  private var luma: [Float]
  private var red, green, blue: [UInt8]

  init(_ format: FrameFormat) {
    (self.format, scale, chroma) = (format, FrameScale(format), ChromaLine(format))
    let matrix = format.matrix.coefficients
    (redOfCr, blueOfCb) = (Float(matrix.cr.red), Float(matrix.cb.blue))
    (greenOfCb, greenOfCr) = (Float(matrix.cb.green), Float(matrix.cr.green))
    luma = [Float](repeating: 0, count: format.width)
    red = [UInt8](repeating: 0, count: format.width)
    (green, blue) = (red, red)
  }

  mutating func decode(_ planes: Span<UInt8>, row: Int, _ places: ChromaPlaces) {
    let size = format.bytesPerSample
    FrameSamples.load(planes, from: row * format.width * size, isWide: size > 1, into: &luma)
    chroma.interpolate(planes, row: row, places)
    Self.add(luma, scale, chroma.red, redOfCr, into: &red)
    Self.add(luma, scale, chroma.blue, blueOfCb, into: &blue)
    Self.add(luma, scale, chroma.blue, greenOfCb, chroma.red, greenOfCr, into: &green)
  }

  /// Writes luma and a chroma line times a factor as codes.
  private static func add(
    _ luma: [Float], _ scale: FrameScale, _ line: [Float], _ factor: Float, into codes: inout [UInt8]
  ) {
    let (lumas, line) = (luma.span, line.span)
    let (black, steps) = (scale.black, scale.luma)
    var target = codes.mutableSpan
    let count = target.count
    precondition(lumas.count == count && line.count == count)
    for column in 0..<count {
      target[column] = clampedCode((lumas[column] - black) * steps + factor * line[column])
    }
  }

  /// Writes luma and two chroma lines times their factors as codes.
  private static func add(
    _ luma: [Float], _ scale: FrameScale, _ line: [Float], _ factor: Float, _ other: [Float],
    _ otherFactor: Float, into codes: inout [UInt8]
  ) {
    let (lumas, line, other) = (luma.span, line.span, other.span)
    let (black, steps) = (scale.black, scale.luma)
    var target = codes.mutableSpan
    let count = target.count
    precondition(lumas.count == count && line.count == count && other.count == count)
    for column in 0..<count {
      let y = (lumas[column] - black) * steps
      target[column] = clampedCode(y + factor * line[column] + otherFactor * other[column])
    }
  }

  func interleave(into target: inout MutableSpan<UInt8>, from start: Int) {
    let (r, g, b) = (red.span, green.span, blue.span)
    let count = r.count
    precondition(g.count == count && b.count == count)
    precondition(start >= 0 && start + 3 * count <= target.count)
    for column in 0..<count {
      let place = start &+ 3 &* column
      target[place] = r[column]
      target[place &+ 1] = g[column]
      target[place &+ 2] = b[column]
    }
  }
}
