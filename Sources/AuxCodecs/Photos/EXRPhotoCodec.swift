package import AuxImage
internal import AuxKernels

/// Pictures of OpenEXR files: scene-linear light, through OpenEXR's C core.
///
/// Source: OpenEXR, "Technical Introduction"; Specs/photos.md, "OpenEXR".
package enum EXRPhotoCodec {
  /// The light of the display window, each channel apart; NaN where the file has no data.
  package struct Light: Sendable {
    package var width: Int
    package var height: Int
    /// Red, green and blue, or gray, multiplied by the opacity.
    package var colours: [[Float]]
    /// The opacity, 0...1; nil where the file has no such channel.
    package var alpha: [Float]?
  }

  /// Decodes the channels of those names of a part, halves or floats, of lines or of tiles' largest level.
  ///
  /// Throws `usage` where a channel is not there, `unsupported` for one of whole numbers or of fewer samples than
  /// pixels, `truncated`, `codec`, `limitExceeded`.
  package static func decode(
    _ data: [UInt8], part: Int, colours: [String], alpha: String?, limits: AuxLimits = .standard
  ) throws(AuxError) -> Light {
    let file = try EXRFile(data, limits: limits)
    func plane(_ name: String) throws(AuxError) -> PixelPlane { try file.plane(part: part, channel: name) }
    let planes = try colours.map(plane)
    return Light(
      width: planes[0].width, height: planes[0].height, colours: planes.map(\.floats),
      alpha: try alpha.map(plane)?.floats)
  }
}
