package import AuxImage

/// An Exif block: a TIFF file of tags alone.
///
/// Source: Exif 2.32, 4.5 and 4.6.
package struct ExifBlock: Sendable {
  let tiff: TIFFFile

  /// Opens a block, from its byte-order mark on; directories after the first may be damaged.
  ///
  /// Throws `malformed` where it is not a TIFF file, `truncated` where it ends in its first directory.
  package init(_ bytes: [UInt8], limits: AuxLimits = .standard) throws(AuxError) {
    guard bytes.count >= TIFFFile.headerCount else {
      throw AuxError(.malformed, "an Exif block of \(bytes.count) bytes has no TIFF header")
    }
    tiff = try TIFFFile(MemoryByteSource(bytes), limits: limits)
  }

  /// Returns the block in an item of HEIF or a box of JPEG XL, from its byte-order mark on.
  ///
  /// Four bytes before it say how many more do not count. Throws `truncated`. Source: ISO/IEC 23008-12, A.2.1; ISO/IEC
  /// 18181-2, "Exif".
  package static func block(inItem data: [UInt8]) throws(AuxError) -> [UInt8] {
    var reader = ByteReader(data)
    do throws(AuxError) {
      try reader.skip(Int(try reader.readUInt32()))
      let block = reader.readRest()
      // Some writers say 0, and put the identifier of JPEG before the block.
      return block.starts(with: JPEGIdentifier.exif)
        ? Array(block.dropFirst(JPEGIdentifier.exif.count)) : block
    } catch { throw error.within("Exif") }
  }

  /// Returns how the image is to be turned for display, or nil unless the block states one of the eight orientations.
  package func orientation() throws(AuxError) -> ImageOrientation? {
    try tiff.orientationNumber().flatMap(ImageOrientation.init)
  }

  /// Returns the orientation of the block that `read` gives: up where the block is missing; a fault becomes a note.
  package static func orientation(
    _ notes: inout [String], limits: AuxLimits, of read: () throws(AuxError) -> [UInt8]?
  ) -> ImageOrientation {
    do throws(AuxError) {
      guard let block = try read() else { return .up }
      return try ExifBlock(block, limits: limits).orientation() ?? .up
    } catch {
      notes.append("the Exif block is unusable: \(error.message)")
      return .up
    }
  }

  /// The focal length that would give the same angle of view on 35 mm film, in millimetres.
  ///
  /// Nil where the block gives none. Source: Exif 2.32, 4.6.5, FocalLengthIn35mmFilm: 0 is "unknown".
  package var focalLengthIn35mmFilm: Int? {
    guard let exif = tiff.exif, let value = try? tiff.integer(TIFFTag.focalLengthIn35mmFilm, in: exif),
      value > 0
    else { return nil }
    return value
  }

  /// The focal length in millimeters; nil where the block gives none. Source: Exif 2.32, 4.6.5, FocalLength.
  package var focalLength: Double? { number(TIFFTag.focalLength).flatMap { $0 > 0 ? $0 : nil } }

  private func number(_ tag: UInt16) -> Double? {
    guard let exif = tiff.exif, let value = try? tiff.values(tag, in: exif)?.rationals().first,
      value.denominator != 0
    else { return nil }
    return Double(value.numerator) / Double(value.denominator)
  }

  /// The focal length in pixels: that in millimetres times the pixels of the sensor for each.
  ///
  /// Nil where the block does not give both. Source: Exif 2.32, 4.6.5, FocalLength and FocalPlaneXResolution.
  package var focalLengthInPixels: Double? {
    guard let exif = tiff.exif, let length = focalLength,
      let resolution = number(TIFFTag.focalPlaneXResolution), resolution > 0
    else { return nil }
    let unit = (try? tiff.integer(TIFFTag.focalPlaneResolutionUnit, in: exif)) ?? 2
    guard let millimetres = [2: 25.4, 3: 10][unit] else { return nil }
    return length * resolution / millimetres
  }

  /// What of the photo is its subject, in parts of its sides; nil where the block does not say, and where it gives the sides of
  /// the photo otherwise than those of `size`.
  ///
  /// Source: Exif 2.32, 4.6.5, SubjectArea: a point, a circle or a rectangle about a centre.
  package func subjectArea(in size: PrimaryImage) -> RegionArea? {
    guard let exif = tiff.exif, let values = try? tiff.values(TIFFTag.subjectArea, in: exif),
      let numbers = try? values.integers(), (2...4).contains(numbers.count)
    else { return nil }
    for (tag, side) in [(TIFFTag.pixelXDimension, size.width), (TIFFTag.pixelYDimension, size.height)] {
      guard let stated = try? tiff.integer(tag, in: exif) else { continue }
      guard stated == side else { return nil }
    }
    let (width, height) = (Double(size.width), Double(size.height))
    let sides = numbers.dropFirst(2).map(Double.init)
    return RegionArea(
      x: Double(numbers[0]) / width, y: Double(numbers[1]) / height, width: (sides.first ?? 0) / width,
      height: (sides.last ?? 0) / height, isCircle: false)
  }

  /// The size of the picture that the block states; nil where it does not state both sides.
  package var pixelSize: (width: Int, height: Int)? {
    guard let exif = tiff.exif, let width = try? tiff.integer(TIFFTag.pixelXDimension, in: exif),
      let height = try? tiff.integer(TIFFTag.pixelYDimension, in: exif)
    else { return nil }
    return (width, height)
  }

  /// Whether there is a maker's note.
  package var hasMakerNote: Bool { tiff.exif?[TIFFTag.makerNote] != nil }

  /// The camera and the lens of the photo; what the block does not say is nil.
  package var camera: (make: String?, model: String?, lens: String?) {
    func text(_ tag: UInt16, _ directory: TIFFDirectory?) -> String? {
      let text = directory.flatMap { try? tiff.text(tag, in: $0) }
      return text.flatMap { $0.isEmpty ? nil : $0 }
    }
    return (
      text(TIFFTag.make, tiff.first), text(TIFFTag.model, tiff.first), text(TIFFTag.lensModel, tiff.exif)
    )
  }

  /// Returns a block that states an orientation: the given one with its tag changed, or one that holds nothing else.
  ///
  /// A first directory without the tag is written anew after the block, so that no offset in it changes. Nil
  /// where there is no block and `up` needs none; a block that cannot be read stays as it is.
  package static func setting(_ orientation: ImageOrientation, in exif: [UInt8]?) -> [UInt8]? {
    guard let exif else {
      guard orientation != .up else { return nil }
      // A header whose directory is yet to come.
      return try? adding(
        orientation, to: TIFFNewDirectory(endianness: .big), after: [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 0])
    }
    return (try? changing(exif, to: orientation)) ?? exif
  }

  private static func changing(
    _ exif: [UInt8], to orientation: ImageOrientation
  ) throws(AuxError) -> [UInt8] {
    let source = MemoryByteSource(exif)
    let (endianness, first, isBig) = try TIFFFile.header(of: source)
    guard !isBig else { throw AuxError(.malformed, "Exif is no BigTIFF (Exif 2.32, 4.5.2)") }
    let directory = try TIFFDirectory(at: first, path: "IFD0", in: source, endianness: endianness)
    let numbers = directory.entries.indices.filter { directory.entries[$0].tag == TIFFTag.orientation }
    // A damaged entry has its value elsewhere, or is of another type: readers take the first.
    let areUsable = numbers.allSatisfy {
      directory.entries[$0].type == .short && directory.entries[$0].count == 1
    }
    guard numbers.isEmpty || !areUsable else {
      var value = ByteWriter(endianness: endianness)
      value.write(UInt16(orientation.rawValue))
      var changed = exif
      for number in numbers {
        // The value is at the left of the last four bytes of its entry.
        let place = directory.offset + 2 + TIFFEntry.byteCount * number + 8
        changed.replaceSubrange(place..<(place + value.count), with: value.bytes)
      }
      return changed
    }
    guard orientation != .up else { return exif }
    return try adding(
      orientation, to: TIFFNewDirectory(keeping: directory, endianness: endianness), after: exif)
  }

  private static func adding(
    _ orientation: ImageOrientation, to directory: TIFFNewDirectory, after block: [UInt8]
  ) throws(AuxError) -> [UInt8] {
    var directory = directory
    directory.set(TIFFTag.orientation, shorts: [orientation.rawValue])
    var writer = ByteWriter(endianness: directory.endianness)
    writer.write(block)
    let offset = try directory.serialize(into: &writer, base: 0)
    writer.patch(UInt32(offset), at: TIFFFile.pointerOffset)
    return writer.bytes
  }
}

extension TIFFFile {
  /// Returns the number of the tag Orientation, whatever it means, or nil where the first directory has none.
  func orientationNumber() throws(AuxError) -> Int? { try integer(TIFFTag.orientation, in: first) }

  /// The directory of Exif's own tags; nil where it is missing or cannot be read.
  package var exif: TIFFDirectory? {
    guard let offset = try? integer(TIFFTag.exif, in: first) else { return nil }
    return try? TIFFDirectory(at: offset, path: "\(first.path)/Exif", in: source, endianness: endianness)
  }
}
