import AuxCodecs
import Foundation

/// Codes in contexts, read as Specs/viewer.md describes them: what the encoder's C is checked with.
struct PageCodes {
  private enum Fault: Error {
    case values
    case checksum
  }

  /// Returns the samples of the first rows of a map; throws where the checksum of all is another.
  static func samples(
    _ data: [UInt8], width: Int, height: Int, sampleBytes: Int, rows: Int
  ) throws -> [UInt32] {
    var codes = PageCodes(data, width: width)
    let values = try codes.values()
    codes.last = values.count - 1
    var samples: [UInt32] = []
    samples.reserveCapacity(width * height)
    for row in 0..<min(rows, height) {
      codes.readRow(isFirst: row == 0)
      for place in codes.row[2..<width + 2] {
        guard values.indices.contains(place) else { throw Fault.values }
        samples.append(UInt32(values[place]))
      }
    }
    guard rows >= height else { return samples }
    var (first, second): (UInt32, UInt32) = (1, 0)
    for sample in samples {
      for byte in 0..<sampleBytes {
        first = (first + (sample >> (8 * UInt32(byte)) & 255)) % 65521
        second = (second + first) % 65521
      }
    }
    let stated = data.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard second << 16 | first == stated else { throw Fault.checksum }
    return samples
  }

  private let data: [UInt8]
  private let width: Int
  private var next = 9
  private var (range, place): (UInt32, UInt32) = (.max, 0)
  private var last = 0

  /// A probability of 22 bits, and how often it was seen.
  private typealias Model = (probability: Int, seen: Int)
  private static let even: Model = (1 << 21, 0)

  private let logits = (0..<4096).map { index -> Int in
    let part = (Double(index) + 0.5) / 4096
    return max(-2047, min(2047, Int((256 * log(part / (1 - part))).rounded())))
  }
  private let chances = (-2048...2047).map { logit -> Int in
    max(16, min(65520, Int((65536 / (1 + exp(-Double(logit) / 256))).rounded())))
  }
  private var models = Array(repeating: Array(repeating: Self.even, count: 2304 * 40), count: 4)
  private var weights = Array(repeating: 22000, count: 4 * 40 * 4)
  private var flat: [Model] = Array(repeating: (1 << 16, 0), count: 3)
  private var rests = Array(repeating: Self.even, count: 18 * 16)
  private var biases = Array(repeating: (sum: 0, count: 0), count: 64 * 32)

  /// Rows with two columns more at either side.
  private var row, above, above2, differences, differencesAbove: [Int]
  private var errors, errorsAbove: [[Int]]

