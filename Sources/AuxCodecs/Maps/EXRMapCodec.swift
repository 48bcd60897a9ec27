package import AuxContainers
package import AuxImage
package import AuxKernels
internal import CAuxShims

/// OpenEXR files that have a channel of depth, through OpenEXR's C core.
///
/// Source: OpenEXR, "Technical Introduction" and "OpenEXR File Layout".
package enum EXRMapCodec {
  /// A channel of depth or of a matte, and what the file says of it.
  package struct Map {
    /// The samples of the display window; NaN where the file has no data.
    package let plane: PixelPlane
    package let channel: EXRChannels.Choice
    /// The attribute `comments` of the first part; nil if it is absent.
    package let comments: String?
    /// Whether Nuke wrote the file.
    package let isNukes: Bool
    /// The camera of the part's attributes, or of the first part's.
    package let camera: EXRCamera.Pinhole?
  }

  /// Decodes a channel of halves or floats, of lines or of tiles' largest level.
  ///
  /// Without a name it is the channel that ``EXRChannels`` takes for `wanted`; of a layer with colors it is the gray that all
  /// of them are. Throws `usage` for a layer with different colors, `unsupported` for deep data.
  package static func decode(
    _ data: [UInt8], channel: String? = nil, of wanted: EXRChannels.Content = .depth,
    limits: AuxLimits = .standard
  ) throws(AuxError) -> Map {
    let file = try EXRFile(data, limits: limits)
    let choice = try EXRChannels.choose(from: file.header.parts, named: channel, of: wanted)
    let first = file.header.parts[0]
    let plane = try file.plane(part: choice.part, channel: choice.channel)
    for other in choice.equals {
      guard
        let index = try plane.firstDifference(from: file.plane(part: choice.part, channel: other))
      else { continue }
      throw AuxError(
        .usage,
        "\(([choice.channel] + choice.equals).joined(separator: ", ")) are a color picture and no map (the first colored "
          + "pixel is at \(index % plane.width), \(index / plane.width))", remedy: .stateChannel)
    }
    let camera = [file.header.parts[choice.part], first].lazy
      .compactMap { $0.camera.pinhole(width: plane.width, height: plane.height) }.first
    return Map(
      plane: plane, channel: choice, comments: first.comments, isNukes: first.isNukes, camera: camera)
  }

  /// Encodes a plane of halves or floats as one part of scan lines with ZIP compression.
  ///
  /// Without the name of a channel it is `Y`, which programs show as gray, and also `second`; `Z` is the standard name of depth,
  /// and shown as black.
  package static func encode(
    _ plane: PixelPlane, channel: String? = nil, second: String? = "Z", comments: String? = nil
  ) throws(AuxError) -> [UInt8] {
    let (channel, second) = (channel ?? "Y", channel == nil ? second : nil)
    guard let width = UInt32(exactly: plane.width), let height = UInt32(exactly: plane.height) else {
      throw AuxError(.usage, "OpenEXR cannot hold \(plane.width)x\(plane.height) pixels")
    }
    guard (1...255).contains(channel.utf8.count), !channel.utf8.contains(0) else {
      throw AuxError(.usage, "the name of an OpenEXR channel has 1 to 255 bytes")
    }
    func write<Sample: BitwiseCopyable>(_ samples: [Sample], isHalf: Int32) throws(AuxError) -> [UInt8] {
      try unsafe encodedFile("the plane cannot be encoded as OpenEXR") { bytes, size, error in
        unsafe aux_exr_write(samples, width, height, isHalf, channel, second, comments, &bytes, &size, &error)
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

extension PixelPlane {
  /// Returns the index of the first sample whose bits differ from those of `other`; nil if all are equal.
  fileprivate func firstDifference(from other: PixelPlane) -> Int? {
    switch (storage, other.storage) {
    case (.half(let ours), .half(let theirs)): ours.indices.first { ours[$0] != theirs[$0] }
    case (.float(let ours), .float(let theirs)):
      ours.indices.first { ours[$0].bitPattern != theirs[$0].bitPattern }
    default: 0
    }
  }
}
