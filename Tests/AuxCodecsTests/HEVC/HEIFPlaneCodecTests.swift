import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import TestSupport
import Testing

@Suite struct HEIFPlaneCodecTests {
  private static func decode(_ image: SingleImageFile) throws -> PixelPlane {
    try HEIFImageCodec.decodeGray(image).plane
  }

  private static func configuration(_ image: SingleImageFile) throws -> HEVCDecoderConfiguration {
    var reader = image.configuration.reader
    return try HEVCDecoderConfiguration(parsing: &reader)
  }

  /// Returns a file with another parameter set for every one of the type.
  private static func replacing(
    _ type: UInt8, in image: SingleImageFile, _ change: (inout [UInt8]) -> Void
  ) throws -> SingleImageFile {
    var image = image
    var record = try configuration(image)
    for array in record.arrays.indices where record.arrays[array].unitType == type {
      for unit in record.arrays[array].units.indices { change(&record.arrays[array].units[unit]) }
    }
    image.configuration = Box("hvcC", record.serialize)
    return image
  }

  @Test(arguments: HEVCPlanes.hard.indices) func nearLosslessKeepsItsBounds(index: Int) throws {
    let (name, plane) = HEVCPlanes.hard[index]
    let decoded = try Self.decode(HEIFImageCodec.encode(gray: plane, quality: 100, lossless: false))
    let error = Difference.compare(decoded.data(), plane.data())
    #expect(error.max <= 2 && error.mean <= 0.5, "\(name): \(error)")
  }

  /// Planes of 4 megapixels have larger units, and keep the same bounds.
  @Test(arguments: [[1995, 2000], [2003, 2016]]) func largeOnesKeepThemToo(height: [Int]) throws {
    let plane = HEVCPlanes.disc(2000, height[0])
    let image = try HEIFImageCodec.encode(gray: plane, quality: 100, lossless: false)
    let error = Difference.compare(try Self.decode(image).data(), plane.data())
    #expect(error.max <= 2 && error.mean <= 0.5, "\(error)")
    #expect(try Self.configuration(image).sequenceParameterSet().codedHeight == height[1])
    let exact = try HEIFImageCodec.encode(gray: plane, quality: 100, lossless: true)
    #expect(try Self.decode(exact) == plane)
  }

  @Test(arguments: HEVCPlanes.hard.indices) func losslessIsExact(index: Int) throws {
    let (name, plane) = HEVCPlanes.hard[index]
    let image = try HEIFImageCodec.encode(gray: plane, quality: 100, lossless: true)
    #expect(try Self.decode(image) == plane, "\(name)")
  }

  @Test func lowerQualityIsSmaller() throws {
    let plane = HEVCPlanes.disc(160, 128)
    let sizes = try [100, 90, 60, 1].map {
      try HEIFImageCodec.encode(gray: plane, quality: $0, lossless: false).payload.count
    }
    #expect(sizes == sizes.sorted(by: >) && sizes[0] > sizes[3])
  }

  private static let sizes = [
    [1, 1], [3, 5], [15, 20], [17, 33], [63, 65], [64, 64], [65, 200], [188, 250], [489, 490],
  ]

  @Test(arguments: sizes) func everySizeIsShownExactly(size: [Int]) throws {
    let plane = HEVCPlanes.noise(size[0], size[1], levels: 9)
    let image = try HEIFImageCodec.encode(gray: plane, quality: 100, lossless: true)
    #expect(try Self.decode(image) == plane)
    let sps = try Self.configuration(image).sequenceParameterSet()
    #expect((sps.width, sps.height) == (size[0], size[1]))
    #expect(sps.codedWidth == max(64, (size[0] + 7) / 8 * 8))
    #expect(sps.codedHeight == max(64, (size[1] + 7) / 8 * 8))
  }

