internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_image_gain_map(
  _ photo: OpaquePointer?, _ index: Int, _ gain_map: UnsafeMutablePointer<auxdepth_gain_map>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let photo = try Photo.of(photo)
    let image = try photo.image(index)
    guard let description = image.gainMap, let metadata = description.metadata else {
      throw AuxError(
        .missingImage, "auxiliary image \(index) has no metadata of a gain map of ISO 21496-1",
        path: photo.source.path)
    }
    try fill(gain_map, "gain_map", auxdepth_gain_map(metadata))
  }
}

@c @implementation
package func auxdepth_edit_attach_gain_map(
  _ edit: OpaquePointer?, _ samples: UnsafeRawPointer?, _ kind: auxdepth_sample, _ width: UInt32,
  _ height: UInt32, _ row_bytes: Int, _ size: Int, _ gain_map: UnsafePointer<auxdepth_gain_map>?,
  _ options: UnsafePointer<CChar>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let edit = try EditedPhoto.of(edit)
    let metadata = try GainMapMetadata(read(gain_map, "gain_map"))
    let attaching = try Attaching(options, for: .attachCodedGainMap)
    let plane = try PixelPlane(
      samples, kind: kind, width: width, height: height, distance: row_bytes, size: size)
    try edit.attach { destination throws(AuxError) in
      try destination.addGainMap(
        plane, forms: attaching.forms ?? [.iso], metadata: metadata, isUpright: attaching.isUpright,
        isStretched: attaching.isStretched,
        encoding: attaching.encoding, replacing: attaching.replaces,
        keepingProperties: attaching.keepsProperties)
    }
  }
}

extension auxdepth_gain_map {
  fileprivate init(_ metadata: GainMapMetadata) {
    self.init()
    channel_count = Int32(metadata.channels.count)
    uses_base_colour_space = metadata.usesBaseColourSpace ? 1 : 0
    (base_headroom, alternate_headroom) = (metadata.baseHeadroom, metadata.alternateHeadroom)
    let three = (0..<3).map { metadata.channels[min($0, metadata.channels.count - 1)] }
    func values(_ value: (GainMapMetadata.Channel) -> Double) -> (Double, Double, Double) {
      (value(three[0]), value(three[1]), value(three[2]))
    }
    (gain_min, gain_max, gamma) = (values(\.gainMin), values(\.gainMax), values(\.gamma))
    (base_offset, alternate_offset) = (values(\.baseOffset), values(\.alternateOffset))
  }
}

extension GainMapMetadata {
  /// Takes what a caller gave; throws `usage` for another number of channels than 1 and 3.
  fileprivate init(_ given: auxdepth_gain_map) throws(AuxError) {
    guard given.channel_count == 1 || given.channel_count == 3 else {
      throw AuxError(.usage, "a gain map has 1 or 3 channels, not \(given.channel_count)")
    }
    func values(_ three: (Double, Double, Double)) -> [Double] { [three.0, three.1, three.2] }
    let (low, high, gamma) = (values(given.gain_min), values(given.gain_max), values(given.gamma))
    let (base, alternate) = (values(given.base_offset), values(given.alternate_offset))
    let channels = (0..<Int(given.channel_count)).map { index in
      Channel(
        gainMin: low[index], gainMax: high[index], gamma: gamma[index], baseOffset: base[index],
        alternateOffset: alternate[index])
    }
    self.init(
      channels: channels, baseHeadroom: given.base_headroom, alternateHeadroom: given.alternate_headroom,
      usesBaseColourSpace: given.uses_base_colour_space != 0)
  }
}
