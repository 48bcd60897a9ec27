internal import AuxCodecs
public import AuxImage
package import AuxKernels

/// A map turned into an auxiliary image, with the given samples for a later comparison.
public struct MapAttachment: Hashable, Sendable {
  /// The given samples, in the stored grid of the photo.
  private enum Given: Hashable, Sendable {
    /// Values of a depth map in its own unit, NaN where none was given: background and holes.
    case values([Float], DepthQuantity)
    /// The same of a map that is read again.
    case bands(DepthBands)
    case codes([UInt8])
  }

  /// The image to attach.
  public private(set) var image: StoredAuxiliaryImage
  /// How many samples were background, holes, or clamped.
  public let counts: DepthMap.SampleCounts
  /// Where the samples were taken from.
  public private(set) var source = MapSource()
  /// Conclusions about the map, and oddities.
  public let notes: [MapNote]
  private var given: Given
  /// Whether unchanged samples keep the codes of the replaced image.
  package let keepsRange: Bool

  /// Quantises a depth map for a photo.
  ///
  /// Codes have 8 bits, or 16 for DNG. `old` are the properties of the replaced image: they stay unless
  /// `recording` or the map overrides them. Its range stays where the map is within it and takes up half of it or more, so
  /// that unchanged samples keep their codes. Throws `AuxError` as
  /// ``DepthMap/reading(on:)``, and `usage` where the recorded format is not one of depth data.
  package init(
    _ map: consuming DepthMap, on placement: MapPlacement, recording: DepthRecording = DepthRecording(),
    bits: Int = 8, replacing old: AuxiliaryMetadata? = nil
  ) throws(AuxError) {
    var map = map
    guard map.options.holes != .keep else {
      throw AuxError(.usage, "the depth data of a photo cannot hold holes", remedy: .keepHoles)
    }
    var reading = try map.takeReading(on: placement)
    let native = try NativeValues(
      reading.values.values, of: reading.quantity, width: reading.width, height: reading.height,
      in: recording.format(replacing: old))
    let range = old?.bounds(for: native)
    let exceedsHalves = native.exceedsHalves
    image = try StoredAuxiliaryImage(
      quantising: consume native, metadata: recording.metadata(of: map, on: placement, replacing: old),
      bits: bits,
      between: range)
    counts = reading.values.counts
    let values = reading.values.takeGiven()
    let error = exceedsHalves ? nil : image.codingError(in: reading.quantity) { $0(0, values) }
    given = .values(values, reading.quantity)
    keepsRange = range != nil
    notes =
      Self.notes(on: map, error, replacing: old) + placement.notes(on: map.content.record) + reading.notes
      + (counts.holes > 0 ? [.holesFilled(counts.holes, of: counts.total, map.options.holes ?? .fill)] : [])
      + (exceedsHalves ? [.beyondHalves(recording.format(replacing: old))] : [])
    source = map.source
  }

  /// Quantises a depth map that is read by bands, without a copy of its samples where none is needed.
  ///
  /// As ``init(_:on:recording:bits:replacing:)``; the samples are read again for ``difference(from:)``, which throws `usage` where they
  /// changed.
  package init(
    _ samples: DepthSamples, options: DepthMap.Options, on placement: MapPlacement,
    recording: DepthRecording = DepthRecording(), bits: Int = 8, replacing old: AuxiliaryMetadata? = nil
  ) throws(AuxError) {
    let format = recording.format(replacing: old)
    guard bits == 8,
      let bands = try DepthBands(samples, options: options, turn: placement.turn),
      case let ends = try bands.ends(in: format), ends.range?.isOfAll == true
    else {
      try self.init(
        samples.map(options: options), on: placement, recording: recording, bits: bits, replacing: old)
      return
    }
    try placement.check(width: samples.width, height: samples.height)
    let map = samples.described(by: options)
    let range = old?.bounds(for: ends)
    let image = try StoredAuxiliaryImage(
      width: samples.width, height: samples.height, quantisingBetween: ends,
      metadata: recording.metadata(of: map, on: placement, replacing: old), between: range
    ) { take throws(AuxError) in
      try bands.forEach { _, values throws(AuxError) in try take(values) }
    }
    let error = try image.codingError(in: bands.quantity) { take throws(AuxError) in
      try bands.forEach(marksBackground: true) { start, values throws(AuxError) in take(start, values) }
    }
    self.init(
      image: image, counts: bands.counts,
      notes: Self.notes(on: map, error, replacing: old) + placement.notes(on: nil),
      given: .bands(bands), keepsRange: range != nil)
  }

  private init(
    image: StoredAuxiliaryImage, counts: DepthMap.SampleCounts, notes: [MapNote], given: Given,
    keepsRange: Bool
  ) {
    (self.image, self.counts, self.notes) = (image, counts, notes)
    (self.given, self.keepsRange) = (given, keepsRange)
  }

