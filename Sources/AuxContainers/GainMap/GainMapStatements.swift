package import AuxImage

/// The gain map metadata of one image, each form read apart: of ISO 21496-1, and of the XMP's properties in Adobe's namespace.
///
/// Source: Specs/gainmaps.md, "Faults".
package struct GainMapStatements: Sendable {
  /// The metadata of ISO's form; nil without that form.
  package let iso: Result<GainMapPayload, AuxError>?
  /// The metadata of Ultra HDR's properties, or of ImageIO's; nil without them.
  package let xmp: Result<GainMapMetadata, AuxError>?
  /// The ICC profile of a JPEG gain map, of the colors of the alternate rendition.
  private let profile: [UInt8]?

  /// Reads the properties next to metadata of ISO's form.
  package init(
    iso: Result<GainMapPayload, AuxError>?, _ properties: [XMPProperty], profile: [UInt8]? = nil
  ) {
    (self.iso, self.profile) = (iso, profile)
    do throws(AuxError) { xmp = try GainMapMetadata(properties: properties).map { .success($0) } } catch {
      xmp = .failure(error)
    }
  }

  /// Reads the APP2 segment of a JPEG image, and the properties of its packet.
  package init(of image: JPEGImage, _ properties: [XMPProperty], in source: any ByteSource) {
    self.init(
      iso: image.first(.gainMap).map { segment in
        Result { () throws(AuxError) in
          let header = JPEGIdentifier.gainMap.count
          var reader = ByteReader(
            try source.read(at: segment.payloadOffset + header, count: segment.payloadCount - header),
            fileOffset: segment.payloadOffset + header)
          return try GainMapPayload(parsing: &reader)
        }
      }, properties, profile: (try? ICCSegments.profile(of: image, in: source)) ?? nil)
  }

  /// What the codes mean: by ISO's form, and where that is missing or unusable by the XMP.
  package var metadata: GainMapMetadata? {
    var metadata = (try? iso?.get().metadata) ?? (try? xmp?.get())
    if let profile { metadata?.alternateColors = RenditionColors(iccProfile: profile) }
    return metadata
  }

  /// Why forms are unusable, ISO's first.
  package var failures: [AuxError] {
    var failures: [AuxError] = []
    if case .failure(let error)? = iso { failures.append(error) }
    if case .failure(let error)? = xmp { failures.append(error) }
    return failures
  }
}
