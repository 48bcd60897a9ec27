package import AuxImage

/// The images of a JPEG file, and which of them, and of what the primary's XMP and makers' data hold, are auxiliary images.
///
/// Source: Specs/jpeg-mpf.md, "Reading".
package struct JPEGImageList: Sendable {
  package enum Place: Hashable, Sendable {
    /// The further image of that index.
    case secondary(Int)
    /// The file itself, which is an auxiliary image without a primary.
    case primary
    /// Where Google's XMP or a maker's data say: the image of that number.
    case embedded(Int)
  }

  /// An image that is kept in Google's or a maker's way.
  package enum Embedded: Sendable {
    case google(GooglePicture)
    case trailer(Trailer.DepthMap)
  }

  /// The primary and the images after it: those of the index, and those that the primary's XMP lists.
  package private(set) var file: JPEGFile
  /// The auxiliary images, those with an image of their own first.
  package private(set) var entries: [Listed<Place>] = []
  package private(set) var embedded: [Embedded] = []
  /// What makers and programs put after the images, first to last.
  package internal(set) var trailers: [Trailer] = []
  /// The video of a motion photo.
  package private(set) var video: Range<Int>?
  /// The picture of the other eye, which a maker's data hold.
  package internal(set) var otherEye: OtherEye?
  /// The offset after what the primary's XMP lists after it; 0 where it lists nothing.
  package private(set) var directoryEnd = 0
  /// How many images the primary's XMP lists after it, whatever they are.
  package private(set) var listedCount = 0
  /// Why the GDepth map of the primary's XMP cannot be read; nil where it can be, and without one.
  package private(set) var gdepthFailure: AuxError?
  /// What was forgiven beside what is forgiven in ``file``.
  package internal(set) var notes: [String] = []

  package var isAlone: Bool { entries.first?.place == .primary }

  /// Lists the images of a file; throws where its first one cannot be read.
  package init(_ structure: JPEGStructure, _ packets: XMPPackets) throws(AuxError) {
    file = try JPEGFile(structure)
    let announced = Result { [file] () throws(AuxError) in
      try GooglePacket.properties(of: file.primary, in: packets, limits: structure.limits)
    }
    try addListedImages(announced)
    for (number, secondary) in file.secondaries.enumerated() {
      try add(secondary.image, .secondary(number), named: "image \(number + 2)", packets)
    }
    if entries.isEmpty, file.secondaries.isEmpty, file.primary.frame.componentIdentifiers.count == 1 {
      try add(file.primary, .primary, named: "image 1", packets)
    }
    if !isAlone { try addGoogle(announced) }
    addTrailers()
    video = video(announced: (try? announced.get()) ?? [])
  }

  /// Takes in the images that the primary's XMP lists and the index does not.
  private mutating func addListedImages(_ announced: Result<[XMPProperty]?, AuxError>) throws(AuxError) {
    let structure = file.structure
    do throws(AuxError) {
      guard
        let properties = try announced.get(),
        let directory = try ItemDirectory(properties, structure.limits), !directory.jpegImages.isEmpty
      else { return }
      // The primary is walked only where the index does not account for what is listed.
      guard directory.jpegImages.count > file.secondaries.count || directory.items.count > 2 else {
        directoryEnd = file.secondaries.last?.range.upperBound ?? 0
        listedCount = directory.items.count - 1
        return
      }
      let byteCount = structure.source.byteCount
      let places = directory.places(after: try structure.end(of: file.primary), fileSize: byteCount)
      for index in directory.jpegImages {
        guard let place = places[index], place.upperBound <= byteCount, structure.isStart(place.lowerBound)
        else { continue }
        file.include([place])
      }
      setDirectoryEnd(directory, places)
      listedCount = directory.items.count - 1
    } catch {
      // What the directory is needed for says itself that it is unusable.
      try error.throwIfOfSystem()
    }
  }

  /// Sets the offset after what a directory lists, as far as its lengths lead to images: some phones state wrong ones.
  ///
  /// The video of a motion photo does not count, since it is found from the end of the file.
  private mutating func setDirectoryEnd(_ directory: ItemDirectory, _ places: [Int: Range<Int>]) {
    let (source, images) = (file.structure.source, Set(directory.jpegImages))
    var (end, hasImage) = (0, false)
    for (index, place) in places.sorted(by: { $0.key < $1.key }) where !directory.items[index].isVideo {
      guard place.upperBound <= source.byteCount else { break }
      if images.contains(index) {
        guard let image = file.secondaries.first(where: { $0.range.lowerBound == place.lowerBound }) else {
          break
        }
        (end, hasImage) = (image.range.upperBound, true)
        guard end <= place.upperBound, source.isZero(end..<place.upperBound) else { break }
      }
      end = place.upperBound
    }
    directoryEnd = hasImage ? end : 0
  }

  /// Adds an image where something says that it is an auxiliary image.
  private mutating func add(
    _ image: JPEGImage, _ place: Place, named name: String, _ packets: XMPPackets
  ) throws(AuxError) {
    let packet = try packets.packet(of: image)
    let isUltraHDR =
      packet?.properties.contains { $0.namespace == GainMapMetadata.namespace && $0.name == "Version" }
      == true
    let isISO = image.first(.gainMap) != nil
    let named = packet?.metadata.namedType ?? packet?.failure.flatMap { _ in packet?.claimedType }
    guard let kind = named ?? (isUltraHDR ? .adobeGainMap : isISO ? .isoGainMap : nil) else {
      if let failure = packet?.failure { notes.append("\(failure.within("APP1 XMP").within(name))") }
      return
    }
    var signs: [AuxiliaryEntry.Sign] = []
    if named != nil { signs.append(.appleXMP) }
    if isUltraHDR { signs.append(.hdrgm) }
    if isISO { signs.append(.isoSegment) }
    switch place {
    case .primary: signs.append(.alone)
    case .secondary(let number):
      if file.secondaries[number].entry != nil { signs.append(.multiPicture) }
      if file.secondaries[number].isListed { signs.append(.container) }
    case .embedded: break
    }
    let entry = AuxiliaryEntry(
      name: name, offset: image.offset, kind: kind, signs: signs,
      relation: place == .primary ? .none : .primary)
    entries.append(Listed(entry: entry, place: place))
  }

  /// Adds an image that is kept in Google's or a maker's way.
  mutating func add(
    _ image: Embedded, _ kind: AuxiliaryDataType, named name: String, at offset: Int,
    _ sign: AuxiliaryEntry.Sign
  ) {
    let entry = AuxiliaryEntry(name: name, offset: offset, kind: kind, signs: [sign], relation: .primary)
    entries.append(Listed(entry: entry, place: .embedded(embedded.count)))
    embedded.append(image)
  }
}

