import TestSupport
import Testing

/// `--verbose` says on standard error what was done, and results are the same.
@Suite struct VerboseTests {
  @Test func whatIsReadChosenAndCopied() throws {
    let work = try Workplace()
    try work.folder.write(Pictures.portrait().bytes, to: "in.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    for arguments in [
      ["attach", "in.jpg", "--depth", "map.pfm", "--replace", "-o", "out.jpg", "--force"],
      ["info", "in.jpg"], ["extract", "in.jpg", "--directory", "out", "--force"], ["validate", "in.jpg"],
      ["convert", "map.pfm", "-o", "out.npy", "--force"],
      ["render", "blur", "in.jpg", "-o", "out.png", "--force"],
      ["remove", "in.jpg", "--all", "-o", "less.jpg", "--force"],
      ["copy", "in.jpg", "less.jpg", "-o", "out.jpg", "--force"],
    ] {
      let plain = try work.run(arguments)
      let outcome = try work.run(arguments + ["--verbose"])
      #expect(outcome.status == 0 && outcome.text == plain.text, "\(arguments): \(outcome.error)")
      #expect(outcome.error.contains(": verbose: read "), "\(arguments): \(outcome.error)")
      #expect(!plain.error.contains("verbose"))
    }
    let copied = try work.run("copy", "in.jpg", "less.jpg", "-o", "new.jpg", "--verbose").error
    #expect(copied.contains("verbose: chose jpeg, by the name of the output, into new.jpg"), "\(copied)")
    #expect(copied.contains("verbose: copied the primary's coded bytes"), "\(copied)")
    #expect(copied.contains("verbose: copied the coded bytes of disparity"), "\(copied)")
  }
}
