import AuxCodecs
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

@Suite("Maps follow a picture that was straightened")
struct StraightenedCopyTests {
  private static let photo = DetailedPicture(width: 320, height: 240, seed: 7)
  private static let quarter: [SIMD2<Double>] = [[0, 0], [1, 0], [0, 1], [1, 1]]

  /// Returns what a quadrilateral of the photo shows, whose corners are in pixels, interpolated between four samples.
  private func picture(_ corners: [SIMD2<Double>], width: Int, height: Int) throws -> DetailedPicture {
    let photo = Self.photo
    let quad = LumaGrid.Quad(corners.map { $0 / [Double(photo.width), Double(photo.height)] })
    let transform = try #require(quad.transform)
    var samples: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        let part = transform([
          (Double(column) + 0.5) / Double(width), (Double(row) + 0.5) / Double(height),
        ])
        let (x, y) = (part.x * Double(photo.width) - 0.5, part.y * Double(photo.height) - 0.5)
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        var value = 0.0
        for (across, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          let at = (
            min(max(left + across, 0), photo.width - 1), min(max(top + down, 0), photo.height - 1)
          )
          let weight =
            (1 - abs(x - Double(left + across))) * (1 - abs(y - Double(top + down)))
          value += weight * Double(photo.samples[at.1 * photo.width + at.0])
        }
        samples.append(UInt8(min(max(value, 0), 255)))
      }
    }
    return DetailedPicture(width: width, height: height, samples: samples)
  }

  /// Returns the corners of a rectangle about a point of the photo that is turned counterclockwise.
  private func turned(
    _ degrees: Double, about centre: SIMD2<Double>, _ width: Double, _ height: Double
  ) -> [SIMD2<Double>] {
    let turning = PlaneTransform(turning: -degrees)
    return Self.quarter.map { centre + turning(($0 - 0.5) * [width, height]) }
  }

  private func pixels(_ picture: DetailedPicture, _ turn: ImageOrientation = .up) throws -> PhotoPixels {
    var pixels = try PhotoPixels(
      width: picture.width, height: picture.height, channels: 1, samples: .uint8(picture.samples))
    pixels.orientation = turn
    return pixels.upright()
  }

  /// Returns the distance in pixels of the photo of the farthest corner from where it should be.
  private func error(_ match: PictureMatch, _ corners: [SIMD2<Double>]) throws -> Double {
    let warp = try #require(match.warp)
    return zip(Self.quarter, corners).map { unit, corner in
      let off = warp.toSource(unit * [Double(warp.width), Double(warp.height)]) - corner
      return (off * off).sum().squareRoot()
    }.max() ?? .infinity
  }

  @Test(
    "The angle and the place are found, whatever the size and the turn",
    arguments: [
      (0.6, 240, 180, 1.0, ImageOrientation.up), (-2, 250, 180, 0.8, .up), (5, 230, 150, 1, .right),
      (-9, 220, 160, 0.7, .upMirrored), (14.5, 190, 150, 1, .up),
    ])
  func straightened(
    _ degrees: Double, _ width: Int, _ height: Int, _ scale: Double, _ turn: ImageOrientation
  ) throws {
    let corners = turned(degrees, about: [165, 118], Double(width), Double(height))
    let picture = try picture(
      corners, width: Int(Double(width) * scale), height: Int(Double(height) * scale))
    let match = try PictureMatch(of: pixels(picture.mapped { $0 * 0.9 + 8 }, turn), in: pixels(Self.photo))
    #expect(match.turn == turn && match.crop == nil && !match.changesPerspective, "\(match)")
    #expect(abs(match.straightening - degrees) < 0.15, "\(match.straightening)")
    #expect(try error(match, corners) < 0.8)
  }

  @Test("A change of perspective is found, and is none where nothing changed")
  func perspective() throws {
    var corners = turned(0, about: [160, 120], 260, 190)
    corners[0] += [10, 4]
    corners[1] += [-7, 0]
    let match = try PictureMatch(
      of: pixels(picture(corners, width: 260, height: 190)), in: pixels(Self.photo))
    #expect(match.changesPerspective && match.turn == .up)
    #expect(try error(match, corners) < 0.8)
    let plain = try PictureMatch(of: pixels(Self.photo.cropped(20, 30, 200, 160)), in: pixels(Self.photo))
    #expect(plain.warp == nil && plain.straightening == 0 && plain.crop != nil)
  }

  @Test("Another photo is refused at every angle, and so is a picture with empty corners")
  func refused() throws {
    let other = DetailedPicture(width: 200, height: 150, seed: 8)
    let refused = #expect(throws: AuxError(.usage, "")) {
      try PictureMatch(of: pixels(other), in: pixels(Self.photo))
    }
    #expect(refused?.reason.contains("another photo") == true, "\(refused as Any)")
    let corners = turned(8, about: [160, 120], 320, 240)
    let beyond = #expect(throws: AuxError(.usage, "")) {
      try PictureMatch(of: pixels(picture(corners, width: 320, height: 240)), in: pixels(Self.photo))
    }
    #expect(beyond?.reason.contains("more than the photo") == true, "\(beyond as Any)")
  }

  private func jpeg(_ picture: DetailedPicture) throws -> ImageSource {
    let coded = try JPEGCodec.encode(
      rgb: picture.rgb, width: picture.width, height: picture.height, quality: 95, subsampled: false)
    return try ImageSource(data: coded)
  }

  @Test("Maps are resampled to what the picture shows, and the calibration turns with them")
  func maps() throws {
    var original = try ImageDestination(from: jpeg(Self.photo))
    let matte = PixelPlane(
      width: 160, height: 120, known: .uint8((0..<(160 * 120)).map { UInt8($0 % 160 + 40) }))
    try original.addMatte(matte, type: .portraitEffectsMatte, encoding: .init(quality: 100))
    let (info, type) = try WriterSupport.depth().dictionaryRepresentation()
    try original.addAuxiliaryDataInfo(info, type: type)
    let donor = try ImageSource(data: original.finalize().data)
    let corners = turned(6, about: [160, 120], 240, 180)
    var destination = try ImageDestination(from: jpeg(picture(corners, width: 240, height: 180)))
    let images = try destination.copyAuxiliaryImages(CopySelection(of: donor))
    #expect(images.count == 2 && images.allSatisfy { !$0.isUndecoded })
    #expect(destination.notes.contains { $0.contains("turned by 6.0 degrees") }, "\(destination.notes)")
    let written = try ImageSource(data: destination.finalize().data)
    let copied = try written.stored(#require(written.auxiliaryImage(.portraitEffectsMatte)))
    guard case .uint8(let codes) = copied.codes.storage else { throw AuxError(.codec, "no codes") }
    let quad = try #require(LumaGrid.Quad(corners).transform)
    var worst = 0.0
    for row in 1..<(copied.height - 1) {
      for column in 1..<(copied.width - 1) {
        let point = quad([
          (Double(column) + 0.5) / Double(copied.width), (Double(row) + 0.5) / Double(copied.height),
        ])
        // A sample of the matte is two pixels wide.
        worst = max(worst, abs(Double(codes[row * copied.width + column]) - (point.x / 2 - 0.5 + 40)))
      }
    }
    #expect(worst < 3, "\(worst)")
    let given = try donor.stored(#require(donor.auxiliaryImage(.disparity)))
    let before = try #require(given.metadata.calibration)
    let depth = try written.stored(#require(written.auxiliaryImage(.disparity)))
    if let after = depth.metadata.calibration {
      #expect(abs(after.extrinsicMatrix[0] - before.extrinsicMatrix[0]) < 0.01)
      #expect(after.extrinsicMatrix != before.extrinsicMatrix)
    } else {
      #expect(destination.notes.contains { $0.contains("calibration") })
    }
  }
}
