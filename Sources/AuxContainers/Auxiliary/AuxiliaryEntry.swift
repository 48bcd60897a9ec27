package import AuxImage

/// An auxiliary image that the structure of a file lists: why it is one, what it is and whose, right or wrong.
///
/// The reader makes the list strict, rules look at it, and `info --structure` names what is on it: nobody else looks for
/// images. Source: Specs/validation.md, "The list of images".
package struct AuxiliaryEntry: Sendable {
  /// What makes an image an auxiliary one, named as its format names it.
  package enum Sign: String, Hashable, Sendable {
    /// HEIF: it refers to another image as that one's auxiliary image.
    case auxl
    /// HEIF: it has the property of auxiliary images.
    case auxC
    /// HEIF: a tone-mapped image is made with it.
    case tmap
    /// JPEG: its XMP names a type of Apple's.
    case appleXMP = "XMP"
    /// JPEG: its XMP describes a gain map of Ultra HDR.
    case hdrgm
    /// JPEG: it has gain map metadata of ISO 21496-1.
    case isoSegment = "ISO 21496-1"
    /// JPEG: the multi-picture index leads to it.
    case multiPicture = "MPF"
    /// JPEG: the GContainer directory in the primary's XMP lists it.
    case container = "GContainer"
    /// JPEG: the primary's XMP holds it.
    case gdepth = "GDepth"
    /// JPEG: the primary's XMP describes it, an item after the primary.
    case dynamicDepth = "Dynamic Depth"
    /// A maker's data after the images hold it.
    case trailer
    /// JPEG: the file has no other image.
    case alone
    /// DNG: the kind of its directory says so.
    case subFileType = "NewSubFileType"
    /// DNG: what its samples mean says so.
    case photometric = "PhotometricInterpretation"
    /// JPEG XL: it is a channel of the codestream beside the colours.
    case extraChannel = "extra channel"
    /// JPEG XL: its box says so.
    case jhgm
  }

  package enum Relation: Hashable, Sendable {
    /// That of the primary image, or of an image that the primary is derived from.
    case primary
    /// Nobody's: the file has no primary.
    case none
    /// That of another image, or a part or a smaller form of another auxiliary image; the reader does not hand it out.
    case other
  }

  /// What the format calls the place, as `item 51`, `image 2` or `IFD0/SubIFD0`.
  package var name: String
  /// Where the image begins in the file; of one that has no bytes of its own, where what holds it begins.
  package var offset: Int
  /// The kind by the headers; nil where they do not say.
  package var kind: AuxiliaryDataType?
  package var signs: [Sign]
  package var relation: Relation

  package init(name: String, offset: Int, kind: AuxiliaryDataType?, signs: [Sign], relation: Relation) {
    (self.name, self.offset, self.kind) = (name, offset, kind)
    (self.signs, self.relation) = (signs, relation)
  }

  /// Whether the reader hands it out.
  package var isHandedOut: Bool { relation != .other }

  /// How it is kept where that is not Apple's way; nil for others.
  package var embeddedForm: EmbeddedForm? {
    signs.lazy.compactMap { sign -> EmbeddedForm? in
      switch sign {
      case .gdepth: .gdepth
      case .dynamicDepth: .dynamicDepth
      case .trailer: .trailer
      case .auxl, .auxC, .tmap, .appleXMP, .hdrgm, .isoSegment, .multiPicture, .container, .alone,
        .subFileType, .photometric, .extraChannel, .jhgm:
        nil
      }
    }.first
  }

  /// What the structure list says of it.
  package var summary: String {
    (isHandedOut ? "auxiliary image" : "auxiliary image not of the primary")
      + (kind.map { " \($0)" } ?? "") + " by " + signs.map(\.rawValue).joined(separator: ", ")
  }
}

/// An entry of a list with what its container keeps the image in.
package struct Listed<Place: Sendable>: Sendable {
  package var entry: AuxiliaryEntry
  package var place: Place
}

/// How an auxiliary image is kept in a file where that is not Apple's way.
///
/// It goes where the primary goes: it is not replaced, and its place says what it is.
package enum EmbeddedForm: Hashable, Sendable {
  /// The XMP of the primary holds the image, as Google's GDepth has it.
  case gdepth
  /// The XMP of the primary names an item of the file, as Google's Dynamic Depth has it.
  case dynamicDepth
  /// A maker's data after the images hold it.
  case trailer

  /// Whether the image can be taken out of its file.
  package var isRemovable: Bool { self == .gdepth }

  /// What the image belongs to, for messages.
  package var owner: String {
    switch self {
    case .gdepth, .dynamicDepth: "the primary's XMP"
    case .trailer: "its maker's data after the images"
    }
  }
}

extension AuxiliaryDataType {
  /// Returns the type that the metadata of an image make of the one that its URN names: the URN of depth is that of disparity
  /// too.
  package func named(by metadata: AuxiliaryMetadata) -> AuxiliaryDataType {
    self == .disparity && metadata.namedType == .depth ? .depth : self
  }
}
