import AuxImage
import AuxRender
import Testing

@Suite("Maps of photos for effects")
struct RenderMapTests {
  private static let width = 160, height = 120, edge = 80

  /// A photo with a straight edge.
  private var picture: PhotoPixels {
    get throws {
      let codes = (0..<Self.width * Self.height).flatMap { pixel -> [UInt8] in
        pixel % Self.width < Self.edge ? [40, 60, 90] : [220, 190, 160]
      }
      return try PhotoPixels(width: Self.width, height: Self.height, rgb8: codes)
    }
  }

  /// Metres of something near on the left, whose outline has stairs of four pixels around the edge.
  private var metres: DepthMap {
    get throws {
      let values = (0..<Self.width * Self.height).map { pixel -> Float in
        let stair = pixel / Self.width / 8 % 2 == 0 ? 2 : -2
        return pixel % Self.width < Self.edge + stair ? 1 : 4
      }
      return try DepthMap(values, width: Self.width, height: Self.height)
    }
  }

  /// Returns the columns, of all rows, in which the nearness falls below a half.
  private func outline(_ source: ImageSource) throws -> [Int] {
    let gray = try PhotoRenderer(source, jobs: 1).picture(.grayscale).samples8
    return (8..<Self.height - 8).map { row in
      (0..<Self.width).first { gray[row * Self.width + $0] < 128 } ?? Self.width
    }
  }

  @Test("GDepth of the photo's size follows the photo's outlines; Apple's stays as it is")
  func enlargedMaps() throws {
    var destination = try ImageDestination(pixels: picture, as: .jpeg, quality: 98)
    try destination.addDepth(metres)
    let exact = try ImageSource(data: destination.finalize().data)
    #expect(Set(try outline(exact)) == [Self.edge - 2, Self.edge + 2])

    let depth = try #require(exact.auxiliaryImage(.disparity))
    destination = try ImageDestination(pixels: picture, as: .jpeg, quality: 98)
    try destination.addGDepth(exact.stored(depth))
    let estimated = try ImageSource(data: destination.finalize().data)
    #expect(estimated.auxiliaryImages.map(\.width) == [Self.width])
    let columns = try outline(estimated)
    #expect(columns.allSatisfy { abs($0 - Self.edge) <= 1 }, "\(columns)")
  }
}
