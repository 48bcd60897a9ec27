internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_photo_picture(
  _ photo: OpaquePointer?, _ turn: auxdepth_turn, _ picture: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(picture, "picture")
    let photo = try Photo.of(photo)
    let isUpright = try isUpright(turn)
    let decoded = try photo.about { () throws(AuxError) in try photo.source.decodedPrimary() }
    give(
      Picture(isUpright ? decoded.pixels.upright() : decoded.pixels, notes: decoded.notes), to: place)
  }
}

@c @implementation
package func auxdepth_photo_eye(
  _ photo: OpaquePointer?, _ eye: auxdepth_eye, _ turn: auxdepth_turn,
  _ picture: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(picture, "picture")
    let photo = try Photo.of(photo)
    let isUpright = try isUpright(turn)
    let wanted: StereoEye
    switch Int(eye) {
    case AUXDEPTH_EYE_LEFT: wanted = .left
    case AUXDEPTH_EYE_RIGHT: wanted = .right
    default: throw AuxError(.usage, "\(eye) is neither AUXDEPTH_EYE_LEFT nor AUXDEPTH_EYE_RIGHT")
    }
    let pixels = try photo.about { () throws(AuxError) in try photo.source.pixels(of: wanted) }
    give(Picture(isUpright ? pixels.upright() : pixels), to: place)
  }
}

@c @implementation
package func auxdepth_picture_new(
  _ samples: UnsafeRawPointer?, _ width: UInt32, _ height: UInt32, _ channels: Int32, _ bits: Int32,
  _ row_bytes: Int, _ size: Int, _ icc: UnsafePointer<UInt8>?, _ icc_count: Int,
  _ options: UnsafePointer<CChar>?, _ picture: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(picture, "picture")
    guard let samples else { throw missing("samples") }
    guard channels == 1 || channels == 3 else {
      throw AuxError(.usage, "a picture has 1 or 3 samples a pixel, not \(channels)")
    }
    let orientation = try PictureMaking(options, for: .pictureNew).orientation
    func rows<Sample>(_: Sample.Type) throws(AuxError) -> [Sample] {
      try BufferRows(
        of: Sample.self, count: Int(width) * Int(channels), height: Int(height), at: samples,
        distance: row_bytes, size: size
      ).samples(of: samples, as: Sample.self)
    }
    let values: PhotoPixels.Samples
    switch bits {
    case 8: values = .uint8(try rows(UInt8.self))
    case 16: values = .uint16(try rows(UInt16.self))
    default: throw AuxError(.usage, "samples have 8 or 16 bits, not \(bits)")
    }
    let profile = icc == nil ? nil : try bytes(icc, icc_count, "icc")
    let pixels = try PhotoPixels(
      width: Int(width), height: Int(height), channels: Int(channels), samples: values, iccProfile: profile,
      orientation: orientation)
    give(Picture(pixels), to: place)
  }
}

@c @implementation
package func auxdepth_picture_close(_ picture: OpaquePointer?) { Picture.close(picture) }

@c @implementation
package func auxdepth_picture_describe(
  _ picture: OpaquePointer?, _ info: UnsafeMutablePointer<auxdepth_picture_info>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let pixels = try Picture.of(picture).pixels
    var value = auxdepth_picture_info()
    (value.width, value.height) = (UInt32(clamping: pixels.width), UInt32(clamping: pixels.height))
    (value.channels, value.bits) = (Int32(pixels.channels), Int32(pixels.bitsPerSample))
    value.orientation = Int32(pixels.orientation.rawValue)
    value.has_icc_profile = pixels.iccProfile == nil ? 0 : 1
    try fill(info, "info", value)
  }
}

@c @implementation
package func auxdepth_picture_read(
  _ picture: OpaquePointer?, _ channels: Int32, _ bits: Int32, _ samples: UnsafeMutableRawPointer?,
  _ row_bytes: Int, _ size: Int, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let buffer = try Buffer(samples, row_bytes, size, "samples")
    try buffer.write(
      Picture.of(picture).pixels.converted(channels: Int(channels), bitsPerSample: Int(bits)))
  }
}

@c @implementation
package func auxdepth_picture_icc_profile(
  _ picture: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ count: UnsafeMutablePointer<Int>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let (place, count) = try places(bytes, count)
    guard let profile = try Picture.of(picture).pixels.iccProfile else { return }
    try give(profile, to: place, count: count)
  }
}

@c @implementation
package func auxdepth_picture_notes_json(
  _ picture: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(json, "json")
    give(JSONValue(texts: try Picture.of(picture).notes).text, to: place)
  }
}

/// Returns where bytes go, with none there yet; throws `usage` for NULL.
func places(
  _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: UnsafeMutablePointer<Int>?
) throws(AuxError) -> (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>) {
  guard let count else { throw missing("count") }
  count.pointee = 0
  return (try place(bytes, "bytes"), count)
}
