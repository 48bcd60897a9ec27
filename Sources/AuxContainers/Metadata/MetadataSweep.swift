package import AuxImage

/// What was found on a walk through metadata.
package final class MetadataFindings {
  /// What was taken out.
  package fileprivate(set) var taken: [FoundMetadata] = []
  /// The texts that stayed.
  package fileprivate(set) var keptTexts: [String] = []
  /// The values of fields and segments that stayed.
  package fileprivate(set) var keptBytes: [[UInt8]] = []
  /// The quantization and Huffman tables of pictures that stayed: most pictures have the same.
  package fileprivate(set) var tables: [[UInt8]] = []
  /// How many blocks, packets and pictures are around the one that is walked through.
  fileprivate var depth = 0
  /// What could not be read, and so went as a whole.
  package fileprivate(set) var notes: [String] = []

  package init() {}
}

/// Takes metadata of some kinds out of Exif blocks, XMP packets, records of IPTC, image resources and segments.
///
/// This is the walk behind every removal: editors apply what it returns, and the validator and the check of a new file look at
/// ``findings``. Which metadata are of which kind is in ``MetadataEntry/all``.
package struct MetadataSweep {
  package let kinds: Set<MetadataKind>
  /// Whether the headroom in Apple's maker's note stays, since the gain map of the photo states none.
  package let keepsHeadroom: Bool
  /// Whether videos and sound go.
  package let removesVideos: Bool
  package let limits: AuxLimits
  /// Returns the MD5 digest that names an extended packet, as 32 upper-case hexadecimal digits.
  let digest: @Sendable ([UInt8]) -> String
  package let findings = MetadataFindings()

  package init(
    _ kinds: Set<MetadataKind>, keepsHeadroom: Bool, removesVideos: Bool, limits: AuxLimits,
    digest: @escaping @Sendable ([UInt8]) -> String
  ) {
    (self.kinds, self.keepsHeadroom, self.removesVideos) = (kinds, keepsHeadroom, removesVideos)
    (self.limits, self.digest) = (limits, digest)
  }

  /// Notes that something is taken out.
  package func take(_ path: String, _ kinds: Set<MetadataKind>, texts: [String] = [], bytes: [UInt8] = []) {
    findings.taken.append(
      FoundMetadata(path, kinds, texts: texts, bytes: Array(bytes.prefix(Self.mostEvidence))))
  }

  package func take(_ path: String, _ part: MetadataEntry.Part, bytes: [UInt8] = []) {
    take(path, MetadataList.kinds(of: part), bytes: bytes)
  }

  /// Notes that something stays.
  package func keep(_ bytes: [UInt8]) { findings.keptBytes.append(bytes) }

  package func note(_ text: String) {
    if !findings.notes.contains(text) { findings.notes.append(text) }
  }

  /// The most bytes of one value that are looked for in the new file.
  private static let mostEvidence = 4 << 20

  /// Returns an XMP packet without what is taken out of it: the same bytes if that is nothing, and nil if nothing is left.
  ///
  /// A packet that cannot be read goes as a whole, since it may hold anything.
  package func xmp(_ packet: [UInt8], path: String = "XMP") throws(AuxError) -> [UInt8]? {
    var removal = XMPRemoval(kinds, removesVideos: removesVideos) { picture($0) }
    do throws(AuxError) {
      let changed = try removal.packet(packet)
      findings.taken += removal.found
      findings.keptTexts += removal.kept
      // With the identifier that is before it in JPEG: a run of bytes may begin there.
      keep(JPEGIdentifier.xmp + (changed ?? []))
      return changed
    } catch {
      try error.throwIfOfSystem()
      guard kinds.takes(.unreadablePacket) else { return packet }
      take(path, .unreadablePacket)
      note("an XMP packet that cannot be read is removed: \(error.reason)")
      return nil
    }
  }

  /// Returns an Exif block without what is taken out of it; nil for a block that cannot be read, which goes as a whole.
  package func exif(_ block: [UInt8], path: String = "Exif") throws(AuxError) -> [UInt8]? {
    do throws(AuxError) { return try nested { () throws(AuxError) in try tiff(block, path: path) } } catch {
      try error.throwIfOfSystem()
      take(path, .unreadablePacket)
      note("an Exif block that cannot be read is removed: \(error.reason)")
      return nil
    }
  }
}

