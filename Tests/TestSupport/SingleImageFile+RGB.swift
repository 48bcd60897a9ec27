internal import AuxCodecs
package import AuxContainers
internal import AuxImage

extension SingleImageFile {
  /// Decodes an image to red, green and blue of 8 bits, interleaved, with the colors of its `colr`, else of the bitstream.
  package func rgb() throws -> [UInt8] {
    let (components, bits) = try HEIFImageCodec.decodePlanes(self)
    guard components.count == 3 else {
      return try PhotoPixels(gray: components[0].spread(fromBits: bits)).rgb8
    }
    var points: ColourCodePoints?
    for property in properties where property.type == "colr" {
      var reader = property.reader
      points = try ColourInformationProperty(parsing: &reader).codePoints ?? points
    }
    points =
      try points
      ?? ColourCodePoints(
        configuration: configuration, prefix: Array(payload.prefix(ColourCodePoints.prefixCount)))
    let chroma = components[1]
    let encoding = ColourEncoding(
      layout: chroma.width == width ? .yCbCr444 : chroma.height == height ? .yCbCr422 : .yCbCr420,
      bitsPerComponent: bits, matrixCoefficients: points?.photoMatrix ?? 2,
      isFullRange: points?.isFullRange ?? false)
    return try ColourPlanes(components: components, encoding: encoding).rgb().rgb8
  }
}
