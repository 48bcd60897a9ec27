internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// A JPEG file as it is: every image in it, and the bytes between and after them.
struct JPEGSubject: Sendable {
  struct Part: Sendable {
    /// From 1, in file order.
    var number: Int
    var image: JPEGImage
    /// The offset after its EOI; nil without one, or where nobody looked.
    var end: Int?
    var packet: PacketSubject?
    var index: MultiPictureIndex?
    /// The MD5 digest of the extended packet in the file; a failure where its portions do not fit together.
    var extended: Result<String, AuxError>?

    /// The digest by which the packet names its extension.
    var extendedDigest: String? { packet?.content.extendedDigest }

    var place: String { "image \(number)" }
  }

  /// Bytes that belong to no image.
  struct Gap: Sendable {
    var range: Range<Int>
    /// Whether all bytes are zero; where only headers are looked at, whether the first and last are.
    var isZero: Bool
    var isTrailer: Bool
    var prefix: [UInt8]
    var suffix: [UInt8]
  }

  let structure: JPEGStructure
  private(set) var images: [Part] = []
  private(set) var gaps: [Gap] = []
  private(set) var faults: [Fault] = []
  /// Whether all of the file after the primary was looked at.
  private(set) var isWalked = false
  /// The list of the images; nil where the first one cannot be read.
  let list: JPEGImageList?
  /// The places after the images to which a maker's note or a trailer leads.
  private var outerTargets: [Int] = []
  private let xmp: XMPPackets

  var index: MultiPictureIndex? { images.first?.index }
  /// The images after the primary.
  var secondaries: ArraySlice<Part> { images.dropFirst() }
  var packets: [PacketSubject] { images.compactMap(\.packet) }
  /// The known data after the images.
  var trailers: [Trailer] { list?.trailers ?? [] }
  /// The Exif block of the primary; nil if it is missing or invalid.
  var exif: ExifBlock? {
    let block = (try? images.first?.image.exif(in: structure.source)) ?? nil
    return block.flatMap { try? ExifBlock($0, limits: structure.limits) }
  }
  /// Whether the primary's XMP lists what follows it, as Google's container does; the index need not list it then.
  var hasContainerList: Bool {
    images.first?.packet?.declarations.contains {
      $0.namespace.hasPrefix("http://ns.google.com/photos/") && $0.namespace.contains("container")
    } ?? false
  }

  /// Whether the file is an auxiliary image that was taken out of a photo: it describes itself, and nothing follows it.
  var isAuxiliaryAlone: Bool {
    guard let first = images.first, secondaries.isEmpty else { return false }
    if list?.isAlone == true { return true }
    let properties = first.packet?.content.properties ?? []
    let isUltraHDR = properties.contains {
      $0.namespace == GainMapMetadata.namespace && $0.name == "GainMapMax"
    }
    // A photo has the version of ISO's form alone.
    let iso = GainMapStatements(of: first.image, properties, in: structure.source).iso
    return isUltraHDR || (try? iso?.get()) != nil
  }

  init(_ structure: JPEGStructure, _ packets: XMPPackets, _ list: JPEGImageList?, headersOnly: Bool) {
    (self.structure, self.xmp, self.list) = (structure, packets, list)
    guard let primary = part(at: 0) else { return }
    images = [primary]
    outerTargets = (try? list?.file.outerTargets()) ?? []
    let indexed = indexedParts()
    // Where the index holds, headers are all that needs to be read.
    if headersOnly, let indexed, let end = endOfPrimary(before: indexed) {
      images[0].end = end
      images += indexed
    } else if !headersOnly || index != nil {
      walk()
    } else {
      return
    }
    for number in images.indices { images[number].number = number + 1 }
    findGaps(headersOnly: headersOnly)
  }

  /// Whether bytes between or after the images are known to be a maker's.
  func isMakers(_ gap: Gap) -> Bool {
    trailers.contains { $0.range.overlaps(gap.range) } || outerTargets.contains(where: gap.range.contains)
  }

