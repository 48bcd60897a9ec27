internal import AuxImage
internal import AuxKernels
internal import AuxMaps

/// Decodes map files; the samples must come back from a file that is written of them.
enum MapTarget {
  static func run(_ bytes: [UInt8]) -> Bool {
    var options = MapFile.Options()
    // The first bytes of an input of no known kind are the layout of the samples that follow.
    if MapFile.Kind(prefix: Array(bytes.prefix(16))) == nil {
      guard bytes.count >= 3 else { return false }
      let types: [PixelPlane.SampleType] = [.uint8, .uint16, .half, .float]
      options.raw = MapFile.RawLayout(
        width: Int(bytes[1]), height: Int(bytes[2]), sampleType: types[Int(bytes[0] & 3)])
    }
    let data = options.raw == nil ? bytes : Array(bytes.dropFirst(3))
    guard let plane = try? MapFile.decode(data, options: options, limits: .fuzzing) else { return true }
    require(plane.width > 0 && plane.height > 0, "a map without pixels")
    // An NPY of that shape is a list of points.
    guard !(2...4).contains(plane.width) || plane.height < 32 else { return true }
    do {
      let again = try MapFile.decode(try MapFile.encode(plane, as: .npy), limits: .fuzzing)
      require(again.data() == plane.data(), "the map that was written is another one")
    } catch { fatalError("the map that was written cannot be read: \(error)") }
    return true
  }
}
