internal import ArgumentParser

/// A command that reads images.
protocol ReadingCommand: ParsableCommand {
  /// What they may take.
  var limits: LimitArguments { get }
  /// Where they are decoded.
  var sandbox: SandboxArguments { get }
  /// Starts the sandbox, before the command starts threads.
  func startSandbox() throws
}

extension ReadingCommand {
  func startSandbox() throws { try sandbox.start(isUsual: false, quiet: false) }
}
