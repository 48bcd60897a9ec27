import Testing

/// One thing made wrong in a file that is right, and the rule that has to name it.
struct Defect: Sendable, CustomTestStringConvertible {
  /// The file that is made wrong.
  enum Base: Sendable { case jpeg, heif, dng, none }

  let rule: String
  let base: Base
  /// Other rules that the same change breaks.
  let also: Set<String>
  /// A part of the place that the finding has to tell.
  let place: String
  let change: @Sendable (inout Bytes) throws -> Void

  init(
    _ rule: String, _ base: Base, also: Set<String> = [], place: String = "",
    _ change: @escaping @Sendable (inout Bytes) throws -> Void
  ) {
    self.rule = rule
    self.base = base
    self.also = also
    self.place = place
    self.change = change
  }

  var testDescription: String { "\(rule) in \(base)" }

  /// The file with the defect.
  func bytes() throws -> [UInt8] {
    var bytes: Bytes
    switch base {
    case .jpeg: bytes = Bytes(try Bases.jpeg.get())
    case .heif: bytes = Bytes(try Bases.heif.get())
    case .dng: bytes = Bytes(try Bases.dng.get())
    case .none: bytes = Bytes([])
    }
    try change(&bytes)
    return bytes.data
  }

  static let all: [Defect] =
    jpegDefects + multiPictureDefects + heifBoxDefects + heifItemDefects + heifPropertyDefects
    + heifAuxiliaryDefects + tiffDefects + dngDefects + identityDefects + valueDefects + calibrationDefects
    + pixelDefects + xmpDefects
}
