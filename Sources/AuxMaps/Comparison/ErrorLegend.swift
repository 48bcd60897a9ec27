internal import AuxImage

/// The rows that explain a picture of errors: its colours from 0 to the error that is red, and these numbers below them.
struct ErrorLegend {
  /// The error that is red.
  let end: Double
  /// How many pixels wide the picture is.
  let width: Int

  /// How many pixels a dot of a digit is wide and high.
  private var dot: Int { max(1, width / 400) }

  /// How many rows of pixels it has.
  var height: Int { Self.rows * dot }

  // In dots: a margin above the colours, the colours, a gap, the numbers, a margin.
  private static let (margin, colours, gap) = (3, 8, 3)
  private static let rows = margin + colours + gap + DotDigits.height + margin

  /// Returns its pixels, three bytes each, where `table` has the 256 colours in turn.
  func pixels(colours table: [UInt8]) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    for row in Self.margin * dot..<(Self.margin + Self.colours) * dot {
      for column in 0..<width {
        let place = (column * 255 + (width - 1) / 2) / max(width - 1, 1) * 3
        for channel in 0..<3 { pixels[(row * width + column) * 3 + channel] = table[place + channel] }
      }
    }
    for (text, left) in labels { draw(text, at: left, in: &pixels) }
    return pixels
  }

  /// The numbers with their places: those at the ends where the picture has room for them, and that of the middle where
  /// there is room between them.
  private var labels: [(text: String, left: Int)] {
    // Red is that error and any above.
    let (low, high, middle) = ("0", "\(NumberText.significant(end, 3))+", NumberText.significant(end / 2, 3))
    let (first, last) = (extent(of: low) + space, width - extent(of: high))
    guard last >= first else { return [] }
    let centre = (width - extent(of: middle)) / 2
    let hasRoom = centre >= first && centre + extent(of: middle) + space <= last
    return [(low, 0), (high, last)] + (hasRoom ? [(middle, centre)] : [])
  }

  private var space: Int { 6 * dot }

  private func extent(of text: String) -> Int { DotDigits.width(of: text) * dot }

  private func draw(_ text: String, at left: Int, in pixels: inout [UInt8]) {
    let top = (Self.margin + Self.colours + Self.gap) * dot
    for (column, row) in DotDigits.dots(of: text) {
      for y in top + row * dot..<top + (row + 1) * dot {
        let start = (y * width + left + column * dot) * 3
        for byte in start..<start + dot * 3 { pixels[byte] = 255 }
      }
    }
  }
}

/// A font of dots: digits, and the signs that numbers have.
enum DotDigits {
  static let height = 7
  private static let (width, step) = (5, 6)

  /// How many dots wide a text is.
  static func width(of text: String) -> Int { text.isEmpty ? 0 : text.count * step - (step - width) }

  /// Returns the dots of a text, by column and row.
  static func dots(of text: String) -> [(column: Int, row: Int)] {
    var dots: [(column: Int, row: Int)] = []
    for (place, character) in text.enumerated() {
      for (row, bits) in (glyphs[character] ?? []).enumerated() {
        for column in 0..<width where bits >> UInt8(width - 1 - column) & 1 == 1 {
          dots.append((place * step + column, row))
        }
      }
    }
    return dots
  }

  /// The rows of each character, whose most significant of five bits is on the left.
  private static let glyphs: [Character: [UInt8]] = [
    "0": [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
    "1": [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    "2": [0b01110, 0b10001, 0b00001, 0b00010, 0b00100, 0b01000, 0b11111],
    "3": [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110],
    "4": [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    "5": [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
    "6": [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
    "7": [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
    "8": [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
    "9": [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
    ".": [0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b01100],
    "+": [0b00000, 0b00100, 0b00100, 0b11111, 0b00100, 0b00100, 0b00000],
    "-": [0b00000, 0b00000, 0b00000, 0b11111, 0b00000, 0b00000, 0b00000],
    "e": [0b00000, 0b00000, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110],
  ]
}
