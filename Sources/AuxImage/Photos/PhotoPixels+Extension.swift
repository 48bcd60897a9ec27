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
