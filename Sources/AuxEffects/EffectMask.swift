package import AuxImage
package import AuxKernels

/// How much of an effect each pixel is spared: 1 is in focus, 0 is not.
public struct EffectMask: Hashable, Sendable {
  /// The number of samples in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The samples from 0 to 1, rows tightly packed from the top left.
  public internal(set) var values: [Float]

  /// Creates a mask of values from 0 to 1.
  ///
  /// Throws `AuxError` with code `usage` where their number is wrong or one is outside of 0...1 or NaN.
  package init(width: Int, height: Int, values: [Float]) throws(AuxError) {
    try PlaneSize.check(width: width, height: height, count: values.count)
    guard values.allSatisfy({ $0 >= 0 && $0 <= 1 }) else {
      throw AuxError(.usage, "a mask has values from 0 to 1 only")
    }
    self.init(width: width, height: height, known: values)
  }

  /// Creates a mask of values that are known to be right.
  init(width: Int, height: Int, known values: [Float]) {
    self.width = width
    self.height = height
    self.values = values
  }

  /// Creates a mask of the 8-bit codes of a matte, 255 the subject, stretched to a size bilinearly.
  ///
  /// Throws `AuxError` with code `usage` where the plane has other samples or the size is not positive.
  package init(matte: PixelPlane, width: Int, height: Int, jobs: Int) throws(AuxError) {
    guard case .uint8(let codes) = matte.storage else {
      throw AuxError(.usage, "a matte has 8-bit samples, not \(matte.sampleType)")
    }
    guard width > 0, height > 0, !width.multipliedReportingOverflow(by: height).overflow else {
      throw AuxError(.usage, "\(width)x\(height) is no size of a mask")
    }
    let source = Quantise.values(fromCodes8: codes, firstValue: 0, lastValue: 1)
    self.init(
      width: width, height: height,
      known: Stretch.bilinear(
        source, from: (matte.width, matte.height), to: (width, height), jobs: jobs))
  }

  /// Creates a mask of the shares of a matte, stretched to a size bilinearly; a hole is no part of the subject.
  package init(shares matte: NormalisedMap, width: Int, height: Int, jobs: Int) {
    let values = matte.holeCount == 0 ? matte.values : matte.values.map { $0.isNaN ? 0 : $0 }
    self.init(
      width: width, height: height,
      known: Stretch.bilinear(values, from: (matte.width, matte.height), to: (width, height), jobs: jobs))
  }

  /// Returns what `render`, which writes every sample, makes of the RGB samples of an image of the mask's size.
  func applied(
    to image: PhotoPixels,
    _ render: (_ image: PhotoPixels, _ target: inout PhotoPixels.Samples) -> Void
  ) throws(AuxError) -> PhotoPixels {
    try PlaneSize.match(image, width: width, height: height, of: "mask")
    return image.rewritten(render)
  }

  /// Returns the mask as a picture of codes of 8 or 16 bits, 1 as the greatest.
  package func picture(bitsPerSample bits: Int = 8) -> PixelPlane {
    guard bits == 16 else {
      return PixelPlane(width: width, height: height, known: .uint8(codes(most: 255)))
    }
    return PixelPlane(width: width, height: height, known: .uint16(codes(most: 65535)))
  }

  private func codes<Code: LightCode>(most: Float) -> [Code] {
    var codes = Bands.undefined(values.count, of: Code.self)
    let source = values.span
    var target = codes.mutableSpan
    precondition(source.count == target.count)
    for index in 0..<source.count { target[index] = Code.nearest(source[index] * most) }
    return codes
  }
}
