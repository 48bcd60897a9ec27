internal import AuxContainers
package import AuxImage

/// How the samples of a photo are coded, by its headers.
package struct PhotoSampling: Hashable, Sendable {
  /// The bits of a coded sample; nil where the headers do not say it.
  package var bits: Int?
  /// Whether chroma is coded with a sample for each pixel: 4:4:4.
  package var hasFullChroma = false

  package init(bits: Int? = nil, hasFullChroma: Bool = false) {
    (self.bits, self.hasFullChroma) = (bits, hasFullChroma)
  }
}

extension ImageSource {
  /// How the samples of the primary are coded; for a derived image of HEIF, those of its first input.
  ///
  /// PNG, TIFF, WebP, OpenEXR and DNG have no chroma of their own, and the result says nothing of it. Throws `AuxError` as parsing does.
  package func primarySampling() throws(AuxError) -> PhotoSampling {
    switch parsed {
    case .jpeg(let reader):
      let frame = reader.file.primary.frame
      return PhotoSampling(bits: frame.precision, hasFullChroma: frame.hasFullChroma)
    case .heif(let reader):
      return try bytes.rethrowingReadFailure { () throws(AuxError) in try reader.primarySampling() }
    case .dng, .readOnly: return PhotoSampling()
    }
  }
}

extension ImageSource {
  /// Whether the headers state the colours of a profile for the primary, without one of sRGB; false where they do not say it, or
  /// say it in tables.
  package func statesColours(ofProfile profile: [UInt8]?) throws(AuxError) -> Bool {
    let own: [UInt8]?
    switch parsed {
    case .jpeg(let reader): own = try ICCSegments.profile(of: reader.file.primary, in: bytes)
    case .heif(let reader):
      guard reader.primaryPicture.id == reader.file.primaryItemID else { return false }
      own = try bytes.rethrowingReadFailure { () throws(AuxError) in
        try reader.decoder.profile(of: reader.file.primaryItem)
      }
    case .dng, .readOnly: return false
    }
    guard own != profile, let before = try? ProfileColours(own), let after = try? ProfileColours(profile)
    else {
      return own == profile
    }
    return before.isSame(as: after)
  }
}

extension HEIFReader {
  /// The primary, or what it is derived from: a coded image or a grid.
  var primaryPicture: HEIFItem {
    var item = file.primaryItem
    for _ in 0..<HEIFFile.mostDerivations where HEIFFile.derivedTypes.contains(item.type) {
      guard let first = item.targets("dimg").first.flatMap(file.item) else { break }
      item = first
    }
    return item
  }

  fileprivate func primarySampling() throws(AuxError) -> PhotoSampling {
    let description = try decoder.described(primaryPicture)
    guard let encoding = description.encoding else {
      return PhotoSampling(bits: description.hasWideCodes ? nil : 8)
    }
    return PhotoSampling(bits: encoding.bitsPerComponent, hasFullChroma: encoding.layout == .yCbCr444)
  }
}
