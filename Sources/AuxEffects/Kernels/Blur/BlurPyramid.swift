internal import AuxKernels

/// The blurred parts of an image at half its size, a quarter, and so on.
struct BlurPyramid: Sendable {
  /// One size.
  struct Level: Sendable {
    let width, height: Int
    /// The light of red, green and blue times the share of the cell that is not sharp, and that share.
    let cells: [SIMD4<Float>]
    /// The mean radius of that share, in pixels of the image.
    let radii: [Float]
  }

  /// The levels from half the size on.
  let levels: [Level]

  init(
    _ image: PhotoPixels, mask: [Float], tables: LightTables, largest: Float, levels count: Int, jobs: Int
  ) {
    var levels: [Level] = []
    for index in 0..<count {
      levels.append(
        index == 0
          ? Self.first(image, mask: mask, tables: tables, largest: largest, jobs: jobs)
          : Self.next(levels[index - 1], jobs: jobs))
    }
    self.levels = levels
  }

  /// Returns how much of a pixel's light is not sharp: all from a radius of 1.5 pixels, nothing up to 0.5.
  @inline(__always)
  private static func share(_ radius: Float) -> Float {
    clampedToUnit(radius - 0.5)
  }

  private static func first(
    _ image: PhotoPixels, mask: [Float], tables: LightTables, largest: Float, jobs: Int
  ) -> Level {
    let (width, height) = ((image.width + 1) / 2, (image.height + 1) / 2)
    let rgb = image.rgb8
    var cells = Bands.undefined(width * height, of: SIMD4<Float>.self)
    var radii = Bands.undefined(width * height, of: Float.self)
    Bands.write(&cells, &radii, rows: height, jobs: jobs) { band, cells, radii in
      let (samples, mask, lights) = (rgb.span, mask.span, tables.light.span)
      for row in band {
        let start = (row - band.lowerBound) * width
        for column in 0..<width {
          var (light, sum) = (SIMD4<Float>.zero, Float(0))
          for y in row * 2..<min(row * 2 + 2, image.height) {
            for x in column * 2..<min(column * 2 + 2, image.width) {
              let place = y &* image.width &+ x
              let radius = (1 - mask[place]) * largest
              let share = share(radius) * 0.25
              let colour = LightTables.light(
                lights, samples[place &* 3], samples[place &* 3 &+ 1], samples[place &* 3 &+ 2])
              light += SIMD4(colour, 1) * share
              sum += radius * share
            }
          }
          cells[start &+ column] = light
          radii[start &+ column] = light.w > 0 ? sum / light.w : 0
        }
      }
    }
    return Level(width: width, height: height, cells: cells, radii: radii)
  }

  private static func next(_ finer: Level, jobs: Int) -> Level {
    let (width, height) = ((finer.width + 1) / 2, (finer.height + 1) / 2)
    var cells = Bands.undefined(width * height, of: SIMD4<Float>.self)
    var radii = Bands.undefined(width * height, of: Float.self)
    Bands.write(&cells, &radii, rows: height, jobs: jobs) { band, cells, radii in
      let (source, sourceRadii) = (finer.cells.span, finer.radii.span)
      for row in band {
        let start = (row - band.lowerBound) * width
        for column in 0..<width {
          var (light, sum) = (SIMD4<Float>.zero, Float(0))
          for y in row * 2..<min(row * 2 + 2, finer.height) {
            for x in column * 2..<min(column * 2 + 2, finer.width) {
              let cell = source[y &* finer.width &+ x]
              light += cell * 0.25
              sum += sourceRadii[y &* finer.width &+ x] * cell.w * 0.25
            }
          }
          cells[start &+ column] = light
          radii[start &+ column] = light.w > 0 ? sum / light.w : 0
        }
      }
    }
    return Level(width: width, height: height, cells: cells, radii: radii)
  }
}
