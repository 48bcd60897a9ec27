internal import AuxContainers
package import AuxImage

extension HEIFReader {
  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    try HEIFImageDecoder(file: file, source: source, limits: limits).photo(of: file.primaryItem)
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    PhotoMetadata(
      exif: try file.exif(for: file.primaryItemID, from: source),
      xmp: try Self.packet(of: file.primaryItem, file, source, limits))
  }
}
