internal import ArgumentParser
internal import AuxDepthKit

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
      return try Failure.one(files[0]) { () throws(AuxError) in try extract(eye.eyes[0], to: output) }
    }
    var extractor = EyeExtractor(into: directory ?? ".", as: format?.picture ?? .heif)
    (extractor.replaces, extractor.waitsForDisk) = (force, sync.waitsForDisk)
    try Failure.forEach(recursion.allPhotos(of: files), quiet: quiet) { path throws(AuxError) in
      let notes = Notes(quiet: quiet)
      let source = try ImageSource(path)
      notes.print(source.notes, of: path)
      var written: [JSONValue] = []
      try extractor.extract(eye.eyes, from: source) { output in
        notes.print(output.photo.notes, of: path)
        if output.sharesStem {
          notes.print(["an earlier photo has the same name; its files have a number"], of: path)
        }
        written.append(output.photo.json(path: output.path))
        if !json { Console.output("\(output.path): \(Self.line(output.photo))") }
      }
      if json { Console.output(Self.report(path, written)) }
    }
  }

  /// Writes one eye of the one photo.
  private func extract(_ eye: StereoEye, to output: String) throws(AuxError) {
    let notes = Notes(quiet: quiet)
    let source = try ImageSource(files[0])
    notes.print(source.notes, of: files[0])
    try OutputFile.check(output, replaces: force)
    let photo = try EyePhoto(eye, of: source, as: eyeContainer(output))
    notes.print(photo.notes, of: files[0])
    try photo.write(to: output, replaces: force, waitsForDisk: sync.waitsForDisk)
    if json {
      Console.report([Self.report(files[0], [photo.json(path: output)])], of: output)
    } else if output != StandardStream.path || !quiet {
      Console.report(["\(StandardStream.outputName(output)): \(Self.line(photo))"], of: output)
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
