import AuxDepthKit

/// Blurs a photo where it is out of focus by its depth map, and saves it as JPEG, its map with it.
///
/// A focus of 1 is on the nearest, of 0 on the farthest.
public func blur(_ photo: String, focus: Float, radius: Float, output: String) throws(AuxError) {
  let source = try ImageSource(photo)
  let renderer = try PhotoRenderer(source)
  var options = EffectOptions()
  options.focus = try FocusMask(focus: focus)
  options.blur = try FocalBlur(radius: radius)
  let picture = try renderer.picture(.blur, options)

  var destination = try ImageDestination(pixels: picture, metadata: renderer.metadata, as: .jpeg)
  try destination.addAuxiliaryImages(from: source)
  try destination.finalize(to: output)
}
