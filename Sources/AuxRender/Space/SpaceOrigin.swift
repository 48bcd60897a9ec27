package import AuxEffects
package import AuxImage
internal import AuxKernels
package import AuxReader
package import AuxWriter

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The map and the camera that points and a mesh are made of.
package struct SpaceOrigin: Sendable {
  /// The type and the size of the map.
  let type: AuxiliaryDataType
  let width, height: Int
  let camera: CameraCalibrationData
  /// Where the camera of a photo is known from; nil for the camera of a map without a photo.
  var cameraOrigin: PhotoSpace.CameraOrigin?
  var accuracy: DepthData.Accuracy?
  let isRelative: Bool
  var isUpright = true
  var mask: AuxiliaryDataType?

  private var knownFrom: String { (cameraOrigin ?? .calibration).rawValue }

  /// What a PLY file says of itself.
  var comments: [String] {
    let (matrix, size) = (camera.intrinsicMatrix, camera.intrinsicMatrixReferenceDimensions)
    let (across, down) = (Double(width) / size.width, Double(height) / size.height)
    return SpaceFileMetadata.comments(
      of: "a \(type.name) map of \(width)x\(height)", isUpright: isUpright, isRelative: isRelative)
      + [
        "camera (\(knownFrom)), in samples of the map from its corner: "
          + "fx \(matrix[0] * across) fy \(matrix[4] * down) cx \(matrix[6] * across) cy \(matrix[7] * down)"
      ] + (mask.map { ["mask: \($0.name)"] } ?? [])
  }

  /// What a glTF file says of its mesh.
  var extras: SpaceFileMetadata.Extras {
    .init(
      map: type.name, camera: knownFrom, accuracy: accuracy?.rawValue,
      scale: isRelative ? "unknown" : "metres",
      mask: mask?.name)
  }

  /// The camera as viewers of a scene place it, whose optical axis goes through the centre.
  var view: DepthMesh.ViewCamera {
    let (size, matrix) = (camera.intrinsicMatrixReferenceDimensions, camera.intrinsicMatrix)
    let (across, down) = (size.width / matrix[0], size.height / matrix[4])
    return .init(verticalFieldOfView: 2 * atan(down / 2), aspectRatio: across / down)
  }

  /// A JSON object of `type` of the map, `camera` of a photo, and `scale`, which is `unknown` where distances are relative, with
  /// what ``SpaceFileMetadata`` reads of it.
  package var json: JSONValue {
    [
      "type": .string(type.name), "camera": cameraOrigin.map { .string($0.rawValue) },
      "scale": isRelative ? .string("unknown") : nil, "upright": isUpright ? nil : .boolean(false),
      "comments": .array(comments.map(JSONValue.string)),
      "view": [
        "verticalFieldOfView": .number(view.verticalFieldOfView), "aspectRatio": .number(view.aspectRatio),
      ],
      "extras": extras.json,
    ]
  }
}

/// The comments of a PLY file, and the camera and the extras of a GLB file.
package struct SpaceFileMetadata: Sendable {
  var comments = Self.comments(of: nil, isUpright: true, isRelative: false)
  var isUpright = true
  var view: DepthMesh.ViewCamera?
  var extras: Extras?

  struct Extras: Decodable {
    let map, camera, accuracy, scale, mask: String?

    var json: JSONValue {
      let members = [
        ("map", map), ("camera", camera), ("accuracy", accuracy), ("scale", scale), ("mask", mask),
      ]
      return .object(members.compactMap { name, text in text.map { JSONValue.Member(name, .string($0)) } })
    }
  }

  private struct Document: Decodable {
    struct View: Decodable {
      let verticalFieldOfView, aspectRatio: Double?
    }

    let comments: [String]?
    let upright: Bool?
    let extras: Extras?
    let view: View?
  }

  /// Creates the metadata of points or of a mesh that no map is known of.
  package init() {}

  /// Reads the JSON object of a ``SpaceOrigin``; throws `usage` for other bytes.
  package init(json bytes: [UInt8]) throws(AuxError) {
    let document: Document
    do throws(AuxError) { document = try Document(json: bytes, form: "object") } catch {
      throw AuxError(.usage, error.reason, place: "about")
    }
    comments = document.comments ?? comments
    isUpright = document.upright ?? true
    extras = document.extras
    guard let angle = document.view?.verticalFieldOfView, let ratio = document.view?.aspectRatio else {
      return
    }
    guard (0...Double.pi).contains(angle), ratio >= 0 else {
      throw AuxError(
        .usage, "a field of view of \(angle) radians, or an aspect ratio of \(ratio)", place: "about/view")
    }
    view = .init(verticalFieldOfView: angle, aspectRatio: ratio)
  }

  fileprivate static func comments(of map: String?, isUpright: Bool, isRelative: Bool) -> [String] {
    [
      "made by auxdepth \(AuxDepthVersion.text)" + (map.map { " of \($0)" } ?? ""),
      "axes: x right, y down, z away from the camera at the origin; the photo is "
        + (isUpright ? "upright" : "as the file stores it"),
      isRelative
        ? "unit: the scale is unknown (accuracy relative), so that metres may not be metres" : "unit: metres",
    ]
  }
}

extension PointCloud {
  /// Writes the points as a PLY file.
  ///
  /// Throws `AuxError` as `OutputFile.write(_:to:options:)`, and `usage` for the extension of another format.
  package func write(
    _ metadata: SpaceFileMetadata, to path: String, options: WriteOptions
  ) throws(AuxError) {
    try SpaceFile.Format.ply.checkName(ofOutput: path)
    try OutputFile.write(ply(comments: metadata.comments), to: path, options: options)
  }
}

extension DepthMesh {
  /// Writes the mesh as a GLB file whose texture is a photo, or without a texture.
  ///
  /// Throws `AuxError` as `PhotoSpace.file(as:textureSide:)`, as `OutputFile.write(_:to:options:)`, and `usage` for the extension of
  /// another format, and for a texture without texture coordinates.
  package func write(
    _ metadata: SpaceFileMetadata, texture source: ImageSource?, textureSide: Int, to path: String,
    options: WriteOptions
  ) throws(AuxError) {
    try SpaceFile.Format.glb.checkName(ofOutput: path)
    guard source == nil || !textureCoordinates.isEmpty else {
      throw AuxError(.usage, "a mesh without texture coordinates takes no texture")
    }
    let texture = try source.map { source throws(AuxError) in
      let photo = try PhotoSpace.photo(
        of: source, isUpright: metadata.isUpright, jobs: AuxWorkerPool.coreCount)
      return try MeshTexture(photo, of: source, longestSide: textureSide)
    }
    let bytes = glb(texture: texture?.bytes, camera: metadata.view, extras: metadata.extras?.json)
    try OutputFile.write(bytes, to: path, options: options)
  }
}

extension SpaceFile.Format {
  /// Throws `usage` for the extension of something else.
  fileprivate func checkName(ofOutput path: String) throws(AuxError) {
    guard let suffix = PathText.fileExtension(of: path), suffix != rawValue else { return }
    let content = self == .ply ? "points" : "a mesh"
    throw AuxError(
      .usage, "\(content) would be written as \(rawValue.uppercased()), and the name says .\(suffix)",
      path: path)
  }
}
