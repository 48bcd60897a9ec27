internal import ArgumentParser

/// The size that a map is resampled to.
enum ResizeTarget: ExpressibleByArgument {
  /// That size.
  case size(width: Int, height: Int)
  /// Half of the photo in each direction, as Apple's mattes have it.
  case half
  /// 768 samples on the long side, as Apple's depth maps have it.
  case apple

  /// The long side of Apple's maps of 12-megapixel photos.
  private static let appleLongSide = 768

  /// Reads `WxH`, `half` or `apple`.
  init?(argument: String) {
    switch argument {
    case "half": self = .half
    case "apple": self = .apple
    default:
      let sides = argument.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy({ (1...65_535).contains($0) }) else { return nil }
      self = .size(width: sides[0], height: sides[1])
    }
  }

  /// Returns the size for a photo.
  func size(of photo: (width: Int, height: Int)) -> (width: Int, height: Int) {
    switch self {
    case .size(let width, let height): return (width, height)
    case .half: return ((photo.width + 1) / 2, (photo.height + 1) / 2)
    case .apple:
      let factor = Double(Self.appleLongSide) / Double(max(photo.width, photo.height))
      return (
        max(1, Int((Double(photo.width) * factor).rounded())),
        max(1, Int((Double(photo.height) * factor).rounded()))
      )
    }
  }
}
