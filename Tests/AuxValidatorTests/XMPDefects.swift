import AuxCodecs
import Foundation
import TestSupport

extension Defect {
  /// Defects of XMP.
  static let xmpDefects: [Defect] = [
    Defect("XMP-WELLFORMED", .jpeg, place: "image 2") {
      try $0.swap("</depthData:Quality>", "</depthData:QualitY>")
    },
    Defect("XMP-NAMESPACE", .jpeg, also: ["XMP-PREFIX"], place: "xmlns:depthData") {
      try $0.swap("ns.apple.com/depthData/1.0/\"", "ns.apple.com/depthdata/1.0/\"")
    },
    Defect("XMP-PREFIX", .jpeg, also: ["AUX-VERSION-PORTRAIT"], place: "xmlns:portraitEffectsMatte") {
      try $0.swap(
        "http://ns.apple.com/portraitEffectsMatte/1.0/", "http://example.org/a/namespace/of/mine/1.0/--")
    },
    Defect("XMP-GDEPTH", .none) { $0.data = photo(gdepth: "<GDepth:Near>1</GDepth:Near>") },
    Defect("XMP-EXTENDED-MISSING", .none) { $0.data = photo(digest: digest, portions: []) },
    Defect("XMP-EXTENDED", .none) {
      $0.data = photo(digest: digest, portions: [portion(0, Array(extended[..<40]))])
    },
    Defect("XMP-EXTENDED-MD5", .none) {
      var wrong = extended
      wrong[wrong.count - 1] = 0x20
      $0.data = photo(digest: digest, portions: [portion(0, wrong)])
    },
    Defect("XMP-EXTENDED-ORPHAN", .none) {
      let other = String(repeating: "A", count: 32)
      $0.data = photo(digest: digest, portions: [portion(0, extended), portion(0, extended, name: other)])
    },
  ]

  /// A photo with extended XMP in which nothing is wrong.
  static func extendedPhoto() -> [UInt8] { photo(digest: digest, portions: [portion(0, extended)]) }

  /// A photo with a GDepth map in which nothing is wrong.
  static func gdepthPhoto() throws -> [UInt8] {
    let map = try JPEGCodec.encode(gray: Pictures.ramp(width: 16, height: 8), quality: 90)
    return photo(
      gdepth:
        "<GDepth:Format>RangeInverse</GDepth:Format><GDepth:Near>1</GDepth:Near><GDepth:Far>2</GDepth:Far>"
        + "<GDepth:Mime>image/jpeg</GDepth:Mime><GDepth:Data>\(Data(map).base64EncodedString())</GDepth:Data>"
    )
  }

  private static let extended = Array(
    Packets.apple("<apdi:IntMinValue>0</apdi:IntMinValue>").utf8)
  private static let digest = MD5.hexDigest(of: extended)

  private static func portion(_ offset: Int, _ bytes: [UInt8], name: String = digest) -> [UInt8] {
    JPEGBytes.segment(
      0xE1,
      Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(name.utf8) + JPEGBytes.uint32(extended.count)
        + JPEGBytes.uint32(offset) + bytes)
  }

  private static func photo(digest: String, portions: [[UInt8]]) -> [UInt8] {
    let note = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:xmpNote="http://ns.adobe.com/xmp/note/"
      xmpNote:HasExtendedXMP="\(digest)"/></rdf:RDF></x:xmpmeta>
      """
    return JPEGBytes.image([JPEGBytes.xmp(note)] + portions, components: [1, 2, 3])
  }

  private static func photo(gdepth: String) -> [UInt8] {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/">\(gdepth)
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    return JPEGBytes.image([JPEGBytes.xmp(packet)], components: [1, 2, 3])
  }
}
