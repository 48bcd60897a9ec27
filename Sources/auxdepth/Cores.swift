internal import Foundation

/// The processors of the machine.
enum Cores {
  /// How many there are.
  static var count: Int { ProcessInfo.processInfo.activeProcessorCount }
}
