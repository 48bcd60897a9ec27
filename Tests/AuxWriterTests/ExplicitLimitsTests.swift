import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxMaps
import AuxReader
import AuxWriter
import TestSupport
import Testing

/// What codes, resizes and reads ranges keeps the limits of its caller, which are narrower here than the standard ones.
@Suite("Limits that a caller states, in writing")
struct ExplicitLimitsTests {
  private static let narrow: AuxLimits = {
    var limits = AuxLimits()
    limits.pixels = 1000
    return limits
  }()
  private static let picture = PhotoPixels(
    width: 64, height: 48, knownRGB8: Pictures.gradient(width: 64, height: 48))

  private static func expectExceeded(
    _ sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) {
    #expect(throws: AuxError(.limitExceeded, ""), sourceLocation: sourceLocation, performing: body)
  }

  @Test("Encoders of HEIF", arguments: [HEIFCoding.hevc, .av1])
  func encoders(coding: HEIFCoding) throws {
    let plane = Pictures.ramp()
    #expect(try HEIFImageCodec.encode(gray: plane, as: coding, quality: 100, lossless: false).width == 64)
    Self.expectExceeded {
      _ = try HEIFImageCodec.encode(
        gray: plane, as: coding, quality: 100, lossless: false, limits: Self.narrow)
    }
    Self.expectExceeded {
      _ = try HEIFImageCodec.encode(Self.picture, as: coding, quality: 90, limits: Self.narrow)
    }
  }

  @Test("Stereo pairs")
  func pairs() throws {
    let picture = Self.picture
    func spatial(_ limits: AuxLimits) throws -> SpatialPhoto {
      try SpatialPhoto(
        left: picture, right: picture,
        camera: StereoCamera(focalLength: 1, baseline: 0.06, disparityAdjustment: 0), limits: limits)
    }
    #expect(try !spatial(AuxLimits()).finalize().isEmpty)
    Self.expectExceeded { _ = try spatial(Self.narrow) }

    var few = AuxLimits()
    few.jpegSegments = 3
    Self.expectExceeded {
      _ = try MultiPicturePhoto(left: picture, right: picture, limits: few).finalize()
    }
    #expect(try !MultiPicturePhoto(left: picture, right: picture).finalize().isEmpty)
  }

  @Test("The size of maps")
  func maps() throws {
    let values = PixelPlane(width: 2, height: 2, known: .float([1, 2, 3, 4.5]))
    let size = MapSize.size(width: 40, height: 30)
    #expect(try size.resampled(values).width == 40)
    Self.expectExceeded { _ = try size.resampled(values, limits: Self.narrow) }

    var options = DepthMap.Options(quantity: .depth)
    options.size = size
    let file = try MapFile.encode(values, as: .npy)
    #expect(try DepthMap(data: file, options: options).reading().width == 40)
    Self.expectExceeded {
      _ = try DepthMap(data: file, options: options, limits: Self.narrow).reading()
    }
    Self.expectExceeded {
      _ = try DepthMap(data: file, options: options, limits: Self.narrow).intoReading()
    }
    // Whose limits they are does not matter to a photo that has others.
    var wide = AuxLimits()
    wide.pixels = 2000
    #expect(try DepthMap(data: file, options: options, limits: wide).reading().width == 40)
  }

  @Test("Ranges that come from elsewhere")
  func ranges() throws {
    let ranges = RangedBytes(byteCount: 3 << 20) { [UInt8](repeating: 0, count: $0.count) }
    var small = AuxLimits()
    small.memory = 1 << 20
    #expect(try ranges.source(limits: AuxLimits()).read(at: 0, count: 2 << 20).count == 2 << 20)
    Self.expectExceeded { _ = try ranges.source(limits: small).read(at: 0, count: 2 << 20) }
  }
}
