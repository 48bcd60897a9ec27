package import AuxImage

/// What a primary image's XMP lists after it: the items of GContainer, the primary itself first.
///
/// Source: Ultra HDR image format 1.1, "GContainer"; Dynamic Depth 1.0 (2019-03-20); Specs/gainmaps.md, "GContainer".
package struct ItemDirectory: Sendable {
  package struct Item: Hashable, Sendable {
    /// What `DepthMap:DepthURI` and others call the item.
    package var uri: String?
    /// What the item is: `Primary`, `GainMap`, `Depth`, `MotionPhoto`, ….
    package var semantic: String?
    var mime: String?
    /// Whether it is the video of a motion photo.
    package var isVideo: Bool {
      semantic == "MotionPhoto" || semantic == "MicroVideo" || mime?.lowercased().hasPrefix("video/") == true
    }
    /// The number of bytes; nil where it is not stated.
    package var length: Int?
    /// The number of bytes between the item and the next.
    var padding = 0
  }

  /// The namespaces in which a directory is found, the one of Dynamic Depth itself first.
  private static let namespaces = [
    GooglePacket.deviceNamespace, "http://ns.google.com/photos/dd/1.0/container/",
    XMPEdit.containerNamespace,
  ]

  /// The items, the primary's first; none where there is no directory.
  package let items: [Item]

  /// Reads the directory of a primary's properties.
  ///
  /// Throws `malformed` for a length that is no number, and `limitExceeded` for more items than a file may have.
  init(_ members: [XMPMember], _ limits: AuxLimits) throws(AuxError) {
    for namespace in Self.namespaces {
      var items: [Item] = []
      for member in members where member.namespace == namespace {
        var path = member.steps.dropLast()
        if path.first?.name == "Container" { path.removeFirst() }
        guard let directory = path.first, directory.name == "Directory", let number = directory.number,
          path.count == 1 || path.count == 2 && path.last?.name == "Item",
          let name = member.steps.last?.name
        else { continue }
        guard number <= limits.images else {
          throw AuxError(.limitExceeded, "more than \(limits.images) items", place: "Container:Directory")
        }
        while items.count < number { items.append(Item()) }
        try items[number - 1].set(name, member.text, number)
      }
      guard items.isEmpty else {
        self.items = items
        return
      }
    }
    items = []
  }

  /// Reads the directory of a primary's properties; nil where they have none.
  package init?(_ properties: [XMPProperty], _ limits: AuxLimits) throws(AuxError) {
    try self.init(properties.compactMap(XMPMember.init), limits)
    if items.isEmpty { return nil }
  }

  /// The numbers of the items after the primary that are JPEG images of a length.
  var jpegImages: [Int] {
    items.indices.dropFirst().filter {
      items[$0].mime?.lowercased() == "image/jpeg" && items[$0].length ?? 0 > 0
    }
  }

  /// Returns the places of the items after the primary, by their numbers from 0, up to the first without a length.
  ///
  /// `primaryEnd` is the offset after the primary's EOI. A place may pass the end of a file that lost its items.
  package func places(after primaryEnd: Int, fileSize: Int) -> [Int: Range<Int>] {
    guard let first = items.first else { return [:] }
    // No length or padding counts for more than the file, so that no sum can overflow.
    func bounded(_ count: Int) -> Int { min(count, fileSize) }
    var position = primaryEnd + bounded(first.padding)
    var places: [Int: Range<Int>] = [:]
    for index in items.indices.dropFirst() {
      guard let length = items[index].length else { break }
      let next = position + bounded(length)
      places[index] = position..<next
      position = next + bounded(items[index].padding)
    }
    return places
  }
}

extension ItemDirectory.Item {
  /// Takes over a property of the item with that number.
  fileprivate mutating func set(_ name: String, _ text: String, _ number: Int) throws(AuxError) {
    switch name {
    case "DataURI": uri = text
    case "Semantic": semantic = text
    case "Mime": mime = text
    case "Length": length = try Self.count(text, name, number)
    case "Padding": padding = try Self.count(text, name, number)
    default: break
    }
  }

  private static func count(_ text: String, _ name: String, _ number: Int) throws(AuxError) -> Int {
    guard let count = NumberText.integer(text), count >= 0 else {
      throw AuxError(
        .malformed, "Item:\(name) of item \(number) is \(text.prefix(40).debugDescription)", place: "XMP")
    }
    return count
  }
}
