internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
package import AuxKernels

extension MapFile {
  /// The kinds of map file: all that is known of each but its codec.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// PNG: 8-bit or 16-bit codes.
    case png
    /// JPEG: 8-bit codes that its coding has changed, which is only read.
    case jpeg
    /// WebP: 8-bit codes, which is only read.
    case webp
    /// Portable float map.
    case pfm
    /// Netpbm's PGM and PPM: codes of 8 or 16 bits, which is only read.
    case pgm
    /// A depth map of COLMAP's dense reconstruction, which is only read.
    case colmap
    /// A NumPy array.
    case npy
    /// An archive of NumPy arrays, which is only read.
    case npz
    /// TIFF.
    case tiff
    /// OpenEXR.
    case exr
    /// Samples without a header.
    case raw
  }
}

extension MapFile.Kind {
  /// The name, for people.
  public var name: String {
    switch self {
    case .png, .jpeg, .pfm, .pgm, .npy, .npz, .colmap, .tiff: rawValue.uppercased()
    case .exr: "OpenEXR"
    case .webp: "WebP"
    case .raw: "raw"
    }
  }

  /// The names of all kinds that have a header.
  package static let list = allCases.filter { $0 != .raw }.map(\.name).joined(separator: ", ")

  /// The extensions of such files, the usual one first; those of raw samples name no format.
  package var extensions: [String] {
    switch self {
    case .png, .pfm, .npy, .npz, .exr, .webp: [rawValue]
    case .jpeg: ["jpg", "jpeg"]
    case .tiff: ["tiff", "tif"]
    case .pgm: ["pgm", "ppm", "pnm"]
    // As raw samples have it.
    case .colmap: []
    case .raw: ["raw", "bin"]
    }
  }

  /// The extensions that are looked for in a folder, where a JPEG or WebP is more likely the photo itself.
  package static let companionExtensions = allCases.filter { $0 != .jpeg && $0 != .webp }.flatMap(
    \.extensions)

  /// Creates the kind that `prefix`, the first 16 bytes of a file, begins; never ``raw``.
  package init?(prefix: [UInt8]) {
    let container = ImageContainer(prefix: prefix)
    let kind = Self.allCases.first {
      container == nil ? $0.begins(with: prefix) : $0.container == container
    }
    guard let kind else { return nil }
    self = kind
  }

