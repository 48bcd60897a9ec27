internal import AuxCodecs
internal import AuxContainers
internal import AuxImage

/// A JPEG file as it is: every image in it, and what lies between and behind them.
struct JPEGSubject: Sendable {
  /// One image.
  struct Part: Sendable {
    /// From 1, in file order.
    var number: Int
    var image: JPEGImage
    /// The offset behind its EOI; nil where there is none, or where nobody looked.
    var end: Int?
    var packet: PacketSubject?
    /// The index of the image itself.
    var index: MultiPictureSubject?
    /// The MD5 digest of the extended packet in the file; a failure where its portions do not fit together.
    var extended: Result<String, AuxError>?

    /// The digest by which the packet names its extension.
    var extendedDigest: String? {
      let namespace = "http://ns.adobe.com/xmp/note/"
      let note = packet?.properties.first { $0.namespace == namespace && $0.name == "HasExtendedXMP" }
      return note?.text?.uppercased()
    }

    var place: String { "image \(number)" }
  }

  /// Bytes that belong to no image.
  struct Gap: Sendable {
    var range: Range<Int>
    var isZero: Bool
    var isTrailer: Bool
    /// The first bytes.
    var prefix: [UInt8]
    /// The last bytes.
    var suffix: [UInt8]
  }

  let source: any ByteSource
  let limits: Limits
  private(set) var images: [Part] = []
  private(set) var gaps: [Gap] = []
  private(set) var faults: [Fault] = []
  /// Whether all of the file behind the primary was looked at.
  private(set) var isWalked = false

  /// The index of the primary.
  var index: MultiPictureSubject? { images.first?.index }
  /// The images behind the primary.
  var secondaries: ArraySlice<Part> { images.dropFirst() }
  var packets: [PacketSubject] { images.compactMap(\.packet) }

  init(_ source: any ByteSource, headersOnly: Bool, limits: Limits) {
    self.source = source
    self.limits = limits
    guard let primary = part(at: 0) else { return }
    images = [primary]
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
    findGaps()
  }

  private mutating func part(at offset: Int) -> Part? {
    let number = images.count + 1
    do throws(AuxError) {
      let image = try JPEGImage(in: source, at: offset, limits: limits)
      var part = Part(number: number, image: image, end: nil)
      if let segment = image.first(.xmp) {
        let header = JPEGIdentifier.xmp.count
        let bytes = try source.read(at: segment.payloadOffset + header, count: segment.payloadCount - header)
        part.packet = PacketSubject(
          bytes, offset: segment.payloadOffset + header, place: "image \(number)/APP1 XMP",
          isPrimary: offset == 0, limits: limits)
      }
      if let digest = part.extendedDigest { part.extended = extended(digest, of: image) }
      if let segment = image.first(.multiPicture) {
        part.index = MultiPictureSubject(segment, in: source, limits: limits)
      }
      return part
    } catch {
      faults.append(Fault("JPEG-SEGMENT", error, in: "image \(number)"))
      return nil
    }
  }

  private func extended(_ digest: String, of image: JPEGImage) -> Result<String, AuxError>? {
    do throws(AuxError) {
      let packet = try ExtendedXMP.packet(digest: digest, of: image, in: source, limits: limits)
      return packet.map { .success(MD5.hexDigest(of: $0.bytes)) }
    } catch { return .failure(error) }
  }

