import AuxDepthKit

/// Makes a spatial photo of a photo and its depth map: what two cameras see that are `baseline` metres apart.
///
/// The field of view is the horizontal one in degrees.
public func spatialPair(
  of photo: String, fieldOfView: Double, baseline: Float, output: String
) throws(AuxError) -> SpatialRendering {
  let options = try SpatialOptions(baseline: baseline, fieldOfView: fieldOfView)
  let rendering = try PhotoRenderer(ImageSource(photo)).spatialPhoto(options)
  try rendering.photo.finalize(to: output)
  return rendering
}
