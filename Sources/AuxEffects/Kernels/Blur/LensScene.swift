internal import AuxKernels

/// A picture, how far each of its pixels is out of focus, and what is known of both block by block.
struct LensScene<Code: LightCode>: Sendable {
  let width, height: Int
  /// Codes of red, green and blue.
  let codes: [Code]
  /// The light of each code.
  let light: [Float]
  let radii: SignedRadii
  let blocks: RadiusBlocks
  /// What light of 1 stands for: 1, or more where it is that of highlights.
  let brightness: Float
  /// A difference of radii, in their codes, from which on two neighbours are of different things.
  let edge: Float
  /// The blocks whose pixels have no edges and hide nothing; empty where nobody asks.
  private(set) var isPlain: [Bool] = []

  /// A picture whose neighbours are of different things from 1.5 pixels of radius on.
  init(_ codes: [Code], _ radii: SignedRadii, light: [Float], brightness: Float = 1, jobs: Int) {
    self.init(
      codes, radii, RadiusBlocks(radii, jobs: jobs), edge: 1.5 / radii.unit, light: light,
      brightness: brightness)
    isPlain = blocks.low.indices.map { block in
      !mayHide(block)
        || !hasEdge(block) && !blocks.isSoft[block]
          && Float(blocks.high[block])
            <= blocks.leastThreshold(block % blocks.columns, block / blocks.columns)
    }
  }

  /// A picture of which blocks and edges are known.
  init(
    _ codes: [Code], _ radii: SignedRadii, _ blocks: RadiusBlocks, edge: Float, light: [Float],
    brightness: Float = 1
  ) {
    self.brightness = brightness
    (width, height, self.codes, self.light) = (radii.width, radii.height, codes, light)
    (self.radii, self.blocks, self.edge) = (radii, blocks, edge)
  }

  /// Returns how much of a pixel is of a matte's subject, where it is of two things; nil elsewhere.
  @inline(__always)
  func share(_ pixel: Int) -> Float? {
    guard !radii.matte.isEmpty, SignedRadii.soft.contains(radii.matte[pixel]) else { return nil }
    return Float(radii.matte[pixel]) / 255
  }

  /// Whether a matte says that a pixel is of its subject alone.
  @inline(__always)
  func isInside(_ pixel: Int) -> Bool {
    !radii.matte.isEmpty && radii.matte[pixel] > SignedRadii.soft.upperBound
  }

  /// Returns the pixels of a block.
  func pixels(_ column: Int, _ row: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    let side = RadiusBlocks.side
    return (
      column * side..<min((column + 1) * side, width), row * side..<min((row + 1) * side, height)
    )
  }

  /// Whether there may be an edge in a block, or next to it.
  func hasEdge(_ block: Int) -> Bool {
    Float(blocks.high[block]) - Float(blocks.low[block]) > edge
  }

  /// Whether something in a block may be before a ground that it hides.
  func mayHide(_ block: Int) -> Bool {
    Float(blocks.highAround[block]) - Float(blocks.lowAround[block]) > edge
  }
}
