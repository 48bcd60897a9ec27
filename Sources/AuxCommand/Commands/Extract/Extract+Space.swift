internal import ArgumentParser
internal import AuxDepthKit
internal import Synchronization

// `extract --format ply` and `--format glb`.
extension Extract {
  /// The kind of file where points or a mesh are asked for, by `--format` or the extension of `-o`.
  var spaceFormat: SpaceFile.Format? {
    if let format { return format.space }
    return eye == nil ? output.flatMap { SpaceFile.Format(outputPath: $0) } : nil
  }

  /// Checks the options that go with points and meshes.
  func checkSpace() throws {
    guard let spaceFormat else {
      if let name = space.given { throw ValidationError("\(name) goes with --format ply or glb") }
      if let name = space.givenOfDistances, camera.dataset == nil {
        throw ValidationError("\(name) goes with --format ply or glb, or --dataset")
      }
      return
    }
    guard eye == nil, pixelFormat == nil, !xml else {
      throw ValidationError("--eye, --as and --xml do not go with --format \(spaceFormat.rawValue)")
    }
    guard !distances.output.isGiven, distances.resize == nil, camera.file == nil else {
      throw ValidationError(
        "points and meshes are in meters, of the map's samples, and state their camera: leave out --unit, --scale, --resize and "
          + "--camera")
    }
    guard !stored else {
      throw ValidationError("points and meshes are upright always; leave out --stored")
    }
    if spaceFormat == .ply, let name = space.givenOfMeshes {
      throw ValidationError("\(name) is of meshes, and goes with --format glb")
    }
  }

  func extractSpace(_ format: SpaceFile.Format) throws {
    var extractor = SpaceExtractor(into: directory ?? ".", as: format)
    extractor.options = sync.options(force: force)
    let names = Mutex(extractor)
    let textureSide = space.textureSide ?? SpaceFile.standardTextureSide
    try extract { path, source, claims, notes throws(AuxError) in
      var parts = Batch.Parts(expecting: expected, of: source)
      guard output == nil || parts.expected.isEmpty else { return parts }
      if let output { try OutputFile.check(output, replaces: force) }
      let photo = try PhotoSpace(
        source, kinds: kinds, fieldOfView: space.fieldOfView, mask: space.mask,
        options: space.options(jobs: recursion.isBatch(files) ? 1 : nil))
      let file: SpaceFile
      if let output {
        file = try photo.file(as: format, textureSide: textureSide)
        try file.write(to: output, options: sync.options(force: force))
        report(path, file.json(path: output), Self.line(file), to: output, in: notes)
      } else {
        let extraction = names.withLock { $0.next(photo, textureSide: textureSide) }
        try claims.writes([extraction.path])
        file = try extraction.write()
        if extraction.sharesStem { notes.print([Self.numbered], of: path) }
        if json {
          report(path, [file.json(path: extraction.path)], in: notes)
        } else {
          notes.output("\(extraction.path): \(Self.line(file))")
        }
      }
      if file.isRelative, !json { notes.share([Self.unknownScale], of: path) }
      parts.isAnyDone = true
      return parts
    }
  }

  private static func line(_ file: SpaceFile) -> String {
    let content =
      file.triangleCount.map { "\(file.pointCount) vertices, \($0) triangles" } ?? "\(file.pointCount) points"
    return "\(file.type.name), \(content), camera by \(file.cameraOrigin.text)"
  }
}

extension PhotoSpace.CameraOrigin {
  fileprivate var text: String {
    switch self {
    case .fieldOfView: "--fov"
    case .calibration: "the calibration"
    case .stereoPair: "the field of view of the stereo pair"
    case .exif: "Exif's focal length"
    }
  }
}
