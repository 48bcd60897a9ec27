import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

/// A TIFF file of one image, for the decoder.
struct PlaneSample {
  var endianness = ByteReader.Endianness.little
  var width = 4, height = 3
  var bits = 8, format = 1, compression = 1, predictor = 1
  var photometric = 51177
  /// The size of a tile, or nil for strips of `rows`.
  var tile: (width: Int, height: Int)?
  var rows = 3
  var chunks: [[UInt8]] = []
  /// Whether all strips or tiles have the offset of the first.
  var sharesFirst = false

  func bytes() throws(AuxError) -> [UInt8] {
    var writer = ByteWriter(endianness: endianness)
    writer.write(endianness == .little ? [0x49, 0x49] : [0x4D, 0x4D] as [UInt8])
    writer.write(UInt16(42))
    writer.write(UInt32(0))
    var offsets: [Int] = []
    for chunk in chunks {
      if sharesFirst, let first = offsets.first {
        offsets.append(first)
        continue
      }
      offsets.append(writer.count)
      writer.write(chunk)
    }
    var directory = TIFFNewDirectory(endianness: endianness)
    directory.set(TIFFTag.imageWidth, longs: [width])
    directory.set(TIFFTag.imageLength, longs: [height])
    directory.set(TIFFTag.bitsPerSample, shorts: [bits])
    directory.set(TIFFTag.compression, shorts: [compression])
    directory.set(TIFFTag.predictor, shorts: [predictor])
    directory.set(TIFFTag.sampleFormat, shorts: [format])
    directory.set(TIFFTag.photometricInterpretation, shorts: [photometric])
    if let tile {
      directory.set(TIFFTag.tileWidth, longs: [tile.width])
      directory.set(TIFFTag.tileLength, longs: [tile.height])
      directory.set(TIFFTag.tileOffsets, longs: offsets)
      directory.set(TIFFTag.tileByteCounts, longs: chunks.map(\.count))
    } else {
      directory.set(TIFFTag.rowsPerStrip, longs: [rows])
      directory.set(TIFFTag.stripOffsets, longs: offsets)
      directory.set(TIFFTag.stripByteCounts, longs: chunks.map(\.count))
    }
    writer.patch(UInt32(try directory.serialize(into: &writer, base: 0)), at: 4)
    return writer.bytes
  }

  func decoder(limits: AuxLimits = .standard) throws(AuxError) -> DNGPlaneDecoder {
    let file = try TIFFFile(MemoryByteSource(try bytes()), limits: limits)
    return try DNGPlaneDecoder(file.first, of: file)
  }

  func plane(limits: AuxLimits = .standard) throws(AuxError) -> PixelPlane {
    try decoder(limits: limits).plane()
  }

  func code() -> AuxError.Code? {
    do throws(AuxError) {
      _ = try plane()
      return nil
    } catch { return error.code }
  }
}

@Suite("Planes of DNG")
struct DNGPlaneTests {
  @Test("Uncompressed strips and tiles")
  func uncompressed() throws {
    let codes = (0..<12).map { UInt8($0) }
    var sample = PlaneSample(rows: 2, chunks: [Array(codes[..<8]), Array(codes[8...])])
    #expect(try sample.plane().storage == .uint8(codes))
    // Tiles of 3x2 over 4x3 pixels; 99 is outside.
    sample.tile = (3, 2)
    sample.chunks = [
      [0, 1, 2, 4, 5, 6], [3, 99, 99, 7, 99, 99], [8, 9, 10, 99, 99, 99], [11, 99, 99, 99, 99, 99],
    ]
    #expect(try sample.plane().storage == .uint8(codes))
    sample.chunks[3].removeLast()
    #expect(sample.code() == .truncated)
  }

  @Test("Strips together are no more than the file")
  func sharedStrips() {
    let strips = [[UInt8]](repeating: [UInt8](repeating: 7, count: 4000), count: 100)
    var sample = PlaneSample(width: 4000, height: 100, rows: 1, chunks: strips)
    #expect(sample.code() == nil)
    sample.sharesFirst = true
    #expect(sample.code() == .malformed)
  }

  @Test("Images together are no more than the file; one that passes its end is refused for that")
  func sharedImages() throws {
    let pixels = [UInt8](repeating: 7, count: 10_000)
    let sample = PlaneSample(width: 100, height: 100, rows: 100, chunks: [pixels])
    let file = try TIFFFile(MemoryByteSource(try sample.bytes()))
    // As many directories of the same bytes.
    let masks = (1...5).map { number in
      var directory = file.first
      directory.offset = number
      return directory
    }
    #expect(DNGDecodableBytes.refusals([masks[0]], in: file).isEmpty)
    let refusals = DNGDecodableBytes.refusals(masks, in: file)
    #expect(refusals.keys.sorted() == [2, 3, 4, 5])
    #expect(refusals.values.allSatisfy { $0.code == .limitExceeded && $0.place == "IFD0" })
  }

