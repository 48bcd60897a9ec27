internal import CAuxShims

/// The files that this library writes under other names until they are complete.
public enum TemporaryFiles {
  /// Has those of this process removed when a signal ends it: `SIGINT`, `SIGTERM`, `SIGHUP`, `SIGQUIT`, `SIGXCPU` and
  /// `SIGPIPE` of another process; the process then ends by that signal.
  ///
  /// Signals that are ignored when this is called stay so, and those that are blocked are not any more. From then on, writing into a pipe that nobody reads is an
  /// error with code `io`, and not the end. For programs: a library that is a guest leaves signals to its host.
  public static func removeOnSignals() { aux_remove_temporaries_on_signals() }
}
