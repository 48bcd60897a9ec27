internal import AuxContainers
public import AuxImage

extension ImageSource {
  /// Decodes the primary image as it is stored, as `CGImageSourceCreateImageAtIndex`.
  ///
  /// The pixels are not turned; `upright()` does that. Gray photos stay gray, and 16 bits 16; a HEIF image
  /// becomes RGB of 8 bits, or of 16 where its codes have more, of its SDR base where it has a gain map. A DNG gives
  /// its largest JPEG preview, which may be smaller than `PrimaryImage` says, since raw images are not developed.
  /// Transparent pixels of PNG, TIFF, WebP and OpenEXR are flattened as ``primaryOptions`` say.
  /// Scene-linear light of OpenEXR becomes sRGB of 16 bits, clipped to 0...1; ``decodedPrimary()`` says what was. Of PQ
  /// and HLG, the ICC profile has a tag `cicp`.
  ///
  /// Throws `AuxError`: `missingImage` for a lone auxiliary image, `unsupported` for CMYK pixels, for
  /// animations, floats in TIFF and a DNG without such a preview, `codec` for a damaged bitstream, `codecMissing`, `limitExceeded`.
  public func primaryPixels() throws(AuxError) -> PhotoPixels {
    try ofPrimary { reader throws(AuxError) in
      try primaryOptions == PrimaryOptions()
        ? reader.primaryPixels() : reader.decodedPrimary(primaryOptions).pixels
    }
  }

  /// Decodes the primary image as ``primaryPixels()``, and says what of it the pixels do not hold.
  ///
  /// Throws `AuxError` as ``primaryPixels()``.
  public func decodedPrimary() throws(AuxError) -> DecodedPrimary {
    try ofPrimary { reader throws(AuxError) in try reader.decodedPrimary(primaryOptions) }
  }

  /// Decodes the primary image for a picture of at most that size, as stored.
  ///
  /// A JPEG is decoded at a half, a quarter or an eighth of its size, if that is whole and at least four times the size of the
  /// picture: libjpeg computes means of code values, and those of light are left to the caller.
  package func decodedPrimary(scaledTo size: (width: Int, height: Int)) throws(AuxError) -> DecodedPrimary {
    guard let primary else { return try decodedPrimary() }
    var options = primaryOptions
    let fits = { (side: Int, scaled: Int, reduction: Int) in
      side % reduction == 0 && 4 * scaled <= side / reduction
    }
    options.reduction =
      [8, 4, 2].first {
        fits(primary.width, size.width, $0) && fits(primary.height, size.height, $0)
      } ?? 1
    return try ofPrimary { reader throws(AuxError) in try reader.decodedPrimary(options) }
  }

  /// Whether the headers state PQ or HLG for the primary, or what it is derived from.
  package func hasHDRPrimary() throws(AuxError) -> Bool {
    try bytes.rethrowingReadFailure { () throws(AuxError) in try parsed.reader.hasHDRPrimary() }
  }

  /// Returns the Exif block and the XMP packet of the primary image, as `CGImageSourceCopyPropertiesAtIndex` and
  /// `CGImageSourceCopyMetadataAtIndex` give their contents; nothing is decoded.
  ///
  /// Throws `AuxError`: `missingImage` for a lone auxiliary image, `malformed`, `truncated`, `limitExceeded`.
  public func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    try ofPrimary { reader throws(AuxError) in try reader.primaryMetadata() }
  }

  func ofPrimary<Result>(
    _ body: (any ContainerReader) throws(AuxError) -> Result
  ) throws(AuxError) -> Result {
    guard primary != nil else {
      throw AuxError(.missingImage, "the file is a lone auxiliary image and has no primary")
    }
    return try bytes.rethrowingReadFailure { () throws(AuxError) in try body(parsed.reader) }
  }

  /// Decodes the picture of one eye of the stereo pair as it is stored, as ``primaryPixels()`` decodes the primary image.
  ///
  /// Throws `AuxError`: `missingImage` where the file holds no pair, else as ``primaryPixels()``.
  public func pixels(of eye: StereoEye) throws(AuxError) -> PhotoPixels {
    guard let pair = stereoPair else { throw AuxError.noStereoPair }
    let image = pair.image(for: eye)
    return try bytes.rethrowingReadFailure { () throws(AuxError) in
      switch parsed {
      case .heif(let reader): try reader.pixels(ofItem: image.number)
      case .jpeg(let reader): try image.isPrimary ? reader.primaryPixels() : reader.otherEyePixels()
      case .dng, .readOnly: throw AuxError.noStereoPair
      }
    }
  }

  /// Decodes what the file shows as the photo, and says of each picture whether its data are whole; empty for a lone
  /// auxiliary image.
  ///
  /// Throws what kept bytes from being read.
  package func checkPictures() throws(AuxError) -> [PictureCheck] {
    guard primary != nil else { return [] }
    return try bytes.rethrowingReadFailure { () throws(AuxError) in parsed.reader.checkPictures() }
  }
}

extension AuxError {
  /// The error of a file without a stereo pair.
  package static var noStereoPair: AuxError {
    AuxError(
      .missingImage,
      "there is no stereo pair: no two images are in a group of the type ster, and no maker's data hold the other eye's"
    )
  }
}
