internal import AuxDepthKit

/// What is printed of a map's samples that had no value of their own.
enum CountText {
  /// Returns a phrase that goes on in a line, empty where every sample had a value.
  static func phrase(_ counts: SampleCounts) -> String {
    var text = ""
    if counts.background > 0 { text += ", \(percent(counts.backgroundShare)) background" }
    if counts.holes > 0 { text += ", \(counts.holes) holes filled (\(percent(counts.holeShare)))" }
    if counts.clamped > 0 { text += ", \(percent(counts.clampedShare)) clamped" }
    return text
  }

  private static func percent(_ share: Double) -> String {
    share < 0.001 ? "less than 0.1 %" : "\(NumberText.decimals(share * 100, 1)) %"
  }
}
