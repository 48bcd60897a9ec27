internal import AuxContainers
internal import AuxImage

/// What properties of images say, for people.
enum HEIFPropertyText {
  /// Returns what a property says; an error says what is wrong with it, and what is not known says nothing.
  static func text(of box: Box) -> String {
    do throws(AuxError) { return try read(box) } catch { return "error: \(error.message)" }
  }

  private static func read(_ box: Box) throws(AuxError) -> String {
    var reader = box.reader
    switch box.type {
    case "ispe":
      let size = try ImageSpatialExtentsProperty(parsing: &reader)
      return "\(size.width)x\(size.height)"
    case "pixi":
      let bits = try PixelInformationProperty(parsing: &reader).bitsPerChannel
      return "bits " + bits.map { "\($0)" }.joined(separator: " ")
    case "auxC":
      let kind = try AuxiliaryTypeProperty(parsing: &reader)
      return kind.urn + (kind.subtype.isEmpty ? "" : ", \(kind.subtype.count) bytes of subtype")
    case "irot", "imir":
      switch try ImageTransformProperty(box.type, parsing: &reader) {
      case .rotation(let quarters): return "\(Int(quarters) * 90) degrees anticlockwise"
      case .mirror(let leftRight): return leftRight ? "left to right" : "top to bottom"
      }
    case "clap":
      let aperture = try CleanApertureProperty(parsing: &reader)
      return "\(text(aperture.width))x\(text(aperture.height))"
    case "colr":
      switch try ColourInformationProperty(parsing: &reader) {
      case .nclx(let primaries, let transfer, let matrix, let range):
        return "nclx \(primaries)/\(transfer)/\(matrix), \(range & 0x80 == 0 ? "video" : "full") range"
      case .profile(_, let bytes): return "ICC profile of \(bytes.count) bytes"
      case .other(let kind, let bytes): return "\(kind), \(bytes.count) bytes"
      }
    case "hvcC", "av1C":
      let samples = try CodedSamples(configuration: box)
      let chroma = [0: "4:0:0", 1: "4:2:0", 2: "4:2:2", 3: "4:4:4"][samples.chromaFormat] ?? "unknown chroma"
      return "\(samples.bitDepth) bits, \(chroma)"
    default: return ""
    }
  }

  private static func text(_ fraction: CleanApertureProperty.Fraction) -> String {
    fraction.denominator == 1 ? "\(fraction.numerator)" : "\(fraction.numerator)/\(fraction.denominator)"
  }
}
