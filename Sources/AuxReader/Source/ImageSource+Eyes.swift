internal import AuxContainers
public import AuxImage

extension ImageSource {
  /// Decodes the picture of one eye of the stereo pair as it is stored, as ``primaryPixels()`` decodes the primary image.
  ///
  /// Throws `AuxError`: `missingImage` where the file holds no pair, else as ``primaryPixels()``.
  public func pixels(of eye: StereoEye) throws(AuxError) -> PhotoPixels {
    guard let pair = stereoPair, case .heif(let reader) = parsed else {
      throw AuxError(.missingImage, "there is no stereo pair: no two images are in a group of the type ster")
    }
    return try bytes.sound { () throws(AuxError) in try reader.pixels(ofItem: pair.image(for: eye).number) }
  }
}
