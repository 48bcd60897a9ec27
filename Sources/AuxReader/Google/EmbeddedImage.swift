internal import AuxImage

/// How an auxiliary image lies in a file that is none of Apple's.
///
/// It goes where the primary goes: it is neither replaced nor removed, and its place says what it is.
package enum EmbeddedForm: Hashable, Sendable {
  /// The XMP of the primary holds the image, as Google's GDepth has it.
  case gdepth
  /// The XMP of the primary names an item of the file, as Google's Dynamic Depth has it.
  case dynamicDepth
  /// A maker's data after the images hold it.
  case trailer

  /// What the image belongs to, for messages.
  package var owner: String {
    switch self {
    case .gdepth, .dynamicDepth: "the primary's XMP"
    case .trailer: "its maker's data after the images"
    }
  }
}

/// An image of such a form.
protocol EmbeddedImage: Sendable {
  /// Returns what `info` lists.
  func description(index: Int) -> AuxiliaryImage
  /// Decodes the image.
  func stored(limits: Limits) throws(AuxError) -> StoredAuxiliaryImage
}
