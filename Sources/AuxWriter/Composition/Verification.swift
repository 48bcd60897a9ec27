internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxMaps
internal import AuxReader

/// Compares a file just written with the composition that it was made of, by reading it as any other file.
struct Verification {
  private let composition: Composition
  private let base: ImageSource

  init(_ composition: Composition) { (self.composition, base) = (composition, composition.base) }

  /// Returns the report, or throws `verification` where the file is not what it should be.
  func check(_ written: ImageSource) throws(AuxError) -> WriteReport {
    try checkPrimary(written)
    try checkPackets(written)
    do throws(AuxError) {
      let losses = try Losses(composition)
      try compareUntouched(written, losses)
      let all = try imagesWithoutLosses(losses, in: written)
      var images: [WriteReport.Image] = []
      var copied: [AuxiliaryImage] = []
      try AuxWorkerPool.inOrder(
        composition.additions, jobs: AuxWorkerPool.coresForOneItem
      ) { addition throws(AuxError) in
        try check(addition, all, in: written)
      } onResult: { _, result throws(AuxError) in
        let (image, report) = try result.get()
        if let report { images.append(report) } else { copied.append(image) }
      }
      try composition.metadata.gdepth?.verify(in: written)
      try composition.privacyCheck?.check(written)
      return WriteReport(
        container: written.container, orientation: written.primary?.orientation ?? .up,
        primaryUnchanged: !composition.isPrimaryEncoded, images: images, copied: copied,
        c2pa: try c2paOutcome(in: written), stereoPair: written.stereoPair, notes: staleOffsets(in: written))
    } catch {
      // Errors of the system, another program's edit, missing codecs, limits, and samples of the caller that changed are not
      // faults of the new file.
      guard error.isOfSystem || [.verification, .limitExceeded, .usage].contains(error.code) else {
        throw AuxError(.verification, "the file just written does not read back: \(error.message)")
      }
      throw error
    }
  }

  /// Compares an image that was added with what came back; returns that, and a report if the image was coded.
  private func check(
    _ addition: Composition.Addition, _ all: [AuxiliaryImage], in written: ImageSource
  ) throws(AuxError) -> (image: AuxiliaryImage, report: WriteReport.Image?) {
    // Images that were there before come before the new one.
    guard let image = all.last(where: { $0.type == addition.type }) else {
      throw AuxError(.verification, "\(addition.type) did not come back")
    }
    switch addition.content {
    case .codes(let asked, let encoding):
      let report = try compare(asked, of: addition.attachment, with: image, in: written)
      guard report.maxCodeError == 0 || !encoding.isExact(for: asked.content, in: written.container) else {
        throw AuxError(
          .verification,
          "\(asked.type) was to be lossless, and its samples came back up to \(report.maxCodeError) off")
      }
      return (image, report)
    case .copied(let asked, let description):
      try asked.verify(image, as: description, in: written)
      return (image, nil)
    }
  }

  /// Throws `malformed` where the photo would be read as an auxiliary image once no image follows it.
  private func checkPrimary(_ written: ImageSource) throws(AuxError) {
    guard base.primary != nil, written.primary == nil else { return }
    guard let type = written.auxiliaryImages.first?.type else { return }
    throw AuxError(
      .malformed,
      "the photo's own XMP names the type \(type); with nothing after it, it would be read as an auxiliary image"
    )
  }

  /// Throws `malformed` for an image that nothing but an XMP packet names that cannot be read, and was removed for that.
  private func checkPackets(_ written: ImageSource) throws(AuxError) {
    guard !composition.metadata.strips.isEmpty else { return }
    for image in base.auxiliaryImages where !composition.removals.contains(image.index) {
      guard let failure = image.failure, !written.auxiliaryImages.contains(where: { $0.type == image.type })
      else { continue }
      throw AuxError(
        .malformed,
        "\(failure.reason); the packet would be removed, and nothing else names the \(image.type) image: "
          + "remove the image as well", offset: failure.offset, place: failure.place)
    }
  }

