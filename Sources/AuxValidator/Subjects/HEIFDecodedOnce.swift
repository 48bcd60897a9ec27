internal import AuxContainers
internal import AuxImage

/// The images of a HEIF file that were decoded, so that those of the same bytes and properties are decoded once.
///
/// Of the others, no more is decoded than the file has bytes, and no more pixels than one image may have
/// (``AuxLimits/pixels``).
struct HEIFDecodedOnce {
  private struct Key: Hashable {
    var type: FourCharacterCode
    var bytes: [Range<Int>]
    var inputs: [UInt32]
    var properties: [ItemPropertyAssociationBox.Association]
  }

  private struct Outcome {
    var zeros: (count: Int, of: Int)?
    var content: Result<AuxiliarySubject.Content, AuxError>?
    var systemFailure: AuxError?
  }

  private let most: (bytes: Int, pixels: Int)
  private var known: [Key: Outcome] = [:]
  private var byteCount = 0
  private var pixelCount = 0

  init(most: (bytes: Int, pixels: Int)) { self.most = most }

  /// Gives an image what decoding gave one like it, or lets `body` decode it.
  mutating func decode(
    _ image: inout AuxiliarySubject, _ item: HEIFItem, at ranges: [Range<Int>],
    _ body: (inout AuxiliarySubject) -> Void
  ) {
    let key = Key(
      type: item.type, bytes: ranges, inputs: item.targets("dimg"), properties: item.associations)
    if let outcome = known[key] {
      (image.zeros, image.content) = (outcome.zeros, outcome.content)
      image.systemFailure = outcome.systemFailure
      return
    }
    do throws(AuxError) {
      try count(image)
      body(&image)
    } catch { image.content = .failure(error) }
    known[key] = Outcome(
      zeros: image.zeros, content: image.content, systemFailure: image.systemFailure)
  }

  private mutating func count(_ image: AuxiliarySubject) throws(AuxError) {
    let bytes = image.coded.reduce(0) { $0 + $1.count }
    guard bytes <= most.bytes - byteCount else {
      throw AuxError(
        .limitExceeded,
        "not decoded: the images overlap, with more bytes together than the file, \(most.bytes)")
    }
    byteCount += bytes
    let (pixels, overflow) = image.width.multipliedReportingOverflow(by: image.height)
    // Decoding refuses an image that is too large by itself.
    guard !overflow, pixels <= most.pixels else { return }
    guard pixels <= most.pixels - pixelCount else {
      throw AuxError(
        .limitExceeded, "not decoded: the images have more than the limit of \(most.pixels) pixels together")
    }
    pixelCount += pixels
  }
}
