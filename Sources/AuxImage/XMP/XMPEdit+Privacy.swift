/// What is taken out of an XMP packet, and what was found there.
///
/// Source: `docs/privacy.md`; Specs/xmp.md, "Places and people".
package struct XMPRemoval {
  package let kinds: Set<MetadataKind>
  /// Whether sound goes, as videos do.
  private let removesVideos: Bool
  /// Returns a JPEG picture, which a property holds in base64, without what is taken out of it; nil to leave it.
  package let picture: (_ bytes: [UInt8]) -> [UInt8]?
  /// What was taken out.
  package private(set) var found: [FoundMetadata] = []
  /// The values that stayed.
  package private(set) var kept: [String] = []

  package init(
    _ kinds: Set<MetadataKind>, removesVideos: Bool, picture: @escaping (_ bytes: [UInt8]) -> [UInt8]?
  ) {
    (self.kinds, self.removesVideos, self.picture) = (kinds, removesVideos, picture)
  }

  /// Returns the packet without what is taken out of it, in UTF-8, or unchanged if there was nothing; nil if nothing is left of it.
  ///
  /// Throws `malformed` for a packet that is not XML.
  package mutating func packet(_ bytes: [UInt8]) throws(AuxError) -> [UInt8]? {
    guard let plain = XMLText.transcoded(bytes) else {
      throw AuxError(.malformed, "the XMP packet cannot be read: its encoding is not valid")
    }
    var pass = Pass(try XMPElements(plain), kinds, removesVideos, picture)
    pass.run()
    found += pass.found
    kept += pass.kept
    guard !pass.edits.isEmpty else { return bytes }
    var edit = XMPEdit(pass.result)
    // Real packets have some twenty namespaces.
    for namespace in pass.namespaces.sorted().prefix(64) { edit.removeUnused(namespace) }
    let result = edit.bytes
    let (before, after) = (try? XMPReader.properties(of: bytes), try? XMPReader.properties(of: result))
    guard before == nil || after != nil else {
      throw AuxError(.unsupported, "properties that are to go have a form that is not known", place: "XMP")
    }
    return after?.isEmpty == true ? nil : result
  }
}

/// The elements and attributes of an XML document with their namespaces, and where they are.
private struct XMPElements {
  struct Attribute {
    var namespace: String
    var name: String
    /// The attribute with the white space before it.
    var range: Range<Int>
    var value: Range<Int>
  }

  struct Element {
    var namespace: String
    var name: String
    /// The element with its tags.
    var range: Range<Int>
    var attributes: [Attribute] = []
    /// The pieces of text directly in it, and of CDATA.
    var texts: [Range<Int>] = []
    var parent: Int?
    var children: [Int] = []
  }

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  let bytes: [UInt8]
  /// In the order of the document.
  private(set) var elements: [Element] = []
  /// Comments and instructions other than those of the wrapper and of XML, and text outside of the root element.
  private(set) var asides: [Range<Int>] = []

  /// The limits of ``XMPReader``.
  private static let mostParts = 100_000
  private static let mostLevels = 1000

