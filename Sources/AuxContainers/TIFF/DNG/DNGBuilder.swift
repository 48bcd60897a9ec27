package import AuxImage

/// Makes a DNG of a rendered image: LinearRaw with the primaries of sRGB, and a preview where wanted.
///
/// With a preview IFD 0 is the preview and SubIFD 0 the raw image, as in Apple's ProRAW; without, IFD 0 is
/// the raw image. Source: DNG 1.7.1.0; Specs/dng.md, "A minimal DNG".
package struct DNGBuilder: Sendable {
  /// A small or full rendition for programs that do not develop.
  package enum Preview: Hashable, Sendable {
    /// Interleaved sRGB of 8 bits.
    case rgb([UInt8], width: Int, height: Int)
    /// A baseline JPEG stream in YCbCr of sRGB; 4:2:0 where `subsampled`, else 4:4:4.
    case jpeg([UInt8], width: Int, height: Int, subsampled: Bool)
  }

  /// The width in pixels.
  package var width: Int
  /// The height in pixels.
  package var height: Int
  /// Linear RGB of 16 bits, interleaved.
  package var samples: [UInt16]
  /// The orientation to display the image in.
  package var orientation: ImageOrientation = .up
  /// The preview.
  package var preview: Preview?
  /// Make and model, of which UniqueCameraModel is made.
  package var make = "auxdepth"
  package var model = "Rendered image"
  /// An XMP packet for IFD 0.
  package var xmp: [UInt8]?

  /// Creates a builder of `width` by `height` pixels in linear light.
  package init(width: Int, height: Int, linearRGB samples: [UInt16]) {
    self.width = width
    self.height = height
    self.samples = samples
  }

  /// XYZ to linear sRGB under D65, times 10,000,000; IEC 61966-2-1.
  private static let matrix: [Int64] = [
    32_404_542, -15_371_385, -4_985_314,
    -9_692_660, 18_760_108, 415_560,
    556_434, -2_040_259, 10_572_252,
  ]

  private static let rowsInStrip = 64

  /// Returns the bytes of the file.
  ///
  /// Throws `usage` where samples and size disagree, `limitExceeded` where the file would pass 4 GiB.
  package func file() throws(AuxError) -> ByteComposition {
    guard width > 0, height > 0, width <= 0xFFFF_FFFF / 6 / height, samples.count == width * height * 3 else {
      throw AuxError(.usage, "\(samples.count) samples are not \(width)x\(height) pixels of 3 in 4 GiB")
    }
    var writer = ByteWriter(endianness: .little)
    writer.write([0x49, 0x49, 42, 0, 0, 0, 0, 0] as [UInt8])
    var raw = try rawDirectory(into: &writer)
    let first: Int
    if let preview {
      let offset = try raw.serialize(into: &writer, base: 0)
      var root = try Self.directory(of: preview, into: &writer)
      root.set(TIFFTag.subIFDs, longs: [offset])
      describe(&root)
      first = try root.serialize(into: &writer, base: 0)
    } else {
      describe(&raw)
      first = try raw.serialize(into: &writer, base: 0)
    }
    writer.patch(UInt32(first), at: TIFFFile.pointerOffset)
    var composition = ByteComposition()
    composition.append(writer.bytes)
    return composition
  }

  /// Writes the raw samples and returns their directory.
  private func rawDirectory(into writer: inout ByteWriter) throws(AuxError) -> TIFFNewDirectory {
    var offsets: [Int] = []
    var counts: [Int] = []
    for row in stride(from: 0, to: height, by: Self.rowsInStrip) {
      let range = (row * width * 3)..<(min(height, row + Self.rowsInStrip) * width * 3)
      offsets.append(writer.count)
      counts.append(range.count * 2)
      var bytes = [UInt8](repeating: 0, count: range.count * 2)
      for (index, sample) in samples[range].enumerated() {
        bytes[2 * index] = UInt8(truncatingIfNeeded: sample)
        bytes[2 * index + 1] = UInt8(truncatingIfNeeded: sample >> 8)
      }
      writer.write(bytes)
    }
    var raw = TIFFNewDirectory(endianness: .little)
    raw.set(TIFFTag.newSubFileType, longs: [DNGSubFileType.primary])
    raw.setForm(width, height, bits: 16, TIFFCompression.none, TIFFPhotometric.linearRaw)
    raw.set(TIFFTag.stripOffsets, longs: offsets)
    raw.set(TIFFTag.stripByteCounts, longs: counts)
    raw.set(TIFFTag.rowsPerStrip, longs: [min(height, Self.rowsInStrip)])
    return raw
  }

  /// Writes the preview's pixels and returns their directory.
  private static func directory(
    of preview: Preview, into writer: inout ByteWriter
  ) throws(AuxError) -> TIFFNewDirectory {
    var directory = TIFFNewDirectory(endianness: .little)
    directory.set(TIFFTag.newSubFileType, longs: [DNGSubFileType.preview])
    writer.pad(base: 0)
    directory.set(TIFFTag.stripOffsets, longs: [writer.count])
    switch preview {
    case .rgb(let samples, let width, let height):
      guard width > 0, height > 0, width <= Int(UInt32.max) / height, samples.count == width * height * 3
      else {
        throw AuxError(.usage, "\(samples.count) samples are not a preview of \(width)x\(height)")
      }
      directory.setForm(width, height, bits: 8, TIFFCompression.none, TIFFPhotometric.rgb)
      directory.set(TIFFTag.rowsPerStrip, longs: [height])
      directory.set(TIFFTag.stripByteCounts, longs: [samples.count])
      writer.write(samples)
    case .jpeg(let stream, let width, let height, let subsampled):
      directory.setForm(width, height, bits: 8, TIFFCompression.jpeg, TIFFPhotometric.yCbCr)
      directory.set(TIFFTag.yCbCrSubSampling, shorts: subsampled ? [2, 2] : [1, 1])
      directory.set(TIFFTag.rowsPerStrip, longs: [height])
      directory.set(TIFFTag.stripByteCounts, longs: [stream.count])
      writer.write(stream)
    }
    // 2 is sRGB.
    directory.set(TIFFTag.previewColorSpace, longs: [2])
    return directory
  }

  /// Sets the tags that IFD 0 has, whatever image it holds.
  private func describe(_ root: inout TIFFNewDirectory) {
    root.set(TIFFTag.make, text: make)
    root.set(TIFFTag.model, text: model)
    root.set(TIFFTag.orientation, shorts: [orientation.rawValue])
    root.set(TIFFTag.dngVersion, bytes: [1, 4, 0, 0])
    root.set(TIFFTag.dngBackwardVersion, bytes: [1, 1, 0, 0])
    root.set(TIFFTag.uniqueCameraModel, text: "\(make) \(model)")
    root.set(
      TIFFTag.colorMatrix1, rationals: Self.matrix.map { TIFFRational($0, 10_000_000) }, signed: true)
    // 21 is D65, under which equal components are neutral in sRGB.
    root.set(TIFFTag.calibrationIlluminant1, shorts: [21])
    root.set(TIFFTag.asShotNeutral, rationals: [TIFFRational](repeating: TIFFRational(1, 1), count: 3))
    if let xmp { root.set(TIFFTag.xmp, bytes: xmp) }
  }
}

extension TIFFNewDirectory {
  /// Sets the tags of an image of three interleaved components.
  fileprivate mutating func setForm(
    _ width: Int, _ height: Int, bits: Int, _ compression: Int, _ photometric: Int
  ) {
    set(TIFFTag.imageWidth, longs: [width])
    set(TIFFTag.imageLength, longs: [height])
    set(TIFFTag.bitsPerSample, shorts: [bits, bits, bits])
    set(TIFFTag.compression, shorts: [compression])
    set(TIFFTag.photometricInterpretation, shorts: [photometric])
    set(TIFFTag.samplesPerPixel, shorts: [3])
    set(TIFFTag.planarConfiguration, shorts: [1])
  }
}
