internal import AuxContainers
internal import AuxImage

extension StructureList {
  /// Adds the boxes of a HEIF file, and those inside `meta`.
  mutating func add(_ structure: HEIFStructure) {
    let layout = structure.layout
    var metaIsNext = true
    for entry in layout.all where !isFull {
      add(0, "\(entry.type)", entry.range, Self.text(of: entry, structure))
      guard entry.type == "meta", metaIsNext, let meta = structure.meta else { continue }
      metaIsNext = false
      switch meta {
      case .success(let meta): add(meta, structure)
      case .failure(let error): add(1, error)
      }
    }
    if let fault = layout.fault { add(0, fault) }
    if !layout.trailer.isEmpty { add(0, "after the boxes", layout.trailer) }
  }

  private static func text(of entry: FileLayout.Entry, _ structure: HEIFStructure) -> String {
    switch entry.type {
    case "ftyp":
      guard case .success(let brands)? = structure.fileType else { return "" }
      return "\(brands.majorBrand): " + brands.compatibleBrands.map(\.description).joined(separator: " ")
    case "mdat": return "the bytes of items"
    case "meta": return "items, their properties and references"
    default: return ""
    }
  }

  private mutating func add(_ meta: MetaStructure, _ structure: HEIFStructure) {
    for child in meta.children where !isFull {
      let box = child.box
      func range(_ box: Box) -> Range<Int> { box.offset..<box.offset + box.count }
      switch child.content {
      case .handler(let handler):
        add(1, "\(box.type)", range(box), Self.text(handler) { "\($0.handlerType)" })
      case .primary(let primary):
        add(1, "\(box.type)", range(box), Self.text(primary) { "item \($0.itemID)" })
      case .items(let list):
        add(1, "\(box.type)", range(box), Self.text(list) { "\($0.count) items" })
        addItems(of: structure)
      case .references(let list):
        add(1, "\(box.type)", range(box), Self.text(list) { "\($0.references.count) references" })
        if case .success(let list) = list { add(list) }
      case .associations(let associations):
        add(1, "\(box.type)", range(box))
        addProperties(of: box, associations)
      case .locations(let locations):
        add(
          1, "\(box.type)", range(box),
          Self.text(locations) { "where the bytes of \($0.entries.count) items are" })
      case .groups(let groups):
        add(1, "\(box.type)", range(box))
        for (group, box) in zip(groups, box.boxes) {
          add(
            2, "\(box.type)", range(box),
            Self.text(group) { "group \($0.groupID) of " + Self.numbers($0.entityIDs) })
        }
      case .other: add(1, "\(box.type)", range(box))
      }
    }
    if let fault = meta.box.fault { add(1, fault) }
  }

  /// Returns what a view says, or why it cannot be read.
  private static func text<View>(_ view: Result<View, AuxError>, _ text: (View) -> String) -> String {
    switch view {
    case .success(let view): text(view)
    case .failure(let error): "error: \(error.message)"
    }
  }

  private static func numbers(_ numbers: [UInt32]) -> String {
    (numbers.count > 12 ? numbers.prefix(12).map { "\($0)" } + ["…"] : numbers.map { "\($0)" })
      .joined(separator: " ")
  }

  private mutating func addItems(of structure: HEIFStructure) {
    let index = structure.index
    let entries = Dictionary(index.entries.map { ($0.entry.offset, $0.entry) }) { first, _ in first }
    for item in index.items where !isFull {
      var facts = ["\(item.type)"]
      if item.id == index.primaryID { facts.append("primary") }
      if item.isHidden { facts.append("hidden") }
      if !item.name.isEmpty { facts.append("named \(item.name)") }
      facts += [item.contentType, item.uriType].compactMap(\.self)
      if let size = try? index.imageSize(of: item) { facts.append("\(size.width)x\(size.height)") }
      if let kind = try? index.auxiliaryType(of: item) { facts.append(kind.urn) }
      if !item.associations.isEmpty {
        let numbers = Self.numbers(item.associations.map { UInt32($0.index) })
        facts.append("properties \(numbers)")
      }
      let count = item.location?.extents.reduce(UInt64(0)) {
        $0.addingReportingOverflow($1.length).partialValue
      }
      if let count { facts.append("\(count) coded bytes\(Self.place(of: item))") }
      if let entry = entries[item.offset] { facts.append(entry.summary) }
      add(2, item.place, at: item.offset, facts.joined(separator: ", "))
    }
  }

