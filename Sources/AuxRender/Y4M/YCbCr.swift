internal import AuxEffects
internal import AuxKernels

/// YCbCr frames to RGB of 8 or 16 bits, by the matrix of their format.
///
/// Full range is that of JFIF 1.02: the same coefficients on all codes. Chroma planes of half the size are interpolated
/// between the places where the format sites them.
enum YCbCr {
  /// Writes the RGB samples of a frame's planes.
  static func decode<Code: FrameCode>(
    _ planes: [UInt8], _ format: VideoFrame.Format, into target: inout [Code], jobs: Int
  ) {
    let places = ChromaPlaces(format)
    Bands.write(&target, rows: format.height, jobs: jobs) { band, part in
      var row = RGBRow<Code>(format)
      let planes = planes.span
      for number in band {
        row.decode(planes, row: number, places)
        row.interleave(into: &part, from: (number - band.lowerBound) * format.width * 3)
      }
    }
  }
}

/// A row of pixels on its way from planes to RGB.
private struct RGBRow<Code: FrameCode> {
  private let format: VideoFrame.Format
  private let scale: FrameScale
  private let redOfCr, greenOfCb, greenOfCr, blueOfCb: Float
  private var chroma: ChromaLine
  private var luma: [Float]
  private var red, green, blue: [Code]

  init(_ format: VideoFrame.Format) {
    (self.format, scale, chroma) = (format, FrameScale(format), ChromaLine(format))
    let matrix = format.matrix.coefficients
    (redOfCr, blueOfCb) = (Float(matrix.cr.red), Float(matrix.cb.blue))
    (greenOfCb, greenOfCr) = (Float(matrix.cb.green), Float(matrix.cr.green))
    luma = [Float](repeating: 0, count: format.width)
    red = [Code](repeating: 0, count: format.width)
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
    _ luma: [Float], _ scale: FrameScale, _ line: [Float], _ factor: Float, into codes: inout [Code]
  ) {
    let (lumas, line) = (luma.span, line.span)
    let (black, steps) = (scale.black, scale.luma)
    var target = codes.mutableSpan
    let count = target.count
    precondition(lumas.count == count && line.count == count)
    for column in 0..<count {
      target[column] = Code.clamped((lumas[column] - black) * steps + factor * line[column])
    }
  }

  /// Writes luma and two chroma lines times their factors as codes.
  private static func add(
    _ luma: [Float], _ scale: FrameScale, _ line: [Float], _ factor: Float, _ other: [Float],
    _ otherFactor: Float, into codes: inout [Code]
  ) {
    let (lumas, line, other) = (luma.span, line.span, other.span)
    let (black, steps) = (scale.black, scale.luma)
    var target = codes.mutableSpan
    let count = target.count
    precondition(lumas.count == count && line.count == count && other.count == count)
    for column in 0..<count {
      let y = (lumas[column] - black) * steps
      target[column] = Code.clamped(y + factor * line[column] + otherFactor * other[column])
    }
  }

  func interleave(into target: inout MutableSpan<Code>, from start: Int) {
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

/// Where the rows of pixels are among the rows of both chroma planes.
private struct ChromaPlaces {
  let blue, red: LinePlaces

  init(_ format: VideoFrame.Format) {
    func places(_ scale: Double, _ shift: Double) -> LinePlaces {
      LinePlaces(
        count: format.height, sourceCount: max(format.chromaHeight, 1), scale: scale, shift: shift)
    }
    switch format.chroma {
    case .centred420, .left420:
      blue = places(0.5, -0.25)
      red = blue
    case .alternating420: (blue, red) = (places(0.5, -0.5), places(0.5, 0))
    case .left422, .full444, .mono:
      blue = places(1, 0)
      red = blue
    }
  }
}

/// The chroma of one row of pixels, around 0, in steps of the differences of RGB.
private struct ChromaLine {
  private let format: VideoFrame.Format
  private let scale: FrameScale
  /// A row of a plane between two rows, with one more sample at each end.
  private var mixed: [Float]
  private var upper, lower: [Float]
  private(set) var blue, red: [Float]

  init(_ format: VideoFrame.Format) {
    (self.format, scale) = (format, FrameScale(format))
    blue = [Float](repeating: 0, count: format.width)
    red = blue
    mixed = [Float](repeating: 0, count: format.chromaWidth + 2)
    upper = [Float](repeating: 0, count: format.chromaWidth)
    lower = upper
  }

  /// Interpolates the chroma of a row from the planes of a frame.
  mutating func interpolate(_ planes: Span<UInt8>, row: Int, _ places: ChromaPlaces) {
    guard format.chroma != .mono else { return }
    let luma = format.width * format.height * format.bytesPerSample
    let size = format.chromaWidth * format.chromaHeight * format.bytesPerSample
    mix(planes, from: luma, places.blue, row)
    Self.spread(mixed, format, into: &blue)
    mix(planes, from: luma + size, places.red, row)
    Self.spread(mixed, format, into: &red)
  }

  /// Mixes the two rows of a plane that are next to a row of pixels.
  private mutating func mix(_ planes: Span<UInt8>, from start: Int, _ places: LinePlaces, _ row: Int) {
    let length = format.chromaWidth * format.bytesPerSample
    let (first, second) = (Int(places.first[row]), Int(places.second[row]))
    let isWide = format.bytesPerSample > 1
    FrameSamples.load(planes, from: start + first * length, isWide: isWide, into: &upper)
    if places.fraction[row] > 0 {
      FrameSamples.load(planes, from: start + second * length, isWide: isWide, into: &lower)
      Self.mix(upper, lower, places.fraction[row], scale, into: &mixed)
    } else {
      Self.mix(upper, upper, 0, scale, into: &mixed)
    }
  }

  private static func mix(
    _ upper: [Float], _ lower: [Float], _ weight: Float, _ scale: FrameScale, into mixed: inout [Float]
  ) {
    let (above, below) = (upper.span, lower.span)
    var line = mixed.mutableSpan
    let (count, neutral, factor) = (above.count, scale.neutral, scale.chroma)
    precondition(below.count == count && line.count == count + 2)
    for column in 0..<count {
      let code = above[column]
      line[column &+ 1] = (code + (below[column] - code) * weight - neutral) * factor
    }
    line[0] = line[1]
    line[count + 1] = line[count]
  }

  /// Brings the mixed row to the columns of pixels.
  private static func spread(_ mixed: [Float], _ format: VideoFrame.Format, into target: inout [Float]) {
    let line = mixed.span
    var result = target.mutableSpan
    let count = line.count - 2
    switch format.chroma {
    case .centred420:
      precondition(result.count == 2 * count)
      for column in 0..<count {
        let middle = line[column &+ 1] * 0.75
        result[2 &* column] = middle + line[column] * 0.25
        result[2 &* column &+ 1] = middle + line[column &+ 2] * 0.25
      }
    case .left420, .alternating420, .left422:
      precondition(result.count == 2 * count)
      for column in 0..<count {
        let middle = line[column &+ 1]
        result[2 &* column] = middle
        result[2 &* column &+ 1] = (middle + line[column &+ 2]) * 0.5
      }
    case .full444:
      precondition(result.count == count)
      for column in 0..<count { result[column] = line[column &+ 1] }
    case .mono: break
    }
  }
}
