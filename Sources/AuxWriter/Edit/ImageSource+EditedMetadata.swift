internal import AuxContainers
package import AuxImage
package import AuxReader

extension ImageSource {
  /// Returns the metadata of the photo as they are of edited pixels, without some kinds, and what else of them is left out.
  ///
  /// Exif gets the thumbnail; `change` sees the XMP packet before regions and sizes are brought up to date. `notes` say what
  /// goes with the kinds.
  package func metadata(
    editedBy geometry: PhotoGeometry, without kinds: Set<MetadataKind>, keepingHeadroom: Bool,
    thumbnail: [UInt8]? = nil, _ notes: inout [String],
    changing change: (inout XMPEdit) throws(AuxError) -> Void = { _ in }
  ) throws(AuxError) -> (metadata: PhotoMetadata, losses: [String]) {
    var losses: [String] = []
    var metadata = try primaryMetadata().removing(
      kinds, keepingHeadroom: keepingHeadroom, limits: limits, &notes)
    if let block = metadata.exif {
      do throws(AuxError) {
        var edit = try ExifEdit(block, limits: limits)
        if geometry.changesPixels { try edit.describe(geometry) }
        if let thumbnail { try edit.addThumbnail(thumbnail) }
        metadata.exif = edit.bytes
      } catch {
        try error.throwIfOfSystem()
        metadata.exif = nil
        losses.append("the Exif block is left out, since it cannot be edited: \(error.message)")
      }
    }
    if let packet = metadata.xmp {
      do throws(AuxError) {
        var edit = XMPEdit(packet)
        try change(&edit)
        losses += try edit.describe(geometry)
        metadata.xmp = edit.bytes
      } catch {
        try error.throwIfOfSystem()
        metadata.xmp = nil
        losses.append("the XMP packet is left out, since it cannot be edited: \(error.message)")
      }
    }
    return (metadata, losses)
  }
}
