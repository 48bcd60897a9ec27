public import AuxImage
internal import AuxKernels
internal import AuxMaps
public import AuxReader

/// Writes photos with their depth maps, mattes and cameras as a folder that programs of machine learning and of 3D read.
///
/// ```swift
/// var dataset = DatasetExport(into: "set")
/// try dataset.write(["a.heic", "b.jpg"]) { print($0, $1) }
/// ```
///
/// | file | what it is |
/// |---|---|
/// | `color/NAME.jpg` | the photo, its pixels upright, without metadata; the coded pixels of an upright JPEG are copied |
/// | `depth/NAME.png` or `.npy` | distances in millimeters, upright; 0 in PNG and NaN in NPY is a hole or infinitely far |
/// | `mattes/NAME.TYPE.png` | the mattes, upright |
/// | `cameras.json` | all frames with their files, sizes and cameras: what belongs to the set |
/// | `transforms.json` | the frames with a camera, for nerfstudio |
/// | `trajectory.json` | the same frames if there are ``poses``, for Open3D: a PinholeCameraTrajectory in pixels of the depth maps |
///
/// A photo without a depth map is left out, so that the files of `color` and `depth` go in pairs. The files appear in the folder
/// when all are complete, by ``finish(_:)``. Writing the same again changes nothing. Source: Specs/conversions.md, "Data sets".
public struct DatasetExport: Sendable {
  /// The folder, which is made.
  public let folder: String
  /// Whether depth is written as NPY, 32-bit floats, and not as 16-bit PNG.
  public var writesArrays = false
  /// The range of the distances in meters; what is outside of it is a hole, and so is the infinitely far.
  public var range: ClosedRange<Float> = 0...Float.infinity
  /// The size of depth maps and mattes, upright; nil for that which they have.
  public var size: ExtractedSize?
  /// The quality of photos that are coded anew.
  public var quality = ImageDestination.standardQuality
  /// Whether photos keep their metadata; without that it is removed, as by ``PhotoEdit/strips`` of `all`.
  public var keepsMetadata = false
  /// The poses of the cameras; without them the matrices of `transforms.json` are the identity, and there is no
  /// `trajectory.json`.
  public var poses: CameraPoses?
  /// How files are written; a file that exists with the same bytes is left alone, whatever these say.
  public var options = WriteOptions()
  private let files: DatasetFiles
  private var names: Set<String> = []
  private var count = 0

  /// The unit of the distances, which programs that read `transforms.json` expect.
  static let unit = DistanceScale(.millimetres)
  private static let manifest = "cameras.json"

  /// Creates a data set of a folder that has no frame yet.
  public init(into folder: String) { (self.folder, files) = (folder, DatasetFiles(folder)) }

  /// The place of a photo in the set.
  public struct Place: Hashable, Sendable {
    /// The number of the photo, from 0.
    public let number: Int
    /// The name that its files have, without folder and extension.
    public let name: String
    /// The path of the photo.
    let photo: String
  }

  /// Returns the place of the next photo: its files have its stem, with a number where an earlier photo has that.
  public mutating func next(_ photo: String) -> Place {
    let stem = photo == StandardStream.path ? "stdin" : PathText.stem(of: photo)
    var (name, number) = (stem, 1)
    while !names.insert(name.lowercased()).inserted {
      number += 1
      name = "\(stem)-\(number)"
    }
    count += 1
    return Place(number: count - 1, name: name, photo: photo)
  }

  /// Writes the files of one photo, which ``finish(_:)`` moves into the folder; returns nil for a photo without a depth map.
  ///
  /// Several threads may write photos of different places. Nothing is written of a photo whose images cannot all be decoded.
  /// Throws `AuxError` as ``AuxiliaryFile`` and `ImageSource.decodedPrimary()`, and `cannotCreate` for a file that exists with
  /// other bytes, unless the options replace it. A photo that ``poses`` lack is an error with code `missingImage`.
  public func write(_ source: ImageSource, to place: Place) throws(AuxError) -> DatasetFrame? {
    guard let image = source.auxiliaryImages.first(where: AuxiliaryKind.group(.depthMap).includes)
    else { return nil }
    let pose = try poses?.pose(ofPhoto: place.photo)
    let depth = try AuxiliaryFile(
      image, of: source, as: .map(writesArrays ? .npy : .png), size: size, unit: Self.unit,
      within: range)
    let mattes = try source.auxiliaryImages.filter(AuxiliaryKind.group(.mattes).includes).map {
      matte throws(AuxError) in
      try AuxiliaryFile(matte, of: source, as: .map(.png), size: size)
    }
    let photo = try DatasetPhoto(source, quality: quality, keepsMetadata: keepsMetadata)
    var frame = DatasetFrame(
      number: place.number, name: place.name, photo: "color/\(place.name).jpg",
      depth: "depth/\(place.name).\(writesArrays ? "npy" : "png")")
    (frame.photoSize, frame.depthSize) = ((photo.width, photo.height), (depth.width, depth.height))
    (frame.isTakenOver, frame.notes) = (photo.isTakenOver, photo.notes)
    (frame.hasUnknownScale, frame.pose) = (depth.hasUnknownScale, pose)
    if let note = depth.unfitNote { frame.notes.append(note) }
    try addCameras(of: image, source, to: &frame)
    var contents = [(photo.bytes, frame.photo), (depth.bytes, frame.depth)]
    for matte in mattes where frame.mattes[matte.type.name] == nil {
      let path = "mattes/\(place.name).\(matte.type.name).png"
      frame.mattes[matte.type.name] = path
      contents.append((matte.bytes, path))
    }
    for (bytes, path) in contents { try files.add(bytes, path, options: options) }
    return frame
  }

