internal import AuxCodecs
package import AuxContainers
package import AuxImage
package import AuxKernels
internal import Synchronization

/// Decodes an image item, or the tiles of a grid, each from a minimal file around it alone.
///
/// Nothing else in a file can so keep a decoder from an image. Source: Specs/heif.md, "Reading".
package struct HEIFImageDecoder {
  let file: HEIFFile
  let source: any ByteSource
  let limits: AuxLimits
  /// The pictures that requested images share; nil for a decoder of one image.
  let shared: HEIFSharedPictures?

  /// Creates a decoder of one image of a file.
  package init(file: HEIFFile, source: any ByteSource, limits: AuxLimits) {
    self.file = file
    self.source = source
    self.limits = limits
    shared = nil
  }

  /// Creates a decoder of those images of a file, which may share their bytes; they are all that it is asked for.
  init(of images: [HEIFSharedPictures.Image], file: HEIFFile, source: any ByteSource, limits: AuxLimits) {
    self.file = file
    self.source = source
    self.limits = limits
    shared = HEIFSharedPictures(images, of: file)
  }

  /// Creates a decoder of the lumas of those images of a file, likewise.
  package init(lumasOf images: [HEIFItem], file: HEIFFile, source: any ByteSource, limits: AuxLimits) {
    self.init(
      of: images.map { .init(item: $0, form: .luma) }, file: file, source: source, limits: limits)
  }

  /// Returns the luma of an item after `clap` and before `irot`; codes of more than 8 bits are spread over 16.
  package func plane(of item: HEIFItem) throws(AuxError) -> PixelPlane {
    try shared?.check(item)
    return try decoded(item, .luma)[0]
  }

  /// Returns the components of an item as they are coded, after `clap` and before `irot`.
  package func planes(of item: HEIFItem, _ encoding: ColourEncoding) throws(AuxError) -> ColourPlanes {
    try shared?.check(item)
    return try components(of: item, encoding)
  }

  private func components(of item: HEIFItem, _ encoding: ColourEncoding) throws(AuxError) -> ColourPlanes {
    let profile = try file.colours(of: item).iccProfile
    guard encoding.layout != .rgb else {
      var pixels = try colours(of: item, described(item))
      pixels.iccProfile = profile
      return ColourPlanes(rgb: pixels)
    }
    let size = try file.imageSize(of: item)
    let components = try assembledOrCoded(item, size, .components(encoding))
    let whole = try ColourPlanes(components: components, encoding: encoding, iccProfile: profile)
    guard let part = try aperture(of: item, width: whole.width, height: whole.height) else { return whole }
    return whole.cropped(left: part.left, top: part.top, width: part.width, height: part.height)
  }

  /// Returns the colours of a coded image or a grid after `clap` and before `irot`, with 16 bits where the codes have more
  /// than 8.
  func colours(
    of item: HEIFItem, _ description: HEIFSampleDescription
  ) throws(AuxError) -> PhotoPixels {
    // Red, green and blue of a tile have 8 bits.
    if description.hasWideCodes, let encoding = description.encoding, encoding.layout != .rgb {
      return try components(of: item, encoding).rgb()
    }
    let rows = try decoded(item, .rgb)[0]
    return PhotoPixels(width: rows.width / 3, height: rows.height, knownRGB8: rows.data())
  }

  /// Returns what the headers say of the samples of a coded image or a grid.
  func described(_ item: HEIFItem) throws(AuxError) -> HEIFSampleDescription {
    let tiles = try file.codedItems(of: item, from: source)
    return try HEIFSampleDescription(item, tiles: tiles, isLumaAlone: false, file, source)
  }

  /// Returns the samples of an item after `clap`; a row of the plane has those of all channels in turn.
  private func decoded(_ item: HEIFItem, _ form: HEIFDecodedForm) throws(AuxError) -> [PixelPlane] {
    let size = try file.imageSize(of: item)
    let planes = try assembledOrCoded(item, size, form)
    let channels = form.channels
    guard let part = try aperture(of: item, width: planes[0].width / channels, height: planes[0].height)
    else { return planes }
    return planes.map {
      $0.cropped(
        left: part.left * channels, top: part.top, width: part.width * channels, height: part.height)
    }
  }

  private func assembledOrCoded(
    _ item: HEIFItem, _ size: (width: Int, height: Int), _ form: HEIFDecodedForm
  ) throws(AuxError) -> [PixelPlane] {
    _ = try limits.checkedDecoding(width: size.width, height: size.height)
    return item.type == "grid" ? try assembled(item, size, form) : try coded(item, size, form)
  }

  /// Returns the samples of a coded image; of a tile, `grid` is the item whose colours it has unless it says so.
  private func coded(
    _ item: HEIFItem, _ size: (width: Int, height: Int), _ form: HEIFDecodedForm, in grid: HEIFItem? = nil
  ) throws(AuxError) -> [PixelPlane] {
    do throws(AuxError) {
      guard let shared else { return try decodedAlone(item, size, form, in: grid) }
      return try shared.planes(of: item, stated: size, form, in: grid) { () throws(AuxError) in
        try decodedAlone(item, size, form, in: grid)
      }
    } catch { throw error.within("item \(item.id)") }
  }

  private func decodedAlone(
    _ item: HEIFItem, _ size: (width: Int, height: Int), _ form: HEIFDecodedForm, in grid: HEIFItem?
  ) throws(AuxError) -> [PixelPlane] {
    guard let coded = try codedImage(item, size, in: grid) else { return [try jpeg(item, size, form)] }
    let planes: [PixelPlane]
    switch form {
    case .luma:
      let (plane, bits) = try HEIFImageCodec.decodeGray(coded, limits: limits)
      let codes =
        try hasLimitedRange(item, in: grid, coded) ? plane.expandedFromLimitedRange(bits: bits) : plane
      planes = [codes.spread(fromBits: bits)]
    case .components(let encoding):
      let (components, bits) = try HEIFImageCodec.decodePlanes(coded, limits: limits)
      guard bits == encoding.bitsPerComponent, components.count == 3 else {
        throw AuxError(.codec, "\(components.count) components of \(bits) bits, not as described")
      }
      planes = components
    case .rgb:
      return [try rgb(picture(of: coded, item, in: grid), jpegOf: item, size)]
    }
    return zip(planes, form.planes(width: size.width, height: size.height)).map { plane, whole in
      Self.extended(plane, channels: form.channels, to: (whole.width / form.channels, whole.height))
    }
  }

  /// Returns what a decoder gets of an image of HEVC or AV1; nil for JPEG.
  private func codedImage(
    _ item: HEIFItem, _ size: (width: Int, height: Int), in grid: HEIFItem?
  ) throws(AuxError) -> SingleImageFile? {
    guard let kind = CodedItemKind(itemType: item.type) else {
      throw AuxError(.unsupported, "images of item type \(item.type) are not decoded")
    }
    guard let configuration = kind.configurationType else { return nil }
    guard let property = file.property(configuration, of: item) else {
      throw AuxError(.malformed, "no \(configuration) (23008-12 B.2.3.1)", place: "meta/iprp")
    }
    try checkLayers(of: item)
    let payload = try file.data(of: item, from: source, maxBytes: limits.codedBytes)
    ParseEvent.report(.codedPicture(of: item.id))
    let decoded = file.reconstructedSize(of: item, in: grid, stated: size)
    return SingleImageFile(
      itemType: item.type, configuration: property.box, width: decoded.width, height: decoded.height,
      payload: payload)
  }

  /// Throws `unsupported` for an image that selects one of several operating points or layers of its bitstream.
  ///
  /// Source: AV1 Image File Format, 2.3.2.1; ISO/IEC 23008-12, 6.5.11.
  private func checkLayers(of item: HEIFItem) throws(AuxError) {
    if let point = file.property("a1op", of: item)?.box.payload.first, point > 0 {
      throw AuxError(
        .unsupported, "operating point \(point) of the image is selected, and only the first is decoded",
        place: "a1op")
    }
    if let layer = file.property("lsel", of: item)?.box.payload, layer.count >= 2,
      layer.prefix(2) != [0xFF, 0xFF]
    {
      throw AuxError(
        .unsupported,
        "layer \(Int(layer[0]) << 8 | Int(layer[1])) of the image is selected, and only all are decoded",
        place: "lsel")
    }
  }

  /// Returns red, green and blue of 8 bits, interleaved, of the size that an item states; without a picture, of its JPEG.
  private func rgb(
    _ picture: Picture?, jpegOf item: HEIFItem, _ size: (width: Int, height: Int)
  ) throws(AuxError) -> PixelPlane {
    let pixels: PhotoPixels
    switch picture {
    case nil: return try jpeg(item, size, .rgb)
    case .gray(let plane)?: pixels = try PhotoPixels(gray: plane)
    case .colors(let planes)?: pixels = try planes.rgb(jobs: jobs)
    }
    let rows = PixelPlane(width: pixels.width * 3, height: pixels.height, known: .uint8(pixels.rgb8))
    return Self.extended(rows, channels: 3, to: size)
  }

  /// A decoded image: gray of full range, or three components.
  private enum Picture {
    case gray(PixelPlane)
    case colors(ColourPlanes)
  }

  private func picture(
    of coded: SingleImageFile, _ item: HEIFItem, in grid: HEIFItem?
  ) throws(AuxError) -> Picture {
    let (components, bits) = try HEIFImageCodec.decodePlanes(coded, limits: limits)
    guard components.count == 3 else {
      let plane = components[0]
      let codes =
        try hasLimitedRange(item, in: grid, coded) ? plane.expandedFromLimitedRange(bits: bits) : plane
      return .gray(codes.spread(fromBits: bits))
    }
    let points = try codePoints(of: item, in: grid, coded) ?? ColourCodePoints(isFullRange: false)
    let chroma = components[1]
    let layout: ColourEncoding.Layout =
      chroma.width == coded.width ? .yCbCr444 : chroma.height == coded.height ? .yCbCr422 : .yCbCr420
    return .colors(
      try ColourPlanes(
        components: components,
        encoding: ColourEncoding(
          layout: layout, bitsPerComponent: bits, matrixCoefficients: points.photoMatrix,
          isFullRange: points.isFullRange)))
  }

  /// The cores that may work on one image; one if a test observes what is parsed, since an observer is that of a thread.
  private var jobs: Int { ParseEvent.observer == nil ? AuxWorkerPool.coresForOneItem : 1 }

  /// Returns true if codes of luma are of limited range by `colr`, else by the bitstream.
  ///
  /// AV1 always states the range. HEVC may omit it, and then cameras use the full range.
  private func hasLimitedRange(
    _ item: HEIFItem, in grid: HEIFItem?, _ coded: SingleImageFile
  ) throws(AuxError) -> Bool {
    guard coded.configuration.type == "av1C" else { return false }
    return try codePoints(of: item, in: grid, coded)?.isFullRange == false
  }

  /// Returns the code points of `colr` of an image or its grid, else of the bitstream.
  private func codePoints(
    of item: HEIFItem, in grid: HEIFItem?, _ coded: SingleImageFile
  ) throws(AuxError) -> ColourCodePoints? {
    for item in [item, grid].compactMap(\.self) {
      if let points = try file.ownColours(of: item).codePoints { return points }
    }
    let prefix = Array(coded.payload.prefix(ColourCodePoints.prefixCount))
    return try ColourCodePoints(configuration: coded.configuration, prefix: prefix)
  }

  private func jpeg(
    _ item: HEIFItem, _ size: (width: Int, height: Int), _ form: HEIFDecodedForm
  ) throws(AuxError) -> PixelPlane {
    let data = try file.data(of: item, from: source, maxBytes: limits.codedBytes)
    switch form {
    case .luma: return try JPEGCodec.decodeGray(data, width: size.width, height: size.height, limits: limits)
    case .rgb, .components:
      return PixelPlane(
        width: size.width * 3, height: size.height,
        known: .uint8(
          try JPEGCodec.decodeRGB(data, width: size.width, height: size.height, limits: limits)))
    }
  }

  private func assembled(
    _ item: HEIFItem, _ size: (width: Int, height: Int), _ form: HEIFDecodedForm
  ) throws(AuxError) -> [PixelPlane] {
    let (grid, tiles) = try file.grid(of: item, from: source)
    guard let first = tiles.first else {
      throw AuxError(.malformed, "a grid without tiles", place: "item \(item.id)")
    }
    let stated = try file.imageSize(of: first)
    let tile = tileDistance(first, stated: stated, in: item, grid)
    guard grid.width == size.width, grid.height == size.height,
      tile.width * grid.columns >= size.width, tile.height * grid.rows >= size.height
    else {
      throw AuxError(
        .malformed,
        "a grid of \(grid.columns)x\(grid.rows) tiles of \(tile.width)x\(tile.height) is no image of "
          + "\(size.width)x\(size.height) (23008-12 6.6.2.3)", place: "item \(item.id)")
    }
    _ = try limits.checkedDecoding(width: tile.width, height: tile.height)
    try checkTiles(tile, grid, form, item)
    let parts = Self.places(of: tiles, grid, tile).filter { !$0.places.isEmpty }
    for part in parts where try file.imageSize(of: part.tile) != stated {
      throw AuxError(.unsupported, "tiles of several sizes", place: "item \(part.tile.id)")
    }
    if form == .rgb { return [try assembledRGB(parts, size, stated, tile, in: item)] }
    var canvas = TileCanvas(form.planes(width: size.width, height: size.height))
    try AuxWorkerPool.inOrder(parts, jobs: jobs) { part throws(AuxError) in
      try coded(part.tile, stated, form, in: item)
    } onResult: { part, result throws(AuxError) in
      let decoded = try result.get()
      for place in part.places {
        guard canvas.paste(decoded, form, left: place.left, top: place.top) else {
          throw AuxError(.unsupported, "tiles of several kinds of sample", place: "item \(part.tile.id)")
        }
      }
    }
    return canvas.result
  }

  /// Returns red, green and blue of a grid, to which several tiles are written at the same time.
  private func assembledRGB(
    _ parts: [TilePart], _ size: (width: Int, height: Int), _ stated: (width: Int, height: Int),
    _ distance: (width: Int, height: Int), in item: HEIFItem
  ) throws(AuxError) -> PixelPlane {
    let failure = Mutex<(number: Int, error: AuxError)?>(nil)
    let samples = unsafe [UInt8](unsafeUninitializedCapacity: size.width * size.height * 3) { canvas, count in
      nonisolated(unsafe) let canvas = unsafe canvas
      AuxWorkerPool.forEach(below: parts.count, jobs: jobs) { number in
        // Those before a tile that failed are at work already: the first error is found.
        guard failure.withLock({ $0 == nil }) else { return }
        do throws(AuxError) {
          try unsafe write(parts[number], stated, distance, in: item, to: canvas, size)
        } catch {
          failure.withLock { if number < $0?.number ?? .max { $0 = (number, error) } }
        }
      }
      if failure.withLock({ $0 == nil }) { count = size.width * size.height * 3 }
    }
    if let failure = failure.withLock(\.self) {
      throw failure.error.within("item \(parts[failure.number].tile.id)")
    }
    return PixelPlane(width: size.width * 3, height: size.height, known: .uint8(samples))
  }

  /// Decodes a tile and writes the part that is inside the picture, and not on the next tile, to each of its places.
  private func write(
    _ part: TilePart, _ stated: (width: Int, height: Int), _ distance: (width: Int, height: Int),
    in item: HEIFItem,
    to canvas: UnsafeMutableBufferPointer<UInt8>, _ size: (width: Int, height: Int)
  ) throws(AuxError) {
    let coded = try codedImage(part.tile, stated, in: item)
    let picture = try coded.map { coded throws(AuxError) in try self.picture(of: coded, part.tile, in: item) }
    var rows: PixelPlane?
    for (left, top) in part.places {
      let columns = min(distance.width, size.width - left)
      let target = canvas.extracting(((top * size.width + left) * 3)...)
      let height = min(distance.height, size.height - top)
      if case .colors(let planes)? = picture, planes.width >= columns, planes.height >= height,
        try unsafe planes.writeRGB8(
          columns: columns, rows: height, to: target.baseAddress!, stride: size.width * 3)
      {
        continue
      }
      let whole: PixelPlane
      if let rows { whole = rows } else { whole = try rgb(picture, jpegOf: part.tile, stated) }
      rows = whole
      guard case .uint8(let samples) = whole.storage else { continue }
      unsafe samples.withUnsafeBufferPointer { samples in
        for row in 0..<height {
          let line = samples.extracting((row * whole.width)..<(row * whole.width + columns * 3))
          _ = unsafe target.extracting((row * size.width * 3)...).update(fromContentsOf: line)
        }
      }
    }
  }

  /// A tile, and the places of its upper left corner in the picture.
  private typealias TilePart = (tile: HEIFItem, places: [(left: Int, top: Int)])

  /// Returns each tile with the places inside the picture that it is put at: it is decoded once, and never where no
  /// part of it is seen.
  private static func places(
    of tiles: [HEIFItem], _ grid: GridPayload, _ tile: (width: Int, height: Int)
  ) -> [TilePart] {
    var found: [TilePart] = []
    var positions: [UInt32: Int] = [:]
    for (number, part) in tiles.enumerated() {
      let position = positions[part.id] ?? found.count
      if position == found.count {
        positions[part.id] = position
        found.append((part, []))
      }
      let (left, top) = (number % grid.columns * tile.width, number / grid.columns * tile.height)
      if left < grid.width, top < grid.height { found[position].places.append((left, top)) }
    }
    return found
  }

  /// Throws where chroma of tiles does not join: a tile ends in the middle of a chroma sample, and another follows.
  private func checkTiles(
    _ tile: (width: Int, height: Int), _ grid: GridPayload, _ form: HEIFDecodedForm, _ item: HEIFItem
  ) throws(AuxError) {
    guard case .components(let encoding) = form else { return }
    let shifts = encoding.layout.chromaShifts
    guard grid.columns == 1 || tile.width & shifts.across == 0,
      grid.rows == 1 || tile.height & shifts.down == 0
    else {
      throw AuxError(
        .unsupported, "tiles of \(tile.width)x\(tile.height) with chroma of \(encoding.layout.rawValue)",
        place: "item \(item.id)")
    }
  }
}
