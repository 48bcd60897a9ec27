internal import AuxImage
internal import AuxKernels

extension AuxiliaryImage {
  /// Returns the image with its codes; throws `rangeless` for a depth map whose range nothing states.
  func stored(
    _ codes: PixelPlane, packet: [UInt8]?, rangeless: @autoclosure () -> AuxError
  ) throws(AuxError) -> StoredAuxiliaryImage {
    let content: AuxiliaryContent
    if type.isDepthData {
      guard let range else { throw rangeless() }
      content = .depth(codes, range)
    } else {
      content = AuxiliaryContent(codes, of: type, gainMap: gainMapMetadata)
    }
    return try StoredAuxiliaryImage(type: type, content: content, metadata: metadata, packet: packet)
  }

  /// Returns the image with its components.
  func stored(_ colours: ColourPlanes, packet: [UInt8]?) throws(AuxError) -> StoredAuxiliaryImage {
    try StoredAuxiliaryImage(
      type: type, content: AuxiliaryContent(colours, of: type, gainMap: gainMapMetadata), metadata: metadata,
      packet: packet)
  }

  /// What the codes mean by ISO's or Ultra HDR's form, where the file describes the image in no other.
  private var gainMapMetadata: GainMapMetadata? { type == .hdrGainMap ? nil : gainMap?.metadata }
}
