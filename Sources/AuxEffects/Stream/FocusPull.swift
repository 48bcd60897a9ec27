public import AuxImage

/// A focus that moves over time: the nearness in focus at some times, and what is between them.
///
/// Before the first time the focus is the first one, and after the last the last one.
public struct FocusPull: Hashable, Sendable {
  /// A time in a stream.
  public enum Time: Hashable, Sendable {
    /// Seconds from the first frame, by the rate that the stream states.
    case seconds(Double)
    /// The number of a frame, from 0.
    case frame(Int)
  }

  /// How the focus moves between two times.
  public enum Curve: String, Hashable, Sendable, CaseIterable {
    /// At one speed: t of the way after the share t of the time.
    case linear
    /// From rest to rest: t^2 (3 - 2 t) of the way.
    case smooth
  }

  /// A nearness or a distance in focus, and when.
  public struct Mark: Hashable, Sendable {
    /// The nearness in focus, 0...1, or the distance in meters.
    public let focus: Float
    /// True if ``focus`` is a distance in meters, for maps that have distances.
    public let isDistance: Bool
    /// When it is in focus.
    public let time: Time

    /// Creates a mark of a nearness.
    public init(focus: Float, at time: Time) {
      (self.focus, isDistance, self.time) = (focus, false, time)
    }

    /// Creates a mark of a distance in meters.
    public init(distance: Float, at time: Time) {
      (focus, isDistance, self.time) = (distance, true, time)
    }
  }

  /// The nearnesses and their times, the first one first.
  public let marks: [Mark]
  /// How the focus moves between them.
  public let curve: Curve

  /// The most marks that are taken.
  private static let mostMarks = 10_000

  /// Creates a pull.
  ///
  /// Throws `AuxError` with code `usage` where there is no mark or more than 10,000, a nearness is outside of 0...1, a distance is not above 0, a time is
  /// negative or not finite, and where times of one kind do not increase.
  public init(_ marks: [Mark], curve: Curve = .linear) throws(AuxError) {
    guard (1...Self.mostMarks).contains(marks.count) else {
      throw AuxError(.usage, "a focus pull has 1 to \(Self.mostMarks) marks, not \(marks.count)")
    }
    for mark in marks {
      if !mark.isDistance {
        try Parameter.check(mark.focus, "focus", in: 0...1)
      } else if !(mark.focus > 0) {
        throw AuxError(.usage, "a distance in focus must be above 0 m, not \(mark.focus)")
      }
      switch mark.time {
      case .seconds(let seconds) where !(seconds >= 0 && seconds.isFinite):
        throw AuxError(.usage, "\(seconds) seconds are no time in a stream")
      case .frame(let frame) where frame < 0: throw AuxError(.usage, "\(frame) is no number of a frame")
      default: break
      }
    }
    let hasFramesOnly = marks.allSatisfy { if case .frame = $0.time { true } else { false } }
    let hasSecondsOnly = marks.allSatisfy { if case .seconds = $0.time { true } else { false } }
    (self.marks, self.curve) = (marks, curve)
    if hasFramesOnly || hasSecondsOnly { _ = try course(framesPerSecond: 1) }
  }

  /// Returns the course of the focus over the frames of a rate.
  ///
  /// Throws `usage` where times are in seconds and the rate is not known, and where times do not increase.
  package func course(framesPerSecond: Double?) throws(AuxError) -> Course {
    var frames: [Double] = []
    for mark in marks {
      let frame: Double
      switch mark.time {
      case .frame(let number): frame = Double(number)
      case .seconds(let seconds):
        guard let framesPerSecond else {
          throw AuxError(
            .usage, "the colour does not state its frame rate, which a focus at seconds needs")
        }
        frame = seconds * framesPerSecond
      }
      guard frames.last.map({ frame > $0 }) ?? true else {
        throw AuxError(.usage, "the times of a focus pull must increase")
      }
      frames.append(frame)
    }
    return Course(frames: frames, focuses: marks.map(\.focus), curve: curve)
  }

  /// The focus as a function of the number of a frame.
  package struct Course: Sendable {
    fileprivate let frames: [Double]
    fileprivate let focuses: [Float]
    fileprivate let curve: Curve

    package func focus(atFrame frame: Int) -> Float {
      let time = Double(frame)
      guard let next = frames.firstIndex(where: { $0 > time }) else { return focuses[focuses.count - 1] }
      guard next > 0 else { return focuses[0] }
      let share = Float((time - frames[next - 1]) / (frames[next] - frames[next - 1]))
      let way = curve == .linear ? share : share * share * (3 - 2 * share)
      return focuses[next - 1] + (focuses[next] - focuses[next - 1]) * way
    }
  }
}

extension FocusPull {
  /// Creates a pull of a text: a nearness or a distance with an `m`, `@`, and seconds with an `s` or the number of a frame with
  /// an `f`, with commas between several, as `0.2@0s,0.8@75f` or `1.2m@0s,3m@75f`.
  ///
  /// Throws `AuxError` with code `usage` where the text is not of this form, else as ``init(_:curve:)``.
  public init(parsing text: String, curve: Curve = .linear) throws(AuxError) {
    var marks: [Mark] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "@", omittingEmptySubsequences: false)
      let isDistance = sides[0].hasSuffix("m")
      guard sides.count == 2, let focus = Float(isDistance ? sides[0].dropLast() : sides[0]),
        let time = Self.time(sides[1])
      else {
        throw AuxError(
          .usage, "\(part) is no focus at a time, such as 0.2@1.5s in seconds or 1.2m@75f, a frame")
      }
      marks.append(isDistance ? Mark(distance: focus, at: time) : Mark(focus: focus, at: time))
    }
    try self.init(marks, curve: curve)
  }

  private static func time(_ text: Substring) -> Time? {
    switch text.last {
    case "s": Double(text.dropLast()).map(Time.seconds)
    case "f": Int(text.dropLast()).map(Time.frame)
    default: nil
    }
  }
}
