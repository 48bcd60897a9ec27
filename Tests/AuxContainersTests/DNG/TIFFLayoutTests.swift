import AuxContainers
import AuxImage
import Testing

@Suite("Strips and tiles")
struct TIFFLayoutTests {
  /// Returns the layout of a directory of these fields in a file of 1,000 bytes.
  private func layout(_ fields: [TIFFSample.Field], limits: AuxLimits = .standard) throws(AuxError)
    -> TIFFLayout
  {
    var sample = TIFFSample(first: 8)
    sample.directory(([.init(262, 51177), .init(258, 8)] + fields).sorted { $0.tag < $1.tag })
    // Offsets 600, 610, … at 500, sizes 8 at 540.
    sample.writer.write([UInt8](repeating: 0, count: 500 - sample.writer.count))
    for number in 0..<10 { sample.writer.write(UInt32(600 + 10 * number)) }
    for _ in 0..<10 { sample.writer.write(UInt32(8)) }
    sample.writer.write([UInt8](repeating: 0, count: 1000 - sample.writer.count))
    let file = try TIFFFile(sample.source, limits: limits)
    return try TIFFLayout(of: file.first, in: file)
  }

  private func code(_ fields: [TIFFSample.Field]) -> AuxError.Code? {
    do throws(AuxError) {
      _ = try layout(fields)
      return nil
    } catch { return error.code }
  }

  @Test("Strips: the last may be short")
  func strips() throws {
    let layout = try layout([
      .init(256, 4), .init(257, 5), .init(273, 4, 3, 500), .init(278, 2), .init(279, 4, 3, 540),
    ])
    #expect(layout.chunks.map(\.range) == [600..<608, 610..<618, 620..<628])
    #expect(layout.chunks.map(\.y) == [0, 2, 4])
    #expect(layout.chunks.map(\.height) == [2, 2, 1])
    #expect(layout.chunks.allSatisfy { $0.x == 0 && $0.width == 4 })
  }

  @Test("One strip without RowsPerStrip, and with 2^32-1")
  func oneStrip() throws {
    for rows in [[], [TIFFSample.Field(278, 0xFFFF_FFFF)]] {
      let layout = try layout([.init(256, 4), .init(257, 5), .init(273, 600), .init(279, 20)] + rows)
      #expect(layout.chunks.map(\.range) == [600..<620])
      #expect(layout.chunks[0].width == 4 && layout.chunks[0].height == 5)
    }
  }

  @Test("Tiles reach beyond the image")
  func tiles() throws {
    let layout = try layout([
      .init(256, 20), .init(257, 17), .init(322, 16), .init(323, 16), .init(324, 4, 4, 500),
      .init(325, 4, 4, 540),
    ])
    #expect(layout.chunks.map(\.x) == [0, 16, 0, 16])
    #expect(layout.chunks.map(\.y) == [0, 0, 16, 16])
    #expect(layout.chunks.allSatisfy { $0.width == 16 && $0.height == 16 })
  }

  @Test("What cannot be")
  func refused() {
    let size: [TIFFSample.Field] = [.init(256, 4), .init(257, 4)]
    let counts: [TIFFSample.Field] = [.init(273, 600), .init(279, 16)]
    #expect(code(size + counts) == nil)
    #expect(code(counts) == .malformed)
    #expect(code([.init(256, 0), .init(257, 4)] + counts) == .malformed)
    #expect(code([.init(256, 0xFFFF_FFFF), .init(257, 0xFFFF_FFFF)] + counts) == .limitExceeded)
    #expect(code(size + counts + [.init(278, 0)]) == .malformed)
    #expect(code(size + counts + [.init(278, 1)]) == .malformed)
    #expect(code(size + [.init(273, 600)]) == .malformed)
    #expect(code(size + [.init(273, 990), .init(279, 11)]) == .truncated)
    #expect(code(size + [.init(273, 990), .init(279, 0xFFFF_FFFF)]) == .truncated)
    #expect(code(size + [.init(273, 0xFFFF_FFFF), .init(279, 1)]) == .truncated)
    // 2^32-1 tiles, by their number or by their size.
    let tiles: [TIFFSample.Field] = [.init(324, 4, 0xFFFF_FFFF, 500), .init(325, 4, 0xFFFF_FFFF, 500)]
    #expect(code(size + tiles + [.init(322, 1), .init(323, 1)]) == .malformed)
    #expect(code(size + tiles + [.init(322, 0xFFFF_FFFF), .init(323, 0xFFFF_FFFF)]) == .limitExceeded)
    #expect(code(size + tiles + [.init(322, 0), .init(323, 16)]) == .malformed)
    #expect(code(size + tiles) == .malformed)
    let wide: [TIFFSample.Field] = [.init(256, 1 << 14), .init(257, 1 << 14)]
    let many: [TIFFSample.Field] = [.init(324, 4, 1 << 28, 500), .init(325, 4, 1 << 28, 500)]
    #expect(code(wide + many + [.init(322, 1), .init(323, 1)]) == .limitExceeded)
    #expect(code(size + counts + [.init(277, 3), .init(284, 2)]) == .unsupported)
  }
}
