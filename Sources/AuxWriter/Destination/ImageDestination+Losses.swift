internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension ImageDestination {
  /// What of the source the new file does not have.
  struct Losses {
    /// The auxiliary images: those that are removed, and those that exist for them alone.
    let images: Set<Int>
    /// The items of HEIF that go with them: what describes them, their tiles, images of them, and tone-mapped images that
    /// are made with them.
    let items: Set<UInt32>
  }

  /// Returns what goes with the images that are removed.
  func losses() throws(AuxError) -> Losses {
    guard case .heif(let reader) = base.parsed else { return Losses(images: removals, items: []) }
    var edit = HEIFEdit(reader.file)
    try edit.remove(all: removals.sorted().map { reader.auxiliaryItems[$0].id })
    let gone = edit.removedIDs
    let images = reader.auxiliaryItems.indices.filter { gone.contains(reader.auxiliaryItems[$0].id) }
    return Losses(images: Set(images), items: gone)
  }
}
