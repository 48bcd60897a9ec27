import AuxContainers
import TestSupport
import Testing

/// Real files with new images put into them.
@Suite(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
struct SampleWritingTests {
  private let work: Workplace
  private let folder: String

  init() throws {
    work = try Workplace()
    folder = try #require(Samples.folder)
  }

  /// Attaches a small disparity map and a matte to a sample.
  private func attach(_ name: String) throws -> (before: [UInt8], after: [UInt8]) {
    let before = try Files.read("\(folder)/\(name)")
    let frame = try JPEGImage(in: MemoryByteSource(before), at: 0).frame
    let (width, height) = frame.width > frame.height ? (64, 48) : (48, 64)
    try work.folder.write(PFM.bytes(Inputs.metres, width: width), to: "map.pfm")
    try work.folder.write(Inputs.png(Pictures.ramp(width: width, height: height)), to: "matte.png")
    let report = try work.json(
      "attach", "\(folder)/\(name)", "-o", "out.jpg", "--disparity", "map.pfm", "--portrait", "matte.png",
      "--replace", "--force", "--quiet", "--json")
    #expect(report.boolean("primaryUnchanged") == true, "\(name)")
    return (before, try work.folder.read("out.jpg"))
  }

  /// The entropy-coded bytes of the first image; inside a baseline scan FFD9 cannot occur.
  private static func scan(_ bytes: [UInt8]) throws -> ArraySlice<UInt8> {
    let start = try JPEGImage(in: MemoryByteSource(bytes), at: 0).scanOffset
    var end = start
    while !(bytes[end] == 0xFF && bytes[end + 1] == 0xD9) { end += 1 }
    return bytes[start..<end]
  }

  @Test(arguments: Samples.jpegs)
  func primaryStaysAndImagesAreRead(name: String) throws {
    let (before, after) = try attach(name)
    #expect(try Self.scan(before).elementsEqual(Self.scan(after)))
    let file = try JPEGFile(MemoryByteSource(after))
    #expect(file.notes.isEmpty)
    let old = try JPEGFile(MemoryByteSource(before))
    // All other segments of the primary are there, in their order; only APP0 may have grown by the mark.
    func others(_ file: JPEGFile, _ bytes: [UInt8]) -> [[UInt8]] {
      file.primary.segments.filter { $0.kind != .multiPicture && $0.marker != 0xE0 }.map {
        Array(bytes[$0.range])
      }
    }
    #expect(others(old, before) == others(file, after))
    let types = try work.json("info", "--json", "out.jpg").objects("auxiliary").map { $0.string("type") }
    #expect(types.contains("disparity") && types.contains("portraitEffectsMatte"))
  }

  @Test func theGainMapStays() throws {
    let (before, after) = try attach("lyangas_depth_gainmap.jpg")
    let old = try JPEGFile(MemoryByteSource(before))
    let new = try JPEGFile(MemoryByteSource(after))
    #expect(old.secondaries.count == 2 && new.secondaries.count == 3)
    // The count of images inside it is now 3 + 1, four bytes in its own index.
    var expected = Array(before[old.secondaries[0].range])
    let index = try #require(old.secondaries[0].image.first(.multiPicture))
    let at = index.payloadOffset - old.secondaries[0].range.lowerBound + 34
    #expect(Array(expected[at..<(at + 4)]) == [0, 0, 0, 3])
    expected[at + 3] = 4
    #expect(Array(after[new.secondaries[0].range]) == expected)
  }

  @Test(
    .enabled(
      if: Program.installed("exiftool") != nil && Program.installed("djpeg") != nil,
      "exiftool or djpeg is not installed"), arguments: Samples.jpegs)
  func otherToolsReadTheFile(name: String) throws {
    let exiftool = try #require(Program.installed("exiftool"))
    let djpeg = try #require(Program.installed("djpeg"))
    func warnings(_ path: String) throws -> Set<String> {
      let lines = try Program.run(
        exiftool, ["-validate", "-warning", "-error", "-a", "-ee", "-s3", "-api", "largefilesupport=1", path]
      ).text.split(separator: "\n").map(String.init)
      // "OK" or a count of warnings is the result of -validate itself.
      return Set(lines.filter { $0 != "OK" && !$0.contains(" Warning") })
    }
    _ = try attach(name)
    let new = try warnings(work.folder.path("out.jpg")).subtracting(warnings("\(folder)/\(name)"))
    #expect(new.isEmpty, "\(new)")
    let picture = try Program.run(exiftool, ["-b", "-MPImage2", work.folder.path("out.jpg")]).output
    try work.folder.write(picture, to: "second.jpg")
    let decoded = try Program.run(djpeg, ["-outfile", "/dev/null", work.folder.path("second.jpg")])
    #expect(decoded.status == 0 && decoded.error.isEmpty, "\(decoded.error)")
    let listed = try Program.run(
      exiftool, ["-ee", "-a", "-s3", "-XMP:NativeFormat", work.folder.path("out.jpg")])
    #expect(listed.text.contains("1751411059") || listed.text.contains("hdis"), "\(listed.text)")
  }

  /// Apple's own layout: APP0, the index but for sizes and offsets, and the headers of further images.
  @Test(arguments: ["shu223_depth_matte.jpg", "fidmaa_depth_matte.jpg"])
  func layoutIsApples(name: String) throws {
    let sample = try Files.read("\(folder)/\(name)")
    try work.folder.write(Inputs.photo(), to: "in.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "matte.png")
    try work.succeed("attach", "in.jpg", "-o", "out.jpg", "--disparity", "map.pfm", "--portrait", "matte.png")
    let ours = try work.folder.read("out.jpg")
    let (theirs, mine) = (try JPEGFile(MemoryByteSource(sample)), try JPEGFile(MemoryByteSource(ours)))

    // The photo's own density differs: compare the length, the identifier and the mark.
    #expect(Array(ours[..<13]) == Array(sample[..<13]))
    #expect(Array(ours[20..<24]) == Array(sample[20..<24]))
    #expect(try Self.shape(of: theirs.primary, in: sample) == Self.shape(of: mine.primary, in: ours))
    for (a, b) in zip(theirs.secondaries, mine.secondaries) {
      let wanted = a.image.segments.filter { $0.kind != .restartTable }
      #expect(wanted.map(\.marker) == b.image.segments.map(\.marker))
      // All but XMP are as long as Apple's.
      #expect(wanted.dropFirst().map(\.payloadCount) == b.image.segments.dropFirst().map(\.payloadCount))
      #expect(try Self.shape(of: a.image, in: sample) == Self.shape(of: b.image, in: ours))
    }
    #expect(theirs.secondaries.count == 2 && mine.secondaries.count == 2)
  }

  /// The bytes of the index segment with sizes and offsets left out.
  private static func shape(of image: JPEGImage, in bytes: [UInt8]) throws -> [UInt8] {
    var segment = Array(bytes[try #require(image.first(.multiPicture)).range])
    for entry in stride(from: 58, to: segment.count, by: 16) {
      segment.replaceSubrange((entry + 4)..<(entry + 12), with: [UInt8](repeating: 0, count: 8))
    }
    return segment
  }
}
