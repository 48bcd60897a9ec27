package import AuxImage

package struct HEIFCodedImage: Hashable, Sendable {
  /// A property beside those that every auxiliary image has.
  package struct Property: Hashable, Sendable {
    package var box: Box
    /// Whether a reader that does not know the property must not show the item.
    package var isEssential: Bool

    package init(_ box: Box, isEssential: Bool) {
      self.box = box
      self.isEssential = isEssential
    }
  }

  /// A coded image that an image of tiles is made of.
  package struct Tile: Hashable, Sendable {
    package var itemType: FourCharacterCode
    package var properties: [Property]
    package var payload: [UInt8]

    package init(itemType: FourCharacterCode, properties: [Property], payload: [UInt8]) {
      self.itemType = itemType
      self.properties = properties
      self.payload = payload
    }
  }

  package var itemType: FourCharacterCode = "hvc1"
  /// The URN of an auxiliary image; empty for none.
  package var urn: String
  package var subtype: [UInt8]
  /// The width in pixels, before `irot`.
  package var width: Int
  /// The height in pixels, before `irot`.
  package var height: Int
  /// The bits of each channel; empty where no property is to state them.
  package var bitsPerChannel: [UInt8] = [8]
  /// The codec's configuration: `hvcC` or `av1C`; nil for an image of tiles, as each tile has its own.
  package var configuration: Box?
  /// The tiles, row by row; empty for one coded image.
  package var tiles: [Tile] = []
  /// The coded image, or what says how the tiles lie.
  package var payload: [UInt8]
  package var xmp: [UInt8]?
  /// What of the coded image is shown; nil for all of it.
  package internal(set) var aperture: CleanApertureProperty?
  /// More properties, such as `colr`, which come before `auxC`.
  package var extraProperties: [Property] = []
  /// What makes it the gain map of a tone-mapped image, as ISO 21496-1 has it, and without a URN no auxiliary image; nil for
  /// others.
  package var toneMap: GainMapMetadata?

  /// Creates an item of one 8-bit channel.
  package init(
    urn: String, subtype: [UInt8] = [], width: Int, height: Int, configuration: Box?, payload: [UInt8],
    xmp: [UInt8]? = nil
  ) {
    self.urn = urn
    self.subtype = subtype
    self.width = width
    self.height = height
    self.configuration = configuration
    self.payload = payload
    self.xmp = xmp
  }

  /// Creates an item of one 8-bit channel that an encoder gave.
  package init(_ coded: SingleImageFile, urn: String, subtype: [UInt8] = [], xmp: [UInt8]? = nil) {
    self.init(
      urn: urn, subtype: subtype, width: coded.width, height: coded.height,
      configuration: coded.configuration, payload: coded.payload, xmp: xmp)
    itemType = coded.itemType
  }
}
