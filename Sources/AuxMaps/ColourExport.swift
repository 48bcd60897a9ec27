internal import AuxCodecs
public import AuxImage

/// An auxiliary image of several components, ready for a file of its own.
public struct ColourExport: Hashable, Sendable {
  /// The components as they are coded, turned where that was asked for.
  public let colours: ColourPlanes

  /// Takes an image, turned as `orientation` asks for.
  public init(_ colours: ColourPlanes, orientation: ImageOrientation = .up) {
    self.colours = colours.applyingExifOrientation(orientation)
  }

  /// Returns the bytes of a file, and whether the ICC profile went along; nil where there is none.
  ///
  /// PNG, TIFF and NPY hold red, green and blue, of 8 bits where the codes have 8, else spread over 16. Raw samples are
  /// those of `ColourPlanes.data()`: planes one after the other. NPY and raw samples have no place for a
  /// profile. Throws `AuxError`: `unsupported` for kinds that hold one component, and for a matrix that is not known;
  /// else as the codec.
  public func encoded(as kind: MapFile.Kind) throws(AuxError) -> (bytes: [UInt8], keepsProfile: Bool?) {
    let hasProfile = colours.iccProfile != nil
    switch kind {
    case .png:
      let (bytes, keepsProfile) = try PNGCodec.encode(try colours.rgb())
      return (bytes, hasProfile ? keepsProfile : nil)
    case .tiff: return (try TIFFMapCodec.encode(try colours.rgb()), hasProfile ? true : nil)
    case .npy: return (NPYCodec.encode(try colours.rgb()), hasProfile ? false : nil)
    case .raw: return (try colours.data(), hasProfile ? false : nil)
    case .pfm, .exr, .npz:
      throw AuxError(
        .unsupported,
        "\(kind.name) is written of one component, and the image has three; PNG, TIFF, NPY and raw hold them")
    }
  }

  /// The smallest and the largest code of the components as they are coded.
  public var bounds: ClosedRange<Double> {
    var (low, high) = (UInt16.max, UInt16.min)
    func count<Sample: FixedWidthInteger>(_ codes: [Sample]) {
      for code in codes { (low, high) = (min(low, UInt16(code)), max(high, UInt16(code))) }
    }
    for plane in colours.components {
      switch plane.storage {
      case .uint8(let codes): count(codes)
      case .uint16(let codes): count(codes)
      case .half, .float: break
      }
    }
    return Double(min(low, high))...Double(high)
  }
}
