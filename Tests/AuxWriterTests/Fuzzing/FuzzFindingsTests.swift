import AuxImage
import AuxReader
import AuxWriter
import Foundation
import TestSupport
import Testing

/// What once failed under `Fuzz/run`, without its sanitizers.
@Suite struct FuzzFindingsTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/Crashers").standardizedFileURL

  private static func files(of target: String) -> [URL] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: target), includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }
  }

  @Test(
    "A hostile file is refused, or what is written of it passes the verification",
    arguments: files(of: "edit"))
  func edit(_ file: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    // The last byte says which images go; see Fuzz/Targets/EditTarget.swift.
    let choice = try #require(bytes.last)
    do throws(AuxError) {
      let source = try ImageSource(data: Array(bytes.dropLast()))
      var destination = try ImageDestination(from: source)
      for (number, image) in source.auxiliaryImages.prefix(3).enumerated() where choice >> number & 1 == 1 {
        try? destination.removeAuxiliaryImage(image)
      }
      // The written file can be edited like any other.
      let written = try ImageSource(data: try destination.finalize().data)
      var second = try ImageDestination(from: written)
      for image in written.auxiliaryImages { try? second.removeAuxiliaryImage(image) }
      _ = try second.finalize()
    } catch {
      #expect(error.code != .verification, "\(error)")
    }
  }

  @Test(
    "A hostile file is opened and read", arguments: ["jpeg", "heif", "dng", "png", "pictures"].flatMap(files))
  func read(_ file: URL) throws {
    guard let source = try? ImageSource(data: [UInt8](try Data(contentsOf: file))) else { return }
    _ = try? source.primaryPixels()
    for image in source.auxiliaryImages { _ = try? source.stored(image) }
  }
}
