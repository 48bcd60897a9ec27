import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxMaps
import Testing

@Suite struct MapRoundTripTests {
  static let kinds = MapFile.Kind.writable.filter { $0 != .raw }
  static let samples = ["u8", "u16", "f16", "f32"]

  @Test(arguments: kinds, samples) func whatIsWrittenReadsBack(kind: MapFile.Kind, samples: String) throws {
    let plane = MapFixtures.plane(samples)
    guard kind.writableSamples.contains(plane.sampleType) || (kind == .pfm && samples == "f16") else {
      #expect(throws: AuxError(.usage, "")) { try MapFile.encode(plane, as: kind) }
      return
    }
    let bytes = try MapFile.encode(plane, as: kind)
    #expect(MapFile.Kind(prefix: Array(bytes.prefix(16))) == kind)
    #expect(try MapFile.encode(plane, as: kind) == bytes)
    let read = try MapFile.decode(bytes)
    if kind == .pfm, case .half(let bits) = plane.storage {
      #expect(read.data() == PixelPlane(width: 37, height: 21, known: .float(Half.decode(bits))).data())
    } else {
      #expect(read.sampleType == plane.sampleType && read.width == 37 && read.data() == plane.data())
    }
  }

  @Test(arguments: samples) func rawNeedsItsLayout(samples: String) throws {
    let plane = MapFixtures.plane(samples)
    let bytes = try MapFile.encode(plane, as: .raw)
    let name = ["u8": "L008", "u16": "u16", "f16": "hdep", "f32": "fdis"][samples] ?? ""
    let layout = try MapFile.RawLayout(width: 37, height: 21, pixelFormat: name)
    let options = MapFile.Options(raw: layout)
    #expect(try MapFile.decode(bytes, options: options).data() == plane.data())
    #expect(throws: AuxError(.truncated, "")) { try MapFile.decode(bytes.dropLast(), options: options) }
    #expect(throws: AuxError(.malformed, "")) { try MapFile.decode(bytes + [0], options: options) }
    #expect(throws: AuxError(.usage, "")) {
      try MapFile.decode(
        bytes, options: MapFile.Options(raw: MapFile.RawLayout(width: 0, height: 1, sampleType: .half)))
    }
    #expect(throws: AuxError(.limitExceeded, "")) {
      try MapFile.decode(
        bytes, options: MapFile.Options(raw: MapFile.RawLayout(width: .max, height: 2, sampleType: .half)))
    }
    #expect(throws: AuxError(.usage, "")) { try MapFile.RawLayout(width: 1, height: 1, pixelFormat: "rgba") }
  }

  @Test(arguments: [(1, 1), (1, 700), (700, 1), (17, 16), (65, 513)]) func sizesAreAnyAndStripsSeveral(
    width: Int, height: Int
  ) throws {
    let floats = PixelPlane(
      width: width, height: height, known: .float((0..<(width * height)).map { Float($0) * 0.5 }))
    for kind in [MapFile.Kind.npy, .tiff, .exr, .pfm] {
      #expect(try MapFile.decode(MapFile.encode(floats, as: kind)) == floats, "\(kind)")
    }
    let wide = PixelPlane(
      width: 300_000, height: 3, known: .uint16((0..<900_000).map { UInt16(truncatingIfNeeded: $0) }))
    #expect(try MapFile.decode(MapFile.encode(wide, as: .tiff)) == wide)
  }

  @Test func channelsAreNamedWhenWritten() throws {
    let plane = MapFixtures.plane("f32")
    let bytes = try MapFile.encode(plane, as: .exr, channel: "Depth.Z")
    #expect(bytes.firstRange(of: Array("Depth.Z\0".utf8)) != nil)
    #expect(try MapFile.decode(bytes).data() == plane.data())
    #expect(throws: AuxError(.usage, "")) { try MapFile.encode(plane, as: .exr, channel: "") }
    #expect(throws: AuxError(.usage, "")) { try MapFile.encode(plane, as: .npy, channel: "Z") }
    #expect(throws: AuxError(.usage, "")) { try MapFile.encode(plane, as: .npz) }
  }

  @Test func unknownKindsNameTheKnownOnes() {
    let error = #expect(throws: AuxError(.unsupported, "")) { try MapFile.decode(Array("GIF89a".utf8)) }
    for kind in ["PNG", "PFM", "NPY", "NPZ", "TIFF", "OpenEXR", "raw"] {
      #expect(error?.reason.contains(kind) == true)
    }
  }

  @Test(arguments: [
    ("a.png", "png"), ("b/c.PFM", "pfm"), ("d.npy", "npy"), ("e.tif", "tiff"), ("e.tiff", "tiff"),
    ("f.g.exr", "exr"), ("h.raw", "raw"), ("i.npz", nil), ("j", nil), ("k.jpg", nil),
  ]) func extensionsChooseTheKind(path: String, kind: String?) {
    #expect(MapFile.Kind(outputPath: path)?.rawValue == kind)
  }

  @Test(
    arguments: [
      ([["R", "G", "B", "Z"]], 0, "Z"), ([["A", "B", "G", "R"], ["Z"]], 1, "Z"),
      ([nil, ["Depth.Z"]], 1, "Depth.Z"), ([["depth.Z", "R"]], 0, "depth.Z"),
      ([["A.X", "View.Depth.Z"]], 0, "View.Depth.Z"), ([["L.Depth.V", "L.Mist.Z"]], 0, "L.Depth.V"),
      (
        [["A", "B", "FinalImageMovieRenderQueue_WorldDepth.R", "G", "R"]], 0,
        "FinalImageMovieRenderQueue_WorldDepth.R"
      ),
      ([["A", "B", "G", "R", "VRayZDepth"]], 0, "VRayZDepth"),
      ([["B", "Depth.B", "Depth.G", "Depth.R"]], 0, "Depth.R"),
      ([["A", "B", "G", "Pz", "R"]], 0, "Pz"), ([["A", "Y"]], 0, "Y"), ([["R"]], 0, "R"),
      ([["depth"]], 0, "depth"), ([["Layer.V"]], 0, "Layer.V"),
    ] as [([[String]?], Int, String)])
  func depthChannelsAreFound(parts: [[String]?], part: Int, channel: String) throws {
    let choice = try EXRChannels.choose(from: Self.parts(parts), named: nil)
    #expect((choice.part, choice.channel) == (part, channel))
  }

  /// A matte is the alpha channel, or one that is named as such, and never distances beside colours.
  @Test(
    arguments: [
      ([["A", "B", "G", "R", "depth.Z"]], 0, "A"), ([["A", "Z"]], 0, "A"),
      ([["Z"], ["A", "B", "G", "R"]], 1, "A"),
      ([["B", "G", "R", "View.Combined.A", "Z"]], 0, "View.Combined.A"),
      ([["B", "G", "R", "matte.R", "matte.G"]], 0, "matte.R"),
      ([["CryptoObject00.a", "View.Combined.A", "View.CryptoObject00.A", "Z"]], 0, "View.Combined.A"),
      ([["HeroMask", "Z"]], 0, "HeroMask"), ([["Z"]], 0, "Z"), ([nil, ["Y"]], 1, "Y"),
    ] as [([[String]?], Int, String)])
  func matteChannelsAreFound(parts: [[String]?], part: Int, channel: String) throws {
    let choice = try EXRChannels.choose(from: Self.parts(parts), named: nil, of: .matte)
    #expect((choice.part, choice.channel) == (part, channel))
  }

  /// Of colours, coverage and distances no channel is a gain map.
  @Test func gainMapsAreAlone() throws {
    #expect(try EXRChannels.choose(from: Self.parts([["Z"]]), named: nil, of: .gainMap).channel == "Z")
    #expect(try EXRChannels.choose(from: Self.parts([["A", "Z"]]), named: "Z", of: .gainMap).channel == "Z")
    let error = #expect(throws: AuxError(.usage, "")) {
      try EXRChannels.choose(from: Self.parts([["A", "B", "G", "R"]]), named: nil, of: .gainMap)
    }
    #expect(error?.remedy == .stateChannel && error?.reason.contains("A, B, G, R") == true)
  }

  @Test func mattesAreNeverTakenFromDepth() throws {
    for parts in [[["B", "G", "R", "Z"]], [["a.matte", "b.matte"]], [["L1.A", "L2.A"]]] {
      let error = #expect(throws: AuxError(.usage, "")) {
        try EXRChannels.choose(from: Self.parts(parts), named: nil, of: .matte)
      }
      #expect(error?.remedy == .stateChannel)
      #expect(error?.reason.contains("of depth") == false)
      #expect(parts[0].allSatisfy { error?.reason.contains($0) == true })
    }
  }

  @Test func unclearChannelsAreRefused() {
    for parts in [
      [["R", "G", "B", "N.X"]], [["L1.Depth.Z", "L2.Depth.Z"]], [["L.Depth.Z"], ["L.Depth.Z"]],
      [["BY", "RY", "Y"]], [[]],
      [["ids"]],
    ] {
      #expect(throws: AuxError(.usage, "")) { try EXRChannels.choose(from: Self.parts(parts), named: nil) }
    }
    #expect(throws: AuxError(.unsupported, "")) {
      try EXRChannels.choose(from: Self.parts([nil]), named: nil)
    }
  }

  /// Parts with channels of these names; nil for a deep one.
  private static func parts(_ names: [[String]?]) -> [EXRHeader.Part] {
    names.map { names in
      var part = EXRHeader.Part()
      part.isDeep = names == nil
      part.channels = (names ?? []).map { EXRHeader.Channel(name: $0) }
      return part
    }
  }
}
