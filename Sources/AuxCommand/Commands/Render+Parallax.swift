internal import ArgumentParser
internal import AuxDepthKit

extension Render {
  /// Throws where an option is given that a video has no use for.
  func validateVideo() throws {
    guard effect.value.isVideo else { return }
    guard container == nil, options.bits == nil, !keepAux else {
      throw ValidationError("a video takes no --container, --bits or --keep-aux")
    }
  }

  /// Writes the video of the effect, and counts its frames.
  func writeVideo() throws(AuxError) {
    try OutputFile.check(output, replaces: force, inputs: inputs)
    var source = try ImageSource(file)
    source.primaryOptions = primary.options
    let map = try map.map(for: source, meaning: meaning, file: mapFile)
    let renderer = try PhotoRenderer(
      source, map: map, isUpright: true, bitsPerSample: 8, jobs: threads.jobs ?? AuxWorkerPool.coreCount)
    for text in renderer.notes { note(file, text) }
    var counter = FrameCounter(quiet: json)
    let options = try effectOptions()
    defer { counter.clear() }
    let written = try renderer.writeParallax(options, to: output, options: sync.options(force: force)) {
      counter.advance(to: $0)
    }
    counter.clear()
    guard json else {
      return report(
        output, "\(effect.value) \(written.width)x\(written.height), \(options.loop.frameCount) frames",
        written.notes)
    }
    Console.report([Console.text(of: written.json)], of: output)
  }
}
