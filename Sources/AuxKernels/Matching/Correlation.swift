/// The correlation of two series of samples, as they are added pair by pair.
struct Correlation {
  private var sums = SIMD2<Double>.zero
  private var squares = SIMD2<Double>.zero
  private var product = 0.0
  /// The number of pairs.
  private(set) var count = 0.0

  /// Adds a pair.
  mutating func add(_ one: Float, _ two: Float) {
    let pair = SIMD2(Double(one), Double(two))
    sums += pair
    squares += pair * pair
    product += pair.x * pair.y
    count += 1
  }

  /// The variances of both, times the number of pairs.
  var variances: SIMD2<Double> { squares - sums * sums / count }

  /// The correlation, -1...1, where both vary.
  var value: Double {
    let variances = variances
    return (product - sums.x * sums.y / count) / (variances.x * variances.y).squareRoot()
  }
}
