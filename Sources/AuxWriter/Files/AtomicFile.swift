internal import AuxContainers
package import AuxImage
internal import CAuxShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An output that appears whole under its name, or not at all.
///
/// The bytes go to a temporary file in the destination's folder; ``commit()`` gives it the name. A value that goes
/// away without a commit leaves nothing.
package struct AtomicFile: ~Copyable {
  /// The file that takes the output's name, links followed.
  let destination: String
  private let options: WriteOptions
  private var file: TemporaryFile
  private let old: FileStatus?

  /// Creates the temporary file.
  ///
  /// Throws `cannotCreate` where the folder does not take it, or where the destination exists and is not to
  /// be replaced.
  package init(destination: String, options: WriteOptions = WriteOptions()) throws(AuxError) {
    let place = try OutputPlace(destination, replaces: options.replaces)
    file = try TemporaryFile(in: PathText.folder(of: place.path), needsName: options.replaces)
    (self.destination, old, self.options) = (place.path, place.status, options)
  }

  /// Opens what was written so far for reading.
  borrowing func reading(limits: AuxLimits = .standard) throws(AuxError) -> FileByteSource {
    try FileByteSource(descriptor: fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0), limits: limits)
  }

  /// The temporary file, where it has a name.
  var temporaryPath: String? { file.path }

  /// The open file, for a program that writes it.
  package var descriptor: Int32 { file.descriptor }

  /// Writes all pieces; ranges of the source are copied through a bounded buffer or by the kernel.
  func write(_ composition: ByteComposition, source: any ByteSource) throws(AuxError) {
    for piece in composition.pieces {
      switch piece {
      case .bytes(let bytes): try write(bytes)
      case .source(let range): try copy(range, from: source)
      }
    }
    // A hole at the end exists once the file has its length.
    let descriptor = file.descriptor
    guard Descriptor.uninterrupted({ ftruncate(descriptor, off_t(composition.count)) }) == 0 else {
      throw Self.writing(errno)
    }
  }

  /// Writes bytes after those written before; throws `io` where the system does not take them.
  package func write(_ bytes: [UInt8]) throws(AuxError) {
    let failure = Descriptor.write(bytes, to: file.descriptor)
    guard failure == 0 else { throw Self.writing(failure) }
  }

  private static func writing(_ code: Int32) -> AuxError {
    AuxError(.io, "cannot write: \(SystemError.text(code))")
  }

  /// Copies a range; holes of a file stay holes.
  private func copy(_ range: Range<Int>, from source: any ByteSource) throws(AuxError) {
    guard let source = source as? FileByteSource else { return try copyThroughMemory(range, from: source) }
    try source.check(offset: range.lowerBound, count: range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let data = Int(aux_seek_data(source.descriptor, Int64(position)))
      // Where the system knows nothing of holes, all is data; past the last data, all is a hole.
      let start =
        data >= 0 ? min(max(data, position), range.upperBound) : errno == ENXIO ? range.upperBound : position
      if start > position {
        guard lseek(file.descriptor, off_t(start - position), SEEK_CUR) >= 0 else {
          throw Self.writing(errno)
        }
        // A file that became shorter meanwhile has no hole there.
        if source.isChanged { throw .changedMeanwhile }
        position = start
        continue
      }
      let hole = Int(aux_seek_hole(source.descriptor, Int64(position)))
      let end = hole > position ? min(hole, range.upperBound) : range.upperBound
      try copyData(position..<end, from: source)
      position = end
    }
  }

  private func copyData(_ range: Range<Int>, from source: FileByteSource) throws(AuxError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let got = aux_copy_file_range(
        source.descriptor, Int64(position), file.descriptor,
        UInt64(try cut(position..<range.upperBound).count))
      if got < 0, errno == EINTR { continue }
      // File systems that cannot do it fail at once; reading and writing find the reason.
      guard got > 0 else { return try copyThroughMemory(position..<range.upperBound, from: source) }
      position += Int(got)
    }
  }

  /// Returns the part of a range to copy next: the bytes before a block of the file system that begins in both files at
  /// the same time.
  ///
  /// File systems that share blocks between files do so where a copy begins at a block in both.
  private func cut(_ range: Range<Int>) throws(AuxError) -> Range<Int> {
    let before = -range.lowerBound & (Self.blockSize - 1)
    guard before > 0, range.count > before + Self.blockSize else { return range }
    let place = lseek(file.descriptor, 0, SEEK_CUR)
    guard place >= 0 else { throw Self.writing(errno) }
    return (Int(place) - range.lowerBound) % Self.blockSize == 0
      ? range.lowerBound..<range.lowerBound + before : range
  }

  /// The usual size of such a block.
  private static let blockSize = 4096

  private func copyThroughMemory(_ range: Range<Int>, from source: any ByteSource) throws(AuxError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let chunk = try source.read(at: position, count: min(1 << 20, range.upperBound - position))
      try write(chunk)
      position += chunk.count
    }
  }

  /// Ends the writing: attributes, and the bytes on the disk.
  ///
  /// The file gets the permissions of the one that it replaces, else those of `model`, else those that new files get.
  /// Returns what could not be kept of `model`, whose owner, group and extended attributes the file gets on request.
  @discardableResult
  func complete(like model: FileByteSource? = nil, keepingOwner: Bool = false) throws(AuxError) -> [String] {
    var lost: [String] = []
    var permissions = old?.permissions
    if keepingOwner, let model {
      permissions = model.status.permissions
      lost = takeAttributes(of: model)
      if !takeOwner(of: model.status) { permissions = permissions.map(Self.withoutGroup) }
    }
    let new = 0o666 & ~ProcessMask.current
    try seal(permissions ?? model.map { ($0.status.permissions & new) | (new & 0o600) } ?? new)
    return lost
  }

  /// Sets the permissions, the time if it is kept, and waits for the data to reach the disk if the options ask for it.
  private func seal(_ permissions: UInt32) throws(AuxError) {
    guard fchmod(file.descriptor, mode_t(permissions)) == 0 else {
      throw AuxError(.io, "cannot set the mode: \(SystemError.text(errno))")
    }
    if options.keepsTime, let old {
      let time = old.modified.components
      guard aux_set_modified(file.descriptor, time.seconds, time.attoseconds / 1_000_000_000) == 0 else {
        throw AuxError(.io, "cannot set the time: \(SystemError.text(errno))")
      }
    }
    guard options.waitsForDisk else { return }
    let descriptor = file.descriptor
    guard Descriptor.uninterrupted({ fsync(descriptor) }) == 0 else {
      throw AuxError(.io, "cannot flush: \(SystemError.text(errno))")
    }
  }

  /// Copies the file, which has no name, into one that has, with all that it was given.
  mutating func takeName() throws(AuxError) {
    let unnamed = try reading()
    file = try TemporaryFile(in: PathText.folder(of: destination), needsName: true)
    var all = ByteComposition()
    all.append(source: 0..<unnamed.byteCount)
    try write(all, source: unnamed)
    // Lost attributes were reported when the first file was completed.
    _ = takeAttributes(of: unnamed)
    let permissions = unnamed.status.permissions
    try seal(takeOwner(of: unnamed.status) ? permissions : Self.withoutGroup(permissions))
  }

  /// Returns whether the file has the group of the other now; only root may give it to another owner.
  private func takeOwner(of other: FileStatus) -> Bool {
    fchown(file.descriptor, other.owner, other.group) == 0
      || fchown(file.descriptor, uid_t.max, other.group) == 0
      || FileStatus(descriptor: file.descriptor)?.group == other.group
  }

  /// Removes the group's permissions, which are not meant for another group.
  private static func withoutGroup(_ permissions: UInt32) -> UInt32 {
    permissions & ~0o070 | (permissions & 0o007) << 3 & permissions
  }

  /// Returns the names of extended attributes that are not kept.
  private func takeAttributes(of model: FileByteSource) -> [String] {
    let names = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, filled in
      unsafe buffer.withMemoryRebound(to: CChar.self) {
        filled = unsafe aux_copy_extended_attributes(
          model.descriptor, file.descriptor, $0.baseAddress, $0.count)
      }
    }
    return names.split(separator: 0).map {
      "the extended attribute \(PathText.display(PathText.text(of: Array($0)))) is lost"
    }
  }

  /// Gives the file its name; `read` is the file that its content was made of, where that is the one replaced.
  ///
  /// Where files without a name cannot be given one, the bytes are copied into one that has. Throws `cannotCreate`,
  /// `changed` where `read` is not the file of that name any more, and `io` where the system fails; where the message
  /// says that the folder did not reach the disk, the file has its name. A cancelled call gives no name.
  mutating func commit(replacing read: FileByteSource? = nil) throws(AuxError) {
    try AuxError.checkCancellation()
    // What is written between the comparison and the exchange of names is noticed too.
    let watch = read == nil ? nil : WriteWatch(destination)
    if let read {
      guard let now = try FileStatus(destination) else { throw .lost(errno) }
      guard now.isUnchanged(since: read.status) else { throw .changedMeanwhile }
      TemporaryFile.Abandoned.removeNames(of: now, from: PathText.folder(of: destination))
    }
    if options.keepsBackup { try Self.keepBackup(of: destination) }
    if options.replaces {
      // The backup's name changed the status of the old file, but not its content.
      try file.replace(
        destination,
        where: read.map { read in { $0.hasContent(of: read.status) && watch?.wasWritten != true } })
    } else if try !file.appear(as: destination) {
      try takeName()
      _ = try file.appear(as: destination)
    }
    if options.waitsForDisk { try flushFolder() }
  }

  /// Gives the file its name, and the mode of the one that it replaces: ``complete(like:keepingOwner:)`` and
  /// ``commit(replacing:)``.
  package mutating func finish() throws(AuxError) {
    try complete()
    try commit()
  }

  /// Has the name on the disk as well.
  private func flushFolder() throws(AuxError) {
    let folder = PathText.folder(of: destination)
    let handle = FileSystem.openForReading(folder.isEmpty ? "." : folder)
    guard handle >= 0 else {
      // A folder that may be written and not read is flushed by the system in its own time.
      guard !SystemError.isAbsence(errno) else { return }
      throw Self.flushingFolder(errno)
    }
    defer { close(handle) }
    guard Descriptor.uninterrupted({ fsync(handle) }) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw Self.flushingFolder(errno)
    }
  }

  private static func flushingFolder(_ code: Int32) -> AuxError {
    AuxError(.io, "the file is written, but its folder cannot be flushed: \(SystemError.text(code))")
  }
}
