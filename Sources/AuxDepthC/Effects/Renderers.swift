internal import AuxDepthKit
public import CAuxDepth

/// Decodes a photo for effects.
@c @implementation
public func auxdepth_renderer_new(
  _ photo: OpaquePointer?, _ map: OpaquePointer?, _ options: UnsafePointer<CChar>?,
  _ renderer: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(renderer, "renderer")
    let photo = try Photo.of(photo)
    let given = try map == nil ? nil : Map.of(map).map
    let (isUpright, bits, jobs, placement) = try Options.read(options) { options throws(AuxError) in
      (
        try options.isUpright(), try options.count("bits"), try options.jobs() ?? WorkerPool.coreCount,
        given == nil ? [] : try options.placement()
      )
    }
    let made = try photo.about { () throws(AuxError) in
      let map = try given.map { map throws(AuxError) in try RenderMap(map, on: photo.source, placement) }
      return try PhotoRenderer(
        photo.source, map: map, isUpright: isUpright, bitsPerSample: bits, jobs: jobs)
    }
    give(Renderer(made), to: place)
  }
}

/// Closes a renderer.
@c @implementation
public func auxdepth_renderer_close(_ renderer: OpaquePointer?) { close(renderer, Renderer.self) }

/// Makes the picture of an effect.
@c @implementation
public func auxdepth_renderer_render(
  _ renderer: OpaquePointer?, _ effect: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ background: OpaquePointer?, _ picture: UnsafeMutablePointer<OpaquePointer?>?,
  _ second: UnsafeMutablePointer<OpaquePointer?>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    second?.pointee = nil
    report?.pointee = nil
    let place = try place(picture, "picture")
    let renderer = try Renderer.of(renderer)
    let effect = try AuxDepthC.effect(effect)
    let behind = try background == nil ? nil : Picture.of(background)
    let settings = try Options.read(options) { options throws(AuxError) in
      try EffectOptions(&options, background: behind)
    }
    let rendering = try renderer.rendering(effect, settings)
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

/// Writes the picture of an effect.
@c @implementation
public func auxdepth_renderer_write(
  _ renderer: OpaquePointer?, _ effect: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ background: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let renderer = try Renderer.of(renderer)
    let effect = try AuxDepthC.effect(effect)
    let path = try AuxDepthC.path(path)
    let writing = try WriteOptions(flags: flags)
    guard writing.replacement != .inPlace else {
      throw AuxError(.usage, "the picture of an effect does not take the place of its photo")
    }
    let behind = try background == nil ? nil : Picture.of(background)
    let (settings, quality, bits, keepsMaps) = try Options.read(options) { options throws(AuxError) in
      (
        try EffectOptions(&options, background: behind), try options.quality(), try options.count("bits"),
        try options.flag("keepMaps") ?? false
      )
    }
    let files = try renderer.write(
      effect, settings, to: path, quality: quality, bitsPerSample: bits, keepsAuxiliaryImages: keepsMaps,
      options: writing)
    give(JSONValue.array(files.map(\.json)).text, to: report)
  }
}

extension Renderer {
  /// Returns the renderer of a handle.
  fileprivate static func of(_ handle: OpaquePointer?) throws(AuxError) -> PhotoRenderer {
    try object(handle, "renderer", as: Renderer.self).renderer
  }
}

/// Returns the effect of a name; throws `usage` for another.
private func effect(_ name: UnsafePointer<CChar>?) throws(AuxError) -> Effect {
  let name = try text(name, "effect")
  guard let effect = Effect(named: name), effect.isForPhotos else {
    let names = Effect.all.filter(\.isForPhotos).map(\.name).joined(separator: ", ")
    throw AuxError(.usage, "\(name) is no effect of photos; there are \(names)")
  }
  return effect
}
