package import AuxImage
package import AuxMaps

/// One photo of a data set, with its files and cameras.
public struct DatasetFrame: Hashable, Sendable {
  /// The number of the photo among all that were given.
  public let number: Int
  /// The name that its files have.
  public let name: String
  /// The photo, from the folder of the set.
  public let photo: String
  /// The depth map.
  public let depth: String
  /// The mattes, by the name of their type.
  public internal(set) var mattes: [String: String] = [:]
  /// Whether the coded pixels of the photo are those that it had.
  public internal(set) var isTakenOver = false
  /// What did not go along.
  public internal(set) var notes: [String] = []
  /// The camera of the depth map; nil where the file states none.
  package internal(set) var camera: CameraExport?
  /// The camera of the photo.
  package internal(set) var photoCamera: CameraExport?
  /// The pose of the camera; nil if it is not known.
  var pose: CameraPose?
  private(set) var photoWidth = 0
  private(set) var photoHeight = 0
  private(set) var depthWidth = 0
  private(set) var depthHeight = 0
  /// Whether the scale of the distances is unknown.
  package internal(set) var hasUnknownScale = false

  init(number: Int, name: String, photo: String, depth: String) {
    (self.number, self.name, self.photo, self.depth) = (number, name, photo, depth)
  }

  /// The files of the frame, from the folder of the set.
  var files: [String] { [photo, depth] + mattes.values }

  var photoSize: (width: Int, height: Int) {
    get { (photoWidth, photoHeight) }
    set { (photoWidth, photoHeight) = newValue }
  }

  var depthSize: (width: Int, height: Int) {
    get { (depthWidth, depthHeight) }
    set { (depthWidth, depthHeight) = newValue }
  }

  /// The frame as a JSON object: `name`, `photo`, `depth` with sizes, `perMetre`, `scale`, `mattes`, and both cameras.
  package var json: JSONValue {
    [
      "name": .string(name),
      "photo": [
        "path": .string(photo), "width": .integer(photoWidth), "height": .integer(photoHeight),
        "codedBytesUnchanged": .boolean(isTakenOver), "camera": photoCamera?.json,
      ],
      "depth": [
        "path": .string(depth), "width": .integer(depthWidth), "height": .integer(depthHeight),
        "perMetre": .number(DatasetExport.unit.perMetre), "scale": hasUnknownScale ? .string("unknown") : nil,
        "camera": camera?.json,
      ],
      "mattes": .object(mattes.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }),
    ]
  }

  /// What became of a photo as a JSON object: its `path`, its `frame`, which one without a depth map does not have, and `notes`.
  package static func json(of frame: DatasetFrame?, photo path: String) -> JSONValue {
    let notes = notes(of: frame)
    return [
      "path": .path(path), "pathBytes": .pathBytes(path), "frame": frame?.json,
      "notes": notes.isEmpty ? nil : .array(notes.map(JSONValue.string)),
    ]
  }

  /// The notes of a frame, or that a photo has none.
  package static func notes(of frame: DatasetFrame?) -> [String] {
    frame?.notes ?? ["there is no depth map; the photo is left out"]
  }

  /// The files of the set that are about all frames.
  ///
  /// Without poses there is no trajectory: what Open3D makes of several cameras at one place is wrong.
  static func files(
    of frames: [DatasetFrame], withTrajectory: Bool
  ) -> [(name: String, json: JSONValue)] {
    let trajectory: JSONValue = [
      "class_name": .string("PinholeCameraTrajectory"), "version_major": .integer(1),
      "version_minor": .integer(0), "parameters": .array(frames.compactMap(\.open3D)),
    ]
    return [
      ("cameras.json", ["frames": .array(frames.map(\.json))]),
      ("transforms.json", ["frames": .array(frames.compactMap(\.nerfstudio))]),
    ] + (withTrajectory ? [("trajectory.json", trajectory)] : [])
  }

  /// The frame in nerfstudio's `transforms.json`; a camera without a pose is at the origin.
  private var nerfstudio: JSONValue? {
    guard let photoCamera else { return nil }
    let rows = pose?.rows ?? [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    return .object(
      [.init("file_path", .string(photo)), .init("depth_file_path", .string(depth))]
        + photoCamera.nerfstudioMembers
        + [.init("transform_matrix", .array(rows.map { .array($0.map(JSONValue.number)) }))])
  }

  /// The frame as Open3D's PinholeCameraParameters, whose extrinsic matrix is by columns.
  private var open3D: JSONValue? {
    guard let camera, let pose else { return nil }
    return [
      "class_name": .string("PinholeCameraParameters"),
      "extrinsic": .array(pose.extrinsicColumns.map(JSONValue.number)), "intrinsic": camera.open3D,
      "version_major": .integer(1), "version_minor": .integer(0),
    ]
  }
}

extension DatasetFrame: CustomStringConvertible {
  /// The name, the files and what did not go along, in one line.
  public var description: String {
    "\(number) \(name): " + ([photo, depth] + mattes.values.sorted()).joined(separator: ", ")
      + (notes.isEmpty ? "" : "; " + notes.joined(separator: "; "))
  }
}
