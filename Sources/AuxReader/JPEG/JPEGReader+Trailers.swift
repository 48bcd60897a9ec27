package import AuxContainers
internal import AuxImage

extension JPEGReader {
  /// Returns what stands after the images of a file and is known, first to last; what cannot be read makes a note.
  ///
  /// The primary is walked to its end only where its maker, or the end of the file, lets expect data that do not say where
  /// they begin. Source: Specs/trailers.md.
  static func trailers(
    of file: JPEGFile, announced: [XMPProperty], _ notes: inout [String]
  ) -> [Trailer] {
    let source = file.structure.source
    do throws(AuxError) {
      var found = try Trailer.atEnd(of: source)
      let list = announced.first { $0.namespace == GooglePacket.xiaomiNamespace && $0.name == "XMPMeta" }
      if let text = list?.text, let xiaomi = Trailer.xiaomi(text, fileSize: source.byteCount),
        xiaomi.range.lowerBound >= file.primary.scanOffset
      {
        found.append(xiaomi)
      }
      if found.isEmpty, let other = try unmarked(after: file) { found.append(other) }
      return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
    } catch {
      notes.append("what stands after the images cannot be read: \(error)")
      return []
    }
  }

  /// Returns data that do not say where they begin.
  private static func unmarked(after file: JPEGFile) throws(AuxError) -> Trailer? {
    let source = file.structure.source
    if try Trailer.vivo(in: source, from: file.primary.scanOffset) != nil {
      return try Trailer.vivo(in: source, from: try end(of: file))
    }
    // The block need not be parsed to learn that its maker is another.
    let exif = try JPEGReader.exif(of: file.primary, source) ?? []
    guard exif.contains(word: "HUAWEI") || exif.contains(word: "HONOR") else { return nil }
    let start = try end(of: file)
    return start < source.byteCount ? try Trailer.huawei(in: source, from: start) : nil
  }

  private static func end(of file: JPEGFile) throws(AuxError) -> Int {
    if let last = file.secondaries.last { return last.range.upperBound }
    return try file.primaryEnd()
  }

  /// Returns what stands after the images of a file and is known; nothing where the file cannot be read.
  package static func trailers(_ structure: JPEGStructure, _ packets: XMPPackets) -> [Trailer] {
    guard let file = try? JPEGFile(structure) else { return [] }
    let packet = try? packets.packet(of: file.primary) {
      XMPEdit($0).mentions(GooglePacket.xiaomiNamespace)
    }
    var notes: [String] = []
    return trailers(of: file, announced: (try? packet?.parsed.get()) ?? [], &notes)
  }

  /// Returns the depth maps of trailers whose form is known; one that is unusable makes a note.
  static func maps(
    in trailers: [Trailer], of structure: JPEGStructure, _ notes: inout [String]
  ) -> [any EmbeddedImage] {
    var maps: [any EmbeddedImage] = []
    for trailer in trailers {
      do throws(AuxError) {
        for map in try trailer.depthMaps(in: structure.source) {
          maps.append(try TrailerDepthMap(map, in: structure.source, limits: structure.limits))
          notes.append("\(map.name): nothing states distances; values are relative disparity of 0...1")
        }
      } catch { notes.append("a depth map after the images is unusable: \(error)") }
    }
    return maps
  }
}
