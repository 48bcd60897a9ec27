package import AuxImage

/// Image resources of Adobe Photoshop, as JPEG and TIFF hold them. Source: Adobe, Photoshop File Formats, "Image Resources".
struct ImageResources: Sendable {
  struct Resource: Sendable {
    let number: UInt16
    /// The signature, the number and the name.
    let head: [UInt8]
    var data: [UInt8]

    /// The bytes of the resource, an even number.
    var bytes: [UInt8] {
      var writer = ByteWriter()
      writer.write(head)
      writer.write(UInt32(data.count))
      writer.write(data)
      writer.pad(base: 0)
      return writer.bytes
    }
  }

  /// The identifier of a segment of JPEG with resources.
  static let identifier = Array("Photoshop 3.0\0".utf8)
  /// The numbers of the resources with records of IPTC-NAA, and with the digest of these.
  static let (iptc, digest) = (UInt16(0x0404), UInt16(0x0425))

  var resources: [Resource] = []
  /// The bytes after the last resource that can be read.
  let rest: [UInt8]

  init(_ bytes: [UInt8]) {
    var at = 0
    while at + 12 <= bytes.count, bytes[at..<(at + 4)].elementsEqual("8BIM".utf8) {
      // A name with its length, padded to an even number of bytes; the size; the data, padded likewise.
      let size = at + 6 + (Int(bytes[at + 6]) + 2) / 2 * 2
      guard size + 4 <= bytes.count else { break }
      let count = bytes[size..<(size + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard count <= bytes.count - size - 4 else { break }
      resources.append(
        Resource(
          number: UInt16(bytes[at + 4]) << 8 | UInt16(bytes[at + 5]), head: Array(bytes[at..<size]),
          data: Array(bytes[(size + 4)..<(size + 4 + count)])))
      at = min(size + 4 + (count + 1) / 2 * 2, bytes.count)
    }
    rest = Array(bytes[at...])
  }
}

extension JPEGImage {
  /// Returns the records of IPTC-NAA of the image; nil without any. Resources go on in the next segment where one is full.
  package func iptc(in source: any ByteSource) throws(AuxError) -> [UInt8]? {
    var whole: [UInt8] = []
    for segment in segments where segment.marker == JPEGMarker.APP13 {
      let payload = try source.read(at: segment.payloadOffset, count: segment.payloadCount)
      guard payload.starts(with: ImageResources.identifier) else { continue }
      whole += payload.dropFirst(ImageResources.identifier.count)
    }
    let records = ImageResources(whole).resources.first { $0.number == ImageResources.iptc }?.data ?? []
    return records.isEmpty ? nil : records
  }
}

/// Records of IPTC-NAA: title, caption, keywords and more.
///
/// Source: IPTC-NAA Information Interchange Model 4.2, 1.6 and 2.
package struct IPTCRecords: Sendable {
  struct Dataset: Sendable {
    let record: UInt8
    let number: UInt8
    let bytes: ArraySlice<UInt8>

    var value: ArraySlice<UInt8> { bytes.dropFirst(5) }
  }

  private(set) var datasets: [Dataset] = []
  /// The bytes after the last dataset that can be read.
  let rest: [UInt8]

  package init(_ bytes: [UInt8]) {
    var at = 0
    while at + 5 <= bytes.count, bytes[at] == 0x1C {
      let count = Int(bytes[at + 3]) << 8 | Int(bytes[at + 4])
      // An extended dataset has the length of its length.
      guard count < 0x8000, at + 5 + count <= bytes.count else { break }
      datasets.append(
        Dataset(record: bytes[at + 1], number: bytes[at + 2], bytes: bytes[at..<(at + 5 + count)]))
      at += 5 + count
    }
    rest = Array(bytes[at...])
  }

  /// Returns the payload of an APP13 segment of JPEG with records.
  package static func segmentPayload(_ records: [UInt8]) -> [UInt8] {
    let number = ImageResources.iptc
    let head = Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 0xFF), 0, 0]
    let resource = ImageResources.Resource(number: number, head: head, data: records)
    return ImageResources.identifier + resource.bytes
  }

  /// Returns a text, in UTF-8 or else in ISO 8859-1, which writers use without saying so.
  ///
  /// XML has no place for control characters but those of lines.
  private static func text(_ value: ArraySlice<UInt8>) -> String {
    let text =
      String(validating: value, as: UTF8.self)
      ?? String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
    return String(text.unicodeScalars.filter { $0 >= " " || "\t\n\r".unicodeScalars.contains($0) })
  }

  /// Returns the properties of XMP that say the same, and the datasets that have none, as `2:22`.
  ///
  /// Source: IPTC Photo Metadata Standard, "IIM to XMP".
  package var properties: (properties: [XMPProperty], leftOut: [String]) {
    var texts: [UInt8: [String]] = [:]
    var leftOut: [String] = []
    // Record 1 describes the transfer, and the first dataset of record 2 its version.
    for dataset in datasets where dataset.record != 1 && (dataset.record, dataset.number) != (2, 0) {
      let name = "\(dataset.record):\(dataset.number)"
      if dataset.record == 2, Self.names[dataset.number] != nil {
        texts[dataset.number, default: []].append(Self.text(dataset.value))
      } else if !leftOut.contains(name) {
        leftOut.append(name)
      }
    }
    let properties = texts.sorted { $0.key < $1.key }.compactMap { number, texts -> XMPProperty? in
      guard let (schema, name) = Self.names[number] else { return nil }
      let value: XMPProperty.Value =
        switch number {
        case 25: .bag(texts)
        case 80: .seq(texts)
        case 5, 116, 120: .alt([texts[0]])
        case 55 where texts[0].count == 8:
          .text("\(texts[0].prefix(4))-\(texts[0].dropFirst(4).prefix(2))-\(texts[0].suffix(2))")
        default: .text(texts[0])
        }
      return XMPProperty(
        namespace: schema.rawValue, prefix: schema.prefix, name: name, value: value)
    }
    return (properties, leftOut)
  }

  private enum Schema: String {
    case dc = "http://purl.org/dc/elements/1.1/"
    case photoshop = "http://ns.adobe.com/photoshop/1.0/"
    case iptc4xmpCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"

    var prefix: String { self == .iptc4xmpCore ? "Iptc4xmpCore" : "\(self)" }
  }

  private static let names: [UInt8: (schema: Schema, name: String)] = [
    5: (.dc, "title"), 25: (.dc, "subject"), 40: (.photoshop, "Instructions"),
    55: (.photoshop, "DateCreated"), 80: (.dc, "creator"), 85: (.photoshop, "AuthorsPosition"),
    90: (.photoshop, "City"), 92: (.iptc4xmpCore, "Location"), 95: (.photoshop, "State"),
    100: (.iptc4xmpCore, "CountryCode"), 101: (.photoshop, "Country"),
    103: (.photoshop, "TransmissionReference"), 105: (.photoshop, "Headline"), 110: (.photoshop, "Credit"),
    115: (.photoshop, "Source"), 116: (.dc, "rights"), 120: (.dc, "description"),
    122: (.photoshop, "CaptionWriter"),
  ]
}
