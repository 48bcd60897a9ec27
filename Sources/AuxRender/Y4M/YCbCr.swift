internal import AuxEffects
internal import AuxKernels

/// YCbCr frames to RGB and back, with the coefficients of ITU-R BT.601-7, items 2.5.1 and 2.5.3.
///
/// Full range is that of JFIF 1.02: the same coefficients on all codes. Chroma planes of half the size are
/// interpolated between the places where the format sites them, and averaged about those.
enum YCbCr {
  /// The factors from codes to RGB of 0...255 and back.
  struct Scale {
    /// The luma code of black, and RGB steps per step of luma and of chroma.
    let black, luma, chroma: Float

    init(_ range: FrameFormat.Range) {
      (black, luma, chroma) =
        range == .full ? (0, 1, 1) : (16, 255 / 219, 255 / 224)
    }
  }

  // Twice the differences of the weights 0.299, 0.587 and 0.114 from 1.
  private static let redOfCr: Float = 1.402
  private static let greenOfCb: Float = 0.344_136_29
  private static let greenOfCr: Float = 0.714_136_29
  private static let blueOfCb: Float = 1.772

  /// Writes the RGB samples of a frame.
  static func decode(_ frame: VideoFrame, into target: inout [UInt8], jobs: Int) {
    let format = frame.format
    let scale = Scale(format.range)
    let columns = ChromaPlaces(format)
    Bands.write(&target, rows: format.height, jobs: jobs) { band, part in
      var chroma = ChromaLine(format)
      let planes = frame.bytes.span
      for row in band {
        let luma = planes.extracting(row * format.width..<(row + 1) * format.width)
        chroma.interpolate(planes, row: row, columns)
        let (blues, reds) = (chroma.blue.span, chroma.red.span)
        precondition(blues.count == luma.count && reds.count == luma.count)
        let start = (row - band.lowerBound) * format.width * 3
        for column in 0..<luma.count {
          let y = (Float(luma[column]) - scale.black) * scale.luma
          let (cb, cr) = (blues[column] * scale.chroma, reds[column] * scale.chroma)
          part[start + column * 3] = clampedCode(y + redOfCr * cr)
          part[start + column * 3 + 1] = clampedCode(y - greenOfCb * cb - greenOfCr * cr)
          part[start + column * 3 + 2] = clampedCode(y + blueOfCb * cb)
        }
      }
    }
  }

  /// Writes the planes of an image of the format's size.
  static func encode(_ samples: [UInt8], as format: FrameFormat, into target: inout [UInt8], jobs: Int) {
    let scale = Scale(format.range)
    var planes = (
      luma: Bands.undefined(format.width * format.height, of: UInt8.self),
      blue: [Float](), red: [Float]()
    )
    let count = format.chroma == .mono ? 0 : format.width * format.height
    planes.blue = Bands.undefined(count, of: Float.self)
    planes.red = Bands.undefined(count, of: Float.self)
    encodeLuma(samples, format, scale, into: &planes.luma, jobs: jobs)
    target.removeAll(keepingCapacity: true)
    target += planes.luma
    guard format.chroma != .mono else { return }
    encodeDifferences(samples, format, &planes.blue, &planes.red, jobs: jobs)
    target += reduced(planes.blue, format, scale, jobs: jobs)
    target += reduced(planes.red, format, scale, jobs: jobs)
  }

  private static func encodeLuma(
    _ samples: [UInt8], _ format: FrameFormat, _ scale: Scale, into target: inout [UInt8], jobs: Int
  ) {
    Bands.write(&target, rows: format.height, jobs: jobs) { band, part in
      let pixels = band.lowerBound * format.width..<band.upperBound * format.width
      let source = samples.span.extracting(pixels.lowerBound * 3..<pixels.upperBound * 3)
      for pixel in 0..<pixels.count {
        let y =
          0.299 * Float(source[pixel * 3]) + 0.587 * Float(source[pixel * 3 + 1])
          + 0.114 * Float(source[pixel * 3 + 2])
        part[pixel] = clampedCode(y / scale.luma + scale.black)
      }
    }
  }

  private static func encodeDifferences(
    _ samples: [UInt8], _ format: FrameFormat, _ blue: inout [Float], _ red: inout [Float], jobs: Int
  ) {
    Bands.write(&blue, &red, rows: format.height, jobs: jobs) { band, blue, red in
      let pixels = band.lowerBound * format.width..<band.upperBound * format.width
      let source = samples.span.extracting(pixels.lowerBound * 3..<pixels.upperBound * 3)
      for pixel in 0..<pixels.count {
        let (r, b) = (Float(source[pixel * 3]), Float(source[pixel * 3 + 2]))
        let y = 0.299 * r + 0.587 * Float(source[pixel * 3 + 1]) + 0.114 * b
        blue[pixel] = (b - y) / blueOfCb
        red[pixel] = (r - y) / redOfCr
      }
    }
  }

  /// Returns the codes of a plane of differences at the size and the sites of the format.
  private static func reduced(
    _ plane: [Float], _ format: FrameFormat, _ scale: Scale, jobs: Int
  ) -> [UInt8] {
    let (width, height) = (format.chromaWidth, format.chromaHeight)
    var codes = Bands.undefined(width * height, of: UInt8.self)
    let step = format.chroma == .full444 ? 1 : 2
    let isLeft = format.chroma == .left420
    Bands.write(&codes, rows: height, jobs: jobs) { band, part in
      let source = plane.span
      for row in band {
        let top = row * step, bottom = top + step - 1
        for column in 0..<width {
          let middle = column * step, right = middle + step - 1
          let (one, two) = (top * format.width, bottom * format.width)
          let sum =
            mean(source, one, middle, right, isLeft: isLeft)
            + mean(source, two, middle, right, isLeft: isLeft)
          part[(row - band.lowerBound) * width + column] = clampedCode(sum / (8 * scale.chroma) + 128)
        }
      }
    }
    return codes
  }

  /// Returns four times the mean of a row about a chroma site.
  ///
  /// A site on a sample takes that twice and its neighbours once; one between two takes both.
  @inline(__always)
  private static func mean(
    _ source: Span<Float>, _ start: Int, _ middle: Int, _ right: Int, isLeft: Bool
  ) -> Float {
    isLeft
      ? source[start + max(middle - 1, 0)] + 2 * source[start + middle] + source[start + right]
      : 2 * source[start + middle] + 2 * source[start + right]
  }
}
