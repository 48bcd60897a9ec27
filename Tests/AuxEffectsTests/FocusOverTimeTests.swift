import AuxImage
import TestSupport
import Testing

@testable import AuxEffects

@Suite("Focus over time")
struct FocusOverTimeTests {
  @Test("A pull is linear or smooth between its times, and constant beyond them")
  func pull() throws {
    let linear = try FocusPull(parsing: "0.2@1s,0.8@75f,0.5@4s").course(framesPerSecond: 25)
    for (frame, focus) in [(0, 0.2), (25, 0.2), (50, 0.5), (75, 0.8), (80, 0.74), (100, 0.5), (999, 0.5)]
      as [(Int, Float)]
    {
      #expect(abs(linear.focus(atFrame: frame) - focus) < 1e-6, "\(frame)")
    }
    let smooth = try FocusPull(parsing: "0@0f,1@100f", curve: .smooth).course(framesPerSecond: nil)
    for (frame, share) in [(0, 0), (25, 0.15625), (50, 0.5), (75, 0.84375), (100, 1)] as [(Int, Float)] {
      #expect(abs(smooth.focus(atFrame: frame) - share) < 1e-6, "\(frame)")
    }
    #expect(try FocusPull(parsing: "0.3@2s").course(framesPerSecond: 30).focus(atFrame: 7) == 0.3)
  }

  @Test(
    "What is no pull",
    arguments: [
      "", "0.2", "0.2@", "0.2@3", "0.2@3m", "@3s", "1.2@3s", "0.2@-1s", "0.2@nans", "0.2@infs", "0.2@1.5f",
      "0.2@2s,0.3@2s", "0.2@2s,0.3@1s", "0.2@1s,", "0.2@1s@2s", "0m@1s", "-1m@1s", "nanm@1s", "m@1s",
    ])
  func malformed(text: String) {
    #expect(throws: AuxError(.usage, "")) { try FocusPull(parsing: text) }
  }

  @Test("Seconds need a rate, and mixed times must increase at it")
  func rates() throws {
    #expect(throws: AuxError(.usage, "")) {
      try FocusPull(parsing: "0.2@1s").course(framesPerSecond: nil)
    }
    let mixed = try FocusPull(parsing: "0.2@1s,0.4@30f")
    _ = try mixed.course(framesPerSecond: 25)
    #expect(throws: AuxError(.usage, "")) { try mixed.course(framesPerSecond: 60) }
  }

  @Test("Noise does not move the focus", arguments: [24, 30, 60] as [Double])
  func noise(rate: Double) {
    var generator = SeededRandom(seed: 77)
    var follower = FocusFollower(width: 0.1, framesPerSecond: rate)
    let first = follower.next(0.6)
    for _ in 0..<1000 {
      // A standard deviation of 0.015: four codes of 255.
      let noise = (0..<12).reduce(Float(-6)) { sum, _ in sum + Float.random(in: 0..<1, using: &generator) }
      #expect(follower.next(0.6 + noise * 0.015) == first)
    }
  }

  @Test("What passes for a moment does not move it, what stays does")
  func outliers() {
    var follower = FocusFollower(width: 0.1, framesPerSecond: 30)
    for _ in 0..<30 { _ = follower.next(0.5) }
    for _ in 0..<4 { #expect(follower.next(0.9) == 0.5) }
    for _ in 0..<30 { #expect(follower.next(0.5) == 0.5) }
    var focus: Float = 0
    for _ in 0..<60 { focus = follower.next(0.9) }
    #expect(abs(focus - 0.9) <= follower.band + 0.005)
  }

  @Test("A subject that moves steadily is followed within a bound, one way, and without overshooting")
  func motion() {
    for seconds in [2, 5] as [Float] {
      var generator = SeededRandom(seed: 78)
      var follower = FocusFollower(width: 0.1, framesPerSecond: 30)
      let rate = 0.8 / (seconds * 30)
      var last = follower.next(0.1)
      // The lag of the smoothing is 3.1 frames at this rate.
      let bound = follower.band + rate * 3.2 + 0.01
      for frame in 1...Int(seconds * 30) {
        let place = 0.1 + rate * Float(frame)
        let focus = follower.next(place + Float.random(in: -0.01...0.01, using: &generator))
        #expect(abs(focus - place) <= bound, "\(frame): \(focus) for \(place)")
        #expect(focus >= last && focus <= 0.9)
        last = focus
      }
    }
  }
}
