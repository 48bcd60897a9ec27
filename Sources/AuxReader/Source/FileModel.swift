internal import AuxCodecs
package import AuxContainers
package import AuxImage

/// A file whose structure was walked once: an ``ImageSource`` is made strict of it, and rules inspect it.
package struct FileModel: Sendable {
  package enum Structure: Sendable {
    case jpeg(JPEGStructure)
    case heif(HEIFStructure)
    case tiff(TIFFStructure)
    /// A file of a container that is never written to; its reader alone looks at it.
    case readOnly(any ReadOnlyFileReader.Type)
  }

  package let bytes: any ByteSource
  package let limits: AuxLimits
  package let structure: Structure
  /// The XMP packets, each parsed when it is first asked for.
  package let packets: XMPPackets
  private let images = Once<Result<JPEGImageList, AuxError>>()

  /// Takes a structure that was walked already.
  package init(bytes: any ByteSource, limits: AuxLimits, structure: Structure) {
    (self.bytes, self.limits, self.structure) = (bytes, limits, structure)
    packets = XMPPackets(bytes, limits: limits)
  }

  /// Recognises the container by the first bytes and walks its structure.
  ///
  /// Throws `truncated` for an empty file, `unsupported` for one of no ``ImageContainer``, `cancelled`, and as
  /// ``TIFFStructure/init(_:limits:)``; all else that is wrong is in the structure.
  package init(_ bytes: any ByteSource, limits: AuxLimits = .standard) throws(AuxError) {
    CodecBox.heedCancellations()
    try AuxError.checkCancellation()
    self.bytes = bytes
    self.limits = limits
    packets = XMPPackets(bytes, limits: limits)
    let prefix = try bytes.readPrefix(at: 0, count: 16)
    guard !prefix.isEmpty else { throw AuxError(.truncated, "the file is empty", offset: 0) }
    switch ImageContainer(prefix: prefix) {
    case .jpeg: structure = .jpeg(JPEGStructure(bytes, limits: limits))
    case .heif, .avif: structure = .heif(HEIFStructure(bytes, limits: limits))
    case .tiff, .dng: structure = .tiff(try TIFFStructure(bytes, limits: limits))
    case .png: structure = .readOnly(PNGReader.self)
    case .webp: structure = .readOnly(WebPReader.self)
    case .exr: structure = .readOnly(EXRReader.self)
    case .jxl: structure = .readOnly(JPEGXLReader.self)
    case nil:
      throw UnknownFile.error(
        of: bytes, expected: "JPEG, HEIF, DNG, PNG, TIFF, WebP, OpenEXR or JPEG XL file")
    }
  }

  /// Returns the list of the images of a JPEG file, which is made once; throws where the first of them cannot be read.
  package func images(of structure: JPEGStructure) throws(AuxError) -> JPEGImageList {
    try images.value {
      Result { () throws(AuxError) in try JPEGImageList(structure, packets) }
    }.get()
  }
}

extension XMPPackets {
  package convenience init(_ source: any ByteSource, limits: AuxLimits) {
    self.init(source, limits: limits, digest: MD5.hexDigest)
  }
}
