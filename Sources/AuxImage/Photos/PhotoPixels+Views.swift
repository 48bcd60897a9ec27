internal import AuxKernels

extension PhotoPixels {
  /// The number of bits of a sample, 8 or 16.
  public var bitsPerSample: Int {
    switch samples {
    case .uint8: 8
    case .uint16: 16
    }
  }

  /// The samples with 8 bits: those of 16 are rounded, `width * height * channels` of them.
  package var samples8: [UInt8] {
    switch samples {
    case .uint8(let codes): codes
    case .uint16(let codes): Codes.narrow(codes)
    }
  }

  /// The samples as 8-bit red, green and blue in turn, `width * height * 3` of them.
  ///
  /// Nothing is copied where they are that already; samples of 16 bits are rounded, gray ones are repeated.
  public var rgb8: [UInt8] { channels == 3 ? samples8 : Codes.tripled(samples8) }

  /// The samples as 16-bit red, green and blue in turn, likewise; those of 8 bits are spread.
  package var rgb16: [UInt16] {
    switch withBitsPerSample(16).samples {
    case .uint16(let codes): channels == 3 ? codes : Codes.tripled(codes)
    case .uint8: preconditionFailure("samples of 16 bits were asked for")
    }
  }

  /// The same picture as red, green and blue, with the bits that its samples have.
  package var asRGB: PhotoPixels {
    guard channels != 3 else { return self }
    switch samples {
    case .uint8: return replacingSamples(rgb8: rgb8)
    case .uint16: return replacingSamples(.uint16(rgb16))
    }
  }

  /// Returns the picture with 1 or 3 samples a pixel of 8 or 16 bits: gray is repeated, samples are rounded or spread.
  ///
  /// Throws `AuxError` with code `usage` for other numbers, and where colour is to become gray.
  package func converted(channels: Int, bitsPerSample bits: Int) throws(AuxError) -> PhotoPixels {
    guard bits == 8 || bits == 16 else { throw AuxError(.usage, "samples have 8 or 16 bits, not \(bits)") }
    guard channels == self.channels || channels == 3 else {
      throw AuxError(.usage, "a picture of \(self.channels) samples a pixel cannot have \(channels)")
    }
    let converted = withBitsPerSample(bits)
    return channels == 3 ? converted.asRGB : converted
  }

  /// The same picture with samples that ``rgb8`` gives without computing them.
  package var asRGB8: PhotoPixels { withBitsPerSample(8).asRGB }

  /// Returns the picture with other 8-bit RGB samples, of its own size unless another is given.
  ///
  /// Profile and orientation stay.
  package func replacingSamples(
    rgb8 samples: [UInt8], width: Int? = nil, height: Int? = nil
  ) -> PhotoPixels {
    replacingSamples(.uint8(samples), width: width, height: height)
  }

  /// Returns the picture with other RGB samples, likewise.
  package func replacingSamples(
    _ samples: Samples, width: Int? = nil, height: Int? = nil
  ) -> PhotoPixels {
    replacing(width: width ?? self.width, height: height ?? self.height, channels: 3, samples)
  }

  /// Whether codes of so many bits say the same, as of a photo of 10 bits that was read as one of 16.
  package func fits(bits: Int) -> Bool {
    guard case .uint16(let codes) = samples, bits < 16 else { return true }
    let largest = 1 << bits - 1
    return codes.allSatisfy { code in
      let short = (Int(code) * largest + 32767) / 65535
      // Spread by the ratio or by repeated bits.
      return abs((short * 65535 + largest / 2) / largest - Int(code)) <= 1
    }
  }

  /// Returns the picture with samples of 8 or 16 bits: rounded, or spread.
  package func withBitsPerSample(_ bits: Int) -> PhotoPixels {
    guard bits != bitsPerSample else { return self }
    let converted: Samples =
      switch samples {
      case .uint8(let codes): .uint16(codes.map { UInt16($0) * 257 })
      case .uint16(let codes): .uint8(Codes.narrow(codes))
      }
    return replacing(width: width, height: height, channels: channels, converted)
  }

