import AuxCodecs
import AuxKernels
import TestSupport
import Testing

/// Maps given and taken as the photo is displayed.
@Suite struct OrientationTests {
  private let work: Workplace
  private static let (width, height) = (64, 48)

  init() throws { work = try Workplace() }

  /// Codes that no turn or mirror image leaves as they are.
  private static func stored(_ x: Int, _ y: Int) -> UInt8 { UInt8(2 * x + y) }

  /// The stored pixel that is displayed at a place, by the definition of the Exif tag.
  private static func displayed(_ orientation: Int, column: Int, row: Int) -> UInt8 {
    let (right, bottom) = (width - 1, height - 1)
    return switch orientation {
    case 2: stored(right - column, row)
    case 3: stored(right - column, bottom - row)
    case 4: stored(column, bottom - row)
    case 5: stored(row, column)
    case 6: stored(row, bottom - column)
    case 7: stored(right - row, bottom - column)
    case 8: stored(right - row, column)
    default: stored(column, row)
    }
  }

  private static func displayedPlane(_ orientation: Int) -> PixelPlane {
    let (w, h) = orientation >= 5 ? (height, width) : (width, height)
    let codes = (0..<(w * h)).map { displayed(orientation, column: $0 % w, row: $0 / w) }
    return PixelPlane(width: w, height: h, known: .uint8(codes))
  }

  private func codes(_ name: String) throws -> PixelPlane {
    try GrayscaleMapReader.plane(from: PNGCodec.decode(work.folder.read(name)))
  }

  private static func isClose(_ a: PixelPlane, _ b: PixelPlane) -> Bool {
    a.width == b.width && a.height == b.height
      && agree(a.data(), b.data()) { abs(Int($0) - Int($1)) <= 2 }
  }

  @Test(arguments: 1...8)
  func mapsAreTurnedBackAndForth(orientation: Int) throws {
    try work.folder.write(Inputs.photo(orientation: orientation), to: "in.jpg")
    let displayed = Self.displayedPlane(orientation)
    try work.folder.write(Inputs.png(displayed), to: "matte.png")
    try work.succeed("attach", "in.jpg", "-o", "out.jpg", "--portrait", "matte.png")
    try work.succeed("extract", "out.jpg", "-o", "stored.png", "--stored")
    try work.succeed("extract", "out.jpg", "-o", "displayed.png")
    #expect(Self.isClose(try codes("stored.png"), Self.displayedPlane(1)))
    #expect(Self.isClose(try codes("displayed.png"), displayed))
  }

  /// The orientation in a PNG's Exif is kept, and maps follow it.
  @Test(arguments: [3, 6])
  func orientationOfAPNG(orientation: Int) throws {
    // The TIFF block of the APP1 segment: after marker, length and "Exif\0\0".
    let exif = Array(JPEGBytes.exif(orientation: orientation)[10...])
    try work.folder.write(
      PNGBytes.adding("eXIf", exif, to: Inputs.png(Self.displayedPlane(1))), to: "in.png")
    let displayed = Self.displayedPlane(orientation)
    try work.folder.write(Inputs.png(displayed), to: "matte.png")
    try work.succeed("attach", "in.png", "-o", "out.jpg", "--portrait", "matte.png")
    let info = try work.json("info", "--json", "out.jpg")
    #expect(info.object("primary")?.number("orientation") == Double(orientation))
    try work.succeed("extract", "out.jpg", "-o", "stored.png", "--stored")
    #expect(Self.isClose(try codes("stored.png"), Self.displayedPlane(1)))
  }

  /// Extracted and attached again without a word, no code changes: arrays and pictures are upright both ways.
  @Test(arguments: 1...8)
  func outAndInAgain(orientation: Int) throws {
    try work.folder.write(Inputs.photo(orientation: orientation), to: "in.jpg")
    try work.folder.write(Inputs.png(Self.displayedPlane(orientation)), to: "map.png")
    try work.succeed(
      "attach", "in.jpg", "-o", "a.heic", "--disparity", "map.png", "--min", "0.25", "--max", "1",
      "--portrait", "map.png", "--lossless")
    func codes(_ photo: String, _ type: String) throws -> [UInt8] {
      try work.succeed(
        "extract", photo, "--type", type, "--as", "L008", "-o", "codes.raw", "--force", "--quiet")
      return try work.folder.read("codes.raw")
    }
    let types = ["disparity", "portrait"]
    let before = try types.map { try codes("a.heic", $0) }
    for kind in ["npy", "pfm", "png", "tiff", "exr", "raw"] {
      var arguments = ["attach", "a.heic", "-o", "b.heic", "--replace", "--lossless", "--force"]
      for type in types {
        try work.succeed(
          "extract", "a.heic", "--type", type, "--as", "fdis", "-o", "\(type).\(kind)", "--force")
        arguments += ["--\(type)", "\(type).\(kind)"]
      }
      let attached = try work.run(arguments)
      #expect(attached.status == 0, "\(attached.error)")
      #expect(try types.map { try codes("b.heic", $0) } == before, "\(kind)")
    }
  }

  @Test("What is turned is said, with the option that leaves it", arguments: [1, 3])
  func turnsAreSaid(orientation: Int) throws {
    try work.folder.write(Inputs.photo(orientation: orientation), to: "in.jpg")
    try work.folder.write(Inputs.png(Self.displayedPlane(orientation)), to: "matte.png")
    let attached = try work.run("attach", "in.jpg", "-o", "out.jpg", "--portrait", "matte.png")
    let extracted = try work.run("extract", "out.jpg", "-o", "matte.npy")
    for outcome in [attached, extracted] {
      #expect(outcome.error.contains("--stored") == (orientation != 1), "\(outcome.error)")
    }
    let stored = try work.run("extract", "out.jpg", "--stored", "-o", "matte.npy", "--force")
    #expect(stored.error.isEmpty, "\(stored.error)")
    // The file says which way up it is.
    try work.succeed("extract", "out.jpg", "--stored", "-o", "stored.png")
    try work.succeed("attach", "in.jpg", "-o", "again.jpg", "--portrait", "stored.png")
    try work.succeed("extract", "again.jpg", "-o", "again.png")
    #expect(Self.isClose(try codes("again.png"), Self.displayedPlane(orientation)))
  }

  @Test func whatWouldFitIsSuggested() throws {
    try work.folder.write(Inputs.photo(orientation: 6), to: "in.jpg")
    try work.folder.write(Inputs.png(Self.displayedPlane(1)), to: "matte.png")
    let stored = try work.run("attach", "in.jpg", "-o", "out.jpg", "--portrait", "matte.png")
    #expect(stored.status == 64 && stored.error.contains("--stored"), "\(stored.error)")
    #expect(!Files.exists(work.folder.path("out.jpg")))
    // A landscape map for a photo whose pixels are portrait.
    try work.folder.write(Inputs.photo(), to: "plain.jpg")
    try work.folder.write(Inputs.png(Self.displayedPlane(6)), to: "matte.png")
    let rotated = try work.run("attach", "plain.jpg", "-o", "out.jpg", "--portrait", "matte.png")
    #expect(
      rotated.status == 64 && rotated.error.contains("rotating it by 90° would fit"), "\(rotated.error)")
  }
}
