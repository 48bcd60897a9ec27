internal import AuxImage
internal import AuxReader

/// What makes a HEIC a spatial photo, for the profile spatial.
///
/// Nothing was tried on a device. Source: Specs/heif.md, "What makes a spatial photo".
enum SpatialPhotoRules {
  static let all: [Validator.Rule] = [
    .file(
      "SPATIAL-HEIC", .error, "The file is a HEIC, and its pictures are HEVC.",
      "documented: Apple, Writing spatial photos",
      explanation: .init(
        why: "Apple describes spatial photos as HEIC files alone.",
        cause: "The pair is in another container, or no pair at all.",
        remedy: "Attach the right photo to the left one, with a HEIC file as the output.",
        example: "SPATIAL-HEIC: the file is jpeg, and no HEIC", since: "0.2.0")
    ) { file, check in report(.container, file, &check) },
    .file(
      "SPATIAL-GROUP", .error, "Two pictures are in an entity group of the type ster.",
      "documented: Apple, Writing spatial photos; ISO/IEC 23008-12, 6.8.5",
      explanation: .init(
        why: "The group says which picture is for which eye; without it the file shows one picture.",
        cause: "A program without support for such groups wrote the file, or an editor dropped the group.",
        remedy: "Attach the photo for the right eye to the one for the left eye again.",
        example: "SPATIAL-GROUP: no two pictures are in an entity group of the type ster", since: "0.2.0")
    ) { file, check in report(.group, file, &check) },
    .file(
      "SPATIAL-CAMERA", .error, "Baseline, field of view and disparity adjustment are stated, and possible.",
      "documented: Apple, Creating spatial photos and videos with spatial metadata",
      explanation: .init(
        why: "Without all three the pair is stereo, and not spatial.",
        cause: "The pair was made of two pictures without their cameras.",
        remedy: "Make the pair again with the baseline, the field of view and the adjustment.",
        example: "SPATIAL-CAMERA: the file states no field of view or disparity adjustment", since: "0.2.0")
    ) { file, check in report(.camera, file, &check) },
    .file(
      "SPATIAL-PICTURES", .error, "Both pictures have the same size and orientation.",
      "files: two Vision Pros",
      explanation: .init(
        why: "The pictures are shown over each other, one for each eye.",
        cause: "The pictures of two cameras were not cut to one field of view.",
        remedy: "Cut or scale one picture to the other's size, then make the pair again.",
        example: "SPATIAL-PICTURES: the left picture is 64x48 and the right one 48x48", since: "0.2.0")
    ) { file, check in report(.pictures, file, &check) },
    .file(
      "SPATIAL-LENSES", .error, "The focal lengths of both cameras are equal.",
      "documented: Apple, Creating spatial photos and videos with spatial metadata",
      explanation: .init(
        why: "Apple asks for rectified pictures, and lenses of different angles give others.",
        cause: "Pictures of a wide and an ultra-wide camera were paired as they are.",
        remedy: "Rectify the pictures, then make the pair again.",
        example:
          "SPATIAL-LENSES: the focal length of the left camera is 0.75 widths and that of the right one 0.5",
        since: "0.2.0")
    ) { file, check in report(.lenses, file, &check) },
    .file(
      "SPATIAL-POSITIONS", .error,
      "The right camera is to the right of the left one, at the same height and depth.",
      "documented: Apple, Creating spatial photos and videos with spatial metadata",
      explanation: .init(
        why: "Exchanged eyes turn depth inside out, and vertical disparity hurts the eyes.",
        cause: "The pictures were exchanged, or the cameras' places were written as measured.",
        remedy: "Exchange the pictures, or rectify them, then make the pair again.",
        example: "SPATIAL-POSITIONS: the camera of the right picture is not to the right of the left one",
        since: "0.2.0")
    ) { file, check in report(.positions, file, &check) },
  ]

  private static func report(
    _ requirement: SpatialPhotoFault.Requirement, _ file: FileSubject, _ check: inout Checker
  ) {
    for fault in file.source?.spatialFaults ?? [] where fault.requirement == requirement {
      check.expect(false, fault.reason)
    }
  }
}
