internal import AuxCodecs
internal import AuxContainers
package import AuxImage

extension PNGReader {
  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    let image = try PNGCodec.decode(source.read(at: 0, count: source.byteCount), limits: limits)
    return try PhotoPixels(opaque: image, orientation: primary?.orientation ?? .up)
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    var xmp: [UInt8]?
    if let text = try file.text(PNGInternationalText.xmpKeyword, from: source, limits: limits) {
      xmp = text.isCompressed ? try Deflate.decompress(text.text, maxBytes: limits.xmpBytes) : text.text
    }
    return PhotoMetadata(exif: try file.exif(from: source, limits: limits), xmp: xmp)
  }
}
