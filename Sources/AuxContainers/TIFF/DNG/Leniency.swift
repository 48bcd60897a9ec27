internal import AuxImage

/// What becomes of something that breaks a rule and can be read nevertheless.
struct Leniency {
  let strict: Bool
  var notes: [String]

  /// Throws `malformed` where strict, and else keeps a note.
  mutating func object(_ reason: String, _ directory: TIFFDirectory, _ tag: UInt16) throws(AuxError) {
    try forgive(
      AuxError(.malformed, reason, offset: directory.offset, place: directory.place(tag)))
  }

  /// Returns what can be read; where the file ends before, throws if strict, and else keeps a note.
  mutating func forgiving<Value>(_ read: () throws(AuxError) -> Value?) throws(AuxError) -> Value? {
    do throws(AuxError) { return try read() } catch {
      guard error.code == .truncated else { throw error }
      try forgive(error)
      return nil
    }
  }

  /// Throws the error where strict, and else keeps it as a note.
  mutating func forgive(_ error: AuxError) throws(AuxError) {
    if strict || error.isOfSystem { throw error }
    notes.append("\(error)")
  }
}
