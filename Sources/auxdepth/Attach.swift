internal import ArgumentParser
internal import AuxImage
internal import AuxReader
internal import AuxWriter

/// `auxdepth attach`.
struct Attach: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Puts a depth map, mattes and a gain map into a photo.",
    discussion: """
      Within one container the photo's coded bytes, and everything else in the file, stay bit for bit.
      A PNG is coded once, as the output's extension asks.

      The default metadata is: format hdis, quality high, accuracy relative, filtered.
      """)

  @Argument(help: "The photo: JPEG, or PNG with an output that ends in .jpg.")
  var image: String

  @OptionGroup var output: OutputOptions
  @OptionGroup(title: "Images") var maps: MapArguments
  @OptionGroup(title: "What a depth map means") var map: DepthMapOptions
  @OptionGroup(title: "Map files") var file: MapFileArguments
  @OptionGroup(title: "What is recorded") var depth: DepthOptions
  @OptionGroup(title: "Coding") var coding: CodingOptions

  func validate() throws {
    try output.check(inputCount: 1)
    try maps.check()
    try map.check(hasDepth: maps.depth != nil, hasDisparity: maps.disparity != nil)
    try depth.check(map: map)
  }

  func run() throws {
    try Failure.one(image) { () throws(AuxError) in try attach() }
  }

  private func attach() throws(AuxError) {
    let source = try ImageSource(image)
    if !output.quiet { Notes.print(of: source, path: image) }
    let target = try output.target(for: image, source: source)
    var destination =
      target.container == source.container
      ? try ImageDestination(from: source)
      : try ImageDestination(encoding: source, as: target.container, quality: coding.primaryQuality)
    if !output.quiet {
      for note in destination.notes { Console.error("auxdepth: \(image): note: \(note)") }
    }
    guard let primary = destination.primary else {
      throw AuxError(.usage, "the file is a lone auxiliary image and has no primary")
    }
    let placement = MapPlacement(
      primary: primary, isOriented: depth.oriented, mayStretch: depth.stretch)
    var attachments: [MapAttachment] = []
    for request in maps.requests {
      do throws(AuxError) {
        attachments.append(
          try MapAttachment(
            request, depth: depth, map: map, file: file, headroom: maps.gainmapHeadroom, placement: placement,
            bits: target.container == .dng ? coding.dngBits : 8))
      } catch { throw error.about(request.path) }
    }
    for path in maps.dictionary {
      do throws(AuxError) {
        attachments.append(
          try MapAttachment(
            dictionary: path, placement: placement, bits: target.container == .dng ? coding.dngBits : 8))
      } catch { throw error.about(path) }
    }
    for attachment in attachments {
      try destination.addAuxiliaryImage(
        attachment.image, encoding: coding.encoding, replacing: coding.replace)
    }
    if maps.also.contains(.gdepth) {
      guard let depth = attachments.first(where: { $0.image.type.isDepthData }) else {
        throw AuxError(.usage, "--also gdepth needs a depth map")
      }
      try destination.addGDepth(depth.image, mime: maps.gdepthMime)
    }
    let report = try destination.finalize(to: target.path, replacement: target.replacement)
    let lines = try AttachReport(path: target.path, report: report, attachments: attachments)
    Console.output(output.json ? lines.json.text : lines.text)
  }
}
