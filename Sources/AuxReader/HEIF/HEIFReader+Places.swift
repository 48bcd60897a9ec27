package import AuxContainers
package import AuxImage

extension HEIFReader {
  /// Returns how many columns and rows a sample of chroma covers in a coded image or a grid: 1 where chroma is whole or missing.
  package func chromaUnit(of item: HEIFItem) throws(AuxError) -> (width: Int, height: Int) {
    guard let layout = try decoder.described(item).encoding?.layout else { return (1, 1) }
    return (1 << layout.chromaShifts.across, 1 << layout.chromaShifts.down)
  }

  /// The longer side of the thumbnail of the primary, in pixels; nil without one.
  package var thumbnailSide: Int? {
    let sizes = file.items.filter { $0.targets("thmb").contains(file.primaryItemID) }.compactMap {
      try? file.imageSize(of: $0)
    }
    return sizes.map { max($0.width, $0.height) }.max()
  }

  /// Returns what is shown of an item, in the samples that are coded: what `clap` leaves of it.
  package func codedPlace(of item: HEIFItem) throws(AuxError) -> PixelRectangle {
    let size = try file.imageSize(of: item)
    let part = try decoder.aperture(of: item, width: size.width, height: size.height)
    return PixelRectangle(
      knownX: part?.left ?? 0, y: part?.top ?? 0, width: part?.width ?? size.width,
      height: part?.height ?? size.height)
  }
}
