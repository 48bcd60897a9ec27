import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

/// `extract --dataset`.
@Suite struct DatasetTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "plain.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "depth.pfm")
    try work.succeed("attach", "plain.jpg", "--depth", "depth.pfm", "--accuracy", "relative", "-o", "a.jpg")
    for name in ["b", "c"] { try work.folder.write(work.folder.read("a.jpg"), to: "\(name).jpg") }
  }

  private static let noCamera =
    "note: no camera: the file says nothing of the camera: disparity has no calibration"
  private static let noMap = "note: there is no depth map; the photo is left out"

  @Test("What is to be said of many photos is said once, with the number of them")
  func sharedNotes() throws {
    let seen = try work.run("extract", "a.jpg", "plain.jpg", "b.jpg", "c.jpg", "--dataset", "set")
    #expect(seen.status == 0 && seen.text.split(separator: "\n").count == 3)
    #expect(
      seen.error.split(separator: "\n").map(String.init) == [
        "auxdepth: a.jpg and 2 others: \(Self.noCamera)",
        "auxdepth: a.jpg and 2 others: note: the scale of the distances is unknown (accuracy relative): "
          + "they may not be metres",
        "auxdepth: plain.jpg: \(Self.noMap)",
      ])
    #expect(try work.run("extract", "a.jpg", "b.jpg", "--dataset", "quiet", "--quiet").error.isEmpty)
  }

  @Test("As JSON, each photo has its own notes, and one that is left out no frame")
  func notesOfEachPhoto() throws {
    let seen = try work.run("extract", "a.jpg", "plain.jpg", "b.jpg", "--dataset", "set", "--json")
    let photos = try JSONObject.lines(seen.text)
    #expect(photos.map { $0.string("path") } == ["a.jpg", "plain.jpg", "b.jpg"])
    #expect(photos.map { $0.object("frame") != nil } == [true, false, true])
    for photo in photos {
      let note = photo.object("frame") == nil ? Self.noMap : Self.noCamera
      #expect(photo.strings("notes")?.map { "note: \($0)" } == [note])
    }
    #expect(seen.error.contains("a.jpg and 1 other: \(Self.noCamera)"))
  }

  @Test(
    "Photos of a data set have no metadata, unless they keep it, and no pixel of a JPEG is coded again",
    arguments: [1, 6])
  func metadata(_ orientation: Int) throws {
    try work.folder.write(PhotoExif.photo(orientation: orientation), to: "tagged.jpg")
    for name in ["p.jpg", "p.heic"] {
      try work.succeed("attach", "tagged.jpg", "--depth", "depth.pfm", "--stored", "-o", name)
      for (folder, more) in [("bare-\(name)", []), ("kept-\(name)", ["--keep-metadata"])] {
        #expect(try work.run(["extract", name, "--dataset", folder] + more).status == 0)
      }
      let bare = try work.folder.read("bare-\(name)/color/p.jpg")
      let kept = try work.folder.read("kept-\(name)/color/p.jpg")
      if let block = try PhotoExif.block(of: bare) {
        #expect(try !PhotoExif.statesPosition(block) && ExifBlock(block).camera.make == nil)
        #expect(try PhotoExif.thumbnail(of: bare) == nil)
      }
      #expect(try PhotoExif.statesPosition(#require(try PhotoExif.block(of: kept))))
      if name == "p.heic" {
        // A thumbnail is turned with the pixels, and the size is that of the pixels.
        let found = try #require(try PhotoExif.thumbnail(of: kept))
        let isTurned = orientation == 6
        #expect((found.width, found.height) == (isTurned ? (18, 24) : (24, 18)) && found.green < 230)
        #expect(try PhotoExif.sizes(of: kept) == (isTurned ? [48, 64, 48, 64] : [64, 48, 64, 48]))
      } else {
        if orientation == 1 { #expect(try kept == work.folder.read(name)) }
        #expect(try Self.scan(of: bare) == Self.scan(of: kept))
      }
    }
    #expect(try work.run("extract", "p.jpg", "--keep-metadata").status == 64)
  }

  @Test(
    "A sky at infinity is no point, no vertex and a hole", arguments: ["heic", "avif"])
  func sky(_ container: String) throws {
    // Branches of 2 x 3 samples in front of the sky; below it a floor from 1 to 4 m.
    let metres: [Float] = (0..<(64 * 48)).map { index in
      let (x, y) = (index % 64, index / 64)
      return y >= 24 ? 96 / Float(y) : x * y % 7 < 3 && x / 2 * (y / 3) % 5 == 1 ? 4 : .infinity
    }
    let solid = metres.filter(\.isFinite).count
    try work.folder.write(PFM.bytes(metres, width: 64), to: "sky.pfm")
    let photo = "sky.\(container)"
    try work.succeed(
      "attach", "plain.jpg", "--depth", "sky.pfm", "--far", "inf", "--intrinsics", "64,64,32,24",
      "--lossless", "-o", photo)
    #expect(try work.succeed("extract", photo, "-o", "a.ply").contains("disparity, \(solid) points"))
    let mesh = try work.json("extract", photo, "-o", "a.glb", "--json").objects("extracted")[0]
    #expect(try #require(mesh.number("vertices")) <= Double(solid))
    let seen = try work.run("extract", photo, "--dataset", "png")
    #expect(seen.status == 0 && !seen.error.contains("65.535"), "\(seen.error)")
    let ranges: [(options: [String], kept: ClosedRange<Float>)] = [
      ([], 0...9), (["--far", "3"], 0...3), (["--near", "3"], 3...9),
    ]
    for (options, kept) in ranges {
      try #expect(
        work.run(["extract", photo, "--dataset", "set", "--format", "npy", "--force"] + options).status == 0)
      let bytes = try Array(work.folder.read("set/depth/sky.npy").suffix(4 * metres.count))
      let depths = metres.indices.map { index in
        Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[4 * index + $1]) << (8 * UInt32($1)) })
      }
      // What is 3 m away may be on either side.
      #expect(zip(depths, metres).allSatisfy { abs($1 - 3) < 0.1 || $0.isNaN != kept.contains($1) })
    }
  }

  @Test("Depth is in millimeters, as programs that read the set expect", arguments: ["--unit", "--scale"])
  func unit(_ option: String) throws {
    let value = option == "--unit" ? "m/5000" : "5000"
    let seen = try work.run("extract", "a.jpg", "--dataset", "set", option, value)
    #expect(seen.status == 64 && seen.error.contains("millimeters"), "\(seen.error)")
    for format in ["png", "npy"] {
      try work.succeed("extract", "a.jpg", "--dataset", format, "--format", format)
      let depth = try JSONObject(String(decoding: work.folder.read("\(format)/cameras.json"), as: UTF8.self))
        .objects("frames")[0].object("depth")
      #expect(depth?.number("perMetre") == 1000)
    }
  }

  @Test("A set without depth is an error, and makes nothing")
  func noDepth() throws {
    let seen = try work.run("extract", "plain.jpg", "--dataset", "set")
    #expect(
      seen.status == 65 && seen.error.contains("set: there is no photo with a depth map"), "\(seen.error)")
    #expect(try work.folder.allFiles.keys.allSatisfy { !$0.hasPrefix("set") })
  }

  @Test("With --force, files of an earlier run that do not belong to the set go, and no others")
  func orphans() throws {
    let all = ["extract", "a.jpg", "b.jpg", "c.jpg", "--dataset", "set"]
    #expect(try work.run(all).status == 0)
    try work.folder.write([1], to: "set/color/mine.jpg")
    #expect(try work.run("extract", "b.jpg", "--dataset", "set").status == 73)
    #expect(try work.folder.allFiles.keys.contains("set/depth/a.png"))
    let seen = try work.run("extract", "b.jpg", "--dataset", "set", "--force")
    #expect(seen.status == 0 && seen.error.contains("color/a.jpg, color/c.jpg, depth/a.png"), "\(seen.error)")
    let files = try work.folder.allFiles.keys.filter { $0.hasPrefix("set/") }.sorted()
    #expect(
      files == [
        "set/cameras.json", "set/color/b.jpg", "set/color/mine.jpg", "set/depth/b.png", "set/transforms.json",
      ])
  }

  @Test("A file that cannot be written leaves no part of a set")
  func fullDisk() throws {
    // Noise, whose PNG is larger than the files before it.
    var state: UInt32 = 1
    let noise: [Float] = (0..<(64 * 48)).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return 1 + Float(state >> 8) / Float(1 << 22)
    }
    try work.folder.write(PFM.bytes(noise, width: 64), to: "noise.pfm")
    try work.succeed("attach", "plain.jpg", "--depth", "noise.pfm", "-o", "noise.jpg")
    // The decoder of the map gets fewer bytes than the photo has, in a file, too.
    let limit = try work.folder.read("noise.jpg").count / 1024
    for folder in ["new", "old"] {
      if folder == "old" { try work.succeed("extract", "a.jpg", "b.jpg", "--dataset", folder) }
      let before = try work.folder.allFiles.filter { $0.key.hasPrefix(folder) }
      let seen = try work.run(
        after: "ulimit -f \(limit);", ["extract", "c.jpg", "noise.jpg", "--dataset", folder, "--force"])
      #expect(seen.status == 74 && seen.error.contains("no file of the data set is written"), "\(seen.error)")
      #expect(try work.folder.allFiles.filter { $0.key.hasPrefix(folder) } == before)
    }
  }

  /// A camera at (1, 2, 3) that looks along x with z up, scaled by 2.
  private static let pose = "[[0, 0, -2, 1], [-2, 0, 0, 2], [0, 2, 0, 3], [0, 0, 0, 1]]"
  private static let origin = "[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]"

  private func writeShot() throws {
    try work.succeed(
      "attach", "plain.jpg", "--depth", "depth.pfm", "--intrinsics", "64,64,32,24", "-o", "shot_0007.jpg")
    try work.folder.write(work.folder.read("shot_0007.jpg"), to: "shot_0008.jpg")
  }

  @Test(
    "Poses are written as nerfstudio and Open3D have them",
    arguments: [
      #"{"shot_0007.png": ORIGIN, "shot_0008": POSE}"#, #"{"7": ORIGIN, "0008": POSE}"#,
      """
      {"fl_x": 1, "frames": [{"file_path": "images/shot_0007.png", "transform_matrix": ORIGIN},
        {"file_path": "images/shot_0008.png", "transform_matrix": POSE}]}
      """, "# frame and matrix\n\n7 ORIGIN\n1008 ORIGIN # another\nshot_0008.jpg POSE\n",
    ])
  func poses(_ form: String) throws {
    try writeShot()
    var text = form.replacing("ORIGIN", with: Self.origin).replacing("POSE", with: Self.pose)
    if form.hasPrefix("#") { text = text.filter { !"[],".contains($0) } }
    try work.folder.write(Array(text.utf8), to: "poses")
    let photos = ["shot_0008.jpg", "shot_0007.jpg"]
    let seen = try work.run(["extract"] + photos + ["--dataset", "set", "--poses", "poses"])
    #expect(seen.status == 0 && !seen.error.contains("poses"), "\(seen.error)")
    let transforms = String(decoding: try work.folder.read("set/transforms.json"), as: UTF8.self)
    #expect(transforms.contains(#""transform_matrix":[[0,0,-1,1],[-1,0,0,2],[0,1,0,3],[0,0,0,1]]"#))
    let trajectory = String(decoding: try work.folder.read("set/trajectory.json"), as: UTF8.self)
    let cameras = try JSONObject(trajectory).objects("parameters").map { $0.numbers("extrinsic") }
    #expect(
      cameras == [
        [0, 0, 1, 0, -1, 0, 0, 0, 0, -1, 0, 0, 2, 3, -1, 1],
        [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1],
      ])
  }

  @Test("Without poses there is no trajectory, and a note says so")
  func noPoses() throws {
    try writeShot()
    let seen = try work.run("extract", "shot_0007.jpg", "shot_0008.jpg", "--dataset", "set")
    #expect(
      seen.status == 0 && seen.error.split(separator: "\n").filter { $0.contains("no poses:") }.count == 1)
    let files = try work.folder.allFiles.keys
    #expect(files.contains("set/transforms.json") && !files.contains("set/trajectory.json"))
  }

  @Test(
    "Poses that cannot be used name the frame",
    arguments: [
      (
        #"{"shot_0007": [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]}"#,
        "frame shot_0007: the matrix does not have 4 rows"
      ),
      (
        #"{"shot_0007": [[1, 0.1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}"#,
        "frame shot_0007: the axes of the matrix are not perpendicular"
      ),
      (
        #"{"shot_0007": [[-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}"#,
        "frame shot_0007: the axes of the matrix are mirrored"
      ), ("7 ORIGIN\n7.png ORIGIN\n", "frame 7.png: there is another pose of the same photo"),
      ("7 1 2 3\n", "line 1: is no name with 16 numbers"), ("# none\n", "there are no poses"),
      ("9 ORIGIN\n8 ORIGIN\n", "shot_0007.jpg: there is no pose of shot_0007.jpg; there are poses of 8, 9"),
    ])
  func badPoses(_ text: String, _ message: String) throws {
    try writeShot()
    let text = text.replacing("ORIGIN", with: Self.origin.filter { !"[],".contains($0) })
    try work.folder.write(Array(text.utf8), to: "poses")
    let seen = try work.run("extract", "shot_0007.jpg", "--dataset", "set", "--poses", "poses")
    #expect(seen.status == 65 && seen.error.contains(message), "\(seen.error)")
  }

  /// Returns the coded pixels of a JPEG photo.
  private static func scan(of file: [UInt8]) throws -> [UInt8] {
    let image = try JPEGImage(in: MemoryByteSource(file), at: 0, limits: .standard)
    let end = file.indices.dropLast().first {
      $0 > image.scanOffset && file[$0] == 0xFF && file[$0 + 1] == 0xD9
    }
    return Array(file[image.scanOffset..<(try #require(end))])
  }
}
