import AuxMaps
import TestSupport
import Testing

/// Maps that would be wrong without a word: a bad sample, holes, inverse depth read as metres, an unknown scale.
struct MapLossTests {
  /// 100 x 40 samples of 1.1...6.1 m, nearest in the last row, as a picture of the ground.
  private static let ground = (0..<4000).map { Float(6.1 - 5 * Double($0) / 3999) }

  private static func map(_ values: [Float], _ options: DepthMap.Options = DepthMap.Options()) -> DepthMap {
    DepthMap(PixelPlane(width: 100, height: 40, known: .float(values)), options: options)
  }

  private static func attachment(_ map: DepthMap, bits: Int = 8) throws -> MapAttachment {
    try MapAttachment(map, on: MapPlacement(on: PrimaryImage(width: 1000, height: 400)), bits: bits)
  }

  /// The median error of distances that a warning states.
  private static func error(_ attachment: MapAttachment) -> Double? {
    for case .coarse(let error, _) in attachment.notes { return error }
    return nil
  }

  /// 1/0.0005 is 2000; a step of 255 is 7.8, and all others are 0.16...0.91.
  @Test func oneBadSampleIsWarnedOf() throws {
    var values = Self.ground
    #expect(try Self.error(Self.attachment(Self.map(values))) == nil)
    values[1234] = 0.0005
    let spoilt = try Self.attachment(Self.map(values))
    // All become 6.1 m, from 1.1...6.1 m.
    #expect(try #require(Self.error(spoilt)) > 0.5)
    // 65535 steps of 0.03 are enough, and of 1 are not.
    #expect(try Self.error(Self.attachment(Self.map(values), bits: 16)) == nil)
    var worse = values
    worse[1234] = 1e-6
    #expect(try #require(Self.error(Self.attachment(Self.map(worse), bits: 16))) > 0.5)
    let note = try #require(spoilt.notes.first { $0.isWarning })
    #expect(note.remedy == .stateEnds && "\(note)".contains("clip") && !"\(note)".contains("--"))
    for change in [{ $0.near = 1 }, { $0.clip = 0.1 }] as [(inout DepthMap.Options) -> Void] {
      var options = DepthMap.Options()
      change(&options)
      let mended = try Self.attachment(Self.map(values, options))
      #expect(Self.error(mended) == nil)
      #expect(mended.counts.clamped > 0)
    }
  }

  /// One sample takes the range of a prediction, which is spread between near and far; clipping leaves it out.
  @Test(arguments: [1e5, -1e5] as [Float]) func oneBadSampleOfAPredictionIsWarnedOf(bad: Float) throws {
    let prediction = Self.ground.map { 10 / $0 }
    var options = DepthMap.Options(convention: .midas, near: 1.1, far: 6.1)
    let good = try Self.map(prediction, options).reading()
    #expect(good.notes.isEmpty)
    var spoilt = prediction
    spoilt[1234] = bad
    let reading = try Self.map(spoilt, options).reading()
    #expect(reading.notes == [.unevenPrediction(1)] && reading.notes[0].remedy == .clipSamples)
    options.clip = 0.1
    let clipped = try Self.map(spoilt, options).reading()
    #expect(clipped.notes.isEmpty && clipped.values.counts.clamped == 8)
    let differences = zip(good.values.values, clipped.values.values).enumerated().map {
      $0 == 1234 ? 0 : abs($1.0 - $1.1)
    }
    #expect(try #require(differences.max()) < 0.01)
  }

  /// All samples but one in a hundred have one value, and a percent is clipped at each end.
  @Test func clippingLeavesMoreThanOneValue() throws {
    let values = (0..<4000).map { $0 < 20 ? Float(1) : 3 }
    var options = DepthMap.Options()
    options.clip = 1
    #expect(throws: AuxError(.usage, "")) { try Self.map(values, options).reading() }
  }

  /// Arrays may be another thing than meters, as files may; a unit says that they are.
  @Test func arraysAreDoubtedToo() throws {
    let far = Self.ground.map { $0 * 1000 }
    #expect(try Self.map(far).reading().notes == [.farAway(4000, of: 4000)])
    #expect(try Self.map(Self.ground.map { 10 / $0 }).reading().notes.isEmpty)
    var options = DepthMap.Options()
    options.unit = .metres
    #expect(try Self.map(far, options).reading().notes.isEmpty)
  }

  @Test func outliersAreNamed() throws {
    var values = Self.ground
    values[1234] = 0.0005
    let note = try #require(Self.attachment(Self.map(values)).notes.first)
    #expect("\(note)".contains("span 1 sample nearer than 1.1 m: "))
    var options = DepthMap.Options()
    options.far = 5000
    values[1234] = 4000
    let placement = MapPlacement(on: PrimaryImage(width: 1000, height: 400))
    var recording = DepthRecording()
    recording.pixelFormat = .fdep
    let far = try MapAttachment(Self.map(values, options), on: placement, recording: recording)
    #expect("\(far.notes)".contains("span 1 sample farther than 6.1 m: "))
  }

