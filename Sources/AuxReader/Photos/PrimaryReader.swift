package import AuxImage

/// A file of a container that holds no auxiliary images: a source of primaries.
package protocol PrimaryReader: ContainerReader {}

extension PrimaryReader {
  package var auxiliaryImages: [AuxiliaryImage] { [] }

  package func stored(_ image: AuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    throw container.lacksAuxiliaryImages(.missingImage)
  }
}
