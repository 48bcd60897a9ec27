internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// The name of a file, and the photo's own picture, which ``Validator/decodesPhoto`` asks for.
///
/// Source: Specs/validation.md, "The photo's own picture".
enum PhotoRules {
  static let all: [Validator.Rule] = [
    .file(
      "FILE-EXTENSION", .warning, "The extension of the file is not that of another container.",
      "Specs/validation.md, \"Names\"",
      explanation: .init(
        why: """
          Programs that go by the name refuse the photo, or show nothing: ExifTool writes no file whose extension and content \
          contradict each other.
          """,
        cause: """
          A web service or a messenger turned the photo into JPEG and kept its name, or somebody renamed \
          it in place of converting it.
          """,
        remedy: "Give the file the extension of what it is, or convert it.",
        example: "FILE-EXTENSION: the file is jpeg, and its extension .heic is that of heif",
        since: "0.2.0")
    ) { file, check in
      guard let path = file.path, path != StandardStream.path, let container = file.container,
        let suffix = PathText.fileExtension(of: path),
        let named = ImageContainer.allCases.first(where: { $0.ownExtensions.contains(suffix) })
      else { return }
      check.expect(
        container.ownExtensions.contains(suffix),
        "the file is \(container.rawValue), and its extension .\(suffix) is that of \(named.rawValue)")
    },
    .file(
      "FILE-PHOTO-DECODE", .error, "The photo's own picture decodes as a whole, without a warning.",
      "ITU-T T.81; ITU-T H.265; AV1; TIFF 6.0; PNG; the decoder fails: Specs/decoders.md",
      explanation: .init(
        why: """
          Parts of the picture are lost or noise. Viewers show them gray, smeared or in wrong colours, \
          and say nothing.
          """,
        cause: "A transfer or a disk changed or lost bytes of the coded data.",
        remedy: "Fetch the photo again from where it came from: no program brings the picture back.",
        example: """
          FILE-PHOTO-DECODE image 1 at byte 605: the JPEG stream is damaged in 1 place: Corrupt JPEG data: \
          premature end of data segment
          """,
        since: "0.2.0")
    ) { file, check in
      for picture in file.pictures ?? [] {
        // What nobody here decodes is no fault of the file.
        if let failure = picture.failure, failure.isOfMissingDecoder { continue }
        if let failure = picture.failure, failure.isOfSystem {
          check.expectSuccess(failure)
        } else {
          check.expect(
            picture.failure == nil, picture.failure.map { "\($0)" } ?? "", at: picture.offset,
            in: picture.place)
        }
      }
    },
    .file(
      "FILE-PHOTO-UNSUPPORTED", .info, "The photo's own picture is coded in a way that this program decodes.",
      "Specs/validation.md, \"The photo's own picture\"",
      explanation: .init(
        why: """
          Nothing is wrong with the file as far as this program can tell; the picture was not looked \
          at.
          """,
        cause: """
          The picture is coded in a form that auxdepth has no decoder for, such as JPEG 2000, an \
          animation, CMYK, or a compressed raw image.
          """,
        remedy: "Look at the photo with the program that made it.",
        example: "FILE-PHOTO-UNSUPPORTED image 1 at byte 608: JPEG of 4 components is not decoded",
        since: "0.2.0")
    ) { file, check in
      for picture in file.pictures ?? [] {
        let failure = picture.failure.flatMap { $0.isOfMissingDecoder ? $0 : nil }
        check.expect(
          failure == nil, failure.map { "\($0)" } ?? "", at: picture.offset, in: picture.place)
      }
    },
  ]
}

extension AuxError {
  /// Whether the bytes may be right, and this package does not decode them.
  fileprivate var isOfMissingDecoder: Bool { code == .unsupported || code == .missingImage }
}

extension FileSubject {
  /// Whether all of the photo's own pictures were decoded, damaged or not.
  var isPhotoDecoded: Bool {
    guard let pictures else { return false }
    return pictures.compactMap(\.failure).allSatisfy { !$0.isOfMissingDecoder && !$0.isOfSystem }
  }
}
