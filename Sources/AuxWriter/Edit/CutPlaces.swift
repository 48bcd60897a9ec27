internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// Where a stored photo can be cut without anything being coded anew.
///
/// A JPEG stream is cut before whole MCUs; a side that is mirrored ends with a whole one, too. A picture of HEIF shows any part
/// from a whole sample of chroma on, and its auxiliary images the same part, which begins and ends with samples of theirs.
/// Source: Specs/conversions.md, "Without coding"; ISO/IEC 23000-22, 7.3.6.7.
struct CutPlaces {
  private var across: CutSide
  private var down: CutSide

  /// Finds the places of a photo whose auxiliary images of these sizes are to be cut with it.
  ///
  /// Throws `unsupported` for what is not cut: a derived picture of HEIF, a sequence, one whose pixels are to be turned, AVIF
  /// and other containers.
  init(of source: ImageSource, turn: ImageOrientation, images: [AuxiliaryImage]) throws(AuxError) {
    guard let primary = source.primary else {
      throw AuxError(.missingImage, "the file is a lone auxiliary image and has no primary")
    }
    (across, down) = (CutSide(length: primary.width), CutSide(length: primary.height))
    switch source.parsed {
    case .jpeg(let reader):
      let unit = reader.file.primary.frame.unit
      (across.begin, down.begin) = (unit.width, unit.height)
      // T.81 has no way to mirror a part of an MCU.
      if turn.mirrorsColumns { across.ends = [unit.width] }
      if turn.mirrorsRows { down.ends = [unit.height] }
    case .heif(let reader): try addPlaces(of: reader, primary, turn: turn, images)
    case .dng, .readOnly:
      throw AuxError(
        .unsupported, "a photo in \(source.container.rawValue) is not cut without being coded anew")
    }
  }

  private mutating func addPlaces(
    of reader: HEIFReader, _ primary: PrimaryImage, turn: ImageOrientation, _ images: [AuxiliaryImage]
  ) throws(AuxError) {
    try Self.check(reader, turn: turn)
    let item = reader.file.primaryItem
    let chroma = try reader.chromaUnit(of: item)
    (across.begin, down.begin) = (chroma.width, chroma.height)
    let shown = try reader.codedPlace(of: item)
    (across.hidden, down.hidden) = (shown.x, shown.y)
    for image in images {
      // A chroma sample of the image covers so many of its own.
      let shifts = image.colourEncoding?.layout.chromaShifts ?? (across: 0, down: 0)
      across.add(samples: image.width, unit: 1 << shifts.across)
      down.add(samples: image.height, unit: 1 << shifts.down)
    }
  }

  /// Throws `unsupported` for a photo of HEIF that is not cut.
  private static func check(_ reader: HEIFReader, turn: ImageOrientation) throws(AuxError) {
    let item = reader.file.primaryItem
    guard reader.container != .avif else {
      throw AuxError(
        .unsupported,
        "a photo in avif is not cut without being coded anew: its readers ignore the clean aperture that would show it"
      )
    }
    guard turn == .up else {
      throw AuxError(
        .unsupported,
        "pixels of HEIF are not turned without being coded anew; its properties turn the picture as displayed"
      )
    }
    guard item.type == "grid" || CodedItemKind(itemType: item.type) != nil else {
      throw AuxError(.unsupported, "the photo is derived from others (\(item.type)) and is not cut")
    }
    guard !reader.file.layout.entries.contains(where: { $0.type == "moov" }) else {
      throw AuxError(.unsupported, "an image sequence is not cut without being coded anew")
    }
    let known: Set<FourCharacterCode> = ["ftyp", "meta", "mdat", "idat", "free", "skip", "uuid", "wide"]
    let layout = reader.file.layout
    if let other = layout.entries.first(where: { !known.contains($0.type) })?.type.description
      ?? (layout.trailer.isEmpty ? nil : "bytes after the last box")
    {
      throw AuxError(
        .unsupported,
        "the file has data beside its images, which may show what would be cut off (\(other)): it is coded anew without them"
      )
    }
  }

  /// Whether a part can stay.
  func allow(_ part: PixelRectangle) -> Bool {
    across.allows(part.x, part.width) && down.allows(part.y, part.height)
  }

  /// Returns the part nearest to one that can stay.
  func nearest(to part: PixelRectangle) -> PixelRectangle {
    let (x, y) = (across.nearest(to: part.x, part.width), down.nearest(to: part.y, part.height))
    return PixelRectangle(knownX: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
  }
}

/// Where one side of a photo can be cut, in its pixels.
private struct CutSide {
  let length: Int
  /// A part begins after a multiple of so many coded pixels.
  var begin = 1
  /// Coded pixels before the first that is shown.
  var hidden = 0
  /// A part begins after a multiple of so many pixels that are shown, of each.
  var begins: [Int] = []
  /// A part ends after a multiple of so many.
  var ends: [Int] = []

  init(length: Int) { self.length = length }

  /// Adds the edges between so many samples of an auxiliary image of the same side; it begins after a multiple of `unit` of them.
  mutating func add(samples: Int, unit: Int) {
    var (one, other) = (length, samples)
    while other != 0 { (one, other) = (other, one % other) }
    // So many pixels are so many samples, both whole numbers.
    let (pixels, whole) = (length / max(one, 1), samples / max(one, 1))
    begins.append(whole.isMultiple(of: unit) ? pixels : pixels * unit)
    ends.append(pixels)
  }

  private func begins(at place: Int) -> Bool {
    (place + hidden).isMultiple(of: begin) && begins.allSatisfy { place.isMultiple(of: $0) }
  }

  private func ends(at place: Int) -> Bool { ends.allSatisfy { place.isMultiple(of: $0) } }

  func allows(_ start: Int, _ count: Int) -> Bool { begins(at: start) && ends(at: start + count) }

  /// Returns the stretch whose beginning and then end are the nearest; the whole side can stay if nothing else can.
  func nearest(to start: Int, _ count: Int) -> Range<Int> {
    let beginnings = (0..<length).filter(begins)
    guard let first = Self.closest(to: start, of: beginnings) else { return 0..<length }
    let wanted = min(first + count, length)
    guard let last = Self.closest(to: wanted, of: ((first + 1)...length).filter(ends)) else {
      return 0..<length
    }
    return first..<last
  }

  private static func closest(to place: Int, of places: [Int]) -> Int? {
    places.min { abs($0 - place) < abs($1 - place) }
  }
}
