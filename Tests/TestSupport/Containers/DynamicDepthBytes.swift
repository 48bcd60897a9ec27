/// A photo with a depth map after it, put together by hand as Google's Dynamic Depth 1.0 lays it out.
package struct DynamicDepthBytes: Sendable {
  /// An item of the directory.
  package struct Item: Sendable {
    package var mime: String
    package var uri: String
    package var bytes: [UInt8]
    package var padding: Int
    /// The length as the directory states it; nil for that of ``bytes``.
    package var length: String?

    package init(mime: String, uri: String, bytes: [UInt8], padding: Int = 0, length: String? = nil) {
      self.mime = mime
      self.uri = uri
      self.bytes = bytes
      self.padding = padding
      self.length = length
    }
  }

  /// The primary without SOI and XMP.
  package var primary: [UInt8]
  /// The bytes between the primary and the first item.
  package var primaryPadding = 0
  /// The items after the primary.
  package var items: [Item]
  /// The attributes of the depth map.
  package var map = [
    "Format": "RangeInverse", "Near": "0.5", "Far": "4", "Units": "Meters", "ItemSemantic": "Depth",
    "DepthURI": "android/depthmap", "MeasureType": "OpticalAxis",
  ]
  /// Whether the directory is the newer one, with semantics in place of names.
  package var isNewer = false
  /// What follows the last item.
  package var trailer: [UInt8] = []

  package init(primary: [UInt8], items: [Item]) {
    self.primary = primary
    self.items = items
  }

  private var directory: String {
    func item(_ attributes: String) -> String {
      "<rdf:li rdf:parseType=\"Resource\"><Container:Item \(attributes)/></rdf:li>"
    }
    func name(_ uri: String) -> String {
      guard isNewer else { return "Item:DataURI=\"\(uri)\"" }
      return "Item:Semantic=\"\(uri == "android/depthmap" ? "Depth" : "Original")\""
    }
    let first = item(
      "Item:Mime=\"image/jpeg\" Item:Length=\"0\" Item:Padding=\"\(primaryPadding)\" \(name("primary"))")
    let others = items.map { each in
      item(
        "Item:Mime=\"\(each.mime)\" Item:Length=\"\(each.length ?? "\(each.bytes.count)")\" "
          + (each.padding > 0 ? "Item:Padding=\"\(each.padding)\" " : "") + name(each.uri))
    }
    return "<Container:Directory><rdf:Seq>\(first)\(others.joined())</rdf:Seq></Container:Directory>"
  }

  /// The packet.
  package var packet: String {
    let base = "http://ns.google.com/photos/dd/1.0/"
    let attributes = map.sorted { $0.key < $1.key }.map { "DepthMap:\($0.key)=\"\($0.value)\"" }
    let container = isNewer ? "http://ns.google.com/photos/1.0/container/" : base + "container/"
    return """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:Device="\(base)device/" xmlns:Camera="\(base)camera/"
        xmlns:DepthMap="\(base)depthmap/" xmlns:Container="\(container)"
        xmlns:Item="\(isNewer ? container : base)item/">
      \(isNewer ? directory : "<Device:Container rdf:parseType=\"Resource\">\(directory)</Device:Container>")
      <Device:Cameras><rdf:Seq><rdf:li rdf:parseType="Resource"><Device:Camera rdf:parseType="Resource">
        <Camera:DepthMap \(attributes.joined(separator: " "))/>
      </Device:Camera></rdf:li></rdf:Seq></Device:Cameras>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
  }

  /// The file.
  package var bytes: [UInt8] {
    JPEGBytes.soi + JPEGBytes.xmp(packet) + primary + [UInt8](repeating: 0, count: primaryPadding)
      + items.flatMap { $0.bytes + [UInt8](repeating: 0, count: $0.padding) } + trailer
  }
}
