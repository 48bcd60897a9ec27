internal import AuxCodecs
package import AuxContainers
internal import AuxImage

/// A HEIC photo with the parts that iOS 18 to 26 writes, each of a small size.
package struct ApplePhoto {
  /// The brands of the camera.
  package static let cameraBrands: [FourCharacterCode] = [
    "mif1", "MiHB", "MiHA", "heix", "MiHE", "MiPr", "heic", "miaf", "tmap",
  ]
  /// The brands of a photo that was cropped in Photos.
  package static let editedBrands: [FourCharacterCode] = ["tmap", "heic", "mif1"]

  /// What a packet says of a disparity map that was edited: neither DepthDataVersion nor calibration.
  package static let editedDisparity = Packets.apple(
    """
    <apdi:AuxiliaryImageType>disparity</apdi:AuxiliaryImageType>
    <apdi:NativeFormat>1751411059</apdi:NativeFormat>
    <apdi:StoredFormat>1278226488</apdi:StoredFormat>
    <apdi:IntMinValue>0</apdi:IntMinValue>
    <apdi:IntMaxValue>255</apdi:IntMaxValue>
    <apdi:FloatMinValue>0.500000</apdi:FloatMinValue>
    <apdi:FloatMaxValue>2.500000</apdi:FloatMaxValue>
    """)

  /// The recipe of a photographic style, as large as those of files.
  package static let styles: [UInt8] = Array("bplist00".utf8) + (0..<57_000).map { UInt8($0 % 251) }

  package static let stylesType = "tag:apple.com,2023:photo:metadata:styles"

  /// The width and height of the primary, a grid; odd, as crops in Photos are.
  package static let size = (width: 113, height: 127)

  /// The width and height of mattes and maps: nearly the shape of the primary.
  package static let mapSize = (width: 112, height: 126)

  /// The file to be; the primary is item 100, its tone-mapped image 101.
  package private(set) var builder: HEIFBuilder

  /// Returns a photo with a gain map, a tone-mapped image, and the images of these URNs, a packet each where one is given.
  package init(
    brands: [FourCharacterCode] = cameraBrands, major: FourCharacterCode = "heic",
    images: [(urn: String, packet: String?)], hasStyles: Bool = true
  ) throws {
    builder = try HEIFBuilder.grid(
      rows: 2, columns: 2, width: Self.size.width, height: Self.size.height
    ).builder
    builder.fileType = FileTypeBox(majorBrand: major, compatibleBrands: brands)
    try add(40, "urn:com:apple:photo:2020:aux:hdrgainmap", to: [100], packet: Packets.gainMap)
    for (index, image) in images.enumerated() {
      try add(UInt32(50 + 2 * index), image.urn, to: [100, 101], packet: image.packet)
    }
    var payload = ByteWriter()
    payload.write(UInt8(0))
    let channel = GainMapMetadata.Channel(
      gainMin: 0, gainMax: 2, gamma: 1, baseOffset: 1.0 / 64, alternateOffset: 1.0 / 64)
    try GainMapPayload(GainMapMetadata(channels: [channel], alternateHeadroom: 2)).serialize(into: &payload)
    builder.add(101, "tmap", payload.bytes, [CodedTile.extents(Self.size.width, Self.size.height)])
    builder.references.append(.init("dimg", from: 101, to: [100, 40]))
    builder.groups = [EntityGroup("altr", groupID: 200, entityIDs: [101, 100])]
    if hasStyles { addStyles() }
  }

  /// The packet of a portrait effects matte.
  package static let portraitMatte = Packets.apple(
    """
    <apdi:AuxiliaryImageType>urn:com:apple:photo:2018:aux:portraiteffectsmatte</apdi:AuxiliaryImageType>
    <apdi:NativeFormat>1278226488</apdi:NativeFormat>
    <apdi:StoredFormat>1278226488</apdi:StoredFormat>
    <portraitEffectsMatte:PortraitEffectsMatteVersion>65536</portraitEffectsMatte:PortraitEffectsMatteVersion>
    """,
    declaring: """

            xmlns:portraitEffectsMatte="http://ns.apple.com/portraitEffectsMatte/1.0/"
      """)

  /// Adds an image with a packet, whose number is the next; those of colours are style maps.
  private mutating func add(
    _ id: UInt32, _ urn: String, to targets: [UInt32], packet: String?
  ) throws {
    let isColour = urn.hasPrefix("tag:")
    let image =
      try isColour
      ? CodedTile.image(seed: 0)
      : HEIFImageCodec.encode(
        gray: Pictures.ramp(width: Self.mapSize.width, height: Self.mapSize.height), quality: 95,
        lossless: false)
    let isDepth = urn.hasSuffix("auxid:2")
    var subtype = ByteWriter()
    if isDepth { try DepthRepresentationInfo(disparityFrom: 0.5, to: 2.5).serialize(into: &subtype) }
    builder.add(
      id, image, [Box("auxC", AuxiliaryTypeProperty(urn: urn, subtype: subtype.bytes).serialize)])
    builder.references.append(.init("auxl", from: id, to: targets))
    guard let packet else { return }
    builder.add(
      id + 1, "mime", Array(packet.utf8), [], isHidden: true, contentType: HEIFItem.xmpContentType)
    builder.references.append(.init("cdsc", from: id + 1, to: [id]))
  }

  private mutating func addStyles() {
    var entry = ItemInfoEntry(itemID: 102, type: "uri ", isHidden: true)
    entry.strings = Array("metadata".utf8) + [0] + Array(Self.stylesType.utf8) + [0]
    builder.items.append(HEIFBuilder.Item(info: entry, data: Self.styles))
    builder.references.append(.init("cdsc", from: 102, to: [100, 101]))
  }
}
