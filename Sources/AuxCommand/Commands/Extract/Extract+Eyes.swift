internal import ArgumentParser
internal import AuxDepthKit
internal import Synchronization

// `extract --eye`.
extension Extract {
  /// Checks the options that go with `--eye`, and those of `--format` without it.
  func checkEye() throws {
    if let layout {
      guard eye == .both else { throw ValidationError("--layout goes with --eye both") }
      guard layout.isOnePicture else { throw ValidationError("--layout \(layout) is of two pictures") }
    }
    guard let eye else {
      guard format == nil || format?.file != nil || format?.space != nil else {
        throw ValidationError("--format \(format?.name ?? "") goes with --eye")
      }
      return
    }
    guard kinds.isEmpty, pixelFormat == nil, !xml, !stored else {
      throw ValidationError("--type, --as, --xml and --stored are of auxiliary images, and --eye of photos")
    }
    guard format == nil || format?.picture != nil else {
      throw ValidationError("photos of --eye are heic, jpeg or png, not \(format?.name ?? "")")
    }
    guard output == nil || eye != .both || layout != nil else {
      throw ValidationError(
        "-o names one output and there are two eyes; use --directory, or --layout for one picture")
    }
  }

  func extractEyes(_ eye: EyeArgument) throws {
    if let layout { return try extractPairs(layout) }
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
      try claims.writes(extraction.paths)
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

  /// Writes both eyes as one picture each.
  private func extractPairs(_ layout: Stereo.Layout) throws {
    let container = format?.picture
    let names = Mutex(AuxiliaryFileNames())
    try extract { path, source, claims, notes throws(AuxError) in
      guard source.stereoPair != nil else { throw AuxError.noStereoPair }
      var target = output ?? ""
      if output == nil {
        let (given, sharesStem) = names.withLock { names in
          names.names(
            of: [layout.rawValue], ofPhotoAt: path,
            extension: container?.outputExtensions.first ?? "png")
        }
        if sharesStem { notes.print([Self.numbered], of: path) }
        target = PathText.joined(directory ?? ".", given[0])
        try claims.writes([target])
      }
      try OutputFile.check(target, replaces: force)
      let pair = try PairPicture(of: source, layout: layout)
      if output == nil { try OutputFile.makeFolder(at: directory ?? ".") }
      let lost = try pair.write(to: target, as: container, options: sync.options(force: force))
      notes.print(lost, of: path)
      report(path, pair.json(path: target), Self.line(pair), to: target, in: notes)
      return .init(isAnyDone: true)
    }
  }

  private static func line(_ pair: PairPicture) -> String {
    let size = "both eyes, \(pair.layout) \(pair.pixels.width)x\(pair.pixels.height)"
    guard let camera = pair.camera else { return size }
    let baseline = NumberText.significant(camera.baseline * 1000, 6)
    let field = NumberText.significant(camera.fieldOfView, 8)
    let adjustment = NumberText.significant(camera.disparityAdjustment, 6)
    return size + "; back by --baseline \(baseline) --fov \(field) --adjustment \(adjustment)"
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
