internal import ArgumentParser
internal import AuxDepthKit

/// The options of the lens that a blur is that of.
struct LensArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: """
      The blur of a lens with so many millimetres of opening, by the distances of the map; takes the place of \
      --radius, --slope and --width.
      """)
  var aperture: Float?

  @Option(
    name: .customLong("f-number"), parsing: .unconditional,
    help: "The same by the f-number of a camera for 35 mm film with the photo's field of view.")
  var fNumber: Float?

  /// Whether a lens is asked for.
  var isGiven: Bool { aperture != nil || fNumber != nil }

  /// Returns the lens; nil where none is asked for. Throws `usage` where a number is out of range.
  func lens(fieldOfView: Double?) throws(AuxError) -> LensOptions? {
    if let aperture { return try LensOptions(.diameter(aperture / 1000), fieldOfView: fieldOfView) }
    if let fNumber { return try LensOptions(.fNumber(fNumber), fieldOfView: fieldOfView) }
    return nil
  }

  func validate() throws {
    guard aperture == nil || fNumber == nil else {
      throw ValidationError("--aperture and --f-number say the same; give one of them")
    }
    guard (try? aperture.map { try LensOptions(.diameter($0 / 1000)) }) != nil || aperture == nil else {
      throw ValidationError("--aperture is 0 to 10000 millimetres")
    }
    do throws(AuxError) { _ = try lens(fieldOfView: nil) } catch { throw ValidationError(error.reason) }
  }
}
