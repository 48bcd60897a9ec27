extension XMPTree {
  /// A node that is still to be listed, and how it is reached from the one that holds it.
  private struct Step {
    enum Kind {
      case root, field, qualifier
      case item(Int)
      /// An alternative of a language; only its other qualifiers are listed.
      case alternative(Int)
    }

    var node: Int
    var kind: Kind
    /// The bytes of the path before it.
    var parentCount: Int
  }

  /// All paths together may have so many bytes, plus so many times the bytes of the packet.
  private static let freeBytes = 8 << 20
  private static let mostTimes = 4

  /// Returns the values as properties, each before the values in it; members follow unless the value is a plain array.
  ///
  /// Throws `limitExceeded` where structures in one another have paths of more bytes than any real packet's, `mostBytes`
  /// being those of the packet.
  func properties(mostBytes: Int) throws(AuxError) -> [XMPProperty] {
    let most = Self.freeBytes + Self.mostTimes * mostBytes
    var result: [XMPProperty] = []
    var pathBytes = 0
    for schema in schemas {
      let (uri, prefix) = names.namespaces[schema.namespace]
      var path: [UInt8] = []
      var steps = schema.properties.reversed().map { Step(node: $0, kind: .root, parentCount: 0) }
      while let step = steps.popLast() {
        path.removeSubrange(step.parentCount...)
        path += spelled(step)
        pathBytes += path.count
        guard pathBytes <= most else {
          throw AuxError(
            .limitExceeded, "the packet has structures in one another with names that are too long")
        }
        var isWhole = true
        if case .alternative = step.kind {
        } else {
          let value = value(of: step.node)
          isWhole = value != .structure
          result.append(
            XMPProperty(
              namespace: uri, prefix: prefix, name: String(decoding: path, as: UTF8.self), value: value))
        }
        steps += members(of: step, isWhole: isWhole, parentCount: path.count).reversed()
      }
    }
    return result
  }

  /// Returns the values to list after a value: its qualifiers, then the values in it unless it `isWhole`.
  private func members(of step: Step, isWhole: Bool, parentCount: Int) -> [Step] {
    let node = nodes[step.node]
    var qualifiers = node.qualifiers[...]
    if case .alternative = step.kind { qualifiers = qualifiers.dropFirst() }
    var steps = qualifiers.map { Step(node: $0, kind: .qualifier, parentCount: parentCount) }
    for (number, child) in node.children.enumerated() {
      if node.form == .languages {
        guard nodes[child].qualifiers.count > 1 else { continue }
        steps.append(Step(node: child, kind: .alternative(number + 1), parentCount: parentCount))
      } else if !isWhole {
        let kind = node.form.isArray ? Step.Kind.item(number + 1) : .field
        steps.append(Step(node: child, kind: kind, parentCount: parentCount))
      }
    }
    return steps
  }

  private func spelled(_ step: Step) -> [UInt8] {
    let name = nodes[step.node].name
    return switch step.kind {
    case .root: Array(names[name].local.utf8)
    case .field: Array("/\(names.spelling(of: name))".utf8)
    case .qualifier: Array("/?\(names.spelling(of: name))".utf8)
    case .item(let number), .alternative(let number): Array("[\(number)]".utf8)
    }
  }

  private func value(of number: Int) -> XMPProperty.Value {
    let node = nodes[number]
    switch node.form {
    case .simple: return .text(node.text)
    case .structure: return .structure
    case .languages: return .alt(alternatives(node))
    case .bag, .seq, .alt: break
    }
    // An array with anything in it but text is listed by its members.
    guard node.qualifiers.isEmpty,
      node.children.allSatisfy({ nodes[$0].form == .simple && nodes[$0].qualifiers.isEmpty })
    else { return .structure }
    let members = node.children.map { nodes[$0].text }.filter { !$0.isEmpty }
    return node.form == .bag ? .bag(members) : node.form == .seq ? .seq(members) : .alt(members)
  }

  /// Returns the texts of alternatives, one for each language: the default first, then those of longer codes, and of
  /// codes as long the later ones.
  private func alternatives(_ node: Node) -> [String] {
    var texts: [String: String] = [:]
    for child in node.children { texts[language(of: child) ?? ""] = nodes[child].text }
    let usual = "x-default"
    return texts.sorted { one, other in
      if (one.key == usual) != (other.key == usual) { return one.key == usual }
      let (first, second) = (Array(one.key.lowercased().utf8), Array(other.key.lowercased().utf8))
      return first.count == second.count
        ? second.lexicographicallyPrecedes(first) : first.count > second.count
    }.map(\.value)
  }
}