  @Test(arguments: [false, true]) func configurationIsAppleS(lossless: Bool) throws {
    let image = try HEIFImageCodec.encode(gray: HEVCPlanes.disc(188, 250), quality: 100, lossless: lossless)
    let record = try Self.configuration(image)
    let sps = try record.sequenceParameterSet()
    #expect(record.profile.profile == 4)
    #expect(record.profile.compatibility == 0x0800_0000)
    #expect(record.profile == sps.profile)
    // 192x256 samples fit level 2; lossless does not mean level 8.5.
    #expect(sps.profile.level == 60)
    #expect(record.chromaFormat == 0 && record.bitDepth == 8 && record.lengthSize == 4)
    #expect(record.arrays.map(\.unitType) == [32, 33, 34])
    #expect(record.arrays.allSatisfy { $0.isComplete })
    // One slice of an IDR picture and nothing else.
    let count = image.payload.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    #expect(count == image.payload.count - 4)
    #expect([19, 20].contains(image.payload[4] >> 1 & 0x3F))
  }

  @Test func sameInputGivesTheSameBytes() async throws {
    let plane = HEVCPlanes.salt(200, 150)
    let first = try HEIFImageCodec.encode(gray: plane, quality: 100, lossless: false).bytes()
    let all = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 {
        group.addTask { try HEIFImageCodec.encode(gray: plane, quality: 100, lossless: false).bytes() }
      }
      return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    #expect(all.count == 8 && all.allSatisfy { $0 == first })
  }

