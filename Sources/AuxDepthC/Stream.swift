internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_stream(
  _ color: UnsafePointer<CChar>?, _ depth: UnsafePointer<CChar>?, _ matte: UnsafePointer<CChar>?,
  _ output: UnsafePointer<CChar>?, _ flags: UInt32, _ options: UnsafePointer<CChar>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let (color, depth) = (try path(color, "color"), try path(depth, "depth"))
    let matte = try matte == nil ? nil : path(matte, "matte")
    let output = try path(output, "output")
    let writing = try WriteOptions(flags: flags)
    let streaming = try Streaming(options, for: .stream)
    guard [color, depth, matte].count(where: { $0 == StandardStream.path }) < 2 else {
      throw AuxError(.usage, "standard input cannot be two of color, depth and matte")
    }
    let frames = try Y4MInput(color, matrix: streaming.matrix, limits: streaming.limits)
    let maps = try DepthInput(depth, options: streaming.frames(), limits: streaming.limits)
    let mattes = try matte.map { path throws(AuxError) in try MatteInput(path, limits: streaming.limits) }
    try OutputFile.check(output, replaces: writing.replaces, inputs: [color, depth, matte])
    let sink = try FrameSink(output, options: writing)
    var renderer = try streaming.renderer()
    let count = try renderer.render(frames, depth: maps, matte: mattes, to: sink)
    let format = renderer.outputFormat ?? frames.header?.format
    let notes = renderer.notes + StreamRenderer.notesOfRest(maps, mattes, after: count)
    let json: JSONValue = [
      "frames": .integer(count), "width": format.map { .integer($0.width) },
      "height": format.map { .integer($0.height) }, "notes": .array(notes.map(JSONValue.string)),
    ]
    give(json.text, to: report)
  }
}
