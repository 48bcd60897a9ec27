import Foundation

/// How many times as much of the processor's time `work` takes for four times its size: about 4 where the cost is
/// linear, 16 where it is quadratic.
///
/// The time is this thread's own, the least of three runs, so that what else the machine does is not counted.
package func costGrowth(from size: Int, _ work: (Int) throws -> Void) rethrows -> Double {
  func cost(_ size: Int) throws -> Double {
    var least = Double.infinity
    for _ in 0..<3 {
      let start = threadSeconds()
      try work(size)
      least = min(least, threadSeconds() - start)
    }
    return least
  }
  let small = try cost(size)
  return try cost(4 * size) / small
}

private func threadSeconds() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
