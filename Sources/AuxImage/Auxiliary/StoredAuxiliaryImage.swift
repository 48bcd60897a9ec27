public import AuxKernels

/// An auxiliary image as containers hold it: what it is, its samples with their meaning, and the XMP.
///
/// This is what moves between containers: codes that are carried stay the codes they were.
public struct StoredAuxiliaryImage: Hashable, Sendable {
  /// The kind of image.
  public let type: AuxiliaryDataType
  /// The samples, in the stored grid of the primary image, and what they mean.
  package internal(set) var content: AuxiliaryContent
  /// The properties.
  public var metadata: AuxiliaryMetadata
  /// The XMP packet that ``metadata`` was read from, byte for byte; nil without one.
  package var packet: [UInt8]?
  /// The forms in which a gain map is described; empty for other images.
  package let gainMapForms: [GainMapDescription.Form]

  /// Creates a stored image.
  ///
  /// A gain map is described in `forms`, or as its type and metadata say. Throws `AuxError` with code `usage` where images
  /// of the type have other content: depth data need a range.
  package init(
    type: AuxiliaryDataType, content: AuxiliaryContent, metadata: AuxiliaryMetadata, packet: [UInt8]? = nil,
    forms: [GainMapDescription.Form]? = nil
  ) throws(AuxError) {
    guard content.isContent(of: type) else {
      throw AuxError(.usage, "an image of type \(type) does not hold \(content.kind)")
    }
    self.init(known: type, content, metadata, packet, forms: forms)
  }

  /// Creates a stored image of codes that is no depth map.
  ///
  /// Throws `AuxError` with code `usage` for a type of depth data.
  public init(
    type: AuxiliaryDataType, codes: PixelPlane, metadata: AuxiliaryMetadata, packet: [UInt8]? = nil
  ) throws(AuxError) {
    try self.init(
      type: type, content: AuxiliaryContent(codes, of: type), metadata: metadata, packet: packet)
  }

  /// Creates an image whose content is known to be of its type.
  init(
    known type: AuxiliaryDataType, _ content: AuxiliaryContent, _ metadata: AuxiliaryMetadata,
    _ packet: [UInt8]? = nil, forms: [GainMapDescription.Form]? = nil
  ) {
    (self.type, self.content, self.metadata, self.packet) = (type, content, metadata, packet)
    // Without metadata only Apple's form says anything.
    gainMapForms = (forms ?? content.gainMapForms(of: type))
      .filter { $0 == .apple || content.gainMapMetadata != nil }
  }

  /// The codes, 8 or 16 bits each; of several components the first.
  ///
  /// Other codes mean what these meant, and are the only component.
  public var codes: PixelPlane {
    get { content.codes }
    set {
      switch content {
      case .depth(_, let range): content = .depth(newValue, range)
      case .matte, .colours: content = .matte(newValue)
      case .gainMap(_, let metadata), .colourGainMap(_, let metadata): content = .gainMap(newValue, metadata)
      }
    }
  }
  /// What the codes of depth data mean; nil for other images.
  package var range: CodeRange? { if case .depth(_, let range) = content { range } else { nil } }
  /// The width in samples.
  public var width: Int { content.size.width }
  /// The height in samples.
  public var height: Int { content.size.height }

  /// Changes the samples; their meaning stays.
  mutating func mapSamples(
    _ codes: (PixelPlane) -> PixelPlane, _ colours: (ColourPlanes) -> ColourPlanes
  ) {
    content = content.map(codes, colours)
  }

  /// Throws `AuxError` with code `unsupported` for an image of several components that is no gain map.
  package func checkedForCoding() throws(AuxError) {
    guard case .colours(let colours) = content else { return }
    throw AuxError(
      .unsupported,
      "an image of \(colours.encoding.layout.rawValue) with \(colours.encoding.bitsPerComponent) bits is copied as "
        + "it is coded, and not coded anew")
  }
}

// MARK: - Turning and cutting

extension StoredAuxiliaryImage {
  /// Returns the image turned as an Exif orientation asks for, its calibration with it.
  ///
  /// The packet stays byte for byte where nothing in it changes.
  package func applyingExifOrientation(_ orientation: ImageOrientation) -> StoredAuxiliaryImage {
    guard orientation != .up else { return self }
    var turned = self
    turned.mapSamples(
      { Orient.apply(orientation.rawValue, to: $0) }, { $0.applyingExifOrientation(orientation) })
    if let calibration = metadata.calibration {
      turned.metadata.calibration = calibration.applyingExifOrientation(orientation)
      turned.packet = nil
    }
    return turned
  }

  /// Returns the image of a part of the photo, `width` by `height` pixels large and as stored; its calibration
  /// is cut with it.
  ///
  /// No code changes: edges fall between two samples, half a sample off at most. A map so small that its
  /// aspect ratio would be off by more than 0.5 % has each sample repeated first.
  /// Throws `AuxError` with code `usage` where the part reaches outside.
  package func cropped(
    to part: PixelRectangle, width: Int, height: Int
  ) throws(AuxError) -> StoredAuxiliaryImage {
    guard part.isInside(width: width, height: height) else {
      throw AuxError(.usage, "\(part) reaches out of the photo, which is \(width)x\(height)")
    }
    guard part.width < width || part.height < height else { return self }
    func edges(_ low: Int, _ count: Int, of whole: Int, samples: Int) -> Range<Int> {
      func edge(_ at: Int) -> Int { Int((Double(at) * Double(samples) / Double(whole)).rounded()) }
      let first = min(edge(low), samples - 1)
      return first..<max(edge(low + count), first + 1)
    }
    var repeats = 0
    var (columns, rows) = (0..<0, 0..<0)
    repeat {
      repeats += 1
      columns = edges(part.x, part.width, of: width, samples: self.width * repeats)
      rows = edges(part.y, part.height, of: height, samples: self.height * repeats)
    } while repeats < 8
      && !AspectRatio.isSame(
        (Double(columns.count), Double(rows.count)),
        // In samples: the map may have been stretched over the photo.
        (
          Double(part.width) * Double(self.width) / Double(width),
          Double(part.height) * Double(self.height) / Double(height)
        ), tolerance: AspectRatio.tolerance / 2)
    var cut = self
    let (left, top) = (columns.lowerBound, rows.lowerBound)
    let (cutWidth, cutHeight) = (columns.count, rows.count)
    cut.mapSamples(
      { $0.repeatingSamples(repeats).cropped(left: left, top: top, width: cutWidth, height: cutHeight) },
      { $0.repeatingPixels(repeats).cropped(left: left, top: top, width: cutWidth, height: cutHeight) })
    if let calibration = metadata.calibration {
      cut.metadata.calibration = calibration.cropped(to: part, width: width, height: height)
      cut.packet = nil
    }
    return cut
  }
}

extension StoredAuxiliaryImage: CustomStringConvertible {
  /// The type, the size and the kind of sample, as `disparity 768x576 uint8`.
  public var description: String { "\(type) \(codes)" }
}
