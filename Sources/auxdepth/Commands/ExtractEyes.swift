internal import ArgumentParser
internal import AuxDepthKit
internal import Synchronization

/// `extract --eye`.
extension Extract {
  /// Checks the options that go with `--eye`, and those of `--format` without it.
  func checkEye() throws {
    guard let eye else {
      guard format == nil || format?.file != nil else {
        throw ValidationError("--format \(format?.name ?? "") goes with --eye")
      }
      return
    }
    guard types.isEmpty, pixelFormat == nil, !xml, !oriented else {
      throw ValidationError("--type, --as, --xml and --oriented are of auxiliary images, and --eye of photos")
    }
    guard format == nil || format?.picture != nil else {
      throw ValidationError("photos of --eye are heic, jpeg or png, not \(format?.name ?? "")")
    }
    guard output == nil || eye != .both else {
      throw ValidationError("-o names one output and there are two eyes; use --directory")
    }
  }

  /// Writes the eyes of all files.
  func extractEyes(_ eye: EyeArgument) throws {
    if let output {
      return try Batch(InputPaths([files[0]]), jobs: jobs, quiet: quiet).edit {
        path, _, notes throws(AuxError) in
        try extract(eye.eyes[0], of: path, to: output, notes)
        return .init(isAnyDone: true)
      }
    }
    var extractor = EyeExtractor(into: directory ?? ".", as: format?.picture ?? .heif)
    extractor.options = sync.options(force: force)
    let names = Mutex(extractor)
    try Batch(recursion.allPhotos(of: files), jobs: jobs, quiet: quiet).edit {
      path, turn, notes throws(AuxError) in
      let source = try ImageSource(path)
      notes.opened(source, of: path)
      let extraction = try names.withLock { extractor throws(AuxError) in
        try extractor.next(eye.eyes, of: source)
      }
      turn.writes(extraction.paths)
      var written: [JSONValue] = []
      try extraction.write { output in
        notes.print(output.photo.notes, of: path)
        if output.sharesStem {
          notes.print(["an earlier photo has the same name; its files have a number"], of: path)
        }
        written.append(output.photo.json(path: output.path))
        if !json { notes.output("\(output.path): \(Self.line(output.photo))") }
      }
      if json { notes.output(Self.report(path, written)) }
      return .init(isAnyDone: true)
    }
  }

  /// Writes one eye of the one photo.
  private func extract(
    _ eye: StereoEye, of path: String, to output: String, _ notes: Transcript
  ) throws(AuxError) {
    let source = try ImageSource(path)
    notes.opened(source, of: path)
    try OutputFile.check(output, replaces: force)
    let photo = try EyePhoto(eye, of: source, as: eyeContainer(output))
    notes.print(photo.notes, of: path)
    try photo.write(to: output, options: sync.options(force: force))
    if json {
      notes.report([Self.report(path, [photo.json(path: output)])], of: output)
    } else if output != StandardStream.path || !quiet {
      notes.report(["\(StandardStream.outputName(output)): \(Self.line(photo))"], of: output)
    }
  }

  private func eyeContainer(_ output: String) throws(AuxError) -> ImageContainer {
    if let picture = format?.picture { return picture }
    return try .forPicture(at: output, of: .heif)
  }

  private static func line(_ photo: EyePhoto) -> String {
    "\(photo.eye.rawValue) eye, \(photo.container.rawValue) \(photo.width)x\(photo.height), "
      + (photo.isTakenOver ? "coded bytes unchanged" : "coded anew")
  }

  private static func report(_ path: String, _ written: [JSONValue]) -> String {
    let report: JSONValue = [
      "path": .path(path), "pathBytes": .pathBytes(path), "extracted": .array(written),
    ]
    return report.text
  }
}
