internal import AuxContainers
internal import AuxImage

extension ImageSource {
  /// Returns the parts of the file, `most` of them at most and then one that says that there are more.
  ///
  /// Headers alone are read; what cannot be read is a part that says why.
  public func structureNodes(most: Int = StructureNode.usualCount) -> [StructureNode] {
    model.nodes(most: most)
  }
}

extension FileModel {
  /// Returns the parts of the file, right or wrong, as ``ImageSource/structureNodes(most:)``.
  package func nodes(most: Int = StructureNode.usualCount) -> [StructureNode] {
    var list = StructureList(most: most)
    switch structure {
    case .jpeg(let structure): list.add(structure, try? images(of: structure))
    case .heif(let structure): list.add(structure)
    case .tiff(let structure): list.add(structure)
    case .readOnly(let reader):
      do throws(AuxError) {
        try reader.addParts(of: bytes, to: &list, limits: limits)
      } catch { list.add(0, error) }
    }
    return list.nodes
  }
}
