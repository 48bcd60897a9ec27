internal import AuxCodecs
internal import AuxContainers
public import AuxImage
public import AuxKernels

/// What a map file holds: samples, and what it says of them.
package struct MapContent: Hashable, Sendable {
  package var samples: PixelPlane
  /// Whether the samples are whole numbers of another range than codes have, in a plane of floats.
  package var hasWholeNumbers = false
  /// Whether the codes are bools, 0 and 255.
  package var hasBools = false
  /// The code of white, where it is not the greatest of codes of that many bits.
  var white: Int?
  /// The camera, where the file or one beside it states one, in pixels of the map.
  package var camera: MapCamera? {
    get { statedCamera?.camera }
    set { statedCamera = newValue.map { StatedCamera($0) } }
  }
  /// ``camera``, with what else the file beside the map says of it.
  var statedCamera: StatedCamera?
  /// Whether the codes are near those that were coded, and not the same.
  var isLossy = false
  /// The array of the archive that is of no use here: confidence.
  var unread: String?
  /// The depth, in the file's numbers, from which on samples are background; nil for the usual limit.
  ///
  /// OpenEXR's halves end at 65504, to which programs clamp what they would write as 1e10; Depth Pro's greatest
  /// distance is 10,000 m.
  package var backgroundLimit: Float?
  /// Whether Nuke wrote the file.
  var isNukes = false
  /// The channel of an OpenEXR file that the samples are.
  package var channel: MapChannel?
  /// The key of the array of an NPZ archive that the samples are, with the number of its frame where there are several.
  var array: String?
  /// The kind of the file; nil for samples that come from none.
  package var kind: MapFile.Kind?
  /// What the file says of the auxiliary image that it was made of.
  package var record: MapRecord?

  package init(_ samples: PixelPlane) { self.samples = samples }

  /// Where in their file the samples are.
  package var source: MapSource { MapSource(channel: channel, array: array) }

  /// Whether a file of a kind could not say what the samples mean, where their own file says it.
  package func losesMeaning(as kind: MapFile.Kind) -> Bool {
    if channel?.isUnreal == true { return true }
    guard record?.quantity != nil, kind != .raw else { return false }
    return !kind.holdsRecord || !kind.writableSamples.contains(samples.sampleType)
  }

  var hasIntegers: Bool { hasWholeNumbers || samples.sampleType.isInteger }

  /// The samples, of codes whose white is another than usual as parts of 0...1.
  var spreadSamples: PixelPlane {
    let parts: [Float]
    switch (white.map(Float.init), samples.storage) {
    case (let white?, .uint8(let codes)): parts = codes.map { Float($0) / white }
    case (let white?, .uint16(let codes)): parts = codes.map { Float($0) / white }
    default: return samples
    }
    return PixelPlane(width: samples.width, height: samples.height, known: .float(parts))
  }
}

extension MapFile {
  /// Decodes the samples of the map file at `path`; throws as `content(at:options:limits:)`.
  public static func read(
    _ path: String, options: Options = Options(), limits: AuxLimits = .standard
  ) throws(AuxError) -> PixelPlane {
    try content(at: path, options: options, limits: limits).samples
  }

  /// Decodes the map file at `path`, or on standard input for `-`.
  ///
  /// Where the options do not describe raw samples, the ``RawSidecar`` beside them does.
  /// Throws `AuxError` that names the file: `inputMissing`, `limitExceeded` past `AuxLimits.mapFileBytes`, else
  /// as ``decode(_:options:limits:)``.
  package static func content(
    at path: String, options: Options = Options(), limits: AuxLimits = .standard
  ) throws(AuxError) -> MapContent {
    do throws(AuxError) {
      var content = try content(of: path, options, limits)
      try options.convention?.facts.cameraFile?.apply(to: &content, at: path, origin: options.origin)
      return content
    } catch { throw error.about(StandardStream.inputName(path)) }
  }

  private static func content(
    of path: String, _ options: Options, _ limits: AuxLimits
  ) throws(AuxError) -> MapContent {
    let source = try InputFile.source(path, limits: limits)
    let (known, record) = try described(options, path, prefix: source.readPrefix(at: 0, count: 16))
    var content = try content(of: source, options: known, limits: limits)
    if let record { content.record = record }
    return content
  }

  /// Returns options with the layout of raw samples that the ``RawSidecar`` beside a file states, and its record, where nothing
  /// else says what the file is.
  static func described(
    _ options: Options, _ path: String, prefix: [UInt8]
  ) throws(AuxError) -> (Options, MapRecord?) {
    guard options.raw == nil, Kind(prefix: prefix) == nil, let sidecar = try RawSidecar(beside: path),
      let layout = sidecar.layout
    else { return (options, nil) }
    var options = options
    options.raw = layout
    return (options, sidecar.record)
  }

  /// Decodes the samples of a map file in memory: one of a known kind, or raw samples of a given layout.
  ///
  /// Throws `AuxError`: `unsupported` for a file of another kind, `usage` where an option does not suit the
  /// kind, and as its codec does.
  public static func decode(
    _ data: [UInt8], options: Options = Options(), limits: AuxLimits = .standard
  ) throws(AuxError) -> PixelPlane {
    try content(of: data, options: options, limits: limits).samples
  }

  /// Decodes a map file in memory, with what it says of its samples; throws as ``decode(_:options:limits:)``.
  package static func content(
    of data: [UInt8], options: Options = Options(), limits: AuxLimits = .standard
  ) throws(AuxError) -> MapContent {
    try content(of: MemoryByteSource(data), options: options, limits: limits)
  }

  private static func content(
    of source: any ByteSource, options: Options, limits: AuxLimits
  ) throws(AuxError) -> MapContent {
    CodecBox.heedCancellations()
    try AuxError.checkCancellation()
    guard source.byteCount > 0 else { throw AuxError(.truncated, "the map file is empty", offset: 0) }
    let kind = options.raw == nil ? Kind(prefix: try source.readPrefix(at: 0, count: 16)) : .raw
    if kind != .exr, let channel = options.channel {
      throw AuxError(.usage, "a channel (\(channel)) can be named for OpenEXR only")
    }
    if kind != .npz, let key = options.key, kind != .npy || NPYCodec.frame(key)?.key != "" {
      throw AuxError(.usage, "a key (\(key)) can be named for NPZ only, and a frame, as [0], for NPY")
    }
    guard let kind else {
      if let container = ImageContainer(prefix: try source.readPrefix(at: 0, count: 64)) {
        throw AuxError(
          .unsupported, "is a photo (\(container.rawValue)), and no map file", offset: 0, remedy: .extractMap)
      }
      throw UnknownFile.error(
        of: source,
        expected: "map file of a known kind (\(Kind.list); raw samples need a size and a pixel format)")
    }
    var content = try kind.decode(source, options: options, limits: limits)
    content.kind = kind
    return content
  }

  /// Encodes a plane, for ``decode(_:options:limits:)`` to give back.
  ///
  /// Halves become floats in PFM, which is exact. `channel` names the one of OpenEXR. `record` is written where the
  /// kind has a place for it: PNG, TIFF and OpenEXR. Throws `AuxError` with
  /// code `usage` where the kind cannot hold the samples, or is not written.
  public static func encode(
    _ plane: PixelPlane, as kind: Kind, channel: String? = nil, record: MapRecord? = nil
  ) throws(AuxError) -> [UInt8] {
    guard channel == nil || kind == .exr else {
      throw AuxError(.usage, "only OpenEXR has channels to name, not \(kind.rawValue)")
    }
    return try kind.encode(plane, channel: channel, record: record)
  }
}