  private init(_ data: [UInt8], width: Int) {
    (self.data, self.width) = (data, width)
    let empty = Array(repeating: 0, count: width + 4)
    (row, above, above2, differences, differencesAbove) = (empty, empty, empty, empty, empty)
    errors = Array(repeating: [0, 0, 0, 0], count: width + 4)
    errorsAbove = errors
    place = data.dropFirst(5).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func bit(_ probability: Int) -> Bool {
    let bound = (range >> 16) * UInt32(probability)
    let isOne = place < bound
    if isOne {
      range = bound
    } else {
      place -= bound
      range -= bound
    }
    while range < 1 << 24 {
      range <<= 8
      place = place << 8 | (next < data.count ? UInt32(data[next]) : 0)
      next += 1
    }
    return isOne
  }

  private mutating func plain(_ count: Int) -> Int {
    (0..<count).reduce(0) { number, _ in number << 1 | (bit(32768) ? 1 : 0) }
  }

  private static func learn(_ model: inout Model, _ bit: Bool, limit: Int = 255) {
    let wanted = bit ? 1 << 22 - 1 : 0
    let moved = (((wanted - model.probability) >> 7) * (655_360 / (10 * model.seen + 16))) >> 9
    model = (max(0, model.probability + moved), min(model.seen + 1, limit))
  }

  private mutating func alone(_ model: inout Model, limit: Int = 255) -> Bool {
    let isOne = bit(max(1, model.probability >> 6))
    Self.learn(&model, isOne, limit: limit)
    return isOne
  }

  private mutating func mixed(_ contexts: [Int], _ kind: Int, _ number: Int) -> Bool {
    let places = contexts.map { $0 * 40 + number }
    let own = (kind * 40 + number) * 4
    let seen = (0..<4).map { logits[models[$0][places[$0]].probability >> 10] }
    let sum = (0..<4).reduce(0) { $0 + weights[own + $1] * seen[$1] } >> 16
    let chance = chances[max(-2047, min(2047, sum)) + 2048]
    let isOne = bit(chance)
    let error = (isOne ? 65536 : 0) - chance
    for index in 0..<4 {
      let weight = weights[own + index] + (seen[index] * error + 16384) >> 15
      weights[own + index] = max(-196_607, min(196_607, weight))
      Self.learn(&models[index][places[index]], isOne)
    }
    return isOne
  }

  private static func start(ofBucket bucket: Int) -> Int { bucket < 3 ? bucket : 1 << (bucket - 2) + 1 }

  private mutating func values() throws -> [Int] {
    let (low, high, isSparse) = (plain(16), plain(16), plain(1) == 1)
    guard low <= high else { throw Fault.values }
    guard isSparse else { return Array(low...high) }
    var models = Array(repeating: Self.even, count: 18)
    var values = [low]
    while let last = values.last, last < high {
      var bucket = 0
      while bucket < 17, alone(&models[bucket]) { bucket += 1 }
      values.append(last + 1 + Self.start(ofBucket: bucket) + plain(max(0, bucket - 2)))
    }
    return values
  }

  private static func step(_ difference: Int, _ ends: [Int]) -> Int {
    let step = ends.count { abs(difference) > $0 }
    return ends.count + (difference > 0 ? step : -step)
  }
  private static func fine(_ difference: Int) -> Int { step(difference, [0, 1, 2, 4, 8, 20]) }
  private static func coarse(_ difference: Int) -> Int { step(difference, [0, 1, 4, 12]) }

  private static func energy(_ number: Int) -> Int {
    guard number >= 6 else { return number }
    let bits = Int.bitWidth - 1 - number.leadingZeroBitCount
    return min(31, 2 * bits + number >> (bits - 1) & 1 + 1)
  }

  private static func weight(_ error: Int) -> Int {
    func whole(_ error: Int) -> Int { (1 << 26) / ((error + 1) * (error + 1)) }
    return error < 2048 ? whole(error) : max(1, whole(min(error >> 6, 2047)) >> 12)
  }

  private mutating func readRow(isFirst: Bool) {
    (row, above, above2) = (above2, row, above)
    swap(&differences, &differencesAbove)
    swap(&errors, &errorsAbove)
    for index in errors.indices {
      differences[index] = 0
      errors[index] = [0, 0, 0, 0]
    }
    (row[0], row[1]) = (above[2], above[2])
    for at in 2..<width + 2 {
      if isFirst {
        // Nothing is above: the neighbours at the left are taken.
        for index in at...at + 1 { (above[index], above2[index]) = (row[at - 1], row[at - 1]) }
        above[at - 1] = row[at - 2]
      }
      let n = above[at]
      let around = [row[at - 1], row[at - 2], above[at - 1], above[at + 1], above2[at]]
      let isFlat =
        around.allSatisfy { $0 == n } && differences[at - 1] == 0 && differencesAbove[at] == 0
        && differencesAbove[at + 1] == 0
      let model = n == 0 ? 0 : n == last ? 1 : 2
      row[at] = isFlat && !isOther(model) ? n : sample(at)
    }
    row[1] = row[2]
    row[width + 2] = row[width + 1]
    if isFirst { above = row }
  }

  private mutating func isOther(_ model: Int) -> Bool {
    let isOne = bit(max(1, flat[model].probability >> 6))
    Self.learn(&flat[model], isOne, limit: 1000)
    return isOne
  }

  private mutating func sample(_ at: Int) -> Int {
    let (w, ww, n, nw, ne) = (row[at - 1], row[at - 2], above[at], above[at - 1], above[at + 1])
    let (nn, nne) = (above2[at], above2[at + 1])
    let predictions = [
      8 * (w + ne - n), 8 * (w + n - nw), 8 * n + 4 * (n - nn + ne - nne),
      8 * w + 4 * (w - ww) + 2 * (ne - nw),
    ]
    let weights = (0..<4).map { index -> Int in
      let sum =
        errors[at - 1][index] + errorsAbove[at - 1][index] + errorsAbove[at][index]
        + errorsAbove[at + 1][index]
      return Self.weight(sum >> 2)
    }
    let all = weights.reduce(0, +)
    let mean = max(0, (zip(weights, predictions).reduce(0) { $0 + $1.0 * $1.1 } + all >> 1) / all)
    let (left, up, upRight) = (differences[at - 1], differencesAbove[at], differencesAbove[at + 1])
    let across = abs(w - ww) + abs(n - nw) + abs(n - ne)
    let down = abs(w - nw) + abs(n - nn) + abs(ne - nne)
    let energy = across + down + 2 * abs(left) + abs(up) + abs(upRight)
    let texture = [w, n, nw, ne, ww, nn].enumerated().reduce(0) {
      $0 | ($1.element * 8 > mean ? 1 << $1.offset : 0)
    }
    let context = texture * 32 + Self.energy(energy >> 1)
    let bias = biases[context]
    let corrected = max(0, min(8 * last, mean + (bias.count > 0 ? bias.sum / bias.count : 0)))
    let guess = (corrected + 4) >> 3
    let step = Self.energy(2 * energy / 3)
    let contexts = [
      step * 8 + corrected + 4 - 8 * guess,
      (Self.fine(w - guess) * 13 + Self.fine(n - guess)) * 9 + Self.coarse(ne - guess),
      (Self.fine(left) * 13 + Self.fine(up)) * 9 + Self.coarse(upRight),
      (min(Self.energy(across), 15) * 16 + min(Self.energy(down), 15)) * 9 + Self.coarse(ww - guess),
    ]
    let wrong = difference(contexts, step < 3 ? 0 : step < 7 ? 1 : step < 10 ? 2 : 3)
    let value = guess + wrong
    differences[at] = wrong
    errors[at] = predictions.map { abs($0 - 8 * value) }
    biases[context] = (bias.sum + 8 * value - mean, bias.count + 1)
    if bias.count + 1 >= 64 {
      biases[context] = (biases[context].sum / 2, biases[context].count / 2)
    }
    return value
  }

  private mutating func difference(_ contexts: [Int], _ kind: Int) -> Int {
    guard mixed(contexts, kind, 0) else { return 0 }
    let isLess = mixed(contexts, kind, 1)
    var (bucket, rest) = (0, 0)
    while bucket < 17, mixed(contexts, kind, 2 + bucket) { bucket += 1 }
    for bit in stride(from: bucket - 3, through: 0, by: -1) {
      let isOne: Bool
      if bit == bucket - 3 {
        isOne = mixed(contexts, kind, 20 + bucket)
      } else {
        let place = bucket * 16 + bit
        isOne = self.bit(max(1, rests[place].probability >> 6))
        Self.learn(&rests[place], isOne)
      }
      rest = rest << 1 | (isOne ? 1 : 0)
    }
    let size = Self.start(ofBucket: bucket) + rest + 1
    return isLess ? -size : size
  }
}
