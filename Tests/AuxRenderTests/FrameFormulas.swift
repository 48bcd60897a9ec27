import AuxRender

/// YCbCr by the formulas of the recommendations, in Double and pixel by pixel, without the code under test.
struct FrameFormulas {
  let format: VideoFrame.Format
  private let red, blue: Double

  init(_ format: VideoFrame.Format) {
    self.format = format
    switch format.matrix {
    case .bt601: (red, blue) = (0.299, 0.114)
    case .bt709: (red, blue) = (0.2126, 0.0722)
    case .bt2020: (red, blue) = (0.2627, 0.0593)
    }
  }

  private var unit: Double { Double(1 << (format.bits - 8)) }
  private var most: Double { Double(1 << format.bits) - 1 }
  private var isFull: Bool { format.range == .full }

  /// The luma code of 0...1, and the chroma code of -0.5...0.5, not rounded.
  func lumaCode(_ y: Double) -> Double { isFull ? y * most : (16 + 219 * y) * unit }
  func chromaCode(_ c: Double) -> Double { isFull ? c * most + 128 * unit : (128 + 224 * c) * unit }
  private func luma(_ code: Double) -> Double { isFull ? code / most : (code / unit - 16) / 219 }
  private func chroma(_ code: Double) -> Double {
    isFull ? (code - 128 * unit) / most : (code / unit - 128) / 224
  }

  /// Luma and chroma of a colour of 0...1.
  func planes(_ rgb: [Double]) -> (y: Double, cb: Double, cr: Double) {
    let y = red * rgb[0] + (1 - red - blue) * rgb[1] + blue * rgb[2]
    return (y, (rgb[2] - y) / (2 - 2 * blue), (rgb[0] - y) / (2 - 2 * red))
  }

  /// The colour of luma and chroma, clamped to 0...1.
  func rgb(_ y: Double, _ cb: Double, _ cr: Double) -> [Double] {
    let (r, b) = (y + (2 - 2 * red) * cr, y + (2 - 2 * blue) * cb)
    return [r, (y - red * r - blue * b) / (1 - red - blue), b].map { min(max($0, 0), 1) }
  }

  /// Where a chroma sample is among the pixels: the column or row of sample 0, and the distance of samples.
  private func site(isRed: Bool) -> (x: Double, y: Double, across: Double, down: Double) {
    switch format.chroma {
    case .centred420: (0.5, 0.5, 2, 2)
    case .left420: (0, 0.5, 2, 2)
    case .alternating420: (0, isRed ? 0 : 1, 2, 2)
    case .left422: (0, 0, 2, 1)
    case .full444, .mono: (0, 0, 1, 1)
    }
  }

  private func sample(_ bytes: [UInt8], _ index: Int) -> Double {
    format.bits > 8 ? Double(Int(bytes[2 * index]) | Int(bytes[2 * index + 1]) << 8) : Double(bytes[index])
  }

  /// The colour of a pixel of a frame; chroma is linear between its sites, and goes on beyond the outer ones.
  func colour(_ frame: VideoFrame, _ x: Int, _ y: Int) -> [Double] {
    let count = format.width * format.height
    let (width, height) = (format.chromaWidth, format.chromaHeight)
    func chroma(_ isRed: Bool) -> Double {
      guard format.chroma != .mono else { return 0 }
      let site = site(isRed: isRed)
      let start = count + (isRed ? width * height : 0)
      let column = min(max((Double(x) - site.x) / site.across, 0), Double(width - 1))
      let row = min(max((Double(y) - site.y) / site.down, 0), Double(height - 1))
      var value = 0.0
      for (line, share) in [
        (Int(row), 1 - row + row.rounded(.down)), (Int(row) + 1, row - row.rounded(.down)),
      ]
      where share > 0 {
        let part = column - column.rounded(.down)
        let left = sample(frame.bytes, start + line * width + Int(column))
        let right = part > 0 ? sample(frame.bytes, start + line * width + Int(column) + 1) : left
        value += share * (left + (right - left) * part)
      }
      return self.chroma(value)
    }
    return rgb(luma(sample(frame.bytes, y * format.width + x)), chroma(false), chroma(true))
  }

  /// The codes of all samples of an image, not rounded: chroma is the mean about its site, a sample apart counting 0.
  func codes(_ image: PhotoPixels) -> [Double] {
    func colour(_ x: Int, _ y: Int) -> (y: Double, cb: Double, cr: Double) {
      let (x, y) = (min(max(x, 0), format.width - 1), min(max(y, 0), format.height - 1))
      return planes((0..<3).map { Double(image.rgb8[(y * format.width + x) * 3 + $0]) / 255 })
    }
    var codes: [Double] = []
    for y in 0..<format.height { for x in 0..<format.width { codes.append(lumaCode(colour(x, y).y)) } }
    for isRed in [false, true] where format.chroma != .mono {
      let site = site(isRed: isRed)
      for row in 0..<format.chromaHeight {
        for column in 0..<format.chromaWidth {
          let (x, y) = (site.x + Double(column) * site.across, site.y + Double(row) * site.down)
          var (sum, weights) = (0.0, 0.0)
          for line in Int(y) - 1...Int(y) + 2 {
            for place in Int(x) - 1...Int(x) + 2 {
              let weight =
                Self.weight(Double(place) - x, site.across) * Self.weight(Double(line) - y, site.down)
              let pixel = colour(place, line)
              sum += weight * (isRed ? pixel.cr : pixel.cb)
              weights += weight
            }
          }
          codes.append(chromaCode(sum / weights))
        }
      }
    }
    return codes
  }

  /// The weight of a pixel at a distance: equal for two neighbours where the site is between them, else half of it.
  private static func weight(_ distance: Double, _ step: Double) -> Double {
    guard step > 1 else { return distance == 0 ? 1 : 0 }
    let whole = distance == distance.rounded()
    return whole ? max(1 - distance.magnitude / 2, 0) : distance.magnitude < 1 ? 1 : 0
  }
}
