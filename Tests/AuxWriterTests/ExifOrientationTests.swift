import AuxCodecs
import AuxImage
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// The orientation in Exif blocks of pictures that are coded anew.
@Suite struct ExifOrientationTests {
  @Test func whatHEIFTurnedIsTurnedInJPEG() throws {
    // Turned by irot; its Exif says nothing of it.
    let jpeg = JPEGBytes.soi + JPEGBytes.jfif + JPEGBytes.exif(orientation: 6) + (try Pictures.photo())[2...]
    let pixels = try ImageSource(data: jpeg).primaryPixels()
    let metadata = PhotoMetadata(exif: [
      0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 1, 0x0F, 0, 2, 0, 0, 0, 3, 0x61, 0x62, 0, 0, 0, 0, 0, 0,
    ])
    let heif = try ImageDestination(pixels: pixels, metadata: metadata, as: .heif).finalize().data
    let source = try ImageSource(data: heif)
    #expect(source.primary?.orientation == .right)
    let again = try ImageDestination(encoding: source, as: .jpeg).finalize().data
    #expect(try ImageSource(data: again).primary?.orientation == .right)
  }

  @Test(arguments: [("GRAY", true), ("CMYK", true), ("RGB ", false)])
  func aProfileOfOtherPixelsIsLeftOut(space: String, isLost: Bool) throws {
    var pixels = try ImageSource(data: Pictures.photo()).primaryPixels()
    pixels.iccProfile =
      [UInt8](repeating: 0, count: 16) + Array(space.utf8) + [UInt8](repeating: 0, count: 200)
    for container in [ImageContainer.jpeg, .heif] {
      let notes = try ImageDestination(pixels: pixels, as: container).notes
      #expect(notes.contains { $0.contains("ICC") } == isLost)
    }
  }
}
