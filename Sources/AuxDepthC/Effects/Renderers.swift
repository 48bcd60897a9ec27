internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_renderer_new(
  _ photo: OpaquePointer?, _ map: OpaquePointer?, _ options: UnsafePointer<CChar>?,
  _ renderer: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(renderer, "renderer")
    let photo = try Photo.of(photo)
    let given = try map == nil ? nil : Map.of(map).map()
    let opening = try RendererOpening(options, for: given == nil ? .rendererNew : .rendererNewOfMap)
    let made = try photo.about { () throws(AuxError) in
      let map = try given.map { map throws(AuxError) in
        try RenderMap(
          map, on: photo.source, isUpright: opening.isUpright, isStretched: opening.isStretched)
      }
      return try PhotoRenderer(
        photo.source, map: map, isUpright: opening.isUpright, bitsPerSample: opening.bits,
        jobs: opening.jobs ?? AuxWorkerPool.coreCount)
    }
    give(Renderer(made), to: place)
  }
}

@c @implementation
package func auxdepth_renderer_close(_ renderer: OpaquePointer?) { Renderer.close(renderer) }

@c @implementation
package func auxdepth_renderer_render(
  _ renderer: OpaquePointer?, _ effect: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ background: OpaquePointer?, _ picture: UnsafeMutablePointer<OpaquePointer?>?,
  _ second: UnsafeMutablePointer<OpaquePointer?>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    second?.pointee = nil
    report?.pointee = nil
    let place = try place(picture, "picture")
    let renderer = try Renderer.of(renderer).renderer
    let effect = try AuxDepthC.effect(effect)
    let writing = try PictureWriting(options, for: .render, background: background)
    let rendering = try renderer.rendering(effect, writing.effects)
    let pictures = rendering.pictures
    guard pictures.count == 1 || second != nil else {
      throw AuxError(.usage, "\(effect) makes \(pictures.count) pictures, and second is NULL")
    }
    let notes = renderer.notes + rendering.notes
    give(Picture(pictures[0], notes: notes), to: place)
    if let second, pictures.count > 1 { give(Picture(pictures[1], notes: notes), to: second) }
    give(rendering.report.json.text, to: report)
  }
}

@c @implementation
package func auxdepth_renderer_write(
  _ renderer: OpaquePointer?, _ effect: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ background: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let renderer = try Renderer.of(renderer).renderer
    let effect = try AuxDepthC.effect(effect)
    let path = try AuxDepthC.path(path)
    let file = try WriteOptions(flags: flags)
    guard file.replacement != .inPlace else {
      throw AuxError(.usage, "the picture of an effect does not take the place of its photo")
    }
    let writing = try PictureWriting(options, for: .renderWrite, background: background)
    let files = try renderer.write(
      effect, writing.effects, to: path, quality: writing.quality, bitsPerSample: writing.bits,
      keepsAuxiliaryImages: writing.keepsMaps, options: file)
    give(JSONValue.array(files.map(\.json)).text, to: report)
  }
}

extension PictureWriting {
  /// Reads the options of effects, and the picture behind the subject.
  fileprivate init(
    _ options: UnsafePointer<CChar>?, for call: OptionCall, background: OpaquePointer?
  ) throws(AuxError) {
    let behind = try background == nil ? nil : Picture.of(background)
    try self.init(options, for: call)
    effects.background = behind?.pixels
  }
}

private func effect(_ name: UnsafePointer<CChar>?) throws(AuxError) -> AuxEffect {
  let name = try text(name, "effect")
  guard let effect = AuxEffect(named: name), effect.isForPhotos else {
    let names = AuxEffect.all.filter(\.isForPhotos).map(\.name).joined(separator: ", ")
    throw AuxError(.usage, "\(name) is no effect of photos; there are \(names)")
  }
  return effect
}
