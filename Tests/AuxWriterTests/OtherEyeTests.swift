import AuxContainers
import AuxImage
import AuxMaps
import AuxReader
import Foundation
import TestSupport
import Testing

@testable import AuxWriter

/// Where the camera of the other eye is: points in space are seen where both cameras of the pair see them.
@Suite struct OtherEyeTests {
  /// A pair of 64x64 pixels; the left image is item 1, and each eye's `cmex` is given. `irot` turns both.
  private static func pair(
    left: String = "00000000", right: String = "00000001 0000fde8", primary: UInt32 = 1, quarters: UInt8 = 0,
    third: Bool = false
  ) throws -> ImageSource {
    var builder = HEIFBuilder()
    builder.fileType = FileTypeBox(majorBrand: "heic", compatibleBrands: ["heic", "mif1"])
    builder.primaryID = third ? 3 : primary
    for (number, camera) in ([left, right] + (third ? ["00000001 00007ef4"] : [])).enumerated() {
      let tile = try CodedTile.image(seed: 2 * number)
      let turn = quarters == 0 ? [] : [Box("irot", [quarters])]
      builder.add(
        UInt32(number + 1), tile.itemType, tile.payload,
        [tile.configuration, CodedTile.extents(64, 64), Box("cmex", Self.bytes(camera))] + turn)
    }
    builder.groups = [EntityGroup("ster", groupID: 9, entityIDs: third ? [1, 2, 3] : [1, 2])]
    return try ImageSource(data: builder.bytes())
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.filter { $0 != " " })
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0..<($0 + 2)]), radix: 16)
    }
  }

  private static func export(_ source: ImageSource, _ turn: ImageOrientation) throws -> CameraExport {
    let calibration = try CameraCalibrationData(
      fx: 50, fy: 55, cx: 30, cy: 35, referenceDimensions: .init(width: 64, height: 64))
    return try CameraExport(calibration, in: source, turned: turn, width: 64, height: 64)
  }

  /// 65 mm to the right of the left eye, whichever is the primary, in pictures as stored and turned by quarters.
  @Test(arguments: [1, 2] as [UInt32], [0, 1, 2, 3] as [UInt8])
  func positions(primary: UInt32, quarters: UInt8) throws {
    let source = try Self.pair(primary: primary, quarters: quarters)
    let pair = try #require(source.stereoPair)
    #expect(pair.baseline == 0.065 && pair.isSideBySide, "\(pair)")
    let side = primary == 1 ? 0.065 : -0.065
    #expect(try Self.export(source, .up).otherEye == [side, 0, 0])
    // irot turns anticlockwise: by one quarter what was right is up.
    let turned = [[1, 0], [0, -1], [-1, 0], [0, 1]][Int(quarters)].map { Double($0) * side }
    let found = try #require(try Self.export(source, source.orientation).otherEye)
    #expect(found.count == 3 && zip(found, turned + [0]).allSatisfy { abs($0 - $1) < 1e-12 }, "\(found)")
  }

  /// A point is where a camera at that place sees it: the disparity of a pair, f b / z, along the stored rows.
  @Test(arguments: [0, 1, 2, 3] as [UInt8])
  func disparities(quarters: UInt8) throws {
    let source = try Self.pair(quarters: quarters)
    let camera = try Self.export(source, source.orientation)
    let other = try #require(camera.otherEye)
    let own = camera.pinhole
    for point in [[0.1, -0.2, 2], [-0.4, 0.3, 5], [0, 0, 1]] {
      func seen(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (own.fx * x / point[2] + own.cx, own.fy * y / point[2] + own.cy)
      }
      let (one, two) = (seen(point[0], point[1]), seen(point[0] - other[0], point[1] - other[1]))
      let shift = [one.x - two.x, one.y - two.y]
      // The focal length along the stored rows goes with them.
      let disparity = 50 * 0.065 / point[2]
      let wanted = [[1, 0], [0, -1], [-1, 0], [0, 1]][Int(quarters)].map { Double($0) * disparity }
      #expect(zip(shift, wanted).allSatisfy { abs($0 - $1) < 1e-4 }, "\(shift), not \(wanted)")
    }
  }

  @Test(
    "Cameras whose axes are not known have no place",
    arguments: [
      ("00000000", "00000003 0000fde8 00002710"), ("00000000", "00000005 0000fde8 00002710"),
      ("00000000", "00000009 0000fde8 0000 0400 0000"),
      ("00000018 00000000 20000000 00000000", "00000001 0000fde8"),
      ("00000001 0000fde8", "00000000"),
    ])
  func others(left: String, right: String) throws {
    let source = try Self.pair(left: left, right: right)
    #expect(source.stereoPair?.baseline != nil)
    let camera = try Self.export(source, .up)
    #expect(camera.otherEye == nil)
    #expect(!String(decoding: camera.encoded(as: .opencv), as: UTF8.self).contains("T:"))
  }

  @Test func aThirdPictureHasNoOtherEye() throws {
    let source = try Self.pair(third: true)
    #expect(source.stereoPair?.baseline == 0.065 && source.stereoPair?.left.isPrimary == false)
    #expect(try Self.export(source, .up).otherEye == nil)
  }
}
