/// Changes TIFF files as directories of entries, in place or with all of them laid out anew.
struct TIFFMutator {
  private var tree: TIFFTree
  private let file: [UInt8]

  private static let tags: [UInt16] = [
    254, 256, 257, 258, 259, 262, 273, 274, 277, 278, 279, 282, 284, 317, 320, 322, 323, 324, 325,
    330, 338, 339, 347, 513, 514, 530, 700, 34665, 34853, 34675, 37500, 50706, 50707, 50717, 50719,
    50720, 50778, 50829, 51041, 51043, 51044, 51045, 51177, 51178, 51179, 51180, 51181, 51182, 52525,
    52526, 52528, 52531, 52536, 52553, 0xB000, 0xB001, 0xB002, 0xB003, 0xB004, 0xB101, 0xB201,
  ]

  init?(_ file: [UInt8]) {
    guard let tree = TIFFTree(file) else { return nil }
    self.tree = tree
    self.file = file
  }

  /// Returns the file after one change to four.
  mutating func mutated(_ dice: inout Dice) -> [UInt8] {
    if dice.oneIn(2) { return mutatedInPlace(&dice) }
    for _ in 0...dice.below(4) { change(&dice) }
    return tree.serialized()
  }

  /// Changes fields of an entry where they are, so that all offsets stay.
  private func mutatedInPlace(_ dice: inout Dice) -> [UInt8] {
    var file = file
    for _ in 0...dice.below(3) {
      guard let (at, count) = directory(&dice) else { return Bytes.mutated(file) }
      let entry = at + 2 + dice.below(count) * 12
      guard entry + 12 <= file.count else { continue }
      func set(_ place: Int, _ width: Int, _ value: UInt64) {
        Bytes.set(&file, at: entry + place, to: value, bytes: width, isBigEndian: tree.isBigEndian)
      }
      func get(_ place: Int, _ width: Int) -> UInt64 {
        Bytes.number(in: file, at: entry + place, bytes: width, isBigEndian: tree.isBigEndian)
      }
      switch dice.below(6) {
      case 0: set(0, 2, UInt64(dice.pick(Self.tags)))
      case 1: set(2, 2, UInt64(dice.below(19)))
      case 2: set(4, 4, dice.number(like: get(4, 4), bytes: 4))
      case 3:
        // The value of another entry.
        let other = at + 2 + dice.below(count) * 12
        guard other + 12 <= file.count else { continue }
        file.replaceSubrange((entry + 8)..<(entry + 12), with: file[(other + 8)..<(other + 12)])
      case 4: set(8, 4, dice.number(like: UInt64(file.count), bytes: 4))
      default: set(8, 4, UInt64(dice.below(file.count)))
      }
    }
    return file
  }

  /// Returns where one of the first directories of the chain stands, and how many entries it has.
  private func directory(_ dice: inout Dice) -> (at: Int, count: Int)? {
    func number(_ at: Int, _ width: Int) -> Int? {
      guard at >= 0, at + width <= file.count else { return nil }
      return Int(Bytes.number(in: file, at: at, bytes: width, isBigEndian: tree.isBigEndian))
    }
    var found: [(at: Int, count: Int)] = []
    var waiting = [number(4, 4) ?? 0]
    while let at = waiting.popLast(), found.count < 16 {
      guard at >= 8, let count = number(at, 2), count > 0, !found.contains(where: { $0.at == at }) else {
        continue
      }
      found.append((at, count))
      if let next = number(at + 2 + count * 12, 4) { waiting.append(next) }
      for entry in stride(from: at + 2, to: min(at + 2 + count * 12, file.count), by: 12)
      where [330, 34665].contains(number(entry, 2)) {
        guard let values = number(entry + 4, 4), let place = number(entry + 8, 4) else { continue }
        waiting += values == 1 ? [place] : (0..<min(values, 16)).compactMap { number(place + $0 * 4, 4) }
      }
    }
    return found.isEmpty ? nil : dice.pick(found)
  }

  private mutating func change(_ dice: inout Dice) {
    let number = dice.below(tree.directories.count)
    var entries = tree.directories[number].entries
    guard !entries.isEmpty, !dice.oneIn(6) else { return changeDirectories(number, &dice) }
    let index = dice.below(entries.count)
    switch dice.below(12) {
    case 0: entries.remove(at: index)
    case 1:
      entries.insert(
        contentsOf: [TIFFTree.Entry](repeating: entries[index], count: dice.pick([1, 3, 40])), at: index)
    case 2: entries.swapAt(index, dice.below(entries.count))
    case 3: entries[index].tag = dice.pick(Self.tags)
    case 4: entries[index].type = UInt16(dice.below(14))
    case 5: entries[index].count = UInt32(truncatingIfNeeded: dice.number(like: 8, bytes: 4))
    case 6: entries[index].isShared.toggle()
    case 7: entries.insert(newEntry(&dice), at: index)
    case 8:
      let (other, place) = (tree.directories[dice.below(tree.directories.count)].entries, index)
      if !other.isEmpty { entries.insert(dice.pick(other), at: place) }
    default: entries[index].value = changed(entries[index].value, &dice)
    }
    tree.directories[number].entries = entries
  }

  private mutating func changeDirectories(_ number: Int, _ dice: inout Dice) {
    let other = dice.below(tree.directories.count)
    switch dice.below(5) {
    case 0: tree.directories[number].next = dice.oneIn(3) ? nil : other
    case 1:
      let copies = [TIFFTree.Directory](repeating: tree.directories[number], count: dice.pick([1, 2, 30]))
      let first = tree.directories.count
      tree.directories += copies
      let numbers = Array(first..<tree.directories.count)
      tree.directories[other].entries.append(.init(tag: 330, type: 4, value: .directories(numbers)))
    case 2: tree.directories.swapAt(number, other)
    case 3: tree.directories[number].entries.append(.init(tag: 330, type: 13, value: .directories([other])))
    default:
      if !tree.chunks.isEmpty {
        let chunk = dice.below(tree.chunks.count)
        tree.chunks[chunk] = Bytes.mutated(tree.chunks[chunk])
      }
    }
  }

  private func newEntry(_ dice: inout Dice) -> TIFFTree.Entry {
    let type = UInt16(1 + dice.below(13))
    let size = (TIFFTree.typeSizes[type] ?? 1) * dice.pick([1, 1, 2, 4, 9])
    let bytes = (0..<size).map { _ in UInt8(dice.oneIn(4) ? dice.below(256) : dice.below(3)) }
    return .init(tag: dice.pick(Self.tags), type: type, value: .bytes(bytes))
  }

  private func changed(_ value: TIFFTree.Value, _ dice: inout Dice) -> TIFFTree.Value {
    switch value {
    case .bytes(let bytes):
      return switch dice.below(4) {
      case 0: .bytes(Bytes.mutated(bytes))
      case 1: .bytes(Bytes.repeatingRow(bytes, isBigEndian: tree.isBigEndian, &dice))
      default: .bytes(Bytes.settingField(bytes, isBigEndian: tree.isBigEndian, &dice))
      }
    case .directories(var numbers):
      numbers.append(dice.below(tree.directories.count + 1))
      return .directories(dice.oneIn(2) ? numbers.reversed() : numbers)
    case .chunks(var numbers):
      // The same data more than once, or fewer than there are lengths.
      let repeated = [Int](repeating: dice.below(tree.chunks.count + 1), count: dice.pick([1, 1, 4, 200]))
      numbers = dice.oneIn(3) ? Array(numbers.dropLast()) : numbers + repeated
      return .chunks(numbers)
    }
  }
}
