extension ImageContainer {
  /// Returns the container that the extension of a photo to be written asks for, one that holds auxiliary images.
  ///
  /// Throws `AuxError` with code `usage`, naming the extensions there are, for any other path.
  public static func forPhoto(at path: String) throws(AuxError) -> ImageContainer {
    guard let container = ImageContainer(outputPath: path), container.holdsAuxiliaryImages else {
      throw refusal(path, extensions: photoOutputExtensions)
    }
    return container
  }

  /// Returns the container that the extension of a picture to be written asks for: PNG, JPEG or HEIF.
  ///
  /// Throws `AuxError` with code `usage`, naming the extensions there are, for any other path.
  public static func forPicture(at path: String) throws(AuxError) -> ImageContainer {
    let containers: [ImageContainer] = [.png, .jpeg, .heif]
    guard let container = ImageContainer(outputPath: path), containers.contains(container) else {
      throw refusal(path, extensions: containers.flatMap(\.outputExtensions))
    }
    return container
  }

  private static func refusal(_ path: String, extensions: [String]) -> AuxError {
    AuxError(.usage, "the output \(path) must end in \(extensions.map { ".\($0)" }.alternatives)")
  }
}
