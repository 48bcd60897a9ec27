internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxReader
internal import AuxValidator

/// One file of a page: what was opened, or the error.
struct PageFile: Sendable {
  let path: String
  /// The position in the page, from 0.
  let number: Int
  let source: Result<ImageSource, AuxError>
  let settings: PageSettings

  /// Opens a file; only its headers are read.
  init(_ path: String, number: Int, _ settings: PageSettings) {
    (self.path, self.number, self.settings) = (path, number, settings)
    do throws(AuxError) {
      source = .success(try ImageSource(path, limits: settings.limits))
    } catch { source = .failure(error) }
  }

  /// A piece of the file's object. Each is made by itself, so that few of them are in memory.
  enum Part: Hashable, Sendable {
    /// The name and what else the headers say at once.
    case head
    case photo
    /// The other eye's photo.
    case right
    case map(Int)
    case tail
  }

  /// The pieces in their order.
  var parts: [Part] {
    guard case .success(let source) = source else { return [.head, .tail] }
    return [.head] + (source.primary == nil ? [] : [.photo]) + (Self.pair(of: source) == nil ? [] : [.right])
      + source.auxiliaryImages.indices.map { .map($0) } + [.tail]
  }

  /// Makes a piece; all of them in their order are the object.
  func piece(_ part: Part) -> PagePiece {
    var piece = PagePiece()
    switch part {
    case .head:
      piece.members = Self.opened(head)
      switch source {
      case .success(let source): piece.notes = source.notes
      case .failure(let error): piece.failure = error
      }
    case .photo: addPhoto(&piece, named: "photo", eye: .left)
    case .right: addPhoto(&piece, named: "right", eye: .right)
    case .map(let index): addMap(&piece, index)
    case .tail: piece.members = tail(&piece) + Array("}".utf8)
    }
    return piece
  }

  /// Returns the identifier of the element with a part of the file.
  private func identifier(_ name: String) -> String { "part-\(number)-\(name)" }

  /// Returns the members of an object after a comma.
  private static func continued(_ members: [JSONValue.Member]) -> [UInt8] {
    [UInt8(ascii: ",")] + PageText.json(.object(members)).dropFirst().dropLast()
  }

  /// Returns an object that goes on.
  private static func opened(_ members: [JSONValue.Member]) -> [UInt8] {
    PageText.json(.object(members)).dropLast()
  }

  /// Returns the members with the name and the path of a file.
  static func names(of path: String) -> [JSONValue.Member] {
    let name = path == StandardStream.path ? StandardStream.inputName(path) : PathText.fileName(of: path)
    return [.init("name", .path(name)), .init("path", .path(StandardStream.inputName(path)))]
      + (JSONValue.pathBytes(path).map { [.init("pathBytes", $0)] } ?? [])
  }

  private var head: [JSONValue.Member] {
    var members = Self.names(of: path)
    switch source {
    case .success(let source):
      members += [
        .init("container", .string(source.container.rawValue)),
        .init("bytes", .integer(source.bytes.byteCount)),
      ]
    case .failure(let error): members.append(.init("failure", .string(error.message)))
    }
    return members
  }

  /// Returns the pair that the photo is a picture of: a photo for one eye, with those for two beside it, is shown alone.
  private static func pair(of source: ImageSource) -> StereoGroup? {
    source.stereoPair.flatMap { $0.left.isPrimary || $0.right.isPrimary ? $0 : nil }
  }