extension MetadataSweep {
  /// The most levels of metadata in metadata. Real files have three: a picture in an Exif block, with Exif of its own.
  private static let mostLevels = 12

  /// Walks through metadata inside other metadata; throws `limitExceeded` for more levels than real files have.
  private func nested<Result>(_ body: () throws(AuxError) -> Result) throws(AuxError) -> Result {
    guard findings.depth < Self.mostLevels else {
      throw AuxError(.limitExceeded, "metadata in metadata, more than \(Self.mostLevels) levels")
    }
    findings.depth += 1
    defer { findings.depth -= 1 }
    return try body()
  }
}

// MARK: - IPTC and image resources

extension MetadataSweep {
  /// Returns the records of IPTC-NAA without what is taken out of them.
  package func iptc(_ bytes: [UInt8]) -> [UInt8] {
    let records = IPTCRecords(bytes)
    var kept: [UInt8] = []
    for dataset in records.datasets {
      let text = String(decoding: dataset.value, as: UTF8.self)
      var all = dataset.record == 2 ? MetadataList.kinds(ofDataset: dataset.number) ?? [] : []
      if dataset.record == 2, dataset.number == 25, let kind = MetadataList.kind(ofKeyword: text) {
        all.insert(kind)
      }
      // Record 1 states the encoding of the others.
      if dataset.record != 1, kinds.takes(all) {
        take("IPTC/2:\(dataset.number)", all, texts: [text], bytes: Array(dataset.value))
      } else {
        kept += dataset.bytes
        findings.keptTexts.append(text)
      }
    }
    if records.rest.contains(where: { $0 != 0 }) {
      if kinds.takes(.unusedBytes) {
        take("IPTC", .unusedBytes, bytes: records.rest)
      } else {
        kept += records.rest
      }
    }
    return kinds.contains(.all) ? [] : kept
  }

  /// Returns image resources without what is taken out of them.
  func resources(_ bytes: [UInt8]) throws(AuxError) -> [UInt8] {
    let old = ImageResources(bytes)
    var kept: [ImageResources.Resource] = []
    for var each in old.resources {
      guard let changed = try resource(each.number, each.data) else { continue }
      each.data = changed
      kept.append(each)
    }
    // The digest is of the records as they were.
    func records(_ list: [ImageResources.Resource]) -> [[UInt8]] {
      list.filter { $0.number == ImageResources.iptc }.map(\.data)
    }
    if records(old.resources) != records(kept) { kept.removeAll { $0.number == ImageResources.digest } }
    var left = kept.flatMap(\.bytes)
    if old.rest.contains(where: { $0 != 0 }) {
      if kinds.takes(.unusedBytes) { take("8BIM", .unusedBytes, bytes: old.rest) } else { left += old.rest }
    }
    return left
  }

  /// Returns the data of a resource without what is taken out of it; nil if it goes.
  private func resource(_ number: UInt16, _ data: [UInt8]) throws(AuxError) -> [UInt8]? {
    let path = "8BIM/0x\(String(number, radix: 16, uppercase: true))"
    switch number {
    case ImageResources.iptc:
      let rest = iptc(data)
      return rest.isEmpty && !data.isEmpty ? nil : rest
    case 0x0422, 0x0423: return try exif(data, path: path)
    case 0x0424: return try xmp(data, path: path)
    default: break
    }
    let own = MetadataList.kinds(ofResource: number) ?? []
    guard !kinds.takes(own) else {
      take(path, own, texts: [String(decoding: data, as: UTF8.self)], bytes: data)
      return nil
    }
    keep(data)
    // A thumbnail of Photoshop follows a header of 28 bytes.
    guard own == [.thumbnail], data.count > 28, let changed = picture(Array(data[28...])) else { return data }
    return data[..<28] + changed
  }
}

// MARK: - JPEG

/// What becomes of a segment.
package struct JPEGSegmentChange: Sendable {
  package var segment: JPEGSegment
  /// The new payload; nil if the segment goes.
  package var payload: [UInt8]?
}

