internal import AuxImage
internal import AuxReader
internal import AuxWriter

/// Where one of two compared photos is in the other, as `copy` finds a crop.
enum PageRegistration {
  /// The longer side of the pictures that are compared.
  private static let side = 2048

  /// Returns the part of one photo that the other shows, in parts of its sides as displayed, with the Exif orientation
  /// by which the other is displayed as the first one is; or why none is known.
  ///
  /// Throws `AuxError` with code `io` where the system fails.
  static func json(_ paths: [String], _ limits: AuxLimits) throws(AuxError) -> JSONValue? {
    guard !paths.contains(StandardStream.path) else { return nil }
    do throws(AuxError) {
      let pictures = try paths.map { path throws(AuxError) in
        try ImageSource(path, limits: limits).primaryPixels().upright().reduced(toLongerSide: side)
      }
      var reason: String?
      for (part, whole) in [(1, 0), (0, 1)] {
        do throws(AuxError) {
          let match = try PictureMatch(of: pictures[part], in: pictures[whole])
          if let place = Self.place(match, in: pictures[whole]) {
            return [
              "part": .integer(part), "whole": .integer(whole), "likeness": .number(match.likeness),
              "x": .number(place.x), "y": .number(place.y), "width": .number(place.width),
              "height": .number(place.height), "turn": .integer(match.turn.inverse.rawValue),
            ]
          }
          reason = "one of the photos was straightened"
        } catch { reason = reason ?? error.reason }
      }
      return ["reason": reason.map(JSONValue.string)]
    } catch {
      try error.throwIfOfSystem()
      return ["reason": .string(error.message)]
    }
  }

  /// Returns the part in parts of the sides; nil for one that was straightened.
  private static func place(
    _ match: PictureMatch, in whole: PhotoPixels
  ) -> (x: Double, y: Double, width: Double, height: Double)? {
    guard match.warp == nil else { return nil }
    guard let crop = match.crop else { return (0, 0, 1, 1) }
    let (width, height) = (Double(whole.width), Double(whole.height))
    return (
      Double(crop.x) / width, Double(crop.y) / height, Double(crop.width) / width,
      Double(crop.height) / height
    )
  }
}
