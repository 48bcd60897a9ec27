import AuxImage
import AuxMaps
import AuxReader
import AuxWriter
import TestSupport
import Testing

@Suite("Data sets of photos, depth and cameras")
struct DatasetExportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.makeFolder(name)
      try folder.write(try Pictures.portrait().bytes, to: "\(name)/in.jpg")
    }
    try folder.write([UInt8](repeating: 0, count: 64), to: "bad.jpg")
  }

  private func write(_ dataset: DatasetExport) throws -> [String] {
    var dataset = dataset
    var results: [String] = []
    try dataset.write([folder.path("a/in.jpg"), folder.path("bad.jpg"), folder.path("b/in.jpg")], jobs: 2) {
      _, result in
      switch result {
      case .success(let frame): results.append(frame?.name ?? "none")
      case .failure: results.append("failed")
      }
    }
    return results
  }

  @Test("A bad photo hides no other, and writing again changes nothing")
  func writing() throws {
    var dataset = DatasetExport(into: folder.path("set"))
    dataset.keepsMetadata = true
    #expect(try write(dataset) == ["in", "failed", "in-2"])
    for name in ["in", "in-2"] {
      #expect(try Files.read(folder.path("set/color/\(name).jpg")) == Pictures.portrait().bytes)
      #expect(Files.exists(folder.path("set/depth/\(name).png")))
    }
    #expect(try write(dataset) == ["in", "failed", "in-2"])
    // Other bytes are another matter.
    dataset.size = ExtractedSize(.percent(50))
    #expect(throws: AuxError(.cannotCreate, "")) { try write(dataset) }
    dataset.options = .replacing
    #expect(try write(dataset) == ["in", "failed", "in-2"])
  }

  @Test("Work that a report ends leaves no file")
  func ending() throws {
    var dataset = DatasetExport(into: folder.path("set"))
    #expect(throws: AuxError(.cancelled, "")) {
      try dataset.write([folder.path("a/in.jpg"), folder.path("b/in.jpg")], jobs: 2) {
        _, _ throws(AuxError) in
        throw AuxError(.cancelled, "no more")
      }
    }
    for name in ["cameras.json", "color", "depth", ".incomplete"] {
      #expect(!Files.exists(folder.path("set/\(name)")), "\(name)")
    }
  }

  @Test("Names that a later stem has already are not given twice")
  func names() {
    var dataset = DatasetExport(into: "set")
    #expect(
      ["x/a.jpg", "A.heic", "a-2.jpg", "-"].map { dataset.next($0).name } == ["a", "A-2", "a-2-2", "stdin"])
  }
}
