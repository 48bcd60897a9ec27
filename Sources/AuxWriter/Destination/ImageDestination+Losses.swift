internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension ImageDestination {
  /// The auxiliary images of the source that the new file does not have: those that are removed, and those that exist
  /// for them alone.
  func goneImages() throws(AuxError) -> Set<Int> {
    guard case .heif(let reader) = base.parsed else { return removals }
    let gone = try goneItems(reader)
    return Set(reader.auxiliaryItems.indices.filter { gone.contains(reader.auxiliaryItems[$0].id) })
  }

  /// The items that go with the removed images: what describes them, their tiles, images of them, and tone-mapped images
  /// that are made with them.
  func goneItems(_ reader: HEIFReader) throws(AuxError) -> Set<UInt32> {
    var edit = HEIFEdit(reader.file)
    try edit.remove(all: removals.sorted().map { reader.auxiliaryItems[$0].id })
    return edit.removedIDs
  }
}
