import AuxImage
import AuxKernels
import Testing

@Suite("Parts of photos and their maps")
struct CroppingTests {
  @Test("A rectangle goes where its pixels go", arguments: ImageOrientation.allCases)
  func rectangles(_ orientation: ImageOrientation) throws {
    let part = try PixelRectangle(x: 2, y: 1, width: 5, height: 3)
    var marks = [UInt8](repeating: 0, count: 10 * 7)
    for row in 1..<4 { for column in 2..<7 { marks[row * 10 + column] = 1 } }
    let plane = Orient.apply(
      orientation.rawValue, to: PixelPlane(width: 10, height: 7, known: .uint8(marks)))
    let moved = part.applyingExifOrientation(orientation, width: 10, height: 7)
    let cut = plane.cropped(left: moved.x, top: moved.y, width: moved.width, height: moved.height)
    #expect(cut.storage == .uint8([UInt8](repeating: 1, count: 15)))
    let size = (plane.width, plane.height)
    #expect(moved.applyingExifOrientation(orientation.inverse, width: size.0, height: size.1) == part)
  }

  @Test("Invalid rectangles are refused")
  func refused() {
    for (x, y, width, height) in [(-1, 0, 1, 1), (0, -1, 1, 1), (0, 0, 0, 1), (0, 0, 1, -4), (.max, 0, 9, 9)]
    {
      #expect(throws: AuxError(.usage, "")) { try PixelRectangle(x: x, y: y, width: width, height: height) }
    }
  }

  @Test("Calibration is cut at its own scale")
  func calibration() throws {
    let whole = try CameraCalibrationData(
      intrinsicMatrix: [1000, 0, 0, 0, 1001, 0, 510, 390, 1],
      intrinsicMatrixReferenceDimensions: .init(width: 1024, height: 768), pixelSize: 0.002,
      lensDistortionCenter: .init(x: 500, y: 380))
    let part = try PixelRectangle(x: 400, y: 200, width: 2000, height: 1500)
    let cut = whole.cropped(to: part, width: 4096, height: 3072)
    #expect(cut.intrinsicMatrix == [1000, 0, 0, 0, 1001, 0, 410, 340, 1])
    #expect(cut.intrinsicMatrixReferenceDimensions == .init(width: 500, height: 375))
    #expect(cut.lensDistortionCenter == .init(x: 400, y: 330) && cut.pixelSize == 0.002)
  }

  @Test("Codes stay as they are; a small map is enlarged until its shape fits")
  func codes() throws {
    let plane = PixelPlane(width: 8, height: 6, known: .uint8((0..<48).map { UInt8($0) }))
    let image = try StoredAuxiliaryImage(type: .portraitEffectsMatte, codes: plane, metadata: .init())
    let aligned = try image.cropped(
      to: PixelRectangle(x: 20, y: 10, width: 40, height: 30), width: 80, height: 60)
    #expect(aligned.codes == plane.cropped(left: 2, top: 1, width: 4, height: 3))
    // Edges at 1.5 samples: each becomes four.
    let between = try image.cropped(
      to: PixelRectangle(x: 15, y: 15, width: 20, height: 15), width: 80, height: 60)
    #expect((between.codes.width, between.codes.height) == (4, 3))
    #expect(between.codes.storage == .uint8([9, 10, 10, 11, 17, 18, 18, 19, 17, 18, 18, 19]))
    #expect(
      try image.cropped(to: PixelRectangle(x: 0, y: 0, width: 80, height: 60), width: 80, height: 60) == image
    )
    #expect(throws: AuxError(.usage, "")) {
      try image.cropped(to: PixelRectangle(x: 41, y: 0, width: 40, height: 30), width: 80, height: 60)
    }
  }
}
