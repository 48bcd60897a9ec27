internal import AuxContainers
internal import AuxImage
internal import Foundation

/// A depth map in the XMP of a primary image, as Google's Depthmap Metadata specifies it.
///
/// Source: developers.google.com/depthmap-metadata; Specs/jpeg-mpf.md, "GDepth".
package enum GDepth {
  /// The namespace of the properties.
  package static let namespace = "http://ns.google.com/photos/1.0/depthmap/"

  /// Returns the map that the properties hold; nil where they have none.
  ///
  /// Throws `malformed` where the properties do not hold.
  static func map(_ properties: [XMPProperty], limits: Limits) throws(AuxError) -> GoogleDepthMap? {
    func text(_ name: String) -> String? {
      properties.first { $0.namespace == namespace && $0.name == name }?.text
    }
    guard let encoded = text("Data") else {
      guard text("Near") != nil || text("Format") != nil else { return nil }
      throw AuxError(.malformed, "GDepth:Data is missing", place: "XMP")
    }
    guard let data = Data(base64Encoded: encoded, options: .ignoreUnknownCharacters) else {
      throw AuxError(.malformed, "GDepth:Data is no base64", place: "XMP")
    }
    return try GoogleDepthMap(
      .gdepth, text: text, kept: properties.filter { $0.namespace == namespace && $0.name != "Data" },
      file: 0..<data.count, of: JPEGStructure(MemoryByteSource(Array(data)), limits: limits))
  }
}
