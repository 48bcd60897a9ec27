internal import AuxContainers
internal import AuxImage

/// The images of an overlay in the order in which they are drawn, each decoded once.
///
/// If an image is drawn again at the same place, the earlier time is skipped. All images together decode, and draw, no
/// more pixels than one image may have (``AuxLimits/pixels``).
struct OverlayInputs {
  private let limits: AuxLimits
  private var steps: [Step] = []
  private var position = 0
  /// How often an image is still needed.
  private var needed: [UInt32: Int] = [:]
  private var kept: [UInt32: PhotoPixels] = [:]
  private var decodedCount = 0
  private var laidCount = 0

  /// An image and where it is drawn.
  struct Step: Hashable {
    var id: UInt32
    var offset: OverlayPayload.Offset
  }

  init(_ inputs: [UInt32], at offsets: [OverlayPayload.Offset], limits: AuxLimits) {
    self.limits = limits
    var later: Set<Step> = []
    for step in zip(inputs, offsets).map({ Step(id: $0, offset: $1) }).reversed()
    where later.insert(step).inserted {
      steps.append(step)
      needed[step.id, default: 0] += 1
    }
    steps.reverse()
  }

  /// Returns the next image and its place; nil after the last.
  mutating func next() -> Step? {
    guard position < steps.count else { return nil }
    defer { position += 1 }
    return steps[position]
  }

  /// Returns the pixels of an image. `decode` makes them the first time; they are kept until the last.
  mutating func picture(
    _ id: UInt32, _ decode: () throws(AuxError) -> PhotoPixels
  ) throws(AuxError) -> PhotoPixels {
    needed[id, default: 1] -= 1
    let isLast = needed[id] == 0
    if let known = kept[id] {
      if isLast { kept[id] = nil }
      return known
    }
    let picture = try decode()
    decodedCount += picture.width * picture.height
    try check(decodedCount, "decoded")
    if !isLast { kept[id] = picture }
    return picture
  }

  /// Counts the pixels that are drawn onto the canvas.
  mutating func count(
    _ picture: PhotoPixels, at offset: OverlayPayload.Offset, on canvas: Canvas
  ) throws(AuxError) {
    let columns = min(canvas.width, offset.left + picture.width) - max(0, offset.left)
    let rows = min(canvas.height, offset.top + picture.height) - max(0, offset.top)
    laidCount += max(0, columns) * max(0, rows)
    try check(laidCount, "laid down")
  }

  private func check(_ count: Int, _ what: String) throws(AuxError) {
    guard count <= limits.pixels else {
      throw AuxError(
        .limitExceeded, "an overlay of more than \(limits.pixels) pixels \(what), the most of one image")
    }
  }
}
