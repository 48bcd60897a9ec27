internal import AuxContainers
internal import AuxImage

// Containers whose headers alone are read.

extension StructureList {
  /// Adds the parts of a file whose container holds no auxiliary images.
  mutating func addChunks(of container: ImageContainer, _ source: any ByteSource, _ limits: Limits) {
    do throws(AuxError) {
      switch container {
      case .png: try addPNG(source, limits)
      case .webp: try addWebP(source, limits)
      case .exr: try addEXR(source, limits)
      case .jpeg, .heif, .avif, .dng, .tiff: break
      }
    } catch { add(0, error) }
  }

  /// Adds the chunks of a PNG file but for those of pixels.
  private mutating func addPNG(_ source: any ByteSource, _ limits: Limits) throws(AuxError) {
    let file = try PNGFile(source, limits: limits)
    add(0, "IHDR", 8..<33, "\(file.width)x\(file.height)")
    for chunk in file.chunks where !isFull { add(0, "\(chunk.type)", chunk.range) }
    for note in file.notes { add(0, "note", at: nil, note) }
  }

  /// Adds the chunks of a WebP file.
  private mutating func addWebP(_ source: any ByteSource, _ limits: Limits) throws(AuxError) {
    let file = try WebPFile(source, limits: limits)
    add(0, "RIFF", 0..<source.byteCount, "\(file.width)x\(file.height)")
    for chunk in file.chunks where !isFull { add(1, "\(chunk.type)", chunk.range) }
    for note in file.notes { add(0, "note", at: nil, note) }
  }

  /// Adds the parts of an OpenEXR file.
  private mutating func addEXR(_ source: any ByteSource, _ limits: Limits) throws(AuxError) {
    for (number, part) in try EXRHeader(source, limits: limits).parts.enumerated() where !isFull {
      let size = part.displayWindow.map { "\($0.width)x\($0.height), " } ?? ""
      add(
        0, "part \(number)", at: nil,
        size + "channels " + part.channels.map(\.name).joined(separator: " ")
          + (part.isDeep ? ", deep" : ""))
    }
  }
}