extension MetadataSweep {
  /// Returns a JPEG picture of the same length without what is taken out of it; nil if it is none, or nothing is taken.
  ///
  /// One that is nested too deep to be walked through becomes zeros.
  package func picture(_ bytes: [UInt8]) -> [UInt8]? {
    let source = MemoryByteSource(bytes)
    guard bytes.starts(with: [0xFF, JPEGMarker.SOI]),
      let image = try? JPEGImage(in: source, at: 0, limits: limits)
    else { return nil }
    keepTables(of: image, in: bytes)
    let patches: [(position: Int, bytes: [UInt8])]
    do throws(AuxError) {
      patches = try nested { () throws(AuxError) in try self.patches(of: image, in: source, path: "JPEG") }
    } catch { return error.code == .limitExceeded ? [UInt8](repeating: 0, count: bytes.count) : nil }
    guard !patches.isEmpty else { return nil }
    var changed = bytes
    for patch in patches {
      changed.replaceSubrange(patch.position..<(patch.position + patch.bytes.count), with: patch.bytes)
    }
    return changed
  }

  /// Notes the tables of a picture that stays, as far as no metadata are between them.
  private func keepTables(of image: JPEGImage, in bytes: [UInt8]) {
    var start = 0
    for segment in image.segments
    where segment.isOfApplication && !(segment.kind.isJFIF && segment.payloadCount == JFIF.payloadCount) {
      if start < segment.offset { findings.tables.append(Array(bytes[start..<segment.offset])) }
      start = segment.range.upperBound
    }
    if start < image.scanOffset { findings.tables.append(Array(bytes[start..<image.scanOffset])) }
  }

  /// Returns the bytes that change in an image which keeps its length: what goes becomes zeros, and what is shorter is filled up.
  package func patches(
    of image: JPEGImage, in source: any ByteSource, path: String
  ) throws(AuxError) -> [(position: Int, bytes: [UInt8])] {
    var patches: [(position: Int, bytes: [UInt8])] = []
    for change in try changes(of: image.segments, in: image, source, path: path, isPrimary: false) {
      var payload = change.payload ?? []
      let count = change.segment.payloadCount
      if change.segment.kind == .xmp, let packet = change.payload {
        let head = JPEGIdentifier.xmp.count
        payload = packet[..<head] + XMPEdit.padded(Array(packet[head...]), to: count - head)
      }
      guard payload.count <= count else {
        throw AuxError(
          .unsupported, "the metadata of an image after the photo would become longer",
          offset: change.segment.offset)
      }
      payload += [UInt8](repeating: 0, count: count - payload.count)
      patches.append((change.segment.payloadOffset, payload))
    }
    return patches
  }

  /// Returns what changes of the segments of an image.
  ///
  /// Of a primary image the Exif block, the XMP packet and the extended packet that it names are left out: their editors change
  /// them in other ways as well.
  package func changes(
    of segments: [JPEGSegment], in image: JPEGImage, _ source: any ByteSource, path: String, isPrimary: Bool
  ) throws(AuxError) -> [JPEGSegmentChange] {
    var changes: [JPEGSegmentChange] = []
    let first = [segments.first { $0.kind == .exif }, segments.first { $0.kind == .xmp }].compactMap {
      $0?.offset
    }
    let manifests = try image.manifestRanges(in: source)
    var manifest: [UInt8] = []
    for range in manifests { manifest += try source.read(at: range.lowerBound, count: range.count) }
    let kindsOfManifest = Self.kinds(ofManifest: manifest)
    var resources: [(segment: JPEGSegment, payload: [UInt8])] = []
    for segment in segments where segment.isOfApplication {
      let payload = try source.read(at: segment.payloadOffset, count: segment.payloadCount)
      if isPrimary, first.contains(segment.offset) || segment.kind == .extendedXMP { continue }
      if segment.marker == JPEGMarker.APP13, payload.starts(with: ImageResources.identifier) {
        resources.append((segment, payload))
        continue
      }
      if segment.kind == .extendedXMP { continue }
      let changed = try changed(
        segment, payload, kindsOfManifest: manifests.contains(segment.range) ? kindsOfManifest : nil,
        path: path)
      if changed != payload { changes.append(JPEGSegmentChange(segment: segment, payload: changed)) }
    }
    // Resources go on in the next segment where they do not fit one.
    let whole = resources.flatMap { $0.payload.dropFirst(ImageResources.identifier.count) }
    if !resources.isEmpty {
      let rest = try self.resources(whole)
      if rest != whole {
        var left = rest[...]
        for (segment, payload) in resources {
          let part = left.prefix(payload.count - ImageResources.identifier.count)
          left = left.dropFirst(part.count)
          changes.append(
            JPEGSegmentChange(
              segment: segment, payload: part.isEmpty ? nil : ImageResources.identifier + part))
        }
      }
    }
    return try changes + extendedChanges(of: segments, in: image, source, isPrimary: isPrimary, &changes)
  }