  private mutating func part(at offset: Int) -> Part? {
    let number = images.count + 1
    do throws(AuxError) {
      let image = try structure.image(at: offset)
      var part = Part(number: number, image: image, end: nil, index: structure.index(of: image))
      part.packet = try packet(of: image, part.place)
      if let digest = part.extendedDigest { part.extended = extended(digest, of: image) }
      return part
    } catch {
      faults.append(Fault("JPEG-SEGMENT", error, in: "image \(number)"))
      return nil
    }
  }

  private func packet(of image: JPEGImage, _ place: String) throws(AuxError) -> PacketSubject? {
    guard let range = image.xmpRange, let packet = try xmp.packet(of: image) else { return nil }
    return PacketSubject(
      packet, offset: range.lowerBound, place: "\(place)/APP1 XMP", isPrimary: image.offset == 0)
  }

  private func extended(_ digest: String, of image: JPEGImage) -> Result<String, AuxError>? {
    do throws(AuxError) {
      return try xmp.extended(digest, of: image).map { .success($0.digest) }
    } catch { return .failure(error) }
  }

  /// Returns the images that the index names, or nil where one is not where and as long as it says.
  private mutating func indexedParts() -> [Part]? {
    guard let index, index.faults.isEmpty, index.entries.count > 1 else { return nil }
    let source = structure.source
    var parts: [Part] = []
    let before = faults
    for entry in index.entries.dropFirst() {
      let range = index.range(of: entry)
      guard range.upperBound <= source.byteCount, range.count > 4,
        structure.isStart(range.lowerBound),
        (try? source.read(at: range.upperBound - 2, count: 2)) == [0xFF, JPEGMarker.EOI],
        var part = part(at: range.lowerBound)
      else {
        faults = before
        return nil
      }
      part.end = range.upperBound
      parts.append(part)
    }
    return parts.sorted { $0.image.offset < $1.image.offset }
  }

  /// Returns where the first indexed image begins, if an EOI comes before it.
  private func endOfPrimary(before parts: [Part]) -> Int? {
    guard let start = parts.first?.image.offset, start >= 2,
      (try? structure.source.read(at: start - 2, count: 2)) == [0xFF, JPEGMarker.EOI]
    else { return nil }
    return start
  }

  /// Walks the scans of all images, one after the other, whatever the index says.
  private mutating func walk() {
    isWalked = true
    guard let end = finish(0) else { return }
    let (structure, trailers, targets) = (structure, trailers, outerTargets)
    let listed = Set(listedItems.map(\.place.lowerBound))
    // Where the file can no longer be read, what was found so far is looked at.
    try? structure.search(from: end) { start in
      // What makers put there may hold pictures of its own.
      if let trailer = trailers.first(where: { $0.range.contains(start) }) {
        return .image(end: trailer.range.upperBound)
      }
      if targets.contains(start), let end = try? structure.end(of: structure.image(at: start)) {
        return .image(end: end)
      }
      // After other bytes only an image that says what it is counts: trailers hold streams of their own.
      let isAdjacent = images.last?.end == start || listed.contains(start)
      let before = faults
      guard let found = part(at: start),
        isAdjacent || found.packet?.metadata.namedType != nil
      else {
        if !isAdjacent { faults = before }
        return .none
      }
      images.append(found)
      guard let end = finish(images.count - 1), images.count < structure.limits.images else { return .last }
      return .image(end: end)
    }
  }

  private mutating func finish(_ number: Int) -> Int? {
    do throws(AuxError) {
      let end = try structure.end(of: images[number].image)
      images[number].end = end
      return end
    } catch {
      faults.append(Fault("JPEG-TRUNCATED", error, in: "image \(number + 1)"))
      return nil
    }
  }

  private mutating func findGaps(headersOnly: Bool) {
    for (number, part) in images.enumerated() {
      guard let end = part.end else { continue }
      let next = number + 1 < images.count ? images[number + 1].image.offset : structure.source.byteCount
      guard end < next else { continue }
      gaps.append(gap(end..<next, isTrailer: number + 1 == images.count, headersOnly: headersOnly))
    }
  }

