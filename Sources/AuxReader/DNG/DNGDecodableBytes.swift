package import AuxContainers
package import AuxImage

/// The bytes of a file that its auxiliary images may have together.
///
/// Images of their own share no bytes. Those of a hostile file may all be the same ones, each to be decoded again: what
/// they share is together never more than the file.
package enum DNGDecodableBytes {
  /// Returns why images are not to be decoded, by the offsets of their directories; none of a genuine file, and of no
  /// image that shares nothing.
  ///
  /// What has more bytes by itself than the file is refused for that, and takes nothing from the others.
  package static func refusals(_ images: [TIFFDirectory], in file: TIFFFile) -> [Int: AuxError] {
    guard images.count > 1 else { return [:] }
    let byteCount = file.source.byteCount
    let layouts = images.map { image in
      (try? TIFFLayout(of: image, in: file))?.chunks.map(\.range) ?? []
    }
    var left = byteCount
    var refusals: [Int: AuxError] = [:]
    for (directory, shared) in zip(images, SharedBytes.counts(layouts)) where shared <= byteCount {
      guard shared > left else {
        left -= shared
        continue
      }
      refusals[directory.offset] = AuxError(
        .limitExceeded,
        "images share strips or tiles: together they have more than the \(byteCount) bytes of the file",
        offset: directory.offset, place: directory.path)
    }
    return refusals
  }
}
