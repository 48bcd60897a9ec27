internal import AuxImage
package import AuxReader

/// Names for the files of auxiliary images of many photos; no name is given twice.
///
/// Names that differ in the case of letters alone count as one, as they do on many file systems.
package struct AuxiliaryFileNames: Sendable {
  private var names: Set<String> = []
  private var stems: Set<String> = []
  /// How many photos of each stem there were.
  private var photos: [String: Int] = [:]

  package init() {}

  /// Returns a name for the file of each image of the next photo: `<stem>.<type>.<extension>`, without a folder.
  ///
  /// The second image of a type gets a number, as `photo.disparity-2.png`, and so does the second photo of a stem, in
  /// whatever folder: `photo-2.disparity.png`; `sharesStem` is true then. Standard input has the stem `stdin`. A type
  /// without a constant has the name that the file gives, in which all but letters, digits, `-`, `_` and `.` become `_`.
  package mutating func names(
    of images: [AuxiliaryImage], ofPhotoAt path: String, as format: AuxiliaryFile.Format
  ) -> (names: [String], sharesStem: Bool) {
    names(of: images.map(\.type.name), ofPhotoAt: path, extension: format.name)
  }

  /// Returns a name for the file of each part of the next photo: `<stem>.<part>.<extension>`, as of auxiliary images.
  package mutating func names(
    of parts: [String], ofPhotoAt path: String, extension suffix: String
  ) -> (names: [String], sharesStem: Bool) {
    let stem = path == StandardStream.path ? "stdin" : PathText.stem(of: path)
    var number = photos[stem.lowercased(), default: 0]
    while true {
      number += 1
      let numbered = Self.numbered(stem, number)
      let candidates = Self.names(of: parts, stem: numbered, extension: suffix)
      let keys = candidates.map { $0.lowercased() }
      guard !stems.contains(numbered.lowercased()), names.isDisjoint(with: keys) else { continue }
      stems.insert(numbered.lowercased())
      names.formUnion(keys)
      photos[stem.lowercased()] = number
      return (candidates, number > 1)
    }
  }

  /// Returns names that differ, for the parts of one photo.
  private static func names(of parts: [String], stem: String, extension suffix: String) -> [String] {
    var used: Set<String> = []
    // The number that the next part of a type begins with: those before are used.
    var next: [String: Int] = [:]
    var names: [String] = []
    for part in parts {
      let type = fileNamePart(part)
      var number = next[type.lowercased(), default: 1]
      while !used.insert(numbered(type, number).lowercased()).inserted { number += 1 }
      next[type.lowercased()] = number + 1
      names.append("\(stem).\(numbered(type, number)).\(suffix)")
    }
    return names
  }

  private static func fileNamePart(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" })
  }

  private static func numbered(_ name: String, _ number: Int) -> String {
    number == 1 ? name : "\(name)-\(number)"
  }
}
