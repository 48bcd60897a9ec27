package import AuxContainers
package import AuxImage
package import AuxKernels
internal import CAuxShims

/// OpenEXR files that have a channel of depth, through OpenEXR's C core.
///
/// Source: OpenEXR, "Technical Introduction" and "OpenEXR File Layout".
package enum EXRMapCodec {
  /// Decodes a channel of halves or floats, of lines or of tiles' largest level.
  ///
  /// Without a name it is the first part's that has a channel ``EXRChannels`` takes for `wanted`. The plane is
  /// the display window; where no data are, it is NaN. `comments` are the attribute of the first part, nil where it is
  /// absent; `isNukes` says whether Nuke wrote the file, and `camera` is that of the part's attributes, or of the first part's. Throws `unsupported` for deep data.
  package static func decode(
    _ data: [UInt8], channel: String? = nil, of wanted: EXRChannels.Content = .depth,
    limits: AuxLimits = .standard
  ) throws(AuxError) -> (plane: PixelPlane, comments: String?, isNukes: Bool, camera: EXRCamera.Pinhole?) {
    let file = try EXRFile(data, limits: limits)
    let parts = file.header.parts.map { $0.isDeep ? nil : $0.channels.map(\.name) }
    let (part, name) = try EXRChannels.choose(from: parts, named: channel, of: wanted)
    let first = file.header.parts[0]
    let plane = try file.plane(part: part, channel: name)
    let candidates = [file.header.parts[part], first]
    let camera = candidates.lazy.compactMap { $0.camera.pinhole(width: plane.width, height: plane.height) }
      .first
    return (plane, first.comments, first.isNukes, camera)
  }

  /// Encodes a plane of halves or floats as one part of scan lines with ZIP compression.
  package static func encode(
    _ plane: PixelPlane, channel: String = "Z", comments: String? = nil
  ) throws(AuxError) -> [UInt8] {
    guard let width = UInt32(exactly: plane.width), let height = UInt32(exactly: plane.height) else {
      throw AuxError(.usage, "OpenEXR cannot hold \(plane.width)x\(plane.height) pixels")
    }
    guard (1...255).contains(channel.utf8.count), !channel.utf8.contains(0) else {
      throw AuxError(.usage, "the name of an OpenEXR channel has 1 to 255 bytes")
    }
    func write<Sample: BitwiseCopyable>(_ samples: [Sample], isHalf: Int32) throws(AuxError) -> [UInt8] {
      try unsafe encodedFile("the plane cannot be encoded as OpenEXR") { bytes, size, error in
        unsafe aux_exr_write(samples, width, height, isHalf, channel, comments, &bytes, &size, &error)
      }
    }
    switch plane.storage {
    case .half(let samples): return try write(samples, isHalf: 1)
    case .float(let samples): return try write(samples, isHalf: 0)
    case .uint8, .uint16:
      throw AuxError(.usage, "OpenEXR holds halves or floats; the plane has samples of \(plane.sampleType)")
    }
  }
}