  /// Returns the payload of a segment without what is taken out of it; nil if it goes.
  private func changed(
    _ segment: JPEGSegment, _ payload: [UInt8], kindsOfManifest: Set<MetadataKind>?, path: String
  ) throws(AuxError) -> [UInt8]? {
    let name = "\(path)/\(JPEGMarker.name(segment.marker))"
    switch segment.kind {
    case .exif:
      let head = JPEGIdentifier.exif
      return try exif(Array(payload.dropFirst(head.count)), path: "\(name) Exif").map { head + $0 }
    case .xmp:
      let head = JPEGIdentifier.xmp
      return try xmp(Array(payload.dropFirst(head.count)), path: "\(name) XMP").map { head + $0 }
    case .jfif(let hasAMPF):
      guard segment.payloadCount > JFIF.payloadCount, !hasAMPF, kinds.takes(.jfifThumbnail) else {
        return payload
      }
      take("\(name) JFIF", .jfifThumbnail, bytes: Array(payload.dropFirst(JFIF.payloadCount)))
      return payload.prefix(JFIF.payloadCount - 2) + [0, 0]
    case .icc:
      keep(payload)
      // The header of the profile is in the first of its segments.
      let head = JPEGIdentifier.icc.count
      return payload.dropFirst(head).first == 1 ? withoutDate(payload, at: head + 2) : payload
    case .extendedXMP, .multiPicture, .gainMap, .restartTable: return payload
    case .undoRecord, .other: break
    }
    // Zeros are what is left of a segment whose bytes must not move.
    guard payload.contains(where: { $0 != 0 }),
      let part = part(of: segment, payload, isManifest: kindsOfManifest != nil)
    else { return payload }
    let own = kindsOfManifest ?? MetadataList.kinds(of: part)
    guard kinds.takes(own) else {
      keep(payload)
      // JFXX has its kind after the identifier, 10 for JPEG.
      let start = JPEGIdentifier.jfxx.count + 1
      guard part == .jfifThumbnail, payload.count > start, payload[start - 1] == 0x10,
        let changed = picture(Array(payload[start...]))
      else { return payload }
      return payload[..<start] + changed
    }
    let text = String(decoding: payload.filter { $0 != 0 }, as: UTF8.self)
    take(name, own, texts: payload.count < 1024 ? [text] : [], bytes: payload)
    return nil
  }

  /// Returns the kinds of a C2PA manifest: one whose assertions state coordinates also says where a photo was taken.
  package static func kinds(ofManifest bytes: [UInt8]) -> Set<MetadataKind> {
    let kinds = MetadataList.kinds(of: .manifest)
    let statesPlace = ["GPSL", "atitude"].contains { bytes.firstRange(of: Array($0.utf8)) != nil }
    return statesPlace ? kinds.union([.location]) : kinds
  }

  /// Returns what a segment is that is neither Exif nor XMP; nil if the images of the file need it.
  private func part(of segment: JPEGSegment, _ payload: [UInt8], isManifest: Bool) -> MetadataEntry.Part? {
    func begins(_ text: String) -> Bool { payload.starts(with: Array(text.utf8)) }
    switch segment.marker {
    case JPEGMarker.COM: return .comment
    case JPEGMarker.APP0: return begins("JFXX\0") ? .jfifThumbnail : .otherSegment
    case JPEGMarker.APP0 + 5: return begins("ssuniqueid") ? .deviceText : .otherSegment
    case JPEGMarker.APP0 + 6: return begins("GoPro") ? .goPro : .otherSegment
    case JPEGMarker.APP10: return begins("UNICODE\0") ? .vendorText : .otherSegment
    case JPEGMarker.APP0 + 12: return begins("Ducky") ? .vendorText : .deviceText
    case JPEGMarker.APP14: return begins("Adobe") ? nil : .otherSegment
    case JPEGMarker.APP11:
      // JPEG XT keeps what its pixels need in boxes of APP11, too; JUMBF does not.
      guard begins("JP"), !payload.dropFirst(12).starts(with: Array("jumb".utf8)) else {
        return isManifest ? .manifest : .jumbf
      }
      return nil
    default: return .otherSegment
    }
  }

