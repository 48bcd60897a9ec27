internal import AuxCodecs
internal import AuxImage
internal import AuxReader

/// A photo as the page shows it: upright, sRGB, no larger than a screen.
enum PagePreview {
  /// A photo in the page's data.
  typealias Made = (json: JSONValue, elements: [UInt8], notes: [String])

  /// Returns a decoded photo as the page's data has it, the elements with its pictures as JPEG streams, and what of the photo
  /// does not show as it is; `size` is that of the photo itself, as stored.
  ///
  /// Throws `AuxError` as the codec.
  static func made(
    of photo: PhotoPixels, size: (width: Int, height: Int), _ settings: PageSettings, identifier: String,
    hasThumbnail: Bool
  ) throws(AuxError) -> Made {
    let side = settings.previewSide
    let isTiled = settings.isFull && max(photo.width, photo.height) > side
    let (shown, notes) = inSRGB(photo, side: isTiled ? nil : side)
    let picture = shown.reduced(toLongerSide: side).upright()
    let (width, height) = photo.orientation.swapsSides ? (size.height, size.width) : size
    let jpeg = try encode(picture, quality: settings.previewQuality)
    var members: [JSONValue.Member] = [
      .init("width", .integer(width)), .init("height", .integer(height)),
      .init(
        "preview",
        [
          "width": .integer(picture.width), "height": .integer(picture.height), "type": .string("image/jpeg"),
          "part": .string(identifier),
        ]),
    ]
    var elements = PageElement.bytes(jpeg, identifier: identifier)
    if hasThumbnail, settings.isSheet {
      members.append(.init("thumbnail", .string(try PageThumbnail.photo(picture))))
    }
    if isTiled {
      let tiles = try PageTiles(of: shown.upright(), quality: settings.previewQuality, identifier: identifier)
      members.append(.init("tiles", tiles.json))
      elements += tiles.elements
    }
    return (.object(members), elements, notes)
  }

  /// Returns the JPEG stream of a picture in sRGB.
  static func encode(_ picture: PhotoPixels, quality: Int) throws(AuxError) -> [UInt8] {
    try JPEGCodec.encode(
      rgb: picture.rgb8, width: picture.width, height: picture.height, quality: quality, subsampled: true)
  }

  /// Returns the picture with codes of sRGB, reduced; at its own size without a side.
  ///
  /// Codes of 16 bits, which may be of linear light, are converted first; those of 8 lose nothing when they are fewer.
  static func inSRGB(_ photo: PhotoPixels, side: Int?) -> (picture: PhotoPixels, notes: [String]) {
    let side = side ?? max(photo.width, photo.height)
    let picture = photo.bitsPerSample == 8 ? photo.reduced(toLongerSide: side) : photo
    do throws(AuxError) {
      let mapped = try picture.toneMapped(jobs: 1)
      let shown = try (mapped?.pixels ?? picture).converted(toProfile: nil, jobs: 1)
      return (shown.reduced(toLongerSide: side), mapped.map { [$0.note] } ?? [])
    } catch {
      let doubt = "its colours are shown as if they were those of sRGB, since of the photo's own: \(error)"
      return (picture.reduced(toLongerSide: side), [doubt])
    }
  }
}

/// A photo at its own size, in squares that a browser decodes one by one.
private struct PageTiles {
  private static let side = 512

  let json: JSONValue
  private(set) var elements: [UInt8] = []

  init(of picture: PhotoPixels, quality: Int, identifier: String) throws(AuxError) {
    let side = Self.side
    let columns = (picture.width + side - 1) / side
    let rows = (picture.height + side - 1) / side
    json = [
      "side": .integer(side), "columns": .integer(columns), "rows": .integer(rows),
      "type": .string("image/jpeg"),
      "part": .string("\(identifier)-tile-"),
    ]
    for number in 0..<columns * rows {
      let (left, top) = (number % columns * side, number / columns * side)
      let tile = picture.cropped(
        left: left, top: top, width: min(side, picture.width - left), height: min(side, picture.height - top))
      elements += PageElement.bytes(
        try PagePreview.encode(tile, quality: quality), identifier: "\(identifier)-tile-\(number)")
    }
  }
}

/// The small pictures of a contact sheet.
enum PageThumbnail {
  /// Returns the members of a file with the small pictures of its photo and its depth, as far as they can be decoded.
  static func members(of source: ImageSource) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let photo = try? source.decodedPrimary().pixels {
      let small = PagePreview.inSRGB(photo, side: side).picture.upright()
      if let uri = try? self.photo(small) {
        let picture: JSONValue = [
          "width": .integer(small.width), "height": .integer(small.height), "thumbnail": .string(uri),
        ]
        members.append(.init("photo", picture))
      }
    }
    if let index = PageEffects.map(of: source),
      let map = try? source.stored(source.auxiliaryImages[index])
        .applyingExifOrientation(source.primary?.orientation ?? .up),
      let uri = try? nearness(of: map)
    {
      let picture: JSONValue = [
        "kind": .string(PageMap.kind(of: map.type)), "title": .string(PageMap.title(of: map.type)),
        "width": .integer(map.codes.width), "height": .integer(map.codes.height), "thumbnail": .string(uri),
      ]
      members += [.init("maps", .array([picture])), .init("effects", ["map": .integer(0)])]
    }
    return members
  }

  private static let side = 400
  /// Of a map, which has no fine details.
  private static let mapSide = 240
  private static let quality = 70

  /// Returns a photo as a URI.
  static func photo(_ picture: PhotoPixels) throws(AuxError) -> String {
    uri(try PagePreview.encode(picture.reduced(toLongerSide: side), quality: quality))
  }

  /// Returns the nearness of a map as a URI, from 0 of the farthest and of holes to 255; nil where no sample has a distance.
  static func nearness(of stored: StoredAuxiliaryImage) throws(AuxError) -> String? {
    let values = try stored.depthData(in: .fdis).values
    let usable = values.filter { $0.isFinite && $0 >= 0 }
    guard let low = usable.min(), let high = usable.max() else { return nil }
    let scale = high > low ? 255 / (high - low) : 0
    let codes = values.map { value -> UInt8 in
      value.isFinite && value >= 0 ? UInt8(((value - low) * scale).rounded()) : 0
    }
    let plane = PixelPlane(width: stored.codes.width, height: stored.codes.height, storage: .uint8(codes))
    let small = try PhotoPixels(gray: plane).reduced(toLongerSide: mapSide)
    guard case .uint8(let samples) = small.samples else { return nil }
    let reduced = PixelPlane(width: small.width, height: small.height, storage: .uint8(samples))
    return uri(try JPEGCodec.encode(gray: reduced, quality: quality))
  }

  private static func uri(_ jpeg: [UInt8]) -> String { "data:image/jpeg;base64," + Base64.text(jpeg) }
}