  @Test("16 bits, halves and floats in both byte orders")
  func byteOrders() throws {
    var sample = PlaneSample(width: 2, height: 1, bits: 16, rows: 1, chunks: [[1, 2, 3, 4]])
    #expect(try sample.plane().storage == .uint16([0x0201, 0x0403]))
    sample.endianness = .big
    #expect(try sample.plane().storage == .uint16([0x0102, 0x0304]))
    sample.format = 3
    #expect(try sample.plane().storage == .half([0x0102, 0x0304]))
    sample.bits = 32
    sample.chunks = [[0x3F, 0x80, 0, 0, 0xC0, 0, 0, 0]]
    #expect(try sample.plane().storage == .float([1, -2]))
    sample.endianness = .little
    sample.chunks = [[0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0]]
    #expect(try sample.plane().storage == .float([1, -2]))
    #expect(try sample.decoder().notes.count == 1)
    sample.photometric = 52527
    #expect(try sample.decoder().notes.isEmpty)
  }

  @Test("Deflate with differences to the 1st, 2nd and 4th neighbour")
  func integerPredictors() throws {
    for (tag, distance) in [(1, 0), (2, 1), (34892, 2), (34893, 4)] {
      for endianness in [ByteReader.Endianness.little, .big] {
        let codes = (0..<36).map { UInt16(truncatingIfNeeded: $0 * $0 * 2741) }
        var differences = codes
        for row in 0..<3 where distance > 0 {
          for column in distance..<12 {
            differences[row * 12 + column] = codes[row * 12 + column] &- codes[row * 12 + column - distance]
          }
        }
        let bytes = differences.flatMap { code -> [UInt8] in
          let (high, low) = (UInt8(code >> 8), UInt8(code & 255))
          return endianness == .big ? [high, low] : [low, high]
        }
        let sample = PlaneSample(
          endianness: endianness, width: 12, bits: 16, compression: 8, predictor: tag,
          chunks: [try Deflate.compress(bytes)])
        #expect(try sample.plane().storage == .uint16(codes), "predictor \(tag)")
      }
    }
    var sample = PlaneSample(
      compression: 8, predictor: 2,
      chunks: [try Deflate.compress([250, 3, 3, 3] + [0, 0, 0, 9, 1, 1, 1, 1])])
    #expect(try sample.plane().storage == .uint8([250, 253, 0, 3, 0, 0, 0, 9, 1, 2, 3, 4]))
    sample.predictor = 7
    #expect(sample.code() == .unsupported)
    sample.predictor = 3
    #expect(sample.code() == .malformed)
  }

  @Test("Deflate with the predictor for floating point")
  func floatPredictor() throws {
    // 1 and -2: bytes by significance 3F C0, 80 00, 00 00, 00 00, each less the one before.
    let bytes: [UInt8] = [0x3F, 0x81, 0xC0, 0x80, 0, 0, 0, 0]
    for endianness in [ByteReader.Endianness.little, .big] {
      let sample = PlaneSample(
        endianness: endianness, width: 2, height: 1, bits: 32, format: 3, compression: 8, predictor: 3,
        rows: 1,
        chunks: [try Deflate.compress(bytes)])
      #expect(try sample.plane().storage == .float([1, -2]))
    }
  }

  @Test("Lossless JPEG, also with two components for two columns")
  func losslessJPEG() throws {
    for (name, width) in [("own-1-7", 5), ("own-2-3", 10), ("own-4-6", 20)] {
      let vector = try #require(LosslessJPEGVector.all.first { $0.name == name })
      var sample = PlaneSample(
        width: width, height: 4, bits: 16, compression: 7, rows: 4, chunks: [vector.stream])
      #expect(try sample.plane().storage == .uint16(vector.samples))
      sample.bits = 8
      #expect(sample.code() == .malformed)
      sample.height = 5
      sample.bits = 16
      sample.rows = 5
      #expect(sample.code() == .malformed)
    }
    let vector = try #require(LosslessJPEGVector.all.first { $0.name == "turbo-8-5" })
    let sample = PlaneSample(
      width: 9, height: 5, bits: 8, compression: 7, rows: 5, chunks: [vector.stream])
    #expect(try sample.plane().storage == .uint8(vector.samples.map { UInt8($0) }))
  }

