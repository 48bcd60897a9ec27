internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import Synchronization

/// The coded pictures that images of one file share: those of the same bytes and properties are decoded once, and the size
/// of the file bounds how much of the shared bytes decoders get.
///
/// A file of a few bytes can name the same ones in each of its images. Pictures of a single image are always decoded. Of
/// pictures that auxiliary images share, decoders get no more than ``mostPasses`` times the file, and no more pixels than
/// one image may have (``AuxLimits/pixels``); later images of the file are refused one by one. The order and number of
/// requests do not matter. Source: Specs/heif.md, "Reading".
final class HEIFSharedPictures: Sendable {
  struct Image: Sendable {
    var item: HEIFItem
    var form: HEIFDecodedForm
    /// Whether it is the photo or an eye's picture, and no auxiliary image.
    var isPhoto = false
  }

  /// What coded pictures that look the same have in common.
  struct Key: Hashable {
    var type: FourCharacterCode
    /// The number of the place where the bytes are.
    var place: Int
    /// The number of the property that configures the decoder; 0 without one.
    var configuration: Int
    /// The size that the bitstream gives.
    var decodedWidth, decodedHeight: Int
    /// The size that the item states.
    var width, height: Int
    var form: HEIFDecodedForm
  }

  /// How many times the size of the file decoders get of bytes that several images share.
  static let mostPasses = 4
  /// The most bytes of samples that are kept for other images.
  private static let mostKept = 16 << 20

  private let file: HEIFFile
  private let images: [Image]
  private let plan = Once<Plan>()
  private let known = Mutex<[Key: Result<[PixelPlane], AuxError>]>([:])

  /// Creates the shared pictures of a file; `images` are all that may be requested, in the order of the file.
  init(_ images: [Image], of file: HEIFFile) {
    var seen: Set<UInt32> = []
    (self.images, self.file) = (images.filter { seen.insert($0.item.id).inserted }, file)
  }

  /// Throws `limitExceeded` for an image that shares bytes with others, where decoders got enough of these bytes.
  func check(_ item: HEIFItem) throws(AuxError) {
    if let refusal = plan.value(planned).refusals[item.id] { throw refusal }
  }

  /// Returns what `decode` makes of a coded picture, or made of one that looks the same.
  func planes(
    of item: HEIFItem, stated size: (width: Int, height: Int), _ form: HEIFDecodedForm, in grid: HEIFItem?,
    _ decode: () throws(AuxError) -> [PixelPlane]
  ) throws(AuxError) -> [PixelPlane] {
    let plan = plan.value(planned)
    guard !plan.kept.isEmpty, let picture = plan.pictures[item.id] else { return try decode() }
    let key = file.key(of: item, at: picture.place, stated: size, form, in: grid)
    guard plan.kept.contains(key) else { return try decode() }
    if let result = known.withLock({ $0[key] }) { return try result.get() }
    let result = Result { () throws(AuxError) in try decode() }
    // A lack of memory or of a library may have passed by the next request.
    if case .failure(let error) = result, ![.codec, .malformed, .truncated].contains(error.code) {
      throw error
    }
    known.withLock { $0[key] = result }
    return try result.get()
  }
}

// MARK: - Planning

extension HEIFSharedPictures {
  private struct Picture {
    var place, offset, byteCount: Int
    /// The number of images that it is part of.
    var users = 0
    /// Whether others have some of its bytes.
    var isOverlapping = false
    var isShared: Bool { isOverlapping || users > 1 }
  }

  private struct Plan {
    /// The coded pictures, by the numbers of their items.
    var pictures: [UInt32: Picture] = [:]
    /// Why images are refused, by their numbers.
    var refusals: [UInt32: AuxError] = [:]
    /// The pictures whose samples are kept for other images.
    var kept: Set<Key> = []
  }

  /// Looks at the headers of all images.
  private func planned() -> Plan {
    var plan = Plan()
    let parts = images.map { file.parts(of: $0.item) }
    addPictures(of: parts, to: &plan)
    let most = Self.mostPasses * file.byteCount
    let shared = zip(images, parts).map { image, parts in
      parts.compactMap { part in sharedPart(part, image.form, plan) }
    }
    var uses: [Key: Int] = [:]
    for part in shared.joined() { uses[part.key, default: 0] += 1 }
    var room = Self.mostKept
    var left = (bytes: most, pixels: file.limits.pixels)
    var counted: Set<Key> = []
    for (image, parts) in zip(images, shared) {
      for (key, _) in parts where (uses[key] ?? 0) > 1 && !plan.kept.contains(key) {
        guard let size = key.keptByteCount, size <= room else { continue }
        room -= size
        plan.kept.insert(key)
      }
      // A kept picture is decoded once, for the image that is requested first.
      let charged = parts.filter { !counted.contains($0.key) || !plan.kept.contains($0.key) }
      let (bytes, pixels) = charged.reduce((0, 0)) { ($0.0 + $1.picture.byteCount, $0.1 + $1.key.pixelCount) }
      if image.isPhoto ? bytes <= most : bytes <= left.bytes && pixels <= left.pixels {
        if !image.isPhoto { left = (left.bytes - bytes, left.pixels - pixels) }
        counted.formUnion(charged.map(\.key))
      } else {
        plan.refusals[image.item.id] = refusal(
          bytes > (image.isPhoto ? most : left.bytes), offset: charged.first?.picture.offset)
      }
    }
    return plan
  }

