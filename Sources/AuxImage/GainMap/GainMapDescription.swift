extension GainMapDescription {
  /// How a gain map is described in its file.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// Apple's: a headroom in the XMP of the map, or in the camera's own tags.
    case apple
    /// ISO 21496-1: a `tmap` item in HEIF, an APP2 segment in JPEG.
    case iso
    /// Ultra HDR: `hdrgm` properties in the XMP of the map, and in JPEG a GContainer directory in that of the primary.
    case ultraHDR = "ultrahdr"
  }
}

/// What a file says of a gain map, in one form or in several at once.
public struct GainMapDescription: Hashable, Sendable {
  /// The forms.
  public var forms: [Form]
  /// Where the headroom of Apple's form comes from.
  package enum HeadroomSource: String, Hashable, Sendable {
    /// The XMP of the map states it.
    case xmp
    /// It is computed from the maker's note of the photo, by Apple's public formula.
    case makerNote
  }

  /// The headroom that Apple's form has, a ratio of luminances.
  public var appleHeadroom: Double?
  /// Where ``appleHeadroom`` comes from; nil where it is nil, and where the caller gives it.
  package var headroomSource: HeadroomSource?
  /// True if the maker's note lacks the second of its two numbers, which then counts as 0.
  package var isHeadroomAssumed = false
  /// What ISO's form states; without one, what Ultra HDR's states.
  public var metadata: GainMapMetadata?

  /// Creates a description.
  public init(forms: [Form], appleHeadroom: Double? = nil, metadata: GainMapMetadata? = nil) {
    self.forms = forms
    self.appleHeadroom = appleHeadroom
    self.metadata = metadata
  }

  /// The forms that say what the map means: without metadata it is Apple's alone.
  package var usableForms: [Form] { metadata == nil ? forms.filter { $0 == .apple } : forms }

  /// The description as a JSON object: `forms` (`apple`, `iso`, `ultrahdr`), `appleHeadroom`, `headroomSource` (`xmp`, `makerNote`), `headroomAssumed`
  /// (true if the maker's note lacks tag 48), and the members of ``GainMapMetadata/json``; unknown members are left out.
  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      JSONValue.Member("forms", .array(forms.map { .string($0.rawValue) }))
    ]
    if let appleHeadroom { members.append(JSONValue.Member("appleHeadroom", .number(appleHeadroom))) }
    if let headroomSource {
      members.append(JSONValue.Member("headroomSource", .string(headroomSource.rawValue)))
    }
    if isHeadroomAssumed { members.append(JSONValue.Member("headroomAssumed", .boolean(true))) }
    if case .object(let rest)? = metadata?.json { members += rest }
    return .object(members)
  }
}
