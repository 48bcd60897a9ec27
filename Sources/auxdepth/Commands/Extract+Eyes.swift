internal import ArgumentParser
internal import AuxDepthKit
internal import Synchronization

// `extract --eye`.
extension Extract {
  /// Checks the options that go with `--eye`, and those of `--format` without it.
  func checkEye() throws {
    guard let eye else {
      guard format == nil || format?.file != nil || format?.space != nil else {
        throw ValidationError("--format \(format?.name ?? "") goes with --eye")
      }
      return
    }
    guard kinds.isEmpty, pixelFormat == nil, !xml, !oriented else {
      throw ValidationError("--type, --as, --xml and --oriented are of auxiliary images, and --eye of photos")
    }
    guard format == nil || format?.picture != nil else {
      throw ValidationError("photos of --eye are heic, jpeg or png, not \(format?.name ?? "")")
    }
    guard output == nil || eye != .both else {
      throw ValidationError("-o names one output and there are two eyes; use --directory")
    }
  }

  func extractEyes(_ eye: EyeArgument) throws {
    if let output {
      return try extract { path, source, _, notes throws(AuxError) in
        try OutputFile.check(output, replaces: force)
        let photo = try EyePhoto(eye.eyes[0], of: source, as: eyeContainer(output, of: source))
        notes.print(photo.notes, of: path)
        try photo.write(to: output, options: sync.options(force: force))
        report(path, photo.json(path: output), Self.line(photo), to: output, in: notes)
        return .init(isAnyDone: true)
      }
    }
    var extractor = EyeExtractor(into: directory ?? ".", as: format?.picture)
    extractor.options = sync.options(force: force)
    let names = Mutex(extractor)
    try extract { path, source, claims, notes throws(AuxError) in
      let extraction = try names.withLock { extractor throws(AuxError) in
        try extractor.next(eye.eyes, of: source)
      }
      claims.writes(extraction.paths)
      var written: [JSONValue] = []
      try extraction.write { output in
        notes.print(output.photo.notes, of: path)
        if output.sharesStem { notes.print([Self.numbered], of: path) }
        written.append(output.photo.json(path: output.path))
        if !json { notes.output("\(output.path): \(Self.line(output.photo))") }
      }
      if json { report(path, written, in: notes) }
      return .init(isAnyDone: true)
    }
  }

  private func eyeContainer(_ output: String, of source: ImageSource) throws(AuxError) -> ImageContainer {
    if let picture = format?.picture { return picture }
    return try .forPicture(at: output, of: source.container)
  }

  private static func line(_ photo: EyePhoto) -> String {
    "\(photo.eye.rawValue) eye, \(photo.container.rawValue) \(photo.width)x\(photo.height), "
      + (photo.isTakenOver ? "coded bytes unchanged" : "coded anew")
  }
}