  /// The median error of distances, as a fraction, above which the code values are too few for the range of the map.
  private static let largestUsualError = 0.05

  private static func notes(
    on map: DepthMap, _ error: CodingError?, replacing old: AuxiliaryMetadata?
  ) -> [MapNote] {
    map.notes
      + (error.map { $0.median > largestUsualError ? [.coarse(medianError: $0.median, $0.outliers)] : [] }
        ?? [])
      + (old.map { [.propertiesKept(withCalibration: $0.calibration != nil && map.camera == nil)] } ?? [])
  }

  /// Describes a gain map in these forms, as `StoredAuxiliaryImage.described(as:by:)`.
  package func described(
    as forms: [GainMapDescription.Form], by description: GainMapDescription
  ) throws(AuxError) -> MapAttachment {
    var changed = self
    changed.image = try image.described(as: forms, by: description)
    if let codes = Self.codes8(of: changed.image) { changed.given = .codes(codes) }
    return changed
  }

  package var holesFilled: Int { counts.holes }

  /// Takes a matte or a gain map for a photo: 8-bit codes, 16-bit codes rounded, or floats of 0...1 spread.
  ///
  /// The integers 0 and 1 of a matte become 0 and 255. `headroom` is that of a gain map, as a ratio of at least 1.
  /// The properties `old`, of the image that is replaced, stay but for a headroom that is given.
  /// Throws `AuxError` with code `usage` where `type` is of depth data, a headroom less or not of a gain map, a float
  /// no number of 0...1, or the aspect ratio not the photo's.
  package init(
    codes map: PixelPlane, type: AuxiliaryDataType, on placement: MapPlacement, headroom: Double? = nil,
    replacing old: AuxiliaryMetadata? = nil, record: MapRecord? = nil
  ) throws(AuxError) {
    guard type == .hdrGainMap else {
      try self.init(MatteMap(map), type: type, on: placement, headroom: headroom, replacing: old)
      return
    }
    let codes = PixelPlane(width: map.width, height: map.height, known: .uint8(try map.codes8()))
    try self.init(codes, [], type, placement, headroom, old, record: record)
  }

  /// Takes a matte for a photo; throws `AuxError` as ``init(codes:type:on:headroom:replacing:)``.
  package init(
    _ matte: MatteMap, type: AuxiliaryDataType, on placement: MapPlacement,
    replacing old: AuxiliaryMetadata? = nil
  ) throws(AuxError) {
    try self.init(matte, type: type, on: placement, headroom: nil, replacing: old)
  }

  private init(
    _ matte: MatteMap, type: AuxiliaryDataType, on placement: MapPlacement, headroom: Double?,
    replacing old: AuxiliaryMetadata?
  ) throws(AuxError) {
    try self.init(
      matte.codes, matte.notes, type, placement, headroom, old, record: matte.record, source: matte.source)
  }

  private init(
    _ map: PixelPlane, _ notes: [MapNote], _ type: AuxiliaryDataType, _ placement: MapPlacement,
    _ headroom: Double?, _ old: AuxiliaryMetadata?, record: MapRecord?, source: MapSource = MapSource()
  ) throws(AuxError) {
    guard !type.isDepthData else {
      throw AuxError(.usage, "a \(type) map has values, and not codes of a matte or a gain map")
    }
    if let headroom, type != .hdrGainMap || !(headroom >= 1 && headroom.isFinite) {
      throw AuxError(
        .usage, "a headroom is a ratio of at least 1 and of a gain map, not \(headroom) of \(type)")
    }
    let placed = try placement.applying(record).placed(map)
    guard case .uint8(let codes) = placed.storage else { preconditionFailure("codes have 8 bits") }
    let usual = AuxiliaryMetadata.matte(type, headroom: headroom)
    let metadata = old.map { usual.keeping($0) } ?? usual
    image = try StoredAuxiliaryImage(type: type, codes: placed, metadata: metadata)
    counts = DepthMap.SampleCounts(total: codes.count)
    given = .codes(codes)
    keepsRange = old != nil
    self.source = source
    self.notes =
      notes + placement.notes(on: record)
      + (metadata == usual ? [] : [.propertiesKept(withCalibration: false)])
  }