  /// Where only headers are looked at, no more than the ends of the range is read: it may be a hole of gigabytes.
  private func gap(_ range: Range<Int>, isTrailer: Bool, headersOnly: Bool) -> Gap {
    let source = structure.source
    let ends = min(64, range.count)
    let prefix = (try? source.read(at: range.lowerBound, count: ends)) ?? []
    let suffix = (try? source.read(at: range.upperBound - ends, count: ends)) ?? []
    var isZero = (prefix + suffix).allSatisfy { $0 == 0 }
    var position = range.lowerBound
    while isZero, !headersOnly, position < range.upperBound {
      let count = min(64 << 10, range.upperBound - position)
      guard let bytes = try? source.read(at: position, count: count) else { break }
      isZero = bytes.allSatisfy { $0 == 0 }
      position += count
    }
    return Gap(range: range, isZero: isZero, isTrailer: isTrailer, prefix: prefix, suffix: suffix)
  }
}

extension JPEGSubject {
  /// The listed images, and those that say what they are and that nothing leads to; decoded where asked for.
  func auxiliaries(decoding: Bool) -> [AuxiliarySubject] {
    guard let list else { return [] }
    let refusals = list.refusals
    var subjects = list.entries.enumerated().map { number, listed in
      switch listed.place {
      case .primary:
        auxiliary(list.file.primary, 0..<structure.source.byteCount, listed.entry, nil, decoding)
      case .secondary(let index):
        auxiliary(
          list.file.secondaries[index].image, list.file.secondaries[index].range, listed.entry,
          refusals[number], decoding)
      case .embedded(let index):
        embedded(list.embedded[index], listed.entry, refusals[number], decoding)
      }
    }
    let known = Set(list.entries.map(\.entry.offset))
    for part in secondaries where !known.contains(part.image.offset) {
      guard let type = part.packet?.metadata.namedType else { continue }
      let entry = AuxiliaryEntry(
        name: part.place, offset: part.image.offset, kind: type, signs: [.appleXMP], relation: .other)
      subjects.append(auxiliary(part.image, part.end.map { part.image.offset..<$0 }, entry, nil, decoding))
    }
    return subjects
  }

  private func auxiliary(
    _ image: JPEGImage, _ range: Range<Int>?, _ entry: AuxiliaryEntry, _ refusal: AuxError?,
    _ decoding: Bool
  ) -> AuxiliarySubject {
    var entry = entry
    let part = images.first { $0.image.offset == image.offset }
    entry.name = part?.place ?? entry.name
    // Where headers alone are looked at, images that no index names are listed and not walked.
    let packet = part == nil ? try? self.packet(of: image, entry.name) : part?.packet
    var subject = AuxiliarySubject(
      entry, container: .jpeg, width: image.frame.width, height: image.frame.height,
      bits: image.frame.precision, packet: packet)
    let (source, limits) = (structure.source, structure.limits)
    guard decoding, let range, range.count <= limits.codedBytes else { return subject }
    if refusal == nil { subject.coded = [image.scanOffset..<max(image.scanOffset, range.upperBound - 2)] }
    subject.decode(from: source, limits: limits) { () throws(AuxError) in
      if let refusal { throw refusal }
      return try JPEGPlaneDecoder(source: source, limits: limits).plane(of: image, in: range)
    }
    return subject
  }

  private func embedded(
    _ image: JPEGImageList.Embedded, _ entry: AuxiliaryEntry, _ refusal: AuxError?, _ decoding: Bool
  ) -> AuxiliarySubject {
    var subject: AuxiliarySubject
    switch image {
    case .google(let picture):
      subject = AuxiliarySubject(entry, container: .jpeg, width: picture.width, height: picture.height)
      if picture.bitDepth >= 8 { subject.bits = picture.bitDepth }
    case .trailer(let map):
      subject = AuxiliarySubject(entry, container: .jpeg, width: map.width, height: map.height, bits: 8)
    }
    let (source, limits) = (structure.source, structure.limits)
    guard decoding else { return subject }
    subject.decode(from: source, limits: limits) { () throws(AuxError) in
      if let refusal { throw refusal }
      return try JPEGPlaneDecoder(source: source, limits: limits).plane(of: image)
    }
    return subject
  }
}
