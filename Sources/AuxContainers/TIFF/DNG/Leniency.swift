internal import AuxImage

/// What becomes of something that breaks a rule of DNG and can be read nevertheless: a note.
struct Leniency {
  var notes: [String]

  /// Keeps a note of what breaks a rule.
  mutating func object(_ reason: String, _ directory: TIFFDirectory, _ tag: UInt16) {
    notes.append(
      "\(AuxError(.malformed, reason, offset: directory.offset, place: directory.place(tag)))")
  }

  /// Returns what can be read; where the file ends before, keeps a note.
  mutating func forgiving<Value>(_ read: () throws(AuxError) -> Value?) throws(AuxError) -> Value? {
    do throws(AuxError) { return try read() } catch {
      guard error.code == .truncated else { throw error }
      try forgive(error)
      return nil
    }
  }

  /// Keeps an error as a note; throws one of the system.
  mutating func forgive(_ error: AuxError) throws(AuxError) {
    try error.throwIfOfSystem()
    notes.append("\(error)")
  }
}
