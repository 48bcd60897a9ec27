internal import AuxKernels

extension PhotoPixels {
  /// Returns the picture with 8-bit samples and no side longer than `side`; one that is as small already keeps its size.
  ///
  /// Each pixel is the mean of what it covers, of the codes as they are.
  package func reduced(toLongerSide side: Int) -> PhotoPixels {
    let longer = max(width, height)
    guard longer > side else { return withBitsPerSample(8) }
    func scaled(_ length: Int) -> Int { max((length * side + longer / 2) / longer, 1) }
    let (across, down) = (scaled(width), scaled(height))
    let codes = Resample.smooth(
      samples8, width: width, height: height, channels: channels, toWidth: across, toHeight: down)
    var result = PhotoPixels(width: across, height: down, channels: channels, known: .uint8(codes))
    result.iccProfile = iccProfile
    result.orientation = orientation
    return result
  }
}
