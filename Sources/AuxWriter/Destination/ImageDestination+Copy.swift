public import AuxImage
public import AuxReader

/// The auxiliary images of a photo that another one is to get: one of each type, and one depth map.
public struct CopySelection: Sendable {
  /// The photo that has them.
  public let source: ImageSource
  /// The images, in the order of the file.
  public private(set) var images: [AuxiliaryImage]
  /// The second images of a type, or of depth data, and those of other views than the photo, which are left out.
  public let leftOut: [AuxiliaryImage]
  /// The kinds that were named and of which there is no image.
  package let absent: [AuxiliaryKind]
  /// Whether kinds were named: each image is wanted then, and no container may leave one out.
  let isExplicit: Bool

  /// Selects the images of `kinds`, or all without kinds; a map of Google's only where there is no other.
  ///
  /// Throws `AuxError` with code `missingImage` where the photo has no image of any of the kinds.
  public init(of source: ImageSource, kinds: [AuxiliaryKind] = []) throws(AuxError) {
    var images: [AuxiliaryImage] = []
    var leftOut: [AuxiliaryImage] = []
    for image in try source.auxiliaryImages(of: kinds) {
      let isSecond = image.isOfOtherView || images.contains { $0.type.sharesPlace(with: image.type) }
      if isSecond { leftOut.append(image) } else { images.append(image) }
    }
    (self.source, self.images, self.leftOut) = (source, images, leftOut)
    absent = source.absent(of: kinds)
    isExplicit = !kinds.isEmpty
  }

  /// Removes the images whose types `other` has already.
  package mutating func leaveOut(imagesOf other: ImageSource) {
    images.removeAll { image in other.auxiliaryImages.contains { $0.type.sharesPlace(with: image.type) } }
  }
}

extension WriteReport {
  /// An auxiliary image that went from one photo to another.
  public struct CopiedImage: Hashable, Sendable {
    /// The image, as the photo that it came from lists it.
    public let image: AuxiliaryImage
    /// Whether its coded bytes go over undecoded.
    public let isUndecoded: Bool
    /// The width of the written image, which may be cropped and turned.
    public let width: Int
    /// The height of the written image.
    public let height: Int

    /// The image as a JSON object: `type`, `width` and `height` as written, and `undecoded`.
    package var json: JSONValue {
      [
        "type": .string(image.type.name), "width": .integer(width), "height": .integer(height),
        "undecoded": .boolean(isUndecoded),
      ]
    }
  }
}

extension WriteReport.CopiedImage: CustomStringConvertible {
  /// The type, the size as written, and whether the image was coded again, in one line.
  public var description: String {
    "\(image.type) \(width)x\(height), \(isUndecoded ? "copied" : "coded again")"
  }
}

extension ImageDestination {
  /// Adds auxiliary images of another photo, cut and turned as the pixels were between both; returns those added.
  ///
  /// Both pictures are decoded and compared, unless `placement` says otherwise; how alike they are is
  /// ``pictureMatch``. Conclusions, what the selection lacks, a gain map on a photo whose colours were changed, and images
  /// that were not named and that the container cannot hold, are appended to ``notes``, also where an error follows.
  /// Throws `AuxError`: `missingImage` where nothing could be taken, `usage` where one of both has no primary image to
  /// compare, `unsupported` where the container does not
  /// hold an image whose type was named; where a picture cannot be decoded, that error with a suggestion; `usage` where
  /// sizes and orientation tags do not say how the photo was turned; else as ``PictureMatch`` and
  /// ``copyAuxiliaryImage(_:from:cropping:turning:encoding:replacing:)``.
  public mutating func copyAuxiliaryImages(
    _ selection: CopySelection, placing placement: CopyPlacement = .compared,
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false
  ) throws(AuxError) -> [WriteReport.CopiedImage] {
    let source = selection.source
    notes += source.notes(onAbsent: selection.absent)
    let place = try PlacedCopy(of: source, on: base, placement)
    if let note = place.note { notes.append(note) }
    pictureMatch = place.match
    var copied: [WriteReport.CopiedImage] = []
    for image in selection.images {
      do throws(AuxError) {
        let isUndecoded = try copy(image, from: source, place, encoding: encoding, replacing: replacing)
        var size = (width: image.width, height: image.height)
        if case .codes(let written, _)? = composition.additions.last?.content {
          size = (written.width, written.height)
        }
        copied.append(
          WriteReport.CopiedImage(
            image: image, isUndecoded: isUndecoded, width: size.width, height: size.height))
        if image.type.isGainMap, place.match?.keepsColours == false { notes.append(Self.oldGainMap) }
      } catch {
        // Of all images, one that the container does not hold, or that cannot be read, is left out; one that was named is not.
        guard !selection.isExplicit,
          error.code == .unsupported || image.failure != nil || image.gainMapFailure != nil
        else { throw error }
        notes.append("\(image.type) is left out: \(error.message)")
      }
    }
    guard !copied.isEmpty else {
      throw AuxError(.missingImage, "nothing could be taken from \(source.path ?? "the other photo")")
    }
    return copied
  }

  /// Copies an image to its place; returns whether coded bytes were copied.
  private mutating func copy(
    _ image: AuxiliaryImage, from source: ImageSource, _ place: PlacedCopy, encoding: AuxiliaryEncoding,
    replacing: Bool
  ) throws(AuxError) -> Bool {
    guard let geometry = place.geometry else {
      return try copyAuxiliaryImage(
        image, from: source, cropping: place.crop, turning: place.turn, encoding: encoding,
        replacing: replacing)
    }
    // What an unknown image shows may not be resampled.
    let rules = try CarryingRules(of: source, by: geometry, in: container, new: source)
    if let reason = rules.reason(toLeaveOut: image, hasOther: false) {
      throw AuxError(.unsupported, reason)
    }
    var losesCalibration = false
    let placed = try Self.decoded(image, of: source) { stored throws(AuxError) in
      let edited = try stored.edited(by: geometry)
      losesCalibration = stored.metadata.calibration != nil && edited.metadata.calibration == nil
      return edited
    }
    try addAuxiliaryImage(
      carried(placed, image.gainMap, from: source.container),
      encoding: encoding.keepingCodes(of: image, from: source.container, in: container), replacing: replacing)
    if losesCalibration { notes.append(image.type.lostCalibration) }
    return false
  }
}

extension AuxiliaryImage {
  /// Throws the fault of a gain map whose metadata give its samples no meaning.
  func checkGainMapMetadata(remedy: Remedy? = nil) throws(AuxError) {
    guard let failure = gainMapFailure else { return }
    try failure.throwIfOfSystem()
    throw AuxError(
      failure.code, "\(failure.reason): nothing says what the gain map means", offset: failure.offset,
      place: failure.place, remedy: remedy)
  }
}
