import AuxEffects
import AuxImage
import Foundation
import TestSupport

/// A blur of light by one disc or bell, written down once more.
enum PlainBlur {
  typealias Tap = (x: Int, y: Int, weight: Double)

  static func bell(_ r: Double) -> [Tap] {
    let reach = Int(r * 2) + 2
    return (-reach...reach).flatMap { y in
      (-reach...reach).map { x in (x, y, exp(-Double(x * x + y * y) / (2 * (r / 2) * (r / 2)))) }
    }
  }

  /// Returns a disc's cells by 256 points each, sharpened so that their variance is a disc's, a quarter of its squared radius.
  static func disc(_ r: Double) -> [Tap] {
    let reach = Int(r) + 3
    var cells: [SIMD2<Int>: Double] = [:]
    for y in -reach...reach {
      for x in -reach...reach {
        let inside = (0..<256).count { point in
          let u = Double(x) + (Double(point & 15) + 0.5) / 16 - 0.5,
            v = Double(y) + (Double(point >> 4) + 0.5) / 16 - 0.5
          return u * u + v * v <= r * r
        }
        if inside > 0 { cells[[x, y]] = Double(inside) }
      }
    }
    let total = cells.values.reduce(0, +)
    let variance = cells.reduce(0) { $0 + $1.value * Double($1.key.x * $1.key.x) } / total
    let side = -(variance - r * r / 4) / 2
    for step in [SIMD2(1, 0), SIMD2(0, 1)] {
      var sharpened: [SIMD2<Int>: Double] = [:]
      for (place, weight) in cells {
        sharpened[place, default: 0] += weight * (1 - 2 * side)
        sharpened[place &+ step, default: 0] += weight * side
        sharpened[place &- step, default: 0] += weight * side
      }
      cells = sharpened
    }
    return cells.map { ($0.key.x, $0.key.y, $0.value) }
  }

  /// Returns codes of the light blurred, the border going on beyond the image.
  static func codes(_ image: PhotoPixels, _ r: Double, _ shape: FocalBlur.Shape, only row: Int? = nil)
    -> [Double]
  {
    let kernel = shape == .disc ? disc(r) : bell(r)
    let total = kernel.reduce(0) { $0 + $1.weight }
    return (0..<image.width * image.height * 3).map { index in
      let (x, y) = (index / 3 % image.width, index / 3 / image.width)
      guard row == nil || row == y else { return 0 }
      let sum = kernel.reduce(0) { sum, tap in
        let (u, v) = (min(max(x + tap.x, 0), image.width - 1), min(max(y + tap.y, 0), image.height - 1))
        return sum + tap.weight * SRGB.light(image.pixel(u, v)[index % 3])
      }
      return SRGB.code(max(sum / total, 0))
    }
  }
}
