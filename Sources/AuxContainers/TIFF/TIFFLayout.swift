package import AuxImage

/// How the pixels of a directory are stored: the form of the samples, and where each strip or tile is.
///
/// Source: TIFF 6.0, sections 3 and 15; Specs/dng.md, "Strips and tiles".
package struct TIFFLayout: Hashable, Sendable {
  package struct Chunk: Hashable, Sendable {
    /// The coded bytes in the file.
    package var range: Range<Int>
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
  }

  package var width: Int
  package var height: Int
  package var samplesPerPixel: Int
  package var bitsPerSample: Int
  /// 1 unsigned, 2 signed, 3 floating point.
  package var sampleFormat: Int
  package var photometric: Int
  package var compression: Int
  /// 1 for none.
  package var predictor: Int
  /// The strips or tiles, row by row; empty until ``chunks(of:in:)`` gave them.
  package var chunks: [Chunk] = []

  /// Reads the layout of a directory and checks that every strip or tile is in the file.
  package init(of directory: TIFFDirectory, in file: TIFFFile) throws(AuxError) {
    try self.init(formOf: directory, in: file)
    chunks = try chunks(of: directory, in: file)
  }

  /// Reads the form of the samples and not where they are.
  package init(formOf directory: TIFFDirectory, in file: TIFFFile) throws(AuxError) {
    func number(_ tag: UInt16, default value: Int?) throws(AuxError) -> Int {
      guard let found = try file.integer(tag, in: directory) ?? value else {
        throw AuxError(
          .malformed, "the field is missing (TIFF 6.0, section 4)", offset: directory.offset,
          place: directory.place(tag))
      }
      return found
    }
    width = try number(TIFFTag.imageWidth, default: nil)
    height = try number(TIFFTag.imageLength, default: nil)
    samplesPerPixel = try number(TIFFTag.samplesPerPixel, default: 1)
    bitsPerSample = try number(TIFFTag.bitsPerSample, default: 1)
    sampleFormat = try number(TIFFTag.sampleFormat, default: 1)
    photometric = try number(TIFFTag.photometricInterpretation, default: nil)
    compression = try number(TIFFTag.compression, default: TIFFCompression.none)
    predictor = try number(TIFFTag.predictor, default: 1)
    do throws(AuxError) {
      _ = try file.limits.checkedPixelCount(width: width, height: height)
    } catch { throw error.within(directory.path) }
  }

  /// Returns the number of coded bytes that a directory states, in the file or not; 0 where it cannot be read.
  package func statedByteCount(of directory: TIFFDirectory, in file: TIFFFile) -> Int {
    let tag =
      directory[TIFFTag.tileOffsets] == nil ? TIFFTag.stripByteCounts : TIFFTag.tileByteCounts
    let sizes = (try? file.values(tag, in: directory)?.integers()) ?? []
    return sizes.prefix(Int(UInt16.max)).reduce(0) { $0 + max(0, min($1, Int(UInt32.max))) }
  }

  /// Returns the number of strips or tiles that a directory states.
  package static func statedChunkCount(of directory: TIFFDirectory) -> Int {
    (directory[TIFFTag.tileOffsets] ?? directory[TIFFTag.stripOffsets]).map { Int($0.count) } ?? 0
  }

  private struct Grid {
    var width: Int
    var height: Int
    var across: Int
    var down: Int
    var offsets: UInt16
    var byteCounts: UInt16
    /// Whether the last row of chunks is cut at the image's end.
    var isCut: Bool
  }

  private func grid(of directory: TIFFDirectory, in file: TIFFFile) throws(AuxError) -> Grid {
    func positive(_ tag: UInt16, _ value: Int?) throws(AuxError) -> Int {
      guard let value, value > 0 else {
        throw AuxError(
          .malformed, "\(value ?? 0) pixels", offset: directory.offset, place: directory.place(tag))
      }
      return value
    }
    guard directory[TIFFTag.tileOffsets] == nil else {
      let tileWidth = try positive(
        TIFFTag.tileWidth, try file.integer(TIFFTag.tileWidth, in: directory))
      let tileHeight = try positive(
        TIFFTag.tileLength, try file.integer(TIFFTag.tileLength, in: directory))
      let across = 1 + (width - 1) / tileWidth
      let down = 1 + (height - 1) / tileHeight
      do throws(AuxError) {
        // The padding counts, too: each factor is below 2^33, so that neither product overflows.
        _ = try file.limits.checkedPixelCount(width: across * tileWidth, height: down * tileHeight)
      } catch { throw error.within(directory.place(TIFFTag.tileWidth)) }
      return Grid(
        width: tileWidth, height: tileHeight, across: across, down: down, offsets: TIFFTag.tileOffsets,
        byteCounts: TIFFTag.tileByteCounts, isCut: false)
    }
    let rows = try positive(
      TIFFTag.rowsPerStrip, try file.integer(TIFFTag.rowsPerStrip, in: directory) ?? height)
    return Grid(
      width: width, height: min(rows, height), across: 1, down: 1 + (height - 1) / rows,
      offsets: TIFFTag.stripOffsets, byteCounts: TIFFTag.stripByteCounts, isCut: true)
  }

  private func chunks(of directory: TIFFDirectory, in file: TIFFFile) throws(AuxError) -> [Chunk] {
    let planes = try file.integer(TIFFTag.planarConfiguration, in: directory) ?? 1
    guard samplesPerPixel == 1 || planes == 1 else {
      throw AuxError(
        .unsupported, "planes stored one after another", offset: directory.offset,
        place: directory.place(TIFFTag.planarConfiguration))
    }
    let grid = try grid(of: directory, in: file)
    let offsets = try list(grid.offsets, count: grid.across * grid.down, directory, file)
    let sizes = try list(grid.byteCounts, count: grid.across * grid.down, directory, file)
    var chunks: [Chunk] = []
    chunks.reserveCapacity(offsets.count)
    let end = file.source.byteCount
    for (index, (offset, size)) in zip(offsets, sizes).enumerated() {
      if offset < 0 || size < 0 || offset > end || size > end - offset {
        do throws(AuxError) {
          try file.source.check(offset: offset, count: size)
        } catch { throw error.within("\(directory.place(grid.offsets))[\(index)]") }
      }
      let y = index / grid.across * grid.height
      chunks.append(
        Chunk(
          range: offset..<(offset + size), x: index % grid.across * grid.width, y: y, width: grid.width,
          height: grid.isCut ? min(grid.height, height - y) : grid.height))
    }
    return chunks
  }

  /// Returns the offsets or sizes of so many chunks; the count is checked before any is loaded.
  private func list(
    _ tag: UInt16, count: Int, _ directory: TIFFDirectory, _ file: TIFFFile
  ) throws(AuxError) -> [Int] {
    let found = directory[tag].map { Int($0.count) } ?? 0
    guard found == count, let values = try file.values(tag, in: directory) else {
      throw AuxError(
        .malformed, "\(found) values for \(count) strips or tiles", offset: directory.offset,
        place: directory.place(tag))
    }
    return try values.integers()
  }
}
