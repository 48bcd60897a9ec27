/// Arrays and archives of NumPy, written without the code under test.
package enum NumpyBytes {
  /// An NPY file of little-endian floats; `values` are in the order of the file.
  package static func npy(_ values: [Float], shape: [Int], isFortranOrder: Bool = false) -> [UInt8] {
    npy(bytes(of: values), type: "<f4", shape: shape, isFortranOrder: isFortranOrder)
  }

  /// An NPY file of samples of a type.
  package static func npy(
    _ samples: [UInt8], type: String, shape: [Int], isFortranOrder: Bool = false
  ) -> [UInt8] {
    let sides = shape.map { "\($0)," }.joined(separator: " ")
    let order = isFortranOrder ? "True" : "False"
    let text = "{'descr': '\(type)', 'fortran_order': \(order), 'shape': (\(sides)), }\n"
    return [0x93] + Array("NUMPY".utf8) + [1, 0] + number(text.utf8.count, 2) + Array(text.utf8) + samples
  }

  /// An archive of stored arrays, as `numpy.savez` writes it.
  package static func npz(_ arrays: [(key: String, npy: [UInt8])]) -> [UInt8] {
    var (body, directory): ([UInt8], [UInt8]) = ([], [])
    for (key, npy) in arrays {
      let name = Array("\(key).npy".utf8)
      let sizes = number(Int(PNGBytes.checksum(npy)), 4) + number(npy.count, 4) + number(npy.count, 4)
      let fields = [20, 0, 0, 0, 0, 0, 0, 0, 0, 0] + sizes + number(name.count, 2) + [0, 0]
      directory += Array("PK\u{1}\u{2}".utf8) + [20, 0] + fields + [UInt8](repeating: 0, count: 10)
      directory += number(body.count, 4) + name
      body += Array("PK\u{3}\u{4}".utf8) + fields + name + npy
    }
    let count = number(arrays.count, 2)
    return body + directory + Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0] + count + count
      + number(directory.count, 4) + number(body.count, 4) + [0, 0]
  }

  /// The bytes of little-endian floats.
  package static func bytes(of values: [Float]) -> [UInt8] {
    values.flatMap { number(Int($0.bitPattern), 4) }
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
