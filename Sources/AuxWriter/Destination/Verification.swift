internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxMaps
internal import AuxReader

/// Compares a file just written with what was asked for, by reading it as any other file.
struct Verification {
  private let destination: ImageDestination

  init(_ destination: ImageDestination) { self.destination = destination }

  /// Returns the report, or throws `verification` where the file is not what it should be.
  func check(_ written: ImageSource) throws(AuxError) -> WriteReport {
    try checkPrimary(written)
    do throws(AuxError) {
      let losses = try destination.losses()
      try compareUntouched(written, losses)
      let kept = destination.base.auxiliaryImages.filter { !losses.images.contains($0.index) }
      let all = written.auxiliaryImages.filter { $0.embeddedForm == nil }
      let keptCount = kept.count { $0.embeddedForm == nil }
      for image in kept where image.embeddedForm != nil { try compareKept(image, in: written) }
      guard all.count == keptCount + destination.additions.count else {
        throw AuxError(
          .verification,
          "\(all.count) auxiliary images came back, \(keptCount + destination.additions.count) were written")
      }
      var images: [WriteReport.Image] = []
      var copied: [AuxiliaryImage] = []
      for addition in destination.additions {
        // An image that was there before stands before the new one.
        guard let image = all.last(where: { $0.type == addition.type }) else {
          throw AuxError(.verification, "\(addition.type) did not come back")
        }
        switch addition.content {
        case .codes(let asked, _, _):
          images.append(try compare(asked, of: addition.attachment, with: image, in: written))
        case .coded(let asked):
          try asked.verify(image, in: written)
          copied.append(image)
        }
      }
      try destination.gdepth?.verify(in: written)
      return WriteReport(
        container: written.container, orientation: written.primary?.orientation ?? .up,
        primaryUnchanged: !destination.isPrimaryEncoded, images: images,
        copied: copied, c2pa: try destination.c2paOutcome(in: written), stereoPair: written.stereoPair,
        notes: destination.staleOffsetNotes(in: written))
    } catch {
      // What the machine or another program did, or what is not installed, is no fault of what was written, nor is what a
      // limit does not allow.
      guard error.isOfSystem || error.code == .verification || error.code == .limitExceeded else {
        throw AuxError(.verification, "the file just written does not read back: \(error)")
      }
      throw error
    }
  }

  /// Throws `malformed` where the photo is one only as long as an image stands after it.
  private func checkPrimary(_ written: ImageSource) throws(AuxError) {
    guard destination.base.primary != nil, written.primary == nil else { return }
    guard let type = written.auxiliaryImages.first?.type else { return }
    throw AuxError(
      .malformed,
      "the photo's own XMP says that it is a \(type); with nothing after it, it would be read as one")
  }

  /// Compares one of Google's maps with what came back in its place.
  private func compareKept(_ image: AuxiliaryImage, in written: ImageSource) throws(AuxError) {
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
      throw AuxError(.verification, "\(asked.type) came back with \(image.width)x\(image.height) samples")
    }
    let stored = try written.stored(image)
    guard stored.content.colours == asked.content.colours else {
      throw AuxError(.verification, "the components of \(asked.type) changed")
    }
    switch asked.content {
    case .gainMap(_, let metadata?), .colourGainMap(_, let metadata?):
      guard image.gainMap?.metadata?.isSame(as: metadata) == true else {
        throw AuxError(.verification, "the gain map metadata of \(asked.type) changed")
      }
    case .depth, .matte, .gainMap, .colours, .colourGainMap: break
    }
    let difference: (max: Int, mean: Double)
    switch (asked.codes.storage, stored.codes.storage) {
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
          counts: map.counts, difference: try map.difference(from: stored), notes: map.notes)
      })
  }

  /// Compares what must not change, byte for byte.
  private func compareUntouched(
    _ written: ImageSource, _ losses: ImageDestination.Losses
  ) throws(AuxError) {
    let base = destination.base
    guard base.primary == written.primary else {
      throw AuxError(.verification, "size or orientation of the primary changed")
    }
    guard base.stereoPair == written.stereoPair else {
      throw AuxError(.verification, "the stereo pair or its cameras changed")
    }
    try UntouchedRegion.forEach(of: destination, losses, in: written) { region throws(AuxError) in
      try region.compare(base.bytes, written.bytes)
    }
  }
}
