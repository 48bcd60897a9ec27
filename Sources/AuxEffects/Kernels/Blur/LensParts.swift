internal import AuxKernels
internal import Synchronization

/// What a thread works with while it makes a part of the picture; the next part uses the same memory.
struct LensPart: Sendable {
  /// The cells of a part: wide, since kernels need cells around it, and no larger than what a processor's core keeps near.
  static let width = 128, height = 64

  var tile = LayerTile()
  /// Light times its coverage, and how much is still free, in rows of the part's width.
  var light = [SIMD4<Float>](repeating: .zero, count: width * height)
  var free = [Float](repeating: 0, count: width * height)
  var line = [SIMD4<Float>](repeating: .zero, count: width + 2)
  var stretched = [SIMD4<Float>](repeating: .zero, count: width + 2)
  var blurred = [SIMD4<Float>](repeating: .zero, count: width)

  /// Empties it: nothing is there, and all is free.
  mutating func clear(_ count: Int) {
    clearLight(count)
    var shares = free.mutableSpan
    for index in 0..<count { shares[index] = 1 }
  }

  mutating func clearLight(_ count: Int) {
    var cells = light.mutableSpan
    for index in 0..<count { cells[index] = .zero }
  }

  /// Fills a row with the stretched light, and leaves free what it does not cover.
  mutating func fill(from start: Int, _ count: Int) { Self.fill(stretched, start, count, &light, &free) }

  private static func fill(
    _ line: [SIMD4<Float>], _ start: Int, _ count: Int, _ light: inout [SIMD4<Float>], _ free: inout [Float]
  ) {
    var cells = light.mutableSpan
    var shares = free.mutableSpan
    for column in 0..<count {
      cells[start + column] = line[column]
      shares[start + column] = 1 - line[column].w
    }
  }

  /// Adds as much of the blurred row of a layer as there is room for.
  mutating func take(_ columns: Range<Int>, from start: Int) {
    Self.take(blurred, columns, start + columns.lowerBound, &light, &free)
  }

  /// Adds as much of cells of the tile, which begin at `first`, as there is room for.
  mutating func takeSharp(_ first: Int, _ count: Int, to start: Int) {
    Self.take(tile.cells, first..<first + count, start, &light, &free)
  }

  private static func take(
    _ line: [SIMD4<Float>], _ columns: Range<Int>, _ first: Int, _ light: inout [SIMD4<Float>],
    _ free: inout [Float]
  ) {
    let source = line.span.extracting(columns)
    var cells = light.mutableSpan
    var shares = free.mutableSpan
    precondition(first >= 0 && first + source.count <= min(cells.count, shares.count))
    for column in 0..<source.count {
      let sample = unsafe source[unchecked: column]
      let room = unsafe shares[unchecked: first &+ column]
      guard sample.w > 1e-6, room > 0 else { continue }
      if sample.w <= room {
        unsafe cells[unchecked: first &+ column] += sample
        unsafe shares[unchecked: first &+ column] = room - sample.w
      } else {
        unsafe cells[unchecked: first &+ column] += sample * (room / sample.w)
        unsafe shares[unchecked: first &+ column] = 0
      }
    }
  }

  /// Writes its light, or that of an empty part, to the rows of a plane.
  func store(
    _ columns: Range<Int>, rows: Int, _ width: Int, isEmpty: Bool,
    into cells: inout MutableSpan<SIMD4<UInt16>>
  ) {
    let source = light.span
    precondition(
      rows * columns.count <= source.count && (rows - 1) * width + columns.upperBound <= cells.count)
    for row in 0..<rows {
      let (from, to) = (row &* columns.count, row &* width &+ columns.lowerBound)
      guard !isEmpty else {
        for column in 0..<columns.count { unsafe cells[unchecked: to &+ column] = .zero }
        continue
      }
      for column in 0..<columns.count {
        unsafe cells[unchecked: to &+ column] = LightPlane.packed(source[unchecked: from &+ column])
      }
    }
  }
}

/// The parts of threads that are not at work.
final class LensParts: Sendable {
  private let spare = Mutex<[LensPart]>([])

  /// Lends a part while `body` runs.
  func use(_ body: (inout LensPart) -> Void) {
    var part = spare.withLock { $0.popLast() } ?? LensPart()
    body(&part)
    spare.withLock { $0.append(part) }
  }
}
