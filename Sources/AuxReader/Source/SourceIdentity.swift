/// What distinguishes an opened source from all others; its auxiliary images carry it.
final class SourceIdentity: Hashable, Sendable {
  static func == (lhs: SourceIdentity, rhs: SourceIdentity) -> Bool { lhs === rhs }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
