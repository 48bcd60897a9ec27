internal import AuxDepthKit

/// What `--version` prints; nothing is loaded for it.
enum VersionText {
  static var text: String {
    let linked = CodecLibrary.all.filter(\.isLinked).map { "\($0.state())" }
    let loaded = CodecLibrary.all.filter { !$0.isLinked }.map { library in
      "\(library.name) (\((library.reads + library.writes.filter { !library.reads.contains($0) }).joined(separator: ", ")))"
    }
    return """
      auxdepth \(AuxDepthVersion.text)
      linked: \(linked.joined(separator: ", "))
      loaded when needed: \(loaded.joined(separator: ", "))
      'auxdepth codecs' says which of these are installed, and their versions.
      """
  }
}
