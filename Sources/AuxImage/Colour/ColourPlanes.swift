package import AuxKernels

/// The samples of an image of three components, as they are coded: before any matrix, and chroma as small as it is.
///
/// Gain maps may be such images, and so are Apple's linear thumbnails and style maps. The samples have no transfer
/// function undone; ``iccProfile`` or the code points of ``encoding`` say what colours they are.
package struct ColourPlanes: Hashable, Sendable {
  /// What the codes represent.
  package let encoding: ColourEncoding
  /// Luma, Cb and Cr, or red, green and blue: codes of `ColourEncoding/bitsPerComponent` bits, in bytes or else in
  /// the lower bits of 16.
  package let components: [PixelPlane]
  package var iccProfile: [UInt8]?

  /// Creates an image of its components.
  ///
  /// Throws `AuxError` with code `usage` where there are not three, of the sizes and kinds that the encoding asks for.
  package init(
    components: [PixelPlane], encoding: ColourEncoding, iccProfile: [UInt8]? = nil
  ) throws(AuxError) {
    let type: PixelPlane.SampleType = encoding.bitsPerComponent == 8 ? .uint8 : .uint16
    let shifts = encoding.layout.chromaShifts
    guard (8...16).contains(encoding.bitsPerComponent), components.count == 3, let first = components.first,
      components.allSatisfy({ $0.sampleType == type }),
      components.dropFirst().allSatisfy({
        $0.width == (first.width + shifts.across) >> shifts.across
          && $0.height == (first.height + shifts.down) >> shifts.down
      })
    else {
      throw AuxError(
        .usage,
        "\(components.map(\.description)) are no components of \(encoding.layout.rawValue) of "
          + "\(encoding.bitsPerComponent) bits")
    }
    self.init(known: components, encoding, iccProfile)
  }

  private init(known components: [PixelPlane], _ encoding: ColourEncoding, _ iccProfile: [UInt8]?) {
    (self.components, self.encoding, self.iccProfile) = (components, encoding, iccProfile)
  }

  /// Creates red, green and blue of 8 bits, or with `keepingBits` of as many as the samples have, 8 or 16.
  package init(rgb: PhotoPixels, keepingBits: Bool = false) {
    let count = rgb.width * rgb.height
    func planes(_ storage: (_ channel: Int) -> PixelPlane.Storage) -> [PixelPlane] {
      (0..<3).map { PixelPlane(width: rgb.width, height: rgb.height, known: storage($0)) }
    }
    let (components, bits): ([PixelPlane], Int)
    if keepingBits, rgb.bitsPerSample == 16 {
      let samples = rgb.rgb16
      (components, bits) = (planes { channel in .uint16((0..<count).map { samples[$0 * 3 + channel] }) }, 16)
    } else {
      let samples = rgb.rgb8
      (components, bits) = (planes { channel in .uint8((0..<count).map { samples[$0 * 3 + channel] }) }, 8)
    }
    self.init(
      known: components, ColourEncoding(layout: .rgb, bitsPerComponent: bits, isFullRange: true),
      rgb.iccProfile)
  }

  package var width: Int { components[0].width }
  package var height: Int { components[0].height }

  /// The first component with all bits of its samples in use: luma, for those who want one code for a pixel.
  package var firstCodes: PixelPlane { components[0].spread(fromBits: encoding.bitsPerComponent) }

  /// Returns red, green and blue: of 8 bits where the codes have 8, else spread over 16.
  ///
  /// Each chroma sample counts for all pixels that it covers; nothing is interpolated. Throws `AuxError` with code
  /// `unsupported` for a matrix that is not linear, or unknown.
  package func rgb(jobs: Int = AuxWorkerPool.coreCount) throws(AuxError) -> PhotoPixels {
    let (planes, matrix) = try chromaPlanes()
    let full = encoding.isFullRange
    var pixels = PhotoPixels(
      width: width, height: height, channels: 3,
      known: encoding.bitsPerComponent > 8
        ? .uint16(planes.rgb16(matrix, isFullRange: full, jobs: jobs))
        : .uint8(planes.rgb8(matrix, isFullRange: full, jobs: jobs)))
    pixels.iccProfile = iccProfile
    return pixels
  }

  /// Writes the left columns and upper rows of ``rgb(jobs:)`` to pixels of 8 bits of a larger picture; false if the samples are
  /// not luma and chroma of 8 bits.
  ///
  /// `target` is the first of these pixels, and `stride` the bytes from one row to the next. Throws `AuxError` as that.
  package func writeRGB8(
    columns: Int, rows: Int, to target: UnsafeMutablePointer<UInt8>, stride: Int
  ) throws(AuxError) -> Bool {
    let (planes, matrix) = try chromaPlanes()
    return unsafe planes.writeRGB8(
      matrix, isFullRange: encoding.isFullRange, columns: columns, rows: rows, to: target, stride: stride)
  }

  private func chromaPlanes() throws(AuxError) -> (planes: ChromaPlanes, matrix: ColourMatrix) {
    let shifts = encoding.layout.chromaShifts
    // Red, green and blue are what an identity makes of green, blue and red.
    let order = encoding.layout == .rgb ? [1, 2, 0] : [0, 1, 2]
    let planes = ChromaPlanes(
      luma: components[order[0]], cb: components[order[1]], cr: components[order[2]], across: shifts.across,
      down: shifts.down, bits: encoding.bitsPerComponent)
    return (planes, encoding.layout == .rgb ? .identity : try encoding.matrix())
  }
}

