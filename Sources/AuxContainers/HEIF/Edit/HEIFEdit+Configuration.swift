package import AuxImage

extension HEIFEdit {
  /// Makes the `hvcC` of a file that was just coded agree with the parameter sets in them, of which they have all.
  ///
  /// libheif leaves out the constraint flags, and says that parameter sets may be missing. Throws `malformed` for a
  /// record without an SPS. Source: ISO/IEC 14496-15, 8.3.3.1.
  package mutating func normalizeConfigurations() throws(AuxError) {
    for index in meta.properties.indices where meta.properties[index].type == "hvcC" {
      var reader = meta.properties[index].reader
      var configuration = try HEVCDecoderConfiguration(parsing: &reader)
      try configuration.normalize()
      meta.properties[index] = Box("hvcC", configuration.serialize)
    }
  }
}
