package import AuxImage

/// The first line of a YUV4MPEG2 stream.
///
/// Reading and writing are each other's inverse but for the order of the fields and for comments, which are
/// dropped. Source: `yuv4mpeg(5)` of mjpegtools; XCOLORRANGE as FFmpeg writes it, XCOLORSPACE as some writers do.
package struct Y4MHeader: Hashable, Sendable {
  package var format: VideoFrame.Format
  /// The frames per second as a ratio; 0:0 where it is not known.
  package var frameRate: (numerator: Int, denominator: Int) {
    get { (rate[0], rate[1]) }
    set { rate = [newValue.numerator, newValue.denominator] }
  }
  /// The frames per second, where they are known.
  package var framesPerSecond: Double? {
    let (frames, seconds) = frameRate
    return frames > 0 && seconds > 0 ? Double(frames) / Double(seconds) : nil
  }
  /// The width of a pixel by its height as a ratio; 0:0 where it is not known.
  package var pixelAspect: (numerator: Int, denominator: Int) {
    get { (aspect[0], aspect[1]) }
    set { aspect = [newValue.numerator, newValue.denominator] }
  }
  /// Whether the line says the matrix of the frames, which follows from their size otherwise.
  package var statesMatrix = false
  /// The letter of the interlacing, `p` for none.
  package var interlacing: Character = "p"
  private var rate = [30, 1]
  private var aspect = [0, 0]

  /// The longest line that is read, in bytes; those of known writers have some hundred.
  package static let longestLine = 4096

  private static let magic = "YUV4MPEG2"

  /// Creates the header of progressive frames of unknown pixel aspect.
  package init(format: VideoFrame.Format, frameRate: (numerator: Int, denominator: Int)) {
    self.format = format
    rate = [frameRate.numerator, frameRate.denominator]
  }

  /// Reads a header from its line, the line feed not included.
  ///
  /// Without a tag the frames are as `XYSCSS` says, else 420jpeg, and the range is full for mono and limited otherwise,
  /// as FFmpeg takes it. The matrix is the given one, else that of `XCOLORSPACE`, else ``VideoFrame/Matrix/usual(width:height:)``.
  /// Throws `AuxError`: `malformed` where a field is missing or no such field, `unsupported` for
  /// frames that are not 4:2:0, 4:2:2, 4:4:4 or gray, or have another matrix, `limitExceeded` where there are too many
  /// pixels.
  package init(
    parsing line: [UInt8], matrix: VideoFrame.Matrix? = nil, limits: AuxLimits = .standard
  ) throws(AuxError) {
    guard line.count <= Self.longestLine else {
      throw AuxError(.limitExceeded, "a Y4M header of more than \(Self.longestLine) bytes")
    }
    let fields = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    guard fields.first == Self.magic else {
      throw AuxError(.malformed, "no Y4M stream: it does not start with \(Self.magic)", offset: 0)
    }
    var (width, height) = (0, 0)
    var (colour, subsampling) = (String?.none, String?.none)
    var (range, stated) = (VideoFrame.Format.Range?.none, matrix)
    var (rate, aspect, interlacing) = ([0, 0], [0, 0], Character("p"))
    for field in fields.dropFirst() {
      let value = String(field.dropFirst())
      switch field.first {
      case "W": width = try Self.number(value, in: field)
      case "H": height = try Self.number(value, in: field)
      case "F": rate = try Self.ratio(value, in: field)
      case "A": aspect = try Self.ratio(value, in: field)
      case "I": interlacing = value.first ?? "?"
      case "C": colour = value
      case "X":
        if let name = Self.extra("COLORRANGE", value) { range = try Self.range(name) }
        if matrix == nil, let name = Self.extra("COLORSPACE", value) { stated = try Self.matrix(name) }
        if let name = Self.extra("YSCSS", value) { subsampling = name.lowercased() }
      default: throw AuxError(.malformed, "the Y4M header has no field \(field)")
      }
    }
    guard width > 0, height > 0 else {
      throw AuxError(.malformed, "the Y4M header does not give width and height")
    }
    let tag = colour ?? subsampling ?? "420jpeg"
    guard let (chroma, bits) = VideoFrame.Format.parts(ofTag: tag) else {
      throw AuxError(
        .unsupported,
        "Y4M frames of C\(tag); 420, 420jpeg, 420mpeg2, 420paldv, 422, 444 and mono are read, and 420, 422, 444 and "
          + "mono of 9, 10, 12, 14 and 16 bits, as 422p10 and mono16")
    }
    format = try VideoFrame.Format(
      width: width, height: height, chroma: chroma, range: range ?? (chroma == .mono ? .full : .limited),
      bits: bits, matrix: stated, limits: limits)
    (self.rate, self.aspect, self.interlacing) = (rate, aspect, interlacing)
    statesMatrix = stated != nil
  }

  package func serialized() -> [UInt8] {
    var line = "\(Self.magic) W\(format.width) H\(format.height) F\(rate[0]):\(rate[1])"
    line += " I\(interlacing) A\(aspect[0]):\(aspect[1]) C\(format.tag)"
    line += " XCOLORRANGE=\(format.range.rawValue)"
    if statesMatrix { line += " XCOLORSPACE=\(format.matrix.rawValue)" }
    return [UInt8](line.utf8) + [0x0A]
  }

  /// Returns the value of an extension where it has that name.
  private static func extra(_ name: String, _ field: String) -> String? {
    field.hasPrefix(name + "=") ? String(field.dropFirst(name.count + 1)) : nil
  }

  private static func matrix(_ name: String) throws(AuxError) -> VideoFrame.Matrix {
    guard let matrix = VideoFrame.Matrix(named: name) else {
      throw AuxError(
        .unsupported, "XCOLORSPACE=\(name): BT601, BT709 and BT2020 are read", remedy: .stateMatrix)
    }
    return matrix
  }

  private static func range(_ name: String) throws(AuxError) -> VideoFrame.Format.Range {
    guard let range = VideoFrame.Format.Range(rawValue: name) else {
      throw AuxError(.malformed, "XCOLORRANGE is FULL or LIMITED, not \(name)")
    }
    return range
  }

  private static func number(_ text: String, in field: String) throws(AuxError) -> Int {
    guard let number = Int(text), (0...Int(Int32.max)).contains(number), text.first != "+" else {
      throw AuxError(.malformed, "\(field) in the Y4M header is no number")
    }
    return number
  }

  private static func ratio(_ text: String, in field: String) throws(AuxError) -> [Int] {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw AuxError(.malformed, "\(field) in the Y4M header is no ratio")
    }
    return [try number(String(parts[0]), in: field), try number(String(parts[1]), in: field)]
  }
}
