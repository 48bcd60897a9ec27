public import AuxImage

/// Checks image files against ``rules``; never writes, and never stops at the first fault.
public struct Validator: Sendable {
  /// Whether coded data is left alone: headers, structure, values and XMP only.
  public var headersOnly: Bool
  /// Whether the photo's own picture is decoded, not only the auxiliary images, unless coded data is left alone.
  ///
  /// Without it nothing is said of that picture's coded data: ``Validator/Report/isPhotoDecoded``.
  public var decodesPhoto: Bool
  /// The bounds that reading keeps to.
  public var limits: AuxLimits

  /// What files have to be good for apart from being valid; nil for nothing more.
  public var profile: Profile?
  /// What is asked of files apart from being valid; nil for nothing.
  public var policy: ValidationPolicy?

  /// Whether XMP packets that this package reads are checked with Exiv2, too, which is loaded for that.
  package var checksPacketsWithExiv2 = true

  /// Beyond so many findings of one rule in one file the rest says nothing new.
  static let usualMostFindings = 16

  /// The most findings of one rule in one file; whoever mends must know them all.
  package var mostFindings = Validator.usualMostFindings

  /// Creates a validator.
  public init(
    headersOnly: Bool = false, decodesPhoto: Bool = false, limits: AuxLimits = .standard,
    profile: Validator.Profile? = nil, policy: ValidationPolicy? = nil
  ) {
    self.headersOnly = headersOnly
    self.decodesPhoto = decodesPhoto
    self.limits = limits
    self.profile = profile
    self.policy = policy
  }
}
