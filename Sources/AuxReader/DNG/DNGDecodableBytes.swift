package import AuxContainers
package import AuxImage

/// The bytes of a file that its auxiliary images may have together.
///
/// Images of their own share no bytes. Those of a hostile file may all be the same ones, each to be decoded again: what
/// they have together is never more than the file.
package enum DNGDecodableBytes {
  /// Returns why images are not to be decoded, by the offsets of their directories; none of a genuine file.
  ///
  /// Depth maps come first, and then the masks from the last to the first: what is appended to a file adds its own bytes,
  /// and changes nothing for the others. What passes the end of the file is refused for that, and takes nothing from the
  /// others.
  package static func refusals(
    depth: [TIFFDirectory], masks: [TIFFDirectory], in file: TIFFFile
  ) -> [Int: AuxError] {
    let byteCount = file.source.byteCount
    var left = byteCount
    var refusals: [Int: AuxError] = [:]
    for directory in depth + masks.reversed() where depth.count + masks.count > 1 {
      guard let layout = try? TIFFLayout(of: directory, in: file) else { continue }
      let count = layout.chunks.reduce(0) { $0 + $1.range.count }
      guard count > left, count <= byteCount else {
        left -= min(count, left)
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
