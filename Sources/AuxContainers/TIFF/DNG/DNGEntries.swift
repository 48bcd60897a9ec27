internal import AuxImage

/// A directory that holds a depth map or a semantic mask.
package struct DNGAuxiliaryDirectory: Sendable {
  package var directory: TIFFDirectory
  /// Whether it is a mask; else it is a depth map.
  package var isMask: Bool
  package var subFileType: Int?

  /// The most bytes of a name that is read.
  ///
  /// DNG states no bound. Apple's are URNs of some 60 bytes, and masks may share one value of any size.
  package static let longestName = 255
}

extension TIFFContent {
  /// Lists the depth maps and then the masks among the directories of a file, each in the order of the file.
  ///
  /// Of a DNG, the reader hands out the first depth map of the highest resolution, and the masks of the highest resolution.
  /// Source: Specs/dng.md, "Reading".
  func auxiliaryEntries(in directories: [TIFFDirectory]) -> [Listed<DNGAuxiliaryDirectory>] {
    guard let root = directories.first else { return [] }
    var (depth, masks): ([Listed<DNGAuxiliaryDirectory>], [Listed<DNGAuxiliaryDirectory>]) = ([], [])
    for directory in directories.flatMap(\.flattened) {
      let subFileType = (try? integer(TIFFTag.newSubFileType, in: directory)) ?? nil
      let samples = (try? integer(TIFFTag.photometricInterpretation, in: directory)) ?? nil
      func add(
        _ kinds: [Int], _ photometric: Int, isMask: Bool, to list: inout [Listed<DNGAuxiliaryDirectory>]
      ) {
        var signs: [AuxiliaryEntry.Sign] = []
        if subFileType.map(kinds.contains) == true { signs.append(.subFileType) }
        if samples == photometric { signs.append(.photometric) }
        guard !signs.isEmpty else { return }
        let entry = AuxiliaryEntry(
          name: directory.path, offset: directory.offset, kind: isMask ? maskKind(of: directory) : nil,
          signs: signs, relation: .other)
        let place = DNGAuxiliaryDirectory(directory: directory, isMask: isMask, subFileType: subFileType)
        list.append(Listed(entry: entry, place: place))
      }
      add(
        [DNGSubFileType.depth, DNGSubFileType.depthPreview], TIFFPhotometric.depth, isMask: false, to: &depth)
      add(
        [DNGSubFileType.semanticMask, DNGSubFileType.semanticMaskPreview], TIFFPhotometric.semanticMask,
        isMask: true, to: &masks)
    }
    if !depth.isEmpty {
      var notes: [String] = []
      let description = try? DNGDepthDescription(of: root, in: self, notes: &notes)
      let kind = AuxiliaryDataType(description?.codeRange?.quantity ?? .disparity)
      for number in depth.indices { depth[number].entry.kind = kind }
    }
    guard root[TIFFTag.dngVersion] != nil else { return depth + masks }
    let first =
      depth.firstIndex { $0.place.subFileType == DNGSubFileType.depth }
      ?? depth.firstIndex { $0.place.subFileType == DNGSubFileType.depthPreview }
    if let first { depth[first].entry.relation = .primary }
    for number in masks.indices where masks[number].place.subFileType == DNGSubFileType.semanticMask {
      masks[number].entry.relation = .primary
    }
    return depth + masks
  }

  /// Returns the kind that the name of a mask says; nil where it has none.
  private func maskKind(of directory: TIFFDirectory) -> AuxiliaryDataType? {
    let name = try? values(TIFFTag.semanticName, in: directory, most: DNGAuxiliaryDirectory.longestName + 1)?
      .text()
    return name.flatMap { $0.isEmpty ? nil : AuxiliaryDataType(urn: $0) }
  }
}
