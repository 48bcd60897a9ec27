import AuxDepthKit
import AuxImage
import AuxReader
import TestSupport
import Testing

/// Edits of damaged photos: each photo is refused with a fitting error, or the edit is written correctly. A file that does
/// not read back as it was written is the software's fault, and no photo may cause that.
@Suite("Edits of damaged photos")
struct EditMutationTests {
  private static let containers: [ImageContainer] = [.jpeg, .heif, .avif, .dng]

  /// Returns a small photo with a disparity map, a matte, and where the container holds one a gain map.
  private static func photo(_ container: ImageContainer) throws -> [UInt8] {
    let jpeg = try ImageSource(data: Pictures.photo(width: 32, height: 24))
    var destination = try ImageDestination(from: jpeg, as: container)
    let map = Pictures.ramp(width: 32, height: 24)
    var metadata = AuxiliaryMetadata()
    metadata.accuracy = .relative
    let values = (0..<(32 * 24)).map { 0.5 + Float($0) / 512 }
    let depth = try DepthData(
      depthDataType: .fdis,
      depthDataMap: PixelPlane(width: 32, height: 24, known: .float(values)), metadata: metadata)
    try destination.addAuxiliaryImage(StoredAuxiliaryImage(quantising: depth))
    try destination.addAuxiliaryImage(
      StoredAuxiliaryImage(
        type: .portraitEffectsMatte, codes: map, metadata: .matte(.portraitEffectsMatte)))
    if container == .heif || container == .jpeg {
      try destination.addGainMap(map, headroom: 4, forms: [.iso])
    }
    return try destination.finalize().data
  }

  /// Returns the bytes with some of their structure changed: before the coded pictures, or anywhere.
  private static func damaged(
    _ bytes: [UInt8], _ container: ImageContainer, _ random: inout SeededRandom
  ) -> [UInt8] {
    let isHeader = Int.random(in: 0..<4, using: &random) > 0
    // The tables of a HEIF file come first, and so do the index and the XMP of a JPEG file; directories of DNG come last.
    let count = isHeader ? min(bytes.count, 2600) : bytes.count
    let start = container == .dng && isHeader ? bytes.count - count : 0
    let range = start..<(start + count)
    // Positions stay right where nothing is taken out.
    var part = random.mutated(Array(bytes[range]))
    if part.count != count, Bool.random(using: &random) { part = Array(bytes[range]) }
    if Int.random(in: 0..<8, using: &random) == 0, let at = part.indices.randomElement(using: &random) {
      for place in at..<min(at + 4, part.count) { part[place] = 0 }
    }
    return bytes[..<range.lowerBound] + part + bytes[range.upperBound...]
  }

  /// Runs an edit, which may be refused, but not by the writer's own verification.
  private static func edit(_ name: String, _ seed: UInt64, _ body: () throws -> Void) {
    do { try body() } catch let error as AuxError {
      #expect(error.code != .verification, "\(name), seed \(seed): \(error)")
    } catch { Issue.record("\(name), seed \(seed): \(error)") }
  }

  private static func edits(
    of bytes: [UInt8], _ plain: [ImageContainer: [UInt8]], seed: UInt64
  ) throws {
    guard let source = try? ImageSource(data: bytes) else { return }
    let matte = try StoredAuxiliaryImage(
      type: .semanticSegmentationSkyMatte, codes: Pictures.ramp(width: 32, height: 24),
      metadata: .matte(.semanticSegmentationSkyMatte))
    edit("remove", seed) {
      var destination = try ImageDestination(from: source)
      for image in source.auxiliaryImages { try destination.removeAuxiliaryImage(image) }
      _ = try destination.finalize()
    }
    edit("remove the first", seed) {
      var destination = try ImageDestination(from: source)
      if let image = source.auxiliaryImages.first { try destination.removeAuxiliaryImage(image) }
      _ = try destination.finalize()
    }
    let target = containers[Int(seed) % containers.count]
    edit("attach as \(target.rawValue)", seed) {
      var destination = try ImageDestination(from: source, as: target, allowsPreview: true)
      try destination.addAuxiliaryImage(matte, replacing: true)
      _ = try destination.finalize()
    }
    edit("copy into \(target.rawValue)", seed) {
      guard let photo = plain[target] else { return }
      var destination = try ImageDestination(from: ImageSource(data: photo))
      _ = try destination.copyAuxiliaryImages(
        CopySelection(of: source), placing: .stated(crop: nil, turn: nil), replacing: true)
      _ = try destination.finalize()
    }
    edit("repair", seed) {
      let repairs = Validator(headersOnly: true).validate(data: bytes).findings.compactMap(\.repair)
      guard !repairs.isEmpty else { return }
      _ = try PhotoRepair(repairs, of: source).finalize()
    }
  }

  @Test("No damage makes a written file another than was asked for", arguments: containers)
  func damage(_ container: ImageContainer) throws {
    let photo = try Self.photo(container)
    var plain: [ImageContainer: [UInt8]] = [:]
    for container in Self.containers {
      let jpeg = try ImageSource(data: Pictures.photo(width: 32, height: 24))
      plain[container] = try ImageDestination(from: jpeg, as: container).finalize().data
    }
    for seed in 0..<UInt64(48) {
      var random = SeededRandom(seed: seed)
      try Self.edits(of: Self.damaged(photo, container, &random), plain, seed: seed)
    }
  }
}
