internal import AuxContainers
package import AuxImage
package import AuxKernels

/// Files that hold one plane of depth, disparity or a matte, told by content.
///
/// Source: Specs/conversions.md, "Map files".
package enum MapFile {
  /// Decodes a map file: grayscale PNG, or PFM.
  ///
  /// Throws `unsupported` for a file of another kind, and as its codec does.
  package static func decode(_ data: [UInt8], limits: Limits = .standard) throws(AuxError) -> PixelPlane {
    guard !data.isEmpty else { throw AuxError(.truncated, "the map file is empty", offset: 0) }
    if ImageContainer(prefix: Array(data.prefix(16))) == .png {
      return try GrayscaleMapReader.plane(from: try PNGCodec.decode(data, limits: limits))
    }
    // PFM begins with P and f, or F for colour, which its codec refuses.
    if data.starts(with: [0x50, 0x66]) || data.starts(with: [0x50, 0x46]) {
      return try PFMCodec.decode(data, limits: limits)
    }
    throw AuxError(.unsupported, "is no map file of a known kind (PNG, PFM)", offset: 0)
  }
}
