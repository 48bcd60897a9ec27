internal import ArgumentParser
internal import AuxDepthKit

/// The options of `extract` for the camera of a map, and for a data set.
struct CameraArguments: ParsableArguments {
  @Option(
    name: .customLong("camera"),
    help: ArgumentHelp(
      "Also write the camera of the depth map, in pixels of the map as written.",
      discussion: "Of one photo and one map. Without a calibration it is that of a stereo pair.",
      valueName: "file"),
    completion: .file())
  var file: String?

  @Option(
    name: .customLong("camera-format"),
    help: ArgumentHelp(
      "The format of that file: json, colmap, tum, nerfstudio or opencv (default: json, or opencv for .yml and .yaml).",
      discussion: """
        The centre of the first pixel is (0.5, 0.5) in json, colmap and nerfstudio, (0, 0) in tum and opencv. The coefficients \
        of distortion that these share are fitted to the table of the calibration; json holds both, and the residual.
        """))
  var format: CameraExport.Format?

  @Option(
    help: ArgumentHelp(
      "Make a data set of the photos: color, depth, mattes and cameras in this folder.",
      discussion: """
        Photos are JPEG with upright pixels and without metadata; the coded pixels of an upright JPEG stay as they are. Depth is in millimeters, PNG of 16 bits \
        or with --format npy. cameras.json has all cameras, transforms.json is for nerfstudio, \
        trajectory.json, with --poses, for Open3D. A photo without a depth map is left out. Files that are there with the same bytes stay; \
        --force removes those of an earlier run that are not in the set.
        """, valueName: "dir"), completion: .directory)
  var dataset: String?

  @Option(
    help: ArgumentHelp(
      "The poses of the cameras of a data set: camera-to-world matrices by frame, as Blender's matrix_world.",
      discussion: """
        The camera looks along -z with y up. JSON, {"NAME": [[4 numbers], …]} or nerfstudio's transforms.json, or text with a line \
        for each frame, NAME and 16 numbers by rows. NAME is the photo's file name, its stem, or the number in it. Without \
        poses, transforms.json has identity matrices and there is no trajectory.json.
        """, valueName: "file"), completion: .file())
  var poses: String?

  @Flag(
    name: .customLong("keep-metadata"),
    help: "Keep the metadata of the photos of a data set (default: removed as by edit --strip all).")
  var keepsMetadata = false

  func validate() throws {
    guard format == nil || file != nil else { throw ValidationError("--camera-format goes with --camera") }
    guard file?.isEmpty != true, file != StandardStream.path else {
      throw ValidationError("--camera names a file: standard output is for the map and reports")
    }
    guard dataset?.isEmpty != true else { throw ValidationError("--dataset names no folder") }
    guard dataset != nil || !keepsMetadata && poses == nil else {
      throw ValidationError("--keep-metadata and --poses go with --dataset")
    }
    guard file == nil || dataset == nil else {
      throw ValidationError("give --camera or --dataset, which holds all cameras")
    }
  }
}
