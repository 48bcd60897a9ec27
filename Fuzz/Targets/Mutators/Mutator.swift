/// Changes an input by its structure.
enum Mutator {
  /// Returns the input after a change of its boxes, directories, segments or chunks; nil without any.
  static func mutated(_ input: [UInt8], of target: FuzzTarget, _ dice: inout Dice) -> [UInt8]? {
    if target == .libheif {
      var mutator = CodedImageMutator(input)
      return mutator?.mutated(&dice)
    }
    // Bytes before or after the file, which are not part of it.
    let (before, after) = target.extraBytes
    guard input.count > before + after else { return nil }
    let file = Array(input[before..<(input.count - after)])
    guard let changed = mutated(file, &dice) else { return nil }
    var ends = (Array(input[..<before]), Array(input[(input.count - after)...]))
    if dice.oneIn(8) { ends.0 = ends.0.map { $0 ^ UInt8(dice.below(256)) } }
    if dice.oneIn(8) { ends.1 = ends.1.map { $0 ^ UInt8(dice.below(256)) } }
    return ends.0 + changed + ends.1
  }

  private static func mutated(_ file: [UInt8], _ dice: inout Dice) -> [UInt8]? {
    if file.starts(with: [0xFF, 0xD8]) {
      var mutator = JPEGMutator(file)
      return mutator.mutated(&dice)
    }
    if var mutator = TIFFMutator(file) { return mutator.mutated(&dice) }
    if var mutator = PNGMutator(file) { return mutator.mutated(&dice) }
    if file.count >= 16, file[4..<8].elementsEqual("ftyp".utf8), var mutator = BoxMutator(file) {
      return mutator.mutated(&dice)
    }
    return nil
  }
}
