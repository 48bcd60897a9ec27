internal import ArgumentParser
internal import AuxDepthKit
internal import Synchronization

// `extract --camera` and `extract --dataset`.
extension Extract {
  /// Checks the options that go with `--unit`, `--camera` and `--dataset`.
  func checkMeasures() throws {
    let isMeasured = distances.output.isGiven || distances.resize != nil
    guard eye == nil || !isMeasured && camera.file == nil && camera.dataset == nil else {
      throw ValidationError(
        "--unit, --scale, --resize, --camera and --dataset are of maps, and --eye of photos")
    }
    if format?.name == "plist" || output?.hasSuffix(".plist") == true, isMeasured {
      throw ValidationError("plist holds samples as they are, without --unit, --scale and --resize")
    }
    try distances.output.check(as: pixelFormat)
    if camera.file != nil, files.count != 1 || recursion.recursive {
      throw ValidationError("--camera is of one photo; --dataset writes the cameras of many")
    }
    guard camera.file == nil || camera.file != output else {
      throw ValidationError("-o and --camera name the same file")
    }
    guard camera.dataset != nil else { return }
    guard output == nil, directory == nil, kinds.isEmpty, expected.isEmpty, pixelFormat == nil, !xml,
      !stored
    else {
      throw ValidationError(
        "--dataset says itself what is written and where: without -o, --directory, --type, --expect, --as, --xml and --stored"
      )
    }
    guard !distances.output.isGiven else {
      throw ValidationError(
        "--dataset writes depth in millimeters, as programs that read transforms.json expect: leave out --unit and --scale"
      )
    }
    guard [nil, "png", "npy"].contains(format?.name) else {
      throw ValidationError("depth in a data set is png or npy, not \(format?.name ?? "")")
    }
  }

  /// Writes the camera of the depth map among the images, where that was asked for.
  func writeCamera(of images: [AuxiliaryImage], in source: ImageSource) throws(AuxError) {
    guard let path = camera.file else { return }
    guard let image = images.first(where: { $0.type.isDepthData }) ?? images.first else {
      throw AuxError(.missingImage, "there is no map whose camera could be written")
    }
    let isStored = try imageFormat().isStored || stored
    let written = try CameraExport(of: image, in: source, isUpright: !isStored, size: distances.size)
    let bytes = written.encoded(as: camera.format ?? CameraExport.Format(outputPath: path))
    try OutputFile.write(bytes, to: path, options: sync.options(force: force))
  }

  func extractDataset(into folder: String) throws {
    var dataset = DatasetExport(into: folder)
    (dataset.writesArrays, dataset.size) = (format?.name == "npy", distances.size)
    dataset.range = space.range
    dataset.keepsMetadata = camera.keepsMetadata
    try Failure.ending { () throws(AuxError) in
      guard let poses = camera.poses else { return }
      try dataset.readPoses(from: poses)
    }
    dataset.options = sync.options(force: force)
    let names = Mutex(dataset)
    let frames = Mutex<[DatasetFrame]>([])
    var failure: (any Error)?
    do {
      try extract { path, source, claims, notes throws(AuxError) in
        let (place, writer) = names.withLock { ($0.next(path), $0) }
        // The photo of a frame alone can be one of the photos; its maps are PNG and NPY.
        try claims.writes([PathText.joined(folder, "color/\(place.name).jpg")])
        let frame = try writer.write(source, to: place)
        if let frame { frames.withLock { $0.append(frame) } }
        report(frame, path, in: notes)
        return .init(isAnyDone: true)
      }
    } catch { failure = error }
    let written = frames.withLock { $0 }
    if dataset.poses == nil, !quiet, written.contains(where: { $0.photoCamera != nil }) {
      Console.say(Message(.note, of: folder, Self.noPoses))
    }
    do throws(AuxError) {
      let removed = try dataset.finish(written)
      if !removed.isEmpty, !quiet {
        Console.say(Message(.note, of: folder, Self.removed(removed)))
      }
    } catch {
      // Why there is no frame is reported of each photo that failed.
      if written.isEmpty, let failure { throw failure }
      Failure.report(error, path: folder)
      throw ExitCode(Failure.status(of: error))
    }
    if let failure { throw failure }
  }

  private static let noPoses =
    "no poses: transforms.json has identity matrices and trajectory.json is not written; --poses gives them"

  private static func removed(_ files: [String]) -> String {
    "files of an earlier run that are not in this set were removed: \(files.prefix(6).joined(separator: ", "))"
      + (files.count > 6 ? " and \(files.count - 6) others" : "")
  }

  /// Reports the frame of a photo, or that a photo without a depth map has none.
  private func report(_ frame: DatasetFrame?, _ path: String, in notes: Transcript) {
    notes.share(DatasetFrame.notes(of: frame), of: path)
    if json {
      notes.report([Console.text(of: DatasetFrame.json(of: frame, photo: path))], of: ".")
    } else if let frame {
      if frame.hasUnknownScale { notes.share([Self.unknownScale], of: path) }
      notes.output("\(frame.name): \(frame.photo), \(frame.depth)" + (frame.mattes.isEmpty ? "" : ", mattes"))
    }
  }
}
