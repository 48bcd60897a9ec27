package import AuxContainers
package import AuxImage

/// The bytes of a file that its auxiliary images may have together.
///
/// Images of their own share no bytes. Those of a hostile file may all be the same ones, each to be decoded again: what
/// they share is together never more than the file.
package enum DNGDecodableBytes {
  /// So many strips or tiles an image may always have: what is added to a file is never refused for what is there.
  private static let usualChunks = 256

  /// Returns why images are not to be decoded, by the offsets of their directories; none of a genuine file, and of no
  /// image that shares nothing.
  ///
  /// What has more bytes by itself than the file is refused for that, and takes nothing from the others.
  package static func refusals(_ images: [TIFFDirectory], in file: TIFFFile) -> [Int: AuxError] {
    guard images.count > 1 else { return [:] }
    let byteCount = file.source.byteCount
    var refusals: [Int: AuxError] = [:]
    func refuse(_ directory: TIFFDirectory, sharing what: String) {
      refusals[directory.offset] = AuxError(
        .limitExceeded,
        "images share \(what): together they have more than the \(byteCount) bytes of the file",
        offset: directory.offset, place: directory.path)
    }
    // Each strip or tile takes four bytes of tables at least.
    var tables = byteCount / 4
    let layouts = images.map { image -> [Range<Int>] in
      guard TIFFLayout.statedChunkCount(of: image) <= max(tables, usualChunks) else {
        refuse(image, sharing: "the tables of their strips or tiles")
        return []
      }
      guard let chunks = (try? TIFFLayout(of: image, in: file))?.chunks else { return [] }
      tables -= min(tables, chunks.count)
      return chunks.map(\.range)
    }
    for number in SharedBytes.excess(of: layouts, over: byteCount) {
      // What has more bytes by itself than the file is refused for that.
      guard layouts[number].reduce(0, { $0 + $1.count }) <= byteCount else { continue }
      refuse(images[number], sharing: "strips or tiles")
    }
    return refusals
  }
}
