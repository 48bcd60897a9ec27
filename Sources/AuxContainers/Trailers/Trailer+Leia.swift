package import AuxImage

/// What Leia's list says of one picture of a photo: the records that hold it and its map of disparity.
package struct LeiaView: Hashable, Sendable {
  /// The record of the picture; -1 is the JPEG file itself.
  package var albedo: Int
  /// The record of its map of disparity; nil without one.
  package var disparity: Int?
  /// Where the camera was along the rows, in distances of cameras from the first one; nil where it is not said.
  package var x: Double?

  package var isPhoto: Bool { albedo == -1 }
}

extension Trailer {
  private static let leiaFooter: [UInt8] = [0x1E, 0x1A]

  /// The number of bytes of the length and the mark at the end.
  private static let leiaFooterCount = 6

  /// The record that describes the others.
  private static let leiaList = 7

  /// No list has more bytes.
  private static let mostListBytes = 64 << 10

  /// Leia: a count, records of a number, a length and bytes, the length of it all, 1E 1A.
  ///
  /// Where the last bytes are right, the data follow an EOI and the records do not fit, the trailer has ``damage``.
  /// Source: Specs/trailers.md, "Leia".
  static func leia(
    endingAt end: Int, _ tail: [UInt8], in source: any ByteSource
  ) throws(AuxError) -> Trailer? {
    guard tail.count > leiaFooterCount, tail.suffix(2).elementsEqual(leiaFooter) else { return nil }
    let count = tail.suffix(leiaFooterCount).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard count >= 4 + 8 + leiaFooterCount, count <= end - 2 else { return nil }
    let start = end - count
    var trailer = Trailer(.leia, start..<end)
    do throws(AuxError) {
      let records = try leiaRecords(in: start..<(end - leiaFooterCount), &trailer, source)
      try trailer.readLeiaList(records, in: source)
    } catch {
      try error.throwIfOfSystem()
      // Two bytes may be like this by chance.
      guard try source.read(at: start - 2, count: 2) == [0xFF, JPEGMarker.EOI] else { return nil }
      trailer.damage = error
    }
    return trailer
  }

