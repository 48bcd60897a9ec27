import AuxImage
import AuxKernels
import AuxReader
import AuxWriter
import Foundation
import TestSupport
import Testing

/// Auxiliary images that go from one photo into another.
struct CopyTests {
  private static func size(_ width: Int, _ height: Int, _ orientation: Int) throws -> PrimaryImage {
    try #require(
      try ImageSource(data: WriterSupport.jpeg(width: width, height: height, orientation: orientation))
        .primary)
  }

  /// The results of the tags and sizes of two photos.
  struct Case: Sendable {
    let from: (Int, Int, Int)
    let to: (Int, Int, Int)
    /// The turn; nil where it is refused.
    let turn: Int?
  }

  static let cases = [
    Case(from: (64, 48, 1), to: (32, 24, 1), turn: 1),
    Case(from: (64, 48, 6), to: (128, 96, 6), turn: 1),
    // Baked in: turned as the tag asked for.
    Case(from: (64, 48, 6), to: (48, 64, 1), turn: 6),
    Case(from: (64, 48, 8), to: (24, 32, 1), turn: 8),
    Case(from: (64, 48, 5), to: (48, 64, 1), turn: 5),
    Case(from: (64, 48, 3), to: (64, 48, 1), turn: 3),
    Case(from: (64, 48, 2), to: (64, 48, 1), turn: 2),
    Case(from: (64, 48, 1), to: (48, 64, 8), turn: 6),
    // The tag was lost, the pixels were not turned.
    Case(from: (64, 48, 6), to: (64, 48, 1), turn: 1),
    // Turned, and no tag says which way.
    Case(from: (64, 48, 1), to: (48, 64, 1), turn: nil),
    Case(from: (64, 48, 3), to: (48, 64, 1), turn: nil),
    // Cropped.
    Case(from: (64, 48, 1), to: (64, 40, 1), turn: nil),
    Case(from: (64, 48, 6), to: (40, 64, 1), turn: nil),
  ]

  @Test(arguments: cases) func tagsAndSizesTellTheTurn(_ one: Case) throws {
    let from = try Self.size(one.from.0, one.from.1, one.from.2)
    let to = try Self.size(one.to.0, one.to.1, one.to.2)
    guard let turn = one.turn else {
      #expect(throws: AuxError(.usage, "")) { try OrientationMatch(from: from, to: to) }
      return
    }
    #expect(try OrientationMatch(from: from, to: to).turn.rawValue == turn)
    #expect(throws: AuxError(.usage, "")) {
      try OrientationMatch(turning: turn >= 5 ? .up : .right, from: from, to: to)
    }
  }

  @Test(arguments: ["jpg", "heic"]) func codedBytesGoOver(_ name: String) throws {
    let folder = try TemporaryFolder()
    let donor = try WriterSupport.portrait(
      folder.path("a.\(name)"), from: ImageSource(data: WriterSupport.jpeg()))
    var target = try ImageSource(data: WriterSupport.jpeg(width: 128, height: 96))
    if name == "heic" {
      _ = try ImageDestination(encoding: target, as: .heif, quality: 80).finalize(to: folder.path("t.heic"))
      target = try ImageSource(folder.path("t.heic"))
    }
    var destination = try ImageDestination(from: target)
    for image in donor.auxiliaryImages {
      #expect(try destination.copyAuxiliaryImage(image, from: donor))
      #expect(throws: AuxError(.usage, "")) { try destination.copyAuxiliaryImage(image, from: donor) }
    }
    let report = try destination.finalize(to: folder.path("out.\(name)"))
    #expect(report.primaryUnchanged && report.copied.count == 3 && report.images.isEmpty)
    let written = try ImageSource(folder.path("out.\(name)"))
    #expect(written.primary == target.primary)
    for image in donor.auxiliaryImages {
      let copy = try #require(written.auxiliaryImage(image.type))
      #expect(copy.byteCount == image.byteCount && copy.identifier == image.identifier)
      #expect(try written.stored(copy) == donor.stored(image))
    }
    // Again, in the place of those that are there now.
    var second = try ImageDestination(from: written)
    let first = try #require(donor.auxiliaryImages.first)
    #expect(throws: AuxError(.usage, "")) { try second.copyAuxiliaryImage(first, from: donor) }
    try second.copyAuxiliaryImage(first, from: donor, replacing: true)
    _ = try second.finalize(to: folder.path("again.\(name)"))
    #expect(try ImageSource(folder.path("again.\(name)")).auxiliaryImages.count == 3)
  }

  @Test func mapsTurnWithThePixels() throws {
    let folder = try TemporaryFolder()
    let donor = try WriterSupport.portrait(
      folder.path("a.jpg"), from: ImageSource(data: WriterSupport.jpeg(orientation: 6)))
    let edited = try ImageSource(data: WriterSupport.jpeg(width: 48, height: 64))
    let match = try OrientationMatch(
      from: #require(donor.primary), to: #require(edited.primary))
    var destination = try ImageDestination(from: edited)
    for image in donor.auxiliaryImages {
      #expect(try !destination.copyAuxiliaryImage(image, from: donor, turning: match.turn))
    }
    _ = try destination.finalize(to: folder.path("out.jpg"))
    let written = try ImageSource(folder.path("out.jpg"))
    let before = try donor.depthData(#require(donor.auxiliaryImage(.disparity)))
    let after = try written.depthData(#require(written.auxiliaryImage(.disparity)))
    let expected = before.applyingExifOrientation(.right)
    #expect(after.depthDataMap.width == 48 && after.depthDataMap.height == 64)
    #expect(after.cameraCalibrationData == expected.cameraCalibrationData)
    #expect(after.cameraCalibrationData?.intrinsicMatrix == [71, 0, 0, 0, 70, 0, 23, 30, 1])
    guard case .half(let a) = after.depthDataMap.storage, case .half(let b) = expected.depthDataMap.storage
    else { throw AuxError(.usage, "halves") }
    // Two codes of a range of 1.8/m.
    #expect(zip(Half.decode(a), Half.decode(b)).allSatisfy { abs($0 - $1) < 0.02 })
  }

  @Test(arguments: [("jpg", "heic"), ("heic", "jpg"), ("jpg", "dng"), ("dng", "heic"), ("dng", "dng")])
  func betweenContainersCodesStay(_ from: String, _ to: String) throws {
    let folder = try TemporaryFolder()
    let photo = try ImageSource(data: WriterSupport.jpeg())
    let donor = try WriterSupport.portrait(folder.path("a.\(from)"), from: photo)
    let container = try #require(ImageContainer(outputPath: "b.\(to)"))
    var destination =
      container == .jpeg
      ? try ImageDestination(from: photo) : try ImageDestination(encoding: photo, as: container, quality: 80)
    for image in donor.auxiliaryImages {
      #expect(try !destination.copyAuxiliaryImage(image, from: donor))
    }
    let report = try destination.finalize(to: folder.path("b.\(to)"))
    #expect(report.images.count == 3)
    #expect(report.images.allSatisfy { $0.maxCodeError <= (to == "dng" ? 0 : 2) })
  }

  @Test(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
  func samplesGoOverUndecoded() throws {
    let folder = try TemporaryFolder()
    let samples = try #require(Samples.folder)
    for name in ["shu223_depth_matte.jpg", "pillow_pug.heic", "fidmaa_depth_allmattes_gainmap.heic"] {
      let donor = try ImageSource("\(samples)/\(name)")
      var bare = try ImageDestination(from: donor)
      for image in donor.auxiliaryImages { try bare.removeAuxiliaryImage(image) }
      _ = try bare.finalize(to: folder.path("bare-\(name)"))
      var destination = try ImageDestination(from: ImageSource(folder.path("bare-\(name)")))
      for image in donor.auxiliaryImages { try destination.copyAuxiliaryImage(image, from: donor) }
      let report = try destination.finalize(to: folder.path(name))
      let written = try ImageSource(folder.path(name))
      #expect(written.auxiliaryImages.count == donor.auxiliaryImages.count)
      for image in report.copied {
        let before = try #require(donor.auxiliaryImage(image.type))
        let after = written.auxiliaryImages[image.index]
        #expect(try written.stored(after) == donor.stored(before), "\(name) \(image.type)")
      }
    }
  }
}
