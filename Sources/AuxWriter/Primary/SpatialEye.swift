internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// The file that holds the picture of one eye alone.
struct SpatialEye: Sendable {
  let source: any ByteSource
  let file: HEIFFile
  /// Whether the coded bytes are those of the photo that was given.
  let isTakenOver: Bool

  /// Takes a HEIF file, which was just coded unless it is that of a photo that was given.
  init(file photo: ImageSource, isTakenOver: Bool = false) throws(AuxError) {
    guard case .heif(let reader) = photo.parsed else {
      throw AuxError(.unsupported, "the picture of an eye is HEIF, not \(photo.container.rawValue)")
    }
    (source, file, self.isTakenOver) = (photo.bytes, reader.file, isTakenOver)
  }

  /// Takes over a photo that is an upright HEVC image, and codes any other one, turned upright.
  ///
  /// `notes` get what does not go along. Throws `usage` for a stereo pair, and as decoding and coding do.
  init(
    _ photo: ImageSource, keepsAuxiliaryImages: Bool, quality: Int, notes: inout [String]
  ) throws(AuxError) {
    guard photo.primary != nil else {
      throw AuxError(.missingImage, "the file is a lone auxiliary image and has no primary")
    }
    guard photo.stereoPair == nil else {
      throw AuxError(.usage, "is a stereo pair itself, and not the picture of one eye", remedy: .takeEye)
    }
    if !keepsAuxiliaryImages, !photo.auxiliaryImages.isEmpty {
      notes.append("the auxiliary images of the right picture do not go along")
    }
    if case .heif(let reader) = photo.parsed, photo.primary?.orientation == .up, reader.file.isOfHEVC {
      // A stereo group that is no pair would stay, and readers would take it for the new one.
      guard keepsAuxiliaryImages, reader.file.meta.groups.contains(where: { $0.type == "ster" }) else {
        try self.init(file: photo, isTakenOver: true)
        return
      }
      notes.append(
        "the left picture is re-encoded: its file has a stereo group that is no pair (meta/grpl/ster)")
    }
    let decoded = try photo.decodedPrimary()
    var coded = try ImageDestination(
      pixels: decoded.pixels.upright(), metadata: photo.primaryMetadata(), as: .heif, quality: quality,
      limits: photo.limits)
    if keepsAuxiliaryImages {
      try coded.addAuxiliaryImages(from: photo, turning: decoded.pixels.orientation)
    }
    notes += decoded.notes + coded.notes
    if photo.c2paManifest != nil {
      notes.append("the C2PA manifest, which is of the file and not of the picture, does not go along")
    }
    try self.init(file: ImageSource(data: coded.finalize().data, limits: photo.limits))
  }

  /// What the picture says of its camera.
  func camera() throws(AuxError) -> StereoProperties { try StereoProperties(of: file.primaryItem, in: file) }

  /// The size as it is shown.
  func size() throws(AuxError) -> (width: Int, height: Int) { try file.displaySize(of: file.primaryItem) }
}

extension HEIFFile {
  /// Whether the primary is an HEVC image, or a grid of such.
  fileprivate var isOfHEVC: Bool {
    let parts = primaryItem.type == "grid" ? primaryItem.targets("dimg") : [primaryItemID]
    return !parts.isEmpty && !primaryItem.isProtected
      && parts.allSatisfy { id in
        guard let part = item(id), !part.isProtected else { return false }
        return CodedItemKind(itemType: part.type) == .hevc
      }
  }

  /// Returns the bytes of a coded image, or of the tiles of a grid.
  func codedBytes(of item: HEIFItem, from source: any ByteSource) throws(AuxError) -> [[UInt8]] {
    let coded = item.type == "grid" ? try grid(of: item, from: source).tiles : [item]
    return try coded.map { item throws(AuxError) in
      try data(of: item, from: source, maxBytes: source.byteCount)
    }
  }
}
