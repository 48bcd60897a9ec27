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
    return PixelPlane(width: w, height: h, storage: .uint8(codes))
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
    try work.succeed("attach", "in.jpg", "-o", "out.jpg", "--portrait", "matte.png", "--oriented")
    try work.succeed("extract", "out.jpg", "-o", "stored.png")
    try work.succeed("extract", "out.jpg", "-o", "displayed.png", "--oriented")
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
    try work.succeed("attach", "in.png", "-o", "out.jpg", "--portrait", "matte.png", "--oriented")
    let info = try work.json("info", "--json", "out.jpg")
    #expect(info.object("primary")?.number("orientation") == Double(orientation))
    try work.succeed("extract", "out.jpg", "-o", "stored.png")
    #expect(Self.isClose(try codes("stored.png"), Self.displayedPlane(1)))
  }

  @Test func theOptionIsSuggestedWhereItFits() throws {
    try work.folder.write(Inputs.photo(orientation: 6), to: "in.jpg")
    try work.folder.write(Inputs.png(Self.displayedPlane(6)), to: "matte.png")
    let outcome = try work.run("attach", "in.jpg", "-o", "out.jpg", "--portrait", "matte.png")
    #expect(outcome.status == 64 && outcome.error.contains("--oriented"))
    #expect(!Files.exists(work.folder.path("out.jpg")))
    try work.folder.write(Inputs.png(Self.displayedPlane(1)), to: "matte.png")
    let turned = try work.run("attach", "in.jpg", "-o", "out.jpg", "--portrait", "matte.png", "--oriented")
    #expect(turned.status == 64 && turned.error.contains("orientation"))
  }
}
