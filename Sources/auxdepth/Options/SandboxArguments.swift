internal import ArgumentParser
internal import AuxDepthKit

/// The option that has the codecs of the system run where they can reach nothing.
struct SandboxArguments: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Decode in processes without files, network and privileges, and with bounded memory and time.",
      discussion: "validate does so by default where the system can; the other commands do not."))
  var sandbox: Bool?

  /// Starts it where it is asked for, or where it is usual and not declined.
  ///
  /// Asked for, it is started or the program ends; as usual, a note says where it cannot be.
  func start(isUsual: Bool, quiet: Bool) throws {
    guard sandbox ?? isUsual else { return }
    do throws(AuxError) { try CodecSandbox.start() } catch {
      guard sandbox == nil else {
        Console.error("auxdepth: --sandbox: \(error.message)")
        throw ExitCode(Failure.status(of: error))
      }
      if !quiet {
        Console.error("auxdepth: note: \(error.message); no sandbox is used (--no-sandbox says so)")
      }
    }
  }
}
