internal import AuxContainers
public import AuxImage

/// The files that belong to others by their names, such as the map of each of many photos.
///
/// There are three forms: a pattern such as `depth/{stem}.exr`, in which the marks of `{stem}`, `{name}`, `{number}` and `%04d` stand for parts of the other file's name; a folder, in which the file of
/// the same stem is looked for; and any other path, which is one file for all.
public struct CompanionFiles: Hashable, Sendable {
  private enum Form: Hashable, Sendable {
    case file
    case pattern(NameTemplate)
    /// A folder, with the names of its files by their stems in lower case, and those of the folders below it that photos need.
    case folder([String: [String: [String]]])
  }

  /// The path, the pattern or the folder.
  public let text: String
  private let form: Form
  private let roots: [String]

  /// Creates the files of a path, a pattern or a folder, in which those with one of the extensions count, or all.
  ///
  /// In a pattern, `{stem}` is the name of the other file without its extension, `{name}` its whole name, `{number}` the
  /// last number in the stem, with its zeros, and `%04d`, as of printf, that number with so many digits;
  /// `{stem:s/beauty/depth/}` is the stem with the first `beauty` replaced. The names in a folder are
  /// read here, once. Where `paths` were found in the folders `roots`, a file's companion is in the same place below the
  /// companions' folder, if that has the place: `maps/day 1/a.exr` belongs to `photos/day 1/a.jpg` below `photos`.
  ///
  /// Throws `AuxError` that names the text: `inputMissing` where a folder cannot be read, `usage` for a mark that cannot be
  /// understood.
  public init(
    _ text: String, extensions: [String] = [], for paths: [String] = [], below roots: [String] = []
  ) throws(AuxError) {
    (self.text, self.roots) = (text, roots)
    if let template = try Self.template(text) {
      form = .pattern(template)
    } else if try Self.isFolder(text) {
      var folders = ["": try Self.names(in: text, extensions)]
      for place in Set(paths.map { Self.place(of: $0, below: roots) }) where !place.isEmpty {
        let folder = PathText.joined(text, place)
        if try Self.isFolder(folder) { folders[place] = try Self.names(in: folder, extensions) }
      }
      form = .folder(folders)
    } else {
      form = .file
    }
  }

  /// Whether it is one file, whatever it is to belong to.
  package var isOneFile: Bool { form == .file }

  /// Returns the path of the file that belongs to the one at `path`.
  ///
  /// In a folder, that is the file of its stem, or of its stem with `mark` after it, as in `photo.disparity.png`, the
  /// names that auxiliary images are extracted under. This does not check whether the file of a pattern or a path
  /// exists. Throws `AuxError`: `inputMissing` where the folder has none, naming the folder, and `usage` where it has
  /// several, naming these, where `path` is standard input, which has no name, and where a pattern asks for a number and the
  /// name has none.
  public func path(for path: String, mark: String? = nil) throws(AuxError) -> String {
    guard !isOneFile else { return text }
    guard path != StandardStream.path else {
      throw AuxError(.usage, "standard input has no name that another file could be found by", path: text)
    }
    let stem = PathText.stem(of: path)
    switch form {
    case .file: return text
    case .pattern(let template):
      do throws(AuxError) { return try template.path(forFileNamed: PathText.fileName(of: path)) } catch {
        throw error.about(text)
      }
    case .folder(let folders):
      let folder = folder(for: path, in: folders)
      let stems = [stem] + (mark.map { ["\(stem).\($0)"] } ?? [])
      var found: [String] = []
      for stem in stems {
        found += try folder.files(for: path, stem: stem).filter { PathText.stem(of: $0) == stem }
      }
      guard found.count < 2 else { throw folder.doubt(among: found, for: path) }
      guard let one = found.first else { throw folder.missing(path) }
      return one
    }
  }

  /// Returns the paths of the photos that the edited photo at `path` may be made from, at least one.
  ///
  /// In a folder, these are the files of its stem in any case. If there are none, they are the files of the stem without what
  /// editors add: `IMG_1` for `IMG_1-edited`, `IMG_1 (1)` and `IMG_E1`. Throws `AuxError` as ``path(for:mark:)``.
  package func originals(of path: String) throws(AuxError) -> [String] {
    guard case .folder(let folders) = form, path != StandardStream.path else {
      return [try self.path(for: path)]
    }
    let folder = folder(for: path, in: folders)
    let stem = PathText.stem(of: path)
    for stem in [stem, Self.stemBeforeEditing(stem)] {
      let found = try folder.files(for: path, stem: stem)
      if !found.isEmpty { return found }
    }
    throw folder.missing(path)
  }

