package import AuxImage
internal import AuxKernels

extension ExifEdit {
  /// Has the block state the size, the subject and the optics of edited pixels, where it states those of the stored ones.
  ///
  /// A subject that is not in the result is taken out. The focal length of 35 mm film compares diagonals, and grows with what a
  /// crop leaves out; the resolution of the focal plane is scaled with the pixels. Source: Exif 2.32, 4.6.5,
  /// PixelXDimension, SubjectArea, SubjectLocation, FocalLengthIn35mmFilm and FocalPlaneXResolution; CIPA DCG-001, 6.2.
  package mutating func describe(_ geometry: PhotoGeometry) throws(AuxError) {
    try describe(width: geometry.result.width, height: geometry.result.height)
    let tiff = try parsed()
    guard let exif = tiff.exif else { return }
    try describeOptics(geometry, in: tiff, exif)
    for tag in [TIFFTag.subjectArea, TIFFTag.subjectLocation] {
      guard let current = try parsed().exif, current[tag] != nil else { continue }
      try moveSubject(tag, in: current, geometry)
    }
  }

  /// Writes the size of the stored pixels into the entries that state one; adds none.
  ///
  /// Source: Exif 2.32, 4.6.4, ImageWidth and ImageLength; 4.6.5, PixelXDimension and PixelYDimension.
  package mutating func describe(width: Int, height: Int) throws(AuxError) {
    let tiff = try parsed()
    for (tag, side) in [(TIFFTag.imageWidth, width), (TIFFTag.imageLength, height)] {
      replaceInteger(tag, in: tiff.first, tiff.endianness, with: side)
    }
    guard let exif = tiff.exif else { return }
    for (tag, side) in [(TIFFTag.pixelXDimension, width), (TIFFTag.pixelYDimension, height)] {
      replaceInteger(tag, in: exif, tiff.endianness, with: side)
    }
  }

  /// Moves a subject of two to four SHORTs, a point, a circle or a rectangle, with the pixels.
  private mutating func moveSubject(
    _ tag: UInt16, in directory: TIFFDirectory, _ geometry: PhotoGeometry
  ) throws(AuxError) {
    let tiff = try parsed()
    guard let values = try tiff.values(tag, in: directory), values.type == .short,
      let place = try tiff.range(of: tag, in: directory, most: 8)
    else { return remove(tag, from: directory, tiff.endianness) }
    let numbers = try values.integers().map(Double.init)
    let (width, height) = (Double(geometry.source.width), Double(geometry.source.height))
    guard (2...4).contains(numbers.count) else { return remove(tag, from: directory, tiff.endianness) }
    let sides = Array(numbers.dropFirst(2))
    let isCircle = sides.count == 1
    let unit = isCircle ? (min(width, height), min(width, height)) : (width, height)
    let area = RegionArea(
      x: numbers[0] / width, y: numbers[1] / height, width: (sides.first ?? 0) / unit.0,
      height: (sides.last ?? 0) / unit.1, isCircle: isCircle)
    guard let moved = geometry.applied(to: area) else {
      return remove(tag, from: directory, tiff.endianness)
    }
    let size = geometry.result
    let (across, down) = (moved.width * Double(size.width), moved.height * Double(size.height))
    let diameter = moved.width * Double(min(size.width, size.height))
    let lengths = sides.count == 2 ? [across, down] : isCircle ? [diameter] : []
    var writer = ByteWriter(endianness: tiff.endianness)
    for number in [moved.x * Double(size.width), moved.y * Double(size.height)] + lengths {
      writer.write(UInt16(number.integer(in: 0...Int(UInt16.max))))
    }
    bytes.replaceSubrange(place.lowerBound..<(place.lowerBound + writer.count), with: writer.bytes)
  }

  /// Gives an entry of one SHORT or LONG another value; one that does not fit is taken out.
  private mutating func replaceInteger(
    _ tag: UInt16, in directory: TIFFDirectory, _ endianness: ByteReader.Endianness, with value: Int
  ) {
    guard let number = directory.entries.firstIndex(where: { $0.tag == tag }) else { return }
    let entry = directory.entries[number]
    guard entry.count == 1 else { return }
    let place = directory.entryOffset(number) + 8
    switch entry.type {
    case .short:
      guard let short = UInt16(exactly: value) else { return }
      var writer = ByteWriter(endianness: endianness)
      writer.write(short)
      bytes.replaceSubrange(place..<(place + 2), with: writer.bytes)
    case .long: write(UInt32(clamping: value), at: place, endianness)
    default: return
    }
  }

  private mutating func describeOptics(
    _ geometry: PhotoGeometry, in tiff: TIFFFile, _ exif: TIFFDirectory
  ) throws(AuxError) {
    let (source, part) = (geometry.source, geometry.part)
    if let length = try? tiff.integer(TIFFTag.focalLengthIn35mmFilm, in: exif), length > 0 {
      func diagonal(_ width: Int, _ height: Int) -> Double {
        (Double(width) * Double(width) + Double(height) * Double(height)).squareRoot()
      }
      let (whole, left) = (diagonal(source.width, source.height), diagonal(part.width, part.height))
      let longer = (Double(length) * whole / left).integer(in: 0...Int(UInt32.max))
      // A value that the entry cannot hold would be that of another picture.
      if longer > Int(UInt16.max) {
        remove(TIFFTag.focalLengthIn35mmFilm, from: exif, tiff.endianness)
      } else {
        replaceInteger(TIFFTag.focalLengthIn35mmFilm, in: exif, tiff.endianness, with: longer)
      }
    }
    let tags = [TIFFTag.focalPlaneXResolution, TIFFTag.focalPlaneYResolution]
    let scales = [(geometry.scaledWidth, part.width), (geometry.scaledHeight, part.height)]
    // Both values, which are outside of the directory, are read before one is written.
    var fields: [(place: Range<Int>, value: TIFFRational)] = []
    for tag in tags {
      guard let values = try tiff.values(tag, in: exif), values.type == .rational, values.count == 1,
        let place = try tiff.range(of: tag, in: exif, most: 8), let value = try values.rationals().first
      else { return }
      fields.append((place, value))
    }
    for index in fields.indices {
      let other = geometry.turn.swapsSides ? 1 - index : index
      let value = Self.scaled(fields[other].value, by: scales[other])
      var writer = ByteWriter(endianness: tiff.endianness)
      for number in [value.numerator, value.denominator] { writer.write(UInt32(truncatingIfNeeded: number)) }
      bytes.replaceSubrange(fields[index].place, with: writer.bytes)
    }
  }

  /// Returns a rational number times a fraction, as exactly as 32 bits hold it.
  private static func scaled(_ value: TIFFRational, by scale: (Int, Int)) -> TIFFRational {
    let (top, overflow) = value.numerator.multipliedReportingOverflow(by: Int64(scale.0))
    let (bottom, isTooLong) = value.denominator.multipliedReportingOverflow(by: Int64(scale.1))
    guard !overflow, !isTooLong, top > 0, bottom > 0 else { return value.denominator == 0 ? value : .unknown }
    var (one, rest) = (top, bottom)
    while rest != 0 { (one, rest) = (rest, one % rest) }
    var (numerator, denominator) = (Double(top / one), Double(bottom / one))
    while max(numerator, denominator) > Double(UInt32.max) {
      (numerator, denominator) = (numerator / 2, denominator / 2)
    }
    return TIFFRational(Int64(numerator.rounded(.down)), max(Int64(denominator.rounded(.down)), 1))
  }
}
