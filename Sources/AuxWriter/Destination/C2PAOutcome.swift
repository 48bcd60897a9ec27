internal import AuxImage
internal import AuxReader

/// What became of the C2PA manifest of a source in the file that was written from it.
public enum C2PAOutcome: String, Hashable, Sendable, CaseIterable {
  /// The manifest is there as it was; its signature no longer holds, since it is over bytes that changed.
  case invalidated
  /// The manifest was left out.
  case removed
}

extension ImageDestination {
  /// Leaves out the C2PA manifest of the source, whose signature would not hold for the new file.
  ///
  /// Returns whether there is one. In DNG its bytes stay as dead data that no tag names.
  @discardableResult
  public mutating func removeC2PAManifest() -> Bool {
    guard base.c2paManifest != nil else { return false }
    removesC2PAManifest = true
    return true
  }

  /// Throws `verification` where the manifest is not in a file just written as it should be, else returns what became
  /// of it; nil where the source has none.
  func c2paOutcome(in written: ImageSource) throws(AuxError) -> C2PAOutcome? {
    let (before, after) = (base.c2paManifest, written.c2paManifest)
    guard after?.byteCount == (removesC2PAManifest ? nil : before?.byteCount) else {
      throw AuxError(.verification, "the C2PA manifest came back otherwise")
    }
    return before == nil ? nil : removesC2PAManifest ? .removed : .invalidated
  }
}
