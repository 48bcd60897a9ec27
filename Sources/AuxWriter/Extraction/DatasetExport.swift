internal import AuxContainers
public import AuxImage
internal import AuxKernels
public import AuxMaps
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
/// | `depth/NAME.png` or `.npy` | distances in the unit, upright; 0 in PNG and NaN in NPY is a hole or infinitely far |
/// | `mattes/NAME.TYPE.png` | the mattes, upright |
/// | `cameras.json` | all frames with sizes, unit and cameras |
/// | `transforms.json` | the frames with a camera, for nerfstudio |
/// | `trajectory.json` | the same frames if there are ``poses``, for Open3D: a PinholeCameraTrajectory in pixels of the depth maps |
///
/// A photo without a depth map is left out, so that the files of `color` and `depth` go in pairs. Writing the same again changes
/// nothing. Source: Specs/conversions.md, "Data sets".
public struct DatasetExport: Sendable {
  /// The folder, which is made.
  public let folder: String
  /// The unit of the distances.
  public var unit = DistanceScale(.millimetres)
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
  private var names: Set<String> = []
  private var count = 0

  /// Creates a data set of a folder that has no frame yet.
  public init(into folder: String) { self.folder = folder }

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

  /// Writes the files of one photo; nil, and nothing is written, for a photo without a depth map.
  ///
  /// Several threads may write photos of different places. Nothing is written of a photo whose images cannot all be decoded.
  /// Throws `AuxError` as ``AuxiliaryFile`` and `ImageSource.decodedPrimary()`, and `cannotCreate` for a file that exists with
  /// other bytes, unless the options replace it. A photo that ``poses`` lack is an error with code `missingImage`.
  public func write(_ source: ImageSource, to place: Place) throws(AuxError) -> DatasetFrame? {
    guard let image = source.auxiliaryImages.first(where: AuxiliaryKind.group(.depthMap).includes)
    else { return nil }
    let pose = try poses?.pose(ofPhoto: place.photo)
    let depth = try AuxiliaryFile(
      image, of: source, as: .map(writesArrays ? .npy : .png), isOriented: true, size: size, unit: unit,
      within: range)
    let mattes = try source.auxiliaryImages.filter(AuxiliaryKind.group(.mattes).includes).map {
      matte throws(AuxError) in
      try AuxiliaryFile(matte, of: source, as: .map(.png), isOriented: true, size: size)
    }
    let photo = try DatasetPhoto(source, quality: quality, keepsMetadata: keepsMetadata)
    var frame = DatasetFrame(
      number: place.number, name: place.name, photo: "color/\(place.name).jpg",
      depth: "depth/\(place.name).\(writesArrays ? "npy" : "png")")
    (frame.photoSize, frame.depthSize) = ((photo.width, photo.height), (depth.width, depth.height))
    (frame.isTakenOver, frame.notes) = (photo.isTakenOver, photo.notes)
    (frame.unit, frame.hasUnknownScale, frame.pose) = (unit, depth.hasUnknownScale, pose)
    if let note = depth.unfitNote { frame.notes.append(note) }
    try addCameras(of: image, source, to: &frame)
    var files = [(photo.bytes, frame.photo), (depth.bytes, frame.depth)]
    for matte in mattes where frame.mattes[matte.type.name] == nil {
      let path = "mattes/\(place.name).\(matte.type.name).png"
      frame.mattes[matte.type.name] = path
      files.append((matte.bytes, path))
    }
    for (bytes, path) in files { try put(bytes, path) }
    return frame
  }

  /// Writes `cameras.json`, `transforms.json` and, with ``poses``, `trajectory.json` of all frames, in the order of their
  /// numbers.
  public func finish(_ frames: [DatasetFrame]) throws(AuxError) {
    let frames = frames.sorted { $0.number < $1.number }
    for (name, json) in DatasetFrame.files(of: frames, withTrajectory: poses != nil) {
      try put(Array((json.text + "\n").utf8), name)
    }
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

  /// Writes a file of the set, unless it is there with the same bytes.
  private func put(_ bytes: [UInt8], _ name: String) throws(AuxError) {
    let path = PathText.joined(folder, name)
    try OutputFile.makeFolder(at: String(PathText.folder(of: path).dropLast()))
    if try FileSystem.exists(path), try Self.holds(path, bytes) { return }
    try OutputFile.write(bytes, to: path, options: options)
  }

  private static func holds(_ path: String, _ bytes: [UInt8]) throws(AuxError) -> Bool {
    do throws(AuxError) {
      let file = try InputFile.source(path, limits: .standard)
      guard file.byteCount == bytes.count else { return false }
      return try file.read(at: 0, count: bytes.count) == bytes
    } catch {
      try error.throwIfOfSystem()
      return false
    }
  }
}

extension DatasetExport {
  /// Writes the files of photos, `jobs` of them at a time, and then those of all frames; hands each photo's frame to `report` in
  /// the order of the photos, nil for one without a depth map, or the error of a photo that is left out.
  ///
  /// Throws as ``finish(_:)``.
  public mutating func write(
    _ photos: [String], jobs: Int? = nil, limits: AuxLimits = .standard,
    report: (_ photo: String, _ result: Result<DatasetFrame?, AuxError>) -> Void
  ) throws(AuxError) {
    let places = photos.map { next($0) }
    let settings = self
    var frames: [DatasetFrame] = []
    AuxWorkerPool.inOrder(zip(photos, places), jobs: jobs) { item throws(AuxError) in
      try settings.write(ImageSource(item.0, limits: limits), to: item.1)
    } onResult: { item, result in
      if case .success(let frame?) = result { frames.append(frame) }
      report(item.0, result)
    }
    try finish(frames)
  }
}