  /// Returns a rectangle of the picture, which must be inside it.
  package func cropped(left: Int, top: Int, width: Int, height: Int) -> PhotoPixels {
    func cut(_ storage: PixelPlane.Storage) -> PixelPlane.Storage {
      PixelPlane(width: self.width * channels, height: self.height, known: storage)
        .cropped(left: left * channels, top: top, width: width * channels, height: height).storage
    }
    let part: Samples
    switch samples {
    case .uint8(let codes):
      guard case .uint8(let rows) = cut(.uint8(codes)) else { preconditionFailure("bytes stay bytes") }
      part = .uint8(rows)
    case .uint16(let codes):
      guard case .uint16(let rows) = cut(.uint16(codes)) else { preconditionFailure("numbers stay numbers") }
      part = .uint16(rows)
    }
    return replacing(width: width, height: height, channels: channels, part)
  }

  private func replacing(width: Int, height: Int, channels: Int, _ samples: Samples) -> PhotoPixels {
    precondition(samples.count == width * height * channels)
    var result = PhotoPixels(width: width, height: height, channels: channels, known: samples)
    result.iccProfile = iccProfile
    result.orientation = orientation
    return result
  }

  /// Returns the picture turned for display, its orientation `up`.
  public func upright() -> PhotoPixels { turned(by: orientation) }

  /// Returns the picture turned, whatever its own orientation, which becomes `up`.
  package func turned(by orientation: ImageOrientation) -> PhotoPixels {
    guard orientation != .up else {
      var same = self
      same.orientation = .up
      return same
    }
    let turn = orientation.rawValue
    let turned: Samples =
      switch samples {
      case .uint8(let codes):
        .uint8(Orient.apply(turn, to: codes, channels: channels, width: width, height: height))
      case .uint16(let codes):
        .uint16(Orient.apply(turn, to: codes, channels: channels, width: width, height: height))
      }
    let (across, down) = orientation.swapsSides ? (height, width) : (width, height)
    var result = replacing(width: across, height: down, channels: channels, turned)
    result.orientation = .up
    return result
  }
}

extension PhotoPixels {
  /// Returns the picture with its last column and row repeated up to a size that is not smaller than its own.
  package func extended(width across: Int, height down: Int) -> PhotoPixels {
    precondition(across >= width && down >= height)
    guard (across, down) != (width, height) else { return self }
    let extended: Samples =
      switch samples {
      case .uint8(let codes): .uint8(extended(codes, across, down))
      case .uint16(let codes): .uint16(extended(codes, across, down))
      }
    var result = PhotoPixels(width: across, height: down, channels: channels, known: extended)
    (result.iccProfile, result.orientation) = (iccProfile, orientation)
    return result
  }

  private func extended<Code>(_ codes: [Code], _ across: Int, _ down: Int) -> [Code] {
    var result: [Code] = []
    result.reserveCapacity(across * down * channels)
    for row in 0..<down {
      let start = min(row, height - 1) * width * channels
      let line = codes[start..<(start + width * channels)]
      result += line
      for _ in width..<across { result += line.suffix(channels) }
    }
    return result
  }
}

extension PhotoPixels {
  /// Returns the picture with 8-bit samples and no side longer than `side`; one that is as small already keeps its size.
  ///
  /// Each pixel is the mean of what it covers, of the codes as they are.
  package func reduced(toLongerSide side: Int) -> PhotoPixels {
    let longer = max(width, height)
    guard longer > side else { return withBitsPerSample(8) }
    func scaled(_ length: Int) -> Int { max((length * side + longer / 2) / longer, 1) }
    let (across, down) = (scaled(width), scaled(height))
    let codes = Resample.smooth(
      samples8, width: width, height: height, channels: channels, toWidth: across, toHeight: down)
    var result = PhotoPixels(width: across, height: down, channels: channels, known: .uint8(codes))
    result.iccProfile = iccProfile
    result.orientation = orientation
    return result
  }
}
