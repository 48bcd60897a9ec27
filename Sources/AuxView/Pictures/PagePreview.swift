internal import AuxCodecs
internal import AuxImage
internal import AuxReader

/// A photo as the page shows it: upright, sRGB, no larger than a screen.
enum PagePreview {
  /// A photo in the page's data.
  typealias Made = (json: JSONValue, elements: [UInt8], notes: [String])

  /// Returns a decoded photo as the page's data has it, the elements with its pictures, and what of the photo does not show as
  /// it is; `size` is that of the photo itself, as stored.
  ///
  /// Throws `AuxError` as the codec.
  static func made(
    of photo: PhotoPixels, of eye: StereoEye, size: (width: Int, height: Int), _ settings: PageSettings,
    identifier: String
  ) throws(AuxError) -> Made {
    let side = settings.previewSide(of: eye)
    let isTiled = settings.isFull && max(photo.width, photo.height) > side
    let (shown, notes) = PagePicture.inSRGB(photo, side: isTiled ? nil : side)
    let picture = shown.reduced(toLongerSide: side).upright()
    let (width, height) = photo.orientation.swapsSides ? (size.height, size.width) : size
    let coded = try PagePicture(picture, quality: settings.previewQuality)
    var members: [JSONValue.Member] = [
      .init("width", .integer(width)), .init("height", .integer(height)),
      .init(
        "preview",
        [
          "width": .integer(picture.width), "height": .integer(picture.height), "type": .string(coded.type),
          "part": .string(identifier),
        ]),
    ]
    var elements = PageElement.bytes(coded.bytes, identifier: identifier)
    if eye == .left, settings.isSheet {
      members.append(.init("thumbnail", .string(try PageThumbnail.photo(picture))))
    }
    if isTiled {
      let tiles = try PageTiles(of: shown.upright(), quality: settings.previewQuality, identifier: identifier)
      members.append(.init("tiles", tiles.json))
      elements += tiles.elements
    }
    return (.object(members), elements, notes)
  }
}

/// A photo at its own size, in squares that a browser decodes one by one.
private struct PageTiles {
  private static let side = 512

  let json: JSONValue
  private(set) var elements: [UInt8] = []

  /// Encodes them; all are of one form, since none is too large for the smallest.
  init(of picture: PhotoPixels, quality: Int, identifier: String) throws(AuxError) {
    let side = Self.side
    let columns = (picture.width + side - 1) / side
    let rows = (picture.height + side - 1) / side
    var type: String?
    for number in 0..<columns * rows {
      let (left, top) = (number % columns * side, number / columns * side)
      let tile = picture.cropped(
        left: left, top: top, width: min(side, picture.width - left), height: min(side, picture.height - top))
      let coded = try PagePicture(tile, quality: quality)
      elements += PageElement.bytes(coded.bytes, identifier: "\(identifier)-tile-\(number)")
      type = coded.type
    }
    json = [
      "side": .integer(side), "columns": .integer(columns), "rows": .integer(rows),
      "type": type.map(JSONValue.string), "part": .string("\(identifier)-tile-"),
    ]
  }
}
