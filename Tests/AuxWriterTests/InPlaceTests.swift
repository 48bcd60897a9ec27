import AuxImage
import AuxReader
import AuxWriter
import Foundation
import TestSupport
import Testing

@Suite struct InPlaceTests {
  private static func attach(in path: String, _ options: WriteOptions, to out: String)
    throws
  {
    var destination = try ImageDestination(from: ImageSource(path))
    try destination.addAuxiliaryImage(WriterSupport.matte())
    _ = try destination.finalize(to: out, options: options)
  }

  @Test func modeStays() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(WriterSupport.plainPhoto(), to: "photo.jpg")
    try Files.setMode(0o604, of: path)
    try Self.attach(in: path, .inPlace, to: path)
    #expect(try Files.mode(of: path) == 0o604)
    #expect(try ImageSource(path).auxiliaryImages.count == 1)
    #expect(try folder.names == ["photo.jpg"])
  }

  @Test func symbolicLinksStay() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(WriterSupport.plainPhoto(), to: "photo.jpg")
    let link = folder.path("link.jpg")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "photo.jpg")
    try Self.attach(in: link, .inPlace, to: link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "photo.jpg")
    #expect(try ImageSource(path).auxiliaryImages.count == 1)
    #expect(try folder.names == ["link.jpg", "photo.jpg"])
  }

  @Test(.enabled(if: ExtendedAttributes.areThere, "no setfattr, or a file system without attributes"))
  func extendedAttributesStay() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(WriterSupport.plainPhoto(), to: "photo.jpg")
    try #require(try ExtendedAttributes.set("camera", of: path))
    try Self.attach(in: path, .inPlace, to: path)
    #expect(try ExtendedAttributes.get(of: path) == "camera")
  }

  @Test func existingOutputNeedsReplacement() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(WriterSupport.plainPhoto(), to: "photo.jpg")
    let out = try folder.write([9], to: "out.jpg")
    #expect(throws: AuxError(.cannotCreate, "")) { try Self.attach(in: path, WriteOptions(), to: out) }
    #expect(try folder.read("out.jpg") == [9])
    try Files.setMode(0o600, of: out)
    try Self.attach(in: path, .replacing, to: out)
    #expect(try Files.mode(of: out) == 0o600)
    #expect(try folder.names == ["out.jpg", "photo.jpg"])
  }

  /// The source is read from the old file while the new one takes its name.
  @Test func theSourceMayBeItsOwnOutput() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(WriterSupport.plainPhoto(), to: "photo.jpg")
    try Self.attach(in: path, .replacing, to: path)
    #expect(try ImageSource(path).auxiliaryImages.count == 1)
  }

  /// A photo without end can have nothing after it.
  @Test func failureLeavesTheOldFile() throws {
    let folder = try TemporaryFolder()
    let cut = Array(try WriterSupport.plainPhoto().dropLast(2))
    let path = try folder.write(cut, to: "photo.jpg")
    #expect(throws: AuxError(.truncated, "")) { try Self.attach(in: path, .inPlace, to: path) }
    #expect(try folder.read("photo.jpg") == cut)
    #expect(try folder.names == ["photo.jpg"])
  }
}

/// One extended attribute, through the system's own programs.
enum ExtendedAttributes {
  static let areThere = (try? probe()) ?? false

  private static func probe() throws -> Bool {
    let folder = try TemporaryFolder()
    return try set("value", of: folder.write([], to: "file"))
  }

  static func set(_ value: String, of path: String) throws -> Bool {
    guard let program = Program.installed("setfattr") else { return false }
    return try Program.run(program, ["-n", "user.origin", "-v", value, path]).status == 0
  }

  static func get(of path: String) throws -> String? {
    guard let program = Program.installed("getfattr") else { return nil }
    return try Program.run(program, ["-n", "user.origin", "--only-values", path]).text
  }
}
