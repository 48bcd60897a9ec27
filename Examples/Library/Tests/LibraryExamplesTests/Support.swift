import AuxDepthKit
import Foundation

/// A folder for what one test writes; it goes with its owner.
final class Folder {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("examples-\(UUID().uuidString)")
    .path

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file of that name.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
}

/// The folder of the whole repository.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Returns the bytes of a file.
func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

extension [UInt8] {
  /// Whether the bytes contain the text.
  func contains(_ text: String) -> Bool { Data(self).range(of: Data(text.utf8)) != nil }
}

extension PhotoPixels {
  /// Creates a picture of grays by column and row.
  init(width: Int, height: Int, gray: (_ column: Int, _ row: Int) -> UInt8) throws(AuxError) {
    var samples: [UInt8] = []
    for index in 0..<width * height {
      samples += repeatElement(gray(index % width, index / width), count: 3)
    }
    try self.init(width: width, height: height, rgb8: samples)
  }

  /// The greens of a part of the picture.
  func greens(columns: Range<Int>, rows: Range<Int>) -> [Float] {
    let samples = rgb8
    return rows.flatMap { row in columns.map { Float(samples[(row * width + $0) * 3 + 1]) } }
  }
}

/// Returns the mean and the standard deviation.
func statistics(_ values: [Float]) -> (mean: Float, deviation: Float) {
  let mean = values.reduce(0, +) / Float(values.count)
  let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  return (mean, (squares / Float(values.count)).squareRoot())
}

/// Returns the greatest difference of two maps in metres, as 1/metres, which is what files hold.
func greatestDisparityError(_ one: [Float], _ other: [Float]) -> Float {
  zip(one, other).map { abs(1 / $0 - 1 / $1) }.max() ?? .infinity
}
