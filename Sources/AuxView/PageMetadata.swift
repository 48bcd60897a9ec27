internal import AuxContainers
internal import AuxImage
internal import AuxReader

enum PageMetadata {
  /// The most rows of a table of properties.
  private static let mostRows = 400
  /// The most characters of a value: GDepth has whole images there.
  private static let mostCharacters = 400

  /// Hands over the tables in the order in which they are shown, one after the other; returns the system error that kept
  /// some from being made.
  ///
  /// What is damaged has no table: findings say so. As text, tables take a small part of what they take as values, and there
  /// may be a thousand images.
  static func forEachTable(of source: ImageSource, _ body: (JSONValue) -> Void) -> AuxError? {
    guard case .object(let members) = source.json else { return nil }
    var failure: AuxError?
    func read<Value>(_ body: () throws(AuxError) -> Value) -> Value? {
      do throws(AuxError) { return try body() } catch {
        if error.isOfSystem { failure = failure ?? error }
        return nil
      }
    }
    func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
    let metadata = read { () throws(AuxError) in try source.primaryMetadata() }
    let first: [JSONValue?] = [
      member("primary").flatMap { PageTable.table("Photo", $0) },
      metadata?.exif.flatMap { camera($0, source.limits) },
      member("stereo").flatMap { PageTable.table("Stereo pair", $0) },
    ]
    first.compactMap(\.self).forEach(body)
    for image in source.auxiliaryImages { tables(of: image).compactMap(\.self).forEach(body) }
    let last: [JSONValue?] = [
      member("auxiliaryTracks").flatMap { PageTable.table("Auxiliary tracks", $0) },
      member("c2pa").flatMap { PageTable.table("C2PA manifest", $0) },
      member("trailers").flatMap { PageTable.table("After the images", $0) },
      metadata?.xmp.flatMap { packet in
        read { () throws(AuxError) in try XMPParser.properties(of: packet, limits: source.limits) }.flatMap {
          properties("XMP of the photo", $0)
        }
      },
    ]
    last.compactMap(\.self).forEach(body)
    return failure
  }

  private static func tables(of image: AuxiliaryImage) -> [JSONValue?] {
    guard case .object(let members) = image.json else { return [] }
    let title = PageMap.title(of: image.type)
    let names = [("calibration", "Calibration"), ("gainMap", "Gains"), ("focalTable", "Focal table")]
    let parts = names.map { name, label in
      members.first { $0.name == name }.flatMap { PageTable.table("\(label): \(title)", $0.value) }
    }
    return parts + [properties("XMP: \(title)", image.metadata.properties)]
  }

  private static func camera(_ exif: [UInt8], _ limits: AuxLimits) -> JSONValue? {
    guard let block = try? ExifBlock(exif, limits: limits) else { return nil }
    let camera = block.camera
    return PageTable.table(
      "Camera",
      [
        "make": camera.make.map(JSONValue.string), "model": camera.model.map(JSONValue.string),
        "lens": camera.lens.map(JSONValue.string),
        "focalLengthIn35mmFilm": block.focalLengthIn35mmFilm.map(JSONValue.integer),
      ])
  }

  private static func properties(_ title: String, _ properties: [XMPProperty]) -> JSONValue? {
    let rows: [JSONValue] = properties.prefix(mostRows).compactMap { property in
      guard let members = property.members else { return nil }
      // A picture in a property is not copied for each of the images that share it.
      let text = members.count == 1 ? members[0] : members.joined(separator: ", ")
      let scalars = text.unicodeScalars
      let end = scalars.index(scalars.startIndex, offsetBy: mostCharacters, limitedBy: scalars.endIndex)
      let isCut = end != nil && end != scalars.endIndex
      let shown = isCut ? String(scalars[..<(end ?? scalars.endIndex)]) : text
      return .array([
        .string("\(property.prefix):\(property.name)"),
        .string(isCut ? "\(shown)… (\(text.utf8.count) bytes)" : shown),
      ])
    }
    guard !rows.isEmpty else { return nil }
    let left = properties.count - mostRows
    let more: [JSONValue] = left > 0 ? [.array([.string("…"), .string("\(left) more")])] : []
    return ["title": .string(title), "rows": .array(rows + more)]
  }
}