  /// Compares what must not change, byte for byte.
  private func compareUntouched(_ written: ImageSource, _ losses: Losses) throws(AuxError) {
    guard composition.primary == written.primary else {
      throw AuxError(.verification, "size or orientation of the primary changed")
    }
    guard expectedPair == written.stereoPair else {
      throw AuxError(.verification, "the stereo pair or its cameras changed")
    }
    try UntouchedRegion.forEach(of: composition, gone: losses.items, in: written) { region throws(AuxError) in
      try region.compare(base.bytes, written.bytes)
    }
  }

  /// The pair that the new file has: a JPEG file's second picture goes with the data after the images.
  private var expectedPair: StereoGroup? {
    if case .jpeg = base.parsed, composition.metadata.removesTrailers { nil } else { base.stereoPair }
  }

  /// Returns the auxiliary images of the new file that may be removed; throws where there are others than there should be.
  private func imagesWithoutLosses(
    _ losses: Losses, in written: ImageSource
  ) throws(AuxError) -> [AuxiliaryImage] {
    let kept = base.auxiliaryImages.filter { !losses.images.contains($0.index) }
    for image in kept where image.embeddedForm != nil { try compareEmbedded(image, in: written) }
    for image in base.auxiliaryImages
    where losses.images.contains(image.index) && image.embeddedForm != nil {
      let isAddedAgain = image.embeddedForm == .gdepth && composition.metadata.gdepth != nil
      guard isAddedAgain || !written.auxiliaryImages.contains(where: { $0.identifier == image.identifier })
      else { throw AuxError(.verification, "the \(image.identifier) map is still there") }
    }
    let expected = kept.count { $0.embeddedForm == nil } + composition.additions.count
    let all = written.auxiliaryImages.filter { $0.embeddedForm == nil }
    guard all.count == expected else {
      throw AuxError(
        .verification, "\(all.count) auxiliary images came back, \(expected) were written")
    }
    return all
  }

  /// Compares a map of Google's or of a maker with what came back in its place.
  private func compareEmbedded(_ image: AuxiliaryImage, in written: ImageSource) throws(AuxError) {
    guard
      let same = written.auxiliaryImages.first(where: {
        $0.embeddedForm == image.embeddedForm && $0.identifier == image.identifier
      })
    else {
      throw AuxError(.verification, "the \(image.identifier) map did not come back")
    }
    guard (same.width, same.height, same.byteCount) == (image.width, image.height, image.byteCount),
      same.range == image.range
    else { throw AuxError(.verification, "the \(image.identifier) map changed") }
  }

  private func compare(
    _ asked: StoredAuxiliaryImage, of map: MapAttachment?, with image: AuxiliaryImage,
    in written: ImageSource
  ) throws(AuxError) -> WriteReport.Image {
    guard image.width == asked.width, image.height == asked.height else {
      throw AuxError(
        .verification,
        "\(asked.type) came back with \(image.width)x\(image.height) samples, and has \(asked.width)x\(asked.height)"
      )
    }
    let stored = try written.stored(image)
    let sameComponents = stored.content.colours == asked.content.colours
    guard sameComponents || asked.content.isGainMap && stored.content.colours != nil else {
      throw AuxError(.verification, "the components of \(asked.type) changed")
    }
    if let metadata = asked.content.gainMapMetadata {
      guard image.gainMap?.metadata?.isSame(as: metadata) == true,
        Self.others(image.gainMap?.forms ?? []) == Self.others(asked.gainMapForms)
      else { throw AuxError(.verification, "the gain map metadata of \(asked.type) changed") }
    }
    let difference: (max: Int, mean: Double)
    switch (asked.codes.storage, stored.codes.storage) {
    case _ where !sameComponents:
      let samples = try [asked, stored].map { image throws(AuxError) in
        try image.content.colours?.rgb().rgb8 ?? []
      }
      difference = Difference.compare(samples[0], samples[1])
    case (.uint8(let before), .uint8(let after)): difference = Difference.compare(before, after)
    case (.uint16(let before), .uint16(let after)):
      guard before == after else {
        throw AuxError(.verification, "16-bit codes of \(asked.type) changed")
      }
      difference = (0, 0)
    default: throw AuxError(.verification, "\(asked.type) came back in another sample format")
    }
    return WriteReport.Image(
      stored: stored, maxCodeError: difference.max, meanCodeError: difference.mean,
      map: try map.map { map throws(AuxError) in
        WriteReport.Map(
          counts: map.counts, difference: try map.difference(from: stored), notes: map.notes,
          source: map.source)
      })
  }