  /// Returns what changes of extended packets: those that the packet names are rewritten in an image that keeps its length,
  /// and those that nothing names go.
  private func extendedChanges(
    of segments: [JPEGSegment], in image: JPEGImage, _ source: any ByteSource, isPrimary: Bool,
    _ changes: inout [JPEGSegmentChange]
  ) throws(AuxError) -> [JPEGSegmentChange] {
    var portions: [String: [(segment: JPEGSegment, payload: [UInt8])]] = [:]
    let head = JPEGIdentifier.extendedXMP.count
    for segment in segments where segment.kind == .extendedXMP {
      let payload = try source.read(at: segment.payloadOffset, count: segment.payloadCount)
      let digest = String(decoding: payload.dropFirst(head).prefix(32), as: UTF8.self).uppercased()
      portions[digest, default: []].append((segment, payload))
    }
    guard !portions.isEmpty else { return [] }
    let main = try image.packet(in: source)
    let named = main.flatMap { try? ExtendedXMP.digest(in: XMPReader.properties(of: $0)) }
    var result: [JPEGSegmentChange] = []
    for (digest, parts) in portions.sorted(by: { $0.key < $1.key }) {
      let isNamed = digest == named?.uppercased()
      if isNamed, isPrimary { continue }
      let packet = try? ExtendedXMP.packet(digest: digest, of: image, in: source, limits: limits)?.bytes
      if packet == nil, kinds.takes(.unreadablePacket) { take("extended XMP", .unreadablePacket) }
      let changed = try packet.flatMap { packet throws(AuxError) in try xmp(packet, path: "extended XMP") }
      guard changed != packet || packet == nil && kinds.takes(.unreadablePacket) else { continue }
      guard isNamed, let packet, let named, let mainSegment = segments.first(where: { $0.kind == .xmp })
      else {
        result += parts.map { JPEGSegmentChange(segment: $0.segment, payload: nil) }
        continue
      }
      let new = XMPEdit.padded(changed ?? XMPEdit(isWrapped: false).bytes, to: packet.count)
      guard new.count == packet.count else {
        throw AuxError(
          .unsupported, "an extended packet would become longer", offset: parts[0].segment.offset)
      }
      let name = self.digest(new)
      for (segment, payload) in parts {
        let start = payload[(head + 36)..<(head + 40)].reduce(0) { $0 << 8 | Int($1) }
        let end = start + payload.count - head - 40
        result.append(
          JPEGSegmentChange(
            segment: segment,
            payload: payload[..<head] + Array(name.utf8) + payload[(head + 32)..<(head + 40)]
              + new[start..<end]))
      }
      let number = changes.firstIndex { $0.segment == mainSegment }
      let old = try source.read(at: mainSegment.payloadOffset, count: mainSegment.payloadCount)
      var edit = XMPEdit(number.map { changes[$0].payload ?? [] } ?? old)
      edit.replace(named, with: name)
      if let number { changes.remove(at: number) }
      result.append(JPEGSegmentChange(segment: mainSegment, payload: edit.bytes))
    }
    return result
  }

  /// Returns an ICC profile, which begins at an offset, without the date of its header and the digest that is computed with it.
  ///
  /// Source: ICC.1:2022, 7.2.8 and 7.2.18.
  func withoutDate(_ bytes: [UInt8], at start: Int) -> [UInt8] {
    guard kinds.contains(.time), bytes.count >= start + 128 else { return bytes }
    var changed = bytes
    for range in [24..<36, 84..<100] { for at in range { changed[start + at] = 0 } }
    if changed != bytes { take("ICC profile", .profileDate) }
    return changed
  }
}
