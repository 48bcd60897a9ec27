internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// Compares a file just written with what was asked for, by reading it as any other file.
struct Verification {
  private let destination: ImageDestination

  init(_ destination: ImageDestination) { self.destination = destination }

  /// Returns the report, or throws `verification` where the file is not what it should be.
  func check(_ written: ImageSource) throws(AuxError) -> WriteReport {
    do throws(AuxError) {
      try comparePrimary(written)
      let base = destination.base
      let kept = base.auxiliaryImages.filter { !destination.removals.contains($0.index) }
      let all = written.auxiliaryImages.filter { $0.location != .gdepth }
      let keptCount = kept.count { $0.location != .gdepth }
      guard all.count == keptCount + destination.additions.count else {
        throw AuxError(
          .verification,
          "\(all.count) auxiliary images came back, \(keptCount + destination.additions.count) were written")
      }
      var images: [WriteReport.Image] = []
      for (addition, image) in zip(destination.additions, all[keptCount...]) {
        images.append(try compare(addition.image, with: image, in: written))
      }
      return WriteReport(
        container: written.container, primaryUnchanged: !destination.isPrimaryEncoded, images: images)
    } catch {
      guard error.code == .verification else {
        throw AuxError(.verification, "the file just written does not read back: \(error)")
      }
      throw error
    }
  }

  private func compare(
    _ asked: StoredAuxiliaryImage, with image: AuxiliaryImage, in written: ImageSource
  ) throws(AuxError) -> WriteReport.Image {
    guard image.type == asked.type, image.width == asked.codes.width, image.height == asked.codes.height
    else {
      throw AuxError(
        .verification, "\(asked.type) came back as \(image.type) of \(image.width)x\(image.height)")
    }
    let stored = try written.stored(image)
    guard case .uint8(let before) = asked.codes.storage, case .uint8(let after) = stored.codes.storage else {
      throw AuxError(.verification, "\(asked.type) came back in another sample format")
    }
    let difference = Difference.compare(before, after)
    return WriteReport.Image(
      stored: stored, maxCodeError: Int(difference.max), meanCodeError: difference.mean)
  }

  /// Compares the coded bytes of the primary, and whole the images behind it that were kept.
  private func comparePrimary(_ written: ImageSource) throws(AuxError) {
    let base = destination.base
    guard let old = base.reader as? JPEGReader, let new = written.reader as? JPEGReader else {
      throw AuxError(.verification, "the container came back as \(written.container.rawValue)")
    }
    guard base.primary == written.primary else {
      throw AuxError(.verification, "size or orientation of the primary changed")
    }
    let oldScan = old.file.primary.scanOffset..<(try old.file.primaryEnd(in: base.bytes))
    let newScan = new.file.primary.scanOffset..<(try new.file.primaryEnd(in: written.bytes))
    guard try equal(oldScan, in: base.bytes, newScan, in: written.bytes) else {
      throw AuxError(.verification, "the primary's coded bytes changed")
    }
    let removed = base.auxiliaryImages.filter { destination.removals.contains($0.index) }.map(\.location)
    let kept = old.file.secondaries.enumerated().filter { number, _ in
      !removed.contains(.jpegSecondary(number))
    }
    for ((number, before), after) in zip(kept, new.file.secondaries) {
      let scans = (
        before.image.scanOffset..<before.range.upperBound, after.image.scanOffset..<after.range.upperBound
      )
      guard before.range.count == after.range.count,
        try equal(scans.0, in: base.bytes, scans.1, in: written.bytes)
      else { throw AuxError(.verification, "image \(number + 2) changed") }
    }
  }

  private func equal(
    _ a: Range<Int>, in first: any ByteSource, _ b: Range<Int>, in second: any ByteSource
  ) throws(AuxError) -> Bool {
    guard a.count == b.count else { return false }
    var done = 0
    while done < a.count {
      let count = min(1 << 20, a.count - done)
      guard
        try first.read(at: a.lowerBound + done, count: count)
          == second.read(at: b.lowerBound + done, count: count)
      else { return false }
      done += count
    }
    return true
  }
}
