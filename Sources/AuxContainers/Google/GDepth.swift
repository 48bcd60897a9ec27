package import AuxImage

/// A depth map in the XMP of a primary image, as Google's Depthmap Metadata specifies it.
///
/// Source: developers.google.com/depthmap-metadata; Specs/jpeg-mpf.md, "GDepth".
package enum GDepth {
  package static let namespace = "http://ns.google.com/photos/1.0/depthmap/"

  /// The properties of the confidence map.
  package static let confidenceNames: Set<String> = ["Confidence", "ConfidenceMime"]

  /// The properties that hold pictures.
  private static let pictures = ["Data", "Confidence"]

  /// Returns the map that the properties hold, and its confidence map, where they have them.
  ///
  /// Why the map cannot be read becomes `failure`, and of its confidence map is appended to `notes`; that a map is
  /// announced that is not there only where `isNeeded`, since an item of the file may be that map.
  static func maps(
    _ properties: [XMPProperty], isNeeded: Bool, limits: AuxLimits, failure: inout AuxError?,
    _ notes: inout [String]
  ) throws(AuxError) -> [GooglePicture] {
    let own = properties.filter { $0.namespace == namespace }
    func text(_ name: String) -> String? { own.first { $0.name == name }?.text }
    guard text("Data") != nil || isNeeded && (text("Near") != nil || text("Format") != nil) else { return [] }
    let kept = own.filter { !pictures.contains($0.name) }
    var maps: [GooglePicture] = []
    do throws(AuxError) {
      let bytes = try picture(text("Data"), "Data")
      maps.append(
        try GooglePicture(
          .gdepth, text: text, kept: kept, file: 0..<bytes.count,
          of: JPEGStructure(MemoryByteSource(bytes), limits: limits)))
    } catch {
      try error.throwIfOfSystem()
      failure = error
      notes.append(note(on: error))
    }
    guard let confidence = text("Confidence") else { return maps }
    do throws(AuxError) {
      let bytes = try picture(confidence, "Confidence")
      maps.append(
        try GooglePicture(
          confidence: .gdepth, file: 0..<bytes.count,
          of: JPEGStructure(MemoryByteSource(bytes), limits: limits)))
    } catch {
      try error.throwIfOfSystem()
      notes.append("the GDepth confidence map is unusable: \(error.message)")
    }
    return maps
  }

  /// Returns the properties by their local names but for the pictures, for a map that is an item of the file; nil
  /// without a nearest distance.
  static func texts(_ properties: [XMPProperty]) -> [String: String]? {
    var texts: [String: String] = [:]
    for property in properties where property.namespace == namespace && !pictures.contains(property.name) {
      texts[property.name] = property.text
    }
    return texts["Near"] == nil ? nil : texts
  }

  /// What people read of a map that cannot be read.
  package static func note(on failure: AuxError) -> String {
    "the GDepth map is unusable: \(failure.message)"
  }

  private static func picture(_ text: String?, _ name: String) throws(AuxError) -> [UInt8] {
    guard let text else { throw AuxError(.malformed, "GDepth:\(name) is missing", place: "XMP") }
    guard let bytes = Base64.bytes(text) else {
      throw AuxError(.malformed, "GDepth:\(name) is no base64", place: "XMP")
    }
    return bytes
  }
}
