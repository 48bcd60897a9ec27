import AuxDepthKit
import TestSupport
import Testing

/// The options of the commands, against the library's table of options.
///
/// The table spells no option of the command line: what is spelled otherwise there, or is not there, is listed here.
@Suite struct OptionTableTests {
  /// The commands that call a function, with the arguments that they need.
  private static let commands: [String: [[String]]] = [
    "photo_open": [
      ["info", "no.jpg"], ["extract", "no.jpg"], ["remove", "no.jpg", "--all", "-o", "a.jpg"],
      ["copy", "no.jpg", "no2.jpg", "-o", "a.jpg"],
    ],
    "map_open": [attach, render + ["--depth", "no.exr"], ["convert", "no.exr", "-o", "a.png"]],
    "map_write": [["convert", "no.exr", "-o", "a.png"]],
    "image_write": [["extract", "no.jpg"]],
    "image_points": [["extract", "no.jpg", "--format", "ply"]],
    "image_mesh": [["extract", "no.jpg", "--format", "glb"]],
    "mesh_write": [["extract", "no.jpg", "--format", "glb"]],
    "image_camera_text": [["extract", "no.jpg", "--camera", "a.json"]],
    "edit_new": [attach, ["copy", "no.jpg", "no2.jpg", "-o", "a.jpg"]],
    "edit_new_edited": [["edit", "no.jpg", "-o", "a.jpg"]],
    "edit_attach_depth": [attach],
    "edit_attach_matte_file": [
      ["attach", "no.jpg", "-o", "a.jpg", "--portrait", "no.png", "--gainmap", "no.png"]
    ],
    "edit_attach_dictionary": [["attach", "no.jpg", "-o", "a.jpg", "--dictionary", "no.plist"]],
    "edit_describe_gain_map": [["attach", "no.jpg", "-o", "a.jpg", "--gainmap-form", "iso"]],
    "edit_prepare_portrait": [["attach", "no.jpg", "-o", "a.jpg", "--profile", "photos-portrait"]],
    "map_compare": [["compare", "no.npy", "no2.npy"]],
    "edit_copy": [["copy", "no.jpg", "no2.jpg", "-o", "a.jpg"]],
    "validate": [["validate", "no.jpg"]],
    "renderer_new": [render + ["--depth", "no.exr"]],
    "renderer_write": [render],
    "view": [["view", "no.jpg", "-o", "a.html"]],
    "edit_new_spatial": [["attach", "no.jpg", "--right", "no2.jpg", "-o", "a.heic"]],
    "dataset_write": [["extract", "no.jpg", "--dataset", "set"]],
    "stream": [stream],
  ]
  private static let attach = ["attach", "no.jpg", "-o", "a.jpg", "--depth", "no.exr"]
  private static let render = ["render", "blur", "no.jpg", "-o", "a.jpg"]
  private static let stream = ["stream", "--color", "no.y4m", "--depth", "no2.y4m", "-o", "a.y4m"]

  /// Options that are spelled otherwise than their keys; nil for those that the command line says another way.
  private static let spellings: [String: String?] = [
    // --in-place is such an edit.
    "Opening photos/editing": nil,
    "Maps/quantity": "from", "Maps/whiteIsNear": "white-near", "Maps/raw": "size",
    "Writing maps/pixelFormat": "as", "Writing auxiliary images/pixelFormat": "as",
    "Writing auxiliary images/upright": "stored",
    "Points and meshes/fieldOfView": "fov",
    // A file of points has the photo's colours, and is upright.
    "Points and meshes/colours": nil, "Points and meshes/upright": nil,
    "Cameras of maps/format": "camera-format", "Cameras of maps/upright": "stored",
    "Photos that are written/quality": "primary-quality",
    // No command makes a photo of pixels with a number of bits but render.
    "Photos that are written/bits": nil,
    "Attaching images/pixelFormat": "as", "Attaching images/depthQuality": "quality",
    "Attaching images/upright": "stored", "Attaching images/keepProperties": "no-keep",
    "Attaching images/form": "gainmap-form", "Attaching images/headroom": "gainmap-headroom",
    // --also gdepth.
    "Attaching images/gdepth": nil,
    "Attaching images/component": "matte-from", "Attaching images/raw": "size",
    "Preparing portraits/focus": "focus-region", "Edited photos/preset": "for",
    "Describing gain maps/form": "gainmap-form", "Describing gain maps/headroom": "gainmap-headroom",
    "Copying images/placement": "no-compare",
    // A policy comes from a file, which has a folder.
    "Validating/policyFolder": nil,
    // The written file says whether it is turned.
    "Renderers/upright": nil, "Effects/fieldOfView": "fov", "Effects/keepMaps": "keep-aux",
    "Effects/grain": "no-grain",
    // --focus with m.
    "Effects/focusDistance": nil,
    "Pages/previewSide": nil,
    "Spatial photos/fieldOfView": "fov", "Spatial photos/quality": "primary-quality",
    // Of all files that extract writes, the depth of a data set is one of two kinds.
    "Data sets/format": nil,
    // --focus with m, and with times.
    "Videos/filters": "filter", "Videos/focusDistance": nil, "Videos/focusPull": nil,
  ]
  /// Options that some commands do not have.
  private static let missing: Set = [
    // --depth and --disparity say it there.
    "attach Maps/quantity", "render Maps/quantity",
    // Nothing of these is made of the photo's pixels, or of a photo with layers or alpha.
    "info Opening photos/photoChannel", "info Opening photos/flatten", "extract Opening photos/photoChannel",
    "extract Opening photos/flatten", "remove Opening photos/photoChannel", "remove Opening photos/flatten",
    "copy Opening photos/photoChannel", "copy Opening photos/flatten",
    // A file of its own: attach alone records a calibration; intrinsics turn distances along rays into depth.
    "render Maps/calibration", "convert Maps/calibration",
    // Of the effect stereo alone; RenderMapTests has its range.
    "render Effects/baseline",
  ]

