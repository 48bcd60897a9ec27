internal import AuxKernels

extension FocusMask {
  /// Returns the mask of a map in a buffer, whatever is in it; one of another size is let go.
  package func mask(of map: NormalisedMap, in buffer: consuming [Float], jobs: Int) -> EffectMask {
    if buffer.count != map.values.count { buffer = Bands.undefined(map.values.count, of: Float.self) }
    render(map, into: &buffer, jobs: jobs)
    return EffectMask(width: map.width, height: map.height, known: buffer)
  }
}

extension EffectMask {
  /// Creates a mask of the shares of a matte, stretched to a size bilinearly; a hole is no part of the subject.
  package init(shares matte: NormalisedMap, width: Int, height: Int, jobs: Int) {
    let values = matte.holeCount == 0 ? matte.values : matte.values.map { $0.isNaN ? 0 : $0 }
    self.init(
      width: width, height: height,
      known: Stretch.bilinear(values, from: (matte.width, matte.height), to: (width, height), jobs: jobs))
  }
}
