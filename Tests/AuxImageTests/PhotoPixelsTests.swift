import AuxImage
import AuxKernels
import Testing

@Suite struct PhotoPixelsTests {
  /// Two rows of three pixels with distinct channels.
  private static let triples: [UInt8] = (0..<6).flatMap { pixel in [pixel, pixel + 10, pixel + 20] }

  @Test func viewsOfGrayAndOf16Bits() throws {
    let gray = try PhotoPixels(width: 2, height: 1, channels: 1, samples: .uint16([0x8080, 0x8081]))
    #expect(gray.bitsPerSample == 16 && gray.rgb8 == [128, 128, 128, 128, 128, 128])
    // Halfway between two codes is 128.5 of 257.
    let wide = try PhotoPixels(
      width: 1, height: 1, channels: 3, samples: .uint16([128, 129, 65535]), iccProfile: [1])
    #expect(wide.rgb8 == [0, 1, 255] && wide.samples8 == [0, 1, 255])
    let narrow = wide.asRGB8
    #expect(narrow.samples == .uint8([0, 1, 255]) && narrow.iccProfile == [1] && narrow.bitsPerSample == 8)
  }

  @Test func samplesThatAreThatAlreadyAreNotCopied() throws {
    let pixels = try PhotoPixels(width: 3, height: 2, rgb8: Self.triples)
    guard case .uint8(let samples) = pixels.samples else {
      Issue.record("samples of 16 bits")
      return
    }
    for view in [pixels.rgb8, pixels.asRGB8.rgb8] as [[UInt8]] {
      let isSame = unsafe view.withUnsafeBufferPointer { first in
        unsafe samples.withUnsafeBufferPointer { second in unsafe first.baseAddress == second.baseAddress }
      }
      #expect(isSame)
    }
  }

  @Test(arguments: ImageOrientation.allCases) func uprightTurnsEveryChannel(orientation: ImageOrientation)
    throws
  {
    for channels in [1, 3] {
      let codes = channels == 3 ? Self.triples : [0, 1, 2, 3, 4, 5]
      let plane = PixelPlane(width: 3, height: 2, known: .uint8([0, 1, 2, 3, 4, 5]))
      let turned = Orient.apply(orientation.rawValue, to: plane)
      let expected = turned.data().flatMap { code in (0..<channels).map { code + 10 * UInt8($0) } }
      for samples in [PhotoPixels.Samples.uint8(codes), .uint16(codes.map(UInt16.init))] {
        let pixels = try PhotoPixels(
          width: 3, height: 2, channels: channels, samples: samples, iccProfile: [7], orientation: orientation
        )
        let upright = pixels.upright()
        #expect((upright.width, upright.height) == (turned.width, turned.height))
        #expect(upright.orientation == .up && upright.iccProfile == [7] && upright.channels == channels)
        switch upright.samples {
        case .uint8(let codes): #expect(codes == expected)
        case .uint16(let codes): #expect(codes == expected.map(UInt16.init))
        }
      }
    }
  }

  @Test func wrongSizesAreRefused() {
    let usage = AuxError(.usage, "")
    for (width, height, channels, count) in [
      (1, 1, 3, 2), (0, 1, 3, 0), (-1, -1, 3, 3), (1, 1, 2, 2), (1, 1, 4, 4), (.max, 2, 3, 6),
    ] {
      #expect(throws: usage) {
        try PhotoPixels(
          width: width, height: height, channels: channels,
          samples: .uint8([UInt8](repeating: 0, count: count)))
      }
    }
    #expect(throws: usage) {
      try PhotoPixels(gray: PixelPlane(width: 1, height: 1, known: .float([0])))
    }
  }
}
