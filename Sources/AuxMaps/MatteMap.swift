internal import AuxCodecs
internal import AuxContainers
public import AuxImage
public import AuxKernels

/// A matte of a file or of memory as 8-bit codes: 0 is outside, 255 is inside.
///
/// ```swift
/// let matte = try MatteMap("cutout.png")
/// for note in matte.notes { print(note) }
/// ```
///
/// Source: Specs/conversions.md, "Mattes and gain maps".
public struct MatteMap: Hashable, Sendable {
  /// The parts of a picture that can be a matte.
  public enum Component: String, Hashable, Sendable, CaseIterable {
    /// The alpha channel.
    case alpha
    /// The luma of the colours, whatever the alpha channel is.
    case luma
  }

  /// The codes, of 8 bits.
  public let codes: PixelPlane
  /// What was concluded, and what is odd.
  public let notes: [MapNote]
  /// What its file says of itself.
  let record: MapRecord?
  /// Where the samples were taken from.
  private(set) var source: MapSource

  /// Takes samples: codes of 8 or of 16 bits, or floats of 0...1.
  ///
  /// Integers that are 0 and 1 become 0 and 255. Throws `AuxError` with code `usage` for a float that is no number of
  /// 0...1.
  public init(_ samples: PixelPlane) throws(AuxError) {
    try self.init(MapContent(samples))
  }

  /// Reads the matte of a map file, or of standard input for `-`.
  ///
  /// An alpha channel is the matte where all visible pixels have one colour, or where the picture is a coloured cutout. An
  /// alpha channel that is the same everywhere does not count. Other pictures need `component`. Throws
  /// `AuxError` that names the file: `usage` where it is not clear what the matte is or the samples are not a matte, else
  /// as ``MapFile/read(_:options:limits:)``.
  public init(
    _ path: String, component: Component? = nil, file: MapFile.Options = .init(),
    limits: AuxLimits = .standard
  ) throws(AuxError) {
    do throws(AuxError) {
      let data = try InputFile.read(path, limits: limits)
      let (known, record) = try MapFile.described(file, path, prefix: Array(data.prefix(16)))
      try self.init(data: data, component: component, file: known, record: record, limits: limits)
      source.path = StandardStream.inputName(path)
    } catch { throw error.about(StandardStream.inputName(path)) }
  }

  /// Reads the matte of a map file in memory; throws as ``init(_:component:file:limits:)``.
  public init(
    data: [UInt8], component: Component? = nil, file: MapFile.Options = .init(), limits: AuxLimits = .standard
  ) throws(AuxError) {
    try self.init(data: data, component: component, file: file, record: nil, limits: limits)
  }

  private init(
    data: [UInt8], component: Component?, file: MapFile.Options, record: MapRecord?, limits: AuxLimits
  ) throws(AuxError) {
    guard let picture = try MattePicture(data, file: file, limits: limits) else {
      guard component != .alpha else {
        throw AuxError(.usage, "the map has no alpha channel that could be the matte")
      }
      var options = file.of(.matte)
      options.takesLuma = component == .luma
      var content = try MapFile.content(of: data, options: options, limits: limits)
      if let record { content.record = record }
      try self.init(content)
      return
    }
    let (content, note) = try picture.content(component)
    try self.init(content, note)
  }

  private init(_ content: MapContent, _ note: MapNote? = nil) throws(AuxError) {
    var notes = note.map { [$0] } ?? []
    let codes: [UInt8]
    if let labels = content.labels {
      codes = labels
      notes.append(.labelsSpread)
    } else {
      codes = try content.codes()
      let overshoot = content.hasWholeNumbers ? 0 : content.samples.floats.count { !(0...1).contains($0) }
      if overshoot > 0 { notes.append(.overshoot(overshoot)) }
    }
    if let low = codes.min(), let high = codes.max() {
      if low == high {
        notes.append(.constant(low))
      } else if high < Self.darkest {
        notes.append(.dark(high))
      }
    }
    self.codes = PixelPlane(
      width: content.samples.width, height: content.samples.height, known: .uint8(codes))
    if let record = content.record, record.isUpright == false { notes.append(.recordRead(record)) }
    if content.isLossy { notes.append(.lossyCodes) }
    self.notes = notes
    record = content.record
    source = content.source
  }

  /// A matte that is nowhere more than a sixteenth is of labels, or of a range that it does not fill.
  private static let darkest: UInt8 = 16
}

extension MapContent {
  /// The codes of bools and of integers that are 0 and 1, as 0 and 255; nil for other samples.
  fileprivate var labels: [UInt8]? {
    // An extracted matte is one already, however dark it is.
    guard record == nil else { return nil }
    switch samples.storage {
    case .uint8(let codes):
      if hasBools { return codes }
      return codes.max() == 1 ? codes.map { $0 * 255 } : nil
    case .uint16(let codes): return codes.max() == 1 ? codes.map { UInt8($0) * 255 } : nil
    case .float(let values):
      guard hasWholeNumbers, values.min() ?? 0 >= 0, values.max() == 1 else { return nil }
      return values.map { $0 == 1 ? 255 : 0 }
    case .half: return nil
    }
  }

