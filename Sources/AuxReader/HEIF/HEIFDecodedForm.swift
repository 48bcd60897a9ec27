internal import AuxImage
internal import AuxKernels

/// What is made of coded samples.
enum HEIFDecodedForm: Hashable {
  /// Codes of luma, spread over 16 bits where they have more than 8.
  case luma
  /// 8-bit red, green and blue in turn.
  case rgb
  /// Luma and chroma as they are coded.
  case components(ColourEncoding)

  /// The number of samples of a pixel in a plane.
  var channels: Int {
    switch self {
    case .luma, .components: 1
    case .rgb: 3
    }
  }

  /// By how many bits columns and rows of each plane are shifted.
  var shifts: [(across: Int, down: Int)] {
    switch self {
    case .luma, .rgb: [(0, 0)]
    case .components(let encoding):
      [(0, 0), encoding.layout.chromaShifts, encoding.layout.chromaShifts]
    }
  }

  /// Returns the size of each plane of an image, a row in samples.
  func planes(width: Int, height: Int) -> [(width: Int, height: Int)] {
    shifts.map {
      ((width + $0.across) >> $0.across * channels, (height + $0.down) >> $0.down)
    }
  }
}

/// Planes that those of tiles are put onto.
struct TileCanvas {
  private let sizes: [(width: Int, height: Int)]
  private var bytes: [[UInt8]]
  private var numbers: [[UInt16]]
  private var sampleType: PixelPlane.SampleType?

  /// Creates planes of these sizes without samples.
  init(_ sizes: [(width: Int, height: Int)]) {
    self.sizes = sizes
    bytes = sizes.map { _ in [] }
    numbers = sizes.map { _ in [] }
  }

  /// Puts a tile onto the planes; returns false where its samples are of another kind than those before.
  mutating func paste(_ tile: [PixelPlane], _ form: HEIFDecodedForm, left: Int, top: Int) -> Bool {
    guard tile.count == sizes.count else { return false }
    for (index, plane) in tile.enumerated() {
      guard plane.sampleType == sampleType ?? plane.sampleType else { return false }
      sampleType = plane.sampleType
      let (shifts, size) = (form.shifts[index], sizes[index])
      let (x, y) = (left >> shifts.across * form.channels, top >> shifts.down)
      switch plane.storage {
      case .uint8(let codes): Self.paste(codes, plane, onto: &bytes[index], size, x, y)
      case .uint16(let codes): Self.paste(codes, plane, onto: &numbers[index], size, x, y)
      case .half, .float: return false
      }
    }
    return true
  }

  private static func paste<Sample: FixedWidthInteger>(
    _ codes: [Sample], _ plane: PixelPlane, onto target: inout [Sample], _ size: (width: Int, height: Int),
    _ left: Int, _ top: Int
  ) {
    if target.isEmpty { target = [Sample](repeating: 0, count: size.width * size.height) }
    let count = min(plane.width, size.width - left)
    guard count > 0, top < size.height else { return }
    unsafe codes.withUnsafeBufferPointer { codes in
      unsafe target.withUnsafeMutableBufferPointer { target in
        for row in 0..<min(plane.height, size.height - top) {
          let (from, to) = (row * plane.width, (top + row) * size.width + left)
          _ = unsafe target.extracting(to..<(to + count)).update(
            fromContentsOf: codes.extracting(from..<(from + count)))
        }
      }
    }
  }

  var result: [PixelPlane] {
    sizes.indices.map { index in
      PixelPlane(
        width: sizes[index].width, height: sizes[index].height,
        known: sampleType == .uint16 ? .uint16(numbers[index]) : .uint8(bytes[index]))
    }
  }
}

/// Pixels that others are put onto.
struct Canvas {
  let width, height, channels: Int
  var samples: [UInt8]

  /// Puts the part of a picture that is inside the canvas onto it.
  mutating func paste(_ codes: [UInt8], width: Int, height: Int, left: Int, top: Int) {
    let columns = max(0, -left)..<max(0, -left, min(width, self.width - left))
    let rows = max(0, -top)..<max(0, -top, min(height, self.height - top))
    guard !columns.isEmpty else { return }
    for row in rows {
      let from = (row * width + columns.lowerBound) * channels
      let target = ((top + row) * self.width + left + columns.lowerBound) * channels
      let count = columns.count * channels
      samples.replaceSubrange(target..<(target + count), with: codes[from..<(from + count)])
    }
  }
}
