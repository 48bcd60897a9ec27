internal import AuxKernels

/// The auxiliary data-info dictionary that `CGImageSourceCopyAuxiliaryDataInfoAtIndex` returns, as a value.
public struct AuxiliaryDataInfo: Hashable, Sendable {
  /// What the bytes are: `kCGImageAuxiliaryDataInfoDataDescription`.
  public struct Description: Hashable, Sendable {
    /// The format of a sample.
    public var pixelFormat: PixelFormat
    /// The number of samples in a row.
    public var width: Int
    /// The number of rows.
    public var height: Int
    /// The distance of rows in bytes; more than the samples of a row where rows are padded.
    public var bytesPerRow: Int
    /// The planes of the data, one after the other; one for a format of one plane, whose numbers are those above.
    public var planes: [Plane]
    /// How the image that the data belongs to is turned for display, where known; the data is not turned.
    public var orientation: ImageOrientation?

    /// The code points of colours, where there are several components; only the matrix, the primaries and the transfer
    /// count, since ``pixelFormat`` says the rest.
    package var colourEncoding: ColourEncoding?

    /// Creates a description, which is checked where it is used.
    ///
    /// Without `planes` there is one, of the numbers given.
    public init(
      pixelFormat: PixelFormat, width: Int, height: Int, bytesPerRow: Int,
      orientation: ImageOrientation? = nil, planes: [Plane]? = nil
    ) {
      self.pixelFormat = pixelFormat
      self.width = width
      self.height = height
      self.bytesPerRow = bytesPerRow
      self.orientation = orientation
      self.planes = planes ?? [Plane(width: width, height: height, bytesPerRow: bytesPerRow)]
    }
  }

  /// One plane of the data.
  public struct Plane: Hashable, Sendable {
    /// The number of pixels in a row; one of Cb and Cr counts as one.
    public var width: Int
    /// The number of rows.
    public var height: Int
    /// The distance of rows in bytes.
    public var bytesPerRow: Int

    /// Creates a plane, which is checked where it is used.
    public init(width: Int, height: Int, bytesPerRow: Int) {
      self.width = width
      self.height = height
      self.bytesPerRow = bytesPerRow
    }
  }

  /// The samples, little-endian, row by row: `kCGImageAuxiliaryDataInfoData`.
  public var data: [UInt8]
  /// What the bytes are: `kCGImageAuxiliaryDataInfoDataDescription`.
  public var description: Description
  /// The properties, `kCGImageAuxiliaryDataInfoMetadata`; nil where the dictionary has none.
  ///
  /// A change drops ``xmpPacket``, which would state the old ones.
  public var metadata: AuxiliaryMetadata? {
    didSet { if metadata != oldValue { xmpPacket = nil } }
  }
  /// The ICC profile of the colours, `kCGImageAuxiliaryDataInfoColorSpace`; nil without one.
  public var iccProfile: [UInt8]?
  /// The XMP packet that ``metadata`` was read from, byte for byte; nil without one.
  public private(set) var xmpPacket: [UInt8]?

  /// Creates a dictionary; only ``data`` and ``description`` are required.
  public init(
    data: [UInt8], description: Description, metadata: AuxiliaryMetadata? = nil, xmpPacket: [UInt8]? = nil
  ) {
    self.data = data
    self.description = description
    self.metadata = metadata
    self.xmpPacket = xmpPacket
  }

  /// Creates the dictionary of an image of several components, whose planes follow each other.
  ///
  /// Width, height and bytes per row are those of the first plane. Throws `AuxError` as `ColourPlanes/data()`.
  init(
    colours: ColourPlanes, orientation: ImageOrientation?, metadata: AuxiliaryMetadata?, xmpPacket: [UInt8]?
  ) throws(AuxError) {
    let planes = colours.planes
    self.init(
      data: try colours.data(),
      description: Description(
        pixelFormat: colours.encoding.pixelFormat, width: colours.width, height: colours.height,
        bytesPerRow: planes[0].bytesPerRow, orientation: orientation, planes: planes),
      metadata: metadata, xmpPacket: xmpPacket)
    description.colourEncoding = colours.encoding
    iccProfile = colours.iccProfile
  }

