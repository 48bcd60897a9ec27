internal import CAuxKernels

/// How luma and two chroma samples become red, green and blue: a matrix, and the range of the codes.
///
/// Source: ISO/IEC 23091-2, 8.3; ITU-T H.273, 8.3.
package struct ColourMatrix: Hashable, Sendable {
  /// What a chroma sample of -0.5...0.5 adds to red, green and blue.
  package struct Column: Hashable, Sendable {
    package var red, green, blue: Double
  }

  /// What Cb adds.
  package var cb: Column
  /// What Cr adds.
  package var cr: Column
  /// Whether the three samples are green, blue and red themselves.
  package private(set) var isIdentity = false

  /// Creates the matrix of the parts that red and blue have in luma.
  package init(red: Double, blue: Double) {
    let green = 1 - red - blue
    cb = Column(red: 0, green: -2 * blue * (1 - blue) / green, blue: 2 * (1 - blue))
    cr = Column(red: 2 * (1 - red), green: -2 * red * (1 - red) / green, blue: 0)
  }

  private init(cb: Column, cr: Column) { (self.cb, self.cr) = (cb, cr) }

  /// Green, blue and red as they are.
  package static let identity: ColourMatrix = {
    var matrix = ColourMatrix(red: 0, blue: 0)
    matrix.isIdentity = true
    return matrix
  }()

  /// YCgCo, whose chroma is the greenness and the orangeness.
  package static let yCgCo = ColourMatrix(
    cb: Column(red: -1, green: 1, blue: -1), cr: Column(red: 1, green: 0, blue: -1))
}

/// Three planes of codes; the two of chroma may have half the width, or half the width and height.
package struct ChromaPlanes {
  /// Luma, or green.
  package let luma: PixelPlane
  /// Cb, or blue.
  package let cb: PixelPlane
  /// Cr, or red.
  package let cr: PixelPlane
  /// By how many bits a column of luma is shifted to give that of chroma, and a row.
  package let across, down: Int
  /// The bits of a code, 8...16.
  package let bits: Int

  /// Creates planes.
  ///
  /// - Precondition: chroma has a sample for each two or each one of luma, as the shifts say.
  package init(luma: PixelPlane, cb: PixelPlane, cr: PixelPlane, across: Int, down: Int, bits: Int) {
    for plane in [cb, cr] {
      precondition(plane.width == (luma.width + across) >> across)
      precondition(plane.height == (luma.height + down) >> down)
    }
    (self.luma, self.cb, self.cr) = (luma, cb, cr)
    (self.across, self.down, self.bits) = (across, down, bits)
  }

  /// Returns red, green and blue in turn, with 8 bits.
  ///
  /// Each chroma sample counts for all luma samples that it covers; nothing is interpolated.
  package func rgb8(_ matrix: ColourMatrix, isFullRange: Bool, jobs: Int) -> [UInt8] {
    var result = Bands.undefined(luma.width * luma.height * 3, of: UInt8.self)
    guard let rows = RGBRows(self, matrix, isFullRange: isFullRange) else {
      convert(matrix, isFullRange: isFullRange, largest: 255, into: &result, jobs: jobs) { UInt8($0) }
      return result
    }
    let width = luma.width
    Bands.write(&result, rows: luma.height, jobs: jobs) { band, part in
      unsafe part.withUnsafeMutableBufferPointer { part in
        unsafe rows.write(band, columns: width, to: part.baseAddress!, stride: 3 * width)
      }
    }
    return result
  }

  /// Writes the left columns and upper rows of red, green and blue to pixels of a larger picture; false if the samples are not
  /// of 8 bits, or have no matrix.
  ///
  /// `target` is the first of these pixels, and `stride` the bytes from one row to the next.
  package func writeRGB8(
    _ matrix: ColourMatrix, isFullRange: Bool, columns: Int, rows: Int,
    to target: UnsafeMutablePointer<UInt8>,
    stride: Int
  ) -> Bool {
    guard let converter = RGBRows(self, matrix, isFullRange: isFullRange) else { return false }
    unsafe converter.write(0..<rows, columns: columns, to: target, stride: stride)
    return true
  }

  /// Returns red, green and blue in turn, spread over 16 bits; else as ``rgb8(_:isFullRange:jobs:)``.
  package func rgb16(_ matrix: ColourMatrix, isFullRange: Bool, jobs: Int) -> [UInt16] {
    var result = [UInt16](repeating: 0, count: luma.width * luma.height * 3)
    convert(matrix, isFullRange: isFullRange, largest: 65535, into: &result, jobs: jobs) { UInt16($0) }
    return result
  }

  /// Generic within this file only, where it is specialised for both.
  private func convert<Sample: BitwiseCopyable>(
    _ matrix: ColourMatrix, isFullRange: Bool, largest: Float, into result: inout [Sample], jobs: Int,
    _ sample: @Sendable (Float) -> Sample
  ) {
    let tables = Tables(matrix, bits: bits, isFullRange: isFullRange, largest: largest)
    let (width, across, down) = (luma.width, across, down)
    let (lumas, blues, reds) = (luma.codes16, cb.codes16, cr.codes16)
    let chromaWidth = cb.width
    Bands.write(&result, rows: luma.height, jobs: jobs) { band, part in
      var target = 0
      for row in band {
        let (start, chroma) = (row * width, (row >> down) * chromaWidth)
        for column in 0..<width {
          let y = Int(min(lumas[start + column], tables.most))
          let b = Int(min(blues[chroma + column >> across], tables.most))
          let r = Int(min(reds[chroma + column >> across], tables.most))
          let red = tables.luma[y] + tables.cbRed[b] + tables.crRed[r]
          let green = tables.luma[y] + tables.cbGreen[b] + tables.crGreen[r]
          let blue = tables.luma[y] + tables.cbBlue[b] + tables.crBlue[r]
          let pixel =
            tables.isIdentity ? (tables.luma[r], tables.luma[y], tables.luma[b]) : (red, green, blue)
          part[target] = sample(max(0, min(largest, pixel.0)) + 0.5)
          part[target + 1] = sample(max(0, min(largest, pixel.1)) + 0.5)
          part[target + 2] = sample(max(0, min(largest, pixel.2)) + 0.5)
          target += 3
        }
      }
    }
  }
}

