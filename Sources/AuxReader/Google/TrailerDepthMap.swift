internal import AuxContainers
internal import AuxImage
internal import AuxKernels

/// A depth map in a maker's data after the images: a byte a sample, as it was taken, 0 nearest.
///
/// Nothing states distances: the values are relative disparity of 0...1. Source: Specs/trailers.md, "Depth maps".
struct TrailerDepthMap: EmbeddedImage {
  private let map: Trailer.DepthMap
  private let identifier: String
  private let source: any ByteSource
  private let range = CodeRange(quantity: .disparity, atZero: 1, atMax: 0)

  /// Takes a map of a trailer; throws `limitExceeded` for one that is too large.
  init(_ map: Trailer.DepthMap, in source: any ByteSource, limits: Limits) throws(AuxError) {
    _ = try limits.checkedPixelCount(width: map.width, height: map.height)
    (self.map, self.source, identifier) = (map, source, map.name)
  }

  private var metadata: AuxiliaryMetadata {
    var metadata = AuxiliaryMetadata()
    metadata.nativeFormat = .fdis
    metadata.storedFormat = .L008
    return metadata
  }

  func description(index: Int) -> AuxiliaryImage {
    AuxiliaryImage(
      index: index, type: .disparity, identifier: identifier, size: (map.width, map.height),
      metadata: metadata, range: range, codec: "raw", byteCount: map.range.count, embeddedForm: .trailer)
  }

  func stored(limits: Limits) throws(AuxError) -> StoredAuxiliaryImage {
    let codes = try source.read(at: map.range.lowerBound, count: map.range.count)
    let plane = PixelPlane(width: map.width, height: map.height, storage: .uint8(codes))
    return try StoredAuxiliaryImage(type: .disparity, content: .depth(plane, range), metadata: metadata)
  }
}
