internal import AuxContainers
package import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The files that a command reads. No output may replace one of them, also not through a link.
package struct InputFiles: Sendable {
  private var paths: [FileIdentity: String] = [:]
  /// Why the identity of a file is not known.
  private var failure: AuxError?

  /// Looks at the files; `-` is standard input, and paths without a file are left out.
  package init(_ paths: [String]) {
    for path in paths {
      do throws(AuxError) {
        let status =
          path == StandardStream.path ? FileStatus(descriptor: STDIN_FILENO) : try FileStatus(path)
        guard let status, status.kind == .file, self.paths[status.identity] == nil else { continue }
        self.paths[status.identity] = path
      } catch { failure = failure ?? error.about(path) }
    }
  }

  /// Returns the input that is the file at a path; throws `io` where the system fails to describe one of them.
  func input(at path: String) throws(AuxError) -> String? {
    guard !paths.isEmpty || failure != nil else { return nil }
    do throws(AuxError) {
      guard let file = try FileIdentity(path) else { return nil }
      if let input = paths[file] { return input }
    } catch { throw error.about(path) }
    if let failure { throw failure }
    return nil
  }

  /// Returns whether the file at a path is one of the inputs; throws as ``input(at:)``.
  package func contains(_ path: String) throws(AuxError) -> Bool { try input(at: path) != nil }

  /// Throws `usage` with the path of the output if it is one of the inputs, and `io` as ``input(at:)``.
  package func check(_ output: String) throws(AuxError) {
    guard output != StandardStream.path, let input = try input(at: output) else { return }
    let what =
      input == output
      ? "an input" : "the same file as \(PathText.display(StandardStream.inputName(input))), which is read"
    throw AuxError(
      .usage, "is \(what), and is not replaced by what is made of it; give the output another name",
      path: output)
  }
}
