internal import ArgumentParser
internal import AuxDepthKit

/// The options of `attach` that make a portrait for Apple's Photos.
struct PortraitArguments: ParsableArguments {
  /// The profiles of the validator that `attach` writes for.
  enum Purpose: String, CaseIterable, ExpressibleByArgument {
    case photosPortrait = "photos-portrait"
  }

  @Option(
    help: ArgumentHelp(
      "Write what a purpose needs: photos-portrait, a disparity map that Apple's Photos can edit, as far as known.",
      discussion: """
        The map is recorded as of high quality and filtered, and needs the calibration of the camera. What Photos needs \
        was reported by third parties of one file on one device; it is no promise. validate --profile says what is \
        missing.
        """))
  var profile: Purpose?

  @Option(
    name: .customLong("portrait-from"),
    help: ArgumentHelp(
      "A portrait of the same camera and lens, whose blur parameters are taken.",
      discussion:
        "They are opaque: SimulatedAperture, RenderingParameters, and the calibration where none is given."),
    completion: .photo)
  var donor: String?

  @Option(
    name: .customLong("focus-region"),
    help:
      "Where the photo is in focus, in parts of its sides as stored: x,y of the centre, or x,y,width,height.")
  var focus: FocusRegion?

  func check() throws {
    guard profile != nil || donor == nil && focus == nil else {
      throw ValidationError("--portrait-from and --focus-region go with --profile photos-portrait")
    }
  }

  /// Gives a destination what the profile needs; returns notes.
  func apply(to destination: inout ImageDestination) throws(AuxError) -> [String] {
    switch profile {
    case nil: return []
    case .photosPortrait:
      var lender: ImageSource?
      if let donor { lender = try ImageSource(donor) }
      do throws(AuxError) {
        return try destination.preparePhotosPortrait(donor: lender, focus: focus)
          .map { "as reported, Photos would lack this: \($0)" }
      } catch { throw donor.map { error.code == .usage ? error.about($0) : error } ?? error }
    }
  }
}
