internal import AuxContainers
internal import AuxEffects
internal import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// FFmpeg as a program of its own, which makes a video of another kind of the Y4M that it is given.
///
/// It writes into a file that is open already, and knows no name of it. One that is not finished is ended.
final class VideoProgram {
  /// The formats that FFmpeg knows by other names than the extensions of their files.
  private static let formats = [
    "mp4": "mp4", "m4v": "mp4", "mov": "mov", "mkv": "matroska", "webm": "webm", "avi": "avi",
  ]

  /// The extensions of the videos that it makes, in lower case.
  static let extensions = ["mp4", "m4v", "mov", "mkv", "webm", "avi"]

  /// The name of the program, and of the package that has it.
  static let name = "ffmpeg"

  /// How many seconds the program may take none of what it is given.
  private static let patience = 60

  private let process: pid_t
  private var input: Int32
  private let messages: Int32
  private let output: Int32
  private var isDone = false

  /// Starts the program at a path, to write a format into an open file; frames have the matrix.
  ///
  /// Throws `AuxError` with code `io` where the system fails.
  init(
    at path: String, suffix: String, matrix: VideoFrame.Matrix?, output: Int32
  ) throws(AuxError) {
    let (reading, writing) = try Self.makePipe()
    defer { close(reading) }
    let messages: (reading: Int32, writing: Int32)
    do throws(AuxError) { messages = try Self.makePipe() } catch {
      close(writing)
      throw error
    }
    defer { close(messages.writing) }
    // What does not fit into the pipe is not waited for; frames are, as long as the program takes some.
    for end in [messages.writing, writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let arguments = Self.arguments(format: Self.formats[suffix] ?? suffix, matrix: matrix)
    guard
      let process = Self.spawn(
        path, arguments, files: [reading, messages.writing, messages.writing, output])
    else {
      let code = errno
      close(writing)
      close(messages.reading)
      throw AuxError(.io, "\(Self.name) cannot be started: \(SystemError.text(code))")
    }
    (self.process, input, self.messages, self.output) = (process, writing, messages.reading, output)
  }

  deinit {
    if input >= 0 { close(input) }
    if !isDone {
      kill(process, SIGKILL)
      _ = Self.wait(for: process)
    }
    close(messages)
  }

  /// Returns the path of the program in the folders of `PATH`.
  ///
  /// Throws `AuxError` with code `codecMissing` where it is in none.
  static func find() throws(AuxError) -> String {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":") {
      let path = PathText.joined(String(folder), name)
      if unsafe FileSystem.withPath(path, { unsafe access($0, X_OK) }) == 0,
        try FileStatus(path)?.kind == .file
      {
        return path
      }
    }
    throw AuxError(
      .codecMissing, "\(name) makes such videos, and is not installed (package \(name))", remedy: .nameVideo)
  }

  /// Returns the arguments: Y4M comes in by standard input, and the file is descriptor 3.
  static func arguments(format: String, matrix: VideoFrame.Matrix?) -> [String] {
    var arguments = [name, "-hide_banner", "-loglevel", "error", "-f", "yuv4mpegpipe", "-i", "pipe:0"]
    if let matrix {
      let (space, primaries, transfer) =
        switch matrix {
        case .bt601: ("smpte170m", "smpte170m", "smpte170m")
        case .bt709: ("bt709", "bt709", "bt709")
        case .bt2020: ("bt2020nc", "bt2020", "bt2020-10")
        }
      // Y4M has no such fields that it reads.
      arguments += [
        "-vf", "setparams=colorspace=\(space):color_primaries=\(primaries):color_trc=\(transfer)",
      ]
    }
    return arguments + ["-f", format, "-y", "/dev/fd/3"]
  }

  /// Writes bytes after those written before.
  ///
  /// Throws `AuxError` with code `io` where the program has ended or takes nothing for a minute, and where the system fails.
  func write(_ bytes: [UInt8]) throws(AuxError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Self.system(write: $0, to: input) }
      if count > 0 { rest = rest.dropFirst(count) }
      guard count < 0, errno != EINTR else { continue }
      guard errno == EAGAIN else {
        guard errno == EPIPE else { throw AuxError(.io, "cannot write: \(SystemError.text(errno))") }
        try finish()
        throw AuxError(.io, "\(Self.name) ended before it took all frames; \(Self.suggestion)")
      }
      try awaitRoom()
    }
  }

  /// Waits until the program has taken something.
  private func awaitRoom() throws(AuxError) {
    var room = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
    // In slices, so that the time does not run while all processes of a terminal are stopped.
    for _ in 0..<Self.patience * 10 where Descriptor.uninterrupted({ unsafe poll(&room, 1, 100) }) != 0 {
      return
    }
    throw AuxError(
      .io, "\(Self.name) took nothing for \(Self.patience) s, and is ended; \(Self.suggestion)")
  }

  /// Ends the frames, and waits for the program.
  ///
  /// Throws `AuxError` with code `io` where it failed, with what it said last, and where it wrote nothing: the frames are
  /// right, whatever the program says of them.
  func finish() throws(AuxError) {
    if input >= 0 { close(input) }
    input = -1
    let status = Self.wait(for: process)
    isDone = true
    guard status != 0 else {
      guard FileStatus(descriptor: output)?.byteCount != 0 else {
        throw AuxError(.io, "\(Self.name) ended without an error and wrote nothing; \(Self.suggestion)")
      }
      return
    }
    let said = String(decoding: Descriptor.read(messages, upTo: 64 << 10).bytes, as: UTF8.self)
    let last = said.split(whereSeparator: \.isNewline).last.map { ": \($0)" } ?? ""
    // A process that a signal ended has its number in the lowest bits.
    let end =
      status & 0x7F == 0 ? "failed (status \(status >> 8 & 0xFF))" : "was ended by signal \(status & 0x7F)"
    throw AuxError(.io, "\(Self.name) \(end)\(last); \(Self.suggestion)")
  }

  private static let suggestion = "a name that ends in .y4m needs no other program"

  /// The system's call, which a method of this name hides.
  private static func system(write bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(file, bytes.baseAddress, bytes.count)
    #else
      unsafe Darwin.write(file, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Returns the ends of a pipe that programs do not inherit.
  private static func makePipe() throws(AuxError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      throw AuxError(.io, "there is no pipe: \(SystemError.text(errno))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Starts a program whose descriptors from 0 on are those of a list; nil, with `errno`, where that fails.
  private static func spawn(_ path: String, _ arguments: [String], files: [Int32]) -> pid_t? {
    #if canImport(Glibc)
      var actions = unsafe posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    // Out of the way first: a descriptor of the list may have a number of another's place.
    let copies = files.map { fcntl($0, F_DUPFD_CLOEXEC, 16) }
    defer { for copy in copies where copy >= 0 { close(copy) } }
    for (place, copy) in copies.enumerated() {
      guard copy >= 0, unsafe posix_spawn_file_actions_adddup2(&actions, copy, Int32(place)) == 0 else {
        return nil
      }
    }
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let failure = unsafe FileSystem.withPath(path) {
      unsafe posix_spawn(&process, $0, &actions, nil, &words, environ)
    }
    guard failure == 0 else {
      errno = failure
      return nil
    }
    return process
  }

  /// Waits for a process; returns 0 where it ended well.
  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return -1 } }
    return status
  }
}
