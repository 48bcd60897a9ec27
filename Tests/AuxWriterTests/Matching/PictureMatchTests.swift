import AuxImage
import AuxKernels
import AuxReader
import AuxWriter
import TestSupport
import Testing

@Suite("The part of a photo that a picture shows")
struct PictureMatchTests {
  private static let photo = DetailedPicture(width: 128, height: 96, seed: 1)

  private func pixels(_ picture: DetailedPicture) throws -> PhotoPixels {
    try PhotoPixels(
      width: picture.width, height: picture.height, channels: 1, samples: .uint8(picture.samples))
  }

  private func turned(_ picture: DetailedPicture, _ turn: ImageOrientation) throws -> PhotoPixels {
    var pixels = try pixels(picture)
    pixels.orientation = turn
    return pixels.upright()
  }

  private func match(_ picture: PhotoPixels, trying turn: ImageOrientation = .up) throws -> PictureMatch {
    try PictureMatch(of: picture, in: pixels(Self.photo), trying: turn)
  }

  @Test("Every orientation is found, whichever is tried first", arguments: ImageOrientation.allCases)
  func orientations(_ turn: ImageOrientation) throws {
    let found = try match(turned(Self.photo.mapped { $0 * 0.9 + 5 }, turn))
    #expect(found.turn == turn && found.crop == nil && found.likeness > 0.9, "\(found)")
    #expect(try match(turned(Self.photo.mapped { $0 * 0.9 + 5 }, turn), trying: turn).turn == turn)
  }

  @Test(
    "A crop is found to the pixel, at its own size and at half",
    arguments: [(0, 0, 120, 90), (10, 6, 100, 80), (7, 11, 88, 66), (40, 2, 60, 90), (20, 30, 108, 50)])
  func crops(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws {
    let part = Self.photo.cropped(x, y, width, height)
    let expected = try PixelRectangle(x: x, y: y, width: width, height: height)
    let found = try match(pixels(part))
    #expect(found.turn == .up && found.crop == expected, "\(found)")
    let mirrored = try match(turned(part, .rightMirrored))
    #expect(mirrored.turn == .rightMirrored && mirrored.crop == expected, "\(mirrored)")
    let half = try #require(try match(pixels(part.halved())).crop)
    #expect(abs(half.x - x) <= 1 && abs(half.y - y) <= 1, "\(half)")
    #expect(abs(half.width - width) <= 1 && abs(half.height - height) <= 1, "\(half)")
  }

  @Test("A lens correction is measured, and a crop or one retouched place is none")
  func lensCorrection() throws {
    let photo = DetailedPicture(width: 640, height: 480, seed: 5)
    let corrected = (0..<(640 * 480)).map { index -> UInt8 in
      let (x, y) = (Double(index % 640) - 319.5, Double(index / 640) - 239.5)
      let scale = 0.94 + 0.06 * (x * x + y * y) / (400 * 400)
      return photo.samples[Int((239.5 + y * scale).rounded()) * 640 + Int((319.5 + x * scale).rounded())]
    }
    let found = try PictureMatch(
      of: pixels(DetailedPicture(width: 640, height: 480, samples: corrected)), in: pixels(photo))
    #expect((2...12).contains(found.misfit), "\(found.misfit)")
    let crop = try PictureMatch(
      of: pixels(photo.cropped(40, 30, 480, 360).mapped { $0 * 0.9 }), in: pixels(photo))
    #expect(crop.misfit == 0)
    var retouched = photo.samples
    for index in 0..<(60 * 60) {
      let at = (200 + index / 60) * 640 + 300 + index % 60
      retouched[at] = photo.samples[at + 8]
    }
    let same = try PictureMatch(
      of: pixels(DetailedPicture(width: 640, height: 480, samples: retouched)), in: pixels(photo))
    #expect(same.misfit == 0)
  }

  @Test("Exposure, contrast and gamma change nothing but the likeness")
  func tones() throws {
    for (name, picture) in [
      ("dark", Self.photo.mapped { $0 * 0.4 }), ("bright", Self.photo.mapped { $0 * 1.3 + 10 }),
      ("gamma", Self.photo.mapped { 255 * ($0 / 255 * $0 / 255) }),
    ] {
      let found = try match(pixels(picture))
      #expect(found.turn == .up && found.crop == nil && found.likeness < 1, "\(name): \(found)")
    }
  }

  @Test("Another photo, a border and a stretch are refused with different errors")
  func refusals() throws {
    let other = DetailedPicture(width: 128, height: 96, seed: 2)
    let refused = #expect(throws: AuxError(.usage, "")) { try match(pixels(other)) }
    #expect(refused?.reason.contains("shows another photo: they are") == true)
    #expect(refused?.remedy == .skipComparison)
    for border in [4, 40] {
      let refused = #expect(throws: AuxError(.usage, "")) {
        try match(pixels(Self.photo.bordered(border)))
      }
      #expect(refused?.reason.contains("shows more than the photo") == true, "\(border): \(refused as Any)")
    }
    let narrow = LumaGrid(width: 128, height: 96, samples: Self.photo.samples.map(Float.init))
      .resampled(.whole, width: 118, height: 96)
    let stretched = DetailedPicture(width: 118, height: 96, samples: narrow.samples.map { UInt8($0) })
    let reason = #expect(throws: AuxError(.usage, "")) { try match(pixels(stretched)) }?.reason
    #expect(reason?.contains("stretched") == true, "\(reason ?? "")")
  }

  @Test("A part that looks like others of the photo is refused, and not taken for one of them")
  func repeats() throws {
    let tile = DetailedPicture(width: 48, height: 48, seed: 3)
    let tiles = DetailedPicture(
      width: 384, height: 288, samples: (0..<384 * 288).map { tile.samples[$0 / 384 % 48 * 48 + $0 % 48] })
    let refused = #expect(throws: AuxError(.usage, "")) {
      try PictureMatch(of: pixels(tiles.cropped(60, 70, 192, 144)), in: pixels(tiles))
    }
    #expect(refused?.reason.contains("repeats itself too much") == true, "\(refused as Any)")
    #expect(refused?.remedy == .skipComparison)
  }

  @Test("Pictures without detail cannot be compared, unless they are the same")
  func flat() throws {
    let gray = DetailedPicture(width: 64, height: 48, samples: .init(repeating: 99, count: 64 * 48))
    let refused = #expect(throws: AuxError(.usage, "")) { try match(pixels(gray)) }
    #expect(refused?.reason.contains("too little detail") == true && refused?.remedy == .skipComparison)
    let same = try PictureMatch(of: pixels(gray), in: pixels(gray), trying: .left)
    #expect(same.turn == .up && same.crop == nil && same.likeness == 1)
  }

  @Test("A photo of hardly any detail, coded anew, matches as a whole; another one does not match")
  func gradients() throws {
    let photo = try PhotoPixels(
      width: 64, height: 48, channels: 3, samples: .uint8(Pictures.gradient(width: 64, height: 48)))
    let jpeg = try ImageSource(data: Pictures.photo()).primaryPixels()
    let found = try PictureMatch(of: jpeg, in: photo)
    #expect(found.turn == .up && found.crop == nil && found.likeness > 0.7, "\(found)")
    let falling = (0..<3072).map { (index: Int) -> UInt8 in UInt8(200 - index % 64 - index / 64) }
    let other = try PhotoPixels(width: 64, height: 48, channels: 1, samples: .uint8(falling))
    #expect(throws: AuxError(.usage, "")) { try PictureMatch(of: other, in: photo) }
  }
}
