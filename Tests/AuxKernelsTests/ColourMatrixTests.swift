import AuxKernels
import Testing

@Suite struct ColourMatrixTests {
  private static let bt601 = ColourMatrix(red: 0.299, blue: 0.114)

  private static func planes(_ samples: [(UInt8, UInt8, UInt8)]) -> ChromaPlanes {
    func plane(_ codes: [UInt8]) -> PixelPlane {
      PixelPlane(width: codes.count, height: 1, known: .uint8(codes))
    }
    return ChromaPlanes(
      luma: plane(samples.map(\.0)), cb: plane(samples.map(\.1)), cr: plane(samples.map(\.2)), across: 0,
      down: 0, bits: 8)
  }

  /// JFIF's own formula, worked by hand: R = Y + 1.402 (Cr - 128), G = Y - 0.344136 (Cb - 128) - 0.714136 (Cr - 128),
  /// B = Y + 1.772 (Cb - 128).
  @Test func fullRangeOfBT601() {
    let rgb = Self.planes([(0, 128, 128), (255, 128, 128), (100, 128, 178), (100, 78, 128), (250, 228, 228)])
      .rgb8(Self.bt601, isFullRange: true, jobs: 2)
    #expect(rgb == [0, 0, 0, 255, 255, 255, 170, 64, 100, 100, 117, 11, 255, 144, 255])
  }

  /// BT.709 of video: black is 16, white 235, and the primaries of colour bars are those of the standard.
  @Test func videoRangeOfBT709() {
    let matrix = ColourMatrix(red: 0.2126, blue: 0.0722)
    let rgb = Self.planes([(16, 128, 128), (235, 128, 128), (63, 102, 240), (173, 42, 26), (32, 240, 118)])
      .rgb8(matrix, isFullRange: false, jobs: 1)
    let wanted = [0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255]
    #expect(zip(rgb, wanted).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(rgb)")
  }

  @Test func identityIsGreenBlueAndRed() {
    #expect(
      Self.planes([(1, 2, 3), (255, 0, 128)]).rgb8(.identity, isFullRange: true, jobs: 1) == [
        3, 1, 2, 128, 255, 0,
      ])
  }

  /// Cg and Co of 0.25: green Y + 0.25, red Y - 0.25 + 0.25, blue Y - 0.25 - 0.25.
  @Test func greennessAndOrangeness() {
    let rgb = Self.planes([(128, 192, 192)]).rgb8(.yCgCo, isFullRange: true, jobs: 1)
    #expect(zip(rgb, [128, 192, 0]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(rgb)")
  }

  /// The scale is that of the bits, and codes beyond them count as the largest.
  @Test(arguments: [9, 10, 12, 16]) func deepCodesFillSixteenBits(bits: Int) {
    let (half, most) = (UInt16(1 << (bits - 1)), UInt16((1 << bits) - 1))
    func plane(_ code: [UInt16]) -> PixelPlane { PixelPlane(width: 3, height: 1, known: .uint16(code)) }
    let planes = ChromaPlanes(
      luma: plane([0, most, bits == 16 ? most : most + 7]), cb: plane([half, half, half]),
      cr: plane([half, half, half]), across: 0, down: 0, bits: bits)
    let rgb = planes.rgb16(Self.bt601, isFullRange: true, jobs: 1)
    #expect(rgb == [0, 0, 0] + [UInt16](repeating: 65535, count: 6))
  }

  /// 3x3 pixels with 2x2 chroma samples: nothing is interpolated, and the number of jobs shows nowhere.
  @Test func chromaIsRepeated() {
    let luma = PixelPlane(width: 3, height: 3, known: .uint8([UInt8](repeating: 100, count: 9)))
    let chroma = PixelPlane(width: 2, height: 2, known: .uint8([128, 138, 148, 158]))
    let gray = PixelPlane(width: 2, height: 2, known: .uint8([128, 128, 128, 128]))
    let planes = ChromaPlanes(luma: luma, cb: gray, cr: chroma, across: 1, down: 1, bits: 8)
    let rgb = planes.rgb8(Self.bt601, isFullRange: true, jobs: 1)
    #expect(stride(from: 0, to: 27, by: 3).map { rgb[$0] } == [100, 100, 114, 100, 100, 114, 128, 128, 142])
    #expect(rgb == planes.rgb8(Self.bt601, isFullRange: true, jobs: 4))
    #expect(
      chroma.repeating(across: 1, down: 1, width: 3, height: 3).data() == [
        128, 128, 138, 128, 128, 138, 148, 148, 158,
      ])
  }

  @Test func codesAreSpread() {
    let plane = PixelPlane(width: 4, height: 1, known: .uint16([0, 1, 512, 1023]))
    #expect(plane.spread(fromBits: 10).storage == .uint16([0, 64, 32800, 65535]))
    #expect(plane.spread(fromBits: 16) == plane)
  }
}