  /// Returns the forms of a gain map beside Apple's, which is none without a packet.
  private static func others(_ forms: [GainMapDescription.Form]) -> Set<GainMapDescription.Form> {
    Set(forms).subtracting([.apple])
  }

  /// Returns what became of the C2PA manifest; nil where the base has none. Throws where it came back otherwise.
  private func c2paOutcome(in written: ImageSource) throws(AuxError) -> WriteReport.C2PAOutcome? {
    let (before, after) = (base.c2paManifest, written.c2paManifest)
    // One that states coordinates goes with the location as well.
    let removes = composition.metadata.removesC2PAManifest || composition.privacyCheck != nil && after == nil
    guard after?.byteCount == (removes ? nil : before?.byteCount) else {
      throw AuxError(.verification, "the C2PA manifest came back otherwise")
    }
    return before == nil ? nil : removes ? .removed : .invalidated
  }

  /// Returns a note about bytes of no known kind that moved after the images of a JPEG file: something may know their
  /// offset from the beginning of the file.
  ///
  /// Source: Specs/jpeg-mpf.md, "Offsets that lead out of headers".
  private func staleOffsets(in written: ImageSource) -> [String] {
    guard case .jpeg(let old) = base.parsed, case .jpeg(let new) = written.parsed else { return [] }
    let added = new.source.byteCount - old.source.byteCount
    guard added != 0, let file = try? old.fileWithUnlisted(), let end = try? file.primaryEnd() else {
      return []
    }
    let images = max(file.secondaries.last?.range.upperBound ?? end, old.directoryEnd)
    var last = old.source.byteCount
    for trailer in old.trailers.reversed() where trailer.range.upperBound >= last {
      last = trailer.range.lowerBound
    }
    guard images < last, !old.source.isZero(images..<last),
      let start = try? old.source.readPrefix(at: images, count: 8),
      // An edit may have removed the bytes.
      start == (try? new.source.readPrefix(at: images + added, count: 8)),
      !Trailer.isMotionPhoto(beginningWith: Array(start))
    else { return [] }
    return [
      "\(last - images) bytes after the images are of no known kind and moved by \(added); "
        + "an offset that leads to them from the beginning of the file is now wrong"
    ]
  }
}

/// The parts of the base that the new file does not have.
private struct Losses {
  /// The auxiliary images: those that are removed, and those that exist for them alone.
  let images: Set<Int>
  /// The items of HEIF that go with them: what describes them, their tiles, images of them, and tone-mapped images that
  /// are made with them.
  let items: Set<UInt32>

  init(_ composition: Composition) throws(AuxError) {
    guard case .heif(let reader) = composition.base.parsed else {
      (images, items) = (composition.removals, [])
      return
    }
    var edit = HEIFEdit(reader.file)
    try edit.remove(all: composition.removals.sorted().map { reader.auxiliaryItems[$0].id })
    try MetadataGraft(composition.base, composition.metadata).apply(to: &edit, reader)
    let gone = edit.removedIDs
    images = Set(reader.auxiliaryItems.indices.filter { gone.contains(reader.auxiliaryItems[$0].id) })
    items = gone
  }
}
