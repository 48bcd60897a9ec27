internal import AuxImage

extension Validator {
  /// One rule: what must hold, where that is written, how it is checked, and what people read about it.
  public struct Rule: Sendable {
    package enum Scope: String, Hashable, Sendable {
      /// Every container.
      case any
      /// JPEG files.
      case jpeg
      /// HEIF files.
      case heif
      /// DNG and other TIFF files.
      case dng

      /// Returns whether the rule is about files of a container.
      func covers(_ container: ImageContainer) -> Bool {
        switch self {
        case .any: true
        case .jpeg: container == .jpeg
        case .heif: container == .heif || container == .avif
        case .dng: container == .dng || container == .tiff
        }
      }
    }

    package struct Explanation: Sendable {
      /// Why a file that breaks the rule is bad, and who notices.
      package let why: String
      /// How such a file comes about.
      package let cause: String
      /// What to do about it.
      package let remedy: String
      /// What a ``AuxRepair`` changes, and why that is safe; nil for a rule whose findings have none.
      package var repair: String?
      /// A finding in a file that breaks the rule, as `Validator.Finding.line` has it.
      package let example: String
      /// The version that had the rule first.
      package var since = "0.1.0"
      /// Whether `info` shows what the rule finds: ``Validator/Rule/mattersToReaders``.
      package var mattersToReaders = false
    }

    /// The identifier, as in `HEIF-AUXC-URN`.
    public let id: String
    /// How much a finding of the rule matters.
    public let severity: Severity
    package let scope: Scope
    /// What must hold, in one sentence.
    public let statement: String
    /// The clause, or how else the rule is known.
    public let source: String
    package let explanation: Explanation
    private let check: Check

    /// What is looked at, and how.
    ///
    /// The functions capture nothing, and nothing is wrapped around them: what has references to count would have them
    /// counted for every file, by all threads in one place.
    private enum Check: Sendable {
      case file(@Sendable (FileSubject, inout Checker) -> Void)
      case jpeg(@Sendable (JPEGSubject, inout Checker) -> Void)
      case heif(@Sendable (HEIFSubject, inout Checker) -> Void)
      case tiff(@Sendable (TIFFSubject, inout Checker) -> Void)
      case auxiliary(@Sendable (AuxiliarySubject, FileSubject, inout Checker) -> Void)
      case packet(@Sendable (PacketSubject, inout Checker) -> Void)
      case policy(@Sendable (ValidationPolicy.Requirements, FileSubject, inout Checker) -> Void)
    }

    /// Looks at a file, and at what a policy asks of it, if anything; returns what was found.
    func check(
      _ file: FileSubject, asking requirements: ValidationPolicy.Requirements? = nil,
      mostFindings: Int = Validator.usualMostFindings
    ) -> Checker {
      var checker = Checker(rule: id, severity: severity, mostFindings: mostFindings)
      switch check {
      case .file(let check): check(file, &checker)
      case .jpeg(let check): if let jpeg = file.jpeg { check(jpeg, &checker) }
      case .heif(let check): if let heif = file.heif { check(heif, &checker) }
      case .tiff(let check): if let tiff = file.tiff { check(tiff, &checker) }
      case .auxiliary(let check):
        for image in file.auxiliaries where scope.covers(image.container) { check(image, file, &checker) }
      case .packet(let check): for packet in file.packets { check(packet, &checker) }
      case .policy(let check): if let requirements { check(requirements, file, &checker) }
      }
      return checker
    }
  }
}

extension Validator.Rule {
  static func file(
    _ id: String, _ severity: Validator.Severity, _ statement: String, _ source: String, scope: Scope = .any,
    explanation: Explanation, _ check: @escaping @Sendable (FileSubject, inout Checker) -> Void
  ) -> Validator.Rule {
    Validator.Rule(id, severity, scope, statement, source, explanation, .file(check))
  }

  /// A rule about the structure of JPEG files.
  static func jpeg(
    _ id: String, _ severity: Validator.Severity, _ statement: String, _ source: String,
    explanation: Explanation,
    _ check: @escaping @Sendable (JPEGSubject, inout Checker) -> Void
  ) -> Validator.Rule {
    Validator.Rule(id, severity, .jpeg, statement, source, explanation, .jpeg(check))
  }

  /// A rule about the structure of HEIF files.
  static func heif(
    _ id: String, _ severity: Validator.Severity, _ statement: String, _ source: String,
    explanation: Explanation,
    _ check: @escaping @Sendable (HEIFSubject, inout Checker) -> Void
  ) -> Validator.Rule {
    Validator.Rule(id, severity, .heif, statement, source, explanation, .heif(check))
  }

  /// A rule about the structure of DNG and other TIFF files.
  static func tiff(
    _ id: String, _ severity: Validator.Severity, _ statement: String, _ source: String,
    explanation: Explanation,
    _ check: @escaping @Sendable (TIFFSubject, inout Checker) -> Void
  ) -> Validator.Rule {
    Validator.Rule(id, severity, .dng, statement, source, explanation, .tiff(check))
  }

  static func auxiliary(
    _ id: String, _ severity: Validator.Severity, _ statement: String, _ source: String, scope: Scope = .any,
    explanation: Explanation,
    _ check: @escaping @Sendable (AuxiliarySubject, FileSubject, inout Checker) -> Void
  ) -> Validator.Rule {
    Validator.Rule(id, severity, scope, statement, source, explanation, .auxiliary(check))
  }

  static func packet(
    _ id: String, _ severity: Validator.Severity, _ statement: String, _ source: String,
    explanation: Explanation,
    _ check: @escaping @Sendable (PacketSubject, inout Checker) -> Void
  ) -> Validator.Rule {
    Validator.Rule(id, severity, .any, statement, source, explanation, .packet(check))
  }

  static func policy(
    _ id: String, _ statement: String, explanation: Explanation,
    _ check: @escaping @Sendable (ValidationPolicy.Requirements, FileSubject, inout Checker) -> Void
  ) -> Validator.Rule {
    let source = "asked by a policy: Specs/validation.md, \"Policies\""
    return Validator.Rule(id, .error, .any, statement, source, explanation, .policy(check))
  }

  private init(
    _ id: String, _ severity: Validator.Severity, _ scope: Scope, _ statement: String, _ source: String,
    _ explanation: Explanation, _ check: Check
  ) {
    (self.id, self.severity, self.scope) = (id, severity, scope)
    (self.statement, self.source, self.explanation) = (statement, source, explanation)
    self.check = check
  }
}
