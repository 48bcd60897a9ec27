internal import AuxImage

/// A depth map or a semantic mask as it is coded for a DNG file.
package struct DNGCodedImage: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case depth(DNGDepthDescription)
    case mask(name: String, instanceID: String?)
  }

  /// One unsigned component per pixel, coded in strips in the byte order of the file.
  package struct Pixels: Hashable, Sendable {
    package var width: Int
    package var height: Int
    package var bitsPerSample: Int
    package var compression: Int
    package var predictor: Int
    package var rowsPerStrip: Int
    package var strips: [[UInt8]]

    package init(
      width: Int, height: Int, bitsPerSample: Int, compression: Int, predictor: Int, rowsPerStrip: Int,
      strips: [[UInt8]]
    ) {
      self.width = width
      self.height = height
      self.bitsPerSample = bitsPerSample
      self.compression = compression
      self.predictor = predictor
      self.rowsPerStrip = rowsPerStrip
      self.strips = strips
    }
  }

  package var kind: Kind
  package var pixels: Pixels
  package var xmp: [UInt8]?

  package init(_ kind: Kind, _ pixels: Pixels, xmp: [UInt8]? = nil) {
    (self.kind, self.pixels, self.xmp) = (kind, pixels, xmp)
  }

  /// What the codes mean, of a depth map.
  var depth: DNGDepthDescription? { if case .depth(let description) = kind { description } else { nil } }

  var version: [UInt8] { depth == nil ? [1, 6, 0, 0] : [1, 5, 0, 0] }
}

extension DNGCodedImage {
  /// Throws `usage` for what DNG does not allow.
  func check() throws(AuxError) {
    let bits = pixels.bitsPerSample
    guard pixels.width > 0, pixels.height > 0, pixels.rowsPerStrip > 0,
      pixels.strips.count == 1 + (pixels.height - 1) / pixels.rowsPerStrip
    else { throw AuxError(.usage, "the strips do not make \(pixels.width)x\(pixels.height) pixels") }
    switch kind {
    case .depth where bits != 8 && bits != 16:
      throw AuxError(.usage, "a DNG depth map has 8 or 16 bits, not \(bits) (DNG 1.7.1.0, Depth Maps)")
    case .mask where bits != 8:
      throw AuxError(
        .usage, "a semantic mask is written with 8 bits, not \(bits); Adobe's reader wants it so")
    case .mask(let name, _) where name.isEmpty:
      throw AuxError(.usage, "a semantic mask has a name (DNG 1.7.1.0, SemanticName)")
    case .depth(let description):
      if let contradiction = description.contradiction { throw AuxError(.usage, contradiction) }
    case .mask: break
    }
  }

  /// Writes the strips, the values and the directory; returns the offset of the directory.
  ///
  /// `base` is the offset in the file of the first byte of `writer`.
  func serialize(into writer: inout ByteWriter, base: Int) throws(AuxError) -> Int {
    var offsets: [Int] = []
    for strip in pixels.strips {
      writer.pad(base: base)
      offsets.append(base + writer.count)
      writer.write(strip)
    }
    guard base + writer.count <= Int(UInt32.max) else {
      throw AuxError(.limitExceeded, "the file would pass 4 GiB, which TIFF offsets cannot express")
    }
    var directory = TIFFNewDirectory(endianness: writer.endianness)
    switch kind {
    case .depth:
      directory.set(TIFFTag.newSubFileType, longs: [DNGSubFileType.depth])
      directory.set(TIFFTag.photometricInterpretation, shorts: [TIFFPhotometric.depth])
    case .mask(let name, let instanceID):
      directory.set(TIFFTag.newSubFileType, longs: [DNGSubFileType.semanticMask])
      directory.set(TIFFTag.photometricInterpretation, shorts: [TIFFPhotometric.semanticMask])
      directory.set(TIFFTag.semanticName, text: name)
      if let instanceID { directory.set(TIFFTag.semanticInstanceID, text: instanceID) }
    }
    directory.set(TIFFTag.imageWidth, longs: [pixels.width])
    directory.set(TIFFTag.imageLength, longs: [pixels.height])
    directory.set(TIFFTag.bitsPerSample, shorts: [pixels.bitsPerSample])
    directory.set(TIFFTag.compression, shorts: [pixels.compression])
    directory.set(TIFFTag.samplesPerPixel, shorts: [1])
    directory.set(TIFFTag.planarConfiguration, shorts: [1])
    directory.set(TIFFTag.rowsPerStrip, longs: [pixels.rowsPerStrip])
    directory.set(TIFFTag.stripOffsets, longs: offsets)
    directory.set(TIFFTag.stripByteCounts, longs: pixels.strips.map(\.count))
    if pixels.compression == TIFFCompression.deflate {
      directory.set(TIFFTag.predictor, shorts: [pixels.predictor])
    }
    if let xmp { directory.set(TIFFTag.xmp, bytes: xmp) }
    return try directory.serialize(into: &writer, base: base)
  }
}
