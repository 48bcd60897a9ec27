import AuxMaps
import AuxReader
import AuxWriter
import TestSupport
import Testing

/// What stays of an image that another one replaces.
struct ReplacedPropertiesTests {
  private static let (width, height) = (64, 48)
  private static let disparities = (0..<(width * height)).map { index in
    0.25 + Float(index % width + index / width) / 110
  }

  /// A photo with a calibrated depth map whose properties are all unusual, and a gain map.
  private static func photo() throws -> ImageSource {
    var map = try DepthMap(disparities, width: width, height: height, quantity: .disparity)
    map.options.camera = .focalLengths(fx: 50, fy: 51)
    var recording = DepthRecording()
    (recording.pixelFormat, recording.quality) = (.fdis, .low)
    (recording.accuracy, recording.isFiltered) = (.absolute, false)
    var destination = try ImageDestination(
      from: ImageSource(data: Pictures.photo(width: width, height: height)))
    try destination.addDepth(map, recording: recording)
    try destination.addGainMap(Pictures.ramp(width: 32, height: 24), headroom: 4.5, forms: [.apple])
    return try ImageSource(data: destination.finalize().data)
  }

  private static func codes(_ source: ImageSource) throws -> [UInt8] {
    guard
      case .uint8(let codes) = try source.stored(#require(source.auxiliaryImage(.disparity))).codes.storage
    else { throw AuxError(.verification, "codes have 8 bits") }
    return codes
  }

  /// The map as it decodes, with one row painted over by another.
  private static func painted(_ source: ImageSource) throws -> DepthMap {
    var values = try source.depthData(#require(source.auxiliaryImage(.disparity))).values
    for column in 0..<width { values[20 * width + column] = values[40 * width + column] }
    return try DepthMap(values, width: width, height: height, quantity: .disparity)
  }

  @Test func calibrationPropertiesAndCodesStay() throws {
    let source = try Self.photo()
    let before = try #require(source.auxiliaryImage(.disparity)).metadata
    #expect(before.calibration != nil && before.quality == .low && before.nativeFormat == .fdis)
    var destination = try ImageDestination(from: source)
    let attachment = try destination.addDepth(Self.painted(source), replacing: true)
    #expect(attachment.notes == [.propertiesKept(withCalibration: true)])
    let (data, report) = try destination.finalize()
    let written = try ImageSource(data: data)
    #expect(try #require(written.auxiliaryImage(.disparity)).metadata == before)
    #expect(report.images.first?.map?.notes == attachment.notes)
    let (old, new) = (try Self.codes(source), try Self.codes(written))
    let changed = old.indices.filter { abs(Int(old[$0]) - Int(new[$0])) > 1 }
    #expect(!changed.isEmpty && changed.allSatisfy { $0 / Self.width == 20 })
  }

  @Test func whatIsGivenReplacesWhatWas() throws {
    let source = try Self.photo()
    let before = try #require(source.auxiliaryImage(.disparity)).metadata
    var recording = DepthRecording()
    (recording.quality, recording.pixelFormat) = (.high, .hdis)
    var map = try Self.painted(source)
    map.options.camera = .focalLengths(fx: 70, fy: 70)
    var destination = try ImageDestination(from: source)
    let attachment = try destination.addDepth(map, recording: recording, replacing: true)
    #expect(attachment.notes == [.propertiesKept(withCalibration: false)])
    let image = attachment.image.metadata
    #expect(image.quality == .high && image.nativeFormat == .hdis)
    #expect(image.calibration?.intrinsicMatrix[0] == 70)
    #expect(image.accuracy == before.accuracy && image.isFiltered == false)

    var fresh = try ImageDestination(from: source)
    let plain = try fresh.addDepth(Self.painted(source), replacing: true, keepingProperties: false)
    #expect(plain.notes.isEmpty && plain.image.metadata.calibration == nil)
    #expect(plain.image.metadata.quality == .high && plain.image.metadata.accuracy == .relative)
  }

  /// A map of another range gets its own: within that of the old one it would lose steps, or ends.
  @Test(arguments: [(0.5, 0.6), (0.2, 1.2), (0.3, 5)] as [(Float, Float)])
  func anotherRangeIsTaken(low: Float, high: Float) throws {
    let source = try Self.photo()
    let values = Self.disparities.indices.map {
      low + (high - low) * Float($0) / Float(Self.disparities.count - 1)
    }
    let map = try DepthMap(values, width: Self.width, height: Self.height, quantity: .disparity)
    var destination = try ImageDestination(from: source)
    let image = try destination.addDepth(map, replacing: true).image
    guard case .depth(_, let range) = image.content else { throw AuxError(.usage, "no depth map") }
    #expect(
      range == CodeRange(quantity: .disparity, firstValue: Double(low), lastValue: Double(values.last ?? 0)))
  }

  @Test func theHeadroomOfAGainMapStays() throws {
    let source = try Self.photo()
    var destination = try ImageDestination(from: source)
    let kept = try destination.addGainMap(Pictures.ramp(width: 16, height: 12), replacing: true)
    #expect(kept.image.metadata.hdrGainMapHeadroom == 4.5 && kept.image.metadata.hdrGainMapVersion == 131072)
    #expect(kept.notes == [.propertiesKept(withCalibration: false)])
    var again = try ImageDestination(from: source)
    let given = try again.addGainMap(Pictures.ramp(width: 16, height: 12), headroom: 2, replacing: true)
    #expect(given.image.metadata.hdrGainMapHeadroom == 2 && given.notes.isEmpty)
  }

  @Test func aGainMapThatGoesAlongWithNewPixelsIsMentioned() throws {
    let source = try Self.photo()
    let coded = try ImageDestination(encoding: source, as: .heif)
    #expect(coded.notes.contains { $0.contains("gain map") })
    #expect(try ImageDestination(from: source).notes.isEmpty)
  }
}
