public import AuxKernels

/// The pixels of a photo, as reading gives them, effects change them and writing takes them.
///
/// The samples are the coded ones, transfer curve included. ``iccProfile`` says what colours they are; without one they
/// are sRGB. The rows are in the file's order, and ``orientation`` says how to turn them.
public struct PhotoPixels: Hashable, Sendable {
  /// The samples of all pixels in turn, rows tightly packed from the top left.
  public enum Samples: Hashable, Sendable {
    /// Codes of 8 bits.
    case uint8([UInt8])
    /// Codes of 16 bits.
    case uint16([UInt16])

    package var count: Int {
      switch self {
      case .uint8(let codes): codes.count
      case .uint16(let codes): codes.count
      }
    }
  }

  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The number of samples of a pixel: 1 of gray, or 3 of red, green and blue.
  public let channels: Int
  /// The samples, `width * height * channels` of them.
  public let samples: Samples
  /// The ICC profile of the colours; nil where they are sRGB, or the file does not say.
  public var iccProfile: [UInt8]?
  /// How the pixels are to be turned for display.
  public var orientation: ImageOrientation

  /// Creates pixels of `width * height * channels` samples.
  ///
  /// Throws `AuxError` with code `usage` where a side is not positive, there are neither 1 nor 3 channels, or
  /// the number of samples is another.
  public init(
    width: Int, height: Int, channels: Int, samples: Samples, iccProfile: [UInt8]? = nil,
    orientation: ImageOrientation = .up
  ) throws(AuxError) {
    guard channels == 1 || channels == 3 else {
      throw AuxError(.usage, "a photo has 1 or 3 samples a pixel, not \(channels)")
    }
    try PlaneSize.check(width: width, height: height, count: samples.count, channels: channels)
    self.init(width: width, height: height, channels: channels, known: samples)
    self.iccProfile = iccProfile
    self.orientation = orientation
  }

  /// Creates upright pixels of `width * height * 3` samples of red, green and blue in turn.
  ///
  /// Throws `AuxError` as ``init(width:height:channels:samples:iccProfile:orientation:)``.
  public init(width: Int, height: Int, rgb8 samples: [UInt8]) throws(AuxError) {
    try self.init(width: width, height: height, channels: 3, samples: .uint8(samples))
  }

  /// Creates gray pixels of a plane of codes.
  ///
  /// Throws `AuxError` with code `usage` for a plane of floats.
  public init(gray plane: PixelPlane, orientation: ImageOrientation = .up) throws(AuxError) {
    switch plane.storage {
    case .uint8(let codes):
      self.init(width: plane.width, height: plane.height, channels: 1, known: .uint8(codes))
    case .uint16(let codes):
      self.init(width: plane.width, height: plane.height, channels: 1, known: .uint16(codes))
    case .half, .float: throw AuxError(.usage, "a gray picture has codes, not \(plane.sampleType)")
    }
    self.orientation = orientation
  }

  /// Calls `body` with the bytes of the samples: rows tightly packed from the top, in the byte order of the machine.
  ///
  /// The pointer is valid during the call.
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    switch samples {
    case .uint8(let codes): unsafe try codes.withUnsafeBytes(body)
    case .uint16(let codes): unsafe try codes.withUnsafeBytes(body)
    }
  }

  /// Creates pixels of samples whose number is known to be right.
  package init(width: Int, height: Int, channels: Int, known samples: Samples) {
    (self.width, self.height, self.channels, self.samples) = (width, height, channels, samples)
    orientation = .up
  }

  /// Creates pixels of 8-bit RGB samples whose number is known to be right.
  package init(width: Int, height: Int, knownRGB8 samples: [UInt8]) {
    self.init(width: width, height: height, channels: 3, known: .uint8(samples))
  }
}

extension PhotoPixels: CustomStringConvertible {
  /// The size and the kind of sample, as `4032x3024 RGB of 8 bits`.
  public var description: String {
    let bits = if case .uint16 = samples { 16 } else { 8 }
    return "\(width)x\(height) \(channels == 1 ? "gray" : "RGB") of \(bits) bits"
  }
}
