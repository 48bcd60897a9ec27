internal import AuxContainers
internal import AuxImage

/// What a delivery of photos has to be apart from valid: images that must be there, sizes, ranges, and how much rules
/// matter, for all files or those of some folders.
///
/// ```swift
/// let policy = try ValidationPolicy(contentsOf: "auxdepth-policy.json")
/// Validator(policy: policy).validate(paths: paths) { path, report in print(path, report.judgement) }
/// ```
///
/// Source: Specs/validation.md, "Policies".
public struct ValidationPolicy: Hashable, Sendable {
  /// What is asked of the files of some folders.
  public struct Folder: Hashable, Sendable {
    /// The pattern of paths, as `drafts/**`, relative to ``ValidationPolicy/folder``.
    public var pattern: String
    /// What takes the place of what is asked of all files.
    public var requirements: Requirements

    /// Creates what is asked of the files whose path a pattern matches.
    public init(pattern: String, requirements: Requirements) {
      (self.pattern, self.requirements) = (pattern, requirements)
    }
  }

  /// What the policy is called, for people.
  public var name: String?
  /// What is asked of all files.
  public var requirements: Requirements
  /// What is asked of the files of some folders; where several patterns match, the longest goes first.
  public var folders: [Folder]
  /// The folder that ``folders`` are relative to, that of the policy's file; empty for the current one.
  public var folder: String
  /// What takes the place of all of these, for all files.
  package var overrides: Requirements

  /// Creates a policy.
  public init(
    name: String? = nil, requirements: Requirements = Requirements(), folders: [Folder] = [],
    folder: String = ""
  ) {
    self.name = name
    self.requirements = requirements
    self.folders = folders
    self.folder = folder
    overrides = Requirements()
  }

  /// Returns what is asked of the file at a path; of one outside ``folder``, or without a path, what is asked of all.
  public func requirements(forFileAt path: String?) -> Requirements {
    var asked = requirements
    if let path, path != StandardStream.path, !folders.isEmpty,
      let parts = RelativePath.inside(path, folder: folder)
    {
      let matching = folders.filter { PathPattern($0.pattern).matches(parts) }
      for folder in matching.sorted(by: Self.isWeaker) { asked.replace(by: folder.requirements) }
    }
    asked.replace(by: overrides)
    return asked
  }

  /// Whether the policy asks for more than how much rules matter: photos of all containers in folders then count,
  /// also those that cannot hold what is asked for.
  public var asksForContent: Bool {
    ([requirements, overrides] + folders.map(\.requirements)).contains { asked in
      var asked = asked
      asked.grades = nil
      return asked != Requirements()
    }
  }

  /// The longer pattern says more of the path; of two of one length, the order of bytes decides.
  private static func isWeaker(_ first: Folder, _ second: Folder) -> Bool {
    let (a, b) = (first.pattern, second.pattern)
    return (a.utf8.count, a) < (b.utf8.count, b)
  }
}