  /// Creates the dictionary of a plane; each row takes a multiple of `rowAlignment` bytes.
  init(
    plane: PixelPlane, pixelFormat: PixelFormat, rowAlignment: Int, orientation: ImageOrientation? = nil,
    metadata: AuxiliaryMetadata?, xmpPacket: [UInt8]? = nil
  ) {
    precondition(rowAlignment > 0)
    let bytesPerRow = (plane.bytesPerRow + rowAlignment - 1) / rowAlignment * rowAlignment
    self.init(
      data: plane.data(bytesPerRow: bytesPerRow),
      description: Description(
        pixelFormat: pixelFormat, width: plane.width, height: plane.height, bytesPerRow: bytesPerRow,
        orientation: orientation),
      metadata: metadata, xmpPacket: xmpPacket)
  }
}

extension AuxiliaryDataInfo {
  /// The type of the dictionary's image, if pixel format or metadata state it.
  ///
  /// ImageIO keeps the type beside the dictionary; a semantic matte from HEIF does not name its own.
  public var auxiliaryDataType: AuxiliaryDataType? {
    if let quantity = description.pixelFormat.quantity { return AuxiliaryDataType(quantity) }
    // A portrait matte is typed by its sub-type; no other matte is of depth.
    return metadata?.namedType.flatMap { $0.isDepthData ? nil : $0 }
  }

  /// Returns the samples without the padding of their rows.
  ///
  /// Throws `AuxError`: `unsupported` for a pixel format that is not one of `formats`, `malformed` where a number
  /// of the description is zero or rows are shorter than their samples, `truncated` where bytes are missing,
  /// `limitExceeded` past ``AuxLimits/pixels``.
  func plane(formats: [PixelFormat], limits: AuxLimits = .standard) throws(AuxError) -> PixelPlane {
    let place = "DataDescription"
    let format = description.pixelFormat
    guard format.rawValue != 0 else { throw AuxError(.malformed, "PixelFormat is 0", place: place) }
    guard formats.contains(format), let sampleType = format.sampleType else {
      let names = formats.map(\.name).joined(separator: ", ")
      throw AuxError(
        .unsupported, "PixelFormat \(format.name) (\(format.rawValue)) is not one of \(names)", place: place)
    }
    let numbers = [
      ("Width", description.width), ("Height", description.height), ("BytesPerRow", description.bytesPerRow),
    ]
    for (name, number) in numbers where number <= 0 {
      throw AuxError(.malformed, "\(name) is \(number)", place: place)
    }
    _ = try limits.checkedDecoding(width: description.width, height: description.height)
    let rowBytes = description.width * sampleType.byteCount
    guard description.bytesPerRow >= rowBytes else {
      throw AuxError(
        .malformed,
        "BytesPerRow is \(description.bytesPerRow), and \(description.width) samples of \(format.name) take "
          + "\(rowBytes)", place: place)
    }
    guard
      let plane = PixelPlane(
        width: description.width, height: description.height, bytesPerRow: description.bytesPerRow,
        data: data, sampleType: sampleType)
    else {
      throw AuxError(
        .truncated,
        "\(data.count) bytes are no \(description.height) rows of \(description.bytesPerRow)", place: "Data")
    }
    return plane
  }

  /// Returns the XMP packet: the one that was read, else that of ``metadata``; nil where there is neither.
  package func packet() throws(AuxError) -> [UInt8]? {
    if let xmpPacket { return xmpPacket }
    guard let metadata, metadata != AuxiliaryMetadata() else { return nil }
    return try XMPSerializer.packet(of: metadata.properties)
  }
}

extension AuxiliaryDataInfo: CustomDebugStringConvertible {
  /// The size and the pixel format, as `768x576 hdis`; never the bytes: there are millions.
  public var debugDescription: String {
    "\(description.width)x\(description.height) \(description.pixelFormat)"
  }
}
