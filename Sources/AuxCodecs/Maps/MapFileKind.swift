internal import AuxContainers
package import AuxImage
package import AuxKernels

extension MapFile {
  /// The kinds of map file.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case png, pfm, npy, npz, tiff, exr, raw

    /// Returns the kind that `prefix`, the first bytes of a file, begins; never `raw`.
    package init?(prefix: [UInt8]) {
      switch ImageContainer(prefix: prefix) {
      case .png: self = .png
      case .tiff, .dng: self = .tiff
      case .jpeg, .heif: return nil
      case nil:
        // PFM begins with P and f, or F for colour, which its codec refuses.
        if prefix.starts(with: [0x50, 0x66]) || prefix.starts(with: [0x50, 0x46]) {
          self = .pfm
        } else if prefix.starts(with: NPYHeader.magic) {
          self = .npy
        } else if prefix.starts(with: [0x50, 0x4B, 3, 4]) || prefix.starts(with: [0x50, 0x4B, 5, 6]) {
          self = .npz
        } else if prefix.starts(with: [0x76, 0x2F, 0x31, 0x01]) {
          self = .exr
        } else {
          return nil
        }
      }
    }

    /// Returns the kind that a path's extension asks for as an output.
    package init?(outputPath path: String) {
      let name = path.split(separator: "/").last ?? ""
      switch name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased() {
      case "png": self = .png
      case "pfm": self = .pfm
      case "npy": self = .npy
      case "tif", "tiff": self = .tiff
      case "exr": self = .exr
      case "raw", "bin": self = .raw
      default: return nil
      }
    }

    /// The kinds of sample that a file of this kind can be written with.
    package var writableSamples: Set<PixelPlane.SampleType> {
      switch self {
      case .png: [.uint8, .uint16]
      case .pfm: [.float]
      case .exr: [.half, .float]
      case .npy, .tiff, .raw: [.uint8, .uint16, .half, .float]
      case .npz: []
      }
    }
  }

  /// Encodes a plane, for `decode` to give back.
  ///
  /// Halves become floats in PFM, which is exact. `channel` names the one of OpenEXR. Throws `usage` where
  /// the kind cannot hold the samples, or is not written.
  package static func encode(
    _ plane: PixelPlane, as kind: Kind, channel: String? = nil
  ) throws(AuxError) -> [UInt8] {
    guard channel == nil || kind == .exr else {
      throw AuxError(.usage, "only OpenEXR has channels to name, not \(kind.rawValue)")
    }
    switch kind {
    case .png: return try PNGCodec.encode(plane)
    case .pfm:
      guard case .half(let bits) = plane.storage else { return try PFMCodec.encode(plane) }
      let floats = PixelPlane(width: plane.width, height: plane.height, storage: .float(Half.decode(bits)))
      return try PFMCodec.encode(floats)
    case .npy: return NPYCodec.encode(plane)
    case .npz: throw AuxError(.usage, "NPZ is only read; write NPY")
    case .tiff: return try TIFFMapCodec.encode(plane)
    case .exr: return try EXRMapCodec.encode(plane, channel: channel ?? "Z")
    case .raw: return RawMap.encode(plane)
    }
  }
}

/// What has to be said of a map file beyond its content.
package struct MapFileOptions: Hashable, Sendable {
  /// The channel of an OpenEXR file; nil where it is to be found.
  package var channel: String?
  /// The array of an NPZ archive; nil where it is to be found.
  package var key: String?
  /// What raw samples are; where it is given, the file is raw whatever it begins with.
  package var raw: RawMapLayout?

  /// Creates options.
  package init(channel: String? = nil, key: String? = nil, raw: RawMapLayout? = nil) {
    self.channel = channel
    self.key = key
    self.raw = raw
  }
}