  /// Returns where the bytes of an item are, in words; nothing for bytes in several places.
  private static func place(of item: HEIFItem) -> String {
    guard let location = item.location, location.extents.count == 1 else { return "" }
    let start = location.baseOffset.addingReportingOverflow(location.extents[0].offset).partialValue
    return location.constructionMethod == 1 ? " in idat" : " at byte \(start)"
  }

  private mutating func add(_ references: ReferenceList) {
    for (reference, box) in zip(references.references, references.list.boxes) where !isFull {
      add(
        2, "\(box.type)", box.offset..<box.offset + box.count,
        Self.text(reference) { "item \($0.from) → \(Self.numbers($0.to))" })
    }
    if let fault = references.list.fault { add(2, fault) }
  }

  private mutating func addProperties(
    of box: Box, _ associations: [Result<ItemPropertyAssociationBox, AuxError>]
  ) {
    var associations = associations[...]
    for child in box.boxes where !isFull {
      let range = child.offset..<child.offset + child.count
      guard child.type != "ipma" else {
        let text = associations.popFirst().map { Self.text($0) { "of \($0.entries.count) items" } }
        add(2, "ipma", range, text ?? "")
        continue
      }
      add(2, "\(child.type)", range, child.boxes.isEmpty ? "" : "\(child.boxes.count) properties")
      for (number, property) in child.boxes.enumerated() where !isFull {
        add(
          3, "\(property.type)", property.offset..<property.offset + property.count,
          "\(number + 1): \(HEIFPropertyText.text(of: property))")
      }
      if let fault = child.fault { add(3, fault) }
    }
  }
}

/// What properties of images say, for people.
private enum HEIFPropertyText {
  /// Returns the content of a property as text, or its error; unknown properties have no text.
  static func text(of box: Box) -> String {
    do throws(AuxError) { return try read(box) } catch { return "error: \(error.message)" }
  }

  private static func read(_ box: Box) throws(AuxError) -> String {
    var reader = box.reader
    switch box.type {
    case "ispe":
      let size = try ImageSpatialExtentsProperty(parsing: &reader)
      return "\(size.width)x\(size.height)"
    case "pixi":
      let bits = try PixelInformationProperty(parsing: &reader).bitsPerChannel
      return "bits " + bits.map { "\($0)" }.joined(separator: " ")
    case "auxC":
      let kind = try AuxiliaryTypeProperty(parsing: &reader)
      return kind.urn + (kind.subtype.isEmpty ? "" : ", \(kind.subtype.count) bytes of subtype")
    case "irot", "imir":
      switch try ImageTransformProperty(box.type, parsing: &reader) {
      case .rotation(let quarters): return "\(Int(quarters) * 90) degrees anticlockwise"
      case .mirror(let leftRight): return leftRight ? "left to right" : "top to bottom"
      }
    case "clap":
      let aperture = try CleanApertureProperty(parsing: &reader)
      return "\(text(aperture.width))x\(text(aperture.height))"
    case "colr":
      switch try ColourInformationProperty(parsing: &reader) {
      case .nclx(let primaries, let transfer, let matrix, let range):
        return "nclx \(primaries)/\(transfer)/\(matrix), \(range & 0x80 == 0 ? "video" : "full") range"
      case .profile(_, let bytes): return "ICC profile of \(bytes.count) bytes"
      case .other(let kind, let bytes): return "\(kind), \(bytes.count) bytes"
      }
    case "hvcC", "av1C":
      let samples = try CodedSamples(configuration: box)
      let chroma = [0: "4:0:0", 1: "4:2:0", 2: "4:2:2", 3: "4:4:4"][samples.chromaFormat] ?? "unknown chroma"
      return "\(samples.bitDepth) bits, \(chroma)"
    default: return ""
    }
  }

  private static func text(_ fraction: CleanApertureProperty.Fraction) -> String {
    fraction.denominator == 1 ? "\(fraction.numerator)" : "\(fraction.numerator)/\(fraction.denominator)"
  }
}
