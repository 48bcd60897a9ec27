internal import AuxEffects

/// Where the pixels of a row and of a column lie among the chroma samples.
struct ChromaPlaces {
  let columns, rows: LinePlaces

  init(_ format: FrameFormat) {
    let isHalved = format.chroma == .centred420 || format.chroma == .left420
    let shift = format.chroma == .left420 ? 0 : -0.25
    columns = LinePlaces(
      count: format.width, sourceCount: max(format.chromaWidth, 1), scale: isHalved ? 0.5 : 1,
      shift: isHalved ? shift : 0)
    rows = LinePlaces(
      count: format.height, sourceCount: max(format.chromaHeight, 1), scale: isHalved ? 0.5 : 1,
      shift: isHalved ? -0.25 : 0)
  }
}

/// The chroma of one row of pixels, around 0.
struct ChromaLine {
  private let format: FrameFormat
  private var mixed: [Float]
  private(set) var blue, red: [Float]

  init(_ format: FrameFormat) {
    self.format = format
    blue = [Float](repeating: 0, count: format.width)
    red = blue
    mixed = [Float](repeating: 0, count: format.chromaWidth)
  }

  /// Interpolates the chroma of a row from the planes of a frame.
  mutating func interpolate(_ planes: Span<UInt8>, row: Int, _ places: ChromaPlaces) {
    guard format.chroma != .mono else { return }
    let luma = format.width * format.height
    let size = format.chromaWidth * format.chromaHeight
    Self.line(
      planes.extracting(luma..<luma + size), format, row: row, places, mixed: &mixed, into: &blue)
    Self.line(
      planes.extracting(luma + size..<luma + 2 * size), format, row: row, places, mixed: &mixed,
      into: &red)
  }

  private static func line(
    _ plane: Span<UInt8>, _ format: FrameFormat, row: Int, _ places: ChromaPlaces,
    mixed: inout [Float], into target: inout [Float]
  ) {
    let width = format.chromaWidth
    let (upper, lower) = (Int(places.rows.first[row]), Int(places.rows.second[row]))
    let above = plane.extracting(upper * width..<(upper + 1) * width)
    let below = plane.extracting(lower * width..<(lower + 1) * width)
    let weight = places.rows.fraction[row]
    var line = mixed.mutableSpan
    precondition(above.count == below.count && above.count == line.count)
    for column in 0..<above.count {
      let code = Float(above[column])
      line[column] = code + (Float(below[column]) - code) * weight - 128
    }
    let (first, second) = (places.columns.first.span, places.columns.second.span)
    let fraction = places.columns.fraction.span
    var result = target.mutableSpan
    precondition(first.count == result.count && second.count == result.count)
    precondition(fraction.count == result.count)
    for column in 0..<result.count {
      let left = line[Int(first[column])]
      result[column] = left + (line[Int(second[column])] - left) * fraction[column]
    }
  }
}
