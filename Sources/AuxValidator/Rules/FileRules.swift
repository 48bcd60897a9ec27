internal import AuxImage

/// Whether a file is one that can be looked at.
enum FileRules {
  static let open = "FILE-OPEN"
  static let readable = "FILE-READABLE"

  static let all: [Rule] = [
    .file(
      open, .error,
      "The file exists, can be read, and is a JPEG, HEIF, DNG, TIFF, PNG, WebP or OpenEXR file.",
      "T.81 B.2.1; ISO/IEC 14496-12 4.3; TIFF 6.0, section 2"
    ) { file, check in
      check.expect(
        file.failure == nil, file.failure?.reason ?? "", at: file.failure?.offset,
        in: file.failure?.place ?? "")
    },
    .file(
      readable, .error, "Reading the headers does not fail, whatever other rules say.",
      "Specs/validation.md, \"The reader\""
    ) { file, check in
      if file.failure != nil { return }
      check.expect(
        file.refusal == nil, file.refusal?.reason ?? "", at: file.refusal?.offset,
        in: file.refusal?.place ?? "")
    },
  ]
}
