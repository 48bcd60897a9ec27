import AuxKernels
import AuxMaps
import Foundation
import TestSupport
import Testing

/// Map files of ours, read by the packages that others read them with.
@Suite struct MapPeerTests {
  private static let python = Program.python(with: "numpy", "tifffile", "OpenEXR", "PIL")

  @Test(.enabled(if: python != nil, "no Python with numpy, tifffile, OpenEXR and Pillow"))
  func othersReadWhatIsWritten() throws {
    let python = try #require(Self.python)
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
    let outcome = try Program.run(python, [script, folder.path])
    #expect(outcome.status == 0 && outcome.text == "\(count) agree\n", "\(outcome.text)\(outcome.error)")
  }
}
