import TestSupport
import Testing

/// Which array of an NPZ or NPY file is the map, and which of its frames.
@Suite struct MapArrayTests {
  private let work: Workplace
  private static let size = (width: 64, height: 48)

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "in.jpg")
  }

  /// A map whose samples say which frame they are of.
  private static func frame(_ number: Int) -> [Float] { Inputs.metres.map { $0 + Float(10 * number) } }

  private static func frames(_ count: Int) -> [UInt8] {
    NumpyBytes.npy(
      (0..<count).flatMap(frame), shape: [count, size.height, size.width])
  }

  /// Matrices by rows, one after another.
  private static func cameras(_ focal: [Float], shape: [Int], center: (Float, Float) = (32, 24)) -> [UInt8] {
    NumpyBytes.npy(focal.flatMap { [$0, 0, center.0, 0, $0, center.1, 0, 0, 1] }, shape: shape)
  }

  private static let plane = NumpyBytes.npy(Inputs.metres, shape: [48, 64])

  private func values(_ arguments: [String]) throws -> [Float] {
    let done = try work.run(["convert"] + arguments + ["-o", "out.pfm", "--force"])
    #expect(done.status == 0, "\(arguments): \(done.error)")
    return try PFM.values(work.folder.read("out.pfm"))
  }

  @Test func severalFramesAreAnErrorThatSaysHowToChoose() throws {
    let archive = NumpyBytes.npz([
      ("intrinsics", Self.cameras([60], shape: [3, 3])), ("depth_map", Self.frames(5)),
    ])
    try work.folder.write(archive, to: "z.npz")
    let refused = try work.run("attach", "in.jpg", "--depth", "z.npz", "-o", "out.jpg")
    #expect(refused.status == 64 && !Files.exists(work.folder.path("out.jpg")))
    #expect(refused.error.contains("5 frames") && refused.error.contains("'depth_map[0]' ... 'depth_map[4]'"))
    #expect(refused.error.contains("--key names it"))
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "truth.pfm")
    let compared = try work.run("compare", "z.npz", "truth.pfm")
    #expect(compared.status == 64 && compared.error.contains("--truth-key names it"))

    for key in ["depth_map[2]", "[2]"] {
      #expect(try values(["z.npz", "--key", key]) == Self.frame(2))
    }
    let report = try work.json("convert", "z.npz", "--key", "depth_map[4]", "-o", "four.npy", "--json")
    #expect(report.string("array") == "depth_map[4]")
    for key in [
      "depth_map[5]", "depth_map[-1]", "depth_map[]", "depth_map[99999999999999999999]", "depth[0]",
    ] {
      #expect(try work.run("convert", "z.npz", "--key", key, "-o", "bad.npy").status == 64, "\(key)")
    }
    let image = try work.json(
      "attach", "in.jpg", "--depth", "z.npz", "--key", "[1]", "-o", "out.jpg", "--json")
    #expect(image.objects("attached").first?.string("array") == "depth_map[1]")
  }

  @Test func framesOfAnArrayAreChosen() throws {
    try work.folder.write(Self.frames(3), to: "z.npy")
    let refused = try work.run("convert", "z.npy", "-o", "bad.pfm")
    #expect(
      refused.status == 64 && refused.error.contains("3 frames") && refused.error.contains("'[0]' ... '[2]'"))
    #expect(try values(["z.npy", "--key", "[1]"]) == Self.frame(1))
    for key in ["[3]", "depth", "depth[1]"] {
      #expect(try work.run("convert", "z.npy", "--key", key, "-o", "bad.pfm").status == 64, "\(key)")
    }
    try work.folder.write(Self.plane, to: "one.npy")
    #expect(try values(["one.npy", "--key", "[0]"]) == Inputs.metres)
    #expect(try work.run("convert", "one.npy", "--key", "[1]", "-o", "bad.pfm").status == 64)
    // Batches of one channel.
    try work.folder.write(NumpyBytes.npy((0..<2).flatMap(Self.frame), shape: [2, 1, 48, 64, 1]), to: "b.npy")
    #expect(try values(["b.npy", "--key", "[1]"]) == Self.frame(1))
    // By columns, the first axis varies fastest.
    let (frames, height, width) = ((0..<3).map(Self.frame), 48, 64)
    let columns = (0..<width).flatMap { x in
      (0..<height).flatMap { y in (0..<3).map { frames[$0][y * width + x] } }
    }
    try work.folder.write(NumpyBytes.npy(columns, shape: [3, 48, 64], isFortranOrder: true), to: "f.npy")
    #expect(try values(["f.npy", "--key", "[2]"]) == Self.frame(2))
  }

  @Test(arguments: [
    ("K", [3, 3]), ("intrinsics", [48, 64]), ("poses", [7, 4, 4]), ("cam_to_world", [48, 64]),
    ("camera_0", [48, 64]), ("other", [5, 3, 4]), ("world_mat_inv", [4, 4]), ("points", [100, 3]),
    ("rgb", [48, 64, 3]), ("T", [40, 40]), ("pose_enc", [9, 9]), ("dist", [1, 5]),
  ])
  func camerasArePassedOver(key: String, shape: [Int]) throws {
    let other = NumpyBytes.npy([Float](repeating: 1, count: shape.reduce(1, *)), shape: shape)
    for arrays in [[(key, other), ("depth_map", Self.plane)], [("depth_map", Self.plane), (key, other)]] {
      try work.folder.write(NumpyBytes.npz(arrays), to: "z.npz")
      #expect(try values(["z.npz"]) == Inputs.metres)
    }
    try work.folder.write(NumpyBytes.npz([(key, other)]), to: "alone.npz")
    let alone = try work.run("convert", "alone.npz", "-o", "bad.pfm")
    #expect(
      alone.status == 64 && alone.error.contains("none that may be the map") && alone.error.contains(key))
  }

  @Test func severalMapsHaveToBeNamed() throws {
    try work.folder.write(
      NumpyBytes.npz([
        ("sky", Self.plane), ("depth_map", Self.frames(2)), ("K", Self.cameras([60], shape: [3, 3])),
      ]),
      to: "z.npz")
    let refused = try work.run("convert", "z.npz", "-o", "bad.pfm")
    #expect(refused.status == 64 && refused.error.contains("2 that may be the map"))
    #expect(refused.error.contains("sky, depth_map, K; --key names it"))
    #expect(try values(["z.npz", "--key", "sky"]) == Inputs.metres)
    // What is named is taken.
    #expect(try values(["z.npz", "--key", "K"]).count == 9)
  }

  @Test func listsOfPointsAreNoMaps() throws {
    let points = NumpyBytes.npy([Float](repeating: 2, count: 3000), shape: [1000, 3])
    try work.folder.write(points, to: "p.npy")
    try work.folder.write(NumpyBytes.npz([("depth", points)]), to: "p.npz")
    for file in ["p.npy", "p.npz"] {
      let refused = try work.run("attach", "in.jpg", "--depth", file, "-o", "out.jpg", "--stretch")
      #expect(refused.status == 64 && refused.error.contains("(1000, 3) is a list of points"))
    }
    try work.folder.write(NumpyBytes.npy([1, 2, 3, 4, 5, 6], shape: [2, 3]), to: "small.npy")
    #expect(try values(["small.npy"]) == [1, 2, 3, 4, 5, 6])
  }

  @Test(arguments: ["intrinsics", "intrinsic"]) func theCameraIsThatOfTheFrame(name: String) throws {
    let archive = NumpyBytes.npz([
      ("depth", Self.frames(2)), (name, Self.cameras([60, 90], shape: [2, 3, 3])),
      ("mask", NumpyBytes.npy([UInt8](repeating: 1, count: 2 * 48 * 64), type: "|b1", shape: [2, 48, 64])),
    ])
    try work.folder.write(archive, to: "z.npz")
    for convention in name == "intrinsics" ? [["--convention", "depth-anything-3"], []] : [[]] {
      #expect(
        try work.run(
          ["attach", "in.jpg", "--depth", "z.npz", "--key", "depth[1]", "-o", "out.jpg", "--force"]
            + convention
        ).status == 0)
      #expect(try calibration().numbers("intrinsicMatrix")?.first == 90)
    }
  }

  private func calibration() throws -> JSONObject {
    let image = try #require(try work.json("info", "--json", "out.jpg").objects("auxiliary").first)
    return try #require(image.object("calibration"))
  }

  /// The principal point says that a matrix is of the photo, and not of a smaller map.
  @Test(arguments: [[], ["--convention", "unidepth"]])
  func camerasOfThePhotoAreTakenForIt(options: [String]) throws {
    try work.folder.write(Inputs.photo(width: 640, height: 480), to: "in.jpg")
    func attach(_ center: (Float, Float)) throws -> Program.Outcome {
      let camera = Self.cameras([600], shape: [3, 3], center: center)
      try work.folder.write(NumpyBytes.npz([("depth", Self.plane), ("intrinsics", camera)]), to: "z.npz")
      return try work.run(["attach", "in.jpg", "--depth", "z.npz", "-o", "out.jpg", "--force"] + options)
    }
    #expect(try attach((320, 240)).status == 0)
    #expect(try calibration().numbers("intrinsicMatrixReferenceDimensions") == [640, 480])
    #expect(try calibration().numbers("intrinsicMatrix") == [600, 0, 0, 0, 600, 0, 320, 240, 1])
    let beyond = try attach((2000, 1500))
    #expect(beyond.status == 64 && beyond.error.contains("is outside the photo of 640x480"))
    // A map without its photo needs no camera, unless values are computed of it.
    #expect(try work.run(["convert", "z.npz", "--from", "depth", "-o", "a.pfm"] + options).status == 0)
    let radial = try work.run(["convert", "z.npz", "--radial", "-o", "b.pfm"] + options)
    #expect(radial.status == 64 && radial.error.contains("outside the photo of 64x48"))
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "z.pfm")
    let given = try work.run(
      "attach", "in.jpg", "--depth", "z.pfm", "-o", "out.jpg", "--force", "--intrinsics", "600,600,2000,1500")
    #expect(given.status == 64 && given.error.contains("is outside the photo"))
  }

  /// Archives of numpy itself, packed ones too.
  @Test(.enabled(if: NumpyPeer.python != nil, "no Python with numpy"))
  func numpysArchives() throws {
    let script = """
      import numpy as np
      rng = np.random.default_rng(5)
      frames = rng.uniform(1, 9, (7, 30, 40)).astype(np.float32)
      K = np.eye(3)
      np.savez_compressed("packed.npz", K=K, poses=np.zeros((7, 4, 4)), video=frames)
      np.savez("stored.npz", K=K, R=np.eye(3), t=np.zeros((7, 3)), video=frames.astype(np.float16))
      np.savez_compressed("columns.npz", video=np.asfortranarray(frames))
      np.save("frame5.npy", frames[5])
      np.save("half5.npy", frames[5].astype(np.float16))
      """
    let made = try Program.run(try #require(NumpyPeer.python), ["-c", script], in: work.folder.path)
    #expect(made.status == 0, "\(made.error)")
    for (archive, same) in [("packed", "frame5"), ("stored", "half5"), ("columns", "frame5")] {
      try work.succeed("convert", "\(archive).npz", "--key", "video[5]", "-o", "\(archive).npy")
      try work.succeed("convert", "\(same).npy", "-o", "same.npy", "--force")
      #expect(try work.folder.read("\(archive).npy") == work.folder.read("same.npy"))
    }
  }
}
