package import AuxImage

/// Makes a DNG of a rendered image: LinearRaw with the primaries of sRGB or of a profile, and a preview where wanted.
///
/// With a preview IFD 0 is the preview and SubIFD 0 the raw image, as in Apple's ProRAW; without, IFD 0 is
/// the raw image. Source: DNG 1.7.1.0; Specs/dng.md, "A minimal DNG".
package struct DNGBuilder: Sendable {
  /// A small or full rendition for programs that do not develop: a baseline JPEG stream in YCbCr of sRGB.
  package struct Preview: Hashable, Sendable {
    let stream: [UInt8]
    let width, height: Int
    /// Whether its colours are 4:2:0 and not 4:4:4.
    let isSubsampled: Bool

    package init(jpeg stream: [UInt8], width: Int, height: Int, subsampled: Bool) {
      (self.stream, self.width, self.height, isSubsampled) = (stream, width, height, subsampled)
    }
  }

  /// What colours the components of the raw image are, which are 1, 1, 1 of white.
  package struct Colours: Hashable, Sendable {
    /// A white, as LightSource of Exif numbers it.
    package enum Illuminant: Int, Hashable, Sendable {
      case d65 = 21
      case d50 = 23
    }

    /// From X, Y and Z under the illuminant to linear light of the components, by rows.
    package var colorMatrix: [Double]
    /// From linear light of the components to X, Y and Z under D50, by rows; nil leaves it to the reader.
    package var forwardMatrix: [Double]?
    package var illuminant: Illuminant

    package init(colorMatrix: [Double], forwardMatrix: [Double]?, illuminant: Illuminant) {
      self.colorMatrix = colorMatrix
      self.forwardMatrix = forwardMatrix
      self.illuminant = illuminant
    }

    /// XYZ to linear sRGB under D65; IEC 61966-2-1.
    package static let sRGB = Colours(
      colorMatrix: [
        3.2404542, -1.5371385, -0.4985314,
        -0.9692660, 1.8760108, 0.0415560,
        0.0556434, -0.2040259, 1.0572252,
      ], forwardMatrix: nil, illuminant: .d65)
  }

  /// Who made a photo that does not say so.
  package static let placeholder = (make: "auxdepth", model: "Rendered image")

  package var width: Int
  package var height: Int
  /// Linear RGB of 16 bits, interleaved, of the rows that are asked for.
  private let linearRows: @Sendable (Range<Int>) -> [UInt16]
  package var orientation: ImageOrientation = .up
  package var preview: Preview?
  package var colours = Colours.sRGB
  /// The ICC profile of the preview; nil where its colours are sRGB.
  package var previewProfile: [UInt8]?
  package var xmp: [UInt8]?
  /// An Exif block, whose tags become those of the file; its byte order is that of the file.
  package var exif: [UInt8]?
  /// The bounds of reading that block.
  package var limits = AuxLimits.standard

  /// Creates a builder of pixels in linear light, whose samples are made as they are written, three for each pixel of the rows asked for.
  package init(
    width: Int, height: Int, linearRows: @escaping @Sendable (_ rows: Range<Int>) -> [UInt16]
  ) {
    (self.width, self.height, self.linearRows) = (width, height, linearRows)
  }

  private static let matrixDenominator = 10_000_000.0
  private static let rowsInStrip = 64

  /// Returns the bytes of the file, and in words what of the Exif block stays behind.
  ///
  /// Throws `usage` where samples and size disagree, `limitExceeded` where the file would pass 4 GiB.
  package func file() throws(AuxError) -> (bytes: ByteComposition, leftOut: [String]) {
    guard width > 0, height > 0, width <= 0xFFFF_FFFF / 6 / height else {
      throw AuxError(.usage, "\(width)x\(height) pixels of 3 samples are not in 4 GiB")
    }
    let block = exif.flatMap { try? TIFFFile(MemoryByteSource($0), limits: limits) }
    let endianness = block?.endianness ?? .little
    var writer = ByteWriter(endianness: endianness)
    writer.write(endianness == .big ? [0x4D, 0x4D] : [0x49, 0x49] as [UInt8])
    writer.write(42 as UInt16)
    writer.write(0 as UInt32)
    // What grows by doubling takes up to three times as much.
    writer.reserve(
      width * height * 6 + (preview?.stream.count ?? 0) + (exif?.count ?? 0) + (xmp?.count ?? 0) + 65536)
    let raw = try rawDirectory(into: &writer)
    var root: TIFFNewDirectory
    if let preview {
      let offset = try raw.serialize(into: &writer, base: 0)
      root = directory(of: preview, into: &writer)
      root.set(TIFFTag.subIFDs, longs: [offset])
    } else {
      root = raw
    }
    var leftOut: [String] = []
    if let block { leftOut = try ExifBlock.add(block, to: &root, into: &writer) }
    if exif != nil, block == nil { leftOut.append("the Exif block is damaged and was left out") }
    describe(&root)
    let first = try root.serialize(into: &writer, base: 0)
    writer.patch(UInt32(first), at: TIFFFile.pointerOffset)
    var composition = ByteComposition()
    composition.append(writer.bytes)
    return (composition, leftOut)
  }

  private func rawDirectory(into writer: inout ByteWriter) throws(AuxError) -> TIFFNewDirectory {
    var offsets: [Int] = []
    var counts: [Int] = []
    for row in stride(from: 0, to: height, by: Self.rowsInStrip) {
      let rows = row..<min(height, row + Self.rowsInStrip)
      let samples = linearRows(rows)
      guard samples.count == rows.count * width * 3 else {
        throw AuxError(.usage, "there are fewer samples than \(width)x\(height) pixels of 3")
      }
      offsets.append(writer.count)
      counts.append(samples.count * 2)
      var bytes = [UInt8](repeating: 0, count: samples.count * 2)
      let high = writer.endianness == .big ? 0 : 1
      for (index, sample) in samples.enumerated() {
        bytes[2 * index + high] = UInt8(truncatingIfNeeded: sample >> 8)
        bytes[2 * index + 1 - high] = UInt8(truncatingIfNeeded: sample)
      }
      writer.write(bytes)
    }
    var raw = TIFFNewDirectory(endianness: writer.endianness)
    raw.set(TIFFTag.newSubFileType, longs: [DNGSubFileType.primary])
    raw.setForm(width, height, bits: 16, TIFFCompression.none, TIFFPhotometric.linearRaw)
    raw.set(TIFFTag.stripOffsets, longs: offsets)
    raw.set(TIFFTag.stripByteCounts, longs: counts)
    raw.set(TIFFTag.rowsPerStrip, longs: [min(height, Self.rowsInStrip)])
    return raw
  }

  /// Writes the preview's pixels and returns their directory.
  private func directory(of preview: Preview, into writer: inout ByteWriter) -> TIFFNewDirectory {
    var directory = TIFFNewDirectory(endianness: writer.endianness)
    directory.set(TIFFTag.newSubFileType, longs: [DNGSubFileType.preview])
    writer.pad(base: 0)
    directory.set(TIFFTag.stripOffsets, longs: [writer.count])
    directory.setForm(preview.width, preview.height, bits: 8, TIFFCompression.jpeg, TIFFPhotometric.yCbCr)
    directory.set(TIFFTag.yCbCrSubSampling, shorts: preview.isSubsampled ? [2, 2] : [1, 1])
    directory.set(TIFFTag.rowsPerStrip, longs: [preview.height])
    directory.set(TIFFTag.stripByteCounts, longs: [preview.stream.count])
    writer.write(preview.stream)
    // 0 is unknown to DNG, and the profile says which colours they are; 2 is sRGB.
    directory.set(TIFFTag.previewColorSpace, longs: [previewProfile == nil ? DNGPreviewColours.sRGB : 0])
    if let previewProfile {
      directory.set(TIFFTag.iccProfile, .undefined, count: previewProfile.count, bytes: previewProfile)
    }
    return directory
  }

  /// Sets the tags that IFD 0 has, whatever image it holds.
  private func describe(_ root: inout TIFFNewDirectory) {
    let (make, model) = Self.placeholder
    if !root.holds(TIFFTag.make), !root.holds(TIFFTag.model) {
      root.set(TIFFTag.make, text: make)
      root.set(TIFFTag.model, text: model)
    }
    root.set(TIFFTag.orientation, shorts: [orientation.rawValue])
    root.set(TIFFTag.dngVersion, bytes: [1, 4, 0, 0])
    root.set(TIFFTag.dngBackwardVersion, bytes: [1, 1, 0, 0])
    // Not the camera's: developers would take its own colours for those of the components.
    root.set(TIFFTag.uniqueCameraModel, text: "\(make) \(model)")
    root.set(TIFFTag.colorMatrix1, rationals: colours.colorMatrix.map(Self.rational), signed: true)
    if let forward = colours.forwardMatrix {
      root.set(TIFFTag.forwardMatrix1, rationals: forward.map(Self.rational), signed: true)
    }
    root.set(TIFFTag.calibrationIlluminant1, shorts: [colours.illuminant.rawValue])
    root.set(TIFFTag.asShotNeutral, rationals: [TIFFRational](repeating: TIFFRational(1, 1), count: 3))
    if let xmp { root.set(TIFFTag.xmp, bytes: xmp) }
  }

  /// A number of a matrix.
  private static func rational(_ value: Double) -> TIFFRational {
    TIFFRational(Int64((value * matrixDenominator).rounded()), Int64(matrixDenominator))
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
