internal import AuxKernels

extension ColourPlanes {
  /// The planes of ``data()``, rows tightly packed.
  package var planes: [AuxiliaryDataInfo.Plane] {
    encoding.pixelFormat.planes(width: width, height: height)
  }

  /// Returns the samples in `ColourEncoding/pixelFormat`, plane after plane and little-endian.
  ///
  /// Codes of 10 bits are in the upper bits of 16, as in Core Video; alpha is opaque. Throws `AuxError` as
  /// ``rgb(jobs:)`` where the samples are handed out as red, green and blue.
  package func data() throws(AuxError) -> [UInt8] {
    guard encoding.pixelFormat.planeCount == 2 else { return Self.interleaved(try rgb()) }
    switch (components[0].storage, components[1].storage, components[2].storage) {
    case (.uint8(let luma), .uint8(let cb), .uint8(let cr)):
      var bytes = luma
      bytes.reserveCapacity(luma.count + cb.count * 2)
      for index in cb.indices {
        bytes.append(cb[index])
        bytes.append(cr[index])
      }
      return bytes
    case (.uint16(let luma), .uint16(let cb), .uint16(let cr)):
      var bytes: [UInt8] = []
      bytes.reserveCapacity(2 * (luma.count + cb.count * 2))
      let shift = UInt16(16 - encoding.bitsPerComponent)
      func append(_ code: UInt16) {
        let sample = code << shift
        bytes.append(UInt8(truncatingIfNeeded: sample))
        bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
      }
      for code in luma { append(code) }
      for index in cb.indices {
        append(cb[index])
        append(cr[index])
      }
      return bytes
    default: preconditionFailure("components are of one kind, and codes")
    }
  }

  private static func interleaved(_ pixels: PhotoPixels) -> [UInt8] {
    var bytes: [UInt8] = []
    switch pixels.samples {
    case .uint8(let samples):
      bytes.reserveCapacity(samples.count / 3 * 4)
      for start in stride(from: 0, to: samples.count, by: 3) {
        bytes += [samples[start + 2], samples[start + 1], samples[start], 255]
      }
    case .uint16(let samples):
      bytes.reserveCapacity(samples.count / 3 * 8)
      for start in stride(from: 0, to: samples.count, by: 3) {
        for sample in samples[start..<(start + 3)] {
          bytes.append(UInt8(truncatingIfNeeded: sample))
          bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        bytes += [255, 255]
      }
    }
    return bytes
  }
}

extension AuxiliaryDataInfo {
  /// Returns the components of a dictionary whose format has several; nil where it has one.
  ///
  /// Throws `AuxError`: `malformed` where a plane is not of the size that the format asks for, `truncated` where bytes
  /// are missing, `limitExceeded` past ``AuxLimits/pixels``.
  package func colourPlanes(limits: AuxLimits = .standard) throws(AuxError) -> ColourPlanes? {
    guard var encoding = description.pixelFormat.colourEncoding else { return nil }
    if let stated = description.colourEncoding {
      encoding.matrixCoefficients = stated.matrixCoefficients
      encoding.colourPrimaries = stated.colourPrimaries
      encoding.transferCharacteristics = stated.transferCharacteristics
    }
    _ = try limits.checkedDecoding(width: description.width, height: description.height)
    let packed = description.pixelFormat.planes(width: description.width, height: description.height)
    let stated = description.planes
    guard stated.count == packed.count,
      zip(stated, packed).allSatisfy({
        ($0.width, $0.height) == ($1.width, $1.height) && $0.bytesPerRow >= $1.bytesPerRow
      })
    else {
      throw AuxError(
        .malformed, "the planes are not those of \(description.pixelFormat.name)", place: "DataDescription")
    }
    var at = 0
    var rows: [PixelPlane] = []
    for (plane, tight) in zip(stated, packed) {
      let isByte = encoding.bitsPerComponent == 8
      guard
        let samples = PixelPlane(
          width: tight.bytesPerRow / (isByte ? 1 : 2), height: plane.height, bytesPerRow: plane.bytesPerRow,
          data: Array(data[min(at, data.count)...]), sampleType: isByte ? .uint8 : .uint16)
      else {
        throw AuxError(.truncated, "\(data.count) bytes are less than the planes have", place: "Data")
      }
      rows.append(samples)
      at += plane.bytesPerRow * plane.height
    }
    let picked: [(plane: Int, first: Int, step: Int)] =
      switch description.pixelFormat {
      case .BGRA: [(0, 2, 4), (0, 1, 4), (0, 0, 4)]
      case .l64r: [(0, 0, 4), (0, 1, 4), (0, 2, 4)]
      default: [(0, 0, 1), (1, 0, 2), (1, 1, 2)]
      }
    let shift = UInt16(16 - encoding.bitsPerComponent)
    return try ColourPlanes(
      components: picked.map { rows[$0.plane].samples(from: $0.first, step: $0.step, shift: shift) },
      encoding: encoding, iccProfile: iccProfile)
  }
}

extension PixelPlane {
  /// Returns every so-many-th sample; codes of more than 8 bits are shifted down.
  fileprivate func samples(from first: Int, step: Int, shift: UInt16) -> PixelPlane {
    let storage: Storage =
      switch storage {
      case .uint8(let codes): .uint8(stride(from: first, to: codes.count, by: step).map { codes[$0] })
      case .uint16(let codes):
        .uint16(stride(from: first, to: codes.count, by: step).map { codes[$0] >> shift })
      case .half, .float: storage
      }
    return PixelPlane(width: width / step, height: height, known: storage)
  }
}
