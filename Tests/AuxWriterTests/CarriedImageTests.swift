import AuxContainers
import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

/// Auxiliary images that come along into another container, and those of them that are taken out again.
struct CarriedImageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func types(_ destination: ImageDestination, _ name: String) throws -> [AuxiliaryDataType] {
    _ = try destination.finalize(to: folder.path(name))
    return try ImageSource(folder.path(name)).auxiliaryImages.map(\.type)
  }

  @Test(arguments: [ImageContainer.jpeg, .heif, .dng], [ImageContainer.jpeg, .heif, .dng])
  func oneIsRemoved(from: ImageContainer, to: ImageContainer) throws {
    guard from != to else { return }
    let source = try WriterSupport.portrait(
      folder.path("a.\(#require(from.outputExtensions.first))"),
      from: ImageSource(data: WriterSupport.jpeg()))
    let all = source.auxiliaryImages.map(\.type)
    for (number, image) in source.auxiliaryImages.enumerated() {
      var destination = try ImageDestination(encoding: source, as: to, quality: 80)
      try destination.removeAuxiliaryImage(image)
      // Once more is no error: the image stays away.
      try destination.removeAuxiliaryImage(image)
      #expect(try Set(types(destination, "without-\(number)")) == Set(all).subtracting([image.type]))
    }
    var none = try ImageDestination(encoding: source, as: to, quality: 80)
    for image in source.auxiliaryImages { try none.removeAuxiliaryImage(image) }
    #expect(try types(none, "none").isEmpty)
    var asIs = try ImageDestination(encoding: source, as: to, quality: 80)
    try asIs.removeAuxiliaryImage(#require(source.auxiliaryImage(.disparity)))
    // Its place is free: nothing is replaced.
    try asIs.addAuxiliaryImage(WriterSupport.disparity(.fdep))
    #expect(try Set(types(asIs, "another")) == Set(all).subtracting([.disparity]).union([.depth]))
  }

  /// A range that the XMP does not state is stated where nothing else does.
  @Test(arguments: [ImageContainer.jpeg, .avif, .heif, .dng])
  func aRangeThatXMPDoesNotStateComesAlong(_ container: ImageContainer) throws {
    for range in [
      CodeRange(quantity: .disparity, firstValue: 0.25, lastValue: 2),
      .init(quantity: .depth, firstValue: 1, lastValue: 9),
    ] {
      var metadata = AuxiliaryMetadata()
      metadata.accuracy = .relative
      let type: AuxiliaryDataType = range.quantity == .disparity ? .disparity : .depth
      var image = try StoredAuxiliaryImage(
        type: type, content: .depth(Pictures.ramp(), range), metadata: metadata)
      let packets: [[UInt8]?] = [
        nil, try XMPSerializer.packet(of: metadata.properties),
        Array(Packets.apple(#"<apdi:FloatMinValue>none</apdi:FloatMinValue>"#).utf8),
      ]
      for packet in packets {
        image.packet = packet
        let plain = try ImageSource(data: WriterSupport.jpeg())
        var destination = try ImageDestination(from: plain, as: container)
        try destination.addAuxiliaryImage(image)
        let written = try ImageSource(data: destination.finalize().data)
        let came = try #require(written.auxiliaryImages.first)
        let read = try #require(came.range)
        #expect(came.type == type && read.quantity == range.quantity)
        #expect(
          min(read.firstValue, read.lastValue).isNear(range.firstValue)
            && max(read.firstValue, read.lastValue).isNear(range.lastValue))
      }
    }
  }

  @Test func anISOGainMapWithoutMetadataIsLeftOut() throws {
    var jpeg = try ImageDestination(from: ImageSource(data: WriterSupport.jpeg()))
    try jpeg.addAuxiliaryImage(WriterSupport.matte())
    try jpeg.addGainMap(Pictures.ramp(width: 32, height: 24), headroom: 4, forms: [.iso])
    let heif = try ImageDestination(encoding: ImageSource(data: jpeg.finalize().data), as: .heif)
    var bytes = try heif.finalize().data
    // The payload of tmap: an unknown version.
    guard case .heif(let reader) = try ImageSource(data: bytes).parsed else { throw AuxError(.usage, "") }
    let toneMap = try #require(reader.file.items.first { $0.type == "tmap" })
    bytes[try reader.file.extents(of: toneMap).ranges[0].lowerBound] = 0xFF
    let source = try ImageSource(data: bytes)
    #expect(source.auxiliaryImages.count == 2)
    for container in [ImageContainer.jpeg, .avif] {
      let destination = try ImageDestination(encoding: source, as: container)
      #expect(destination.notes.contains { $0.contains("isoGainMap is left out") })
      #expect(try types(destination, "out") == [.portraitEffectsMatte])
      try folder.remove("out")
    }
    let map = try source.stored(#require(source.auxiliaryImage(.isoGainMap)))
    var plain = try ImageDestination(from: ImageSource(data: WriterSupport.jpeg()))
    #expect(throws: AuxError(.unsupported, "")) { try plain.addAuxiliaryImage(map) }
  }

  /// An image that replaced a carried one was requested, and is not removed with it.
  @Test func aReplacementStays() throws {
    let source = try WriterSupport.portrait(
      folder.path("a.jpg"), from: ImageSource(data: WriterSupport.jpeg()))
    var destination = try ImageDestination(encoding: source, as: .heif, quality: 80)
    try destination.addAuxiliaryImage(WriterSupport.disparity(.fdep), replacing: true)
    try destination.removeAuxiliaryImage(#require(source.auxiliaryImage(.disparity)))
    #expect(try types(destination, "out.heic").filter(\.isDepthData) == [.depth])
  }

  /// In a JPEG the primary's XMP holds Google's map; in another container it is a map like any other. It goes from both.
  @Test func googleDepthGoesFromEachContainer() throws {
    var jpeg = try ImageDestination(from: ImageSource(data: WriterSupport.jpeg()))
    try jpeg.addGDepth(StoredAuxiliaryImage(quantising: WriterSupport.depth()))
    _ = try jpeg.finalize(to: folder.path("google.jpg"))
    let source = try ImageSource(folder.path("google.jpg"))
    let image = try #require(source.auxiliaryImages.first)
    var same = try ImageDestination(from: source)
    try same.removeAuxiliaryImage(image)
    #expect(try types(same, "same.jpg").isEmpty)
    #expect(try types(ImageDestination(encoding: source, as: .heif, quality: 80), "with.heic").count == 1)
    var destination = try ImageDestination(encoding: source, as: .heif, quality: 80)
    try destination.removeAuxiliaryImage(image)
    #expect(try types(destination, "without.heic").isEmpty)
  }

  /// The source distinguishes the file's own images from carried ones, not the number.
  @Test func ownAndCarriedImagesAreTwoThings() throws {
    let donor = try WriterSupport.portrait(
      folder.path("a.heic"), from: ImageSource(data: WriterSupport.jpeg()))
    var photo = try ImageDestination(from: ImageSource(data: WriterSupport.jpeg()))
    try photo.addAuxiliaryImage(WriterSupport.disparity())
    let base = try ImageSource(data: photo.finalize().data)
    let own = try #require(base.auxiliaryImages.first)
    let matte = try #require(donor.auxiliaryImage(.portraitEffectsMatte))

    var destination = try ImageDestination(from: base)
    #expect(throws: AuxError(.usage, "")) { try destination.removeAuxiliaryImage(matte) }
    try destination.addAuxiliaryImages(from: donor)
    try destination.removeAuxiliaryImage(matte)
    #expect(try types(destination, "one.jpg") == [.disparity, .semanticSegmentationHairMatte])
    try destination.removeAuxiliaryImage(own)
    #expect(try types(destination, "two.jpg") == [.semanticSegmentationHairMatte])

    // A source may be asked for what it has already.
    var twice = try ImageDestination(from: base)
    try twice.addAuxiliaryImages(from: base)
    try twice.removeAuxiliaryImage(own)
    #expect(try types(twice, "three.jpg").isEmpty)
  }
}

extension Double {
  fileprivate func isNear(_ other: Double) -> Bool { abs(self - other) < 0.001 }
}
