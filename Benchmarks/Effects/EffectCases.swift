internal import AuxEffects
internal import AuxImage

/// The effects of one photo and its map, by name.
struct EffectCases {
  private let photo: PhotoPixels
  private let map: NormalisedMap
  private let jobs: Int
  /// The map at the photo's size, and its mask: what most effects start with, made before anything is timed.
  private let nearness: NormalisedMap
  private let mask: EffectMask

  /// Prepares the effects; a map of the photo's size is taken as it is.
  init(photo: PhotoPixels, map: NormalisedMap, jobs: Int) throws(AuxError) {
    let fits = map.width == photo.width && map.height == photo.height
    (self.photo, self.map, self.jobs) = (photo, map, jobs)
    nearness = fits ? map : try GuidedUpsampling.standard.upsampled(map, guidedBy: photo, jobs: jobs)
    mask = FocusMask.standard.mask(of: nearness, jobs: jobs)
  }

  /// Returns what a case makes.
  ///
  /// The cases are `upsample [RADIUS REGULARISATION]`, `mask`, `spotlight`, `mask+spotlight`, `highlight`,
  /// `rosy`, `grayscale`, `blur disc|gaussian RADIUS`, `stereo MAX-SHIFT CONVERGENCE`, `gaps` with the same
  /// parameters, and `memcpy`, which copies the photo.
  func result(of words: [String]) throws -> EffectResult {
    switch (words.first, words.count) {
    case ("upsample", 1), ("upsample", 3):
      try .map(upsampling(words).upsampled(map, guidedBy: photo, jobs: jobs))
    case ("mask", 1): .mask(FocusMask.standard.mask(of: nearness, jobs: jobs))
    case ("spotlight", 1): try .image(Spotlight().applied(to: photo, mask: mask, jobs: jobs))
    case ("mask+spotlight", 1):
      try .image(
        Spotlight().applied(
          to: photo, mask: FocusMask.standard.mask(of: nearness, jobs: jobs), jobs: jobs))
    case ("highlight", 1): try .image(Highlight().applied(to: photo, mask: mask, jobs: jobs))
    case ("rosy", 1): try .image(Rosy().applied(to: photo, jobs: jobs))
    case ("grayscale", 1): try .plane(GrayscaleEffect.standard.rendered8(nearness, jobs: jobs))
    case ("blur", 3):
      try .image(blur(words).applied(to: photo, map: nearness, focus: .standard, jobs: jobs))
    case ("stereo", 3): try .pair(stereo(words).pair(of: photo, map: nearness, jobs: jobs))
    case ("gaps", 3): try .gaps(stereo(words).pair(of: photo, map: nearness, jobs: jobs))
    case ("memcpy", 1): .bytes(Self.copy(photo.rgb8))
    default: throw AuxError(.usage, "no case reads \(words.joined(separator: " "))")
    }
  }

  private func upsampling(_ words: [String]) throws -> GuidedUpsampling {
    guard words.count > 1 else { return .standard }
    return try GuidedUpsampling(radius: Int(number(words[1])), regularisation: number(words[2]))
  }

  private func blur(_ words: [String]) throws -> FocalBlur {
    guard let shape = FocalBlur.Shape(rawValue: words[1]) else {
      throw AuxError(.usage, "no blur is named \(words[1])")
    }
    return try FocalBlur(radius: number(words[2]), shape: shape)
  }

  private func stereo(_ words: [String]) throws -> Stereo {
    try Stereo(maxShift: number(words[1]), convergence: number(words[2]))
  }

  private func number(_ word: String) throws -> Float {
    guard let value = Float(word), value.isFinite else { throw AuxError(.usage, "\(word) is no number") }
    return value
  }

  /// Copies as C's `memcpy` does, which is what this becomes.
  private static func copy(_ source: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: source.count) { target, count in
      count = unsafe target.initialize(fromContentsOf: source)
    }
  }
}
