import TestSupport
import Testing

/// Photos cut short at many places.
@Suite struct TruncationTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "matte.png")
  }

  /// Runs every command on the first bytes of a photo.
  private func check(_ bytes: [UInt8], matte: String = "matte.png") throws {
    try work.folder.write(bytes, to: "in.jpg")
    let info = try work.run("info", "--json", "in.jpg")
    #expect(info.status == 0 || info.status == 65, "\(bytes.count) bytes: \(info.error)")
    #expect(!info.error.isEmpty, "\(bytes.count) bytes")
    let attach = try work.run("attach", "in.jpg", "-o", "out.jpg", "--portrait", matte, "--stretch")
    #expect(attach.status == 65, "\(bytes.count) bytes: \(attach.error)")
    #expect(attach.error.contains("auxdepth: in.jpg: "), "\(bytes.count) bytes")
    let extract = try work.run("extract", "in.jpg", "--type", "disparity", "-o", "out.png")
    #expect(extract.status == 65, "\(bytes.count) bytes: \(extract.error)")
    #expect(try work.folder.names == ["in.jpg", "matte.png"], "\(bytes.count) bytes")
    #expect(try work.folder.read("in.jpg") == bytes, "\(bytes.count) bytes")
  }

  @Test func portraitAtEvery500thByte() throws {
    let whole = try Pictures.portrait().bytes
    for count in stride(from: 0, to: whole.count, by: 500) { try check(Array(whole[..<count])) }
    try check(Array(whole.dropLast()))
  }

  @Test(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
  func sampleAtEvery1000thByte() throws {
    let folder = try #require(Samples.folder)
    let whole = try Files.read(folder + "/libultrahdr_apple_gainmap_new.jpg")
    for count in stride(from: 0, to: whole.count, by: 1000) { try check(Array(whole[..<count])) }
  }
}
