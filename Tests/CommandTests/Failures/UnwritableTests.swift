import TestSupport
import Testing

/// Outputs that cannot be written: nothing appears, nothing is left behind.
@Suite struct UnwritableTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "in.jpg")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "matte.png")
  }

  private func attach(to output: String) -> [String] {
    ["attach", "in.jpg", "-o", output, "--portrait", "matte.png"]
  }

  /// Root ignores permissions; below a regular file and in /proc not even root can write.
  @Test(arguments: ["matte.png/out.jpg", "absent/out.jpg", "/proc/auxdepth-test.jpg"])
  func folders(output: String) throws {
    let outcome = try work.run(attach(to: output))
    #expect(outcome.status == 73, "\(outcome.error)")
    #expect(outcome.error.hasPrefix("auxdepth: in.jpg: ") && outcome.output.isEmpty)
    #expect(try work.folder.names == ["in.jpg", "matte.png"])
  }

  @Test func folderOfExtractedMaps() throws {
    try work.folder.write(Pictures.portrait().bytes, to: "portrait.jpg")
    let outcome = try work.run("extract", "portrait.jpg", "--directory", "matte.png/maps")
    #expect(outcome.status == 73 && outcome.error.contains("matte.png"))
    #expect(try work.folder.names == ["in.jpg", "matte.png", "portrait.jpg"])
  }

  /// A limit of file size stops the writing as a full disk does.
  @Test func limitOfFileSize() throws {
    let comment = JPEGBytes.segment(0xFE, [UInt8](repeating: 1, count: 20_000))
    let photo = JPEGBytes.soi + comment + (try Inputs.photo())[2...]
    try work.folder.write(photo, to: "in.jpg")
    for output in [attach(to: "out.jpg"), ["attach", "in.jpg", "--in-place", "--portrait", "matte.png"]] {
      let outcome = try work.run(after: "ulimit -f 8;", output)
      #expect(outcome.status == 74, "\(outcome.error)")
      #expect(outcome.error.contains("auxdepth: in.jpg: "))
      #expect(outcome.error.contains("cannot write"), "\(outcome.error)")
      #expect(try work.folder.names == ["in.jpg", "matte.png"])
      #expect(try work.folder.read("in.jpg") == photo)
    }
  }

  /// A disk of 8 KiB that only the program under test sees.
  @Test(.enabled(if: SmallDisk.isThere, "a small file system cannot be mounted here"))
  func fullDisk() throws {
    try work.folder.makeFolder("disk")
    let big = JPEGBytes.soi + JPEGBytes.segment(0xFE, [UInt8](repeating: 1, count: 20_000))
    try work.folder.write(big + (try Inputs.photo())[2...], to: "big.jpg")
    let arguments = ["attach", "big.jpg", "-o", "disk/out.jpg", "--portrait", "matte.png"]
    let list = SmallDisk.shell(#""$0" "$@"; status=$?; ls -A disk; exit $status"#)
    let outcome = try Program.run(
      "/usr/bin/unshare", ["-m", "/bin/bash", "-c", list, try Program.built("auxdepth")] + arguments,
      in: work.folder.path)
    #expect(outcome.status == 74, "\(outcome.error)")
    #expect(outcome.error.contains("No space left") && outcome.output.isEmpty)
  }
}

/// A mount in a name space of its own.
private enum SmallDisk {
  static let isThere = (try? probe()) ?? false

  static func shell(_ commands: String) -> String {
    "mount -t tmpfs -o size=8k tmpfs disk && { \(commands); }"
  }

  private static func probe() throws -> Bool {
    guard let unshare = Program.installed("unshare") else { return false }
    let folder = try TemporaryFolder()
    try folder.makeFolder("disk")
    return try Program.run(unshare, ["-m", "/bin/bash", "-c", shell("true")], in: folder.path).status == 0
  }
}