  @Test("Baseline JPEG in a mask, whichever of the two numbers it has")
  func baselineJPEG() throws {
    let ramp = Pictures.ramp(width: 16, height: 8)
    let stream = try JPEGCodec.encode(gray: ramp, quality: 90)
    for compression in [7, 34892] {
      var sample = PlaneSample(
        width: 16, height: 8, compression: compression, photometric: 52527, rows: 8, chunks: [stream])
      #expect(try sample.plane() == JPEGCodec.decodeGray(stream, width: 16, height: 8))
      // A third less of so small a picture ends in its headers.
      sample.chunks = [Array(stream.dropLast(stream.count / 3))]
      #expect(sample.code() == .truncated)
      sample.chunks = [stream]
      sample.bits = 16
      #expect(sample.code() == .unsupported)
    }
    let depth = PlaneSample(
      width: 16, height: 8, compression: 34892, rows: 8, chunks: [stream])
    #expect(try depth.decoder().notes.count == 1)
  }

  @Test("What cannot be decoded")
  func refused() throws {
    #expect(PlaneSample(compression: 52546, chunks: [[1, 2]]).code() == .codec)
    #expect(PlaneSample(compression: 5, chunks: [[1, 2]]).code() == .unsupported)
    #expect(PlaneSample(bits: 12, chunks: [[1, 2]]).code() == .unsupported)
    #expect(PlaneSample(format: 2, chunks: [[1, 2]]).code() == .unsupported)
    #expect(PlaneSample(compression: 8, chunks: [[1, 2, 3]]).code() == .codec)
    #expect(PlaneSample(compression: 8, chunks: [try Deflate.compress([1, 2, 3])]).code() == .truncated)
    // 16,384 x 16,384 pixels in one byte.
    let bomb = PlaneSample(width: 1 << 14, height: 1 << 14, compression: 8, rows: 1 << 14, chunks: [[0x78]])
    #expect(bomb.code() == .truncated)
  }

  @Test("Encoded planes decode to the same codes", arguments: [ByteReader.Endianness.little, .big])
  func encoder(endianness: ByteReader.Endianness) throws {
    var generator = SeededRandom(seed: 9)
    for (width, height) in [(1, 1), (33, 17), (550, 1000)] {
      let codes = (0..<(width * height)).map {
        UInt16(truncatingIfNeeded: $0 * 7 + Int.random(in: 0...9, using: &generator))
      }
      let bytes = codes.map { UInt8(truncatingIfNeeded: $0) }
      for storage in [PixelPlane.Storage.uint16(codes), .uint8(bytes)] {
        for predicting in width < 100 ? [false, true] : [false] {
          let pixels = try DNGPlaneEncoder.encode(
            PixelPlane(width: width, height: height, known: storage), endianness: endianness,
            predicting: predicting)
          let sample = PlaneSample(
            endianness: endianness, width: width, height: height, bits: pixels.bitsPerSample,
            compression: pixels.compression, predictor: pixels.predictor, rows: pixels.rowsPerStrip,
            chunks: pixels.strips)
          let decoder = try sample.decoder()
          #expect(try decoder.notes.isEmpty && decoder.plane().storage == storage)
        }
      }
    }
  }

  @Test("Changed bytes never trap", arguments: (1...20).map { UInt64($0) })
  func mutations(seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    let stream = try #require(LosslessJPEGVector.all.first { $0.name == "own-1-7" }).stream
    let codes = [UInt8](repeating: 3, count: 40)
    for sample in [
      PlaneSample(width: 5, height: 4, bits: 16, compression: 7, rows: 4, chunks: [stream]),
      PlaneSample(
        width: 5, height: 4, bits: 16, compression: 8, predictor: 34893, rows: 4,
        chunks: [try Deflate.compress(codes)]),
      PlaneSample(
        width: 5, height: 4, bits: 16, format: 3, compression: 8, predictor: 34895, rows: 4,
        chunks: [try Deflate.compress(codes)]),
      PlaneSample(width: 5, height: 4, tile: (5, 2), chunks: [codes, codes]),
    ] {
      let original = try sample.bytes()
      for _ in 0..<100 {
        var bytes = original
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
            [0, 1, 4, 0xFF, .random(in: 0...255, using: &generator)].randomElement(using: &generator) ?? 0
        }
        var limits = AuxLimits.standard
        limits.pixels = 1 << 20
        guard let file = try? TIFFFile(MemoryByteSource(bytes), limits: limits) else { continue }
        _ = try? DNGPlaneDecoder(file.first, of: file).plane()
      }
    }
  }
}