extension JPEGImageList {
  /// How many times the size of the file is decoded of bytes that several images share.
  package static let mostPasses = 4

  /// Why entries are not decoded, by their numbers: others have their bytes, and enough of these are decoded.
  package var refusals: [Int: AuxError] {
    let byteCount = file.structure.source.byteCount
    let parts = entries.map { listed -> [Range<Int>] in
      switch listed.place {
      case .primary: []
      case .secondary(let number): [file.secondaries[number].range]
      case .embedded(let number): embedded[number].range.map { [$0] } ?? []
      }
    }
    var refusals: [Int: AuxError] = [:]
    for number in SharedBytes.excess(of: parts, over: Self.mostPasses * byteCount) {
      refusals[number] = AuxError(
        .limitExceeded,
        "not decoded: images share bytes, and what is decoded of them is \(Self.mostPasses) times the "
          + "\(byteCount) bytes of the file", offset: entries[number].entry.offset)
    }
    return refusals
  }
}

extension JPEGImageList.Embedded {
  /// The bytes in the file; nil for what the XMP holds.
  package var range: Range<Int>? {
    switch self {
    case .google(let picture): picture.form == .dynamicDepth ? picture.bytes : nil
    case .trailer(let map): map.range
    }
  }
}

// MARK: - What is kept in Google's and in makers' ways

extension JPEGImageList {
  /// Adds Google's maps of the primary; one that is unusable makes a note.
  private mutating func addGoogle(_ announced: Result<[XMPProperty]?, AuxError>) throws(AuxError) {
    let structure = file.structure
    // Images that are described themselves are not Google's own.
    let taken = entries.compactMap { listed -> Range<Int>? in
      if case .secondary(let number) = listed.place { file.secondaries[number].range } else { nil }
    }
    do throws(AuxError) {
      guard let properties = try announced.get() else { return }
      var (dynamic, damage): (DynamicDepth?, AuxError?)
      do throws(AuxError) {
        dynamic = try DynamicDepth(properties, of: file.primary, in: structure, avoiding: taken)
        damage = dynamic?.damage
      } catch {
        try error.throwIfOfSystem()
        damage = error
      }
      if let damage { notes.append("the Dynamic Depth map is unusable: \(damage)") }
      directoryEnd = max(directoryEnd, dynamic?.end ?? 0)
      let own = try GDepth.maps(
        properties, isNeeded: dynamic == nil, limits: structure.limits, failure: &gdepthFailure, &notes)
      for picture in own + [dynamic?.map, dynamic?.confidence].compactMap(\.self) {
        let isDynamic = picture.form == .dynamicDepth
        add(
          .google(picture), picture.type, named: picture.identifier,
          at: isDynamic ? picture.bytes.lowerBound : file.primary.xmpRange?.lowerBound ?? 0,
          isDynamic ? .dynamicDepth : .gdepth)
      }
    } catch {
      try error.throwIfOfSystem()
      gdepthFailure = error
      notes.append(GDepth.note(on: error))
    }
  }
}
