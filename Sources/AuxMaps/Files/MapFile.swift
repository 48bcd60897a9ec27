internal import AuxContainers
public import AuxImage
public import AuxKernels

/// Files that hold one plane of depth, disparity or a matte, told by content.
///
/// Source: Specs/conversions.md, "Map files".
public enum MapFile {
  /// What has to be said of a map file beyond its content.
  public struct Options: Hashable, Sendable {
    /// The channel of an OpenEXR file; nil where it is to be found.
    public var channel: String?
    /// The array of an NPZ archive; nil where it is to be found.
    public var key: String?
    /// What raw samples are; where it is given, the file is raw whatever it begins with.
    public var raw: RawLayout?

    /// Creates options.
    public init(channel: String? = nil, key: String? = nil, raw: RawLayout? = nil) {
      self.channel = channel
      self.key = key
      self.raw = raw
    }
  }

  /// Decodes the samples of the map file at `path`; throws as ``content(at:options:limits:)``.
  public static func read(
    _ path: String, options: Options = Options(), limits: Limits = .standard
  ) throws(AuxError) -> PixelPlane {
    try content(at: path, options: options, limits: limits).samples
  }

  /// Decodes the map file at `path`, or on standard input for `-`.
  ///
  /// Raw samples of which nothing is said are read as the ``RawSidecar`` beside them says.
  /// Throws `AuxError` that names the file: `inputMissing`, `limitExceeded` past `Limits.mapFileBytes`, else
  /// as ``decode(_:options:limits:)``.
  public static func content(
    at path: String, options: Options = Options(), limits: Limits = .standard
  ) throws(AuxError) -> MapContent {
    do throws(AuxError) {
      let source = try InputFile.source(path, limits: limits)
      guard options.raw == nil, Kind(prefix: try source.readPrefix(at: 0, count: 16)) == nil,
        let sidecar = try RawSidecar(beside: path), let layout = sidecar.layout
      else { return try content(of: source, options: options, limits: limits) }
      var options = options
      options.raw = layout
      var content = try content(of: source, options: options, limits: limits)
      content.record = sidecar.record
      return content
    } catch { throw error.about(StandardStream.inputName(path)) }
  }

  /// Decodes the samples of a map file in memory: one of a known kind, or raw samples of a given layout.
  ///
  /// Throws `AuxError`: `unsupported` for a file of another kind, `usage` where an option does not suit the
  /// kind, and as its codec does.
  public static func decode(
    _ data: [UInt8], options: Options = Options(), limits: Limits = .standard
  ) throws(AuxError) -> PixelPlane {
    try content(of: data, options: options, limits: limits).samples
  }

  /// Decodes a map file in memory, with what it says of its samples; throws as ``decode(_:options:limits:)``.
  public static func content(
    of data: [UInt8], options: Options = Options(), limits: Limits = .standard
  ) throws(AuxError) -> MapContent {
    try content(of: MemoryByteSource(data), options: options, limits: limits)
  }

  private static func content(
    of source: any ByteSource, options: Options, limits: Limits
  ) throws(AuxError) -> MapContent {
    guard source.byteCount > 0 else { throw AuxError(.truncated, "the map file is empty", offset: 0) }
    let kind = options.raw == nil ? Kind(prefix: try source.readPrefix(at: 0, count: 16)) : .raw
    if kind != .exr, let channel = options.channel {
      throw AuxError(.usage, "a channel (\(channel)) can be named for OpenEXR only")
    }
    if kind != .npz, let key = options.key {
      throw AuxError(.usage, "a key (\(key)) can be named for NPZ only")
    }
    guard let kind else {
      let known = Kind.allCases.filter { $0 != .raw }.map(\.name).joined(separator: ", ")
      throw AuxError(
        .unsupported,
        "is no map file of a known kind (\(known); raw samples need a size and a pixel format)", offset: 0)
    }
    var content = try kind.decode(source, options: options, limits: limits)
    content.kind = kind
    return content
  }

  /// Encodes a plane, for ``decode(_:options:limits:)`` to give back.
  ///
  /// Halves become floats in PFM, which is exact. `channel` names the one of OpenEXR. `record` goes along where the
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
