import AuxDepthKit

/// Makes a HEIC photo of a render and its Z pass, an OpenEXR file in metres.
///
/// The report says how many samples nothing was hit at, and how far the stored depth is from the pass.
public func portrait(
  of render: String, pass: String, output: String
) throws(AuxError) -> WriteReport {
  var destination = try ImageDestination(encoding: ImageSource(render), as: .heif)
  try destination.addDepth(DepthMap(pass, convention: .blender))
  return try destination.finalize(to: output)
}