  /// Whether bytes after the images begin as Leia's players write them: a count, and record 0 with the number 4.
  package static func isLeia(beginningWith bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0, 0, 0]) && bytes.dropFirst(4).starts(with: [0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 4])
  }

  /// Returns the first record of each number, and adds all of them to the parts.
  private static func leiaRecords(
    in range: Range<Int>, _ trailer: inout Trailer, _ source: any ByteSource
  ) throws(AuxError) -> [Int: Int] {
    var head = ByteReader(try source.read(at: range.lowerBound, count: 4))
    let count = Int(try head.readUInt32())
    guard (1...mostParts).contains(count) else {
      throw AuxError(
        .malformed, "\(count) records are announced; there are 1 to \(mostParts)", offset: range.lowerBound)
    }
    var records: [Int: Int] = [:]
    var position = range.lowerBound + 4
    for number in 1...count {
      guard range.upperBound - position >= 8 else {
        throw AuxError(
          .malformed, "record \(number) of \(count) begins at the end of the records", offset: position)
      }
      var reader = ByteReader(try source.read(at: position, count: 8))
      let (id, size) = (Int(try reader.readUInt32()), Int(try reader.readUInt32()))
      let begin = position + 8
      guard size <= range.upperBound - begin else {
        throw AuxError(
          .malformed, "record \(id) has \(size) bytes, and \(range.upperBound - begin) are left",
          offset: position)
      }
      if records[id] == nil { records[id] = trailer.parts.count }
      trailer.parts.append(Part(name: "record \(id)", range: begin..<(begin + size)))
      position = begin + size
    }
    guard position == range.upperBound else {
      throw AuxError(
        .malformed, "\(range.upperBound - position) bytes follow the last record", offset: position)
    }
    return records
  }

  /// Reads the list of pictures and names the parts by what it says of them.
  private mutating func readLeiaList(
    _ records: [Int: Int], in source: any ByteSource
  ) throws(AuxError) {
    guard let listed = records[Self.leiaList] else { return }
    let list = parts[listed].range
    guard list.count <= Self.mostListBytes else {
      throw AuxError(
        .limitExceeded, "record \(Self.leiaList) has \(list.count) bytes, \(Self.mostListBytes) at most",
        offset: list.lowerBound)
    }
    let text = try source.read(at: list.lowerBound, count: list.count)
    let value: JSONValue
    do throws(AuxError) { value = try JSONValue(json: text, form: "list") } catch {
      throw error.within("record \(Self.leiaList)")
    }
    parts[listed].name = "list of views"
    properties = value
    guard case .array(let items)? = value.member("views") else { return }
    for item in items.prefix(Self.mostParts) {
      guard let albedo = item.integer("albedoId") else { continue }
      var view = LeiaView(albedo: albedo, x: item.number("xLocation"))
      if let disparity = item.integer("disparityId"), disparity > 0 { view.disparity = disparity }
      views.append(view)
      let roles = [
        ("picture", albedo), ("disparity", view.disparity ?? 0),
        ("monodisparity", item.integer("monodisparityId") ?? 0),
      ]
      for (role, id) in roles where id > 0 {
        guard let index = records[id] else {
          throw AuxError(
            .malformed, "the list of views names record \(id), which is not there", offset: list.lowerBound)
        }
        parts[index].name = Self.leiaName(role, id)
      }
    }
  }

  private static func leiaName(_ role: String, _ record: Int) -> String { "\(role) \(record)" }

  /// The picture of the other eye, where the list has the photo and one other view, and says which one is to the left.
  package var otherEye: (eye: StereoEye, record: Int, range: Range<Int>)? {
    guard views.count == 2, let own = views.first(where: \.isPhoto),
      let other = views.first(where: { !$0.isPhoto }), let x = own.x, let place = other.x, x != place,
      let part = parts.first(where: { $0.name == Self.leiaName("picture", other.albedo) })
    else { return nil }
    return (place < x ? .left : .right, other.albedo, part.range)
  }

  /// The record of the photo's own map of disparity.
  private var ownMap: Int? { views.first(where: \.isPhoto)?.disparity }

  private var ownMapName: String? { ownMap.map { Self.leiaName("disparity", $0) } }

  /// The parts with maps of disparity: the photo's own first, then those of the other views; none without its own.
  ///
  /// A map of another view alone would be taken for the photo's.
  var leiaMaps: [Part] {
    guard let own = ownMap else { return [] }
    let records = [own] + views.filter { !$0.isPhoto }.compactMap(\.disparity).filter { $0 != own }
    let names = Set(records.map { Self.leiaName("disparity", $0) })
    let maps = parts.filter { names.contains($0.name) }
    let name = ownMapName
    let isOwn: (Part) -> Bool = { $0.name == name }
    return maps.filter(isOwn).prefix(1) + maps.filter { !isOwn($0) }
  }
}

extension Trailer {
  /// Returns a map of disparity, whose record is a JPEG or PNG image; 255 is nearest.
  ///
  /// Throws as reading its headers does, `truncated` where they do not end in the record, and `unsupported` where samples have
  /// other than 8 bits.
  func leiaMap(of part: Part, in structure: JPEGStructure) throws(AuxError) -> DepthMap {
    let image = try structure.pictureHeader(in: part.range)
    guard image.bitDepth == 8 else {
      throw AuxError(.unsupported, "a map of \(image.bitDepth) bits a sample", offset: part.range.lowerBound)
    }
    return DepthMap(
      name: part.name, width: image.width, height: image.height, range: part.range,
      coding: image.isPNG ? .png : .jpeg, isZeroNearest: false, isOfOtherView: part.name != ownMapName)
  }
}

extension JSONValue {
  fileprivate func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  fileprivate func integer(_ name: String) -> Int? {
    guard case .integer(let integer)? = member(name) else { return nil }
    return integer
  }

  fileprivate func number(_ name: String) -> Double? {
    switch member(name) {
    case .integer(let integer)?: Double(integer)
    case .number(let number)?: number.isFinite ? number : nil
    default: nil
    }
  }
}
