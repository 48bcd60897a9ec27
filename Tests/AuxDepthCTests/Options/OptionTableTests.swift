import AuxDepthKit
import Foundation
import Testing

/// The files that are generated from the table of options, and rules for the table itself.
struct OptionTableTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// Set by Scripts/options.
  private static let writes = ProcessInfo.processInfo.environment["AUXDEPTH_WRITE_OPTIONS"] != nil

  /// Expects a file of the repository to be what `text` makes of it, or writes it.
  private static func check(
    _ path: String, _ text: (String) throws -> String, location: SourceLocation = #_sourceLocation
  ) throws {
    let file = root.appending(path: path)
    let old = try String(contentsOf: file, encoding: .utf8)
    let new = try text(old)
    if writes { try new.write(to: file, atomically: true, encoding: .utf8) }
    #expect(
      writes || old == new, "\(path) is not what the table says: run Scripts/options",
      sourceLocation: location)
  }

  @Test func header() throws {
    try Self.check("Sources/AuxDepthC/include/auxdepth.h") { try OptionTexts.header($0) }
  }

  @Test func python() throws {
    try Self.check("Python/src/auxdepth/_options.py") { _ in PythonOptions.module }
  }

  /// The suggestions that Python does not word itself.
  private static let notOfPython: Set = [
    // The library's sentence names no option.
    "developFirst",
    // Of the command validate.
    "allowEmpty",
  ]

  /// Python words each suggestion with its keywords, or is listed not to.
  @Test func pythonsSuggestions() throws {
    let text = try String(
      contentsOf: Self.root.appending(path: "Python/src/auxdepth/_suggestions.py"), encoding: .utf8)
    let names = Set(text.matches(of: #/\n    "(\w+)": /#).map { String($0.1) })
    let all = Set(Remedy.allCases.map(\.name))
    #expect(names.subtracting(all) == [] && all.subtracting(names) == Self.notOfPython)
  }

  @Test func rows() {
    for table in OptionTable.all {
      for function in table.functions {
        let keys = table.entries(of: function).map(\.key)
        #expect(!keys.isEmpty && Set(keys).count == keys.count, "\(function)")
      }
      for entry in table.entries {
        #expect(!entry.meaning.isEmpty && !entry.meaning.hasSuffix("."), "\(entry.key)")
        #expect(entry.calls.allSatisfy(table.calls.contains), "\(entry.key)")
        // A default in words is not a value.
        if case .choice(let names) = entry.kind, let standard = entry.standard, !standard.contains(" ") {
          #expect(names.contains(standard), "\(entry.key): \(standard)")
        }
      }
    }
  }

  /// Both ends of each range are taken, and nothing beyond them.
  @Test(arguments: [
    read(PhotoOpening.self), read(PictureMaking.self), read(MapOpening.self), read(EditOpening.self),
    read(Editing.self), read(Attaching.self), read(Copying.self), read(Checking.self),
    read(RendererOpening.self),
    read(PictureWriting.self), read(PageMaking.self), read(Comparing.self), read(SpaceMaking.self),
    read(CameraWriting.self), read(MeshWriting.self), read(PairMaking.self), read(DatasetWriting.self),
    read(Streaming.self),
  ])
  func ranges(_ reader: Reader) throws {
    for entry in OptionTable.all.first(where: { $0.title == reader.title })?.entries ?? [] {
      let (inside, outside) = entry.ends
      for call in entry.calls {
        for value in inside { try reader.read(entry.key, value, call) }
        for value in outside {
          // A calibration that cannot be is an error of its data.
          let error = #expect(throws: AuxError.self, "\(entry.key): \(value)") {
            try reader.read(entry.key, value, call)
          }
          #expect(error?.code == .usage || entry.key == "calibration")
        }
      }
    }
  }

  /// What reads one option.
  struct Reader: Sendable {
    let title: String
    let read: @Sendable (String, JSONValue, OptionCall) throws -> Void
  }

  private static func read<Options: CallOptions>(_: Options.Type) -> Reader {
    Reader(title: Options.title) { key, value, call in
      // These belong to a lens, to an f-number, to a crop and to an alignment.
      let others: [String: JSONValue.Member] = [
        "fieldOfView": .init("aperture", .number(0.01)), "focal": .init("fNumber", .number(10)),
        "anchor": .init("aspect", .string("4:5")),
        "alignBy": .init("align", .string("scale")), "alignIn": .init("align", .string("affine")),
      ]
      let isLensless = key == "fieldOfView" && Options.title != "Effects"
      let companion = isLensless ? [] : others[key].map { [$0] } ?? []
      _ = try Options([JSONValue.Member(key, value)] + companion, for: call)
    }
  }
}

extension OptionTable.Entry {
  /// Values that are just in the range, and just beyond it.
  fileprivate var ends: (inside: [JSONValue], outside: [JSONValue]) {
    switch kind {
    case .numberIn(let range):
      let step = (range.upperBound - range.lowerBound) / 1000
      return (
        [.number(range.lowerBound), .number(range.upperBound)],
        [.number(range.lowerBound - step), .number(range.upperBound + step), .string("much")]
      )
    case .count(let range) where range.upperBound == Int.max:
      return ([.integer(range.lowerBound)], [.integer(range.lowerBound - 1), .number(1.5)])
    case .count(let range):
      return (
        [.integer(range.lowerBound), .integer(range.upperBound)],
        [.integer(range.lowerBound - 1), .integer(range.upperBound + 1), .number(1.5)]
      )
    // Which of them a container has is known when it is written.
    case .counts(let numbers): return (numbers.map(JSONValue.integer), [.integer(0), .string("8")])
    case .choice(let names): return (names.map(JSONValue.string), [.string("no such name"), .integer(1)])
    case .choices(let names):
      return (
        names.map(JSONValue.string) + [.array(names.map(JSONValue.string))],
        [.string("no such name"), .array([.integer(1)])]
      )
    case .flag: return ([.boolean(true), .boolean(false)], [.integer(1), .number(.nan)])
    case .text: return ([], [.integer(1)])
    case .number: return ([], [.string("much"), .boolean(true)])
    case .numbers, .integers: return ([], [.integer(1), .array([.string("a")])])
    case .object, .objectOrText: return ([], [.integer(1)])
    case .size(let names): return (names.map(JSONValue.string), [.string("no such name"), .array([])])
    }
  }
}
