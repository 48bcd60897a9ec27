internal import AuxImage
internal import AuxReader

/// Whether a file is one that can be looked at.
enum FileRules {
  static let open = "FILE-OPEN"
  static let readable = "FILE-READABLE"

  static let all: [Rule] = [
    .file(
      open, .error,
      "The file exists, can be read, and is a JPEG, HEIF, DNG, TIFF, PNG, WebP or OpenEXR file.",
      "T.81 B.2.1; ISO/IEC 14496-12 4.3; TIFF 6.0, section 2 (shall)"
    ) { file, check in
      check.expect(
        file.failure == nil, file.failure?.reason ?? "", at: file.failure?.offset,
        in: file.failure?.place ?? "")
    },
    .file(
      readable, .error, "Reading the headers does not fail, whatever other rules say.",
      "auxdepth fails: Specs/validation.md, \"The reader\""
    ) { file, check in
      if file.failure != nil { return }
      check.expect(
        file.refusal == nil, file.refusal?.reason ?? "", at: file.refusal?.offset,
        in: file.refusal?.place ?? "")
    },
    .file(
      "FILE-C2PA", .info, "The file carries no C2PA manifest, which any change of the file would invalidate.",
      "C2PA specification, \"Embedding manifests\"; Specs/c2pa.md"
    ) { file, check in
      guard file.failure == nil, file.refusal == nil else { return }
      check.expect(
        file.manifest == nil,
        "there is a C2PA manifest of \(file.manifest?.byteCount ?? 0) bytes; its signature is not checked",
        at: file.manifest?.offset)
    },
  ]
}
