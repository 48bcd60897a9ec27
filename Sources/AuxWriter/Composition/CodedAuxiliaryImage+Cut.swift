internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension CodedAuxiliaryImage {
  /// Cuts the coded data of an image as a photo is cut; nil where they cannot be.
  ///
  /// `edited` is what the decoded image becomes, which describes the result. Throws `unsupported` for an image of HEIF
  /// whose coded bytes are not taken over: its cut would be at another place.
  init?(
    cutting image: AuxiliaryImage, of source: ImageSource, by geometry: PhotoGeometry,
    as edited: StoredAuxiliaryImage, for base: ImageSource
  ) throws(AuxError) {
    guard try source.canCut(image, by: geometry),
      let part = geometry.exactPart(ofMap: (image.width, image.height))
    else { return nil }
    switch source.parsed {
    case .jpeg(let reader):
      guard case .secondary(let number) = reader.places[image.index] else { return nil }
      let secondary = reader.file.secondaries[number]
      guard secondary.range.count <= source.limits.codedBytes else {
        throw AuxError(
          .limitExceeded, "\(secondary.range.count) coded bytes, \(source.limits.codedBytes) at most")
      }
      let stream = try JPEGCodec.transformed(
        source.bytes.read(at: secondary.range.lowerBound, count: secondary.range.count),
        secondary.image.frame,
        by: .init(part: part, turn: geometry.turn, isAuxiliary: true), limits: source.limits)
      let (packet, metadata) = try edited.descriptionInJPEG()
      self = .jpeg(
        try JPEGCodedImage(
          stream: stream, xmp: packet, gainMap: metadata, profile: edited.gainMapProfile))
    case .heif(let reader):
      let whole = try CodedAuxiliaryImage(image, of: source, for: base, leavingAperture: true)
      guard case .heif(let whole)? = whole, case .heif(let target) = base.parsed
      else {
        throw AuxError(
          .unsupported,
          "the image is turned otherwise than the photo, or protected, and is not cut with it",
          place: "\(image.type)")
      }
      // What is shown is a part of what is coded.
      let shown = try reader.codedPlace(of: reader.auxiliaryItems[image.index])
      var cut = try whole.cut(
        to: PixelRectangle(
          x: shown.x + part.x, y: shown.y + part.y, width: part.width, height: part.height))
      try HEIFComposer.describe(&cut, as: edited, target.file.codingOfNewImages)
      self = .heif(cut)
    case .dng, .readOnly: return nil
    }
  }
}

extension ImageSource {
  /// Whether the coded data of an image can be cut as a photo is cut: in JPEG by whole MCUs of its own, in HEIF by samples.
  func canCut(_ image: AuxiliaryImage, by geometry: PhotoGeometry) throws(AuxError) -> Bool {
    guard let part = geometry.exactPart(ofMap: (image.width, image.height)), image.embeddedForm == nil else {
      return false
    }
    switch parsed {
    case .jpeg(let reader):
      guard case .secondary(let number) = reader.places[image.index] else { return false }
      let unit = reader.file.secondaries[number].image.frame.unit
      let turn = geometry.turn
      return part.x.isMultiple(of: unit.width) && part.y.isMultiple(of: unit.height)
        && (!turn.mirrorsColumns || part.width.isMultiple(of: unit.width))
        && (!turn.mirrorsRows || part.height.isMultiple(of: unit.height))
    case .heif:
      guard geometry.turn == .up else { return false }
      return try CodedAuxiliaryImage(image, of: self, for: self, leavingAperture: true) != nil
    case .dng, .readOnly: return false
    }
  }
}

extension PhotoGeometry {
  /// Returns the part of the photo in samples of a map; nil where it does not begin and end with samples.
  func exactPart(ofMap map: (width: Int, height: Int)) -> PixelRectangle? {
    func edge(_ edge: Int, _ samples: Int, _ side: Int) -> Int? {
      (edge * samples).isMultiple(of: side) ? edge * samples / side : nil
    }
    guard let left = edge(part.x, map.width, source.width), let top = edge(part.y, map.height, source.height),
      let right = edge(part.x + part.width, map.width, source.width),
      let bottom = edge(part.y + part.height, map.height, source.height), right > left, bottom > top
    else { return nil }
    return PixelRectangle(knownX: left, y: top, width: right - left, height: bottom - top)
  }
}

extension ImageOrientation {
  /// Whether turning the rows so changes the order of the columns of the source.
  var mirrorsColumns: Bool { [.upMirrored, .down, .rightMirrored, .left].contains(self) }
  /// Whether it changes the order of the rows of the source.
  var mirrorsRows: Bool { [.down, .downMirrored, .right, .rightMirrored].contains(self) }
}