  /// Returns the images that the index names, or nil where one is not where and as long as it says.
  private mutating func indexedParts() -> [Part]? {
    guard let index, index.faults.isEmpty, index.entries.count > 1 else { return nil }
    var parts: [Part] = []
    let before = faults
    for entry in index.entries.dropFirst() {
      let range = index.range(of: entry)
      guard range.upperBound <= source.byteCount, range.count > 4, isStart(range.lowerBound),
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

  /// Returns where the first indexed image begins, if an EOI stands in front of it.
  private func endOfPrimary(before parts: [Part]) -> Int? {
    guard let start = parts.first?.image.offset, start >= 2,
      (try? source.read(at: start - 2, count: 2)) == [0xFF, JPEGMarker.EOI]
    else { return nil }
    return start
  }

  /// Whether an image begins at an offset.
  func isStart(_ offset: Int) -> Bool {
    (try? source.readPrefix(at: offset, count: 3)) == [0xFF, JPEGMarker.SOI, 0xFF]
  }

  /// Walks the scans of all images, one after the other, whatever the index says.
  private mutating func walk() {
    isWalked = true
    guard var position = finish(0) else { return }
    var window = ByteWindow(source, capacity: 64 << 10)
    var failures = 0
    while images.count < limits.images, failures < 16 {
      guard let start = try? window.find(0xFF, from: position) else { break }
      guard isStart(start) else {
        position = start + 1
        continue
      }
      // Behind other bytes only an image that says what it is counts: trailers hold streams of their own.
      let isAdjacent = images.last?.end == start
      let before = faults
      guard let found = part(at: start),
        isAdjacent || found.packet?.metadata.namedType != nil
      else {
        if !isAdjacent { faults = before }
        failures += 1
        position = start + 2
        continue
      }
      images.append(found)
      guard let end = finish(images.count - 1) else { break }
      position = end
    }
  }

  /// Finds the end of an image.
  private mutating func finish(_ number: Int) -> Int? {
    do throws(AuxError) {
      let end = try images[number].image.end(in: source)
      images[number].end = end
      return end
    } catch {
      faults.append(Fault("JPEG-TRUNCATED", error, in: "image \(number + 1)"))
      return nil
    }
  }

  private mutating func findGaps() {
    for (number, part) in images.enumerated() {
      guard let end = part.end else { continue }
      let next = number + 1 < images.count ? images[number + 1].image.offset : source.byteCount
      guard end < next else { continue }
      gaps.append(gap(end..<next, isTrailer: number + 1 == images.count))
    }
  }

  private func gap(_ range: Range<Int>, isTrailer: Bool) -> Gap {
    var isZero = true
    var position = range.lowerBound
    while isZero, position < range.upperBound {
      let count = min(64 << 10, range.upperBound - position)
      guard let bytes = try? source.read(at: position, count: count) else { break }
      isZero = bytes.allSatisfy { $0 == 0 }
      position += count
    }
    return Gap(
      range: range, isZero: isZero, isTrailer: isTrailer,
      prefix: (try? source.read(at: range.lowerBound, count: min(64, range.count))) ?? [],
      suffix: (try? source.read(at: range.upperBound - min(64, range.count), count: min(64, range.count)))
        ?? [])
  }
}

extension JPEGSubject {
  /// The images whose XMP says what they are; decoded where asked for.
  func auxiliaries(decoding: Bool) -> [AuxiliarySubject] {
    var parts = Array(secondaries)
    // A lone auxiliary image is a file without a primary.
    if parts.isEmpty, let first = images.first, first.image.frame.componentIdentifiers.count == 1 {
      parts = [first]
    }
    return parts.compactMap { auxiliary($0, decoding) }
  }

  private func auxiliary(_ part: Part, _ decoding: Bool) -> AuxiliarySubject? {
    guard let packet = part.packet, let type = packet.metadata.namedType else { return nil }
    let frame = part.image.frame
    var image = AuxiliarySubject(
      place: part.place, offset: part.image.offset, container: .jpeg, type: type, width: frame.width,
      height: frame.height, bits: frame.precision, packet: packet)
    guard decoding, let end = part.end, end - part.image.offset <= limits.codedBytes else { return image }
    let range = part.image.offset..<end
    image.coded = [part.image.scanOffset..<max(part.image.scanOffset, end - 2)]
    image.decode(from: source, limits: limits) { [source, limits] () throws(AuxError) in
      try JPEGCodec.decodeGray(
        try source.read(at: range.lowerBound, count: range.count), width: frame.width, height: frame.height,
        limits: limits)
    }
    return image
  }
}
