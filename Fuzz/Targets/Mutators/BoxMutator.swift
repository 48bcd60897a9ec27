/// Changes HEIF files as files of boxes: sizes stay right, counts and offsets mostly so.
struct BoxMutator {
  /// An artificial box around all, so that the top is a list as any other.
  private var root: BoxNode

  /// Types that something reads; an underscore is a space.
  private static let types =
    ("""
  ftyp meta hdlr pitm iinf infe iref iprp ipco ipma iloc idat mdat auxl dimg cdsc thmb prem base ispe
  hvcC av1C auxC pixi colr irot imir clap pasp rloc grpl altr ster tmap cmin cmex dinf dref url_ moov
  trak free uuid stbl stco co64 tref grid iovl iden mime Exif hvc1 av01 a1op lsel mskC ipro
  """).split { " \n".contains($0) }.map { Array($0.replacing("_", with: " ").utf8) }

  init?(_ file: [UInt8]) {
    guard let boxes = BoxNode.all(in: file, 0..<file.count), boxes.count > 1 else { return nil }
    root = BoxNode(type: [], bytes: [], children: boxes)
  }

  /// Returns the file after one change to four.
  mutating func mutated(_ dice: inout Dice) -> [UInt8] {
    for _ in 0...dice.below(4) { change(&dice) }
    return serialized(&dice)
  }

  private mutating func change(_ dice: inout Dice) {
    let number = 1 + dice.below(max(root.count - 1, 1))
    switch dice.below(16) {
    case 0: Self.edit(&root, number) { list, index in list.remove(at: index) }
    case 1:
      let times = dice.pick([1, 1, 3, 50])
      Self.edit(&root, number) { list, index in
        list.insert(contentsOf: [BoxNode](repeating: list[index], count: times), at: index)
      }
    case 2:
      let other = dice.below(1 << 16)
      Self.edit(&root, number) { list, index in list.swapAt(index, other % list.count) }
    case 3:
      // A box of one place goes to another.
      var taken: BoxNode?
      Self.edit(&root, number) { list, index in taken = list[index] }
      let place = 1 + dice.below(max(root.count - 1, 1))
      if let taken { Self.edit(&root, place) { list, index in list.insert(taken, at: index) } }
    case 4:
      let type = dice.pick(Self.types)
      Self.edit(&root, number) { list, index in list[index].type = type }
    case 5:
      let size: BoxNode.Size =
        dice.oneIn(2) ? .large : .stated(UInt32(truncatingIfNeeded: dice.number(like: 8, bytes: 4)))
      Self.edit(&root, number) { list, index in list[index].size = size }
    case 6:
      let (type, depth) = (
        Array(dice.pick(["meta", "iprp", "ipco", "moov", "dinf"]).utf8), 1 + dice.below(40)
      )
      Self.edit(&root, number) { list, index in
        for _ in 0..<depth { list[index] = BoxNode(type: type, bytes: [], children: [list[index]]) }
      }
    case 7:
      let type = dice.pick(Self.types)
      let bytes = (0..<dice.below(24)).map { _ in UInt8(dice.below(4)) }
      Self.edit(&root, number) { list, index in
        list.insert(BoxNode(type: type, bytes: bytes), at: index)
      }
    default: changeBytes(number, &dice)
    }
  }

  /// Changes the payload of a box; of those that have boxes inside, the bytes before them.
  private mutating func changeBytes(_ number: Int, _ dice: inout Dice) {
    var copy = dice
    Self.edit(&root, number) { list, index in
      // Items are what most rules are about.
      var bytes = list[index].bytes
      switch copy.below(4) {
      case 0: bytes = Bytes.mutated(bytes)
      case 1: bytes = Bytes.repeatingRow(bytes, isBigEndian: true, &copy)
      default:
        for _ in 0...copy.below(3) { bytes = Bytes.settingField(bytes, isBigEndian: true, &copy) }
      }
      list[index].bytes = bytes
    }
    dice = copy
  }

  /// Hands the list to `body` that has the box of that number, counted from the top in the order of the file.
  private static func edit(_ node: inout BoxNode, _ number: Int, _ body: (inout [BoxNode], Int) -> Void) {
    guard var children = node.children else { return }
    node.children = nil
    var left = number - 1
    for index in children.indices {
      if left == 0 {
        body(&children, index)
        break
      }
      let count = children[index].count
      if left < count {
        edit(&children[index], left, body)
        break
      }
      left -= count
    }
    node.children = children
  }

  private func serialized(_ dice: inout Dice) -> [UInt8] {
    var (file, map, tables) = ([UInt8](), PieceMap(), [(String, Range<Int>)]())
    for box in root.children ?? [] { box.serialize(into: &file, &map, &tables) }
    guard !dice.oneIn(8) else { return file }
    for (name, range) in tables {
      switch name {
      case "iloc": Self.moveItems(in: &file, range, map)
      case "stco": Self.moveChunks(in: &file, range, map, width: 4)
      default: Self.moveChunks(in: &file, range, map, width: 8)
      }
    }
    return file
  }

  /// Lets chunks point where their bytes went.
  private static func moveChunks(in file: inout [UInt8], _ range: Range<Int>, _ map: PieceMap, width: Int) {
    for at in stride(from: range.lowerBound + 8, through: range.upperBound - width, by: width) {
      let old = Bytes.number(in: file, at: at, bytes: width, isBigEndian: true)
      guard let place = map.place(of: Int(clamping: old)) else { continue }
      Bytes.set(&file, at: at, to: UInt64(place), bytes: width, isBigEndian: true)
    }
  }

  /// Lets extents of items point where their bytes went.
  private static func moveItems(in file: inout [UInt8], _ range: Range<Int>, _ map: PieceMap) {
    var at = range.lowerBound
    func field(_ width: Int) -> Int? {
      guard width <= 8, range.upperBound - at >= width else { return nil }
      at += width
      return Int(clamping: Bytes.number(in: file, at: at - width, bytes: width, isBigEndian: true))
    }
    guard let version = field(1), version < 3, field(3) != nil, let sizes = field(2),
      let items = field(version == 2 ? 4 : 2)
    else { return }
    let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    for _ in 0..<min(items, 4096) {
      guard field(version == 2 ? 4 : 2) != nil, let method = version == 0 ? 0 : field(2), field(2) != nil,
        let base = field(baseSize), let extents = field(2)
      else { return }
      for _ in 0..<min(extents, 4096) {
        guard field(indexSize) != nil, let offset = field(offsetSize), field(lengthSize) != nil else {
          return
        }
        guard method & 15 == 0, offsetSize > 0, let place = map.place(of: base &+ offset) else { continue }
        Bytes.set(
          &file, at: at - lengthSize - offsetSize, to: UInt64(bitPattern: Int64(place &- base)),
          bytes: offsetSize, isBigEndian: true)
      }
    }
  }
}
