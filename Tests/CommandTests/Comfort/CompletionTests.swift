import AuxImage
import AuxMaps
import TestSupport
import Testing

/// The completions of shells know values, files and folders.
@Suite struct CompletionTests {
  private let work: Workplace
  /// The scripts by shell, which the program takes its time for.
  private static let scripts = Result {
    let work = try Workplace()
    return try ["bash", "zsh", "fish"].map { shell in
      (shell, Array(try work.succeed("--generate-completion-script", shell).utf8))
    }
  }

  init() throws {
    work = try Workplace()
    for (shell, script) in try Self.scripts.get() {
      try work.folder.write(script, to: "completions.\(shell)")
    }
    for file in ["a.jpg", "B.HEIC", "map.exr", "notes.txt"] { try work.folder.write([1], to: file) }
    try work.folder.makeFolder("folder")
  }

  /// The completions of a line whose last word is being typed.
  private func bash(_ words: [String]) throws -> Set<String> {
    let list = (["auxdepth"] + words).map { "'\($0)'" }.joined(separator: " ")
    let script = """
      shopt -s extglob; source completions.bash
      COMP_WORDS=(\(list)); COMP_CWORD=\(words.count); COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
      _auxdepth auxdepth "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try Program.run("/bin/bash", ["--norc", "-c", script], in: work.folder.path)
    return Set(outcome.text.split(separator: "\n").map { String($0).trimmingBlanks })
  }

  private func fish(_ words: [String]) throws -> Set<String> {
    let line = (["auxdepth"] + words).joined(separator: " ")
    let outcome = try Program.run(
      "/usr/bin/env", ["fish", "--no-config", "-c", "source completions.fish; complete -C '\(line)'"],
      in: work.folder.path)
    return Set(outcome.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
  }

  /// Values of options, whatever their types are.
  private static let values: [(words: [String], offered: [String])] = [
    (["attach", "--convention", ""], MapConvention.allCases.map(\.rawValue)),
    (["attach", "--input-unit", ""], LengthUnit.allCases.map(\.rawValue)),
    (["attach", "--container", ""], ["jpeg", "heif", "avif", "dng"]),
    (["attach", "--as", ""], ["hdis", "fdis", "hdep", "fdep"]),
    (["attach", "--holes", ""], ["fill", "far", "error"]),
    (["extract", "--type", ""], ["skin", "portrait", "disparity", "depth", "hdrGainMap"]),
    (["extract", "--format", ""], ["png", "exr", "plist", "heic"]),
    (["remove", "--type", "sk"], ["skin", "sky"].filter { $0.hasPrefix("sk") }),
    (["render", ""], ["blur", "stereo", "grayscale"]),
    (["render", "stereo", "--layout", ""], ["anaglyph", "spatial", "mpo"]),
    (["stream", "--filter", ""], ["rosy", "blur"]),
    (["stream", "--matrix", ""], ["bt601", "bt709", "bt2020"]),
    (["info", "--color", ""], ["auto", "always", "never"]),
    (["attach", "--gainmap-form", ""], ["apple", "iso", "ultrahdr"]),
  ]

  @Test(arguments: values.indices) func valuesInBash(index: Int) throws {
    let (words, offered) = Self.values[index]
    let got = try bash(words)
    #expect(got.isSuperset(of: offered), "\(words): \(got)")
    #expect(!got.contains("notes.txt"))
  }

  @Test(
    .enabled(if: Program.installed("fish") != nil, "fish is not installed"), arguments: values.indices)
  func valuesInFish(index: Int) throws {
    let (words, offered) = Self.values[index]
    let got = try fish(words)
    #expect(got.isSuperset(of: offered), "\(words): \(got)")
  }

  @Test func filesInBash() throws {
    #expect(try bash(["info", ""]) == ["a.jpg", "B.HEIC", "map.exr", "folder"])
    #expect(try bash(["attach", "a.jpg", "--depth", ""]) == ["map.exr", "folder"])
    #expect(try bash(["attach", "a.jpg", "--skin", ""]) == ["map.exr", "folder"])
    #expect(try bash(["extract", "a.jpg", "--directory", ""]) == ["folder"])
  }

  @Test func subcommandsAndOptions() throws {
    #expect(try bash([""]).isSuperset(of: ["info", "attach", "codecs", "help"]))
    #expect(try bash(["attach", "--conv"]) == ["--convention"])
  }

  @Test(.enabled(if: Program.installed("zsh") != nil, "zsh is not installed")) func zshReadsThem() throws {
    let outcome = try Program.run(
      "/usr/bin/env", ["zsh", "-f", "-n", "completions.zsh"], in: work.folder.path)
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let text = String(decoding: try work.folder.read("completions.zsh"), as: UTF8.self)
    for convention in MapConvention.allCases { #expect(text.contains(convention.rawValue)) }
  }
}

extension String {
  /// The text without blanks around it: bash ends options with one.
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
