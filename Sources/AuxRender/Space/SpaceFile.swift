internal import AuxEffects
public import AuxImage
public import AuxWriter

/// A photo in space as a file: points as PLY, or a mesh with a texture as GLB.
///
/// Source: Specs/space.md.
public struct SpaceFile: Hashable, Sendable {
  /// The kinds of files.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Points with normals and colours, binary little-endian: x to the right, y down, z away from the camera.
    case ply
    /// A mesh with the photo as its texture, binary glTF 2.0: x to the right, y up, z towards the viewer.
    case glb

    /// Creates the format of a path's extension; nil for another one.
    public init?(outputPath path: String) {
      self.init(rawValue: PathText.fileExtension(of: path) ?? "")
    }
  }

  /// The longest side of a texture in pixels unless another is asked for: what graphics hardware takes everywhere.
  public static let standardTextureSide = 4096
  /// The quality that a texture is coded with.
  public static let textureQuality = 88

  /// Throws `usage` for a longest side that no texture has.
  package static func checkTextureSide(_ side: Int) throws(AuxError) {
    guard (16...65535).contains(side) else {
      throw AuxError(.usage, "the side of a texture is 16 to 65535 pixels, not \(side)")
    }
  }

  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The kind of file.
  public let format: Format
  /// The number of points, or of the mesh's vertices.
  public let pointCount: Int
  /// The number of triangles; nil for points.
  public let triangleCount: Int?
  /// The type of the map that it is made of.
  public let type: AuxiliaryDataType
  /// Where the camera is known from.
  public let cameraOrigin: PhotoSpace.CameraOrigin
  /// Whether distances are relative to each other only.
  public let isRelative: Bool
  /// Whether the texture's coded data are those of the photo; nil for points.
  package let isTextureCopied: Bool?

  /// Writes the file; throws `AuxError` as `OutputFile.write(_:to:options:)`.
  public func write(to path: String, options: WriteOptions = WriteOptions()) throws(AuxError) {
    try OutputFile.write(bytes, to: path, options: options)
  }

  /// What the file holds as a JSON object: `type`, `path`, `format`, `points` or `vertices` and `triangles`, `camera`, `scale`, which
  /// is `unknown` where distances are relative, and `textureUnchanged`.
  package func json(path: String? = nil) -> JSONValue {
    [
      "type": .string(type.name), "path": path.map(JSONValue.path),
      "pathBytes": path.flatMap(JSONValue.pathBytes), "format": .string(format.rawValue),
      "points": triangleCount == nil ? .integer(pointCount) : nil,
      "vertices": triangleCount == nil ? nil : .integer(pointCount),
      "triangles": triangleCount.map(JSONValue.integer), "camera": .string(cameraOrigin.rawValue),
      "scale": isRelative ? .string("unknown") : nil,
      "textureUnchanged": isTextureCopied.map(JSONValue.boolean),
    ]
  }
}

extension PhotoSpace {
  /// Makes the file of points or of a mesh; the longer side of a texture has `textureSide` pixels at most.
  ///
  /// Throws `AuxError` as ``pointCloud(colours:)`` and ``mesh()``, and `usage` for a photo that is not upright.
  public func file(
    as format: SpaceFile.Format, textureSide: Int = SpaceFile.standardTextureSide
  ) throws(AuxError) -> SpaceFile {
    guard isUpright else { throw AuxError(.usage, "a file of points or of a mesh is upright") }
    let photo = try photo()
    switch format {
    case .ply:
      let cloud = try pointCloud(photo: photo)
      return file(cloud.ply(comments: origin.comments), format, points: cloud.count)
    case .glb:
      try SpaceFile.checkTextureSide(textureSide)
      let mesh = try mesh(photo: photo)
      let texture = try MeshTexture(photo, of: source, longestSide: textureSide)
      let bytes = mesh.glb(texture: texture.bytes, camera: origin.view, extras: origin.extras.json)
      return file(
        bytes, format, points: mesh.vertexCount, triangles: mesh.triangleCount,
        isTextureCopied: texture.isCopied)
    }
  }

  private func file(
    _ bytes: [UInt8], _ format: SpaceFile.Format, points: Int, triangles: Int? = nil,
    isTextureCopied: Bool? = nil
  ) -> SpaceFile {
    SpaceFile(
      bytes: bytes, format: format, pointCount: points, triangleCount: triangles, type: image.type,
      cameraOrigin: cameraOrigin, isRelative: isRelative, isTextureCopied: isTextureCopied)
  }

  /// The map and the camera that points and meshes are made of.
  package var origin: SpaceOrigin {
    let map = depth.depthDataMap
    return SpaceOrigin(
      type: image.type, width: map.width, height: map.height, camera: camera, cameraOrigin: cameraOrigin,
      accuracy: depth.metadata.accuracy, isRelative: isRelative, isUpright: isUpright, mask: maskType)
  }
}
