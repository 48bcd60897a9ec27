/// The levels of HEVC by the size of a picture. Source: ITU-T H.265, table A.8 and A.4.1.
package enum HEVCLevel {
  /// The level that lifts all bounds, 8.5.
  package static let unbounded: UInt8 = 255

  private static let table: [(level: UInt8, samples: Int)] = [
    (30, 36_864), (60, 122_880), (63, 245_760), (90, 552_960), (93, 983_040), (120, 2_228_224),
    (150, 8_912_896), (180, 35_651_584),
  ]

  /// Returns the lowest level whose bounds a picture keeps, or nil where it passes those of level 6.
  ///
  /// A side may be at most the root of eight times the samples.
  package static func lowest(width: Int, height: Int) -> UInt8? {
    guard width > 0, height > 0, width <= 1 << 20, height <= 1 << 20 else { return nil }
    return table.first { row in
      width * height <= row.samples && width * width <= 8 * row.samples && height * height <= 8 * row.samples
    }?.level
  }
}
