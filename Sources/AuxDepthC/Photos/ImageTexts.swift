internal import AuxDepthKit

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A text that C reads, and that lives as long as this does; nobody writes to it.
final class SharedText: @unchecked Sendable {
  let pointer: UnsafePointer<CChar>?

  init(_ text: String) { pointer = copy(text) }

  deinit { free(UnsafeMutableRawPointer(mutating: pointer)) }
}

/// The texts that describe the auxiliary images of a photo.
struct ImageTexts: Sendable {
  struct Image: Sendable {
    let type, identifier, codec: SharedText
    let quality, accuracy, failure: SharedText?
  }

  let images: [Image]

  init(of images: [AuxiliaryImage]) {
    self.images = images.map { image in
      Image(
        type: SharedText(image.type.name), identifier: SharedText(image.identifier),
        codec: SharedText(image.codec),
        quality: image.metadata.quality.map { SharedText($0.rawValue) },
        accuracy: image.metadata.accuracy.map { SharedText($0.rawValue) },
        failure: image.failure.map { SharedText($0.message) })
    }
  }
}
