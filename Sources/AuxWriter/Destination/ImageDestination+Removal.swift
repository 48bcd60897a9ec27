public import AuxImage
public import AuxReader

extension ImageDestination {
  /// Removes the auxiliary images of one of these types, or all where none is named.
  ///
  /// Without types, maps of Google's and of makers stay where there are others to remove. These are images of the source and those that were carried over, as for ``removeAuxiliaryImage(_:)``, and not
  /// images that were added. Returns those that are removed, in the order of the file; without types there may be
  /// none. Throws `AuxError` with code `missingImage` where there is none of a type that is named, else as for one
  /// image; nothing is removed then.
  @discardableResult
  public mutating func removeAuxiliaryImages(
    ofTypes types: [AuxiliaryDataType] = []
  ) throws(AuxError) -> [AuxiliaryImage] {
    let present =
      base.auxiliaryImages.filter { !removals.contains($0.index) } + additions.compactMap(\.carried)
    let asked = present.filter { types.isEmpty || types.contains($0.type) }
    // Of all images, those go that can; of a type that is named, one that cannot is an error.
    let removable = types.isEmpty ? asked.filter { $0.embeddedForm == nil } : asked
    let images = removable.isEmpty ? asked : removable
    for type in types where !images.contains(where: { $0.type == type }) {
      throw type.missingError(among: present.map(\.type))
    }
    var changed = self
    for image in images { try changed.removeAuxiliaryImage(image) }
    self = changed
    return images
  }
}
