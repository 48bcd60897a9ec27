public import AuxImage
internal import AuxReader

extension ImageDestination {
  /// Adds auxiliary images of another photo, turned as the pixels were turned between both; returns those added.
  ///
  /// The turn is that of ``OrientationMatch``, or the one given. What was concluded of it, and which image of an
  /// unnamed type the container does not hold, is appended to ``notes``, also where an error follows. Throws
  /// `AuxError`: `missingImage` where nothing could be taken, `usage` where one of both has no primary image to
  /// compare, `unsupported` where the container does not hold an image whose type was named, else as
  /// ``OrientationMatch`` and ``copyAuxiliaryImage(_:from:turning:encoding:replacing:)``.
  public mutating func copyAuxiliaryImages(
    _ selection: CopySelection, turning turn: ImageOrientation? = nil, encoding: AuxiliaryEncoding = .init(),
    replacing: Bool = false
  ) throws(AuxError) -> [CopiedImage] {
    let source = selection.source
    let match = try orientationMatch(with: source, turn)
    if let note = match.note { notes.append(note) }
    var copied: [CopiedImage] = []
    for image in selection.images {
      do throws(AuxError) {
        let isUndecoded = try copyAuxiliaryImage(
          image, from: source, turning: match.turn, encoding: encoding, replacing: replacing)
        copied.append(CopiedImage(image: image, isUndecoded: isUndecoded))
      } catch {
        // Of all images, one that the container does not hold is left out; one that was named is not.
        guard !selection.isExplicit, error.code == .unsupported else { throw error }
        notes.append("\(image.type) is left out: \(error.message)")
      }
    }
    guard !copied.isEmpty else {
      throw AuxError(.missingImage, "nothing could be taken from \(source.path ?? "the other photo")")
    }
    return copied
  }

  private func orientationMatch(
    with source: ImageSource, _ turn: ImageOrientation?
  ) throws(AuxError) -> OrientationMatch {
    guard let primary, let original = source.primary else {
      // What is alone in its file lies on any photo as it is stored.
      guard turn == nil, let primary else {
        throw AuxError(.usage, "a lone auxiliary image has no photo to compare with")
      }
      return try OrientationMatch(from: primary, to: primary)
    }
    guard let turn else { return try OrientationMatch(from: original, to: primary) }
    return try OrientationMatch(turning: turn, from: original, to: primary)
  }
}