/// Rows of red, green and blue of planes of 8 bits.
private struct RGBRows: Sendable {
  private let luma, cb, cr: [UInt8]
  private let width: Int
  private let across, down: Int32
  private let tables: [Float]

  init?(_ planes: ChromaPlanes, _ matrix: ColourMatrix, isFullRange: Bool) {
    guard !matrix.isIdentity, case .uint8(let luma) = planes.luma.storage,
      case .uint8(let cb) = planes.cb.storage, case .uint8(let cr) = planes.cr.storage
    else { return nil }
    (self.luma, self.cb, self.cr) = (luma, cb, cr)
    (width, across, down) = (planes.luma.width, Int32(planes.across), Int32(planes.down))
    tables = Tables(matrix, bits: 8, isFullRange: isFullRange, largest: 255).all
  }

  func write(_ rows: Range<Int>, columns: Int, to target: UnsafeMutablePointer<UInt8>, stride: Int) {
    precondition(columns <= width && rows.upperBound * width <= luma.count)
    var floats = Bands.undefined(7 * columns, of: Float.self)
    var bytes = Bands.undefined(3 * columns, of: UInt8.self)
    unsafe luma.withUnsafeBufferPointer { luma in
      unsafe cb.withUnsafeBufferPointer { cb in
        unsafe cr.withUnsafeBufferPointer { cr in
          var planes = unsafe aux_planes(
            luma: luma.baseAddress!, cb: cb.baseAddress!, cr: cr.baseAddress!, width: width, across: across,
            down: down)
          unsafe aux_rgb_rows(
            target, stride, &planes, rows.lowerBound, rows.count, columns, tables, &floats, &bytes)
        }
      }
    }
  }
}

/// What each code adds to a sample of the result.
private struct Tables: Sendable {
  let luma, cbRed, cbGreen, cbBlue, crRed, crGreen, crBlue: [Float]
  let most: UInt16
  let isIdentity: Bool

  /// All tables, luma first, then those of Cb and of Cr.
  var all: [Float] { luma + cbRed + cbGreen + cbBlue + crRed + crGreen + crBlue }

  init(_ matrix: ColourMatrix, bits: Int, isFullRange: Bool, largest: Float) {
    let count = 1 << bits
    most = UInt16(count - 1)
    isIdentity = matrix.isIdentity
    // Codes of video keep free below and above, by 16 to 235 and 16 to 240 of 8 bits.
    let unit = Double(1 << (bits - 8))
    let (black, range) = isFullRange ? (0, Double(count - 1)) : (16 * unit, 219 * unit)
    let (middle, spread) = (128 * unit, isFullRange ? Double(count - 1) : 224 * unit)
    let scale = Double(largest)
    luma = (0..<count).map { Float((Double($0) - black) / range * scale) }
    func table(_ factor: Double) -> [Float] {
      (0..<count).map { Float((Double($0) - middle) / spread * factor * scale) }
    }
    (cbRed, cbGreen, cbBlue) = (table(matrix.cb.red), table(matrix.cb.green), table(matrix.cb.blue))
    (crRed, crGreen, crBlue) = (table(matrix.cr.red), table(matrix.cr.green), table(matrix.cr.blue))
  }
}

extension PixelPlane {
  /// The codes as 16-bit numbers; empty for a plane of floats.
  fileprivate var codes16: [UInt16] {
    switch storage {
    case .uint8(let codes): codes.map(UInt16.init)
    case .uint16(let codes): codes
    case .half, .float: []
    }
  }
}
