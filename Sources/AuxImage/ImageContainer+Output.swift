extension ImageContainer {
  /// Returns the container that the extension of a photo to be written asks for, one that holds auxiliary images.
  ///
  /// Standard output, `-`, is written in the container of `source`. Throws `AuxError` with code `usage`, naming the
  /// extensions there are, for any other path, and where that container holds none.
  public static func forPhoto(
    at path: String, of source: ImageContainer? = nil
  ) throws(AuxError) -> ImageContainer {
    if path == StandardStream.path, let source {
      guard source.holdsAuxiliaryImages else {
        throw AuxError(
          .usage, "\(source.rawValue.uppercased()), as what is read, holds no auxiliary images",
          remedy: .otherContainer)
      }
      return source
    }
    guard let container = ImageContainer(outputPath: path), container.holdsAuxiliaryImages else {
      throw refusal(path, extensions: photoOutputExtensions)
    }
    return container
  }

  /// Returns the container that the extension of a picture to be written asks for: PNG, JPEG, HEIF, AVIF or TIFF.
  ///
  /// Standard output, `-`, is written in the container of `source`. Throws `AuxError` with code `usage`, naming the
  /// extensions there are, for any other path, and where pictures are not written in that container.
  public static func forPicture(
    at path: String, of source: ImageContainer? = nil
  ) throws(AuxError) -> ImageContainer {
    let containers = pictures
    if path == StandardStream.path, let source {
      guard containers.contains(source) else {
        throw AuxError(
          .usage, "pictures are not written as \(source.rawValue.uppercased()), as what is read",
          remedy: .pictureContainer)
      }
      return source
    }
    guard let container = ImageContainer(outputPath: path), containers.contains(container) else {
      throw refusal(path, extensions: containers.flatMap(\.outputExtensions))
    }
    return container
  }

  /// The containers that pictures are written in.
  public static let pictures: [ImageContainer] = [.png, .jpeg, .heif, .avif, .tiff]

  private static func refusal(_ path: String, extensions: [String]) -> AuxError {
    AuxError(.usage, "the output \(path) must end in \(extensions.map { ".\($0)" }.alternatives)")
  }
}
