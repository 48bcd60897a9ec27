import AuxImage
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// Edits of spatial photos: both pictures alike, and what they say of their cameras.
@Suite struct EditStereoPairTests {
  /// A pair of 320x192 pixels; the right picture shows what the left one does eight columns further left.
  private static func pair() throws -> ImageSource {
    func eye(_ shift: Int) throws -> PhotoPixels {
      var bytes: [UInt8] = []
      for _ in 0..<192 {
        for column in 0..<320 { bytes += [UInt8(min(column + shift, 318) / 2 + 60), 90, 200] }
      }
      return try PhotoPixels(width: 320, height: 192, rgb8: bytes)
    }
    let photo = try SpatialPhoto(
      left: eye(0), right: eye(8), metadata: PhotoMetadata(exif: EditSupport.exif()),
      camera: StereoCamera(focalLength: 0.75, baseline: 0.06, disparityAdjustment: 0.02), quality: 100)
    return try ImageSource(data: photo.finalize())
  }

  private static func eyes(_ pair: ImageSource) throws -> [PhotoPixels] {
    try StereoEye.allCases.map { try ImageSource(data: EyePhoto($0, of: pair).bytes).primaryPixels() }
  }

  @Test("A crop and another size of both pictures leave one camera that is true")
  func cropAndSize() throws {
    let edited = try EditSupport.edited(Self.pair()) { edit in
      edit.crop = .rectangle(try PixelRectangle(x: 33, y: 17, width: 192, height: 128))
      edit.size = .percent(50)
    }
    #expect(edited.notes.isEmpty)
    let written = edited.source
    let pair = try #require(written.stereoPair)
    #expect((pair.left.width, pair.left.height, pair.right.width, pair.right.height) == (96, 64, 96, 64))
    // 240 pixels of the focal length are 1.25 widths of 192; 6.4 of the adjustment are 0.0333.
    #expect(abs((pair.focalLength ?? 0) - 1.25) < 1e-6 && pair.disparityAdjustment == 0.0333)
    #expect(pair.baseline == 0.06)
    for (picture, shift) in zip(try Self.eyes(written), [0, 8]) {
      for column in [2, 48, 93] {
        let red = Int(picture.rgb8[3 * (32 * 96 + column)])
        #expect(abs(red - 60 - (33 + 2 * column + shift) / 2) <= 4, "\(column) \(shift) \(red)")
      }
    }
  }

  @Test("Turned pictures are no pair: one stays, and a note says so", arguments: [false, true])
  func turned(isUpright: Bool) throws {
    let source = try Self.pair()
    let edited = try EditSupport.edited(source) { edit in
      edit.rotation = .right
      edit.isUpright = isUpright
    }
    #expect(edited.source.stereoPair == nil)
    #expect(edited.notes.contains { $0.contains("the other view") })
    let size = try #require(edited.source.primary?.displaySize)
    #expect((size.width, size.height) == (192, 320))
  }

  @Test("Other containers take the primary, whatever is done to it", arguments: [ImageContainer.jpeg, .avif])
  func otherContainers(container: ImageContainer) throws {
    let edited = try EditSupport.edited(Self.pair(), as: container) { edit in
      edit.crop = .aspect(width: 1, height: 1, anchor: .center)
      edit.flip = .horizontal
    }
    #expect(edited.source.stereoPair == nil && edited.notes.count { $0.contains("the other view") } == 1)
    #expect(edited.source.primary?.width == 192)
  }

  @Test("The picture of one eye keeps its camera through a crop, and is a pair again with the other")
  func oneEye() throws {
    let eyes = try StereoEye.allCases.map { eye in
      let photo = try ImageSource(data: EyePhoto(eye, of: Self.pair()).bytes)
      return try EditSupport.edited(photo) { edit in
        edit.crop = .rectangle(try PixelRectangle(x: 0, y: 0, width: 240, height: 192))
      }.source
    }
    let again = try ImageSource(data: SpatialPhoto(left: eyes[0], right: eyes[1]).finalize())
    #expect(abs((again.stereoPair?.focalLength ?? 0) - 1) < 1e-6)
  }
}