  /// Takes the matte or gain map of a map file.
  ///
  /// `component` chooses the matte of a picture with an alpha channel, as in ``MatteMap/init(_:component:file:limits:)``; a gain
  /// map is always gray. Throws `AuxError` as that, ``MapFile/read(_:options:limits:)`` and
  /// ``init(codes:type:on:headroom:replacing:)`` do, naming the file.
  package init(
    codesOf path: String, file: MapFile.Options = .init(), type: AuxiliaryDataType,
    on placement: MapPlacement, component: MatteMap.Component? = nil, headroom: Double? = nil,
    replacing old: AuxiliaryMetadata? = nil, limits: AuxLimits = .standard
  ) throws(AuxError) {
    do throws(AuxError) {
      guard type == .hdrGainMap else {
        let matte = try MatteMap(path, component: component, file: file, limits: limits)
        try self.init(matte, type: type, on: placement, headroom: headroom, replacing: old)
        return
      }
      let content = try MapFile.content(at: path, options: file.of(.gainMap), limits: limits)
      try self.init(
        codes: content.spreadSamples, type: type, on: placement, headroom: headroom, replacing: old,
        record: content.record)
      source = content.source
      source.path = StandardStream.inputName(path)
    } catch { throw error.about(StandardStream.inputName(path)) }
  }

  /// Takes an auxiliary data-info dictionary for a photo, whose samples are as the photo is stored.
  ///
  /// Throws `AuxError` as `StoredAuxiliaryImage.init(dictionaryRepresentation:type:limits:)`, and `usage` where the
  /// aspect ratio is not the photo's.
  package init(
    dictionary info: AuxiliaryDataInfo, type: AuxiliaryDataType, on placement: MapPlacement, bits: Int = 8,
    limits: AuxLimits = .standard
  ) throws(AuxError) {
    let stored = try StoredAuxiliaryImage(
      dictionaryRepresentation: info, type: type, bits: bits, limits: limits)
    try placement.check(width: stored.width, height: stored.height)
    image = stored
    keepsRange = false
    counts = DepthMap.SampleCounts(total: image.width * image.height)
    notes = []
    guard !type.isDepthData else {
      let unit: DepthQuantity = type == .depth ? .depth : .disparity
      let depth = try DepthData(fromDictionaryRepresentation: info, limits: limits)
        .converting(toDepthDataType: unit.float32Format)
      given = .values(depth.values, unit)
      return
    }
    given = .codes(Self.codes8(of: image) ?? [])
  }

  /// Returns the codes of an image with 8 bits; nil for floats, and for codes that are wider than those of its type.
  private static func codes8(of image: StoredAuxiliaryImage) -> [UInt8]? {
    switch image.codes.storage {
    case .uint8(let codes): codes
    case .uint16(let codes) where image.type.hasWideCodes(.uint16): Codes.narrow(codes)
    case .uint16, .half, .float: nil
    }
  }

  /// Returns how far an image, decoded again, is from the given samples, background and holes aside.
  ///
  /// Throws `AuxError` with code `verification` where it is of another size or kind of sample.
  package func difference(from decoded: StoredAuxiliaryImage) throws(AuxError) -> Difference {
    guard (decoded.width, decoded.height) == (image.width, image.height) else {
      throw AuxError(.verification, "the map came back with \(decoded.width)x\(decoded.height) samples")
    }
    switch given {
    case .codes(let before):
      guard let after = Self.codes8(of: decoded) else {
        throw AuxError(.verification, "the codes came back in another sample format")
      }
      let difference = AuxKernels.Difference.compare(before, after)
      return Difference(max: Double(difference.max), mean: difference.mean, unit: .codes)
    case .values(let before, let quantity):
      let difference = try decoded.difference(from: before, in: quantity)
      return Difference(difference.max, difference.mean, of: quantity)
    case .bands(let bands):
      guard let (codes, table) = decoded.valueTable(in: bands.quantity) else {
        throw AuxError(.verification, "the codes came back in another sample format")
      }
      var (greatest, sum, count) = (0.0, 0.0, 0)
      try bands.forEach(marksBackground: true) { start, values in
        let part = AuxKernels.Difference.compare(values, codes: codes, from: start, table: table)
        greatest = max(greatest, part.max)
        sum += part.mean * Double(part.count)
        count += part.count
      }
      return Difference(greatest, count == 0 ? 0 : sum / Double(count), of: bands.quantity)
    }
  }
}

extension MapAttachment {
  /// How far an image is from the map that it was made of.
  public struct Difference: Hashable, Sendable {
    /// The units of differences.
    public enum Unit: String, Hashable, Sendable {
      /// Metres.
      case metres = "m"
      /// 1/metres.
      case perMetre = "1/m"
      /// Codes of 8 bits.
      case codes
    }

    /// The greatest absolute difference.
    public let max: Double
    /// The mean absolute difference.
    public let mean: Double
    /// The unit of both: that of the map which was given.
    public let unit: Unit
  }
}

extension MapAttachment.Difference {
  fileprivate init(_ max: Double, _ mean: Double, of quantity: DepthQuantity) {
    self.init(max: max, mean: mean, unit: quantity == .depth ? .metres : .perMetre)
  }
}
