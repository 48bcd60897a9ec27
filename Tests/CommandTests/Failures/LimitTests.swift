import AuxImage
import AuxKernels
import TestSupport
import Testing

/// Images that are larger than the limit, or than the memory of the system.
@Suite struct LimitTests {
  private let work: Workplace
  private static let commands: [[String]] = [
    ["attach", "photo.jpg", "--portrait", "large.png", "--stretch", "-o", "out.jpg"],
    ["attach", "large.png", "--portrait", "small.png", "--stretch", "-o", "out.jpg"],
    ["convert", "large.png", "-o", "out.npy"],
    ["render", "rosy", "large.png", "-o", "out.jpg"],
  ]

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "photo.jpg")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "small.png")
    let (width, height) = (4096, 2048)
    let codes = [UInt8](repeating: 7, count: width * height)
    try work.folder.write(
      Inputs.png(PixelPlane(width: width, height: height, known: .uint8(codes))), to: "large.png")
  }

  @Test(arguments: commands)
  func pixels(_ command: [String]) throws {
    let outcome = try work.run(command + ["--max-pixels", "1000000"])
    #expect(outcome.status == 65, "\(outcome.error)")
    #expect(outcome.error.contains("4096x2048") && outcome.error.contains("Limits.pixels"))
    #expect(!Files.exists(work.folder.path("out.jpg")) && !Files.exists(work.folder.path("out.npy")))
    #expect(try work.run(command + ["--max-pixels", "8388608", "--force"]).status == 0)
  }

  @Test(arguments: commands)
  func memory(_ command: [String]) throws {
    let outcome = try work.run(command + ["--max-memory", "100"])
    #expect(outcome.status == 65, "\(outcome.error)")
    #expect(outcome.error.contains("Limits.memory") && outcome.error.contains("--max-memory"))
    #expect(try work.run(command + ["--max-memory", "300", "--force"]).status == 0)
  }

  /// The headers of a large picture need no memory for its pixels.
  @Test func headersAreReadAllTheSame() throws {
    #expect(try work.run("info", "large.png", "--max-memory", "1").status == 0)
  }

  @Test func numbersAreChecked() throws {
    #expect(try work.run("info", "photo.jpg", "--max-pixels", "0").status == 64)
    #expect(try work.run("info", "photo.jpg", "--max-memory", "-1").status == 64)
  }

  #if os(Linux)
    /// An array that cannot be had would end the program with a signal.
    @Test(arguments: commands)
    func addressSpace(_ command: [String]) throws {
      var outcomes: [Program.Outcome] = []
      for megabytes in stride(from: 60, through: 700, by: 80) {
        outcomes.append(try work.run(after: "ulimit -v \(megabytes << 10);", command + ["--force"]))
        if outcomes.last?.status == 0 { break }
      }
      // A lack of memory is not the picture's fault.
      for outcome in outcomes { #expect([0, 74, 127].contains(outcome.status), "\(outcome.error)") }
      #expect(outcomes.contains { $0.status == 74 && $0.error.contains("more than the system gives") })
      #expect(outcomes.contains { $0.status == 0 })
    }

    /// The threads of a batch take what small blocks need, and nobody can ask for each of these.
    @Test(arguments: [["info"], ["edit", "--rotate", "90", "--directory", "out", "--force"]])
    func addressSpaceOfTwo(_ command: [String]) throws {
      let files = ["one.jpg", "two.jpg"]
      for file in files { try work.folder.write(Inputs.photo(), to: file) }
      var statuses: Set<Int32> = []
      for megabytes in 40...84 {
        let limit = "ulimit -c 0 -v \(megabytes << 10);"
        // With less the loader, or the runtime before the program, ends.
        guard [0, 74].contains(try work.run(after: limit, ["--version"]).status) else { continue }
        statuses.insert(try work.run(after: limit, command + files).status)
      }
      #expect(statuses.isSubset(of: [0, 74]) && statuses.contains(0), "\(statuses)")
    }
  #endif
}
