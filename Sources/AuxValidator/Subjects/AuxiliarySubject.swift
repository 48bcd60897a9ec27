internal import AuxContainers
internal import AuxImage
internal import AuxKernels

/// One auxiliary image as the rules see it, in whatever container.
struct AuxiliarySubject: Sendable {
  /// What decoding gave.
  struct Content: Sendable {
    var width: Int
    var height: Int
    var bits: Int
    /// The smallest and the largest code; of floats, of their first 16 bits.
    var codes: ClosedRange<Int>
    /// The different samples of a depth map in a row, and how many there are of each; nil for other images.
    ///
    /// Floats are distinguished by their first 16 bits.
    var census: (samples: PixelPlane, counts: [Int])?

    /// The one code of all samples; nil where there are several.
    var constant: Int? { codes.count == 1 ? codes.lowerBound : nil }
  }

  /// What the list of its container says.
  var entry: AuxiliaryEntry
  /// The number of the item; HEIF only.
  var itemID: UInt32?
  var container: ImageContainer
  /// What the container calls it: the URN of auxC, or SemanticName.
  var urn: String?
  /// The kind, by the container and the XMP; nil where neither says.
  var type: AuxiliaryDataType?
  /// The size as stored, after cropping.
  var width: Int
  var height: Int
  /// Bits per sample, where the headers state them.
  var bits: Int?
  var packet: PacketSubject?
  /// The depth representation information; HEIF only.
  var representation: DepthRepresentationInfo?
  /// The bytes of the coded samples; tiles of a grid are not among them.
  var coded: [Range<Int>] = []
  /// How many of the coded bytes are zero, of how many; nil where they were not read.
  var zeros: (count: Int, of: Int)?
  /// What decoding gave; nil where pixels are left alone, and where the system does not let them be decoded.
  var content: Result<Content, AuxError>?
  /// Why the system did not let the image be decoded: no fault of the file.
  var systemFailure: AuxError?

  init(
    _ entry: AuxiliaryEntry, container: ImageContainer, width: Int, height: Int, bits: Int? = nil,
    packet: PacketSubject? = nil
  ) {
    (self.entry, self.container, self.width, self.height) = (entry, container, width, height)
    (self.bits, self.packet) = (bits, packet)
    type = entry.kind?.named(by: packet?.metadata ?? AuxiliaryMetadata())
  }

  /// The place in the file, as in `item 51`, `image 2` or `IFD0/SubIFD0`.
  var place: String { entry.name }
  var offset: Int { entry.offset }
  var isDepth: Bool { type?.isDepthData == true }
  /// Whether it is kept in Google's or a maker's way, to which Apple's customs do not apply.
  var isEmbedded: Bool { entry.embeddedForm != nil }
  /// Whether it is described as Apple describes such images.
  var isApples: Bool { !isEmbedded && type != .isoGainMap }
  var metadata: AuxiliaryMetadata { packet?.metadata ?? AuxiliaryMetadata() }

  /// Whether the kind is one of Apple's: depth, a matte or a gain map.
  var isKnown: Bool { type?.family != nil }

  var isMatte: Bool { type?.family == .portraitMatte || type?.family == .semanticMatte }

  var name: String { type?.name ?? urn ?? "auxiliary image" }

  /// Returns the text of a property of Apple's.
  func text(_ namespace: AppleNamespace, _ name: String) -> String? { packet?.text(namespace, name) }

  /// Decodes and counts; never throws.
  mutating func decode(
    from source: any ByteSource, limits: AuxLimits, _ body: () throws(AuxError) -> PixelPlane
  ) {
    do throws(AuxError) {
      _ = try limits.checkedPixelCount(width: width, height: height)
      content = .success(Content(try body(), isCounted: isDepth))
    } catch {
      if error.isOfSystem { systemFailure = error } else { content = .failure(error) }
    }
    var zero = 0
    var total = 0
    for range in coded where range.count <= limits.codedBytes {
      guard let bytes = try? source.read(at: range.lowerBound, count: range.count) else { continue }
      total += bytes.count
      zero += bytes.count { $0 == 0 }
    }
    zeros = (zero, total)
  }
}

extension AuxiliarySubject.Content {
  init(_ plane: PixelPlane, isCounted: Bool) {
    width = plane.width
    height = plane.height
    switch plane.storage {
    // To count what nobody asks for would take longer than all else that is looked at.
    case .uint8(let codes) where !isCounted:
      let ends = CodeBounds.of(codes) ?? 0...0
      (bits, self.codes) = (8, Int(ends.lowerBound)...Int(ends.upperBound))
      return
    case .uint16(let codes) where !isCounted, .half(let codes) where !isCounted:
      let ends = CodeBounds.of(codes) ?? 0...0
      (bits, self.codes) = (16, Int(ends.lowerBound)...Int(ends.upperBound))
      return
    case .uint8, .uint16, .half, .float: break
    }
    let counts: [Int]
    switch plane.storage {
    case .uint8(let codes): (bits, counts) = (8, CodeCounts.of(codes))
    case .uint16(let codes), .half(let codes): (bits, counts) = (16, CodeCounts.of(codes))
    case .float(let values): (bits, counts) = (32, CodeCounts.ofHighBits(values))
    }
    let found = counts.indices.filter { counts[$0] > 0 }
    codes = (found.first ?? 0)...(found.last ?? 0)
    guard isCounted else { return }
    let samples: PixelPlane.Storage =
      switch plane.storage {
      case .uint8: .uint8(found.map { UInt8($0) })
      case .uint16: .uint16(found.map { UInt16($0) })
      case .half: .half(found.map { UInt16($0) })
      case .float: .float(found.map { Float(bitPattern: UInt32($0) << 16) })
      }
    census = (PixelPlane(width: found.count, height: 1, known: samples), found.map { counts[$0] })
  }
}
