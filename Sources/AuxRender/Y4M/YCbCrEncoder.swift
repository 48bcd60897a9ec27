internal import AuxEffects
internal import AuxKernels

/// RGB of 8 or 16 bits to the planes of a frame, by the matrix of the format; chroma is averaged about its sites.
///
/// What an effect spared keeps the codes that it had: the luma of a pixel whose RGB is that of before, and a chroma
/// sample where that holds for all pixels that it is made of. So nothing is lost there, of 10 or 12 bits neither.
struct YCbCrEncoder<Code: FrameCode>: Sendable {
  /// A row that a chroma row is made of: how far it is from the first of its rows, and its weights in Cb and in Cr.
  private struct Tap {
    let offset: Int
    let blue, red: Float
  }

  private let format: VideoFrame.Format
  private let original: OriginalFrame<Code>?
  private let taps: [Tap]

  /// Creates an encoder; without an original, all codes are made anew.
  init(_ format: VideoFrame.Format, original: OriginalFrame<Code>? = nil) {
    (self.format, self.original) = (format, original)
    switch format.chroma {
    case .centred420, .left420:
      taps = [Tap(offset: 0, blue: 0.5, red: 0.5), Tap(offset: 1, blue: 0.5, red: 0.5)]
    case .alternating420:
      taps = [
        Tap(offset: -1, blue: 0, red: 0.25), Tap(offset: 0, blue: 0.25, red: 0.5),
        Tap(offset: 1, blue: 0.5, red: 0.25), Tap(offset: 2, blue: 0.25, red: 0),
      ]
    case .left422, .full444, .mono: taps = [Tap(offset: 0, blue: 1, red: 1)]
    }
  }

  /// The chroma rows of a band, or rows of luma where there is no chroma.
  private static var bandHeight: Int { 16 }

  /// Writes the planes of an image of the format's size over `target`, which has the size of a frame.
  func encode(_ samples: [Code], into target: inout [UInt8], jobs: Int) {
    precondition(target.count == format.byteCount && samples.count == format.width * format.height * 3)
    let down = format.chroma.shifts.down
    let lumaLength = format.width * format.bytesPerSample
    let chromaLength = format.chromaWidth * format.bytesPerSample
    let chromaSize = chromaLength * format.chromaHeight
    let blueStart = lumaLength * format.height
    unsafe target.withUnsafeMutableBufferPointer { buffer in
      // The bands are disjoint in each plane, so no two threads write the same sample.
      nonisolated(unsafe) let whole = unsafe buffer
      Bands.forEach(rows: format.height >> down, height: Self.bandHeight, jobs: jobs) { band in
        func part(_ start: Int, _ length: Int) -> UnsafeMutableBufferPointer<UInt8> {
          let range = start + band.lowerBound * length..<start + band.upperBound * length
          return unsafe .init(rebasing: whole[range])
        }
        var luma = unsafe MutableSpan(_unsafeElements: part(0, lumaLength << down))
        var blue = unsafe MutableSpan(_unsafeElements: part(blueStart, chromaLength))
        var red = unsafe MutableSpan(_unsafeElements: part(blueStart + chromaSize, chromaLength))
        encode(samples.span, band, &luma, &blue, &red)
      }
    }
  }

  private func encode(
    _ samples: Span<Code>, _ band: Range<Int>, _ luma: inout MutableSpan<UInt8>,
    _ blue: inout MutableSpan<UInt8>, _ red: inout MutableSpan<UInt8>
  ) {
    var row = PlaneRow<Code>(format)
    let down = format.chroma.shifts.down
    let (lumaLength, chromaLength) = (
      format.width * format.bytesPerSample, format.chromaWidth * format.bytesPerSample
    )
    let lumaSize = lumaLength * format.height
    for number in band {
      row.startChroma()
      for tap in taps {
        let pixels = min(max(number << down + tap.offset, 0), format.height - 1)
        row.load(samples, original, row: pixels)
        if tap.offset >= 0, tap.offset <= down {
          let place = (number - band.lowerBound) << down + tap.offset
          row.storeLuma(original, from: pixels * lumaLength, into: &luma, at: place * lumaLength)
        }
        row.addChroma(blue: tap.blue, red: tap.red)
      }
      guard format.chroma != .mono else { continue }
      let place = (number - band.lowerBound) * chromaLength
      let source = lumaSize + number * chromaLength
      row.store(.blue, original, from: source, into: &blue, at: place)
      row.store(.red, original, from: source + chromaLength * format.chromaHeight, into: &red, at: place)
    }
  }
}
