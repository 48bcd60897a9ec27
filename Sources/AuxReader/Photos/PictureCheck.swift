internal import AuxContainers
package import AuxImage

/// Whether the coded data of one picture of a photo are whole: it is decoded, and its samples are not kept.
///
/// Colours, transparency and orientation have no part in it: what cannot become the pixels of another file may be whole.
/// Source: Specs/validation.md, "The photo's own picture".
package struct PictureCheck: Sendable {
  /// The place in the file, as in `item 49`; empty where the file is the picture.
  package let place: String
  /// Where the picture begins, as far as one place says that.
  package let offset: Int?
  /// Why it cannot be decoded; nil where it was, and nothing is wrong with it.
  package let failure: AuxError?

  /// Decodes with `body`, and keeps the error alone.
  init(_ place: String, at offset: Int? = nil, _ body: () throws(AuxError) -> Void) {
    (self.place, self.offset) = (place, offset)
    do throws(AuxError) {
      try body()
      failure = nil
    } catch { failure = error }
  }
}
