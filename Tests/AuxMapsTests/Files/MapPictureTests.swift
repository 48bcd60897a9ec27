import AuxCodecs
import AuxImage
import AuxKernels
import AuxMaps
import TestSupport
import Testing

/// Gray pictures in JPEG as maps and masks.
@Suite struct MapPictureTests {
  private static let codes = (0..<(32 * 24)).map { UInt8($0 / 32 * 10) }
  private static let plane = PixelPlane(width: 32, height: 24, known: .uint8(codes))

  private static func coloured(_ blue: (UInt8) -> UInt8) throws -> [UInt8] {
    try JPEGCodec.encode(
      rgb: codes.flatMap { [$0, $0, blue($0)] }, width: 32, height: 24, quality: 95, subsampled: false)
  }

  @Test func grayIsNearWhatItWasAndNoted() throws {
    for file in [try JPEGCodec.encode(gray: Self.plane, quality: 95), try Self.coloured { $0 }] {
      let map = try DepthMap(data: file, options: DepthMap.Options(convention: .apple, near: 1, far: 5))
      guard case .uint8(let codes) = map.samples.storage else {
        Issue.record("no codes of 8 bits")
        return
      }
      #expect(zip(codes, Self.codes).allSatisfy { abs(Int($0) - Int($1)) <= 6 })
      let attachment = try MapAttachment(map, on: MapPlacement(on: PrimaryImage(width: 32, height: 24)))
      #expect(attachment.notes == [.lossyCodes])
      #expect(try MatteMap(data: file).notes == [.lossyCodes])
    }
  }

  @Test func coloursAreAnError() throws {
    let file = try Self.coloured { 255 - $0 }
    let error = #expect(throws: AuxError(.unsupported, "")) { try DepthMap(data: file) }
    #expect(error?.remedy == .extractMap && error?.reason.contains("colour") == true)
    #expect(#expect(throws: AuxError(.unsupported, "")) { try MatteMap(data: file) }?.remedy == .takeLuma)
    #expect(try MatteMap(data: file, component: .luma).codes.width == 32)
  }

  @Test func damageAndConventionsOf16BitsAreErrors() throws {
    let file = try JPEGCodec.encode(gray: Self.plane, quality: 95)
    for count in 0..<file.count {
      #expect(throws: AuxError.self) { try MapFile.decode(Array(file[..<count])) }
    }
    for convention in [MapConvention.kitti, .tum, .unidepth] {
      #expect(throws: AuxError(.usage, "")) {
        try DepthMap(data: file, options: DepthMap.Options(convention: convention)).reading()
      }
    }
    #expect(throws: AuxError(.usage, "")) { try MapFile.encode(Self.plane, as: .jpeg) }
  }
}
