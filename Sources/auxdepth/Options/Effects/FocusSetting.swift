internal import ArgumentParser
internal import AuxDepthKit

/// What `--focus` says: one nearness, or in `stream` several with their times.
enum FocusSetting: ExpressibleByArgument {
  case nearness(Float)
  /// Nearnesses at times, as `0.2@0s,0.8@75f`, and why they cannot be used.
  case pull(String)

  init?(argument: String) {
    if argument.contains("@") {
      self = .pull(argument)
    } else if let nearness = Float(argument) {
      self = .nearness(nearness)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String {
    switch self {
    case .nearness(let nearness): "\(nearness)"
    case .pull(let text): text
    }
  }
}
