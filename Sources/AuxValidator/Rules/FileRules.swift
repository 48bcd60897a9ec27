internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// Whether a file is one that can be looked at.
enum FileRules {
  static let open = "FILE-OPEN"
  static let readable = "FILE-READABLE"

  static let all: [Validator.Rule] = [
    .file(
      open, .error,
      "The file exists, can be read, and is a JPEG, HEIF, DNG, TIFF, PNG, WebP, OpenEXR or JPEG XL file.",
      "T.81 B.2.1; ISO/IEC 14496-12 4.3; TIFF 6.0, section 2 (shall)",
      explanation: .init(
        why: "Nothing can be said of such a file, and no program that reads photos will show it.",
        cause: """
          The path is misspelt or not readable for this user, a download left an error page under the \
          photo's name, or the file is of a kind with no auxiliary images, such as a video.
          """,
        remedy: """
          Look at the path, the permissions and the first bytes of the file, and fetch it again from \
          where it came from.
          """,
        example: "FILE-OPEN at byte 0: is no JPEG, HEIF, DNG, PNG, TIFF, WebP, OpenEXR or JPEG XL file")
    ) { file, check in
      check.expect(
        file.failure == nil, file.failure?.reason ?? "", at: file.failure?.offset,
        in: file.failure?.place ?? "")
    },
    .file(
      readable, .error, "Reading the headers does not fail, whatever other rules say.",
      "auxdepth fails: Specs/validation.md, \"The reader\"",
      explanation: .init(
        why: """
          The rules look at a file leniently; the reader that extract, view and the library use does \
          not, and refuses this file or one image in it.
          """,
        cause: """
          Something is wrong that no rule names, in a part of the file that matters only to whoever \
          decodes it. The message says what and where.
          """,
        remedy: """
          Write the file anew with the program that made it. Where one auxiliary image alone is refused, \
          `auxdepth remove` takes it out.
          """,
        example: "FILE-READABLE at byte 8: the first chunk is not IHDR (PNG 11.2.2)")
    ) { file, check in
      // An image sequence without a photo is legal, and not read.
      if file.failure != nil || file.heif?.isSequenceAlone == true { return }
      check.expect(
        file.refusal == nil, file.refusal?.reason ?? "", at: file.refusal?.offset,
        in: file.refusal?.place ?? "")
    },
    .file(
      "FILE-EXIF-SIZE", .info, "Exif states the size of the photo.",
      "Exif 2.32 4.6.5, PixelXDimension; observed of programs that scale or crop and copy Exif",
      explanation: .init(
        why: """
          Programs that show or sort by the size in Exif have the wrong one. Places that Exif states in pixels, such as that of \
          the subject, are wrong.
          """,
        cause: "A program scaled or cropped the photo and copied the Exif block of the original.",
        remedy: "Nothing has to be done. An edit by auxdepth that changes the size states the new one.",
        example: "FILE-EXIF-SIZE: Exif states 4032x3024 and the photo has 64x48", since: "0.2.0")
    ) { file, check in
      guard let stated = (file.jpeg?.exif ?? file.heif?.exif)?.pixelSize, let size = file.primarySize,
        stated.width > 0, stated.height > 0
      else { return }
      let (width, height) = (Int(size.width), Int(size.height))
      check.expect(
        stated == (width, height) || stated == (height, width),
        "Exif states \(stated.width)x\(stated.height) and the photo has \(width)x\(height)")
    },
    .file(
      "FILE-C2PA", .info, "The file carries no C2PA manifest, which any change of the file would invalidate.",
      "C2PA specification, \"Embedding manifests\"; Specs/c2pa.md",
      explanation: .init(
        why: """
          A manifest signs the bytes of the file. Whatever edits the photo afterwards breaks the \
          signature, and viewers then say that the photo was tampered with.
          """,
        cause: "A camera or an editor with Content Credentials wrote it. That is no fault of the file.",
        remedy: """
          Nothing has to be done. Before an edit, decide whether the manifest may break or is to be left \
          out.
          """,
        example: "FILE-C2PA at byte 2: there is a C2PA manifest of 50 bytes; its signature is not checked",
        since: "0.2.0")
    ) { file, check in
      guard file.failure == nil, file.refusal == nil else { return }
      check.expect(
        file.manifest == nil,
        "there is a C2PA manifest of \(file.manifest?.byteCount ?? 0) bytes; its signature is not checked",
        at: file.manifest?.offset)
    },
  ]
}
