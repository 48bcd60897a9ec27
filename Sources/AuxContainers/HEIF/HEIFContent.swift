package import AuxImage

/// Items whose properties can be read: of a file that holds, and of one whose faults rules look for.
package protocol HEIFContent: Sendable {
  var table: ItemTable { get }
}

extension HEIFContent {
  package var items: [HEIFItem] { table.items }

  package func item(_ id: UInt32) -> HEIFItem? { table.item(id) }

  package func properties(of item: HEIFItem) -> [HEIFItem.Property] {
    let properties = table.properties
    return item.associations.compactMap { association in
      let position = Int(association.index) - 1
      guard properties.indices.contains(position) else { return nil }
      return HEIFItem.Property(
        index: position + 1, isEssential: association.isEssential, box: properties[position])
    }
  }

  package func property(_ type: FourCharacterCode, of item: HEIFItem) -> HEIFItem.Property? {
    // Rules ask this of every item again and again: nothing is made of the properties that it is not.
    let properties = table.properties
    for association in item.associations {
      let position = Int(association.index) - 1
      guard properties.indices.contains(position), properties[position].type == type else { continue }
      return HEIFItem.Property(
        index: position + 1, isEssential: association.isEssential, box: properties[position])
    }
    return nil
  }

  /// Reads the first property of that type; nil where the item has none.
  package func view<View: Sendable>(
    _ type: FourCharacterCode, of item: HEIFItem, _ body: (inout ByteReader) throws(AuxError) -> View
  ) throws(AuxError) -> View? {
    guard let property = property(type, of: item) else { return nil }
    return try view(property, body)
  }

  /// Reads a property; it is parsed once as that type, however many items have it.
  package func view<View: Sendable>(
    _ property: HEIFItem.Property, _ body: (inout ByteReader) throws(AuxError) -> View
  ) throws(AuxError) -> View {
    try table.views.view(property, body)
  }

  /// Returns the kind of auxiliary image that an item is, or nil where it is not one.
  package func auxiliaryType(of item: HEIFItem) throws(AuxError) -> AuxiliaryTypeProperty? {
    try view("auxC", of: item) { reader throws(AuxError) in try AuxiliaryTypeProperty(parsing: &reader) }
  }

  /// Returns the coded size of an image. Throws `malformed` if the item has no `ispe`, or a side is 0 or over 2^28.
  package func imageSize(of item: HEIFItem) throws(AuxError) -> (width: Int, height: Int) {
    let size = try view("ispe", of: item) { reader throws(AuxError) in
      try ImageSpatialExtentsProperty(parsing: &reader)
    }
    guard let size else {
      throw AuxError(.malformed, "image item \(item.id) has no ispe (23008-12 6.5.3)", place: "meta/iprp")
    }
    let sides = ImageSpatialExtentsProperty.sides
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw AuxError(
        .malformed,
        "ispe is \(size.width)x\(size.height), and a side is \(sides.lowerBound) to \(sides.upperBound) pixels",
        place: "item \(item.id)/ispe")
    }
    return (Int(size.width), Int(size.height))
  }

  /// Returns the bits of each channel, where the item states them.
  package func pixelInformation(of item: HEIFItem) throws(AuxError) -> PixelInformationProperty? {
    try view("pixi", of: item) { reader throws(AuxError) in try PixelInformationProperty(parsing: &reader) }
  }

  /// Returns the parameter sets of an HEVC item, or nil where it has none.
  package func hevcConfiguration(of item: HEIFItem) throws(AuxError) -> HEVCDecoderConfiguration? {
    try view("hvcC", of: item) { reader throws(AuxError) in try HEVCDecoderConfiguration(parsing: &reader) }
  }

  /// Returns the sequence parameter set of an HEVC item, or nil where it has no configuration.
  package func sequenceParameterSet(of item: HEIFItem) throws(AuxError) -> SequenceParameterSet? {
    guard let configuration = try hevcConfiguration(of: item) else { return nil }
    return try view("hvcC", of: item) { _ throws(AuxError) in try configuration.sequenceParameterSet() }
  }

  /// Returns the configuration of an AV1 item, or nil where it has none.
  package func av1Configuration(of item: HEIFItem) throws(AuxError) -> AV1Configuration? {
    try view("av1C", of: item) { reader throws(AuxError) in try AV1Configuration(parsing: &reader) }
  }

  /// Returns the depth representation information of an item, or nil where its `auxC` has no subtype.
  package func depthRepresentation(of item: HEIFItem) throws(AuxError) -> DepthRepresentationInfo? {
    guard let auxiliary = try auxiliaryType(of: item), !auxiliary.subtype.isEmpty else { return nil }
    return try view("auxC", of: item) { _ throws(AuxError) in
      var reader = ByteReader(auxiliary.subtype)
      return try DepthRepresentationInfo(parsing: &reader)
    }
  }

  /// Returns what `irot` and `imir` of an item together do, in the order of the properties.
  package func orientation(of item: HEIFItem) throws(AuxError) -> ImageOrientation {
    var transforms: [ImageTransformProperty] = []
    for property in properties(of: item) where property.box.type == "irot" || property.box.type == "imir" {
      var reader = property.box.reader
      transforms.append(
        try AuxError.at(property.place) { () throws(AuxError) in
          try ImageTransformProperty(property.box.type, parsing: &reader)
        })
    }
    return ImageOrientation(transforms)
  }

  /// Returns the size of an image as it is shown, after `clap`, `irot` and `imir`.
  package func displaySize(of item: HEIFItem) throws(AuxError) -> (width: Int, height: Int) {
    var size = try imageSize(of: item)
    for property in properties(of: item) {
      var reader = property.box.reader
      do throws(AuxError) {
        switch property.box.type {
        case "clap":
          let aperture = try CleanApertureProperty(parsing: &reader)
          guard let width = aperture.width.rounded, let height = aperture.height.rounded else {
            throw AuxError(.malformed, "a denominator 0 (14496-12 12.1.4)")
          }
          size = (width, height)
        case "irot":
          let transform = try ImageTransformProperty("irot", parsing: &reader)
          if case .rotation(let quarters) = transform, quarters & 1 == 1 { size = (size.height, size.width) }
        default: break
        }
      } catch { throw error.within(property.place) }
    }
    return size
  }

  /// Returns the size of an image as it is stored, after `clap` and before `irot`.
  package func storedSize(of item: HEIFItem) throws(AuxError) -> (width: Int, height: Int) {
    let shown = try displaySize(of: item)
    return try orientation(of: item).swapsSides ? (shown.height, shown.width) : shown
  }
}
