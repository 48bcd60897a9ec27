import AuxDepthKit

/// Returns a JPEG file of pixels and their depth in metres, row by row from the top; no file is touched.
public func photo(
  of pixels: PhotoPixels, metres: [Float], width: Int, height: Int
) throws(AuxError) -> [UInt8] {
  var destination = try ImageDestination(pixels: pixels, as: .jpeg)
  try destination.addDepth(DepthMap(metres, width: width, height: height))
  return try destination.finalize().data
}
