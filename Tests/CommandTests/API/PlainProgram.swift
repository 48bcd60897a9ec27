import Foundation
import Testing

/// The built program in a folder of its own, with a photo of 16x8 and a depth map.
final class PlainProgram {
  /// Where it runs.
  let folder: URL
  private let program: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("auxdepth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let tests = try #require(Bundle.main.executableURL)
    program = tests.deletingLastPathComponent().appendingPathComponent("auxdepth")
    try #require(Data(base64Encoded: Self.photo)).write(to: url("photo.jpg"))
    let metres = (0..<128).flatMap { index in
      let bits = (1 + Float(index % 16) / 4 + Float(index / 16) / 9).bitPattern
      return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bits >> $0) }
    }
    try (Data("Pf\n16 8\n-1\n".utf8) + metres).write(to: url("map.pfm"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The address of a file.
  func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// Returns the bytes of a file.
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

  /// Runs the program and returns its status and what it printed on both streams.
  func callAsFunction(_ arguments: String...) throws -> (status: Int32, output: String, error: String) {
    let (out, err) = (url("stdout"), url("stderr"))
    for file in [out, err] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: try Data(contentsOf: out), as: UTF8.self),
      String(decoding: try Data(contentsOf: err), as: UTF8.self)
    )
  }

  /// A gray JPEG whose Exif orientation is 6.
  static let photo = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDABALDA4MChAODQ4S\
    ERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAIABABAREA/8QAHwAA\
    AQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEI\
    I0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJ\
    ipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEB\
    AAA/AOb0T+GvQNE/hr//2Q==
    """
}