  /// Marigold's 0...1 as metres: what is next to 0 becomes 65504.
  @Test func partsReadAsMetresAreWarnedOf() throws {
    let parts = (0..<4000).map { $0 == 7 ? Float(1e-6) : Float($0 + 1) / 4000 }
    // A step is 257, so that most become 1 m.
    #expect(try #require(Self.error(Self.attachment(Self.map(parts)))) > 0.5)
  }

  /// The error of most samples counts, whatever the number of their levels.
  @Test(arguments: [2000, 2800, 1200]) func planesLoseToABadSample(count: Int) throws {
    var planes = (0..<4000).map { Float($0 < count ? 5 : 2) }
    #expect(try Self.error(Self.attachment(Self.map(planes))) == nil)
    let rough = planes.enumerated().map { $1 + Float($0 % 100) * 1e-5 }
    #expect(try Self.error(Self.attachment(Self.map(rough))) == nil)
    planes[7] = 0.001
    // 2 m becomes 5 m.
    #expect(try #require(Self.error(Self.attachment(Self.map(planes)))) > 0.25)
  }

  /// A wall of one distance loses nothing to the three samples in front of it.
  @Test func wallsLoseNothing() throws {
    let wall = (0..<4000).map { $0 < 3 ? Float(0.01) : 5 }
    #expect(try Self.error(Self.attachment(Self.map(wall))) == nil)
  }

