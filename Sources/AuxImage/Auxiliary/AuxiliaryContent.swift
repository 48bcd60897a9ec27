package import AuxKernels

/// What the integer codes of a stored depth map mean: values spread linearly from code 0 to the largest code.
///
/// Source: Specs/quantisation.md.
package struct CodeRange: Hashable, Sendable {
  package var quantity: DepthQuantity
  /// The value of code 0, in metres or 1/metres.
  package var firstValue: Double
  /// The value of the largest code, in metres or 1/metres.
  package var lastValue: Double

  package init(quantity: DepthQuantity, firstValue: Double, lastValue: Double) {
    self.quantity = quantity
    self.firstValue = firstValue
    self.lastValue = lastValue
  }

  /// Returns the smaller and the larger end as `quantity`: as they are, or their reciprocals.
  package func bounds(as quantity: DepthQuantity) -> (min: Double, max: Double) {
    let ends = [firstValue, lastValue].map { quantity == self.quantity ? $0 : 1 / $0 }
    return (Swift.min(ends[0], ends[1]), Swift.max(ends[0], ends[1]))
  }
}

/// The samples of an auxiliary image as containers store them, and what they mean.
package enum AuxiliaryContent: Hashable, Sendable {
  /// The codes of a depth map, of 8 or 16 bits, and the range of their values; DNG may hold the values themselves.
  case depth(PixelPlane, CodeRange)
  /// The codes of a matte, or of another image of one component that is neither a depth map nor a gain map.
  case matte(PixelPlane)
  /// The codes of a gain map, and what they mean by ISO's or Ultra HDR's form; nil in Apple's form alone.
  case gainMap(PixelPlane, GainMapMetadata?)
  /// The components of an image that has several.
  ///
  /// The coded bytes of such an image are copied from file to file; only a gain map is coded anew.
  case colours(ColourPlanes)
  /// The components of a gain map that has several, and what they mean, as of ``gainMap(_:_:)``.
  case colourGainMap(ColourPlanes, GainMapMetadata?)

  /// The content of an image of codes that is no depth map.
  package init(_ codes: PixelPlane, of type: AuxiliaryDataType, gainMap: GainMapMetadata? = nil) {
    self = type.isGainMap ? .gainMap(codes, gainMap) : .matte(codes)
  }

  /// The content of an image of several components.
  package init(_ planes: ColourPlanes, of type: AuxiliaryDataType, gainMap: GainMapMetadata? = nil) {
    self = type.isGainMap ? .colourGainMap(planes, gainMap) : .colours(planes)
  }

  /// The codes; of several components the first with all bits of its samples in use, which is luma or red.
  package var codes: PixelPlane {
    switch self {
    case .depth(let codes, _), .matte(let codes), .gainMap(let codes, _): codes
    case .colours(let planes), .colourGainMap(let planes, _): planes.firstCodes
    }
  }

  package var isGainMap: Bool {
    switch self {
    case .gainMap, .colourGainMap: true
    case .depth, .matte, .colours: false
    }
  }

  /// What the codes of a gain map mean by ISO's or Ultra HDR's form; nil where nothing says it.
  package var gainMapMetadata: GainMapMetadata? {
    switch self {
    case .gainMap(_, let metadata), .colourGainMap(_, let metadata): metadata
    case .depth, .matte, .colours: nil
    }
  }

  /// The components of an image that has several; nil for others.
  package var colours: ColourPlanes? {
    switch self {
    case .depth, .matte, .gainMap: nil
    case .colours(let planes), .colourGainMap(let planes, _): planes
    }
  }

  /// True if samples have more than 8 bits.
  package var hasWideSamples: Bool { (colours?.components[0] ?? codes).sampleType != .uint8 }

  var size: (width: Int, height: Int) {
    switch self {
    case .depth(let codes, _), .matte(let codes), .gainMap(let codes, _): (codes.width, codes.height)
    case .colours(let planes), .colourGainMap(let planes, _): (planes.width, planes.height)
    }
  }

  /// Returns the content with other samples of the same meaning.
  func map(_ codes: (PixelPlane) -> PixelPlane, _ colours: (ColourPlanes) -> ColourPlanes) -> Self {
    switch self {
    case .depth(let old, let range): .depth(codes(old), range)
    case .matte(let old): .matte(codes(old))
    case .gainMap(let old, let metadata): .gainMap(codes(old), metadata)
    case .colours(let old): .colours(colours(old))
    case .colourGainMap(let old, let metadata): .colourGainMap(colours(old), metadata)
    }
  }

  /// What messages call it.
  var kind: String {
    switch self {
    case .depth: "codes of depth data"
    case .matte: "codes without a range"
    case .gainMap(_, nil): "codes of a gain map"
    case .colours: "several components"
    case .colourGainMap(_, nil): "several components of a gain map"
    case .gainMap, .colourGainMap: "metadata of a gain map"
    }
  }

  /// Whether images of that type have such content.
  func isContent(of type: AuxiliaryDataType) -> Bool {
    switch self {
    case .depth: type.isDepthData
    case .matte, .colours: !type.isDepthData && !type.isGainMap
    case .gainMap, .colourGainMap: type.isGainMap
    }
  }
}
