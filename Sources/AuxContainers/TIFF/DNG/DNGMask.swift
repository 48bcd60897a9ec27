internal import AuxImage

/// A semantic mask of a DNG: 0 where a pixel is not part of what the mask names, the largest code where it is.
///
/// Source: DNG 1.7.1.0, "SemanticName" to "MaskSubArea"; Specs/dng.md, "Semantic masks".
package struct DNGMask: Hashable, Sendable {
  /// Where a mask that covers a part of the image is in the full mask.
  package struct SubArea: Hashable, Sendable {
    package var top: Int
    package var left: Int
    package var fullWidth: Int
    package var fullHeight: Int

    package init(top: Int, left: Int, fullWidth: Int, fullHeight: Int) {
      (self.top, self.left, self.fullWidth, self.fullHeight) = (top, left, fullWidth, fullHeight)
    }
  }

  package var directory: TIFFDirectory
  /// What the mask shows; Apple writes the URN of a matte. Empty where the file does not say.
  package var name: String
  /// Which of several objects of that name the mask shows.
  package var instanceID: String?
  /// Where the mask is in the full mask; nil where it is the full mask.
  package var subArea: SubArea?
}

extension DNGMask {
  static func all(
    _ directories: [TIFFDirectory], in tiff: TIFFFile, _ rules: inout Leniency
  ) throws(AuxError) -> [DNGMask] {
    var masks: [DNGMask] = []
    var seen: Set<[String?]> = []
    for directory in directories {
      do throws(AuxError) {
        let mask = try DNGMask(directory, in: tiff, &rules)
        if !seen.insert([mask.name, mask.instanceID]).inserted {
          rules.object(
            "a second mask of the name \(mask.name)", directory, TIFFTag.semanticName)
        }
        masks.append(mask)
      } catch { try rules.forgive(error) }
    }
    return masks
  }

  /// Returns the text of a field; one that is too long counts as missing.
  private static func text(
    _ tag: UInt16, _ directory: TIFFDirectory, _ tiff: TIFFFile, _ rules: inout Leniency
  ) throws(AuxError) -> String? {
    do throws(AuxError) {
      return try tiff.values(tag, in: directory, most: DNGAuxiliaryDirectory.longestName + 1)?.text()
    } catch {
      guard error.code == .limitExceeded else { throw error }
      try rules.forgive(error)
      return nil
    }
  }

  private init(
    _ directory: TIFFDirectory, in tiff: TIFFFile, _ rules: inout Leniency
  ) throws(AuxError) {
    self.directory = directory
    name = try Self.text(TIFFTag.semanticName, directory, tiff, &rules) ?? ""
    instanceID = try Self.text(TIFFTag.semanticInstanceID, directory, tiff, &rules)
    if name.isEmpty {
      rules.object(
        "the mask has no name (DNG 1.7.1.0, SemanticName)", directory, TIFFTag.semanticName)
    }
    guard let area = try tiff.values(TIFFTag.maskSubArea, in: directory)?.integers() else { return }
    let width = try tiff.integer(TIFFTag.imageWidth, in: directory) ?? 0
    let height = try tiff.integer(TIFFTag.imageLength, in: directory) ?? 0
    // The specification compares the top with the width; what it must mean is that the mask is inside.
    guard area.count == 4, area.allSatisfy({ (0...Int(UInt32.max)).contains($0) }),
      area[1] + width <= area[2], area[0] + height <= area[3]
    else {
      rules.object("the mask does not lie in its full mask; ignored", directory, TIFFTag.maskSubArea)
      return
    }
    subArea = SubArea(top: area[0], left: area[1], fullWidth: area[2], fullHeight: area[3])
  }
}

/// What becomes of something that breaks a rule of DNG and can be read nevertheless: a note.
struct Leniency {
  var notes: [String]

  /// Keeps a note of what breaks a rule.
  mutating func object(_ reason: String, _ directory: TIFFDirectory, _ tag: UInt16) {
    notes.append(
      "\(AuxError(.malformed, reason, offset: directory.offset, place: directory.place(tag)))")
  }

  /// Returns what can be read; where the file ends before, keeps a note.
  mutating func forgiving<Value>(_ read: () throws(AuxError) -> Value?) throws(AuxError) -> Value? {
    do throws(AuxError) { return try read() } catch {
      guard error.code == .truncated else { throw error }
      try forgive(error)
      return nil
    }
  }

  /// Keeps an error as a note; throws one of the system.
  mutating func forgive(_ error: AuxError) throws(AuxError) {
    try error.throwIfOfSystem()
    notes.append(error.message)
  }
}
