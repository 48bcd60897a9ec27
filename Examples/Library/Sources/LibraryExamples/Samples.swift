// What README.md, docs and the comments of the library show, piece by piece, of files in the current folder.

import AuxDepthKit

/// Prints what a photo holds.
public func listPhoto() throws(AuxError) {
  let source = try ImageSource("photo.jpg")
  for image in source.auxiliaryImages { print(image.type, image.width, image.height) }
  let depth = try source.depthData(as: .depthFloat32)
  print(depth, depth.values[0], "m", depth.cameraCalibrationData as Any)
}

/// Prints which libraries of formats are installed.
public func listLibraries() {
  for library in CodecLibrary.all {
    let state = library.state()
    print(library.name, state.version ?? "is not installed: apt install \(library.debianPackage)")
  }
}

/// Lists the photo of a stranger: without the sandbox nothing is decoded.
public func listForeignPhoto() throws(AuxError) {
  CodecSandbox.mode = .required
  try listPhoto()
}

/// Puts a depth pass and a matte into a render.
public func writePortrait() throws(AuxError) -> WriteReport {
  var destination = try ImageDestination(from: ImageSource("render.jpg"))
  try destination.addDepth(DepthMap("z.exr", convention: .blender))
  try destination.addMatte("subject.png", type: .portraitEffectsMatte)
  let report = try destination.finalize(to: "portrait.jpg")
  for image in report.images { print(image.stored.type, image.map?.difference as Any) }
  return report
}

/// Returns a depth pass in metres.
public func metresOfPass() throws(AuxError) -> DepthData {
  let map = try DepthMap("z.exr", convention: .blender)
  let metres = try map.reading().depthData(as: .fdep)
  return metres
}

/// Makes a HEIC photo of a render and its depth pass.
public func writePass() throws(AuxError) -> WriteReport {
  var destination = try ImageDestination(encoding: ImageSource("render.png"), as: .heif)
  try destination.addDepth(DepthMap("z.exr", convention: .blender))
  let report = try destination.finalize(to: "portrait.heic")
  print(report)
  return report
}

/// Blurs a photo by its depth.
public func blurPhoto() throws(AuxError) {
  let renderer = try PhotoRenderer(ImageSource("photo.heic"))
  var options = EffectOptions()
  options.focus = try FocusMask(focus: 0.9)
  let picture = try renderer.picture(.blur, options)
  try ImageDestination(pixels: picture, metadata: renderer.metadata, as: .jpeg).finalize(to: "portrait.jpg")
}

/// Makes a photo small, around its subject, with all that goes with it and without where it was taken.
public func makeSmall() throws(AuxError) {
  var edit = PhotoEdit()
  edit.crop = .aspect(width: 4, height: 5, anchor: .subject)
  edit.size = .longSide(2048)
  edit.strips = [.location]
  let edited = try edit.applied(to: ImageSource("photo.heic"), as: .jpeg)
  try edited.destination.finalize(to: "small.jpg")
}

/// Returns the calibration of a square part of a photo; nil where it cannot be stated.
public func squareCalibration(
  of primary: PrimaryImage, _ calibration: CameraCalibrationData
) throws(AuxError) -> CameraCalibrationData? {
  var geometry = PhotoGeometry(of: primary)
  try geometry.crop(to: PixelRectangle(x: 0, y: 500, width: 3024, height: 3024))
  try geometry.scale(toWidth: 1080, height: 1080)
  let edited = geometry.applied(to: calibration)
  return edited
}

/// Blurs a video by the depth of its frames.
public func blurVideo() throws(AuxError) {
  var renderer = try StreamRenderer(.blur)
  try renderer.render(
    Y4MInput("video.y4m"), depth: DepthInput("depth%04d.png"), to: FrameSink("blurred.y4m"))
}

/// Writes the disparity map of a photo as metres.
public func extractDepth() throws(AuxError) {
  let source = try ImageSource("photo.heic")
  if let image = source.auxiliaryImage(.disparity) {
    let file = try AuxiliaryFile(image, of: source, as: .map(.pfm), pixelFormat: .fdep)
    try file.write(to: "depth.pfm")
  }
}

/// Writes each auxiliary image of photos of one name as a PNG file.
public func extractAll() throws(AuxError) {
  var extractor = AuxiliaryExtractor(into: "maps", as: .map(.png))
  for path in ["a/photo.heic", "b/photo.heic"] {
    try extractor.extract(from: ImageSource(path)) { print($0.path, $0.result) }
  }
}

/// Writes the left picture of a spatial photo as a photo of its own.
public func extractLeftEye() throws(AuxError) {
  let pair = try ImageSource("spatial.heic")
  let left = try EyePhoto(.left, of: pair)
  try left.write(to: "left.heic")
}

/// Writes both pictures of a spatial photo.
public func extractEyes() throws(AuxError) {
  var extractor = EyeExtractor(into: "eyes")
  try extractor.extract(from: ImageSource("spatial.heic")) { print($0.path, $0.photo.width) }
}

/// Puts the depth pass of its name into each of many photos.
public func writePortraits(of photos: [String]) throws(AuxError) {
  let maps = try CompanionFiles("depth/{stem}.exr")
  var outputs = PhotoOutputs(into: "portraits", from: photos)
  for photo in photos {
    var destination = try ImageDestination(from: ImageSource(photo))
    try destination.addDepth(DepthMap(maps.path(for: photo)))
    try outputs.makeFolder()
    try destination.finalize(to: outputs.next(for: photo, as: destination.container).path)
  }
}

/// Counts the auxiliary images of all photos of a folder, several photos at a time.
public func countImages() {
  AuxWorkerPool.inOrder(PhotoFiles(at: "photos")) { path throws(AuxError) in
    try ImageSource(path).auxiliaryImages.count
  } onResult: { path, result in
    print(path, result)
  }
}

/// Removes the auxiliary images of many photos, several at a time.
public func removeImages(of photos: [String]) {
  PhotoBatch.edit(photos) { photo, claims throws(AuxError) in
    var destination = try ImageDestination(from: ImageSource(editing: photo))
    claims.writes([photo])
    try destination.removeAuxiliaryImages()
    return try destination.finalize(to: photo, options: .inPlace)
  } onResult: { photo, result in
    print(photo, result)
  }
}

/// Prints what was concluded of the picture of a matte.
public func readMatte() throws(AuxError) {
  let matte = try MatteMap("cutout.png")
  for note in matte.notes { print(note) }
}

/// Writes a page that shows a photo.
public func viewPhoto() throws(AuxError) {
  try DepthPage(["photo.heic"]).write(to: "photo.html")
}

/// Writes a page that begins with two photos side by side.
public func viewComparison() throws(AuxError) {
  var page = DepthPage(["before.heic", "after.heic"])
  page.isComparison = true
  try page.write(to: "comparison.html") { entry in print(entry.path, entry.judgement) }
}

/// Prints which photos are what a policy says.
public func checkDelivery(_ paths: [String]) throws(AuxError) {
  let policy = try ValidationPolicy(contentsOf: "auxdepth-policy.json")
  Validator(policy: policy).validate(paths: paths) { path, report in print(path, report.judgement) }
}

/// Mends a photo in place.
public func mend(_ path: String, _ repairs: [AuxRepair]) throws(AuxError) {
  let source = try ImageSource(editing: path)
  try PhotoRepair(repairs, of: source).finalize(to: path, options: .inPlace)
}
