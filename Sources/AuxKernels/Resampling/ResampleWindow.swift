/// The part of a plane that is resampled, in samples from its top left corner; its edges may be between samples.
package struct ResampleWindow: Hashable, Sendable {
  package let left: Double
  package let top: Double
  package let right: Double
  package let bottom: Double

  package init(left: Double, top: Double, right: Double, bottom: Double) {
    precondition(right > left && bottom > top)
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Returns the same part of a plane whose samples are as many times as large.
  package func divided(across: Double, down: Double) -> ResampleWindow {
    ResampleWindow(left: left / across, top: top / down, right: right / across, bottom: bottom / down)
  }
}

/// Which samples of a plane contribute to each sample of the result, for columns and for rows.
struct ResampleAxes {
  let columns: ResampleAxis
  let rows: ResampleAxis

  /// Creates the axes from a whole plane, or from a part of it.
  init(width: Int, height: Int, toWidth: Int, toHeight: Int, _ window: ResampleWindow?) {
    guard let window else {
      columns = ResampleAxis(from: width, to: toWidth)
      rows = ResampleAxis(from: height, to: toHeight)
      return
    }
    columns = ResampleAxis(from: width, low: window.left, high: window.right, to: toWidth)
    rows = ResampleAxis(from: height, low: window.top, high: window.bottom, to: toHeight)
  }
}
