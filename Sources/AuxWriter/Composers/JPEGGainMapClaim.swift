internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// What the primary of a JPEG file says of its gain map, before and after an edit.
///
/// `hdrgm:Version` and the GContainer directory announce one of Ultra HDR, an APP2 segment one of ISO 21496-1: what is
/// announced must be there, and first. Source: Specs/gainmaps.md, "JPEG".
struct JPEGGainMapClaim {
  /// Whether the announced gain map goes.
  private let removes: Bool
  /// The forms in which a gain map is added that the primary announces.
  private let announced: [GainMapForm]
  /// Whether an added gain map stands before all other images.
  ///
  /// Not where the primary lists what follows it, and the map is none that it lists.
  let isFirst: Bool

  /// Whether the primary's claim is another after the edit.
  var changes: Bool { removes || !announced.isEmpty || description != nil }
  /// A description that the primary's XMP gets beside.
  private let description: String?

  init(_ reader: JPEGReader, for destination: ImageDestination) {
    let images = reader.auxiliaryImages.filter { image in
      if case .secondary = reader.places[image.index] { image.type.isGainMap } else { false }
    }
    let gone = images.filter { destination.removals.contains($0.index) }
    removes = !gone.isEmpty && gone.count == images.count
    let forms = destination.additions.first { $0.type.isGainMap }.map(\.gainMapForms) ?? []
    announced = forms.filter { $0 != .apple }
    description = destination.primaryDescription
    let othersListed = reader.directoryEnd > 0 && !(removes && reader.listedImageCount == 1)
    isFirst = announced.contains(.ultraHDR) || !othersListed
  }

  /// Brings the claim up to date; `gainMap` is the one that is added.
  func apply(
    to edit: inout JPEGEdit, _ gainMap: (byteCount: Int, forms: [GainMapForm])?, _ reader: JPEGReader,
    _ source: any ByteSource
  ) throws(AuxError) {
    guard changes else { return }
    let old = try reader.file.primary.packet(in: source)
    var packet = old.map(XMPEdit.init) ?? XMPEdit(isWrapped: true)
    if removes {
      try packet.removeGainMapClaim()
      if reader.file.primary.first(.gainMap) != nil { edit.hasGainMapVersion = false }
    }
    if let gainMap, announced.contains(.ultraHDR) { try packet.addGainMapClaim(byteCount: gainMap.byteCount) }
    if announced.contains(.iso) { edit.hasGainMapVersion = true }
    if let description { try packet.add(description: description) }
    guard packet.bytes != old, old != nil || announced.contains(.ultraHDR) || description != nil else {
      return
    }
    if packet.bytes.count > JPEGSegment.largestPayload - JPEGIdentifier.xmp.count { packet.removePadding() }
    try edit.setXMP(packet.bytes)
  }
}

extension StoredAuxiliaryImage {
  /// The form that a gain map is written in; nil for other images.
  var gainMapForm: GainMapForm? {
    switch content {
    case .depth, .matte, .colours: nil
    case .gainMap(_, let metadata), .colourGainMap(_, let metadata):
      switch type {
      case .isoGainMap: metadata == nil ? nil : .iso
      case .adobeGainMap: metadata == nil ? .apple : .ultraHDR
      default: .apple
      }
    }
  }
}

extension ImageDestination.Addition {
  /// The forms that a gain map is written in; none for other images.
  var gainMapForms: [GainMapForm] {
    switch content {
    case .codes(_, _, .some(let same)), .coded(let same): same.gainMapForms
    case .codes(let image, _, nil): image.gainMapForm.map { [$0] } ?? []
    }
  }
}
