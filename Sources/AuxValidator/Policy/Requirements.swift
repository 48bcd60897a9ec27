public import AuxImage

extension ValidationPolicy {
  /// What is asked of files; nil asks for nothing.
  public struct Requirements: Hashable, Sendable {
    /// How much the findings of a rule matter.
    public enum Grade: String, Hashable, Sendable, CaseIterable {
      /// As ``Validator/Severity/error``.
      case error
      /// As ``Validator/Severity/warning``.
      case warning
      /// As ``Validator/Severity/info``.
      case info
      /// Findings are left out.
      case ignore

      /// The severity; nil where findings are left out.
      var severity: Validator.Severity? { Validator.Severity(rawValue: rawValue) }
    }

    /// A size in pixels, in either orientation.
    public struct Size: Hashable, Sendable {
      /// The width.
      public var width: Int
      /// The height.
      public var height: Int

      /// Creates a size.
      public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
    }

    /// What the values of depth maps may be.
    public struct Range: Hashable, Sendable {
      /// The least distance that an absolute map may have, in metres.
      public var nearest: Double?
      /// The greatest distance that an absolute map may have, in metres.
      public var farthest: Double?
      /// The least number of different codes.
      public var minCodes: Int?

      /// Creates a range; what is nil is not asked for.
      public init(nearest: Double? = nil, farthest: Double? = nil, minCodes: Int? = nil) {
        (self.nearest, self.farthest, self.minCodes) = (nearest, farthest, minCodes)
      }
    }

    /// The kinds of images that must be there: `POLICY-REQUIRE`.
    public var required: [AuxiliaryKind]?
    /// The kinds of images that must not be there: `POLICY-FORBID`.
    public var forbidden: [AuxiliaryKind]?
    /// The kinds of metadata that must not be there.
    public var forbiddenMetadata: Set<MetadataKind>?
    /// The containers that files may be; all where the list is empty: `POLICY-CONTAINER`.
    public var containers: [ImageContainer]?
    /// The least sizes of images, as stored; that of a type counts before that of its group: `POLICY-SIZE`.
    public var minimumSizes: [AuxiliaryKind: Size]?
    /// The least longer sides of images, as shares of that of the photo: `POLICY-SHARE`.
    public var minimumShares: [AuxiliaryKind: Double]?
    /// What the values of depth maps may be: `POLICY-RANGE`.
    public var range: Range?
    /// Whether depth maps must have a calibration: `POLICY-CALIBRATION`.
    public var requiresCalibration: Bool?
    /// The accuracies that depth maps may have; all where the list is empty: `POLICY-ACCURACY`.
    public var accuracies: [DepthData.Accuracy]?
    /// The greatest share of samples without a value that depth maps may have, 0 to 1: `POLICY-HOLES`.
    public var largestShareOfHoles: Double?
    /// What files are to be good for.
    public var profiles: [Validator.Profile]?
    /// How much findings matter, by the identifiers of rules; others matter as they do without a policy.
    public var grades: [String: Grade]?

    /// Creates requirements that ask for nothing.
    public init() {}

    /// Replaces what `other` asks for; of ``grades``, those of the rules that it names.
    package mutating func replace(by other: Requirements) {
      required = other.required ?? required
      forbidden = other.forbidden ?? forbidden
      forbiddenMetadata = other.forbiddenMetadata ?? forbiddenMetadata
      containers = other.containers ?? containers
      minimumSizes = other.minimumSizes ?? minimumSizes
      minimumShares = other.minimumShares ?? minimumShares
      range = other.range ?? range
      requiresCalibration = other.requiresCalibration ?? requiresCalibration
      accuracies = other.accuracies ?? accuracies
      largestShareOfHoles = other.largestShareOfHoles ?? largestShareOfHoles
      profiles = other.profiles ?? profiles
      if let grades = other.grades { self.grades = (self.grades ?? [:]).merging(grades) { $1 } }
    }
  }
}

extension ValidationPolicy.Requirements.Size {
  /// Creates the size that a text of the form `768x576` names; nil for any other text.
  public init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy({ (1...1_000_000).contains($0) }) else { return nil }
    self.init(width: sides[0], height: sides[1])
  }

  /// Whether an image of that size holds this one, in either orientation.
  func fits(width: Int, height: Int) -> Bool {
    max(width, height) >= max(self.width, self.height) && min(width, height) >= min(self.width, self.height)
  }
}
