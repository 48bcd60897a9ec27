import AuxContainers

/// What the suites of JPEG files share.
enum JPEGSupport {
  /// Returns a file after a change, put together without the code under test.
  static func edited(_ bytes: [UInt8], _ change: (inout JPEGEdit) throws -> Void) throws -> [UInt8] {
    let source = MemoryByteSource(bytes)
    var edit = JPEGEdit(try JPEGFile(source))
    try change(&edit)
    let composition = try edit.composition(of: source)
    let result = try HEIFSupport.bytes(composition, of: source)
    precondition(result.count == composition.count)
    return result
  }

  /// Returns a file less some of its further images plus others.
  static func edited(
    _ bytes: [UInt8], removing removed: [Int] = [], adding added: [[UInt8]] = []
  ) throws -> [UInt8] {
    try edited(bytes) { edit in
      for number in removed { try edit.remove(number) }
      for image in added { edit.add(JPEGCodedImage(image)) }
    }
  }
}