  /// Distances are lengths, of which nothing is uncertain; a photo's own accuracy stays.
  @Test func mapsOfMetersAreAbsolute() throws {
    let accuracy = { (map: DepthMap) in try Self.attachment(map).image.metadata.accuracy }
    #expect(try accuracy(Self.map(Self.ground)) == .absolute)
    #expect(
      try accuracy(Self.map(Self.ground.map { 1 / $0 }, DepthMap.Options(quantity: .disparity))) == .relative)
    #expect(try accuracy(Self.map(Self.ground, DepthMap.Options(convention: .moge))) == .relative)
    let photo = try Self.attachment(Self.map(Self.ground)).image
    for stated in [DepthData.Accuracy.relative, .absolute] {
      var metadata = photo.metadata
      metadata.accuracy = stated
      let depth = try StoredAuxiliaryImage(type: .disparity, content: photo.content, metadata: metadata)
        .depthData()
      #expect(try accuracy(DepthMap(depth)) == stated)
    }
  }

  /// A hundredth of 4000 are 40 at each end; holes and background stay what they are.
  @Test func clippingTakesTheEnds() throws {
    var options = DepthMap.Options()
    options.clip = 1
    let values = try Self.map(Self.ground, options).reading().values
    #expect(values.values.max() == Self.ground[40] && values.values.min() == Self.ground[3959])
    #expect(values.counts.clamped == 80)
    for wrong in [0, -1, 50, Double.nan] {
      options.clip = wrong
      #expect(throws: AuxError(.usage, "")) { try Self.map(Self.ground, options).reading() }
    }
  }

  @Test func holesThatAreFarAreAsFarAsFar() throws {
    let sky: [Float] = [0, 2, 8, .nan]
    let plane = PixelPlane(width: 4, height: 1, known: .float(sky))
    var options = DepthMap.Options(far: 100)
    options.holes = .far
    #expect(try DepthMap(plane, options: options).reading().values.values == [100, 2, 8, 100])
    options.far = nil
    #expect(try DepthMap(plane, options: options).reading().values.values == [8, 2, 8, 8])
    var parts = DepthMap.Options(near: 1, far: 5)
    (parts.isNormalised, parts.holes) = (true, .far)
    let normalised = PixelPlane(width: 3, height: 1, known: .float([.nan, 0, 0.5]))
    #expect(try DepthMap(normalised, options: parts).reading().values.values == [5, 1, 3])
  }

  /// A file of Nuke has the attribute; its depth read as metres would have near and far change places.
  @Test func nukesDepthIsNotReadAsMetres() throws {
    let plain = try MapFile.encode(
      PixelPlane(width: 3, height: 1, known: .float([0.5, 0.25, 0])), as: .exr)
    let attribute = Array("nuke/version\0string\0".utf8) + [6, 0, 0, 0] + Array("15.1v2".utf8)
    // Attributes begin after the magic number and the version. The offset table shifts with them.
    let file = try Self.adding(attribute, to: plain)
    let error = #expect(throws: AuxError(.usage, "")) { try DepthMap(data: file).reading() }
    #expect(error?.reason.contains("convention nuke") == true && error?.remedy == .stateNukeDepth)
    let read = { (options: DepthMap.Options) in
      try DepthMap(data: file, options: options).reading().values.values
    }
    #expect(try read(DepthMap.Options(convention: .nuke)) == [0.5, 0.25, 0.25])
    #expect(try read(DepthMap.Options(quantity: .disparity)) == [0.5, 0.25, 0.25])
    var metres = DepthMap.Options()
    metres.unit = .metres
    #expect(try read(metres) == [0.5, 0.25, 0.25])
    #expect(try DepthMap(data: plain).reading().values.values == [0.5, 0.25, 0.25])
  }

  /// Returns a file of one part, of one chunk, with an attribute in front of the others.
  private static func adding(_ attribute: [UInt8], to file: [UInt8]) throws -> [UInt8] {
    var file = file
    // The header ends with an empty name, after the value of the last attribute.
    var end = 8
    while file[end] != 0 {
      while file[end] != 0 { end += 1 }
      end += 1
      while file[end] != 0 { end += 1 }
      let size = (1...4).reduce(0) { $0 | Int(file[end + $1]) << (8 * ($1 - 1)) }
      end += 5 + size
    }
    let offset = (0..<8).reduce(0) { $0 | Int(file[end + 1 + $1]) << (8 * $1) } + attribute.count
    for index in 0..<8 { file[end + 1 + index] = UInt8(truncatingIfNeeded: offset >> (8 * index)) }
    file.insert(contentsOf: attribute, at: 8)
    return file
  }

  @Test func metresAreNotReadAsInverseDepth() throws {
    let options = DepthMap.Options(convention: .depthAnything, near: 1, far: 10)
    let error = #expect(throws: AuxError(.usage, "")) { try Self.map(Self.ground, options).reading() }
    #expect(error?.reason.contains("depth-anything") == true && error?.remedy == .stateConvention)
    #expect(throws: AuxError(.usage, "")) { try Self.attachment(Self.map(Self.ground, options)) }
    // Inverse depth of the same ground, and what is said to be inverse depth all the same.
    let inverse = Self.ground.map { 1 / $0 }
    #expect(try abs(Self.map(inverse, options).reading().values.values[0] - 0.1) < 1e-6)
    _ = try Self.map(Self.ground, DepthMap.Options(convention: .midas, near: 1, far: 10)).reading()
    var sky = Self.ground
    sky[0] = 0
    _ = try Self.map(sky, options).reading()
    let folder = try TemporaryFolder()
    let path = folder.path("a_raw_depth_meter.npy")
    try folder.write(
      MapFile.encode(PixelPlane(width: 100, height: 40, known: .float(inverse)), as: .npy),
      to: "a_raw_depth_meter.npy")
    let named = #expect(throws: AuxError(.usage, "")) { try DepthMap(path, options: options).reading() }
    #expect(named?.remedy == .stateConvention && named?.path == path)
  }

  /// 0.118...3.39 are the ends of the codes, of which the map takes up the middle.
  @Test func picturesSpanTheRangeOfTheFile() throws {
    let codes = PixelPlane(width: 3, height: 1, known: .uint8([22, 100, 228]))
    let image = try StoredAuxiliaryImage(
      type: .disparity,
      content: .depth(codes, CodeRange(quantity: .disparity, firstValue: 0.125, lastValue: 4)),
      metadata: AuxiliaryMetadata())
    let export = try MapExport(image, as: .fdis)
    #expect(export.codeRange == 0.125...4)
    // 65535/255 is 257: each code comes out as itself.
    let png = try export.encoded(as: .png)
    #expect(try MapFile.decode(png).storage == .uint16([22 * 257, 100 * 257, 228 * 257]))
    #expect(try MapFile.content(of: png).record?.black == 0.125)
    // As depth the ends are their reciprocals, far first.
    let depth = try MapExport(image, as: .fdep)
    #expect(depth.codeRange == 0.25...8)
    #expect(try MapFile.content(of: depth.encoded(as: .png)).record?.black == 8)
    // Disparity 0 is infinitely far; a range that reaches there has no end as depth, but that of the values.
    let endless = try StoredAuxiliaryImage(
      type: .disparity,
      content: .depth(codes, CodeRange(quantity: .disparity, firstValue: 0, lastValue: 2.55)),
      metadata: AuxiliaryMetadata())
    #expect(try MapExport(endless, as: .fdis).codeRange == 0...2.55)
    let ends = try #require(try MapExport(endless, as: .fdep).codeRange)
    #expect(abs(ends.lowerBound - 1 / 2.28) < 1e-6 && abs(ends.upperBound - 1 / 0.22) < 1e-5)
  }

  @Test func unknownScalesAreSaid() throws {
    var metadata = AuxiliaryMetadata()
    metadata.accuracy = .relative
    let codes = PixelPlane(width: 3, height: 1, known: .uint8([0, 85, 255]))
    let image = try StoredAuxiliaryImage(
      type: .disparity,
      content: .depth(codes, CodeRange(quantity: .disparity, firstValue: 0.25, lastValue: 1)),
      metadata: metadata)
    let export = try MapExport(image, as: .fdep)
    #expect(export.hasUnknownScale)
    let record = try #require(try MapFile.content(of: export.encoded(as: .png)).record)
    #expect(record.hasUnknownScale && record.text.contains("unit=m; scale=unknown;"))
    #expect(MapRecord(text: record.text) == record)
    metadata.accuracy = .absolute
    #expect(
      try !MapExport(
        StoredAuxiliaryImage(type: .disparity, content: image.content, metadata: metadata), as: .fdep
      ).hasUnknownScale)
  }
}
