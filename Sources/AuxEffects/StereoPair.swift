package import AuxImage
package import AuxKernels

/// The views of both eyes.
package struct StereoPair: Hashable, Sendable {
  package let left: PhotoPixels
  /// The view of the right eye, of the same size.
  package let right: PhotoPixels
  /// The share of the pixels of both that the photo does not show, and that were made up; 0...1.
  package let gapShare: Double

  /// Creates a pair of views of one size and kind of sample, of three channels.
  package init(left: PhotoPixels, right: PhotoPixels, gapShare: Double) {
    (self.left, self.right, self.gapShare) = (left, right, gapShare)
  }

  /// Returns the one picture of a layout, or the two of those that have two, made on at most `jobs` threads.
  ///
  /// `encoding` is that of the photo's codes; an anaglyph is one of their light, and so are halves.
  package func pictures(
    _ layout: Stereo.Layout, encoding: LightEncoding = .sRGB, jobs: Int
  ) -> [PhotoPixels] {
    pictures(layout, tables: encoding.tables(bits: left.bitsPerSample), jobs: jobs)
  }

  /// Returns the pictures of a layout, by tables of the light of the views' codes.
  package func pictures(_ layout: Stereo.Layout, tables: LightTables, jobs: Int) -> [PhotoPixels] {
    switch layout {
    case .pair, .multiPicture: return [left, right]
    case .leftRight, .rightLeft, .halfWidth, .topBottom, .bottomTop, .halfHeight, .anaglyph: break
    }
    let size = layout.size(width: left.width, height: left.height)
    let samples: PhotoPixels.Samples =
      switch left.samples {
      case .uint8: .uint8(codes(layout, left.rgb8, right.rgb8, tables, jobs))
      case .uint16: .uint16(codes(layout, left.rgb16, right.rgb16, tables, jobs))
      }
    return [left.replacingSamples(samples, width: size.width, height: size.height)]
  }

  /// Returns the codes of the one picture of a layout of both views' codes.
  private func codes<Code: LightCode>(
    _ layout: Stereo.Layout, _ left: [Code], _ right: [Code], _ tables: LightTables, _ jobs: Int
  ) -> [Code] {
    let (width, rows) = (self.left.width, self.left.height)
    func half(_ codes: [Code]) -> [Code] {
      HalfView.codes(
        codes, width: width, height: rows, isNarrow: layout == .halfWidth, tables: tables, jobs: jobs)
    }
    switch layout {
    case .leftRight: return Self.sideBySide(left, right, rows: rows, jobs: jobs)
    case .rightLeft: return Self.sideBySide(right, left, rows: rows, jobs: jobs)
    case .halfWidth: return Self.sideBySide(half(left), half(right), rows: rows, jobs: jobs)
    case .topBottom: return left + right
    case .bottomTop: return right + left
    case .halfHeight: return half(left) + half(right)
    case .anaglyph: return Anaglyph.codes(left, right, rows: rows, tables: tables, jobs: jobs)
    case .pair, .multiPicture: return left
    }
  }

  private static func sideBySide<Code: LightCode>(
    _ left: [Code], _ right: [Code], rows: Int, jobs: Int
  ) -> [Code] {
    var samples = Bands.undefined(2 * left.count, of: Code.self)
    let length = left.count / rows
    Bands.write(&samples, rows: rows, jobs: jobs) { band, part in
      for row in band {
        let one = left.span.extracting(row * length..<(row + 1) * length)
        let two = right.span.extracting(row * length..<(row + 1) * length)
        let start = (row - band.lowerBound) * 2 * length
        for index in 0..<length { part[start + index] = one[index] }
        for index in 0..<length { part[start + length + index] = two[index] }
      }
    }
    return samples
  }
}

extension Stereo {
  /// How the views become pictures.
  public enum Layout: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Side by side, for parallel viewing and most displays.
    case leftRight = "left-right"
    /// Side by side, for cross-eyed viewing.
    case rightLeft = "right-left"
    /// Side by side in the width of one: each view has half of its columns, as displays and players of 3D take it.
    case halfWidth = "half-width"
    /// The left eye's view above that of the right.
    case topBottom = "top-bottom"
    /// The right eye's view above that of the left.
    case bottomTop = "bottom-top"
    /// The left eye's view above that of the right in the height of one: each has half of its rows.
    case halfHeight = "half-height"
    /// One picture for glasses with a red filter on the left and a cyan one on the right.
    case anaglyph
    /// Two pictures, that of the left eye first.
    case pair
    /// Two pictures in one file of the multi-picture format, that of the left eye first.
    case multiPicture = "mpo"

    /// The name, as `left-right`.
    public var description: String { rawValue }

    /// Whether both views become one picture, so that a frame of a stream can have the layout.
    package var isOnePicture: Bool {
      switch self {
      case .leftRight, .rightLeft, .halfWidth, .topBottom, .bottomTop, .halfHeight, .anaglyph: true
      case .pair, .multiPicture: false
      }
    }

    /// Returns the size of each picture of views of a size.
    ///
    /// Of an odd number of columns or rows, half is rounded up.
    package func size(width: Int, height: Int) -> (width: Int, height: Int) {
      switch self {
      case .leftRight, .rightLeft: (2 * width, height)
      case .halfWidth: (2 * ((width + 1) / 2), height)
      case .topBottom, .bottomTop: (width, 2 * height)
      case .halfHeight: (width, 2 * ((height + 1) / 2))
      case .anaglyph, .pair, .multiPicture: (width, height)
      }
    }
  }
}
