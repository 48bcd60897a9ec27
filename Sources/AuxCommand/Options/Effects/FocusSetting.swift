internal import ArgumentParser
internal import AuxDepthKit

/// What `--focus` says: one nearness or distance, or in `stream` several with their times.
enum FocusSetting: ExpressibleByArgument {
  case nearness(Float)
  /// A distance in meters, as `1.2m`.
  case distance(Float)
  /// Nearnesses or distances at times, as `0.2@0s,0.8@75f`.
  case pull(String)

  init?(argument: String) {
    if argument.contains("@") {
      self = .pull(argument)
    } else if argument.hasSuffix("m"), let meters = Float(argument.dropLast()), meters > 0 {
      self = .distance(meters)
    } else if let nearness = Float(argument) {
      self = .nearness(nearness)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String {
    switch self {
    case .nearness(let nearness): "\(nearness)"
    case .distance(let meters): "\(meters)m"
    case .pull(let text): text
    }
  }
}
