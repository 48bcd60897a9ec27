internal import AuxImage

/// What goes with items that are removed: each reference is looked at as often as it has targets, and no more.
struct HEIFDependents {
  /// One reference, while its targets go.
  private struct Link {
    var reference: ItemReferenceBox.Reference
    /// The number of different targets that stay.
    var staying: Int
  }

  /// What is known of an item, while others go.
  private struct Ties {
    var outgoing: [Int] = []
    var incoming: [Int] = []
    /// How many references to it are of images that stay.
    var users = 0
    /// How many of its own references lead to items that stay.
    var uses = 0
    /// Whether an image that goes is made of it.
    var isPart = false
  }

  /// The references that make no sense without their target.
  private static let describing: Set<FourCharacterCode> = ["cdsc", "auxl", "thmb"]

  private let file: HEIFFile
  private let primary: UInt32
  private var links: [Link] = []
  private var ties: [UInt32: Ties] = [:]
  private var doomed: Set<UInt32> = []
  /// What goes, and of what is not yet known what goes with it.
  private var waiting: [UInt32] = []
  /// The images that are derived from one that goes, in the order in which they were met.
  private var derived: [(id: UInt32, from: UInt32)] = []

  init(_ references: [ItemReferenceBox.Reference], in file: HEIFFile, primary: UInt32) {
    (self.file, self.primary) = (file, primary)
    for (number, reference) in references.enumerated() {
      let targets = Set(reference.to)
      links.append(Link(reference: reference, staying: targets.count))
      ties[reference.from, default: Ties()].outgoing.append(number)
      if !targets.isEmpty { ties[reference.from, default: Ties()].uses += 1 }
      for target in targets {
        ties[target, default: Ties()].incoming.append(number)
        ties[target, default: Ties()].users += 1
      }
    }
  }

  /// Returns the items and all that goes with them; throws `unsupported` where the primary, or an image that stays,
  /// needs one of them.
  mutating func all(of ids: [UInt32]) throws(AuxError) -> Set<UInt32> {
    for id in ids { doom(id) }
    while let id = waiting.popLast() {
      guard let known = ties[id] else { continue }
      for number in known.incoming { lose(id, number) }
      for number in known.outgoing { release(number) }
    }
    if let kept = derived.first(where: { !doomed.contains($0.id) }) {
      throw AuxError(
        .unsupported, "item \(kept.id) is derived from item \(kept.from), which cannot be removed")
    }
    guard !doomed.contains(primary) else {
      throw AuxError(.unsupported, "the primary item \(primary) cannot be removed")
    }
    return doomed
  }

  private mutating func doom(_ id: UInt32) {
    if doomed.insert(id).inserted { waiting.append(id) }
  }

  /// A reference has lost a target.
  private mutating func lose(_ target: UInt32, _ number: Int) {
    links[number].staying -= 1
    let (reference, isEmpty) = (links[number].reference, links[number].staying == 0)
    if isEmpty { ties[reference.from]?.uses -= 1 }
    guard !doomed.contains(reference.from), let item = file.item(reference.from) else { return }
    if reference.type == "dimg" || reference.type == "pred" {
      if item.type == "tmap" { return doom(item.id) }
      derived.append((item.id, target))
      doomOrphan(item.id)
    } else if isEmpty, Self.describing.contains(reference.type) {
      doom(item.id)
    } else {
      doomOrphan(item.id)
    }
  }

  /// A reference goes with the item that makes it.
  private mutating func release(_ number: Int) {
    let reference = links[number].reference
    for target in Set(reference.to) {
      ties[target]?.users -= 1
      if reference.type == "dimg" { ties[target]?.isPart = true }
      doomOrphan(target)
    }
  }

  /// Lets a hidden input of images that go, which nothing else refers to and which refers to nothing else, go as well.
  private mutating func doomOrphan(_ id: UInt32) {
    guard let known = ties[id], known.isPart, known.users == 0, known.uses == 0, id != primary,
      file.item(id)?.isHidden == true
    else { return }
    doom(id)
  }
}
