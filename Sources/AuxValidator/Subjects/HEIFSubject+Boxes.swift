internal import AuxContainers
internal import AuxImage

extension HEIFSubject {
  /// Walks the headers at the top of the file as far as they hold.
  mutating func readTop() {
    var position = 0
    while position < source.byteCount, top.count < 4096 {
      guard let prefix = try? source.readPrefix(at: position, count: 32) else { return }
      let isBox =
        prefix.count >= 8 && FourCharacterCode(prefix[4..<8].reduce(0) { $0 << 8 | UInt32($1) }).isPrintable
      if !isBox, top.contains(where: { $0.type == "meta" }) {
        trailer = position..<source.byteCount
        return
      }
      var reader = ByteReader(prefix, fileOffset: position)
      do throws(AuxError) {
        let header = try BoxHeader(
          parsing: &reader, available: source.byteCount - position, isTopLevel: true)
        top.append(
          TopBox(
            type: header.type, range: position..<(position + header.count),
            payload: (position + header.headerCount)..<(position + header.count)))
        position += header.count
      } catch {
        faults.append(Fault("HEIF-BOX-SIZE", error))
        // A box that the file cuts short still begins where it does.
        if error.code == .truncated, prefix.count >= 8, isBox {
          let type = FourCharacterCode(prefix[4..<8].reduce(0) { $0 << 8 | UInt32($1) })
          top.append(
            TopBox(
              type: type, range: position..<source.byteCount,
              payload: min(position + 8, source.byteCount)..<source.byteCount))
        }
        return
      }
    }
  }

  /// Reads the boxes that stand one after the other; the rest after a bad one is left out.
  private mutating func boxes(_ reader: inout ByteReader, in place: String) -> [Box] {
    var found: [Box] = []
    while reader.remaining >= 8, found.count < limits.items {
      do throws(AuxError) { found.append(try Box(leaf: &reader)) } catch {
        faults.append(Fault("HEIF-BOX-SIZE", error, in: place))
        return found
      }
    }
    if reader.remaining > 0 {
      faults.append(
        Fault(
          "HEIF-BOX-SIZE", "\(reader.remaining) bytes behind the last box are no box", at: reader.fileOffset,
          in: place))
    }
    return found
  }

  /// Reads the children of `meta`.
  mutating func readMeta() {
    guard let meta = top.first(where: { $0.type == "meta" }), meta.payload.count >= 4,
      meta.payload.count <= limits.metaBytes,
      let bytes = try? source.read(at: meta.payload.lowerBound, count: meta.payload.count)
    else { return }
    metaOffset = meta.range.lowerBound
    var reader = ByteReader(Array(bytes.dropFirst(4)), fileOffset: meta.payload.lowerBound + 4)
    children = boxes(&reader, in: "meta")
    for child in children {
      let place = "meta/\(child.type)"
      do throws(AuxError) { try read(child) } catch {
        faults.append(Fault("HEIF-BOX-CONTENT", error.located(child.offset), in: place))
      }
    }
  }

  private mutating func read(_ child: Box) throws(AuxError) {
    var reader = child.reader
    switch child.type {
    case "pitm": primaryID = try PrimaryItemBox(parsing: &reader).itemID
    case "iinf": try readItems(&reader)
    case "iref": try readReferences(&reader)
    case "iprp": try readProperties(&reader)
    case "iloc":
      locationsOffset = child.offset
      locations = try ItemLocationBox(parsing: &reader, limits: limits)
    case "idat": itemData = child.payloadOffset..<(child.payloadOffset + child.payloadCount)
    case "grpl":
      for group in boxes(&reader, in: "meta/grpl") {
        var inner = group.reader
        groups.append(try EntityGroup(group.type, parsing: &inner))
      }
    default: break
    }
  }

  private mutating func readItems(_ reader: inout ByteReader) throws(AuxError) {
    let full = try FullBoxHeader(parsing: &reader)
    let start = reader.fileOffset
    let count = Int(full.version == 0 ? UInt32(try reader.readUInt16()) : try reader.readUInt32())
    let found = boxes(&reader, in: "meta/iinf")
    if found.count != count {
      faults.append(
        Fault(
          "HEIF-IINF-COUNT", "iinf says \(count) items and has \(found.count)", at: start, in: "meta/iinf"))
    }
    for box in found {
      var inner = box.reader
      do throws(AuxError) {
        add(Item(entry: try ItemInfoEntry(parsing: &inner), offset: box.offset))
      } catch {
        faults.append(Fault("HEIF-BOX-CONTENT", error.located(box.offset), in: "meta/iinf/\(box.type)"))
      }
    }
  }

  private mutating func readReferences(_ reader: inout ByteReader) throws(AuxError) {
    let full = try FullBoxHeader(parsing: &reader)
    for box in boxes(&reader, in: "meta/iref") {
      // Each reference is read as an iref of its own, so that a bad one does not hide the others.
      var writer = ByteWriter()
      full.serialize(into: &writer)
      box.serialize(into: &writer)
      var inner = ByteReader(writer.bytes, fileOffset: box.offset - 4)
      do throws(AuxError) {
        for value in try ItemReferenceBox(parsing: &inner, limits: limits).references {
          references.append(Reference(value: value, offset: box.offset))
        }
      } catch { faults.append(Fault("HEIF-BOX-CONTENT", error.located(box.offset), in: "meta/iref")) }
    }
  }

  private mutating func readProperties(_ reader: inout ByteReader) throws(AuxError) {
    for box in boxes(&reader, in: "meta/iprp") {
      var inner = box.reader
      switch box.type {
      case "ipco": properties += boxes(&inner, in: "meta/iprp/ipco")
      case "ipma":
        associationsOffset = associationsOffset ?? box.offset
        do throws(AuxError) {
          let view = try ItemPropertyAssociationBox(parsing: &inner, limits: limits)
          associations += view.entries
          if !view.rest.isEmpty {
            faults.append(
              Fault(
                "HEIF-BOX-CONTENT", "\(view.rest.count) bytes behind the last entry", at: box.offset,
                in: "meta/iprp/ipma"))
          }
        } catch { faults.append(Fault("HEIF-BOX-CONTENT", error.located(box.offset), in: "meta/iprp/ipma")) }
      default: break
      }
    }
  }
}

extension AuxError {
  /// Returns the error with an offset where it has none.
  func located(_ offset: Int) -> AuxError {
    AuxError(code, reason, offset: self.offset ?? offset, place: place)
  }
}
