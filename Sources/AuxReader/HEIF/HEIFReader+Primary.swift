internal import AuxContainers
package import AuxImage

extension HEIFReader {
  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    try photo(of: file.primaryItem)
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    PhotoMetadata(
      exif: try file.exif(for: file.primaryItemID, from: source),
      xmp: try Self.packet(of: file.primaryItem, file, source, limits))
  }
}

extension HEIFReader {
  /// Decodes the item of that number as a picture; throws `missingImage` where there is none.
  func pixels(ofItem number: Int) throws(AuxError) -> PhotoPixels {
    guard let id = UInt32(exactly: number), let item = file.item(id) else {
      throw AuxError(.missingImage, "there is no item \(number)")
    }
    return try photo(of: item)
  }

  private func photo(of item: HEIFItem) throws(AuxError) -> PhotoPixels {
    try decoder.photo(of: item)
  }
}