  init(_ bytes: [UInt8]) throws(AuxError) {
    self.bytes = bytes
    var scanner = XMLScanner(bytes)
    var open: [Int] = []
    var bindings: [[String: String]] = [["xml": "http://www.w3.org/XML/1998/namespace"]]
    var tag:
      (name: Range<Int>, start: Int, attributes: [(name: Range<Int>, value: Range<Int>, range: Range<Int>)])?
    while let token = try scanner.next() {
      switch token {
      case .open(let name): tag = (name, scanner.range.lowerBound, [])
      case .attribute(let name, let value):
        let before = bytes[..<scanner.range.lowerBound].lastIndex { !XMLScanner.isSpace($0) }
        tag?.attributes.append(
          (name, value, (before.map { $0 + 1 } ?? scanner.range.lowerBound)..<scanner.range.upperBound))
      case .endOfTag(let isEmpty):
        guard let current = tag else { continue }
        tag = nil
        guard elements.count < Self.mostParts, open.count < Self.mostLevels else {
          throw XMPNames.tooManyParts
        }
        var names = bindings.last ?? [:]
        for attribute in current.attributes {
          let name = text(attribute.name)
          guard name == "xmlns" || name.hasPrefix("xmlns:") else { continue }
          names[name == "xmlns" ? "" : String(name.dropFirst(6))] = decoded(attribute.value, in: .attribute)
        }
        func split(_ range: Range<Int>, isAttribute: Bool) -> (String, String) {
          let name = text(range)
          guard let colon = name.firstIndex(of: ":") else {
            return (isAttribute ? "" : names[""] ?? "", name)
          }
          return (names[String(name[..<colon])] ?? "", String(name[name.index(after: colon)...]))
        }
        let (namespace, name) = split(current.name, isAttribute: false)
        var element = Element(
          namespace: namespace, name: name, range: current.start..<scanner.range.upperBound, parent: open.last
        )
        for attribute in current.attributes where !text(attribute.name).hasPrefix("xmlns") {
          let (namespace, name) = split(attribute.name, isAttribute: true)
          element.attributes.append(
            Attribute(namespace: namespace, name: name, range: attribute.range, value: attribute.value))
        }
        elements.append(element)
        if let parent = open.last { elements[parent].children.append(elements.count - 1) }
        if !isEmpty {
          open.append(elements.count - 1)
          bindings.append(names)
        }
      case .close:
        guard let last = open.popLast() else {
          throw XMLScanner.malformed(
            "an end tag of an element that is not open", at: scanner.range.lowerBound)
        }
        bindings.removeLast()
        elements[last].range = elements[last].range.lowerBound..<scanner.range.upperBound
      case .text(let range), .cdata(let range):
        if let last = open.last {
          elements[last].texts.append(range)
        } else if bytes[range].contains(where: { !XMLScanner.isSpace($0) && $0 != 0 }) {
          asides.append(range)
        }
      case .comment: asides.append(scanner.range)
      case .instruction(let range):
        let target = String(decoding: bytes[range].prefix { !XMLScanner.isSpace($0) }, as: UTF8.self)
        if target != "xpacket", target.lowercased() != "xml" { asides.append(scanner.range) }
      case .documentType:
        throw XMLScanner.malformed("a document type, which XMP does not have", at: scanner.position)
      }
    }
    guard open.isEmpty, tag == nil, !elements.isEmpty else {
      throw XMLScanner.malformed("an element that does not end", at: bytes.count)
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func decoded(_ range: Range<Int>, in place: XMLText.Place) -> String {
    (try? XMLText.decoded(bytes, range, in: place)) ?? text(range)
  }

  /// Returns the text directly in an element, without white space around it.
  func content(of element: Int) -> String {
    let whole = elements[element].texts.map { decoded($0, in: .content) }.joined()
    return String(whole.trimmingPrefix { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  func isRDF(_ element: Int, _ names: String...) -> Bool {
    elements[element].namespace == Self.rdf && names.contains(elements[element].name)
  }
}

extension XMPRemoval {
  /// One pass over a packet.
  private struct Pass {
    let document: XMPElements
    let kinds: Set<MetadataKind>
    let removesVideos: Bool
    let picture: ([UInt8]) -> [UInt8]?
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    var found: [FoundMetadata] = []
    var kept: [String] = []
    /// The elements that go, themselves or with one around them.
    private var gone: Set<Int> = []
    /// Where attributes that go begin.
    private var changed: Set<Int> = []
    /// The namespaces of what goes.
    private(set) var namespaces: Set<String> = []
    /// The names of people that the packet states in other places than keywords, in small letters.
    private var people: Set<String> = []

    init(
      _ document: XMPElements, _ kinds: Set<MetadataKind>, _ removesVideos: Bool,
      _ picture: @escaping ([UInt8]) -> [UInt8]?
    ) {
      (self.document, self.kinds, self.removesVideos, self.picture) = (
        document, kinds, removesVideos, picture
      )
    }

    private static let regions = "http://www.metadataworkinggroup.com/schemas/regions/"
    private static let keywords = "http://www.metadataworkinggroup.com/schemas/keywords/"
    private static let iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"

    mutating func run() {
      if kinds.takes([.people]) { collectPeople() }
      for number in document.elements.indices {
        let element = document.elements[number]
        if let parent = element.parent, gone.contains(parent) {
          gone.insert(number)
          continue
        }
        if let kinds = kinds(of: number) {
          take(number, kinds)
          continue
        }
        for attribute in element.attributes { change(attribute, of: number) }
        if element.children.isEmpty, !element.texts.isEmpty { changePicture(of: number) }
      }
      removeEmpty()
      if kinds.takes(.packetText) { removeAsides() }
      collectKept()
    }

    var result: [UInt8] {
      var (result, position) = ([UInt8](), 0)
      for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
      where edit.range.lowerBound >= position {
        result += document.bytes[position..<edit.range.lowerBound] + edit.bytes
        position = edit.range.upperBound
      }
      return result + document.bytes[position...]
    }

    /// Returns the kinds of an element if it goes; nil if it stays.
    private func kinds(of number: Int) -> Set<MetadataKind>? {
      let element = document.elements[number]
      var all = MetadataList.kinds(ofProperty: element.name, in: element.namespace) ?? []
      if document.isRDF(number, "li") { all.formUnion(kinds(ofItem: number)) }
      if element.namespace == "http://ns.acdsee.com/iptc/1.0/" {
        all.formUnion(Self.kinds(ofCategories: document.content(of: number)))
      }
      if !all.isEmpty && kinds.takes(all) || isSound(element.namespace) { return all }
      if kinds.contains(.all), isProperty(number), !XMPEdit.isEssential(element.name, in: element.namespace) {
        return all
      }
      return nil
    }

    private func isSound(_ namespace: String) -> Bool {
      removesVideos && namespace == "http://ns.google.com/photos/1.0/audio/"
    }

    /// Whether an element is a property of the photo.
    private func isProperty(_ number: Int) -> Bool {
      guard let node = document.elements[number].parent, let root = document.elements[node].parent else {
        return false
      }
      return document.isRDF(root, "RDF")
    }

    /// Returns the property that an item of an array is a value of.
    private func property(ofItem number: Int) -> XMPElements.Element? {
      guard let array = document.elements[number].parent, let property = document.elements[array].parent
      else {
        return nil
      }
      return document.elements[property]
    }

    private func kinds(ofItem number: Int) -> Set<MetadataKind> {
      guard let property = property(ofItem: number) else { return [] }
      switch (property.namespace, property.name) {
      case (Self.regions, "RegionList"):
        let region = values(in: number, of: Self.regions)
        let isOfPerson =
          ["face", "person"].contains(region["Type"]?.lowercased()) || region["Name"]?.isEmpty == false
        return isOfPerson ? MetadataList.kinds(of: .region) : []
      case (Self.iptcExtension, "ImageRegion"):
        let region = values(in: number, of: Self.iptcExtension)
        return region["PersonInImage"] != nil || region["Name"] != nil ? MetadataList.kinds(of: .region) : []
      case (Self.keywords, _):
        return values(in: number, of: Self.keywords, most: 3)["Keyword"].flatMap(MetadataList.kind(ofRoot:))
          .map { [$0] }
          ?? []
      default:
        guard document.elements[number].children.isEmpty else { return [] }
        let text = document.content(of: number)
        if let kind = MetadataList.kind(ofKeyword: text) { return [kind] }
        let last = text.split { "|/".contains($0) }.last.map { $0.lowercased() } ?? ""
        return people.contains(last) ? MetadataList.kinds(of: .personName) : []
      }
    }

    /// Returns the texts of the fields of a namespace in an item, of each name the first.
    private func values(in item: Int, of namespace: String, most depth: Int = 8) -> [String: String] {
      var values: [String: String] = [:]
      var waiting = [(item, 0)]
      while let (number, level) = waiting.popLast() {
        let element = document.elements[number]
        for attribute in element.attributes where attribute.namespace == namespace {
          values[attribute.name] = values[attribute.name] ?? document.decoded(attribute.value, in: .attribute)
        }
        if element.namespace == namespace, values[element.name] == nil {
          values[element.name] = texts(in: number).first ?? ""
        }
        if level < depth { waiting += element.children.reversed().map { ($0, level + 1) } }
      }
      return values
    }

    /// Returns whether ACDSee's categories, which are XML in a text, name people or places.
    private static func kinds(ofCategories text: String) -> Set<MetadataKind> {
      var kinds: Set<MetadataKind> = []
      for part in text.split(whereSeparator: { "<>".contains($0) }) {
        if let kind = MetadataList.kind(ofRoot: String(part)) { kinds.insert(kind) }
      }
      return kinds
    }

    /// Finds the names of people in regions and in properties of names.
    private mutating func collectPeople() {
      for number in document.elements.indices {
        let element = document.elements[number]
        let isName =
          ["Name", "PersonDisplayName", "PersonName", "People"].contains(element.name)
          || element.name.hasPrefix("PersonInImage")
        if isName { people.formUnion(texts(in: number).map { $0.lowercased() }) }
        for attribute in element.attributes where ["Name", "PersonDisplayName"].contains(attribute.name) {
          people.insert(document.decoded(attribute.value, in: .attribute).lowercased())
        }
      }
      people.remove("")
    }

    /// Returns the values in an element: of its attributes, and the texts in it.
    private func texts(in number: Int) -> [String] {
      var texts: [String] = []
      var waiting = [number]
      while let next = waiting.popLast() {
        let element = document.elements[next]
        texts += element.attributes.filter { $0.namespace != XMPElements.rdf }.map {
          document.decoded($0.value, in: .attribute)
        }
        if element.children.isEmpty { texts.append(document.content(of: next)) }
        waiting += element.children.reversed()
      }
      return texts.filter { !$0.isEmpty }
    }

    private mutating func take(_ number: Int, _ kinds: Set<MetadataKind>) {
      let element = document.elements[number]
      remove(number)
      namespaces.formUnion(namespaces(in: number))
      found.append(FoundMetadata("XMP/\(element.name)", kinds, texts: texts(in: number)))
    }

    private mutating func change(_ attribute: XMPElements.Attribute, of number: Int) {
      let text = document.decoded(attribute.value, in: .attribute)
      var all = MetadataList.kinds(ofProperty: attribute.name, in: attribute.namespace) ?? []
      if attribute.namespace == "http://ns.acdsee.com/iptc/1.0/" {
        all.formUnion(Self.kinds(ofCategories: text))
      }
      let parent = document.elements[number].parent
      let isOwn = parent.map { document.isRDF($0, "RDF") } ?? false
      // Adobe's toolkit, whose name other toolkits write, too.
      let isToolkit = attribute.namespace == "adobe:ns:meta/" && !text.hasPrefix("XMP Core")
      let isOther =
        kinds.contains(.all)
        && (isOwn && attribute.namespace != XMPElements.rdf
          && !XMPEdit.isEssential(attribute.name, in: attribute.namespace) || isToolkit)
      if isOther || !all.isEmpty && kinds.takes(all) || isSound(attribute.namespace) {
        edits.append((attribute.range, []))
        changed.insert(attribute.range.lowerBound)
        namespaces.insert(attribute.namespace)
        found.append(FoundMetadata("XMP/\(attribute.name)", all, texts: [text]))
      } else if let changed = changedPicture(text) {
        edits.append((attribute.value, changed))
      }
    }

    private mutating func changePicture(of number: Int) {
      let element = document.elements[number]
      guard let first = element.texts.first, let last = element.texts.last,
        let changed = changedPicture(document.content(of: number))
      else { return }
      edits.append((first.lowerBound..<last.upperBound, changed))
    }

    /// Returns a picture in base64 without what is taken out of it; nil if it is none, or stays.
    private func changedPicture(_ text: String) -> [UInt8]? {
      guard text.hasPrefix("/9j/"), let bytes = Base64.bytes(text), let changed = picture(bytes) else {
        return nil
      }
      return Array(Base64.text(changed).utf8)
    }

    /// Removes what has nothing left in it: arrays with their properties, regions and descriptions.
    private mutating func removeEmpty() {
      guard !edits.isEmpty else { return }
      for number in document.elements.indices.reversed() where !gone.contains(number) {
        let element = document.elements[number]
        let isEmpty = element.children.allSatisfy(gone.contains)
        if document.isRDF(number, "Bag", "Seq", "Alt") {
          guard isEmpty, !element.children.isEmpty, let parent = element.parent else { continue }
          remove(parent)
          gone.insert(number)
        } else if element.namespace == Self.regions, !element.children.isEmpty {
          // The size that regions apply to says nothing without them.
          if isEmpty || element.name == "Regions" && !contains("RegionList", in: number) { remove(number) }
        } else if let parent = element.parent, document.isRDF(parent, "RDF"), isEmpty {
          let hasProperties = element.attributes.contains {
            $0.namespace != XMPElements.rdf && !changed.contains($0.range.lowerBound)
          }
          if !hasProperties { remove(number) }
        }
      }
    }

    private mutating func remove(_ number: Int) {
      edits.append((document.elements[number].range, []))
      gone.insert(number)
      let element = document.elements[number]
      namespaces.formUnion(
        ([element.namespace] + element.attributes.map(\.namespace)).filter { $0 != XMPElements.rdf })
    }

    /// Returns the namespaces of an element, and of all in it.
    private func namespaces(in number: Int) -> Set<String> {
      var found: Set<String> = []
      var waiting = [number]
      while let next = waiting.popLast() {
        let element = document.elements[next]
        found.formUnion([element.namespace] + element.attributes.map(\.namespace))
        waiting += element.children
      }
      return found.subtracting([XMPElements.rdf, ""])
    }

    private func contains(_ name: String, in number: Int) -> Bool {
      var waiting = document.elements[number].children
      while let next = waiting.popLast() {
        guard !gone.contains(next) else { continue }
        if document.elements[next].name == name { return true }
        waiting += document.elements[next].children
      }
      return false
    }

    private mutating func removeAsides() {
      for range in document.asides {
        edits.append((range, []))
        found.append(FoundMetadata("XMP/comment", [], texts: [document.text(range)]))
      }
    }

    private mutating func collectKept() {
      for number in document.elements.indices where !gone.contains(number) {
        let element = document.elements[number]
        for attribute in element.attributes where !changed.contains(attribute.range.lowerBound) {
          kept.append(document.decoded(attribute.value, in: .attribute))
        }
        if element.children.isEmpty, !element.texts.isEmpty { kept.append(document.content(of: number)) }
      }
    }
  }
}

extension XMPEdit {
  /// What the images of a file need of XMP: that of auxiliary images, of gain maps, of Google's depth and of where images are.
  private static let essential = Set(AppleNamespace.allCases.map(\.rawValue)).union([
    "http://ns.apple.com/HDRToneMap/1.0/", "http://ns.apple.com/portraitLightingEffect/1.0/",
    GainMapMetadata.namespace, containerNamespace, "http://ns.adobe.com/xmp/note/",
    "http://ns.google.com/photos/1.0/depthmap/",
  ])

  /// Whether the images of a file need a property.
  static func isEssential(_ name: String, in namespace: String) -> Bool {
    essential.contains(namespace) || namespace.hasPrefix("http://ns.google.com/photos/dd/1.0/")
      || namespace == "http://ns.adobe.com/tiff/1.0/" && name == "Orientation"
  }

  /// Takes out what describes maps of Dynamic Depth, and where they are; returns whether there was any.
  ///
  /// Throws as ``removeTrailerClaims()``.
  package mutating func removeDynamicDepth() throws(AuxError) -> Bool {
    let removesItems = try removeItems(named: Self.itemsOfDynamicDepth)
    let removesProperties = try remove { property in
      property.namespace.hasPrefix("http://ns.google.com/photos/dd/1.0/")
        || property.namespace == "http://ns.google.com/photos/1.0/depthmap/"
    }
    return removesItems || removesProperties
  }

  /// What the items of a directory are that Dynamic Depth describes.
  package static let itemsOfDynamicDepth = ["Depth", "Confidence", "ConfidenceMap", "Original"]

  /// Removes what says that the video of a motion photo follows the images; returns whether there was any.
  ///
  /// Throws `unsupported` where properties have a form that is not known, so that some would stay, or others go.
  package mutating func removeTrailerClaims() throws(AuxError) -> Bool {
    let removesItems = try removeItems(named: ["MotionPhoto", "MicroVideo"])
    let removesProperties = try remove { property in
      property.namespace == "http://ns.google.com/photos/1.0/camera/"
        && (property.topName.hasPrefix("MotionPhoto") || property.topName.hasPrefix("MicroVideo"))
    }
    return removesItems || removesProperties
  }

  /// Takes out the top-level properties that `isGone` says; throws where the packet then does not say just the rest.
  mutating func remove(
    where isGone: (XMPProperty) -> Bool
  ) throws(AuxError) -> Bool {
    let before = try XMPReader.properties(of: bytes)
    let gone = before.filter(isGone)
    guard !gone.isEmpty else { return false }
    var names: [String: Set<String>] = [:]
    for property in gone { names[property.namespace, default: []].insert(property.topName) }
    for (namespace, local) in names.sorted(by: { $0.key < $1.key }) {
      removeProperties(of: namespace, named: local)
    }
    let kept = before.filter { !(names[$0.namespace]?.contains($0.topName) ?? false) }
    guard Set(try XMPReader.properties(of: bytes)) == Set(kept) else {
      throw AuxError(.unsupported, "properties that are to go have a form that is not known", place: "XMP")
    }
    return true
  }
}

extension XMPProperty {
  /// The local name of the top-level property that this is, or is in.
  var topName: String { String(name.prefix { $0 != "/" && $0 != "[" }) }
}
