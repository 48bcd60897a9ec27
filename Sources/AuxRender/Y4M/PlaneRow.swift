internal import AuxKernels

/// The planes of a frame, and the RGB that was made of it.
struct OriginalFrame<Code: FrameCode>: Sendable {
  let planes: [UInt8]
  let rgb: [Code]
}

/// A row of pixels on its way from RGB to planes, and the sums of the chroma row that it is in.
struct PlaneRow<Code: FrameCode> {
  /// The two chroma planes.
  enum Chroma { case blue, red }

  /// The sums of one chroma plane at the columns of pixels, with one more at each end.
  private struct Sums {
    var values, changes: [Float]
    /// What a step of the plane adds to its colour.
    let unit: Float

    init(_ width: Int, unit: Double) {
      values = [Float](repeating: 0, count: width + 2)
      (changes, self.unit) = (values, Float(unit))
    }
  }

  private let format: VideoFrame.Format
  private let scale: FrameScale
  private let weights: (red: Float, green: Float, blue: Float)
  private var red, blue: [Float]
  private var luma: [Float]
  /// 1 for a changed pixel, 0 for others.
  private var change: [Float]
  private var cb, cr: Sums
  private var line, changeLine: [Float]
  /// The codes of a row of luma and of one of chroma, and their original codes.
  private var codes, lineCodes, kept, keptLine: [Float]
  /// Whether some pixel of this row, and of the rows of the sums, is unchanged.
  private var sparesSome = false, sumsSpareSome = false

  init(_ format: VideoFrame.Format) {
    (self.format, scale) = (format, FrameScale(format))
    let parts = format.matrix.weights
    weights = (Float(parts.red), Float(1 - parts.red - parts.blue), Float(parts.blue))
    let matrix = format.matrix.coefficients
    red = [Float](repeating: 0, count: format.width)
    (blue, luma, change) = (red, red, red)
    (codes, kept) = (red, red)
    cb = Sums(format.width, unit: matrix.cb.blue)
    cr = Sums(format.width, unit: matrix.cr.red)
    line = [Float](repeating: 0, count: format.chromaWidth)
    (changeLine, lineCodes, keptLine) = (line, line, line)
  }

  /// Reads a row, and where it differs from the original.
  mutating func load(_ samples: Span<Code>, _ original: OriginalFrame<Code>?, row: Int) {
    let range = row * format.width * 3..<(row + 1) * format.width * 3
    let source = samples.extracting(range)
    Self.take(source, weights, red: &red, blue: &blue, luma: &luma)
    sparesSome = false
    guard let original else { return }
    sparesSome = Self.compare(source, original.rgb.span.extracting(range), into: &change)
  }

  /// Reads red, blue and the luma of all three.
  private static func take(
    _ source: Span<Code>, _ weights: (red: Float, green: Float, blue: Float), red: inout [Float],
    blue: inout [Float], luma: inout [Float]
  ) {
    var reds = red.mutableSpan
    var blues = blue.mutableSpan
    var lumas = luma.mutableSpan
    let count = lumas.count
    precondition(source.count == 3 * count && reds.count == count && blues.count == count)
    for column in 0..<count {
      let place = 3 &* column
      // In range: all have as many pixels.
      let (r, g, b) = unsafe (
        Float(source[unchecked: place]), Float(source[unchecked: place &+ 1]),
        Float(source[unchecked: place &+ 2])
      )
      unsafe reds[unchecked: column] = r
      unsafe blues[unchecked: column] = b
      unsafe lumas[unchecked: column] = weights.red * r + weights.green * g + weights.blue * b
    }
  }

  /// Marks pixels that differ; returns whether some do not.
  private static func compare(_ source: Span<Code>, _ before: Span<Code>, into line: inout [Float]) -> Bool {
    var changes = line.mutableSpan
    let count = changes.count
    precondition(before.count == 3 * count && source.count == 3 * count)
    var changed: Int32 = 0
    for column in 0..<count {
      let place = 3 &* column
      let difference =
        unsafe (source[unchecked: place] ^ before[unchecked: place])
        | (source[unchecked: place &+ 1] ^ before[unchecked: place &+ 1])
        | (source[unchecked: place &+ 2] ^ before[unchecked: place &+ 2])
      let flag: Int32 = difference == 0 ? 0 : 1
      unsafe changes[unchecked: column] = Float(flag)
      changed &+= flag
    }
    return changed < count
  }

  /// Writes the luma of the row; unchanged pixels keep their codes.
  mutating func storeLuma(
    _ original: OriginalFrame<Code>?, from source: Int, into target: inout MutableSpan<UInt8>, at start: Int
  ) {
    Self.scale(luma, by: 1 / scale.luma, plus: scale.black, into: &codes)
    if sparesSome, let original {
      FrameSamples.load(original.planes.span, from: source, isWide: format.bits > 8, into: &kept)
      Self.keep(kept, where: change, in: &codes)
    }
    FrameSamples.store(codes.span, into: &target, from: start, bits: format.bits)
  }