  /// Adds the coded pictures with the bytes that they share; each is looked at once.
  private func addPictures(of images: [[HEIFFile.Part]], to plan: inout Plan) {
    var places: [[Range<Int>]: Int] = [:]
    var items: [(id: UInt32, ranges: [Range<Int>])] = []
    for (item, _) in images.joined() {
      if plan.pictures[item.id] == nil {
        let ranges = (try? file.extents(of: item).ranges) ?? []
        let place = places[ranges] ?? places.count
        places[ranges] = place
        items.append((item.id, ranges))
        plan.pictures[item.id] = Picture(
          place: place, offset: ranges.first?.lowerBound ?? 0, byteCount: ranges.reduce(0) { $0 + $1.count })
      }
      plan.pictures[item.id]?.users += 1
    }
    for (item, count) in zip(items, SharedBytes.counts(items.map(\.ranges))) where count > 0 {
      plan.pictures[item.id]?.isOverlapping = true
    }
  }

  private func sharedPart(
    _ part: HEIFFile.Part, _ form: HEIFDecodedForm, _ plan: Plan
  ) -> (key: Key, picture: Picture)? {
    guard let picture = plan.pictures[part.item.id], picture.isShared,
      let size = try? file.imageSize(of: part.item)
    else { return nil }
    return (file.key(of: part.item, at: picture.place, stated: size, form, in: part.grid), picture)
  }

  private func refusal(_ isOfBytes: Bool, offset: Int?) -> AuxError {
    AuxError(
      .limitExceeded,
      "not decoded: images share coded bytes, and what is decoded of them is "
        + (isOfBytes
          ? "\(Self.mostPasses) times the \(file.byteCount) bytes of the file"
          : "the limit of \(file.limits.pixels) pixels (Limits.pixels)"),
      offset: offset)
  }
}

extension HEIFSharedPictures.Key {
  fileprivate var pixelCount: Int {
    let (count, overflow) = decodedWidth.multipliedReportingOverflow(by: decodedHeight)
    // So that sums of them hold.
    return overflow ? 1 << 48 : min(count, 1 << 48)
  }

  /// The bytes of the samples, of two each; nil where they are not kept, since more than the key decides them.
  fileprivate var keptByteCount: Int? {
    guard form != .rgb, pixelCount < 1 << 32, width < 1 << 16, height < 1 << 16 else { return nil }
    let planes = form.planes(width: max(width, decodedWidth), height: max(height, decodedHeight))
    return planes.reduce(0) { $0 + 2 * $1.width * $1.height }
  }
}

extension HEIFFile {
  /// The types of items that are made from others as these are displayed; a grid is made from tiles.
  static let derivedTypes: Set<FourCharacterCode> = ["tmap", "iden", "iovl"]
  /// How many images may be derived from one another; more are a circle.
  static let mostDerivations = 8

  /// A coded picture of an image, and the grid whose tile it is.
  typealias Part = (item: HEIFItem, grid: HEIFItem?)

  /// Returns the coded pictures that an image is made of, each once; those that cannot be found are left out.
  fileprivate func parts(of item: HEIFItem) -> [Part] {
    var found: [Part] = []
    var seen: Set<UInt32> = []
    // An image is not derived from as many others as these in turn.
    func add(_ item: HEIFItem, in grid: HEIFItem?, depth: Int) {
      guard depth <= Self.mostDerivations + 1, seen.insert(item.id).inserted else { return }
      guard CodedItemKind(itemType: item.type) == nil else { return found.append((item, grid)) }
      let isGrid = item.type == "grid"
      guard isGrid || Self.derivedTypes.contains(item.type) else { return }
      // Of other derived images than overlays the first input alone is decoded.
      let inputs = item.targets("dimg")
      for id in isGrid || item.type == "iovl" ? inputs[...] : inputs.prefix(1) {
        if let input = self.item(id) { add(input, in: isGrid ? item : nil, depth: depth + 1) }
      }
    }
    add(item, in: nil, depth: 0)
    return found
  }

  /// Returns what decides the samples of a coded picture; of a tile, `grid` is the item that it is in.
  fileprivate func key(
    of item: HEIFItem, at place: Int, stated size: (width: Int, height: Int), _ form: HEIFDecodedForm,
    in grid: HEIFItem?
  ) -> HEIFSharedPictures.Key {
    let type = CodedItemKind(itemType: item.type)?.configurationType
    let decoded = reconstructedSize(of: item, in: grid, stated: size)
    return HEIFSharedPictures.Key(
      type: item.type, place: place, configuration: type.flatMap { property($0, of: item)?.index } ?? 0,
      decodedWidth: decoded.width, decodedHeight: decoded.height, width: size.width, height: size.height,
      form: form)
  }
}
