public import AuxImage

extension ImageSource {
  /// Returns the auxiliary images of the types that are asked for, in the order of the file; all where none is.
  ///
  /// Throws `AuxError` with code `missingImage` where there is none of a type that is asked for, which says what there
  /// is, or none at all.
  public func auxiliaryImages(ofTypes types: [AuxiliaryDataType]) throws(AuxError) -> [AuxiliaryImage] {
    let images = auxiliaryImages.filter { types.isEmpty || types.contains($0.type) }
    for type in types where !images.contains(where: { $0.type == type }) {
      throw type.missingError(among: auxiliaryImages.map(\.type))
    }
    guard !images.isEmpty else { throw AuxError(.missingImage, "there are no auxiliary images") }
    return images
  }

  /// Returns an error with code `missingImage` for each of these types of which there is no image.
  public func missing(of types: [AuxiliaryDataType]) -> [AuxError] {
    types.filter { auxiliaryImage($0) == nil }.map { $0.missingError(among: auxiliaryImages.map(\.type)) }
  }
}
