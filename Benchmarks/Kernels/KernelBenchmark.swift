internal import AuxImage
internal import AuxKernels
internal import Foundation

/// Times one conversion for each line of standard input, so that another program can take turns with it.
///
/// The argument is the number of samples. A line names a case; the answer is the time in nanoseconds and a
/// sum of the result, both computed here. The time includes allocating the result and not freeing it.
/// Called by `Benchmarks/run`.
@main
struct KernelBenchmark {
  /// The bounds of the disparities, in 1/metres; exact as halves, so that other programs agree on the result.
  private static let bounds = (min: 0.25, max: 4.25)

  private let floats: [Float]
  private let codes: [UInt8]
  private let halves: [UInt16]
  private let depth: DepthData
  private let stored: StoredAuxiliaryImage

  static func main() throws {
    guard CommandLine.arguments.count == 2, let count = Int(CommandLine.arguments[1]), count > 0 else {
      throw AuxError(.usage, "KernelBenchmark SAMPLES, then a case on each line of standard input")
    }
    let benchmark = try KernelBenchmark(count: count)
    while let line = readLine() {
      let (duration, sum) = try benchmark.run(line)
      let (seconds, attoseconds) = duration.components
      let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
      FileHandle.standardOutput.write(Data("\(nanoseconds) \(sum)\n".utf8))
    }
  }

  /// Makes the inputs: a sequence that visits the whole range in no order that a cache could profit from.
  private init(count: Int) throws(AuxError) {
    let words = (0..<count).map { UInt32(truncatingIfNeeded: $0) &* 2_654_435_761 }
    floats = words.map { Float(Self.bounds.min) + Float($0 >> 8) * 0x1p-22 }
    codes = words.map { UInt8($0 >> 24) }
    halves = words.map { UInt16($0 >> 16) }
    depth = try DepthData(
      depthDataType: .fdis, depthDataMap: PixelPlane(width: count, height: 1, known: .float(floats)))
    var metadata = AuxiliaryMetadata()
    metadata.nativeFormat = .hdis
    let plane = PixelPlane(width: count, height: 1, known: .uint8(codes))
    let range = CodeRange(quantity: .disparity, firstValue: Self.bounds.min, lastValue: Self.bounds.max)
    stored = try StoredAuxiliaryImage(
      type: .disparity, content: .depth(plane, range), metadata: metadata)
  }

  private func run(_ name: String) throws -> (Duration, UInt64) {
    switch name {
    case "floatsToHalves": return Self.time { Half.encode(floats) }
    case "codesToHalves":
      return Self.time {
        Quantise.halves(fromCodes8: codes, firstValue: Self.bounds.min, lastValue: Self.bounds.max)
      }
    case "converting": return try Self.time { try Self.bits(depth.converting(toDepthDataType: .hdis)) }
    case "depthData": return try Self.time { try Self.bits(stored.depthData()) }
    case "memcpy": return Self.time { Self.copy(halves) }
    default: throw AuxError(.usage, "no case is named \(name)")
    }
  }

  private static func time(_ body: () throws -> [UInt16]) rethrows -> (Duration, UInt64) {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try body()
    let duration = clock.now - start
    return (duration, result.reduce(0) { $0 &+ UInt64($1) })
  }

  private static func bits(_ depth: DepthData) -> [UInt16] {
    guard case .half(let bits) = depth.depthDataMap.storage else { return [] }
    return bits
  }

  /// Copies as C's `memcpy` does, which is what this becomes.
  private static func copy(_ source: [UInt16]) -> [UInt16] {
    unsafe [UInt16](unsafeUninitializedCapacity: source.count) { target, count in
      count = unsafe target.initialize(fromContentsOf: source)
    }
  }
}
