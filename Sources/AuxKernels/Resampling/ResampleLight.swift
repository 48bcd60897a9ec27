internal import CAuxKernels

extension Resample {
  /// Returns a picture of 8 bits in another size: each pixel has the mean light of what it covers.
  ///
  /// Codes are about the square root of light: a mean of codes would darken fine detail. `codes` are `channels` samples a pixel,
  /// 1 or 3. The result does not depend on `jobs`, the greatest number of threads.
  package static func light(
    _ codes: [UInt8], width: Int, height: Int, channels: Int, toWidth: Int, toHeight: Int,
    tables: LightTables, jobs: Int
  ) -> [UInt8] {
    precondition(tables.bits == 8 && codes.count == width * height * channels)
    var result = Bands.undefined(toWidth * toHeight * channels, of: UInt8.self)
    let mixing = LightMixing(width, height, channels, toWidth, toHeight)
    Bands.write(&result, rows: toHeight, jobs: jobs) { band, part in
      var row = LightRow(mixing)
      var light = Bands.undefined(mixing.length, of: Float.self)
      // The row of the source whose light that is: where the picture shrinks, one contributes to two rows.
      var known = -1
      for target in band {
        row.clear()
        for (source, weight) in mixing.contributions(to: target) {
          if source.lowerBound != known {
            unsafe codes.withUnsafeBufferPointer { codes in
              unsafe aux_look_up_light(
                &light, codes.baseAddress! + source.lowerBound, width, channels, tables.light)
            }
            known = source.lowerBound
          }
          row.add(light, times: weight)
        }
        let table = tables.codes.span
        row.forEachPixel { column, light in
          let at = ((target - band.lowerBound) * toWidth + column) * channels
          if channels == 3 {
            writeCodes(ofLight: light, table, into: &part, at: at)
          } else {
            part[at] = table[placesOfCodes(light).x]
          }
        }
      }
    }
    return result
  }

  /// Returns a picture of 16 bits in another size, likewise.
  package static func light(
    _ codes: [UInt16], width: Int, height: Int, channels: Int, toWidth: Int, toHeight: Int,
    tables: LightTables, jobs: Int
  ) -> [UInt16] {
    precondition(tables.bits == 16 && codes.count == width * height * channels)
    var result = Bands.undefined(toWidth * toHeight * channels, of: UInt16.self)
    let mixing = LightMixing(width, height, channels, toWidth, toHeight)
    Bands.write(&result, rows: toHeight, jobs: jobs) { band, part in
      var row = LightRow(mixing)
      var pixel: [UInt16] = [0, 0, 0]
      for target in band {
        row.clear()
        for (source, weight) in mixing.contributions(to: target) {
          row.add(codes.span.extracting(source), times: weight, tables.light.span)
        }
        let table = tables.wideCodes.span
        row.forEachPixel { column, light in
          let at = ((target - band.lowerBound) * toWidth + column) * channels
          if channels == 3 {
            writeCodes(ofLight: light, table, into: &part, at: at)
          } else {
            var three = pixel.mutableSpan
            writeCodes(ofLight: light, table, into: &three, at: 0)
            part[at] = three[0]
          }
        }
      }
    }
    return result
  }
}

/// Which rows and columns of a picture contribute to those of a picture of another size.
private struct LightMixing: Sendable {
  let columns: ResampleAxis
  let rows: ResampleAxis
  let channels: Int
  /// The samples of a row of the source.
  let length: Int
  /// The columns once more, as C takes them.
  private let starts, bounds: [Int32]
  private let weights: [Float]

  init(_ width: Int, _ height: Int, _ channels: Int, _ toWidth: Int, _ toHeight: Int) {
    precondition(channels == 1 || channels == 3)
    columns = ResampleAxis(from: width, to: toWidth)
    rows = ResampleAxis(from: height, to: toHeight)
    (self.channels, length) = (channels, width * channels)
    (starts, bounds) = (columns.starts.map(Int32.init), columns.bounds.map(Int32.init))
    weights = columns.weights.map(Float.init)
  }

  /// Writes the light of each column of the result.
  func mix(_ sums: [Float], into light: inout [Float]) {
    unsafe aux_mix_columns(&light, sums, starts.count, channels, starts, bounds, weights)
  }

  /// Returns the samples of the rows that contribute to a row, and the weight of each.
  func contributions(to row: Int) -> [(source: Range<Int>, weight: Float)] {
    (rows.bounds[row]..<rows.bounds[row + 1]).enumerated().map { tap, at in
      let start = (rows.starts[row] + tap) * length
      return (start..<start + length, Float(rows.weights[at]))
    }
  }
}

/// The light of one row, while the rows that contribute to it are added.
private struct LightRow {
  private let mixing: LightMixing
  private var sums: [Float]
  private var mixed: [Float]

  init(_ mixing: LightMixing) {
    self.mixing = mixing
    sums = [Float](repeating: 0, count: mixing.length)
    mixed = [Float](repeating: 0, count: mixing.columns.starts.count * mixing.channels)
  }

  mutating func clear() { for index in sums.indices { sums[index] = 0 } }

  /// Adds the light of a row.
  mutating func add(_ light: [Float], times weight: Float) {
    unsafe aux_add_weighted(&sums, light, sums.count, weight)
  }

  /// Adds the light of codes; `light` has that of each code, of one component after the other.
  mutating func add<Code: FixedWidthInteger & UnsignedInteger>(
    _ codes: Span<Code>, times weight: Float, _ light: Span<Float>
  ) {
    let (channels, levels) = (mixing.channels, 1 << Code.bitWidth)
    var target = sums.mutableSpan
    precondition(codes.count == target.count && light.count == 3 * levels)
    for component in 0..<channels {
      let first = component * levels
      for at in stride(from: component, to: codes.count, by: channels) {
        target[at] += light[first &+ Int(codes[at])] * weight
      }
    }
  }

  /// Calls `body` with each column of the result and its light; of gray all three components are that of gray.
  mutating func forEachPixel(_ body: (_ column: Int, _ light: SIMD3<Float>) -> Void) {
    mixing.mix(sums, into: &mixed)
    let light = mixed.span
    if mixing.channels == 3 {
      for column in 0..<light.count / 3 {
        body(column, SIMD3(light[3 &* column], light[3 &* column &+ 1], light[3 &* column &+ 2]))
      }
    } else {
      for column in 0..<light.count { body(column, SIMD3(repeating: light[column])) }
    }
  }
}
