internal import ArgumentParser
internal import AuxDepthKit

struct Attach: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Puts a depth map, mattes, a gain map, or the right eye's picture into a photo.",
    discussion: Prose.paragraphs(
      """
      Within one container the photo's coded bytes, and everything else in the file, stay bit for bit. Into another
      container, named by the output's extension, the primary is coded once and all auxiliary images go along.

      Into another container with nothing to attach, attach converts the photo as edit does.

      Several photos take maps by their names: where a map is given as a pattern, {stem} is the photo's name without
      its extension, {name} all of it, {number} the last number in it, %04d that number with four digits, and
      {stem:s/beauty/depth/} the stem with a part replaced; where a folder is given, the file of the photo's stem in it
      is taken, or of its stem and type, as extract names files; with --recursive, that of photos/day/a.jpg is looked
      for in depth/day, where there is that folder. - is standard input and output:

        auxdepth attach photos/*.jpg --depth 'depth/{stem}.exr' --directory out
        auxdepth attach beauty_*.png --depth 'depth/shot_%04d.exr' --container heif --directory out
        auxdepth convert z.exr -o - | auxdepth attach photo.jpg --depth - -o - > portrait.jpg

      With --right two photos become a spatial photo: one HEIC file of both eyes, with the cameras. Upright HEIC photos
      are taken over as they are coded; others are turned upright and coded. Maps are of the left picture:

        auxdepth attach left.jpg --right right.jpg --baseline 63.8 --fov 80 --adjustment 0.029 -o pair.heic
      """))

  @Argument(
    help: """
      The photos: JPEG, HEIF, AVIF or DNG; or PNG, TIFF, WebP or OpenEXR, with -o; with --recursive folders too; - is \
      standard input.
      """, completion: .photo)
  var images: [String]

  @OptionGroup var recursion: RecursionArguments

  @OptionGroup var output: OutputOptions
  @OptionGroup var manifest: ManifestArguments
  @OptionGroup var jobs: JobsArguments
  @OptionGroup(title: "Photo") var primary: PrimaryArguments
  @OptionGroup(title: "Images") var maps: MapArguments
  @OptionGroup(title: "What a depth map means") var map: DepthMapArguments
  @OptionGroup(title: "Map files") var file: MapFileArguments
  @OptionGroup(title: "What is recorded") var depth: DepthOptions
  @OptionGroup(title: "Spatial photo") var spatial: SpatialArguments
  @OptionGroup(title: "A portrait for Photos") var portrait: PortraitArguments
  @OptionGroup(title: "Coding") var coding: CodingOptions

  @OptionGroup var sandbox: SandboxArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var settings: Console.Settings { output.settingsWithFolders }

  func check() throws {
    try StreamCheck.inputs(
      images + maps.requests.map(\.path) + maps.dictionary + [
        depth.cameraFile, spatial.right, maps.gainmapMetadata, portrait.donor,
      ])
    try output.check(photos: images, count: recursion.recursive ? nil : images.count)
    try portrait.check()
    let mayConvert = output.output != nil || output.container != nil
    try maps.check(hasOtherWork: hasOtherWork || mayConvert)
    try map.check(hasDepth: maps.depth != nil, hasDisparity: maps.disparity != nil)
    try depth.check(map: map)
    guard coding.replace || !maps.noKeep else { throw ValidationError("--no-keep goes with --replace") }
    if maps.isEmpty, !hasOtherWork, let option = givenForMaps.first {
      throw ValidationError("\(option) is about a map, and no map is given: the photo is only converted")
    }
  }

  /// The options that are given and do nothing without a map.
  private var givenForMaps: [String] {
    let options = [
      ("--white-near", map.whiteNear), ("--linear-in", map.linearIn != .depth),
      ("--holes", map.holes != nil), ("--invalid", !map.invalid.isEmpty),
      ("--intrinsics", map.intrinsics != nil), ("--radial", map.radial),
      ("--pixel-origin", map.pixelOrigin != nil),
      ("--resize", map.resize != nil), ("--channel", file.channel != nil), ("--key", file.key != nil),
      ("--size", file.size != nil), ("--as", depth.format != nil), ("--quality", depth.quality != nil),
      ("--accuracy", depth.accuracy != nil), ("--filtered", depth.filter == .filtered),
      ("--unfiltered", depth.filter == .unfiltered), ("--calibration", depth.calibration != nil),
      ("--camera", depth.camera != nil),
      ("--stored", depth.stored), ("--stretch", depth.stretch), ("--replace", coding.replace),
      ("--dng-bits", coding.dngBits != 16), ("--also", !maps.also.isEmpty),
    ]
    return options.filter(\.1).map(\.0)
  }

  /// Whether there is something to do besides maps and a conversion.
  private var hasOtherWork: Bool {
    spatial.isGiven || portrait.profile != nil
  }

  func run() throws {
    let photos = recursion.allPhotos(of: images)
    let files = try Failure.ending { () throws(AuxError) in
      try AttachedFiles(
        maps, camera: depth.cameraFile, right: spatial.right, photos: photos.paths,
        folders: recursion.folders(of: images))
    }
    let targets = OutputTargets(output, manifest, photos: photos.paths)
    try Batch(photos, jobs: jobs, quiet: output.quiet).edit { image, claims, notes throws(AuxError) in
      try attach(files, to: image, targets, claims, notes)
      return .init(isAnyDone: true)
    }
  }

  private func attach(
    _ allFiles: AttachedFiles, to image: String, _ targets: OutputTargets, _ claims: PhotoBatch.FileClaims,
    _ notes: Transcript
  ) throws(AuxError) {
    var source = try output.source(image)
    source.primaryOptions = primary.options
    let files = try allFiles.paths(for: image)
    let inputs = files.all + [portrait.donor, maps.gainmapMetadata].compactMap(\.self)
    claims.reads(inputs)
    notes.opened(source, of: image)
    let container =
      try spatial.isGiven ? output.spatialContainer(for: source) : output.container(for: source)
    if maps.isEmpty, !hasOtherWork, container == source.container {
      throw AuxError(.usage, MapArguments.nothingToAttach)
    }
    let target = try targets.next(for: image, as: container, inputs: inputs, claims, notes)
    if maps.isEmpty, !hasOtherWork {
      return try convert(source, at: image, as: container, to: target, targets, notes)
    }
    let camera = try camera(of: source, files, notes)
    var destination = try destination(
      for: source, as: container, right: files.right, camera: camera, notes)
    notes.print(destination.notes, of: image)
    let printed = destination.notes.count
    var depthMap: MapAttachment?
    for request in files.requests {
      let attachment = try add(request, camera: camera, to: &destination, notes)
      notes.verbose(VerboseText.read(attachment), of: request.path)
      notes.print(attachment.notes, of: request.path)
      if request.type.isDepthData { depthMap = attachment }
    }
    for path in files.dictionaries {
      let attachment = try destination.addAuxiliaryDataInfo(
        propertyList: path, isStretched: depth.stretch, encoding: coding.encoding, replacing: coding.replace)
      if attachment.image.type.isDepthData { depthMap = depthMap ?? attachment }
    }
    if maps.redescribesGainMap, let form = maps.gainmapForm {
      try destination.describeGainMap(
        as: form.forms, headroom: maps.gainmapHeadroom, encoding: coding.encoding)
    }
    notes.print(try portrait.apply(to: &destination), of: image)
    if maps.also.contains(.gdepth) {
      guard let depthMap else { throw AuxError(.usage, "--also gdepth needs a depth map") }
      try destination.addGDepth(depthMap.image)
    }
    notes.print(Array(destination.notes.dropFirst(printed)), of: image)
    let report = try targets.write(&destination, to: target, notes)
    output.report(report.json(path: target.path), path: target.path, in: notes) {
      WriteText.lines(report, path: target.path)
    }
  }

  /// Writes a photo in another container, as `edit` does.
  private func convert(
    _ source: ImageSource, at path: String, as container: ImageContainer, to target: OutputTarget,
    _ targets: OutputTargets, _ notes: Transcript
  ) throws(AuxError) {
    var edit = PhotoEdit()
    (edit.quality, edit.encoding, edit.allowsPreview) = (
      coding.primaryQuality, coding.encoding, coding.preview
    )
    var edited = try edit.applied(to: source, as: container)
    notes.print(edited.destination.notes, losses: edited.destination.losses, of: path)
    let report = try targets.write(&edited.destination, to: target, notes)
    output.report(report.json(path: target.path), path: target.path, in: notes) {
      WriteText.lines(report, path: target.path)
    }
  }

  /// Returns the destination of a photo, with the right eye's picture where there is one.
  private func destination(
    for source: ImageSource, as container: ImageContainer, right: String?, camera: StatedCamera?,
    _ notes: Transcript
  ) throws(AuxError) -> ImageDestination {
    guard spatial.isGiven else {
      return try ImageDestination(
        from: source, as: container, quality: coding.primaryQuality, allowsPreview: coding.preview)
    }
    var other: ImageSource?
    if let right {
      do throws(AuxError) { other = try ImageSource(right) } catch { throw error.about(right) }
      other?.primaryOptions = primary.options
      if let other { notes.opened(other, of: right) }
    }
    return try spatial.photo(source, other, camera: camera?.camera, quality: coding.primaryQuality)
      .destination()
  }

  /// Returns the camera that options give; nil if none does, or nothing in the output has a camera.
  private func camera(
    of source: ImageSource, _ files: AttachedFiles.Paths, _ notes: Transcript
  ) throws(AuxError) -> StatedCamera? {
    guard maps.hasDepth || spatial.isGiven else { return nil }
    if let file = files.camera {
      var losses: [String] = []
      let camera = try StatedCamera(
        contentsOf: file, origin: map.pixelOrigin, convention: map.convention, limits: source.limits,
        losses: &losses)
      notes.print(losses, of: file)
      return camera
    }
    guard case .known(let camera)? = depth.camera else { return try map.camera() }
    if let note = camera.note(on: source) { notes.print([note], of: source.path ?? StandardStream.path) }
    return StatedCamera(try camera.camera(of: source))
  }

  private func add(
    _ request: MapArguments.Request, camera: StatedCamera?, to destination: inout ImageDestination,
    _ notes: Transcript
  ) throws(AuxError) -> MapAttachment {
    let (path, type) = (request.path, request.type)
    let (isUpright, isStretched) = (!depth.stored, depth.stretch)
    // Where there is a depth map, the options of map files are about it.
    var layout = maps.hasDepth && !type.isDepthData ? MapFile.Options() : try file.options()
    layout.channel = maps.channels[type] ?? layout.channel
    switch type.family {
    case .depthData:
      var options = try map.options(type == .depth ? .depth : .disparity)
      options.statedCamera = camera ?? options.statedCamera
      return try destination.addDepth(
        DepthMap(path, options: options, file: layout), recording: depth.recording,
        isUpright: isUpright, isStretched: isStretched, encoding: coding.encoding, replacing: coding.replace,
        keepingProperties: !maps.noKeep)
    case .gainMap:
      if let metadata = maps.gainmapMetadata {
        return try destination.addGainMap(
          path, described: GainMapDescription(jsonFile: metadata), forms: maps.gainmapForm?.forms ?? [],
          file: layout, isUpright: isUpright, isStretched: isStretched, encoding: coding.encoding,
          replacing: coding.replace)
      }
      return try destination.addGainMap(
        path, headroom: maps.gainmapHeadroom, forms: maps.gainmapForm?.forms ?? [], file: layout,
        isUpright: isUpright, isStretched: isStretched,
        encoding: coding.encoding,
        replacing: coding.replace,
        keepingProperties: !maps.noKeep)
    case .portraitMatte, .semanticMatte, nil:
      return try destination.addMatte(
        path, type: type, component: maps.matteFrom, file: layout, isUpright: isUpright,
        isStretched: isStretched,
        encoding: coding.encoding, replacing: coding.replace,
        keepingProperties: !maps.noKeep)
    }
  }
}
