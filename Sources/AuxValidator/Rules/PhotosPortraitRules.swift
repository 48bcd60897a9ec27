internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension Validator {
  /// A purpose that files have to be good for apart from being valid: more rules, which are asked for by name.
  public enum Profile: String, Hashable, Sendable, CaseIterable {
    /// A portrait that Apple's Photos edits, as far as third parties reported what it needs.
    case photosPortrait = "photos-portrait"
    /// A spatial photo, as Apple describes one.
    case spatial

    package var rules: [Rule] {
      switch self {
      case .photosPortrait: PhotosPortraitRules.all
      case .spatial: SpatialPhotoRules.all
      }
    }
  }
}

/// What Apple's Photos was reported to need for editing a portrait, and which control would be missing without it.
///
/// A third party changed one working file piece by piece and tried it on one device; nothing more is known.
/// Source: Specs/portrait.md, reported.
enum PhotosPortraitRules {
  private static let source = "reported: Specs/portrait.md"

  static let all: [Validator.Rule] = [
    .file(
      "PHOTOS-PORTRAIT-MAP", .error, "The photo is JPEG or HEIC and has a disparity map.", source,
      explanation: .init(
        why: "Photos makes a portrait of a JPEG or HEIC file with a disparity map alone.",
        cause: "The photo was never given a map, or an editor dropped it.",
        remedy: "Attach a disparity map, with the profile photos-portrait.",
        example: "PHOTOS-PORTRAIT-MAP: no portrait at all: there is no disparity map",
        since: "0.2.0")
    ) { file, check in
      let isHeld = file.container == .jpeg || file.container == .heif
      check.expect(
        isHeld && disparity(of: file) != nil,
        "no portrait at all: \(isHeld ? "there is no disparity map" : "the file is neither JPEG nor HEIC")")
    },
    .file(
      "PHOTOS-PORTRAIT-QUALITY", .error,
      "The map is of high quality and filtered, and has no PortraitScore of 0.", source,
      explanation: .init(
        why: "With such a map, the portrait button was there and did not activate.",
        cause: "Depth that is made by hand through ImageIO is of low quality and has a score of 0.",
        remedy: "Attach the map again with the profile photos-portrait, which sets all three.",
        example: """
          PHOTOS-PORTRAIT-QUALITY image 5: the portrait button is there and does not activate: \
          Filtered is not True
          """,
        since: "0.2.0")
    ) { file, check in
      guard let map = disparity(of: file) else { return }
      let metadata = map.metadata
      let reasons = [
        metadata.quality == .high ? nil : "Quality is not high",
        metadata.isFiltered == true ? nil : "Filtered is not True",
        PortraitEffect.hasZeroScore(metadata) ? "PortraitScore is 0" : nil,
      ].compactMap(\.self)
      check.expect(
        reasons.isEmpty,
        "the portrait button is there and does not activate: \(reasons.joined(separator: ", "))",
        in: map.place)
    },
    .file(
      "PHOTOS-PORTRAIT-CALIBRATION", .error,
      "The map has intrinsics, the size that they refer to, extrinsics and pixel size.", source,
      explanation: .init(
        why: "Without them, the portrait button was there and did not activate.",
        cause: "The map was attached without the camera that took the photo.",
        remedy: "Attach the map again with intrinsics, or with a donor that has a calibration.",
        example: """
          PHOTOS-PORTRAIT-CALIBRATION image 2: the portrait button is there and does not activate: \
          IntrinsicMatrix, IntrinsicMatrixReferenceWidth, IntrinsicMatrixReferenceHeight, \
          ExtrinsicMatrix, PixelSize missing
          """,
        since: "0.2.0")
    ) { file, check in
      guard let map = disparity(of: file) else { return }
      let names = [
        "IntrinsicMatrix", "IntrinsicMatrixReferenceWidth", "IntrinsicMatrixReferenceHeight",
        "ExtrinsicMatrix",
        "PixelSize",
      ]
      let missing = names.filter { map.packet?.property(.depthData, $0) == nil }
      check.expect(
        map.metadata.calibration != nil,
        "the portrait button is there and does not activate: "
          + (missing.isEmpty
            ? "the calibration is no numbers" : "\(missing.joined(separator: ", ")) missing"),
        in: map.place)
    },
    .file(
      "PHOTOS-PORTRAIT-BLUR", .warning,
      "The map has SimulatedAperture and RenderingParameters, which begin with REND.", source,
      explanation: .init(
        why: "Without them, the portrait could be activated and the slider for the blur was missing.",
        cause: "The parameters belong to a lens and are never made up; cameras alone write them.",
        remedy: "Attach the map with a donor of the same camera and lens, whose parameters are taken over.",
        example: """
          PHOTOS-PORTRAIT-BLUR image 2: the slider for the blur would be missing: no SimulatedAperture \
          and RenderingParameters
          """,
        since: "0.2.0")
    ) { file, check in
      guard let map = disparity(of: file) else { return }
      check.expect(
        PortraitEffect.blur(in: map.metadata) != nil,
        "the slider for the blur would be missing: no SimulatedAperture and RenderingParameters",
        in: map.place)
    },
    .file(
      "PHOTOS-PORTRAIT-FOCUS", .info, "The XMP of the photo marks a Focus region.", source,
      explanation: .init(
        why: "The one file that was tried had it. What its lack does is not known.",
        cause: "The photo was not taken by a camera that marks where it focused.",
        remedy: "Nothing has to be done; attaching with the profile photos-portrait can mark the region.",
        example: """
          PHOTOS-PORTRAIT-FOCUS: the XMP of the photo marks no Focus region, which the one file that \
          was tried had; what its lack does is not known
          """,
        since: "0.2.0")
    ) { file, check in
      guard disparity(of: file) != nil else { return }
      check.expect(
        file.packets.contains { $0.isPrimary && FocusRegion.isMarked(in: $0.content.properties) },
        "the XMP of the photo marks no Focus region, which the one file that was tried had; what its lack does "
          + "is not known")
    },
  ]

  private static func disparity(of file: FileSubject) -> AuxiliarySubject? {
    file.auxiliaries.first { $0.type == .disparity && $0.isApples }
  }
}