  /// The container of such files that pictures have too.
  private var container: ImageContainer? {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .webp: .webp
    case .tiff: .tiff
    case .exr: .exr
    case .pfm, .pgm, .colmap, .npy, .npz, .raw: nil
    }
  }

  /// Returns true if such files begin so, and no pictures of a container do.
  private func begins(with prefix: [UInt8]) -> Bool {
    switch self {
    // P and f, or F for colour, which the codec refuses.
    case .pfm: prefix.starts(with: "Pf".utf8) || prefix.starts(with: "PF".utf8)
    case .pgm: NetpbmCodec.begins(prefix)
    case .colmap: COLMAPCodec.begins(prefix)
    case .npy: prefix.starts(with: NPYHeader.magic)
    case .npz: prefix.starts(with: [0x50, 0x4B, 3, 4]) || prefix.starts(with: [0x50, 0x4B, 5, 6])
    case .png, .jpeg, .webp, .tiff, .exr, .raw: false
    }
  }

  /// Creates the kind that a path's extension asks for as an output; nil for a kind that is not written.
  package init?(outputPath path: String) {
    let name = path.split(separator: "/").last ?? ""
    let end = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased()
    guard let end, let kind = Self.writable.first(where: { $0.extensions.contains(end) }) else { return nil }
    self = kind
  }

  package static var writable: [MapFile.Kind] { allCases.filter { !$0.writableSamples.isEmpty } }

  /// The kinds of sample that a file of this kind can be written with; none where it is only read.
  package var writableSamples: Set<PixelPlane.SampleType> {
    switch self {
    case .png: [.uint8, .uint16]
    case .pfm: [.float]
    case .exr: [.half, .float]
    case .npy, .tiff, .raw: [.uint8, .uint16, .half, .float]
    case .jpeg, .webp, .pgm, .colmap, .npz: []
    }
  }

  /// Whether files have a place for a ``MapRecord``.
  package var holdsRecord: Bool {
    switch self {
    case .png, .tiff, .exr: true
    case .jpeg, .webp, .pfm, .pgm, .colmap, .npy, .npz, .raw: false
    }
  }

  /// The forms in which files hold what an auxiliary image means.
  enum Form {
    /// Codes to look at, of depth data between its two ends.
    case codes
    /// Numbers of a unit, mattes as 0...1.
    case values
    /// Whatever samples there are.
    case samples
  }

  /// What readers of such files expect.
  var form: Form {
    switch self {
    case .png, .jpeg, .webp, .pgm: .codes
    case .pfm, .colmap, .exr: .values
    case .npy, .npz, .tiff, .raw: .samples
    }
  }

  /// The format that depth data get where none is asked for: other programs take numbers for metres.
  package func usualFormat(of native: PixelFormat) -> PixelFormat {
    switch self {
    case .png, .jpeg, .webp, .pgm, .raw: native
    // Most readers of TIFF do not know halves.
    case .tiff: .fdep
    case .pfm, .colmap, .npy, .npz, .exr: native.quantity == .disparity ? .fdep : native
    }
  }

  /// Whether files hold the samples as they are, so that they can be written part by part.
  var isWrittenInParts: Bool {
    switch self {
    case .npy, .raw: true
    case .png, .jpeg, .webp, .pfm, .pgm, .colmap, .npz, .tiff, .exr: false
    }
  }

  func decode(
    _ source: any ByteSource, options: MapFile.Options, limits: AuxLimits
  ) throws(AuxError) -> MapContent {
    switch self {
    case .pfm: return MapContent(try PFMCodec.decode(source, limits: limits))
    case .colmap: return MapContent(try COLMAPCodec.decode(source, limits: limits))
    case .pgm:
      let (image, maximum) = try NetpbmCodec.decode(source, limits: limits)
      var content = MapContent(try GrayscaleMapReader.plane(from: image))
      content.white = [255, 65535].contains(maximum) ? nil : maximum
      return content
    case .npy:
      let frame = options.key.flatMap(NPYCodec.frame)?.number
      let array = try NPYCodec.array(source, frame: frame, limits: limits)
      var content = MapContent(array.plane)
      content.array = options.key
      (content.hasWholeNumbers, content.hasBools) = (array.hasWholeNumbers, array.hasBools)
      return content
    case .png, .jpeg, .webp, .npz, .tiff, .exr, .raw:
      return try decode(source.read(at: 0, count: source.byteCount), options, limits)
    }
  }

  private func decode(
    _ data: [UInt8], _ options: MapFile.Options, _ limits: AuxLimits
  ) throws(AuxError) -> MapContent {
    switch self {
    case .pfm, .pgm, .colmap, .npy:
      return try decode(MemoryByteSource(data), options: options, limits: limits)
    case .png:
      var content = MapContent(try GrayscaleMapReader.plane(from: try PNGCodec.decode(data, limits: limits)))
      content.record = try PNGCodec.comment(data, limits: limits).flatMap(MapRecord.init)
      return content
    case .jpeg: return try MapContent(jpeg: data, options: options, limits: limits)
    case .webp: return try MapContent(webP: data, options: options, limits: limits)
    case .npz: return try MapContent(archive: data, options: options, limits: limits)
    case .tiff:
      let (plane, description) = try TIFFMapCodec.decode(data, limits: limits)
      var content = MapContent(plane)
      content.record = description.flatMap(MapRecord.init)
      return content
    case .exr:
      let map = try EXRMapCodec.decode(
        data, channel: options.channel, of: options.content, limits: limits)
      var content = MapContent(map.plane)
      content.channel = MapChannel(name: map.channel.channel, part: map.channel.partName)
      content.isNukes = map.isNukes
      content.camera = try map.camera.map { camera throws(AuxError) in
        try MapCamera(camera, width: map.plane.width, height: map.plane.height)
      }
      if map.plane.sampleType == .half { content.backgroundLimit = Half.greatest }
      content.record = map.comments.flatMap(MapRecord.init)
      return content
    case .raw:
      guard let layout = options.raw else {
        throw AuxError(.usage, "raw samples need a size and a pixel format")
      }
      return MapContent(try layout.decode(data, limits: limits))
    }
  }

  func encode(_ plane: PixelPlane, channel: String?, record: MapRecord?) throws(AuxError) -> [UInt8] {
    switch self {
    case .png: return try PNGCodec.encode(plane, comment: record?.text)
    case .pfm:
      guard case .half(let bits) = plane.storage else { return try PFMCodec.encode(plane) }
      let floats = PixelPlane(width: plane.width, height: plane.height, known: .float(Half.decode(bits)))
      return try PFMCodec.encode(floats)
    case .npy: return NPYCodec.encode(plane)
    case .npz, .colmap: throw AuxError(.usage, "\(name) is only read; write NPY")
    case .jpeg, .webp, .pgm: throw AuxError(.usage, "maps in \(name) are only read; write PNG")
    case .tiff: return try TIFFMapCodec.encode(plane, description: record?.text)
    case .exr:
      // Programs take Z for distances.
      let second =
        record?.quantity == .disparity ? "disparity" : record?.type.isDepthData ?? true ? "Z" : nil
      return try EXRMapCodec.encode(plane, channel: channel, second: second, comments: record?.text)
    case .raw: return plane.data()
    }
  }

  /// Returns the bytes of an image of several components, and whether a file has a place for the ICC profile.
  func encode(_ colours: ColourPlanes) throws(AuxError) -> (bytes: [UInt8], keepsProfile: Bool) {
    switch self {
    case .png: return try PNGCodec.encode(try colours.rgb())
    case .tiff: return (try TIFFMapCodec.encode(try colours.rgb()), true)
    case .npy: return (NPYCodec.encode(try colours.rgb()), false)
    case .raw: return (try colours.data(), false)
    case .pfm, .pgm, .colmap, .exr, .npz, .jpeg, .webp:
      throw AuxError(
        .unsupported,
        "\(name) is written of one component, and the image has three; PNG, TIFF, NPY and raw hold them")
    }
  }
}
