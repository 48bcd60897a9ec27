/// A kind of metadata that can be taken out of a photo.
///
/// `docs/privacy.md` lists the places of each kind in each container.
public enum MetadataKind: String, Hashable, Sendable, CaseIterable {
  /// Where the photo was taken: GPS, coordinates and names of places. A maker's note that cannot be read may hold them.
  case location
  /// Whom it shows, and whose camera it is: names of people and regions of faces. A maker's note that cannot be read may hold them.
  case people
  /// Makers' notes and serial numbers; of Apple's note tags 33 and 48 stay where a gain map needs them.
  case device
  /// When it was taken, changed and digitized.
  case time
  /// Thumbnails and previews.
  case thumbnail
  /// C2PA manifests, and links to them.
  case c2pa
  /// Texts about the photo and who made it: title, description, keywords, comments, creator, credit and copyright.
  case description
  /// All of these, and all else that the images of the file do not need: orientation, colors and what describes images stay.
  case all
}