  private func addPhoto(_ piece: inout PagePiece, named name: String, eye: StereoEye) {
    guard case .success(let source) = source else { return }
    var (width, height) = source.primary?.displaySize ?? (0, 0)
    do throws(AuxError) {
      let pixels: PhotoPixels
      var outlines: PageOutlines?
      var light: PageLight?
      var size = source.primary.map { (width: $0.width, height: $0.height) } ?? (0, 0)
      if let pair = Self.pair(of: source), !pair.image(for: eye).isPrimary {
        pixels = try source.pixels(of: eye)
        size = (pixels.width, pixels.height)
        (width, height) = (pair.image(for: eye).width, pair.image(for: eye).height)
      } else {
        let decoded = try source.decodedPrimary()
        pixels = decoded.pixels
        piece.notes += decoded.notes
        outlines = PageOutlines(of: source, pixels, identifier: identifier("outlines"))
        light = try PageLight(of: pixels, in: source, settings, identifier: identifier("light"))
      }
      let preview = try PagePreview.made(
        of: pixels, of: eye, size: size, settings, identifier: identifier(name))
      piece.notes += preview.notes
      piece.elements = preview.elements + (outlines?.element ?? []) + (light?.element ?? [])
      let moves = outlines.map { [JSONValue.Member("outlines", $0.json)] } ?? []
      let lights = light.map { [JSONValue.Member("light", $0.json)] } ?? []
      piece.members = Self.continued([.init(name, preview.json)] + moves + lights)
    } catch {
      piece.failure = error
      let photo: JSONValue = [
        "width": .integer(width), "height": .integer(height), "failure": .string(error.message),
      ]
      piece.members = Self.continued([.init(name, photo)])
    }
  }

  private func addMap(_ piece: inout PagePiece, _ index: Int) {
    guard case .success(let source) = source else { return }
    let images = source.auxiliaryImages
    let map = PageMap(
      images[index], of: source, settings, identifier: identifier("map-\(index)"),
      hasThumbnail: settings.isSheet && index == PageEffects.map(of: source))
    (piece.failure, piece.elements) = (map.failure, map.element)
    piece.members = Array((index == 0 ? ",\"maps\":[" : ",").utf8) + PageText.json(map.json)
    if index == images.count - 1 { piece.members.append(UInt8(ascii: "]")) }
  }

  private func tail(_ piece: inout PagePiece) -> [UInt8] {
    let report = validated()
    piece.judgement = report.judgement
    piece.rules = Set(report.findings.map(\.rule))
    var members: [JSONValue.Member] = []
    if case .success(let source) = source {
      if source.auxiliaryImages.isEmpty { members.append(.init("maps", .array([]))) }
      let effects = PageEffects.json(of: source)
      members.append(.init("effects", effects.json))
      if let pair = Self.pair(of: source) { members.append(.init("pair", Self.json(pair))) }
      let (metadata, failure) = Self.metadata(of: source)
      piece.failure = failure ?? effects.failure
      let structure = PageText.json(.array(source.structureNodes().map(\.json)))
      let details = metadata + Array(",\"structure\":".utf8) + structure + Array("}".utf8)
      do throws(AuxError) {
        let packed = try Deflate.compress(details, level: 6)
        piece.elements = PageElement.bytes(packed, identifier: identifier("details"))
        members.append(.init("details", .string(identifier("details"))))
      } catch { piece.failure = piece.failure ?? error }
    }
    members += PageFinding.members(of: report)
    return Self.continued(members)
  }

  /// Returns an object that goes on, with the tables, and the system error that kept some from being made.
  private static func metadata(of source: ImageSource) -> (bytes: [UInt8], failure: AuxError?) {
    var bytes = Array("{\"metadata\":[".utf8)
    var isFirst = true
    let failure = PageMetadata.forEachTable(of: source) { table in
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes += PageText.json(table)
    }
    bytes.append(UInt8(ascii: "]"))
    return (bytes, failure)
  }

  private func validated() -> Validator.Report {
    var validator = Validator(limits: settings.limits)
    // A page needs no library for XMP; what only Exiv2 refuses matters to whoever delivers files.
    validator.checksPacketsWithExiv2 = false
    guard case .success(let source) = source else { return validator.validate(path: path) }
    return validator.validate(source, path: path)
  }

  private static func json(_ pair: StereoGroup) -> JSONValue {
    [
      "baseline": pair.baseline.map(JSONValue.number), "fieldOfView": pair.fieldOfView.map(JSONValue.number),
      "disparityAdjustment": pair.disparityAdjustment.map(JSONValue.number),
    ]
  }
}
