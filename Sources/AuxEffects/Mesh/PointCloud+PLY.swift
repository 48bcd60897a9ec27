internal import AuxImage
internal import AuxKernels

extension PointCloud {
  /// Returns the points as a PLY file: binary, little-endian, with `float x y z`, where there are normals `float nx ny nz`, and
  /// where there are colours `uchar red green blue`.
  ///
  /// `comments` are lines of its header. Source: G. Turk, "The PLY Polygon File Format", 1994; Specs/space.md, "PLY".
  public func ply(comments: [String] = []) -> [UInt8] {
    let (hasNormals, hasColours) = (!normals.isEmpty, !colours.isEmpty)
    let startOfColours = hasNormals ? 24 : 12
    let bytesOfPoint = startOfColours + (hasColours ? 3 : 0)
    var bytes = Array(header(comments).utf8)
    let start = bytes.count
    bytes += [UInt8](repeating: 0, count: count * bytesOfPoint)
    unsafe bytes.withUnsafeMutableBytes { buffer in
      let (points, sides, shades) = (positions.span, normals.span, colours.span)
      for number in 0..<count {
        let place = start + number * bytesOfPoint
        for axis in 0..<3 {
          unsafe buffer.storeBytes(
            of: points[3 * number + axis].bitPattern.littleEndian, toByteOffset: place + 4 * axis,
            as: UInt32.self)
          if hasNormals {
            unsafe buffer.storeBytes(
              of: sides[3 * number + axis].bitPattern.littleEndian, toByteOffset: place + 12 + 4 * axis,
              as: UInt32.self)
          }
          if hasColours { unsafe buffer[place + startOfColours + axis] = shades[3 * number + axis] }
        }
      }
    }
    return bytes
  }

  private func header(_ comments: [String]) -> String {
    var lines = ["ply", "format binary_little_endian 1.0"]
    // A line of the header is one of ASCII.
    lines += comments.map { comment in
      "comment "
        + String(comment.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? Character($0) : "?" })
    }
    lines.append("element vertex \(count)")
    lines += (["x", "y", "z"] + (normals.isEmpty ? [] : ["nx", "ny", "nz"])).map { "property float \($0)" }
    if !colours.isEmpty { lines += ["red", "green", "blue"].map { "property uchar \($0)" } }
    return (lines + ["end_header", ""]).joined(separator: "\n")
  }
}
