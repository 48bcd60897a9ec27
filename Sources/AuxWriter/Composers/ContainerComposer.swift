internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// Makes a container's edit of what a destination asks for: one for each container that is written.
protocol ContainerComposer {
  associatedtype Reader

  /// Begins the edit of the file that was read; all that is no auxiliary image is asked of the destination here.
  init(_ reader: Reader, for destination: ImageDestination) throws(AuxError)
  /// Leaves out the C2PA manifest of the file.
  mutating func removeManifest(of source: any ByteSource) throws(AuxError)
  /// Removes the auxiliary images of these indices.
  mutating func remove(_ indices: [Int]) throws(AuxError)
  /// Codes an auxiliary image and adds it.
  mutating func add(
    _ image: StoredAuxiliaryImage, encoding: ImageDestination.AuxiliaryEncoding
  ) throws(AuxError)
  /// Adds an auxiliary image that is coded.
  mutating func add(_ image: CodedAuxiliaryImage) throws(AuxError)
  /// Returns the new file.
  func composition(of source: any ByteSource) throws(AuxError) -> ByteComposition
}

extension ContainerComposer {
  /// Returns the file that a destination asks for; errors of an image name its type.
  static func compose(
    _ reader: Reader, for destination: ImageDestination
  ) throws(AuxError) -> ByteComposition {
    var composer = try Self(reader, for: destination)
    if destination.removesC2PAManifest { try composer.removeManifest(of: destination.base.bytes) }
    try composer.remove(destination.removals.sorted())
    for addition in destination.additions {
      do throws(AuxError) {
        switch addition.content {
        case .codes(_, _, .some(let same)), .coded(let same): try composer.add(same)
        case .codes(let image, let encoding, nil): try composer.add(image, encoding: encoding)
        }
      } catch { throw error.within("\(addition.type)") }
    }
    return try composer.composition(of: destination.base.bytes)
  }
}
