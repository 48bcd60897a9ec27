internal import AuxImage
internal import AuxValidator

/// What the files of a page have in common.
struct PageSettings: Sendable {
  let limits: AuxLimits
  let previewSide: Int
  let previewQuality: Int
  /// Whether the page shows several files beside one another, with small pictures of them.
  let isSheet: Bool
  /// Whether photos are there at their own size, too.
  let isFull: Bool
  /// Whether there are so many files that previews of maps and of second eyes are small.
  let isBrief: Bool

  /// The longer side of an eye's preview: on a page of many files the right one is only for the view of both.
  func previewSide(of eye: StereoEye) -> Int {
    eye == .right && isBrief ? max(1, previewSide / 2) : previewSide
  }
}

/// A piece of a file in the data of the page, and the notes on it.
struct PagePiece: Sendable {
  /// The elements with what is decoded only when it is shown; they precede the element of the file.
  var elements: [UInt8] = []
  /// A part of the file's object: JSON in UTF-8, escaped for its element.
  var members: [UInt8] = []
  /// The error that kept the piece from being made as a whole.
  var failure: AuxError?
  var notes: [String] = []
  /// What the validator says of the file, where the piece has that.
  var judgement: Validator.Judgement?
  /// The rules that found something.
  var rules: Set<String> = []
}