// MARK: - Turning and cutting

extension ColourPlanes {
  /// Returns the image with an Exif orientation applied; 5...8 swap width and height.
  ///
  /// Where chroma would not fall on whole samples any more, its samples are repeated to the size of luma first.
  package func applyingExifOrientation(_ orientation: ImageOrientation) -> ColourPlanes {
    guard orientation != .up else { return self }
    let shifts = encoding.layout.chromaShifts
    guard encoding.layout.isChromaEdge(column: width, row: height),
      shifts.across == shifts.down || !orientation.swapsSides
    else {
      return withFullChroma.applyingExifOrientation(orientation)
    }
    return ColourPlanes(
      known: components.map { Orient.apply(orientation.rawValue, to: $0) }, encoding, iccProfile)
  }

  /// Returns a rectangle of the image, which must be inside it; chroma is repeated as for a turn.
  package func cropped(left: Int, top: Int, width: Int, height: Int) -> ColourPlanes {
    let shifts = encoding.layout.chromaShifts
    guard encoding.layout.isChromaEdge(column: left, row: top) else {
      return withFullChroma.cropped(left: left, top: top, width: width, height: height)
    }
    let parts = components.enumerated().map { index, plane in
      index == 0
        ? plane.cropped(left: left, top: top, width: width, height: height)
        : plane.cropped(
          left: left >> shifts.across, top: top >> shifts.down,
          width: (width + shifts.across) >> shifts.across, height: (height + shifts.down) >> shifts.down)
    }
    return ColourPlanes(known: parts, encoding, iccProfile)
  }

  /// Returns the image with `count` by `count` pixels for each.
  func repeatingPixels(_ count: Int) -> ColourPlanes {
    guard count > 1 else { return self }
    let full = withFullChroma
    return ColourPlanes(known: full.components.map { $0.repeatingSamples(count) }, full.encoding, iccProfile)
  }

  /// Returns a part of the image in another size; chroma becomes as small in proportion as it was.
  package func resampled(_ window: ResampleWindow, toWidth width: Int, toHeight height: Int) -> ColourPlanes {
    let shifts = encoding.layout.chromaShifts
    let planes = components.enumerated().map { index, component in
      let (across, down) = index == 0 ? (0, 0) : (shifts.across, shifts.down)
      return Resample.smoothPlane(
        component, window: window.divided(across: Double(1 << across), down: Double(1 << down)),
        toWidth: (width + across) >> across, toHeight: (height + down) >> down)
    }
    return ColourPlanes(known: planes, encoding, iccProfile)
  }

  /// The image with a chroma sample for each pixel.
  private var withFullChroma: ColourPlanes {
    let shifts = encoding.layout.chromaShifts
    guard shifts != (0, 0) else { return self }
    var full = encoding
    full.layout = .yCbCr444
    let planes = components.enumerated().map { index, plane in
      index == 0
        ? plane : plane.repeating(across: shifts.across, down: shifts.down, width: width, height: height)
    }
    return ColourPlanes(known: planes, full, iccProfile)
  }
}