  /// Returns the stem without the additions of editors and download folders.
  private static func stemBeforeEditing(_ stem: String) -> String {
    var stem = stem[...]
    // The number of a copy: "IMG_1 (1)".
    if stem.hasSuffix(")"), let open = stem.lastIndex(of: "("), open > stem.startIndex {
      let number = stem[stem.index(after: open)...].dropLast()
      if !number.isEmpty, number.allSatisfy(\.isNumber) { stem = stem[..<open] }
      while stem.last == " " { stem.removeLast() }
    }
    for mark in ["-edited", "_edited"] where stem.lowercased().hasSuffix(mark) {
      stem = stem.dropLast(mark.count)
    }
    // Apple's export of an edited IMG_1 is IMG_E1.
    if let line = stem.lastIndex(of: "_") {
      let (head, tail) = (stem[...line], stem[stem.index(after: line)...])
      if tail.first == "E", tail.count > 1, tail.dropFirst().allSatisfy(\.isNumber) {
        return String(head) + tail.dropFirst()
      }
    }
    return String(stem)
  }

  /// One folder of companions, with the names of its files by their stems in lower case.
  private struct Folder {
    let path: String
    let names: [String: [String]]

    /// Returns the files of a stem in any case, without the file at `other`.
    func files(for other: String, stem: String) throws(AuxError) -> [String] {
      var found: [String] = []
      for name in names[stem.lowercased()] ?? [] {
        let candidate = PathText.joined(path, name)
        if try CompanionFiles.isAnother(candidate, than: other) { found.append(candidate) }
      }
      return found
    }

    func doubt(among found: [String], for other: String) -> AuxError {
      CompanionFiles.doubt(among: found, for: other).about(path)
    }

    func missing(_ other: String) -> AuxError {
      AuxError(.inputMissing, "the folder has no file for \(PathText.fileName(of: other))", path: path)
    }
  }

  private func folder(for path: String, in folders: [String: [String: [String]]]) -> Folder {
    var place = Self.place(of: path, below: roots)
    if folders[place] == nil { place = "" }
    return Folder(path: place.isEmpty ? text : PathText.joined(text, place), names: folders[place] ?? [:])
  }

  /// Returns the error, with code `usage`, for several files that may belong to the one at `path`.
  package static func doubt(among found: [String], for path: String) -> AuxError {
    AuxError(
      .usage, "which of \(found.joined(separator: " and ")) belongs to \(PathText.fileName(of: path))?")
  }

  /// Returns the folder of a path below the innermost of the roots, with a slash at its end; empty in a root itself, and below
  /// none.
  private static func place(of path: String, below roots: [String]) -> String {
    let folder = PathText.folder(of: path)
    let starts = roots.map { PathText.joined($0, "").unicodeScalars }
    guard
      let start = starts.filter({ folder.unicodeScalars.starts(with: $0) }).max(by: { $0.count < $1.count })
    else { return "" }
    return String(folder.unicodeScalars.dropFirst(start.count))
  }

  /// A file is no companion of its own.
  private static func isAnother(_ candidate: String, than path: String) throws(AuxError) -> Bool {
    do throws(AuxError) {
      guard let file = try FileIdentity(candidate) else { return true }
      return try file != FileIdentity(path)
    } catch { throw error.about(candidate) }
  }

  /// Returns the template of a path with marks; nil for other paths, and for a file whose name has a percent sign.
  private static func template(_ text: String) throws(AuxError) -> NameTemplate? {
    do throws(AuxError) {
      guard let template = try NameTemplate(text) else { return nil }
      guard !template.hasBraces, try FileSystem.exists(text) else { return template }
      return nil
    } catch { throw error.about(text) }
  }

  private static func isFolder(_ text: String) throws(AuxError) -> Bool {
    do throws(AuxError) { return try FileSystem.isFolder(text) } catch { throw error.about(text) }
  }

  private static func names(in folder: String, _ extensions: [String]) throws(AuxError) -> [String: [String]]
  {
    let names: [String]
    do throws(AuxError) { names = try FileSystem.names(in: folder) } catch {
      throw AuxError(error.code, "the folder cannot be listed: \(error.reason)", path: folder)
    }
    let wanted = names.filter { name in
      guard !name.hasPrefix(".") else { return false }
      return extensions.isEmpty || PathText.fileExtension(of: name).map(extensions.contains) ?? false
    }
    return Dictionary(grouping: wanted.sorted()) { PathText.stem(of: $0).lowercased() }
  }
}
