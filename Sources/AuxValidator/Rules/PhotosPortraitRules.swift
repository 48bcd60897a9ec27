internal import AuxImage
internal import AuxReader

/// What Apple's Photos was reported to need for editing a portrait, and which control would be missing without it.
///
/// One working file was changed piece by piece and tried on one device by a third party; nobody promises the rest.
/// Source: Specs/portrait.md, reported.
enum PhotosPortraitRules {
  private static let source = "reported: Specs/portrait.md"

  static let all: [Rule] = [
    .file(
      "PHOTOS-PORTRAIT-MAP", .error, "The photo is JPEG or HEIC and has a disparity map.", source
    ) { file, check in
      let isHeld = file.container == .jpeg || file.container == .heif
      check.expect(
        isHeld && disparity(of: file) != nil,
        "no portrait at all: \(isHeld ? "there is no disparity map" : "the file is neither JPEG nor HEIC")")
    },
    .file(
      "PHOTOS-PORTRAIT-QUALITY", .error,
      "The map is of high quality and filtered, and has no PortraitScore of 0.", source
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
      "The map has intrinsics, the size that they refer to, extrinsics and pixel size.", source
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
      "The map has SimulatedAperture and RenderingParameters, which begin with REND.", source
    ) { file, check in
      guard let map = disparity(of: file) else { return }
      check.expect(
        PortraitEffect.blur(in: map.metadata) != nil,
        "the slider for the blur would be missing: no SimulatedAperture and RenderingParameters",
        in: map.place)
    },
    .file(
      "PHOTOS-PORTRAIT-FOCUS", .info, "The XMP of the photo marks a Focus region.", source
    ) { file, check in
      guard disparity(of: file) != nil else { return }
      check.expect(
        file.packets.contains { $0.isPrimary && FocusRegion.isMarked(in: $0.content.properties) },
        "the XMP of the photo marks no Focus region, which the one file that was tried had; what its lack does "
          + "is not known")
    },
  ]

  private static func disparity(of file: FileSubject) -> AuxiliarySubject? {
    file.auxiliaries.first { $0.type == .disparity }
  }
}
