package import AuxImage

extension ColourCodePoints {
  /// The number of bytes of an image in which AV1's sequence header is looked for.
  package static let prefixCount = 128

  /// Reads what a bitstream says about its colours, in a codec's configuration or, of AV1, in the image's first bytes.
  ///
  /// Nil where it says nothing. Throws `malformed` or `truncated`, and `unsupported` for another codec.
  package init?(configuration: Box, prefix: [UInt8]) throws(AuxError) {
    var reader = configuration.reader
    switch configuration.type {
    case "hvcC":
      try self.init(HEVCDecoderConfiguration(parsing: &reader).sequenceParameterSetUnit())
    case "av1C":
      let units = try AV1Configuration(parsing: &reader).units
      var header = try AV1SequenceHeader(in: units)
      if header == nil { header = try AV1SequenceHeader(in: prefix) }
      guard let header else { return nil }
      self = header.colours
    default: throw AuxError(.unsupported, "the configuration \(configuration.type)")
    }
  }
}

/// What a coded image's configuration says about its samples.
package struct CodedSamples: Sendable {
  /// 0 for monochrome, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  package var chromaFormat: Int
  /// Bits per sample.
  package var bitDepth: Int
  /// The size of the picture that decoding gives; nil where the configuration does not say.
  package var size: (width: Int, height: Int)?

  /// Looks at a codec's configuration.
  ///
  /// Throws `malformed` or `truncated`, and `unsupported` for a configuration of another codec.
  package init(configuration: Box) throws(AuxError) {
    var reader = configuration.reader
    switch configuration.type {
    case "hvcC":
      let set = try HEVCDecoderConfiguration(parsing: &reader).sequenceParameterSet()
      (chromaFormat, bitDepth, size) = (set.chromaFormat, set.bitDepth, (set.width, set.height))
    case "av1C":
      let av1 = try AV1Configuration(parsing: &reader)
      (chromaFormat, bitDepth) = (av1.chromaFormat, av1.bitDepth)
    default: throw AuxError(.unsupported, "the configuration \(configuration.type)")
    }
  }
}
