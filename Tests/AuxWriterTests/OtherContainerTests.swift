import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// Photos in HEIF and DNG: coded from JPEG, grafted onto, and taken apart again.
struct OtherContainerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Returns a photo with a disparity map and a matte, in that container.
  private func photo(_ container: ImageContainer, _ name: String) throws -> ImageSource {
    var jpeg = try ImageDestination(from: ImageSource(data: WriterSupport.plainPhoto()))
    try jpeg.addAuxiliaryImage(WriterSupport.disparity())
    try jpeg.addAuxiliaryImage(WriterSupport.matte())
    if container == .jpeg {
      _ = try jpeg.finalize(to: folder.path(name))
    } else {
      _ = try jpeg.finalize(to: folder.path("before.jpg"))
      let source = try ImageSource(folder.path("before.jpg"))
      _ = try ImageDestination(encoding: source, as: container, quality: 90).finalize(to: folder.path(name))
    }
    return try ImageSource(folder.path(name))
  }

  @Test(arguments: [ImageContainer.heif, .dng])
  func imagesComeAlongIntoAnotherContainer(container: ImageContainer) throws {
    let before = try photo(.jpeg, "a.jpg")
    let after = try photo(container, "b")
    #expect(after.container == container)
    #expect(after.primary == before.primary)
    #expect(after.auxiliaryImages.map(\.type) == [.disparity, .portraitEffectsMatte])
    for (old, new) in zip(before.auxiliaryImages, after.auxiliaryImages) {
      let (old, new) = (try before.stored(old), try after.stored(new).with8BitCodes())
      // The packet is copied byte for byte, and so does the range.
      #expect(new.packet == old.packet)
      #expect(new.metadata == old.metadata)
      #expect(new.range == old.range)
      guard case .uint8(let given) = old.codes.storage, case .uint8(let got) = new.codes.storage else {
        Issue.record("codes of another width")
        return
      }
      let error = Difference.compare(given, got)
      #expect(error.max <= (container == .dng ? 0 : 2) && error.mean <= 0.5)
    }
  }

  @Test("A file whose bytes changed on the way gets no name", arguments: [ImageContainer.jpeg, .heif, .dng])
  func writtenFilesAreCompared(container: ImageContainer) throws {
    var destination = try ImageDestination(from: photo(container, "a"))
    try destination.addAuxiliaryImage(WriterSupport.matte(.semanticSegmentationSkinMatte))
    let composition = destination.composition
    let (right, _) = try destination.finalize()
    let written = try ImageSource(data: right)
    _ = try Verification(composition).check(written)
    try UntouchedRegion.forEach(of: composition, gone: [], in: written) { region in
      // Some regions are of one byte, or of none.
      guard let place = region.after.first(where: { $0.count > 8 }) else { return }
      var wrong = right
      wrong[place.lowerBound + place.count / 2] ^= 1
      #expect(throws: AuxError(.verification, ""), "\(region.name)") {
        try Verification(composition).check(ImageSource(data: wrong))
      }
    }
  }

  @Test func roundTheContainersAndBack() throws {
    let start = try photo(.jpeg, "a.jpg")
    var source = start
    for (container, name) in [(ImageContainer.dng, "b.dng"), (.heif, "c.heic"), (.jpeg, "d.jpg")] {
      _ = try ImageDestination(encoding: source, as: container, quality: 95).finalize(to: folder.path(name))
      source = try ImageSource(folder.path(name))
    }
    let (before, after) = (
      try #require(start.auxiliaryImage(.disparity)), try #require(source.auxiliaryImage(.disparity))
    )
    #expect(try start.stored(before).packet == source.stored(after).packet)
    guard case .uint8(let given) = try start.stored(before).codes.storage,
      case .uint8(let got) = try source.stored(after).codes.storage
    else { throw AuxError(.codec, "codes of another width") }
    #expect(Difference.compare(given, got).max <= 3)
  }

  @Test(arguments: [ImageContainer.heif, .dng])
  func removingGivesTheFileBack(container: ImageContainer) throws {
    let name = "a"
    let plain = try ImageSource(data: WriterSupport.plainPhoto())
    _ = try ImageDestination(encoding: plain, as: container, quality: 90).finalize(to: folder.path(name))
    let original = try folder.read(name)
    var adding = try ImageDestination(from: ImageSource(folder.path(name)))
    try adding.addAuxiliaryImage(WriterSupport.disparity())
    try adding.addAuxiliaryImage(WriterSupport.matte(.semanticSegmentationSkyMatte))
    let report = try adding.finalize(to: folder.path("b"))
    #expect(report.primaryUnchanged && report.images.count == 2)
    let source = try ImageSource(folder.path("b"))
    var removing = try ImageDestination(from: source)
    for image in source.auxiliaryImages { try removing.removeAuxiliaryImage(image) }
    _ = try removing.finalize(to: folder.path("c"))
    #expect(try folder.read("c") == original)
  }

  @Test(arguments: [ImageContainer.heif, .dng])
  func replacingKeepsTheOther(container: ImageContainer) throws {
    let source = try photo(container, "a")
    var destination = try ImageDestination(from: source)
    #expect(throws: AuxError(.usage, "")) {
      try destination.addAuxiliaryImage(WriterSupport.disparity(.fdep))
    }
    try destination.addAuxiliaryImage(WriterSupport.disparity(.fdep), replacing: true)
    _ = try destination.finalize(to: folder.path("b"))
    let after = try ImageSource(folder.path("b"))
    #expect(Set(after.auxiliaryImages.map(\.type)) == [.depth, .portraitEffectsMatte])
    let depth = try #require(after.auxiliaryImage(.depth))
    #expect(depth.pixelFormat == .fdep)
    let values = try after.depthData(depth).values
    #expect(abs(values[0] - 0.5) < 0.02 && abs(values[64 * 48 - 1] - (0.5 + 110 / 32)) < 0.04)
  }

  @Test func losslessHEVCKeepsEveryCode() throws {
    let plain = try ImageSource(data: WriterSupport.plainPhoto())
    var destination = try ImageDestination(encoding: plain, as: .heif, quality: 90)
    let map = try WriterSupport.disparity()
    try destination.addAuxiliaryImage(map, encoding: .init(isLossless: true))
    let report = try destination.finalize(to: folder.path("a.heic"))
    #expect(report.images[0].maxCodeError == 0)
    let file = try HEIFFile(FileByteSource(path: folder.path("a.heic")))
    let item = try #require(file.auxiliaryItems.first)
    let configuration = try #require(try file.hevcConfiguration(of: item))
    #expect(configuration.profile.level != 255)
    #expect(try configuration.sequenceParameterSet().profile.level == configuration.profile.level)
  }

  @Test func sixteenBitCodesOfDNGAreWithinHalfACode() throws {
    let plain = try ImageSource(data: WriterSupport.plainPhoto())
    var destination = try ImageDestination(encoding: plain, as: .dng, quality: 90)
    let values: [Float] = (0..<(64 * 48)).map { 0.4 + Float($0) / 1000 }
    let map = DepthData(
      values: values, width: 64, height: 48, depthDataType: .fdis, metadata: AuxiliaryMetadata())
    try destination.addAuxiliaryImage(
      StoredAuxiliaryImage(quantising: values, of: map, bits: 16))
    _ = try destination.finalize(to: folder.path("a.dng"))
    let source = try ImageSource(folder.path("a.dng"))
    let image = try #require(source.auxiliaryImage(.disparity))
    let decoded = try source.stored(image).depthData(in: .fdis).values
    let error = Difference.compare(values, decoded)
    #expect(error.max <= Double(values.last! - values[0]) / 65535 / 2 + 1e-6)
  }

  @Test func aConstantMapGoesEverywhere() throws {
    let map = try StoredAuxiliaryImage(
      quantising: DepthData(
        values: [Float](repeating: 0.75, count: 64 * 48), width: 64, height: 48, depthDataType: .hdis,
        metadata: AuxiliaryMetadata()))
    for container in [ImageContainer.jpeg, .heif, .dng] {
      let plain = try ImageSource(data: WriterSupport.plainPhoto())
      var destination =
        container == .jpeg
        ? try ImageDestination(from: plain)
        : try ImageDestination(encoding: plain, as: container, quality: 90)
      try destination.addAuxiliaryImage(map)
      _ = try destination.finalize(to: folder.path("\(container)"))
      let source = try ImageSource(folder.path("\(container)"))
      let image = try #require(source.auxiliaryImage(.disparity))
      let values = try source.depthData(image).values
      #expect(values.allSatisfy { $0 == 0.75 }, "\(container)")
    }
  }

  @Test func dngHoldsNoGainMap() throws {
    var destination = try ImageDestination(
      encoding: ImageSource(data: WriterSupport.plainPhoto()), as: .dng, quality: 90)
    try destination.addAuxiliaryImage(WriterSupport.matte(.hdrGainMap))
    #expect(throws: AuxError(.unsupported, "")) { try destination.finalize(to: folder.path("a.dng")) }
    #expect(try folder.names.isEmpty)
  }

  /// What cannot be compared in the end is refused in the beginning, and by its own name.
  @Test func aRawImageThatCannotBeFoundIsMalformed() throws {
    _ = try photo(.dng, "whole.dng")
    var bytes = try folder.read("whole.dng")
    let directory = try DNGFile(MemoryByteSource(bytes)).primary.directory
    let number = try #require(directory.entries.firstIndex { $0.tag == TIFFTag.stripByteCounts })
    // The count of values, after the number of entries, the earlier entries, tag and type.
    bytes[directory.offset + 2 + TIFFEntry.byteCount * number + 4] = 2
    let destination = try ImageDestination(from: ImageSource(data: bytes))
    #expect(throws: AuxError(.malformed, "")) { try destination.finalize(to: folder.path("out.dng")) }
    #expect(!Files.exists(folder.path("out.dng")))
  }

  /// Appended data would be where the directory is looked for.
  @Test func nothingIsAppendedToADNGThatLostItsEnd() throws {
    _ = try photo(.dng, "whole.dng")
    var bytes = try folder.read("whole.dng")
    let file = try DNGFile(MemoryByteSource(bytes)).tiff
    let children = try #require(file.first[TIFFTag.subIFDs])
    try #require(children.count > 1)
    // The last of the offsets.
    let place = Int(children.valueField) + 4 * (Int(children.count) - 1)
    for number in 0..<4 {
      let shift = 8 * (file.endianness == .big ? 3 - number : number)
      bytes[place + number] = UInt8(truncatingIfNeeded: (bytes.count + 10) >> shift)
    }
    var destination = try ImageDestination(from: ImageSource(data: bytes))
    try destination.addAuxiliaryImage(WriterSupport.disparity(), replacing: true)
    #expect(throws: AuxError(.truncated, "")) { try destination.finalize(to: folder.path("out.dng")) }
    #expect(!Files.exists(folder.path("out.dng")))
  }

  /// ISO/IEC 14496-12 8.11.3: an item may be in a file that the data reference names.
  @Test func itemsOfOtherFilesStay() throws {
    _ = try photo(.heif, "whole.heic")
    let whole = try HEIFFile(MemoryByteSource(folder.read("whole.heic")))
    let exif = try #require(whole.items.first { $0.type == "Exif" })
    var edit = HEIFEdit(whole)
    let number = try #require(edit.meta.locations.entries.firstIndex { $0.itemID == exif.id })
    edit.meta.locations.entries[number].dataReferenceIndex = 2
    let source = MemoryByteSource(try folder.read("whole.heic"))
    let bytes = try edit.composition(of: source).bytes(of: source)
    var destination = try ImageDestination(from: ImageSource(data: bytes))
    try destination.addAuxiliaryImage(WriterSupport.matte(.semanticSegmentationHairMatte))
    _ = try destination.finalize(to: folder.path("out.heic"))
    let written = try HEIFFile(MemoryByteSource(folder.read("out.heic")))
    let before = try HEIFFile(MemoryByteSource(bytes))
    #expect(before.item(exif.id)?.location?.dataReferenceIndex == 2)
    #expect(written.item(exif.id)?.location == before.item(exif.id)?.location)
  }
}
