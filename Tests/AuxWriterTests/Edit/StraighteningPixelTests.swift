import AuxImage
import AuxKernels
import AuxReader
import Foundation
import TestSupport
import Testing

@testable import AuxWriter

/// Straightened photos, decoded once and coded once.
@Suite("Edits that straighten")
struct StraighteningPixelTests {
  private static let (width, height) = (120, 90)

  /// The code of sRGB, 0...1, of light.
  private static func code(_ light: Double) -> Double {
    light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The light of a scene at a point of the photo, in parts of its sides: linear, so that every kernel that keeps straight lines
  /// finds it at any point.
  private static func light(_ x: Double, _ y: Double, _ channel: Int) -> Double {
    switch channel {
    case 0: 0.1 + 0.8 * x
    case 1: 0.9 - 0.8 * y
    default: 0.2 + 0.3 * x + 0.3 * y
    }
  }

  private func picture(most: Double, channels: Int) -> [Double] {
    (0..<(Self.width * Self.height * channels)).map { index in
      let (pixel, channel) = (index / channels, index % channels)
      let x = (Double(pixel % Self.width) + 0.5) / Double(Self.width)
      let y = (Double(pixel / Self.width) + 0.5) / Double(Self.height)
      return (Self.code(Self.light(x, y, channel)) * most).rounded()
    }
  }

  private func pixels(bits: Int, channels: Int) throws -> PhotoPixels {
    let codes = picture(most: bits == 8 ? 255 : 65535, channels: channels)
    return try PhotoPixels(
      width: Self.width, height: Self.height, channels: channels,
      samples: bits == 8 ? .uint8(codes.map { UInt8($0) }) : .uint16(codes.map { UInt16($0) }))
  }

  @Test(
    "Light is that of the scene at each pixel, whatever else is done to it",
    arguments: [(8, 3), (16, 3), (8, 1), (16, 1)],
    [0.4, 0.8, 1, 1.3])
  func light(_ kind: (bits: Int, channels: Int), _ scale: Double) throws {
    let pixels = try pixels(bits: kind.bits, channels: kind.channels)
    var geometry = PhotoGeometry(
      of: PrimaryImage(width: Self.width, height: Self.height, orientation: .right))
    try geometry.straighten(by: -7)
    let size = geometry.result.displaySize
    try geometry.crop(to: PixelRectangle(x: 3, y: 5, width: size.width - 8, height: size.height - 9))
    let part = geometry.result.displaySize
    try geometry.scale(
      toWidth: Int((Double(part.width) * scale).rounded()),
      height: Int((Double(part.height) * scale).rounded()))
    geometry.makeUpright()
    var notes: [String] = []
    let edited = try pixels.edited(by: geometry, jobs: 2, &notes)
    #expect((edited.width, edited.height) == (geometry.result.width, geometry.result.height))
    let most = kind.bits == 8 ? 255.0 : 65535
    var worst = 0.0
    for row in 2..<(edited.height - 2) {
      for column in 2..<(edited.width - 2) {
        let point = geometry.storedPoint(ofEdited: .init(x: Double(column) + 0.5, y: Double(row) + 0.5))
        for channel in 0..<kind.channels {
          let at = (row * edited.width + column) * kind.channels + channel
          let seen: Double =
            switch edited.samples {
            case .uint8(let codes): Double(codes[at])
            case .uint16(let codes): Double(codes[at])
            }
          let wanted = Self.light(point.x / Double(Self.width), point.y / Double(Self.height), channel)
          worst = max(worst, abs(seen - Self.code(wanted) * most))
        }
      }
    }
    #expect(worst <= (kind.bits == 8 ? 1.2 : 40), "\(worst)")
  }

  @Test("A result does not depend on the number of threads")
  func threads() throws {
    var geometry = PhotoGeometry(of: PrimaryImage(width: Self.width, height: Self.height))
    try geometry.straighten(by: 3)
    var notes: [String] = []
    let one = try pixels(bits: 8, channels: 3).edited(by: geometry, jobs: 1, &notes)
    #expect(try one.samples == pixels(bits: 8, channels: 3).edited(by: geometry, jobs: 3, &notes).samples)
  }

  @Test(
    "A file has the photo and all of its maps at the size of the straightened part",
    arguments: [ImageContainer.jpeg, .heif, .avif], [ImageOrientation.up, .left, .upMirrored])
  func files(_ container: ImageContainer, _ orientation: ImageOrientation) throws {
    let source = try EditSupport.photo(container, orientation: orientation)
    let (written, plan, report, _) = try EditSupport.edited(source) { $0.straightening = 5 }
    let shown = try #require(written.primary).displaySize
    #expect(!report.primaryUnchanged && written.orientation == orientation)
    #expect(shown == plan.geometry.result.displaySize)
    #expect(shown.width < 128 && shown.height < 128)
    #expect(written.auxiliaryImages.count == source.auxiliaryImages.count)
    for (old, new) in zip(source.auxiliaryImages, written.auxiliaryImages) {
      #expect(new.type == old.type)
      // A small map may have each sample several times.
      let shape =
        Double(new.width * plan.geometry.result.height) / Double(new.height * plan.geometry.result.width)
      #expect(new.width != old.width && abs(shape - 1) < 0.01)
      let calibration = try written.stored(new).metadata.calibration
      let before = try source.stored(old).metadata.calibration
      #expect((calibration == nil) == (before == nil))
      if let calibration, let before { #expect(calibration.extrinsicMatrix != before.extrinsicMatrix) }
    }
    #expect(throws: AuxError(.usage, "")) { try EditSupport.edited(source) { $0.straightening = 50 } }
  }

  @Test("A crop about the subject is about it in the straightened photo")
  func subject() throws {
    let source = try EditSupport.photo(.heif)
    guard source.auxiliaryImage(.portraitEffectsMatte) != nil else { return }
    var edit = PhotoEdit()
    edit.crop = .aspect(width: 1, height: 2, anchor: .subject)
    let plain = try edit.plan(for: source).geometry
    edit.straightening = 2
    let turned = try edit.plan(for: source).geometry
    let (one, two) = (plain.part, turned.part)
    let centre = plain.storedPoint(ofEdited: .init(x: Double(one.width) / 2, y: Double(one.height) / 2))
    let moved = turned.editedPoint(ofStored: centre)
    #expect(abs(moved.x - Double(two.width) / 2) < 6, "\(moved)")
  }

  @Test("A matte of one value stays one")
  func matte() throws {
    var geometry = PhotoGeometry(of: PrimaryImage(width: 64, height: 64))
    try geometry.straighten(by: 4)
    let plane = PixelPlane(width: 32, height: 32, known: .uint8([UInt8](repeating: 77, count: 1024)))
    let matte = try StoredAuxiliaryImage(type: .portraitEffectsMatte, codes: plane, metadata: .init())
    let edited = try matte.edited(by: geometry)
    #expect(edited.codes.storage == .uint8([UInt8](repeating: 77, count: edited.width * edited.height)))
  }
}
