import TestSupport
import Testing

/// Unknown words end with status 64 and a suggestion.
@Suite("Misspelled command lines") struct SuggestionTests {
  private let work: Workplace

  init() throws { work = try Workplace() }

  @Test(
    "A subcommand that there is not",
    arguments: [
      (["atach", "in.jpg"], "'atach'. Did you mean 'attach'?"),
      (["exract"], "'exract'. Did you mean 'extract'?"),
      (["frobnicate"], "'frobnicate'"), (["help", "atach"], "'atach'. Did you mean 'attach'?"),
    ])
  func subcommands(arguments: [String], message: String) throws {
    let outcome = try work.run(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("Error: Unknown subcommand \(message)\nUsage: auxdepth <subcommand>\n"))
    #expect(outcome.error.hasSuffix("See 'auxdepth --help' for more information.\n"))
  }

  @Test(
    "What follows a topic of help is unknown, and the topic is not", arguments: ["containers", "exit-codes"])
  func topics(topic: String) throws {
    let outcome = try work.run("help", topic, "--json")
    #expect(outcome.status == 64)
    #expect(outcome.error.hasPrefix("Error: Unknown argument '--json'\n"), "\(outcome.error)")
  }

  @Test(
    "An option that does not exist",
    arguments: [
      (["attach", "a.jpg", "--nonsense"], "'--nonsense'\n"),
      (["attach", "--neer", "1"], "'--neer'. Did you mean '--near'?\n"),
      // Before what follows from it: the value of a misspelled option is taken for a second photo.
      (["attach", "a.jpg", "--dpeth", "d.png", "-o", "b.jpg"], "'--dpeth'. Did you mean '--depth'?\n"),
      (["attach", "a.jpg", "--glases", "m.png", "--in-place"], "'--glases'. Did you mean '--glasses'?\n"),
      (["render", "blur", "a.jpg", "--widht", "3", "-o", "b.png"], "'--widht'. Did you mean '--width'?\n"),
      (["extract", "a.jpg", "--forse"], "'--forse'. Did you mean '--force'?\n"),
      (["convert", "a.raw", "-o", "b.png", "--hloes=far"], "'--hloes'. Did you mean '--holes'?\n"),
      (["info", "a.jpg", "-x"], "'-x'\n"),
    ])
  func options(arguments: [String], message: String) throws {
    let outcome = try work.run(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("Error: Unknown option \(message)"), "\(outcome.error)")
    #expect(outcome.error.contains("\nUsage: auxdepth \(arguments[0]) "))
    #expect(outcome.error.hasSuffix("See 'auxdepth \(arguments[0]) --help' for more information.\n"))
  }

  @Test(
    "What is no option is not taken for one",
    arguments: [
      (["attach", "--depth", "d.pfm"], "Missing expected argument '<images> ...'"),
      (["attach", "in.jpg", "--input-scale", "--input-unit"], "Missing value for '--input-scale"),
      (["info", "--", "--nonsense"], "--nonsense"),
      (["render", "blur", "a.jpg", "-o", "b.png", "--focus", "-x"], "Missing value for '--focus"),
      (["attach", "in.jpg", "--unfiltered", "--in-place"], "nothing to attach"),
    ])
  func known(arguments: [String], message: String) throws {
    let outcome = try work.run(arguments)
    #expect(outcome.status != 0 && outcome.error.contains(message), "\(outcome.error)")
    #expect(!outcome.error.contains("Unknown"), "\(outcome.error)")
  }

  @Test(
    "A closed option lists its values",
    arguments: [
      (["extract", "a.jpg", "--type", "x"], ["depth", "disparity", "portrait", "sky", "gainmap"]),
      (["extract", "a.jpg", "--format", "x"], ["png", "npy", "plist"]),
      (["extract", "a.jpg", "--as", "x"], ["'hdis'", "'fdep'", "'L008'"]),
      (["attach", "a.jpg", "--as", "L008"], ["'hdis'", "'fdep'"]),
      (["convert", "a", "-o", "b", "--as", "x"], ["'hdis'", "'fdep'"]),
      (["convert", "a", "-o", "b", "--format", "plist"], ["png", "exr", "raw"]),
      (["attach", "a.jpg", "--quality", "x"], ["'low'", "'high'"]),
      (["attach", "a.jpg", "--accuracy", "x"], ["'relative'", "'absolute'"]),
      (["attach", "a.jpg", "--also", "x"], ["'gdepth'"]),
      (["attach", "a.jpg", "--holes", "x"], ["'fill'", "'far'", "'error'"]),
      (["attach", "a.jpg", "--input-unit", "x"], ["'mm'", "'ft'"]),
      (["attach", "a.jpg", "--linear-in", "x"], ["'depth'", "'disparity'"]),
      (["attach", "a.jpg", "--convention", "x"], ["midas", "blender", "nuke"]),
      (["render", "stereo", "a.jpg", "-o", "b", "--layout", "x"], ["left-right", "spatial"]),
      (["render", "x", "a.jpg", "-o", "b"], ["blur", "stereo"]),
      (["render", "blur", "a.jpg", "-o", "b", "--kernel", "x"], ["'disc'", "'gaussian'"]),
      (["stream", "--filter", "x"], ["blur", "none"]), (["stream", "--focus-curve", "x"], ["'linear'"]),
      (["validate", "a.jpg", "--format", "x"], ["'text'", "'json'", "'sarif'"]),
    ])
  func values(arguments: [String], values: [String]) throws {
    let outcome = try work.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.error.contains("is invalid"), "\(outcome.error)")
    let list = try #require(outcome.error.split(separator: "lease provide one of").last)
    for value in values { #expect(list.contains(value), "\(value): \(outcome.error)") }
  }
}