  /// Returns 16-bit codes rounded to 8 bits, whole numbers of 0...255 as they are, and floats of 0...1 spread.
  fileprivate func codes() throws(AuxError) -> [UInt8] {
    guard hasWholeNumbers, case .float(let values) = samples.storage else {
      return try spreadSamples.codes8()
    }
    if let index = values.firstIndex(where: { !($0 >= 0 && $0 <= 255) }) {
      throw AuxError(
        .usage,
        "a matte of whole numbers has values of 0...255, not \(values[index]) at \(samples.place(index))")
    }
    return values.map { UInt8($0) }
  }
}

extension PixelPlane {
  /// Returns 16-bit codes rounded to 8 bits, and floats of 0...1 spread.
  ///
  /// Throws `AuxError` with code `usage` for a float that is no number of 0...1.
  func codes8() throws(AuxError) -> [UInt8] {
    switch storage {
    case .uint8(let codes): codes
    case .uint16(let wide): Codes.narrow(wide)
    case .half(let bits): try codes8(of: Half.decode(bits))
    case .float(let values): try codes8(of: values)
    }
  }

  private func codes8(of values: [Float]) throws(AuxError) -> [UInt8] {
    let range = -Self.overshoot...(1 + Self.overshoot)
    if let index = values.firstIndex(where: { !range.contains($0) }) {
      throw AuxError(.usage, "a float matte has values of 0...1, not \(values[index]) at \(place(index))")
    }
    return Quantise.codes8(values, min: 0, max: 1)
  }

  /// How far beyond 0...1 the filters of renderers and of resampling bring a matte.
  private static let overshoot: Float = 0.01

  fileprivate func place(_ index: Int) -> String { "(\(index % width), \(index / width))" }
}

/// A picture that holds a matte: a PNG file, which may have colours and an alpha channel.
struct MattePicture {
  private let parts: PictureComponents
  private let hasPalette: Bool
  private let record: MapRecord?

  /// Decodes a picture; nil where `data` are a map file of another kind, or `file` says what is in it.
  init?(_ data: [UInt8], file: MapFile.Options, limits: AuxLimits) throws(AuxError) {
    guard file == MapFile.Options(), MapFile.Kind(prefix: Array(data.prefix(16))) == .png else { return nil }
    parts = PictureComponents(try PNGCodec.decode(data, limits: limits))
    record = try PNGCodec.comment(data, limits: limits).flatMap(MapRecord.init)
    hasPalette = try PNGCodec.header(data).colorType == .palette
  }

  /// Returns the samples of the component asked for or, without one, of the only one that can be a matte.
  func content(_ component: MatteMap.Component?) throws(AuxError) -> (MapContent, MapNote?) {
    var (content, note) = try samples(component)
    content.record = record
    return (content, note)
  }

  private func samples(_ component: MatteMap.Component?) throws(AuxError) -> (MapContent, MapNote?) {
    switch component {
    case .luma: return (MapContent(parts.luma), nil)
    case .alpha:
      guard let alpha = parts.alpha else {
        throw AuxError(.usage, "the picture has no alpha channel that could be the matte")
      }
      return (MapContent(alpha), nil)
    case nil:
      guard let alpha = parts.alpha, let range = parts.alphaRange, range.lowerBound < range.upperBound else {
        return try ofColours()
      }
      // A cutout has colours, which are not a matte, and transparent surroundings.
      let isCutOut = parts.firstColoured != nil && range.lowerBound == 0
      if parts.hasOneColour || isCutOut { return (MapContent(alpha), .alphaTaken) }
      guard parts.luma == alpha else {
        throw AuxError(
          .usage, "both the alpha channel and the colours of the picture vary, and either could be the matte",
          remedy: .stateMatteComponent)
      }
      return (MapContent(alpha), nil)
    }
  }

  private func ofColours() throws(AuxError) -> (MapContent, MapNote?) {
    guard let coloured = parts.firstColoured else { return (MapContent(parts.luma), nil) }
    guard hasPalette else {
      let width = parts.luma.width
      throw AuxError(
        .unsupported,
        "the map has colour; a grayscale map is needed "
          + "(the first coloured pixel is at \(coloured % width), \(coloured / width))", remedy: .takeLuma)
    }
    // Two colours of a palette are two labels.
    if let labels = parts.luma.asTwoLabels {
      var content = MapContent(labels)
      content.hasBools = true
      return (content, nil)
    }
    return (MapContent(parts.luma), .paletteLumaTaken)
  }
}

extension PixelPlane {
  /// The 8-bit codes as 0 and 255 where there are two different ones; else nil.
  fileprivate var asTwoLabels: PixelPlane? {
    guard case .uint8(let codes) = storage, let low = codes.min(), let high = codes.max(), low < high,
      codes.allSatisfy({ $0 == low || $0 == high })
    else { return nil }
    return PixelPlane(width: width, height: height, known: .uint8(codes.map { $0 == high ? 255 : 0 }))
  }
}
