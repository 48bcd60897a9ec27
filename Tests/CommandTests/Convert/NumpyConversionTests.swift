import AuxImage
import AuxKernels
import AuxMaps
import Foundation
import TestSupport
import Testing

/// A Python with numpy, where there is one.
enum NumpyPeer {
  static let python = Program.python(with: "numpy")
}

/// Conversions among the four depth formats, bit for bit as numpy's float16 and float32 do them.
///
/// One rule is ours: a finite value beyond the halves becomes ±65504, where numpy makes it infinite; the script
/// clamps such values first. NaN is compared as NaN, whatever its payload. Source: Specs/conversions.md.
@Suite(.enabled(if: NumpyPeer.python != nil, "no Python with numpy"))
struct NumpyConversionTests {
  private let work: Workplace

  /// Makes every half, a million floats of any kind, and a million that are distances.
  private static let make = """
    import numpy as np
    halves = np.arange(65536, dtype=np.uint32).astype(np.uint16).view(np.float16)
    random = np.random.default_rng(20)
    any = random.integers(0, 2**32, 1000000, dtype=np.uint32).view(np.float32)
    # Values beyond are background, and filled.
    bottom, top = (int(np.float32(end).view(np.uint32)) for end in (1e-9, 1e9))
    distances = random.integers(bottom + 1, top, 1000000, dtype=np.uint32).view(np.float32)
    for name, values in (("halves", halves), ("any", any), ("distances", distances)):
        np.save(name + ".npy", values.reshape(1, -1))
    """

  /// Compares files named source.from.to.npy; `holes` are samples that the program fills, which are left out.
  private static let check = """
    import sys, numpy as np
    np.seterr(all="ignore")
    holes = sys.argv[1] == "holes"
    for name in sys.argv[2:]:
        source, old, new, _ = name.split(".")
        given = np.load(source + ".npy")
        values = given.astype(np.float32)
        used = (values > 0) & (values <= 1e9) if holes else np.full(values.shape, True)
        if old[1:] != new[1:]:
            # Both zeros become positive infinity.
            values = np.where(values == 0, np.float32(np.inf), np.float32(1) / values)
        if new[0] == "h":
            values = np.where(np.isfinite(values), np.clip(values, -65504, 65504), values).astype(np.float16)
        result = np.load(name)
        assert result.dtype == values.dtype and result.shape == values.shape, name
        bits = np.uint16 if new[0] == "h" else np.uint32
        same = (result.view(bits) == values.view(bits)) | (np.isnan(result) & np.isnan(values))
        wrong = np.flatnonzero(~same & used)
        assert len(wrong) == 0, (name, len(wrong), given.flat[wrong[0]], result.flat[wrong[0]])
        print(name, int(used.sum()))
    """

  init() throws {
    work = try Workplace()
    try script(Self.make)
  }

  /// Runs a script in the workplace and returns what it printed.
  @discardableResult
  private func script(_ text: String, _ arguments: [String] = []) throws -> [String] {
    let python = try #require(NumpyPeer.python)
    let outcome = try Program.run(python, ["-c", text] + arguments, in: work.folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    return outcome.text.split(separator: "\n").map(String.init)
  }

  private static let formats = ["hdis", "fdis", "hdep", "fdep"]

  @Test func theProgramConverts() throws {
    var names: [String] = []
    for source in ["halves", "distances"] {
      for old in Self.formats where old.hasPrefix("h") == (source == "halves") {
        for new in Self.formats {
          let name = "\(source).\(old).\(new).npy"
          try work.succeed(
            "convert", "\(source).npy", "-o", name, "--from", old.hasSuffix("dep") ? "depth" : "disparity",
            "--as", new)
          names.append(name)
        }
      }
    }
    let lines = try script(Self.check, ["holes"] + names)
    // The positive finite halves are 31,743.
    #expect(lines == names.map { $0 + ($0.hasPrefix("halves") ? " 31743" : " 1000000") })
  }

  @Test func theLibraryConverts() throws {
    let formats: [PixelFormat] = [.hdis, .fdis, .hdep, .fdep]
    var names: [String] = []
    for source in ["halves", "any", "distances"] {
      let plane = try MapFile.decode(work.folder.read("\(source).npy"))
      for old in formats where old.sampleType == plane.sampleType {
        let depth = try DepthData(depthDataType: old, depthDataMap: plane)
        for new in formats where new != old {
          let name = "\(source).\(old.name).\(new.name).npy"
          let result = try depth.converting(toDepthDataType: new)
          try work.folder.write(MapFile.encode(result.depthDataMap, as: .npy), to: name)
          names.append(name)
        }
      }
    }
    let lines = try script(Self.check, ["all"] + names)
    #expect(lines == names.map { $0 + ($0.hasPrefix("halves") ? " 65536" : " 1000000") })
  }

  @Test func samplesStayWithoutAMeaning() throws {
    try work.succeed("convert", "halves.npy", "-o", "same.npy")
    let (before, after) = (try work.folder.read("halves.npy"), try work.folder.read("same.npy"))
    #expect(try MapFile.decode(before) == MapFile.decode(after))
  }
}
