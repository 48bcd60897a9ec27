/// C2PA manifests, as far as readers of photos look at them.
package enum C2PABytes {
  /// The APP11 segments of one store of manifests in two parts, and one of another box.
  ///
  /// Source: C2PA specification, "Embedding manifests into JPEG"; ISO/IEC 19566-5, annex D.
  package static let jpegSegments: [UInt8] = {
    let type = Array("c2pa".utf8) + [0, 0x11, 0, 0x10, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    let store = box("jumb", box("jumd", type + [3] + Array("c2pa\0".utf8)) + [UInt8](repeating: 7, count: 90))
    let other = box("jumb", box("jumd", [UInt8](repeating: 9, count: 16) + [0]))
    func segment(_ instance: UInt8, _ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
      let payload = Array("JP".utf8) + [0, instance, 0, 0, 0, number] + bytes
      return [0xFF, 0xEB, 0, UInt8(payload.count + 2)] + payload
    }
    return segment(1, 1, Array(store[..<80])) + segment(1, 2, Array(store[..<8]) + Array(store[80...]))
      + segment(2, 1, other)
  }()

  /// Returns a box of less than 256 bytes.
  package static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(payload.count + 8)] + Array(type.utf8) + payload
  }
}