  /// Moves the files of all frames into the folder, with `cameras.json`, `transforms.json` and, with ``poses``,
  /// `trajectory.json` of the frames in the order of their numbers.
  ///
  /// If the options replace files, those of an earlier run that are not in this set are removed: what its `cameras.json`
  /// lists, and its `trajectory.json`. Returns their paths from the folder. Throws `AuxError`: `missingImage` if there is no
  /// frame, and where a file could not be written its error; the set stays as it was then.
  @discardableResult
  public func finish(_ frames: [DatasetFrame]) throws(AuxError) -> [String] {
    defer { files.discard() }
    guard !frames.isEmpty else {
      throw AuxError(.missingImage, "there is no photo with a depth map, and no data set", path: folder)
    }
    let old = options.replaces ? try files.listed(in: Self.manifest) : []
    let frames = frames.sorted { $0.number < $1.number }
    let documents = DatasetFrame.files(of: frames, withTrajectory: poses != nil)
    for (name, json) in documents {
      try files.add(Array((json.text + "\n").utf8), name, options: options)
    }
    try files.publish()
    guard !old.isEmpty else { return [] }
    let all = old.union(["trajectory.json"]).subtracting(frames.flatMap(\.files) + documents.map(\.name))
    var removed: [String] = []
    for name in all.sorted() where try files.remove(name) { removed.append(name) }
    return removed
  }

  /// Adds the cameras of depth map and photo, where the file states one.
  private func addCameras(
    of image: AuxiliaryImage, _ source: ImageSource, to frame: inout DatasetFrame
  ) throws(AuxError) {
    do throws(AuxError) {
      let calibration = try source.calibration(of: image)
      let (depth, photo) = (frame.depthSize, frame.photoSize)
      frame.camera = try CameraExport(
        calibration, in: source, turned: source.orientation, width: depth.width, height: depth.height)
      frame.photoCamera = try CameraExport(
        calibration, in: source, turned: source.orientation, width: photo.width, height: photo.height)
    } catch { frame.notes.append("no camera: \(error.reason)") }
  }
}

extension DatasetExport {
  /// Writes the files of photos, `jobs` of them at a time, and then those of all frames; hands each photo's frame to `report` in
  /// the order of the photos, nil for one without a depth map, or the error of a photo that is left out.
  ///
  /// Returns what ``finish(_:)`` does. Throws as it does, the error of the last photo if all failed, and what `report` throws, which
  /// ends the work; the set stays as it was then.
  @discardableResult
  public mutating func write(
    _ photos: [String], jobs: Int? = nil, limits: AuxLimits = .standard,
    report: (_ photo: String, _ result: Result<DatasetFrame?, AuxError>) throws(AuxError) -> Void
  ) throws(AuxError) -> [String] {
    let places = photos.map { next($0) }
    let settings = self
    var frames: [DatasetFrame] = []
    var failure: AuxError?
    do throws(AuxError) {
      try AuxWorkerPool.inOrder(zip(photos, places), jobs: jobs) { item throws(AuxError) in
        try settings.write(ImageSource(item.0, limits: limits), to: item.1)
      } onResult: { item, result throws(AuxError) in
        switch result {
        case .success(let frame): frames += [frame].compactMap(\.self)
        case .failure(let error): failure = error
        }
        try report(item.0, result)
      }
    } catch {
      files.discard()
      throw error
    }
    do throws(AuxError) { return try finish(frames) } catch {
      throw frames.isEmpty ? failure ?? error : error
    }
  }

  /// Reads ``poses`` from a file, which is not to be the `transforms.json` of the set itself; throws `AuxError` as
  /// `CameraPoses.init(contentsOf:)`, and `usage` for that file.
  package mutating func readPoses(from path: String) throws(AuxError) {
    try InputFiles([path]).check(PathText.joined(folder, "transforms.json"))
    poses = try CameraPoses(contentsOf: path)
  }
}
