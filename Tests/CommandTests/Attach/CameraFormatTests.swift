import AuxCodecs
import AuxKernels
import TestSupport
import Testing

/// The files that `--camera` reads, and where their principal points count from.
@Suite struct CameraFormatTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "in.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
  }

  private func write(_ text: String, to name: String) throws {
    try work.folder.write(Array(text.utf8), to: name)
  }

  /// Attaches the map and returns the focal lengths and the principal point that the photo records, and the report's origin.
  private func camera(_ options: String..., map: String = "map.pfm") throws -> (
    numbers: [Double], origin: String?
  ) {
    let attach = ["attach", "in.jpg", "-o", "out.jpg", "--force", "--json", "--depth", map]
    let done = try work.run(attach + options)
    try #require(done.status == 0, "\(options): \(done.error)")
    let origin = try JSONObject(done.text).objects("attached").first?.string("pixelOrigin")
    let image = try #require(try work.json("info", "--json", "out.jpg").objects("auxiliary").first)
    let calibration = try #require(image.object("calibration"))
    let matrix = try #require(calibration.numbers("intrinsicMatrix"))
    let size = try #require(calibration.numbers("intrinsicMatrixReferenceDimensions"))
    #expect(size == [64, 48])
    return ([matrix[0], matrix[4], matrix[6], matrix[7]], origin)
  }

  private static let matrix = "6.050000000000000000e+01 0.0 3.125e+01\n0 61 23.5\n0. 0. 1.\n"
  private static let open3D = """
    {"width": 64, "height": 48, "intrinsic_matrix": [60.5, 0, 0, 0, 61, 0, 31.25, 23.5, 1]}
    """
  private static let files: [(text: String, isFromCenter: Bool)] = [
    (matrix, false), (matrix.replacing(" ", with: ","), false), ("# K\n" + matrix, false),
    ("60.5 0 31.25 0\n0 61 23.5 0\n0 0 1 0\n0 0 0 1\n", false),
    ("60.5 0 31.25 0\n0 61 23.5 0\n0 0 1 0\n", false),
    (
      "calib_time: 09-Jan-2012 13:57:47\nS_rect_02: 6.4e+01 4.8e+01\n"
        + "P_rect_00: 1 0 1 0 0 1 1 0 0 0 1 0\nP_rect_02: 60.5 0 31.25 4.5 0 61 23.5 0.2 0 0 1 0.003\n"
        + "P_rect_03: 60.5 0 31.25 -28.2 0 61 23.5 0.2 0 0 1 0.003\n", true
    ),
    (
      "P0: 1 0 1 0 0 1 1 0 0 0 1 0\nP1: 1 0 1 0 0 1 1 0 0 0 1 0\nP2: 60.5 0 31.25 4.5 0 61 23.5 0.2 0 0 1 0.003\n"
        + "P3: 60.5 0 31.25 -28.2 0 61 23.5 0.2 0 0 1 0.003\nR0_rect: 1 0 0 0 1 0 0 0 1\n\n", true
    ),
    (
      "cam0=[60.5 0 31.25; 0 61 23.5; 0 0 1]\ncam1=[60.5 0 33; 0 61 23.5; 0 0 1]\ndoffs=1.75\nbaseline=193.001\n"
        + "width=64\nheight=48\nndisp=280\n", true
    ),
    (
      "extrinsic\n1 0 0 5\n0 1 0 6\n0 0 1 7\n0 0 0 1\n\nintrinsic\n60.5 0 31.25\n0 61 23.5\n0 0 1\n\n425.0 2.5 192 905.0\n",
      true
    ),
    (open3D, true), (#"{"class_name": "PinholeCameraParameters", "intrinsic": \#(open3D)}"#, true),
    (
      #"{"class_name": "PinholeCameraTrajectory", "parameters": [{"intrinsic": \#(open3D)}, {"intrinsic": \#(open3D)}]}"#,
      true
    ),
    (
      "%YAML 1.2\n---\ncamera_matrix: !!opencv-matrix\n   rows: 3\n   cols: 3\n   dt: d\n"
        + "   data: [ 60.5, 0., 31.25, 0., 61., 23.5, 0., 0., 1. ]\n", true
    ),
    (
      "%YAML:1.0\n---\nimage_width: 64\nimage_height: 48\ncamera_matrix: !!opencv-matrix\n   rows: 3\n   cols: 3\n"
        + "   dt: d\n   data: [ 60.5, 0., 31.25, 0., 61., 23.5, 0., 0., 1. ]\n", true
    ),
    ("# size 64 48\n60.5 61 31.25 23.5 0 0 0 0 0\n", true), ("1 PINHOLE 64 48 60.5 61 31.25 23.5\n", false),
    (#"{"fl_x": 60.5, "fl_y": 61, "cx": 31.25, "cy": 23.5, "w": 64, "h": 48}"#, false),
  ]

  @Test("Cameras of other programs are read", arguments: files)
  func camerasAreRead(text: String, isFromCenter: Bool) throws {
    try write(text, to: "camera.txt")
    let shift = isFromCenter ? 0.5 : 0
    let read = try camera("--camera", "camera.txt")
    #expect(read.numbers == [60.5, 61, 31.25 + shift, 23.5 + shift])
    // Only a matrix leaves open where it counts from.
    let isOpen =
      text.contains("60.5 0 31.25 0\n0 61") || text.contains("e+01 0.0") || text.contains("e+01,0.0")
    #expect(read.origin == (isOpen ? "corner" : nil))
    let other = isFromCenter ? "corner" : "center"
    let refused = try work.run(
      "attach", "in.jpg", "-o", "no.jpg", "--depth", "map.pfm", "--camera", "camera.txt", "--pixel-origin",
      other)
    #expect(refused.status == (isOpen ? 0 : 64), "\(refused.error)")
    #expect(
      isOpen
        || refused.error.contains("counts principal points from the \(isFromCenter ? "center" : "corner")"))
    if isOpen {
      #expect(try camera("--camera", "camera.txt", "--pixel-origin", "center").numbers[2...] == [31.75, 24])
    }
  }

  @Test(
    "Other texts are refused, with what helps",
    arguments: [
      ("1 2\n3 4\n", "np.save('K.npy', np.loadtxt('FILE'))"), ("words\n", "np.loadtxt"),
      ("P0: 1 2 3\n", "np.loadtxt"),
      (matrix.replacing("61", with: "x"), "np.loadtxt"),
      ("1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n", "widths of a picture"),
      ("0 -1 0 5\n1 0 0 5\n0 0 1 5\n0 0 0 1\n", "no matrix of a camera"),
      ("60 61 31 24\n", "'# size WIDTH HEIGHT'"),
      ("1 PINHOLE 64 48 60 61 31 24\n2 PINHOLE 64 48 60 61 31 24\n", "has 2 cameras"),
      (
        #"{"parameters": [{"intrinsic": \#(open3D)}, {"intrinsic": \#(open3D.replacing("61", with: "62"))}]}"#,
        "has 2 cameras"
      ),
      ("extrinsic\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\nintrinsic\n60.5 0 31.25\n", "np.loadtxt"),
      ("P2: 60 0 31 0 0 60 24 0 0 0 1\n", "P2 has 11 numbers"),
      ("P2: 60 0 31 0 0 60 24 0 0 0 1 0\nP3: 60 0 31 0 0 60 24 0 0 0 1 0\n", "a baseline of 0.0 m"),
      ("%YAML:1.0\n---\nimage_width: 64\n", "camera_matrix"),
    ])
  func othersAreRefused(text: String, reason: String) throws {
    try write(text, to: "camera.txt")
    let refused = try work.run(
      "attach", "in.jpg", "-o", "out.jpg", "--depth", "map.pfm", "--camera", "camera.txt")
    #expect([64, 65].contains(refused.status) && refused.error.contains(reason), "\(refused.error)")
    #expect(refused.error.contains("camera.txt") && !Files.exists(work.folder.path("out.jpg")))
  }

  @Test(
    "Out and in again changes nothing",
    arguments: ["json", "colmap", "tum", "nerfstudio", "opencv", "trajectory"])
  func outAndIn(format: String) throws {
    let own = try camera("--intrinsics", "60.5,61,31.25,23.5").numbers
    #expect(own == [60.5, 61, 31.25, 23.5])
    let file: String
    if format == "trajectory" {
      file = "set/trajectory.json"
      try write(#"{"out": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}"#, to: "poses.json")
      try work.succeed("extract", "out.jpg", "--dataset", "set", "--poses", "poses.json")
    } else {
      file = "camera"
      try work.succeed("extract", "out.jpg", "--camera", file, "--camera-format", format)
    }
    let again = try camera("--camera", file)
    #expect(again.numbers == own && again.origin == nil)
  }

  @Test("The option, or else the convention, says where principal points count from")
  func origins() throws {
    let codes = PixelPlane(width: 64, height: 48, known: .uint16((0..<(64 * 48)).map { UInt16(5000 + $0) }))
    try work.folder.write(PNGCodec.encode(codes), to: "codes.png")
    let numbers = "60.5,61,31.25,23.5"
    for name in ["tum", "kitti", "nyu", "scannet"] {
      let read = try camera("--convention", name, "--intrinsics", numbers, map: "codes.png")
      #expect(read.numbers == [60.5, 61, 31.75, 24] && read.origin == "center")
    }
    let stated = try camera(
      "--convention", "tum", "--intrinsics", numbers, "--pixel-origin", "corner", map: "codes.png")
    #expect(stated.numbers == [60.5, 61, 31.25, 23.5] && stated.origin == "corner")
    let arkit = try camera("--convention", "arkit", "--intrinsics", numbers, map: "codes.png")
    #expect(arkit.numbers[2...] == [31.25, 23.5])
    let plain = try camera("--intrinsics", numbers)
    #expect(plain.numbers[2...] == [31.25, 23.5] && plain.origin == "corner")
    let center = try camera("--intrinsics", numbers + ",64,48", "--pixel-origin", "center")
    #expect(center.numbers == [60.5, 61, 31.75, 24] && center.origin == "center")
    // The centre of the picture counts from nothing.
    let focal = try camera("--intrinsics", "60.5", "--pixel-origin", "center")
    #expect(focal.numbers == [60.5, 60.5, 32, 24] && focal.origin == nil)
  }

  @Test("Matrices of NumPy count from the corner, unless it is said otherwise")
  func arrays() throws {
    let square: [Float] = [60.5, 0, 31.25, 0, 61, 23.5, 0, 0, 1]
    let wide: [Float] = [60.5, 0, 31.25, 0, 0, 61, 23.5, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    for (values, side) in [(square, 3), (wide, 4)] {
      try work.folder.write(
        NPYCodec.encode(PixelPlane(width: side, height: side, known: .float(values))), to: "K.npy")
      let plain = try camera("--camera", "K.npy")
      #expect(plain.numbers == [60.5, 61, 31.25, 23.5] && plain.origin == "corner")
      #expect(try camera("--camera", "K.npy", "--pixel-origin", "center").numbers[2...] == [31.75, 24])
    }
  }

  @Test("A note says which origin was taken, where nothing states it")
  func note() throws {
    let attach = [
      "attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", "map.pfm", "--intrinsics", "60,60,31.5,23.5",
    ]
    let assumed = try work.run(attach)
    #expect(
      assumed.error.contains(
        "note: the principal point is taken as counted from the corner of the first pixel"))
    #expect(assumed.error.contains("--pixel-origin"))
    #expect(try !work.run(attach + ["--pixel-origin", "corner"]).error.contains("principal point"))
  }

  @Test("Rays use the principal point that was meant")
  func rays() throws {
    try work.folder.write(PFM.bytes([Float](repeating: 2, count: 64 * 48), width: 64), to: "sphere.pfm")
    try work.succeed(
      "convert", "sphere.pfm", "--from", "depth", "--radial", "--intrinsics", "60,60,31,23", "--pixel-origin",
      "center",
      "-o", "plane.pfm")
    // The axis meets the center of the sample (31, 23), whose distance is its depth.
    #expect(try PFM.values(work.folder.read("plane.pfm"))[23 * 64 + 31] == 2)
  }
}