  /// An option of a command, and its row in the table.
  struct Pair: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let table: String
    let entry: OptionTable.Entry
    let flag: String

    var testDescription: String { "\(arguments[0]) --\(flag)" }
  }

  private static let pairs: [Pair] = OptionTable.all.flatMap { table in
    table.functions.flatMap { function in
      commands[String(function.dropFirst("auxdepth_".count)), default: []].flatMap { arguments in
        table.entries(of: function).compactMap { entry in
          let name = "\(table.title)/\(entry.key)"
          guard !missing.contains("\(arguments[0]) \(name)") else { return nil }
          // Twice optional: a spelling, and none.
          guard let flag = spellings[name] ?? entry.key.kebab as String? else { return nil }
          return Pair(arguments: arguments, table: table.title, entry: entry, flag: flag)
        }
      }
    }
  }

  /// What the program says of an option.
  private static func described() throws -> [String: [JSONObject]] {
    let text = try Workplace().succeed("--experimental-dump-help")
    let commands = try JSONObject(text).object("command")?.objects("subcommands") ?? []
    return Dictionary(
      uniqueKeysWithValues: commands.compactMap { command in
        command.string("commandName").map { ($0, command.objects("arguments")) }
      })
  }

  @Test func everyTableIsHeldAgainstSomeCommand() {
    let tables = Set(Self.pairs.map(\.table))
    #expect(Set(OptionTable.all.map(\.title)).subtracting(tables) == ["Pictures of samples"])
    #expect(Self.pairs.count > 100)
  }

  @Test func eachOptionHasItsFlagWithTheSameDefaultAndValues() throws {
    let commands = try Self.described()
    for pair in Self.pairs {
      let names = commands[pair.arguments[0]] ?? []
      let found = names.first { $0.objects("names").contains { $0.string("name") == pair.flag } }
      guard let option = found else {
        Issue.record("\(pair.testDescription): there is no such option")
        continue
      }
      if case .choice(let values) = pair.entry.kind, option.string("kind") == "option" {
        let known = Set(option.strings("allValues") ?? [])
        #expect(known.isSuperset(of: values), "\(pair.testDescription): \(known)")
      }
      if case .flag = pair.entry.kind { #expect(option.string("kind") == "flag", "\(pair.testDescription)") }
      // A default in words may be worded otherwise there.
      guard let standard = pair.entry.standard, !standard.contains(" "), option.string("kind") == "option"
      else {
        continue
      }
      let said = (option.string("abstract") ?? "") + (option.string("discussion") ?? "")
      let isSame =
        option.string("defaultValue").map {
          $0 == standard || Double($0) == Double(standard) && Double($0) != nil
        }
        ?? (said.contains("(default: \(standard)") || said.contains("By default \(standard) "))
      #expect(isSame, "\(pair.testDescription): \(standard), not \(option.string("defaultValue") ?? said)")
    }
  }

  /// What options need beside them.
  private static let companions: [String: [String]] = [
    "render fov": ["--aperture", "1"], "render focal": ["--f-number", "10"],
  ]
  /// The options that the program counts in another unit: millimetres, and megabytes.
  private static let factors: [String: Double] = ["aperture": 1000, "focal": 1000]

  /// The effects of options that blur does not use.
  private static let effects = [
    "max-shift": "stereo",
    "convergence": "stereo", "offset": "grayscale", "range": "grayscale", "loop-seconds": "parallax",
    "frame-rate": "parallax", "longer-side": "parallax",
  ]

  @Test func eachNumberHasTheSameRange() throws {
    let work = try Workplace()
    var checked = 0
    for pair in Self.pairs {
      guard let (inside, outside) = pair.entry.ends(factor: Self.factors[pair.flag] ?? 1) else { continue }
      var arguments = pair.arguments
      if arguments[0] == "render" { arguments[1] = Self.effects[pair.flag] ?? arguments[1] }
      for (values, isInside) in [(inside, true), (outside, false)] {
        for value in values {
          let outcome = try work.run(
            arguments + ["--\(pair.flag)", value]
              + (Self.companions["\(pair.arguments[0]) \(pair.flag)"] ?? []))
          // Nothing but the missing file, or the command line.
          #expect(
            (outcome.status == 64) != isInside && outcome.status != 0,
            "\(pair.testDescription) \(value): \(outcome.status) \(outcome.error)")
          checked += 1
        }
      }
    }
    #expect(checked > 80)
  }
}

extension OptionTable.Entry {
  /// Numbers at the ends of the range, and beyond them.
  fileprivate func ends(factor: Double) -> (inside: [String], outside: [String])? {
    switch kind {
    case .numberIn(let range):
      let (low, high) = (range.lowerBound * factor, range.upperBound * factor)
      return (["\(low)", "\(high)"], ["\(low - (high - low) / 1000)", "\(high + (high - low) / 1000)"])
    case .count(let range) where range.upperBound == Int.max: return (["1"], ["0"])
    case .count(let range):
      return (
        ["\(range.lowerBound)", "\(range.upperBound)"],
        ["\(range.lowerBound - 1)", "\(range.upperBound + 1)"]
      )
    // Which of them a container has is known by its name; all have the first.
    case .counts(let numbers): return (["\(numbers[0])"], ["0", "9"])
    default: return nil
    }
  }
}

extension String {
  /// `white-near` of `whiteNear`.
  fileprivate var kebab: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}
