internal import AuxImage
internal import AuxKernels

/// The binary part of a GLB file, and its description: views of the buffer, and accessors of numbers in them.
///
/// Source: Khronos, glTF 2.0 specification, 3.6 and 4.4.
struct GLBData {
  private var bytes: [UInt8] = []
  private var views: [JSONValue] = []
  private var accessors: [JSONValue] = []

  private enum ComponentType: Int { case uint16 = 5123, uint32 = 5125, float = 5126 }
  private enum Target: Int { case vertices = 34962, indices = 34963 }

  /// Adds vectors of three floats; returns the number of their accessor.
  mutating func addVectors(_ values: [Float], bounds: (low: SIMD3<Float>, high: SIMD3<Float>)?) -> Int {
    func numbers(_ vector: SIMD3<Float>) -> JSONValue {
      .array((0..<3).map { .number(Double(vector[$0])) })
    }
    return addFloats(
      values, "VEC3", count: values.count / 3, min: bounds.map { numbers($0.low) },
      max: bounds.map { numbers($0.high) })
  }

  /// Adds pairs of floats; returns the number of their accessor.
  mutating func addPlaces(_ values: [Float]) -> Int {
    addFloats(values, "VEC2", count: values.count / 2, min: nil, max: nil)
  }

  private mutating func addFloats(
    _ values: [Float], _ type: String, count: Int, min: JSONValue?, max: JSONValue?
  ) -> Int {
    let plane = PixelPlane(width: values.count, height: 1, known: .float(values))
    return add(plane.data(), .float, type, count: count, .vertices, min: min, max: max)
  }

  mutating func addIndices(_ values: [UInt16]) -> Int {
    let plane = PixelPlane(width: values.count, height: 1, known: .uint16(values))
    return add(plane.data(), .uint16, "SCALAR", count: values.count, .indices, min: nil, max: nil)
  }

  mutating func addIndices(_ values: [UInt32]) -> Int {
    // As pairs of 16 bits, the lower ones first.
    var halves = Bands.undefined(2 * values.count, of: UInt16.self)
    for number in values.indices {
      halves[2 * number] = UInt16(truncatingIfNeeded: values[number])
      halves[2 * number + 1] = UInt16(values[number] >> 16)
    }
    let plane = PixelPlane(width: halves.count, height: 1, known: .uint16(halves))
    return add(plane.data(), .uint32, "SCALAR", count: values.count, .indices, min: nil, max: nil)
  }

  private mutating func add(
    _ data: [UInt8], _ component: ComponentType, _ type: String, count: Int, _ target: Target,
    min: JSONValue?, max: JSONValue?
  ) -> Int {
    let view = addView(data, target)
    accessors.append([
      "bufferView": .integer(view), "componentType": .integer(component.rawValue), "count": .integer(count),
      "type": .string(type), "min": min, "max": max,
    ])
    return accessors.count - 1
  }

  /// Adds a file as it is; returns the number of its view.
  mutating func addFile(_ file: [UInt8]) -> Int { addView(file, nil) }

  private mutating func addView(_ data: [UInt8], _ target: Target?) -> Int {
    views.append([
      "buffer": .integer(0), "byteOffset": .integer(bytes.count), "byteLength": .integer(data.count),
      "target": target.map { .integer($0.rawValue) },
    ])
    bytes += data
    // Whatever comes next begins at a multiple of its numbers' size.
    Self.pad(&bytes, with: 0)
    return views.count - 1
  }

  /// Returns the file of the buffer and a description, to which views and accessors are added.
  func file(_ description: JSONValue) -> [UInt8] {
    guard case .object(var members) = description else { preconditionFailure("glTF is an object") }
    members += [
      JSONValue.Member("accessors", .array(accessors)), JSONValue.Member("bufferViews", .array(views)),
      JSONValue.Member("buffers", .array([["byteLength": .integer(bytes.count)]])),
    ]
    var text = Array(JSONValue.object(members).text.utf8)
    Self.pad(&text, with: UInt8(ascii: " "))
    var file: [UInt8] = []
    file.reserveCapacity(28 + text.count + bytes.count)
    file += Array("glTF".utf8) + Self.number(2) + Self.number(28 + text.count + bytes.count)
    file += Self.number(text.count) + Array("JSON".utf8) + text
    file += Self.number(bytes.count) + Array("BIN\0".utf8) + bytes
    return file
  }

  private static func pad(_ bytes: inout [UInt8], with byte: UInt8) {
    while bytes.count % 4 != 0 { bytes.append(byte) }
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