  private static func scale(
    _ line: [Float], by factor: Float, plus term: Float, into target: inout [Float]
  ) {
    let values = line.span
    var codes = target.mutableSpan
    let count = codes.count
    precondition(values.count == count)
    for column in 0..<count { codes[column] = values[column] * factor + term }
  }

  /// Restores the original codes of unchanged pixels.
  private static func keep(_ before: [Float], where change: [Float], in line: inout [Float]) {
    let (before, changes) = (before.span, change.span)
    var codes = line.mutableSpan
    let count = codes.count
    precondition(before.count == count && changes.count == count)
    for column in 0..<count { codes[column] = changes[column] > 0 ? codes[column] : before[column] }
  }

  /// Begins the sums of a chroma row.
  mutating func startChroma() {
    guard format.chroma != .mono else { return }
    sumsSpareSome = false
    Self.clear(&cb.values)
    Self.clear(&cb.changes)
    Self.clear(&cr.values)
    Self.clear(&cr.changes)
  }

  private static func clear(_ line: inout [Float]) {
    var values = line.mutableSpan
    for index in 0..<values.count { values[index] = 0 }
  }

  /// Adds the differences of the row to the sums, times two weights.
  mutating func addChroma(blue blueWeight: Float, red redWeight: Float) {
    guard format.chroma != .mono else { return }
    // Without an original, all of a row counts as changed.
    sumsSpareSome = sumsSpareSome || sparesSome
    Self.add(blue, luma, change, sparesSome, by: blueWeight, to: &cb)
    Self.add(red, luma, change, sparesSome, by: redWeight, to: &cr)
  }

  private static func add(
    _ colour: [Float], _ luma: [Float], _ change: [Float], _ sparesSome: Bool, by weight: Float,
    to sums: inout Sums
  ) {
    guard weight > 0 else { return }
    add(colour, luma, weight / sums.unit, to: &sums.values)
    add(change, sparesSome, to: &sums.changes)
  }

  private static func add(_ colour: [Float], _ luma: [Float], _ share: Float, to sums: inout [Float]) {
    let (colours, lumas) = (colour.span, luma.span)
    var values = sums.mutableSpan
    let count = colours.count
    precondition(lumas.count == count && values.count == count + 2)
    for column in 0..<count { values[column &+ 1] += (colours[column] - lumas[column]) * share }
  }

  private static func add(_ change: [Float], _ sparesSome: Bool, to sums: inout [Float]) {
    let flags = change.span
    var values = sums.mutableSpan
    let count = flags.count
    precondition(values.count == count + 2)
    if sparesSome {
      for column in 0..<count { values[column &+ 1] += flags[column] }
    } else {
      for column in 0..<count { values[column &+ 1] += 1 }
    }
  }

  /// Writes the sums as a row of a chroma plane, or what it was.
  mutating func store(
    _ chroma: Chroma, _ original: OriginalFrame<Code>?, from source: Int,
    into target: inout MutableSpan<UInt8>,
    at start: Int
  ) {
    switch chroma {
    case .blue: Self.reduce(&cb, format, sumsSpareSome, into: &line, &changeLine)
    case .red: Self.reduce(&cr, format, sumsSpareSome, into: &line, &changeLine)
    }
    Self.scale(line, by: 1 / scale.chroma, plus: scale.neutral, into: &lineCodes)
    if sumsSpareSome, let original {
      FrameSamples.load(original.planes.span, from: source, isWide: format.bits > 8, into: &keptLine)
      Self.keep(keptLine, where: changeLine, in: &lineCodes)
    }
    FrameSamples.store(lineCodes.span, into: &target, from: start, bits: format.bits)
  }

  private static func reduce(
    _ sums: inout Sums, _ format: VideoFrame.Format, _ sparesSome: Bool, into line: inout [Float],
    _ changes: inout [Float]
  ) {
    reduce(&sums.values, format, into: &line)
    if sparesSome { reduce(&sums.changes, format, into: &changes) }
  }

  /// Brings sums at the columns of pixels to those of the chroma samples.
  ///
  /// A site on a pixel takes that twice and its neighbours once; one between two takes both.
  private static func reduce(_ sums: inout [Float], _ format: VideoFrame.Format, into line: inout [Float]) {
    sums[0] = sums[1]
    sums[sums.count - 1] = sums[sums.count - 2]
    let source = sums.span
    var target = line.mutableSpan
    let count = target.count
    switch format.chroma {
    case .centred420:
      precondition(source.count == 2 * count + 2)
      for column in 0..<count {
        target[column] = (source[2 &* column &+ 1] + source[2 &* column &+ 2]) * 0.5
      }
    case .left420, .alternating420, .left422:
      precondition(source.count == 2 * count + 2)
      for column in 0..<count {
        let middle = source[2 &* column &+ 1] * 0.5
        target[column] = middle + (source[2 &* column] + source[2 &* column &+ 2]) * 0.25
      }
    case .full444:
      precondition(source.count == count + 2)
      for column in 0..<count { target[column] = source[column &+ 1] }
    case .mono: break
    }
  }
}
