package import AuxImage
internal import AuxKernels

extension DepthMesh {
  /// The camera of a scene, as a viewer places it: at the origin, looking along the negative z axis.
  package struct ViewCamera: Hashable, Sendable {
    /// The vertical field of view in radians.
    package let verticalFieldOfView: Double
    /// Width by height.
    package let aspectRatio: Double

    package init(verticalFieldOfView: Double, aspectRatio: Double) {
      (self.verticalFieldOfView, self.aspectRatio) = (verticalFieldOfView, aspectRatio)
    }
  }

  /// Returns the mesh as a binary glTF 2.0 file in metres, y up, with a JPEG file as its texture.
  ///
  /// The axes of glTF are x to the right, y up and z towards the viewer, so that y and z change their signs. The material is
  /// unlit (`KHR_materials_unlit`), since the light is in the photo already; viewers that do not know that shade it by its normals.
  /// Source: Khronos, glTF 2.0 specification, 3 and 4; Specs/space.md, "GLB".
  public func glb(texture jpeg: [UInt8]) -> [UInt8] { glb(texture: jpeg, camera: nil, extras: nil) }

  /// As ``glb(texture:)``, with the camera that took the photo, and what is said of the mesh in `extras`; without a texture the
  /// material is white, and lit.
  package func glb(texture jpeg: [UInt8]?, camera: ViewCamera?, extras: JSONValue?) -> [UInt8] {
    var data = GLBData()
    let isShort = vertexCount <= Int(UInt16.max)
    let (points, bounds) = upright(positions)
    let attributes: JSONValue = [
      "POSITION": .integer(data.addVectors(points, bounds: bounds)),
      "NORMAL": normals.isEmpty ? nil : .integer(data.addVectors(upright(normals).vectors, bounds: nil)),
      "TEXCOORD_0": textureCoordinates.isEmpty ? nil : .integer(data.addPlaces(textureCoordinates)),
    ]
    let triangles = isShort ? data.addIndices(indices.map(UInt16.init)) : data.addIndices(indices)
    let primitive: JSONValue = [
      "attributes": attributes, "indices": .integer(triangles), "material": .integer(0),
    ]
    let image = jpeg.map { data.addFile($0) }
    let mesh: JSONValue = ["primitives": .array([primitive]), "extras": extras]
    let nodes: [JSONValue] =
      [["mesh": .integer(0), "name": .string("photo")]]
      + (camera == nil ? [] : [["camera": .integer(0), "name": .string("camera")]])
    return data.file([
      "asset": ["version": .string("2.0"), "generator": .string("auxdepth \(AuxDepthVersion.text)")],
      "extensionsUsed": image == nil ? nil : .array([.string("KHR_materials_unlit")]),
      "scene": .integer(0),
      "scenes": .array([["nodes": .array(nodes.indices.map(JSONValue.integer))]]),
      "nodes": .array(nodes), "meshes": .array([mesh]),
      "cameras": camera.map { .array([json(of: $0)]) },
      "materials": .array([image == nil ? Self.plainMaterial : Self.material]),
      "textures": image == nil ? nil : .array([["source": .integer(0), "sampler": .integer(0)]]),
      // Linear, with mipmaps where it is small; the edges are not repeated.
      "samplers": image == nil
        ? nil
        : .array([
          [
            "magFilter": .integer(9729), "minFilter": .integer(9987), "wrapS": .integer(33071),
            "wrapT": .integer(33071),
          ]
        ]),
      "images": image.map { .array([["bufferView": .integer($0), "mimeType": .string("image/jpeg")]]) },
    ])
  }

  private static let material: JSONValue = [
    "pbrMetallicRoughness": [
      "baseColorTexture": ["index": .integer(0)], "metallicFactor": .integer(0),
      "roughnessFactor": .integer(1),
    ],
    "doubleSided": .boolean(true),
    "extensions": ["KHR_materials_unlit": .object([])],
  ]

  private static let plainMaterial: JSONValue = [
    "pbrMetallicRoughness": ["metallicFactor": .integer(0), "roughnessFactor": .integer(1)],
    "doubleSided": .boolean(true),
  ]

  private func json(of camera: ViewCamera) -> JSONValue {
    let nearest = stride(from: 2, to: positions.count, by: 3).reduce(Float.infinity) {
      min($0, positions[$1])
    }
    return [
      "type": .string("perspective"),
      "perspective": [
        "yfov": .number(camera.verticalFieldOfView), "aspectRatio": .number(camera.aspectRatio),
        "znear": .number(Double(nearest) / 2),
      ],
    ]
  }

  /// Returns vectors with y up and z towards the viewer, and the least and the greatest of each component.
  private func upright(
    _ vectors: [Float]
  ) -> (vectors: [Float], bounds: (low: SIMD3<Float>, high: SIMD3<Float>)) {
    var turned = Bands.undefined(vectors.count, of: Float.self)
    var (low, high) = (SIMD3<Float>(repeating: .infinity), SIMD3<Float>(repeating: -.infinity))
    for place in stride(from: 0, to: vectors.count, by: 3) {
      // 0 less a number, so that there is no negative zero.
      let vector: SIMD3<Float> = [vectors[place], 0 - vectors[place + 1], 0 - vectors[place + 2]]
      for axis in 0..<3 { turned[place + axis] = vector[axis] }
      (low, high) = (pointwiseMin(low, vector), pointwiseMax(high, vector))
    }
    return (turned, (low, high))
  }
}
