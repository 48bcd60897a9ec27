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
    /// The number of different codes; of floats, that of their first 16 bits.
    var levels: Int
    var smallest: Int
    var largest: Int
  }

  /// The place in the file, as in `item 51`, `image 2` or `IFD0/SubIFD0`.
  var place: String
  var offset: Int?
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

  var isDepth: Bool { type?.isDepthData == true }
  var metadata: AuxiliaryMetadata { packet?.metadata ?? AuxiliaryMetadata() }

  /// Whether the kind is one of Apple's: depth, a matte or a gain map.
  var isKnown: Bool { type?.family != nil }

  /// Whether the kind is a matte.
  var isMatte: Bool { type?.family == .portraitMatte || type?.family == .semanticMatte }

  /// The type, for messages.
  var name: String { type?.name ?? urn ?? "auxiliary image" }

  /// Returns the text of a property of Apple's.
  func text(_ namespace: AppleNamespace, _ name: String) -> String? { packet?.text(namespace, name) }

  /// Decodes and counts; never throws.
  mutating func decode(
    from source: any ByteSource, limits: Limits, _ body: () throws(AuxError) -> PixelPlane
  ) {
    do throws(AuxError) {
      _ = try limits.checkedPixelCount(width: width, height: height)
      content = .success(Content(try body()))
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
  init(_ plane: PixelPlane) {
    width = plane.width
    height = plane.height
    var seen = [Bool](repeating: false, count: 65536)
    switch plane.storage {
    case .uint8(let codes):
      bits = 8
      for code in codes { seen[Int(code)] = true }
    case .uint16(let codes), .half(let codes):
      bits = 16
      for code in codes { seen[Int(code)] = true }
    case .float(let values):
      bits = 32
      for value in values { seen[Int(value.bitPattern >> 16)] = true }
    }
    levels = seen.count { $0 }
    smallest = seen.firstIndex(of: true) ?? 0
    largest = seen.lastIndex(of: true) ?? 0
  }
}
