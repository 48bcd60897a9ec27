internal import ArgumentParser
internal import AuxDepthKit

struct Codecs: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "codecs",
    abstract: "Lists the libraries that formats are read and written with, and which of them are installed.",
    discussion: Prose.paragraphs(
      """
      Each library is loaded to be asked. The last line, and "sandbox" of each object, is on where decoders run in processes of
      their own. What is not installed costs only what needs it: that ends with status 69 and the
      name of the Debian package. Without ISA-L, zlib deflates PNG, which takes longer. The status is 0 whatever is missing.
      """))

  @Flag(help: "Print one JSON object per library.")
  var json = false

  @OptionGroup var console: ConsoleArguments

  var settings: Console.Settings { console.settings(json: json) }

  func run() throws {
    for library in CodecLibrary.all {
      let state = library.state()
      if json { Console.output(state.json.text) } else { CodecText.lines(state).forEach(Console.output) }
    }
    if !json { Console.output(CodecText.sandbox) }
  }
}

/// What `codecs` prints for people.
private enum CodecText {
  static var sandbox: String {
    "sandbox: " + (CodecSandbox.isUsed ? "on" : "off: \(CodecSandbox.failure?.message ?? "")")
  }

  static func lines(_ state: CodecLibrary.State) -> [String] {
    let library = state.library
    var head = library.name + " "
    if let version = state.version {
      head += version + (state.isVersionOfBuild ? ", as built with" : "")
    } else {
      head += "not installed"
    }
    var lines = [head + (library.isLinked ? " (linked)" : "")]
    if !library.reads.isEmpty { lines.append("  reads: " + library.reads.joined(separator: ", ")) }
    if !library.writes.isEmpty { lines.append("  writes: " + library.writes.joined(separator: ", ")) }
    lines += state.coders.map { "  \($0.format) \($0.isEncoder ? "encoder" : "decoder"): \($0.name)" }
    lines.append("  file: \(library.file), of the Debian package \(library.debianPackage)")
    if let failure = state.failure { lines.append("  \(failure.message)") }
    return lines
  }
}

/// What `--version` prints; nothing is loaded for it.
enum VersionText {
  static var text: String {
    let linked = CodecLibrary.all.filter(\.isLinked).map { "\($0.state())" }
    let loaded = CodecLibrary.all.filter { !$0.isLinked }.map { library in
      "\(library.name) (\((library.reads + library.writes.filter { !library.reads.contains($0) }).joined(separator: ", ")))"
    }
    return """
      auxdepth \(AuxDepthVersion.text)
      linked: \(linked.joined(separator: ", "))
      loaded when needed: \(loaded.joined(separator: ", "))
      'auxdepth codecs' says which of these are installed, and their versions.
      """
  }
}
