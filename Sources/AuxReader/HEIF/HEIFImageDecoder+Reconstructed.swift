internal import AuxContainers
internal import AuxImage
internal import AuxKernels

extension HEIFFile {
  /// Returns the size that the bitstream of an item gives, where `ispe` is its size as coded.
  ///
  /// ImageIO states the coded size of an image that `clap` cuts, and Samsung that of the tiles of a grid; the
  /// conformance window gives less. Elsewhere the size that `ispe` states is returned. Source: Specs/heif.md, "Sizes".
  func reconstructedSize(
    of item: HEIFItem, in grid: HEIFItem?, stated size: (width: Int, height: Int)
  ) -> (width: Int, height: Int) {
    guard CodedItemKind(itemType: item.type) == .hevc, grid != nil || property("clap", of: item) != nil,
      let sps = try? sequenceParameterSet(of: item),
      (sps.codedWidth, sps.codedHeight) == size
    else { return size }
    return (sps.width, sps.height)
  }
}

extension HEIFImageDecoder {
  /// Returns the distance of the tiles of a grid: their decoded size, or `ispe` where only that covers the image.
  func tileDistance(
    _ tile: HEIFItem, stated: (width: Int, height: Int), in item: HEIFItem, _ grid: GridPayload
  ) -> (width: Int, height: Int) {
    let decoded = file.reconstructedSize(of: tile, in: item, stated: stated)
    return (
      decoded.width * grid.columns >= grid.width ? decoded.width : stated.width,
      decoded.height * grid.rows >= grid.height ? decoded.height : stated.height
    )
  }

  /// Returns the part of an image of that size that `clap` leaves; nil where the item has none.
  func aperture(
    of item: HEIFItem, width: Int, height: Int
  ) throws(AuxError) -> (left: Int, top: Int, width: Int, height: Int)? {
    guard let property = file.property("clap", of: item) else { return nil }
    var reader = property.box.reader
    let aperture = try CleanApertureProperty(parsing: &reader)
    guard let rectangle = aperture.rectangle(width: width, height: height) else {
      throw AuxError(
        .malformed, "the clean aperture is not inside the image (14496-12 12.1.4)", place: "clap")
    }
    return rectangle
  }

  /// Cuts a picture to the clean aperture of its item.
  func cropped(_ picture: PhotoPixels, to item: HEIFItem) throws(AuxError) -> PhotoPixels {
    guard let part = try aperture(of: item, width: picture.width, height: picture.height) else {
      return picture
    }
    return picture.cropped(left: part.left, top: part.top, width: part.width, height: part.height)
  }

  /// Returns samples with their last column and row repeated up to a size; a pixel has so many samples.
  static func extended(
    _ plane: PixelPlane, channels: Int, to size: (width: Int, height: Int)
  ) -> PixelPlane {
    let width = plane.width / channels
    guard (width, plane.height) != size else { return plane }
    func extended<Sample>(_ samples: [Sample]) -> [Sample] {
      var result: [Sample] = []
      result.reserveCapacity(size.width * size.height * channels)
      for row in 0..<size.height {
        let start = min(row, plane.height - 1) * plane.width
        let line = samples[start..<(start + plane.width)]
        result += line
        for _ in width..<size.width { result += line.suffix(channels) }
      }
      return result
    }
    let storage: PixelPlane.Storage =
      switch plane.storage {
      case .uint8(let samples): .uint8(extended(samples))
      case .uint16(let samples): .uint16(extended(samples))
      case .half(let samples): .half(extended(samples))
      case .float(let samples): .float(extended(samples))
      }
    return PixelPlane(width: size.width * channels, height: size.height, known: storage)
  }
}
