internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// A depth map as Google's Depthmap Metadata has it: near is code 0, codes are linear in 1/z.
///
/// Source: developers.google.com/depthmap-metadata; Specs/jpeg-mpf.md, "GDepth".
struct GDepthMap: Sendable {
  /// Near disparity over the least that is written: a map that reaches to infinity ends at 10,000 times near.
  private static let largestRatio = 1e4

  private let codes: PixelPlane
  private let near, far: Double
  /// Whether near and far are metres, and not only an order: the accuracy is not `relative`.
  private let statesUnit: Bool
  private let data: [UInt8]

  /// Makes the map of depth data; throws `unsupported` for another image.
  init(_ depth: StoredAuxiliaryImage) throws(AuxError) {
    guard case .depth(let stored, let range) = depth.content else {
      throw depth.notDepthData.within("GDepth")
    }
    var disparity = (low: range.firstValue, high: range.lastValue)
    let flipped: [UInt8]
    if range.quantity == .disparity, case .uint8(let codes) = stored.storage, disparity.low > 0,
      disparity.low < disparity.high
    {
      flipped = codes.map { 255 - $0 }
    } else {
      let given = try depth.depthData(in: .fdis).values
      guard let (_, high) = Quantise.finiteRange(given), high > 0 else {
        throw AuxError(.unsupported, "no sample has a distance", place: "GDepth")
      }
      let floor = Float(Double(high) / Self.largestRatio)
      let values = given.map { $0.isFinite ? max($0, floor) : $0 > 0 ? high : floor }
      let low = values.min() ?? high
      disparity = (Double(low), Double(high))
      flipped = Quantise.codes8(values, min: low, max: high).map { low < high ? 255 - $0 : 0 }
    }
    statesUnit = depth.metadata.accuracy != .relative
    near = 1 / disparity.high
    // Readers want near below far, and a flat map has but one distance.
    far = disparity.low < disparity.high ? 1 / disparity.low : near * (1 + 1e-6)
    codes = PixelPlane(width: stored.width, height: stored.height, known: .uint8(flipped))
    data = try PNGCodec.encode(codes)
  }

  /// The description of the samples, which goes into the extended packet.
  var samplesDescription: String {
    Self.description("\(Self.prefix) GDepth:Data=\"\(Base64.text(data))\"")
  }

  /// Returns the description of the rest, as attributes, which may also name the extended packet by its digest.
  func description(naming digest: String?) -> String {
    let note = digest.map {
      " xmlns:xmpNote=\"\(ExtendedXMP.namespace)\" xmpNote:HasExtendedXMP=\"\($0)\""
    }
    return Self.description(
      "\(Self.prefix) GDepth:Format=\"RangeInverse\" GDepth:Near=\"\(near)\" "
        + "GDepth:Far=\"\(far)\" \(statesUnit ? "GDepth:Units=\"m\" " : "")GDepth:MeasureType=\"OpticalAxis\" "
        + "GDepth:Mime=\"image/png\"\(note ?? "")")
  }

  private static let prefix = "xmlns:GDepth=\"\(GDepth.namespace)\""

  private static func description(_ attributes: String) -> String {
    "<rdf:Description rdf:about=\"\" \(attributes)/>\n"
  }

  /// Compares the map with what came back.
  func verify(in written: ImageSource) throws(AuxError) {
    guard
      let image = written.auxiliaryImages.first(where: { $0.embeddedForm == .gdepth && $0.type.isDepthData })
    else {
      throw AuxError(.verification, "the GDepth map did not come back")
    }
    let stored = try written.stored(image)
    guard stored.codes.width == codes.width, stored.codes.height == codes.height,
      stored.codes == codes
    else { throw AuxError(.verification, "the GDepth map changed") }
  }
}
