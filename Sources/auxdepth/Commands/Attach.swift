internal import ArgumentParser
internal import AuxDepthKit

/// `auxdepth attach`.
struct Attach: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Puts a depth map, mattes and a gain map into a photo.",
    discussion: """
      Within one container the photo's coded bytes, and everything else in the file, stay bit for bit. Into another
      container, named by the output's extension, the primary is coded once and all auxiliary images go along.
      """)

  @Argument(help: "The photo: JPEG, HEIF or DNG; or PNG, TIFF, WebP or OpenEXR, with -o.")
  var image: String

  @OptionGroup var output: OutputOptions
  @OptionGroup(title: "Images") var maps: MapArguments
  @OptionGroup(title: "What a depth map means") var map: DepthMapArguments
  @OptionGroup(title: "Map files") var file: MapFileArguments
  @OptionGroup(title: "What is recorded") var depth: DepthOptions
  @OptionGroup(title: "Coding") var coding: CodingOptions

  func validate() throws {
    try output.check(inputCount: 1)
    try maps.check()
    try map.check(hasDepth: maps.depth != nil, hasDisparity: maps.disparity != nil)
    try depth.check(map: map)
    guard coding.replace || !maps.noKeep else { throw ValidationError("--no-keep goes with --replace") }
  }

  func run() throws {
    try Failure.one(image) { () throws(AuxError) in try attach() }
  }

  private func attach() throws(AuxError) {
    let source = try ImageSource(image)
    let notes = Notes(quiet: output.quiet)
    notes.print(source.notes, of: image)
    let target = try output.target(for: image, source: source)
    var destination = try ImageDestination(
      from: source, as: target.container, quality: coding.primaryQuality)
    notes.print(destination.notes, of: image)
    var depthMap: MapAttachment?
    for request in maps.requests {
      let attachment = try add(request, to: &destination)
      notes.print(attachment.notes, of: request.path)
      if request.type.isDepthData { depthMap = attachment }
    }
    for path in maps.dictionary {
      let attachment = try destination.addAuxiliaryDataInfo(
        propertyList: path, placement: depth.placement, encoding: coding.encoding, replacing: coding.replace)
      if attachment.image.type.isDepthData { depthMap = depthMap ?? attachment }
    }
    if maps.also.contains(.gdepth) {
      guard let depthMap else { throw AuxError(.usage, "--also gdepth needs a depth map") }
      try destination.addGDepth(depthMap.image, mime: maps.gdepthMime)
    }
    let report = try destination.finalize(to: target.path, replacement: target.replacement)
    Console.output(
      output.json ? report.json(path: target.path).text : WriteText.lines(report, path: target.path))
  }

  private func add(
    _ request: MapArguments.Request, to destination: inout ImageDestination
  ) throws(AuxError) -> MapAttachment {
    let (path, type, placement) = (request.path, request.type, depth.placement)
    // Where there is a depth map, the options of map files are about it.
    let codesFile = maps.hasDepth ? MapFile.Options() : try file.options()
    switch type.family {
    case .depthData:
      var options = try map.options(type == .depth ? .depth : .disparity)
      if let camera = try depth.camera() { options.camera = camera }
      return try destination.addDepth(
        DepthMap(path, options: options, file: file.options()), recording: depth.recording,
        placement: placement, encoding: coding.encoding, replacing: coding.replace,
        keepingProperties: !maps.noKeep)
    case .gainMap:
      return try destination.addGainMap(
        path, headroom: maps.gainmapHeadroom, file: codesFile, placement: placement,
        encoding: coding.encoding,
        replacing: coding.replace,
        keepingProperties: !maps.noKeep)
    case .portraitMatte, .semanticMatte, nil:
      return try destination.addMatte(
        path, type: type, component: maps.matteFrom, file: codesFile, placement: placement,
        encoding: coding.encoding, replacing: coding.replace,
        keepingProperties: !maps.noKeep)
    }
  }
}
