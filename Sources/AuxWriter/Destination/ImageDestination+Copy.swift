public import AuxImage
internal import AuxReader

extension ImageDestination {
  /// Adds auxiliary images of another photo, cut and turned as the pixels were between both; returns those added.
  ///
  /// Both pictures are decoded and compared, unless `placement` says otherwise; how alike they are is
  /// ``pictureMatch``. What was concluded, and which image of an unnamed type the container does not hold, is
  /// appended to ``notes``, also where an error follows. Throws `AuxError`: `missingImage` where nothing could be
  /// taken, `usage` where one of both has no primary image to compare, `unsupported` where the container does not
  /// hold an image whose type was named; where a picture cannot be decoded, that error with the remedy
  /// `Remedy.skipComparison`; else as ``PictureMatch``, ``OrientationMatch`` and
  /// ``copyAuxiliaryImage(_:from:cropping:turning:encoding:replacing:)``.
  public mutating func copyAuxiliaryImages(
    _ selection: CopySelection, placing placement: CopyPlacement = .compared,
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false
  ) throws(AuxError) -> [CopiedImage] {
    let source = selection.source
    let place = try PlacedCopy(of: source, on: base, placement)
    if let note = place.note { notes.append(note) }
    pictureMatch = place.match
    var copied: [CopiedImage] = []
    for image in selection.images {
      do throws(AuxError) {
        let isUndecoded = try copyAuxiliaryImage(
          image, from: source, cropping: place.crop, turning: place.turn, encoding: encoding,
          replacing: replacing)
        copied.append(CopiedImage(image: image, isUndecoded: isUndecoded, size: additions.last?.codesSize))
      } catch {
        // Of all images, one that the container does not hold, or that cannot be read, is left out; one that was named is not.
        guard !selection.isExplicit, error.code == .unsupported || image.failure != nil else { throw error }
        notes.append("\(image.type) is left out: \(error.message)")
      }
    }
    guard !copied.isEmpty else {
      throw AuxError(.missingImage, "nothing could be taken from \(source.path ?? "the other photo")")
    }
    return copied
  }
}
