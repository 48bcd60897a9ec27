internal import AuxContainers
internal import AuxEffects
internal import AuxImage
internal import AuxReader

/// What a photo's file says of what is in focus, as nearness on its map.
///
/// Source: Specs/effects.md, "What is in focus".
struct StatedFocus: Sendable {
  typealias Source = FocusReport.Source
  /// A nearness in focus, and what says so.
  struct Found: Sendable {
    let nearness: Float
    let source: Source
    /// The area of the photo as stored that it was found in, if it was one.
    var area: RegionArea?
  }

  /// What the camera or its user focused on.
  private(set) var chosen: Found?
  /// The nearest of the faces.
  private(set) var face: Found?
  /// The area that the camera focuses on unless somebody chooses.
  private(set) var usual: Found?

  /// The share of the picture from which on a subject area is no choice: cameras state a quarter or so by themselves.
  private static let usualShare = 0.1
  /// The part of a face's sides that is surely face.
  private static let faceSides = 0.6
  /// The namespace of what Google's camera focused on.
  private static let focusNamespace = "http://ns.google.com/photos/1.0/focus/"

  /// Reads the XMP and Exif of a photo; what is damaged says nothing.
  ///
  /// Throws what says nothing of the photo: `io`.
  init(of source: ImageSource, _ map: RenderMap) throws(AuxError) {
    guard let size = source.primary else { return }
    var (properties, exif): ([XMPProperty], ExifBlock?) = ([], nil)
    do throws(AuxError) {
      let metadata = try source.primaryMetadata()
      exif = try metadata.exif.map { block throws(AuxError) in try ExifBlock(block, limits: source.limits) }
      if let packet = metadata.xmp {
        properties = try XMPParser.properties(of: packet, limits: source.limits)
      }
    } catch { try error.throwIfOfSystem() }
    let regions = FocusRegion.regions(in: properties, size: size)
    func find(_ area: RegionArea, _ source: Source, sides: Double = 1) -> Found? {
      map.nearness.median(in: area, sides: sides).map { Found(nearness: $0, source: source, area: area) }
    }
    let area = exif?.subjectArea(in: size)
    let isChosen = area.map { $0.width * $0.height <= Self.usualShare } ?? false
    if map.isGDepth, let near = Self.nearness(of: properties, on: map) {
      chosen = Found(nearness: near, source: .focalDistance)
    } else if let region = regions.first(where: { $0.type == "Focus" }) {
      chosen = find(region.area, .focusRegion)
    }
    if chosen == nil, isChosen, let area { chosen = find(area, .subjectArea) }
    face = regions.filter { $0.type == "Face" || $0.type == "Pet" }
      .compactMap { find($0.area, .face, sides: Self.faceSides) }
      .max { $0.nearness < $1.nearness }
    // Such an area shows more than the subject: what is nearest in it is meant.
    if let area, !isChosen, let near = FocusMask.Target.nearestThing(in: map.nearness.part(area)) {
      usual = Found(nearness: near, source: .subjectArea, area: area)
    }
  }

  /// Returns the nearness of the subject, by the first that there is of what says it: the file, the matte, the map.
  static func subject(_ stated: StatedFocus?, matte: EffectMask?, on map: NormalisedMap) -> Found? {
    if let chosen = stated?.chosen { return chosen }
    if let median = matte.flatMap({ FocusMask.Target.median(of: map, within: $0) }) {
      return Found(nearness: median, source: .matte)
    }
    if let other = stated?.face ?? stated?.usual { return other }
    return FocusMask.Target.nearestThing(in: map).map { Found(nearness: $0, source: .nearest) }
  }

  /// Returns the nearness of the distance that Google's camera focused on, which has the unit of the map's distances.
  private static func nearness(of properties: [XMPProperty], on map: RenderMap) -> Float? {
    guard let range = map.nearness.disparityRange, range.lowerBound < range.upperBound,
      let stated = properties.first(where: { $0.namespace == focusNamespace && $0.name == "FocalDistance" }),
      let distance = stated.text.flatMap(NumberText.number), distance > 0
    else { return nil }
    let place = (Float(1 / distance) - range.lowerBound) / (range.upperBound - range.lowerBound)
    return place.isFinite ? min(max(place, 0), 1) : nil
  }
}

extension NormalisedMap {
  /// Returns the median nearness in an area of the picture, of `sides` of its sides; nil where there are only holes.
  fileprivate func median(in area: RegionArea, sides: Double) -> Float? {
    let found = samples(in: area, sides: sides)
    return found.isEmpty ? nil : found.sorted()[found.count / 2]
  }

  /// Returns the samples in an area, without holes, as a map of one row.
  fileprivate func part(_ area: RegionArea) -> NormalisedMap {
    let found = samples(in: area, sides: 1)
    return NormalisedMap(width: found.count, height: 1, known: found)
  }

  private func samples(in area: RegionArea, sides: Double) -> [Float] {
    func range(_ centre: Double, _ extent: Double, _ count: Int) -> Range<Int> {
      let (middle, half) = (centre * Double(count), extent * sides * Double(count) / 2)
      let first = Int(min(max((middle - half).rounded(.down), 0), Double(count - 1)))
      return first..<max(Int(min((middle + half).rounded(.up), Double(count))), first + 1)
    }
    var found: [Float] = []
    for row in range(area.y, area.height, height) {
      for column in range(area.x, area.width, width) {
        let value = values[row * width + column]
        if !value.isNaN { found.append(value) }
      }
    }
    return found
  }
}
