import AuxCodecs
import AuxKernels
import Foundation
import Testing

/// A Python with the packages that read map files independently, where there is one.
enum MapPeers {
  static let python: String? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let named = ProcessInfo.processInfo.environment["AUXDEPTH_PYTHON"]
    let candidates: [String?] = [named, root.appending(path: ".venv/bin/python3").standardizedFileURL.path]
    return candidates.compactMap(\.self).first { python in
      FileManager.default.isExecutableFile(atPath: python)
        && (try? run(python, ["-c", "import numpy, tifffile, OpenEXR, PIL"]).status) == 0
    }
  }()

  static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}

@Suite struct MapPeerTests {
  @Test(.enabled(if: MapPeers.python != nil, "no Python with numpy, tifffile, OpenEXR and Pillow"))
  func othersReadWhatIsWritten() throws {
    let python = try #require(MapPeers.python)
    let folder = FileManager.default.temporaryDirectory.appending(path: "auxdepth-maps-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var count = 0
    for (kind, suffix) in [(MapFile.Kind.npy, "npy"), (.tiff, "tif"), (.exr, "exr"), (.pfm, "pfm")] {
      for samples in MapRoundTripTests.samples {
        let plane = MapFixtures.plane(samples)
        guard kind.writableSamples.contains(plane.sampleType) else { continue }
        let bytes = try MapFile.encode(plane, as: kind)
        try Data(bytes).write(to: folder.appending(path: "ours.\(samples).\(suffix)"))
        count += 1
      }
    }
    let script = MapFixtures.folder.appending(path: "check.py").path
    let (status, output) = try MapPeers.run(python, [script, folder.path])
    #expect(status == 0 && output == "\(count) agree\n", "\(output)")
  }
}
