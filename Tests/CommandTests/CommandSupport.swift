import AuxCodecs
import AuxKernels
import Foundation
import TestSupport
import Testing

/// A folder in which the built program runs, so that messages name files without their folder.
struct Workplace {
  let folder: TemporaryFolder
  private let program: String

  init() throws {
    folder = try TemporaryFolder()
    program = try Program.built("auxdepth")
  }

  /// Runs the program.
  func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(program, arguments, in: folder.path)
  }

  /// Runs the program.
  func run(_ arguments: [String]) throws -> Program.Outcome {
    try Program.run(program, arguments, in: folder.path)
  }

  /// Starts the program.
  func start(_ arguments: [String]) throws -> RunningProgram {
    try RunningProgram(program, arguments, in: folder.path)
  }

  /// Runs the program after other commands of a shell, as `$0` with its arguments.
  func run(after shell: String, _ arguments: [String]) throws -> Program.Outcome {
    try Program.run("/bin/bash", ["-c", shell + #" exec "$0" "$@""#, program] + arguments, in: folder.path)
  }

  /// Runs the program, expects success, and returns what it printed.
  @discardableResult
  func succeed(_ arguments: String..., location: SourceLocation = #_sourceLocation) throws -> String {
    let outcome = try run(arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome.error)", sourceLocation: location)
    return outcome.text
  }

  /// Runs the program and returns the one JSON object that it printed.
  func json(_ arguments: String..., location: SourceLocation = #_sourceLocation) throws -> JSONObject {
    let outcome = try run(arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome.error)", sourceLocation: location)
    return try JSONObject(outcome.text)
  }
}

/// A JSON object by its members.
struct JSONObject {
  private let members: [String: Any]

  init(_ text: String) throws {
    members = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private init(_ members: [String: Any]) { self.members = members }

  /// The objects of a text that has one a line.
  static func lines(_ text: String) throws -> [JSONObject] {
    try text.split(separator: "\n").map { try JSONObject(String($0)) }
  }

  /// The object as text, its keys in order.
  var sortedText: String {
    get throws {
      String(
        decoding: try JSONSerialization.data(withJSONObject: members, options: .sortedKeys), as: UTF8.self)
    }
  }

  var keys: Set<String> { Set(members.keys) }
  func string(_ key: String) -> String? { members[key] as? String }
  func number(_ key: String) -> Double? { (members[key] as? NSNumber)?.doubleValue }
  func boolean(_ key: String) -> Bool? { members[key] as? Bool }
  func numbers(_ key: String) -> [Double]? { members[key] as? [Double] }
  func strings(_ key: String) -> [String]? { members[key] as? [String] }
  func object(_ key: String) -> JSONObject? { (members[key] as? [String: Any]).map(JSONObject.init) }
  func objects(_ key: String) -> [JSONObject] {
    (members[key] as? [[String: Any]] ?? []).map(JSONObject.init)
  }
}

/// Portable float maps, written and read without the code under test.
enum PFM {
  static func bytes(_ values: [Float], width: Int) -> [UInt8] {
    let height = values.count / width
    let rows = (0..<height).reversed().flatMap { values[($0 * width)..<(($0 + 1) * width)] }
    let floats = rows.flatMap { value in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value.bitPattern >> $0) }
    }
    return Array("Pf\n\(width) \(height)\n-1\n".utf8) + floats
  }

  static func values(_ bytes: [UInt8]) throws -> [Float] {
    let header = String(decoding: bytes.prefix(40), as: UTF8.self).split(separator: "\n")
    try #require(header.count >= 3 && header[0] == "Pf" && header[2].hasPrefix("-"))
    let size = header[1].split(separator: " ").compactMap { Int($0) }
    try #require(size.count == 2)
    let start = header[..<3].reduce(0) { $0 + $1.utf8.count + 1 }
    try #require(bytes.count == start + 4 * size[0] * size[1])
    let floats = stride(from: start, to: bytes.count, by: 4).map { at in
      let bits = (0..<4).reduce(0 as UInt32) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }
      return Float(bitPattern: bits)
    }
    return (0..<size[1]).reversed().flatMap { floats[($0 * size[0])..<(($0 + 1) * size[0])] }
  }
}

/// Files that the tests of commands begin with.
enum Inputs {
  /// A photo without auxiliary images; its Exif gives the orientation.
  static func photo(orientation: Int = 1, width: Int = 64, height: Int = 48) throws -> [UInt8] {
    try JPEGBytes.soi + JPEGBytes.jfif + JPEGBytes.exif(orientation: orientation)
      + Pictures.photo(width: width, height: height)[2...]
  }

  /// Distances of 0.5...4.5 m, rising smoothly.
  static let metres: [Float] = (0..<(64 * 48)).map { index in
    0.5 + 4 * Float(index % 64 + index / 64) / 110
  }

  /// A gray PNG.
  static func png(_ plane: PixelPlane) throws -> [UInt8] { try PNGCodec.encode(plane) }
}

/// Returns the largest distance of two maps where both are numbers; infinity where they never are.
func largestDistance(_ a: [Float], _ b: [Float]) -> Double {
  precondition(a.count == b.count)
  return zip(a, b).map { abs(Double($0) - Double($1)) }.filter(\.isFinite).max() ?? .infinity
}

/// Returns whether two lists are of equal length, not empty, and fit pair by pair.
func agree<A: Collection, B: Collection>(
  _ a: A, _ b: B, _ fits: (A.Element, B.Element) -> Bool
) -> Bool {
  !a.isEmpty && a.count == b.count && zip(a, b).allSatisfy(fits)
}
