extension ImageContainer {
  /// Returns the container that the extension of a photo to be written asks for, one that holds auxiliary images.
  ///
  /// Throws `AuxError` with code `usage`, naming the extensions there are, for any other path.
  public static func forPhoto(at path: String) throws(AuxError) -> ImageContainer {
    guard let container = ImageContainer(outputPath: path) else {
      throw refusal(path, extensions: allCases.flatMap(\.outputExtensions))
    }
    return container
  }

  /// Returns the container that the extension of a picture to be written asks for: PNG, JPEG or HEIF.
  ///
  /// Throws `AuxError` with code `usage`, naming the extensions there are, for any other path.
  public static func forPicture(at path: String) throws(AuxError) -> ImageContainer {
    if path.lowercased().hasSuffix(".png") { return .png }
    guard let container = ImageContainer(outputPath: path), container != .dng else {
      throw refusal(
        path,
        extensions: ["png"] + ImageContainer.jpeg.outputExtensions + ImageContainer.heif.outputExtensions)
    }
    return container
  }

  private static func refusal(_ path: String, extensions: [String]) -> AuxError {
    AuxError(.usage, "the output \(path) must end in \(extensions.map { ".\($0)" }.alternatives)")
  }
}
