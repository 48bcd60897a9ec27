package import AuxEffects
package import AuxImage
package import AuxMaps
internal import AuxRender
package import AuxWriter

extension OptionCall {
  package static let imagePoints = OptionCall("image_points")
  package static let imageMesh = OptionCall("image_mesh")
  package static let imageRays = OptionCall("image_read_rays")
  package static let mapPoints = OptionCall("map_points")
  package static let mapMesh = OptionCall("map_mesh")
  package static let meshWrite = OptionCall("mesh_write")
  package static let imageCamera = OptionCall("image_camera_text")
  package static let mapCamera = OptionCall("map_camera_text")
}

/// How samples become points or a mesh.
package struct SpaceMaking: CallOptions {
  package var space = SpaceOptions()
  package var isUpright = true
  package var fieldOfView: Double?
  package var mask: AuxiliaryDataType?
  package var hasColours = true
  private var jobs: Int?

  package init() {}

  /// The options of the library.
  package var options: SpaceOptions {
    var options = space
    options.jobs = jobs ?? options.jobs
    return options
  }

  package func check() throws(AuxError) {
    try space.check()
    if let fieldOfView { _ = try StereoCamera.focalLength(fieldOfView: fieldOfView) }
  }

  package static let title = "Points and meshes"
  package static let calls: [OptionCall] = [.imagePoints, .imageMesh, .imageRays, .mapPoints, .mapMesh]
  private static let ofSamples: [OptionCall] = [.imagePoints, .imageMesh, .mapPoints, .mapMesh]
  private static let ofImages: [OptionCall] = [.imagePoints, .imageMesh]
  package static let rows: [OptionRow<Self>] = [
    OptionRow("near", .number, unit: "m", "what is nearer is left out", calls: ofSamples) {
      $0.space.near = $1
    },
    OptionRow("far", .number, unit: "m", "what is farther is left out", calls: ofSamples) {
      $0.space.far = $1
    },
    OptionRow(
      "stride", .count(1...65536), \.space.stride, "every so-many-th column and row is taken",
      calls: ofSamples),
    OptionRow(
      "maxPoints", .count, \.space.maxPoints,
      "the most points, thinned evenly, or vertices of a mesh, in fewer columns and rows", calls: ofSamples),
    OptionRow(
      "tolerance", .number(0...1), \.space.tolerance,
      "how far a mesh may leave the samples that it has no vertex at, as a share of their depth; 0 for a vertex at each that "
        + "is not on a plane", calls: [.mapMesh, .imageMesh]),
    OptionRow(
      "maxStep", .number, \.space.maxStep,
      "a factor above 1: samples in the air between surfaces whose depths differ by more are no points, and triangles do not "
        + "bridge more", calls: ofSamples),
    .jobs(\.jobs, calls: ofSamples),
    OptionRow(
      "mask", .matteType, \.mask, "the type of a matte of the photo; only what it shows is kept",
      calls: ofImages),
    OptionRow(
      "colours", .flag, \.hasColours, "false to leave the photo's own picture undecoded",
      calls: [.imagePoints]),
    OptionRow(
      "fieldOfView", .number(1...175), \.fieldOfView, unit: "degrees",
      standard: "by the calibration, the cameras of a spatial photo, or Exif",
      "of the upright photo, horizontally", calls: [.imageRays] + ofImages),
    OptionRow(
      "upright", .flag, \.isUpright, "axes and rows as the photo is displayed; false as the file stores them",
      calls: [.imageRays] + ofImages),
  ]
}

/// How a mesh becomes a file.
package struct MeshWriting: CallOptions {
  package var textureSide = SpaceFile.standardTextureSide

  package init() {}

  package func check() throws(AuxError) { try SpaceFile.checkTextureSide(textureSide) }

  package static let title = "Files of meshes"
  package static let calls: [OptionCall] = [.meshWrite]
  package static let rows: [OptionRow<Self>] = [
    OptionRow(
      "textureSide", .count(16...65535), \.textureSide, unit: "pixels", "the longest side of the texture")
  ]
}

/// How the camera of a map becomes a text.
package struct CameraWriting: CallOptions {
  package var format = CameraExport.Format.json
  package var isUpright = true
  private var givenSize: ExtractedSize?
  private var mayStretch = false

  package init() {}

  /// The size of the picture.
  package var size: ExtractedSize? {
    var size = givenSize
    size?.mayStretch = mayStretch
    return size
  }

  package static let title = "Cameras of maps"
  package static let calls: [OptionCall] = [.imageCamera, .mapCamera]
  package static let rows: [OptionRow<Self>] = [
    OptionRow(
      "format", .choice, \.format,
      "the kind of text; the centre of the first pixel is (0.5, 0.5) in `json`, `colmap` and `nerfstudio`, (0, 0) in `tum` "
        + "and `opencv`"),
    OptionRow(
      "resize", .extractedSize, \.givenSize,
      "the size of the picture whose camera it is, turned: `WxH`, `50%`, `long=N`, `short=N`, `width=N` or `height=N`, "
        + "or `photo` for the photo's",
      calls: [.imageCamera]),
    OptionRow(
      "stretch", .flag, \.mayStretch, "true to let `resize` change the aspect ratio", calls: [.imageCamera]),
    OptionRow(
      "upright", .flag, \.isUpright, "the picture as the photo is displayed; false as the file stores it",
      calls: [.imageCamera]),
  ]
}