  @Test func manyTasksAtOnceAreSafe() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          var isExact = true
          for round in 0..<6 {
            let plane = HEVCPlanes.noise(20 + task * 31, 30 + round * 40, levels: 5, seed: UInt64(task))
            let image = try HEIFImageCodec.encode(gray: plane, quality: 100, lossless: true)
            isExact = try Self.decode(image) == plane && isExact
          }
          return isExact
        }
      }
      for try await isExact in group { #expect(isExact) }
    }
  }

  @Test func otherSizeIsRejected() throws {
    let image = try HEIFImageCodec.encode(gray: HEVCPlanes.disc(100, 80), quality: 100, lossless: false)
    var wrong = image
    wrong.width = 99
    let error = #expect(throws: AuxError(.codec, "")) { try Self.decode(wrong) }
    #expect(error?.reason.contains("100x80") == true && error?.reason.contains("99x80") == true)
  }

  @Test func hugePictureIsRejectedBeforeItIsAllocated() throws {
    let image = try HEIFImageCodec.encode(gray: HEVCPlanes.disc(100, 80), quality: 100, lossless: false)
    // 65,528 x 65,528, written into the parameter set bit by bit.
    var huge: [UInt8] = []
    _ = try Self.replacing(NALUnit.UnitType.sps, in: image) { unit in huge = Self.sps(unit, side: 65_528) }
    var inRecord = try Self.replacing(NALUnit.UnitType.sps, in: image) { $0 = huge }
    #expect(throws: AuxError(.codec, "")) { try Self.decode(inRecord) }
    (inRecord.width, inRecord.height) = (65_528, 65_528)
    #expect(throws: AuxError(.limitExceeded, "")) { try Self.decode(inRecord) }
    var inPayload = image
    inPayload.payload = [0, 0, 0, UInt8(huge.count)] + huge + image.payload
    #expect(throws: AuxError(.codec, "")) { try Self.decode(inPayload) }
  }

  /// Returns a parameter set of x265 with other sides.
  private static func sps(_ unit: [UInt8], side: UInt32) -> [UInt8] {
    let payload = (try? NALUnit(escaped: unit))?.payload ?? []
    var writer = BitWriter()
    var reader = BitReader(payload)
    // Up to the number of the set and the chroma format, each of them 1 bit.
    for _ in 0..<(8 + 96 + 2) { writer.write(flag: (try? reader.readFlag()) ?? false) }
    _ = try? reader.readExpGolomb()
    _ = try? reader.readExpGolomb()
    writer.write(expGolomb: side)
    writer.write(expGolomb: side)
    while let bit = try? reader.readFlag() { writer.write(flag: bit) }
    return NALUnit(type: NALUnit.UnitType.sps, payload: writer.bytes).escaped
  }

  @Test func everyTruncationIsHandled() throws {
    let plane = HEVCPlanes.noise(72, 64)
    let image = try HEIFImageCodec.encode(gray: plane, quality: 100, lossless: true)
    let record = image.configuration.payload
    for count in 0..<record.count {
      var cut = image
      cut.configuration = Box("hvcC", Array(record[..<count]))
      #expect(throws: AuxError.self, "\(count) bytes of hvcC") { try Self.decode(cut) }
    }
    for count in stride(from: 0, to: image.payload.count, by: 61) {
      var cut = image
      cut.payload = Array(image.payload[..<count])
      #expect(throws: AuxError.self, "\(count) bytes") { try Self.decode(cut) }
    }
    // Cut inside the slice, with a length that says so.
    for count in stride(from: 0, to: image.payload.count - 1, by: 97) {
      var cut = image
      let unit = max(0, count - 4)
      let length = (0..<4).map { UInt8(truncatingIfNeeded: unit >> (24 - 8 * $0)) }
      cut.payload = length + image.payload[4..<(4 + unit)]
      let decoded = try? Self.decode(cut)
      #expect(decoded != plane, "\(count) bytes")
    }
  }

  @Test func mutatedImagesNeverCrash() throws {
    let image = try HEIFImageCodec.encode(gray: HEVCPlanes.salt(80, 72), quality: 100, lossless: false)
    let record = image.configuration.payload
    let seed: UInt64 = 20_261_121
    var random = SeededRandom(seed: seed)
    var refused = 0
    for round in 0..<1500 {
      var broken = image
      // Every other round keeps the parameter sets and damages the coded image alone.
      for _ in 0...random.below(3) {
        if round % 2 == 0 {
          var bytes = broken.configuration.payload
          bytes[random.below(record.count)] = UInt8(random.below(256))
          broken.configuration = Box("hvcC", bytes)
        } else {
          broken.payload[random.below(broken.payload.count)] = UInt8(random.below(256))
        }
      }
      do { #expect(try Self.decode(broken).width == 80, "seed \(seed), round \(round)") } catch {
        refused += 1
      }
    }
    #expect(refused > 100 && refused < 1500, "seed \(seed)")
  }

  @Test func garbageIsRejected() {
    for garbage in [[], [0], Array("no picture at all".utf8), [UInt8](repeating: 0, count: 4096)] as [[UInt8]]
    {
      for type in ["hvc1", "av01"] as [FourCharacterCode] {
        let image = SingleImageFile(
          itemType: type, configuration: Box(type == "hvc1" ? "hvcC" : "av1C", garbage), width: 1, height: 1,
          payload: garbage)
        #expect(throws: AuxError.self) { try HEIFImageCodec.decodeGray(image) }
        #expect(throws: AuxError.self) { try HEIFImageCodec.decodePlanes(image) }
      }
    }
  }

  @Test func itemOfAnotherCodecIsToldApart() throws {
    var image = try HEIFImageCodec.encode(gray: HEVCPlanes.disc(64, 64), quality: 100, lossless: false)
    image.itemType = "vvc1"
    #expect(throws: AuxError(.unsupported, "")) { try Self.decode(image) }
  }

  @Test func wrongArgumentsAreRejected() {
    let deep = PixelPlane(width: 1, height: 1, known: .uint16([1]))
    let wide = PixelPlane(width: 20_000, height: 1, known: .uint8([UInt8](repeating: 0, count: 20_000)))
    let plane = HEVCPlanes.disc(8, 8)
    for (plane, quality) in [(deep, 100), (wide, 100), (plane, 0), (plane, 101)] {
      #expect(throws: AuxError(.usage, "")) {
        try HEIFImageCodec.encode(gray: plane, quality: quality, lossless: false)
      }
    }
    let empty = SingleImageFile(
      itemType: "hvc1", configuration: Box("hvcC", []), width: 0, height: 1, payload: [])
    #expect(throws: AuxError(.malformed, "")) { try HEIFImageCodec.decodeGray(empty) }
  }
}
