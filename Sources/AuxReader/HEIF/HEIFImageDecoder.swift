internal import AuxCodecs
package import AuxContainers
package import AuxImage
package import AuxKernels

/// Decodes an image item, or the tiles of a grid, each from a minimal file around it alone.
///
/// Nothing else in a file can so keep a decoder from an image. Source: Specs/heif.md, "Reading".
package struct HEIFImageDecoder {
  /// What is made of coded samples.
  private enum Form {
    /// Codes of luma as stored.
    case luma
    /// 8-bit red, green and blue.
    case rgb

    /// The number of samples of a pixel.
    var channels: Int { self == .luma ? 1 : 3 }
  }

  let file: HEIFFile
  let source: any ByteSource
  let limits: Limits

  /// Creates a decoder of the images of a file.
  package init(file: HEIFFile, source: any ByteSource, limits: Limits) {
    self.file = file
    self.source = source
    self.limits = limits
  }

  /// Returns the luma of an item after `clap` and before `irot`.
  package func plane(of item: HEIFItem) throws(AuxError) -> PixelPlane { try decoded(item, .luma) }

  /// Returns the colours of a coded image or a grid after `clap` and before `irot`.
  func colours(of item: HEIFItem) throws(AuxError) -> PhotoPixels {
    let rows = try decoded(item, .rgb)
    return PhotoPixels(width: rows.width / 3, height: rows.height, knownRGB8: rows.data())
  }

  /// Returns the samples of an item after `clap`; a row of the plane has those of all channels in turn.
  private func decoded(_ item: HEIFItem, _ form: Form) throws(AuxError) -> PixelPlane {
    let size = try file.imageSize(of: item)
    _ = try limits.checkedPixelCount(width: size.width, height: size.height)
    let plane = item.type == "grid" ? try assembled(item, size, form) : try coded(item, size, form)
    return try cropped(plane, item, form)
  }

  /// Returns the samples of a coded image; of a tile, `grid` is the item whose colours it has unless it says so.
  private func coded(
    _ item: HEIFItem, _ size: (width: Int, height: Int), _ form: Form, in grid: HEIFItem? = nil
  ) throws(AuxError) -> PixelPlane {
    do throws(AuxError) {
      guard let kind = CodedItemKind(itemType: item.type) else {
        throw AuxError(.unsupported, "images of item type \(item.type) are not decoded")
      }
      guard let configuration = kind.configurationType else { return try jpeg(item, size, form) }
      guard let property = file.property(configuration, of: item) else {
        throw AuxError(.malformed, "no \(configuration) (23008-12 B.2.3.1)", place: "meta/iprp")
      }
      let payload = try file.data(of: item, from: source, maxBytes: limits.codedBytes)
      let decoded = reconstructedSize(of: item, in: grid, stated: size)
      var minimal = SingleImageFile(
        itemType: item.type, configuration: property.box, width: decoded.width, height: decoded.height,
        payload: payload)
      let plane: PixelPlane
      switch form {
      case .luma: plane = Self.fullScale(try HEIFImageCodec.decodeGray(minimal, limits: limits))
      case .rgb:
        minimal.properties = try codePoints(of: item, in: grid)
        plane = PixelPlane(
          width: decoded.width * 3, height: decoded.height,
          storage: .uint8(try HEIFImageCodec.decodeRGB(minimal, limits: limits)))
      }
      return Self.extended(plane, channels: form.channels, to: size)
    } catch { throw error.within("item \(item.id)") }
  }

  private func jpeg(
    _ item: HEIFItem, _ size: (width: Int, height: Int), _ form: Form
  ) throws(AuxError) -> PixelPlane {
    let data = try file.data(of: item, from: source, maxBytes: limits.codedBytes)
    switch form {
    case .luma: return try JPEGCodec.decodeGray(data, width: size.width, height: size.height, limits: limits)
    case .rgb:
      return PixelPlane(
        width: size.width * 3, height: size.height,
        storage: .uint8(
          try JPEGCodec.decodeRGB(data, width: size.width, height: size.height, limits: limits)))
    }
  }

  /// Returns the matrix and range by which samples become colours, as a property; none leaves it to the bitstream.
  private func codePoints(of item: HEIFItem, in grid: HEIFItem?) throws(AuxError) -> [Box] {
    for item in [item, grid].compactMap(\.self) {
      for information in try file.colourInformation(of: item) {
        if case .nclx = information { return [Box("colr", information.serialize)] }
      }
    }
    return []
  }

  /// Spreads codes of more than 8 bits over 16, so that the largest code is the largest number.
  private static func fullScale(_ luma: (plane: PixelPlane, bits: Int)) -> PixelPlane {
    let (plane, bits) = luma
    guard case .uint16(let samples) = plane.storage, bits < 16 else { return plane }
    let largest = UInt32(1) << UInt32(bits) - 1
    let spread = samples.map { UInt16((min(UInt32($0), largest) * 65535 + largest / 2) / largest) }
    return PixelPlane(width: plane.width, height: plane.height, storage: .uint16(spread))
  }

  private func assembled(
    _ item: HEIFItem, _ size: (width: Int, height: Int), _ form: Form
  ) throws(AuxError) -> PixelPlane {
    let (grid, tiles) = try file.grid(of: item, from: source)
    guard let first = tiles.first else {
      throw AuxError(.malformed, "a grid without tiles", place: "item \(item.id)")
    }
    let tile = try file.imageSize(of: first)
    guard grid.width == size.width, grid.height == size.height,
      tile.width * grid.columns >= size.width, tile.height * grid.rows >= size.height
    else {
      throw AuxError(
        .malformed,
        "a grid of \(grid.columns)x\(grid.rows) tiles of \(tile.width)x\(tile.height) is no image of "
          + "\(size.width)x\(size.height) (23008-12 6.6.2.3)", place: "item \(item.id)")
    }
    _ = try limits.checkedPixelCount(width: tile.width, height: tile.height)
    let distance = tileDistance(first, stated: tile, in: item, grid)
    var canvas = Canvas(
      width: size.width, height: size.height, channels: form.channels,
      samples: [UInt8](repeating: 0, count: size.width * size.height * form.channels))
    for (number, part) in tiles.enumerated() {
      guard try file.imageSize(of: part) == tile,
        case .uint8(let codes) = try coded(part, tile, form, in: item).storage
      else {
        throw AuxError(
          .unsupported, "tiles of several sizes, or of more than 8 bits", place: "item \(part.id)")
      }
      canvas.paste(
        codes, width: tile.width, height: tile.height, left: number % grid.columns * distance.width,
        top: number / grid.columns * distance.height)
    }
    return PixelPlane(
      width: size.width * form.channels, height: size.height, storage: .uint8(canvas.samples))
  }

  /// Cuts samples to the clean aperture of their item.
  private func cropped(_ plane: PixelPlane, _ item: HEIFItem, _ form: Form) throws(AuxError) -> PixelPlane {
    let channels = form.channels
    guard let rectangle = try aperture(of: item, width: plane.width / channels, height: plane.height) else {
      return plane
    }
    return plane.cropped(
      left: rectangle.left * channels, top: rectangle.top, width: rectangle.width * channels,
      height: rectangle.height)
  }
}

/// Pixels that others are put onto.
struct Canvas {
  let width, height, channels: Int
  var samples: [UInt8]

  /// Puts the part of a picture onto the canvas that lies inside it.
  mutating func paste(_ codes: [UInt8], width: Int, height: Int, left: Int, top: Int) {
    let columns = max(0, -left)..<max(0, -left, min(width, self.width - left))
    let rows = max(0, -top)..<max(0, -top, min(height, self.height - top))
    guard !columns.isEmpty else { return }
    for row in rows {
      let from = (row * width + columns.lowerBound) * channels
      let target = ((top + row) * self.width + left + columns.lowerBound) * channels
      let count = columns.count * channels
      samples.replaceSubrange(target..<(target + count), with: codes[from..<(from + count)])
    }
  }
}
