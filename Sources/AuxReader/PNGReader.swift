internal import AuxCodecs
package import AuxContainers
package import AuxImage

/// Reads PNG files, which hold no auxiliary images: they are sources of primaries.
package struct PNGReader: ContainerReader {
  package let container = ImageContainer.png
  package let primary: PrimaryImage?
  package let auxiliaryImages: [AuxiliaryImage] = []
  package let notes: [String] = []

  /// Reads the header.
  package init(_ source: any ByteSource, limits: Limits) throws(AuxError) {
    // Signature, and IHDR with its CRC.
    var reader = ByteReader(try source.read(at: 0, count: 33))
    try reader.skip(8)
    guard try reader.readUInt32() == 13, try reader.readBytes(4) == Array("IHDR".utf8) else {
      throw AuxError(.malformed, "the first chunk is not IHDR (PNG 11.2.2)", offset: 8)
    }
    let width = Int(try reader.readUInt32())
    let height = Int(try reader.readUInt32())
    _ = try limits.checkedPixelCount(width: width, height: height)
    primary = PrimaryImage(width: width, height: height, orientation: .up)
  }

  package func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    throw AuxError(.missingImage, "PNG files hold no auxiliary images")
  }
}
