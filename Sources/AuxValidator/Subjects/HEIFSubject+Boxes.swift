internal import AuxContainers
internal import AuxImage

extension HEIFSubject {
  /// Takes what the children of `meta` say beside their items, and the faults that they have.
  mutating func read(_ meta: MetaStructure) {
    metaOffset = meta.box.offset
    children = meta.children
    note(BoxList(childrenOf: meta.box), in: "meta")
    for child in meta.children {
      do throws(AuxError) {
        switch child.content {
        case .primary(let view): _ = try view.get()
        case .items(let view): note(try view.get())
        case .references(let view): note(try view.get())
        case .associations(let views):
          note(BoxList(childrenOf: child.box), in: "meta/iprp")
          readProperties(child.box, views)
        case .locations(let view):
          locationsOffset = child.box.offset
          locations = try view.get()
        case .groups(let views):
          note(BoxList(childrenOf: child.box), in: "meta/grpl")
          for view in views { groups.append(try view.get()) }
        case .other where child.box.type == "idat":
          itemData = child.box.payloadOffset..<(child.box.payloadOffset + child.box.payloadCount)
        case .handler, .other: break
        }
      } catch {
        note("HEIF-BOX-CONTENT", error, of: child.box, in: "meta/\(child.box.type)")
      }
    }
  }

  private mutating func note(_ rule: String, _ error: AuxError, of box: Box, in place: String) {
    faults.append(Fault(rule, error.located(box.offset), in: place))
  }

  private mutating func note(_ list: BoxList, in place: String) {
    if let fault = list.fault {
      faults.append(Fault("HEIF-BOX-SIZE", fault, in: place))
    } else if !list.rest.isEmpty {
      faults.append(
        Fault(
          "HEIF-BOX-SIZE", "\(list.rest.count) bytes after the last box are no box", at: list.restOffset,
          in: place))
    }
  }

  private mutating func note(_ items: ItemList) {
    let boxes = items.list.boxes
    note(items.list, in: "meta/iinf")
    if boxes.count != items.count {
      faults.append(
        Fault(
          "HEIF-IINF-COUNT", "iinf says \(items.count) items and has \(boxes.count)", at: items.countOffset,
          in: "meta/iinf"))
    }
    for (box, entry) in zip(boxes, items.entries) {
      guard case .failure(let error) = entry else { continue }
      note("HEIF-BOX-CONTENT", error, of: box, in: "meta/iinf/\(box.type)")
    }
  }

  private mutating func note(_ list: ReferenceList) {
    note(list.list, in: "meta/iref")
    for (box, reference) in zip(list.list.boxes, list.references) {
      do throws(AuxError) {
        references.append(Reference(value: try reference.get(), offset: box.offset))
      } catch {
        // The place is that in an iref of this reference alone, but for its version, which is that of all.
        let error = list.full.version > 1 ? error : error.within("[0]")
        note("HEIF-BOX-CONTENT", error, of: box, in: "meta/iref")
      }
    }
  }

  private mutating func readProperties(
    _ container: Box, _ views: [Result<ItemPropertyAssociationBox, AuxError>]
  ) {
    var views = views.makeIterator()
    for box in container.boxes {
      if box.type == "ipco" {
        note(BoxList(childrenOf: box), in: "meta/iprp/ipco")
      } else if box.type == "ipma", let view = views.next() {
        associationsOffset = associationsOffset ?? box.offset
        do throws(AuxError) {
          let rest = try view.get().rest
          associations += try view.get().entries
          guard rest.isEmpty else { throw AuxError(.malformed, "\(rest.count) bytes after the last entry") }
        } catch { note("HEIF-BOX-CONTENT", error, of: box, in: "meta/iprp/ipma") }
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
