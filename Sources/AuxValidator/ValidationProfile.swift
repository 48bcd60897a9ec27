/// What a file is to be good for beside being valid: more rules, which are asked for by name.
public enum ValidationProfile: String, Hashable, Sendable, CaseIterable {
  /// A portrait that Apple's Photos edits, as far as third parties reported what it needs.
  case photosPortrait = "photos-portrait"

  /// The rules of the profile.
  public var rules: [Rule] {
    switch self {
    case .photosPortrait: PhotosPortraitRules.all
    }
  }
}
