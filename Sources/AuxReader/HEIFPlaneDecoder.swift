internal import AuxCodecs
package import AuxContainers
package import AuxImage
package import AuxKernels

/// Decodes an image item, or the tiles of a grid, each from a minimal file around it alone.
///
/// Nothing else in a file can so keep a decoder from an auxiliary image. Source: Specs/heif.md, "Reading".
package struct HEIFPlaneDecoder {
  private let file: HEIFFile
  private let source: any ByteSource
  private let limits: Limits

  /// Creates a decoder of the images of a file.
  package init(file: HEIFFile, source: any ByteSource, limits: Limits) {
    self.file = file
    self.source = source
    self.limits = limits
  }

  /// Returns the samples of an item after `clap` and before `irot`.
  package func plane(of item: HEIFItem) throws(AuxError) -> PixelPlane {
    let size = try file.imageSize(of: item)
    _ = try limits.checkedPixelCount(width: size.width, height: size.height)
    let plane = item.type == "grid" ? try assembled(item, size) : try coded(item, size)
    return try cropped(plane, item)
  }

  private func coded(_ item: HEIFItem, _ size: (width: Int, height: Int)) throws(AuxError) -> PixelPlane {
    do throws(AuxError) {
      let configuration: FourCharacterCode
      switch item.type {
      case "hvc1", "hev1": configuration = "hvcC"
      case "av01": configuration = "av1C"
      case "jpeg":
        let data = try file.data(of: item, from: source, maxBytes: limits.codedBytes)
        return try JPEGCodec.decodeGray(data, width: size.width, height: size.height, limits: limits)
      default: throw AuxError(.unsupported, "images of item type \(item.type) are not decoded")
      }
      guard let property = file.property(configuration, of: item) else {
        throw AuxError(.malformed, "no \(configuration) (23008-12 B.2.3.1)", place: "meta/iprp")
      }
      let payload = try file.data(of: item, from: source, maxBytes: limits.codedBytes)
      let minimal = SingleImageFile(
        itemType: item.type, configuration: property.box, width: size.width, height: size.height,
        payload: payload)
      let plane = try HEVCCodec.decodeGray(
        heifFile: try minimal.bytes(), width: size.width, height: size.height, limits: limits)
      return try fullScale(plane, item)
    } catch { throw error.within("item \(item.id)") }
  }

  /// Spreads codes of more than 8 bits over 16, so that the largest code is the largest number.
  private func fullScale(_ plane: PixelPlane, _ item: HEIFItem) throws(AuxError) -> PixelPlane {
    guard case .uint16(let samples) = plane.storage else { return plane }
    var bits = try file.pixelInformation(of: item)?.bitsPerChannel.first.map(Int.init)
    if bits == nil { bits = try file.hevcConfiguration(of: item)?.bitDepth }
    guard let bits, bits < 16 else { return plane }
    let largest = UInt32(1) << UInt32(bits) - 1
    let spread = samples.map { UInt16((min(UInt32($0), largest) * 65535 + largest / 2) / largest) }
    return PixelPlane(width: plane.width, height: plane.height, storage: .uint16(spread))
  }

  private func assembled(_ item: HEIFItem, _ size: (width: Int, height: Int)) throws(AuxError) -> PixelPlane {
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
    var codes = [UInt8](repeating: 0, count: size.width * size.height)
    for (number, part) in tiles.enumerated() {
      guard try file.imageSize(of: part) == tile, case .uint8(let samples) = try coded(part, tile).storage
      else {
        throw AuxError(
          .unsupported, "tiles of several sizes, or of more than 8 bits", place: "item \(part.id)")
      }
      let left = number % grid.columns * tile.width
      let top = number / grid.columns * tile.height
      let width = min(tile.width, size.width - left)
      guard width > 0 else { continue }
      for row in 0..<max(0, min(tile.height, size.height - top)) {
        let target = (top + row) * size.width + left
        codes.replaceSubrange(
          target..<(target + width), with: samples[(row * tile.width)..<(row * tile.width + width)])
      }
    }
    return PixelPlane(width: size.width, height: size.height, storage: .uint8(codes))
  }

  /// Cuts a plane to the clean aperture of its item.
  private func cropped(_ plane: PixelPlane, _ item: HEIFItem) throws(AuxError) -> PixelPlane {
    guard let property = file.property("clap", of: item) else { return plane }
    var reader = property.box.reader
    let aperture = try CleanApertureProperty(parsing: &reader)
    guard let rectangle = aperture.rectangle(width: plane.width, height: plane.height) else {
      throw AuxError(
        .malformed, "the clean aperture is not inside the image (14496-12 12.1.4)", place: "clap")
    }
    return plane.cropped(
      left: rectangle.left, top: rectangle.top, width: rectangle.width, height: rectangle.height)
  }
}
