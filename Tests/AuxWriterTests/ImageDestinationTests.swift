import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import AuxWriter
import Foundation
import TestSupport
import Testing

@Suite struct ImageDestinationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func source(_ bytes: [UInt8], _ name: String = "in.jpg") throws -> ImageSource {
    try ImageSource(folder.write(bytes, to: name))
  }

  @Test func attachedImagesReadBack() throws {
    let photo = try WriterSupport.plainPhoto()
    var destination = try ImageDestination(from: source(photo))
    try destination.addAuxiliaryImage(WriterSupport.disparity())
    try destination.addAuxiliaryImage(WriterSupport.matte())
    let report = try destination.finalize(to: folder.path("out.jpg"))
    #expect(report.primaryUnchanged && report.container == .jpeg)
    #expect(report.images.map(\.stored.type) == [.disparity, .portraitEffectsMatte])
    #expect(report.images.allSatisfy { $0.maxCodeError <= 2 && $0.meanCodeError <= 0.5 })

    let written = try ImageSource(folder.path("out.jpg"))
    #expect(written.notes.isEmpty)
    #expect(written.auxiliaryImages.map(\.type) == [.disparity, .portraitEffectsMatte])
    #expect(written.auxiliaryImages.map(\.index) == [0, 1])
    let disparity = written.auxiliaryImages[0]
    #expect(disparity.range == CodeRange(quantity: .disparity, firstValue: 0.5, lastValue: 3.9375))
    #expect(disparity.pixelFormat == .hdis && disparity.storedFormat == .L008)
    #expect(try folder.names == ["in.jpg", "out.jpg"])
    #expect(try folder.read("in.jpg") == photo)
  }

  @Test(arguments: PixelFormat.depthFormats)
  func everyFormatReadsBack(type: PixelFormat) throws {
    let asked = try WriterSupport.disparity(type)
    var destination = try ImageDestination(from: source(WriterSupport.plainPhoto()))
    try destination.addAuxiliaryImage(asked)
    let report = try destination.finalize(to: folder.path("out.jpg"))
    let written = try ImageSource(folder.path("out.jpg"))
    let image = try #require(written.auxiliaryImage(type.quantity == .depth ? .depth : .disparity))
    #expect(image.range == asked.range && image.pixelFormat == type)
    let step = (3.9375 - 0.5) / 255
    let codeError = Double(try #require(report.images.first).maxCodeError)
    // The values of halves up to 4 are 2^-9 apart.
    for (before, after) in zip(try asked.depthData().floats, try written.depthData(image).floats) {
      #expect(abs(Double(before - after)) <= step * codeError + 0x1p-9)
    }
  }

  @Test func attachThenRemoveGivesThePhotoBack() throws {
    let photo = try WriterSupport.plainPhoto()
    var destination = try ImageDestination(from: source(photo))
    try destination.addAuxiliaryImage(WriterSupport.disparity())
    try destination.addAuxiliaryImage(WriterSupport.matte(.semanticSegmentationSkyMatte))
    _ = try destination.finalize(to: folder.path("with.jpg"))
    let with = try ImageSource(folder.path("with.jpg"))
    var without = try ImageDestination(from: with)
    for image in with.auxiliaryImages { try without.removeAuxiliaryImage(image) }
    _ = try without.finalize(to: folder.path("without.jpg"))
    #expect(try folder.read("without.jpg") == photo)
  }

  @Test(
    "A name of another kind of picture is refused, and nothing is written",
    arguments: ["x.webp", "x.GIF", "x.jxl", "x.png", "x.heic", "x.dng"])
  func otherNames(_ name: String) throws {
    let destination = try ImageDestination(from: source(WriterSupport.plainPhoto()))
    let error = #expect(throws: AuxError(.usage, "")) { try destination.finalize(to: folder.path(name)) }
    #expect(error?.reason.contains("would be JPEG, whose names end in .jpg, .jpeg, .mpo or .jfif") == true)
    #expect(try folder.names == ["in.jpg"])
    let isWritten = ImageContainer(outputPath: name) != nil
    #expect(error?.reason.contains("is written, but .heic, .heif, .hif, .avif, .dng, .png") == !isWritten)
    for other in ["x", "x.tmp", "x.JPEG"] { try destination.finalize(to: folder.path(other)) }
  }

  @Test("A file keeps its name, whatever that says, where it is replaced by its own edit")
  func ownName() throws {
    let path = try folder.write(WriterSupport.plainPhoto(), to: "in.webp")
    var destination = try ImageDestination(from: ImageSource(editing: path))
    try destination.addAuxiliaryImage(WriterSupport.matte())
    try destination.finalize(to: path, options: .inPlace)
    #expect(try ImageSource(path).auxiliaryImages.count == 1)
  }

  @Test("The video of a motion photo is known, and what is of no known kind is noted")
  func whatFollows() throws {
    let video: [UInt8] = [0, 0, 0, 20] + Array("ftypmp42".utf8) + [UInt8](repeating: 0, count: 8)
    for (trailer, isKnown) in [(video, true), (Array("left over by a program".utf8), false)] {
      var destination = try ImageDestination(from: source(WriterSupport.plainPhoto() + trailer))
      try destination.addAuxiliaryImage(WriterSupport.matte())
      let (data, report) = try destination.finalize()
      #expect(report.notes.isEmpty == isKnown, "\(report.notes)")
      // It stays at the end of the file, from which its readers count.
      #expect(data.suffix(trailer.count).elementsEqual(trailer))
    }
  }

  @Test func sameInputSameBytes() throws {
    let input = try source(Pictures.portrait(trailer: [1, 2, 3]).bytes)
    for name in ["a.jpg", "b.jpg"] {
      var destination = try ImageDestination(from: input)
      try destination.addAuxiliaryImage(WriterSupport.matte())
      try destination.addAuxiliaryImage(WriterSupport.disparity(), replacing: true)
      _ = try destination.finalize(to: folder.path(name))
    }
    #expect(try folder.read("a.jpg") == folder.read("b.jpg"))
  }

  @Test func typesAreNotDoubledUnasked() throws {
    let input = try source(Pictures.portrait().bytes)
    var destination = try ImageDestination(from: input)
    // The photo has disparity: depth would be a second depth map.
    let depth = try WriterSupport.disparity(.fdep)
    #expect(depth.type == .depth)
    let error = #expect(throws: AuxError(.usage, "")) { try destination.addAuxiliaryImage(depth) }
    #expect(error?.remedy == .replaceImage)
    try destination.addAuxiliaryImage(depth, replacing: true)
    #expect(throws: AuxError(.usage, "")) {
      try destination.addAuxiliaryImage(WriterSupport.disparity(), replacing: true)
    }
    _ = try destination.finalize(to: folder.path("out.jpg"))
    #expect(try ImageSource(folder.path("out.jpg")).auxiliaryImages.map(\.type) == [.hdrGainMap, .depth])
  }

  @Test func otherImagesKeepTheirBytes() throws {
    let portrait = try Pictures.portrait()
    var destination = try ImageDestination(from: source(portrait.bytes))
    try destination.addAuxiliaryImage(WriterSupport.disparity(), replacing: true)
    _ = try destination.finalize(to: folder.path("out.jpg"))
    let bytes = try folder.read("out.jpg")
    let file = try JPEGFile(MemoryByteSource(bytes))
    // Three images before and after: not even the count inside the gain map changes.
    #expect(Array(bytes[file.secondaries[0].range]) == portrait.secondaries[0])
    #expect(Array(bytes[..<portrait.head.count]) == portrait.head)
  }

  @Test func whatCannotBeWrittenIsRefused() throws {
    var destination = try ImageDestination(from: source(WriterSupport.plainPhoto()))
    try destination.addAuxiliaryImage(WriterSupport.matte(), encoding: .init(isLossless: true))
    #expect(throws: AuxError(.unsupported, "")) { try destination.finalize(to: folder.path("out.jpg")) }
    #expect(try folder.names == ["in.jpg"])
  }

  @Test func propertiesTooLongForASegmentAreRefused() throws {
    var destination = try ImageDestination(from: source(WriterSupport.plainPhoto()))
    var matte = try WriterSupport.matte()
    matte.metadata.other = [
      XMPProperty(
        namespace: "urn:x", prefix: "x", name: "Long", value: .text(String(repeating: "a", count: 66_000)))
    ]
    try destination.addAuxiliaryImage(matte)
    #expect(throws: AuxError(.limitExceeded, "")) { try destination.finalize(to: folder.path("out.jpg")) }
    #expect(try folder.names == ["in.jpg"])
  }

  @Test func loneAuxiliaryImagesHaveNoPrimary() throws {
    let lone = try Pictures.secondary(Packets.disparity(), plane: Pictures.ramp(), count: 2)
    let input = try source(lone)
    #expect(input.primary == nil && input.auxiliaryImages.map(\.type) == [.disparity])
    #expect(try input.depthData(input.auxiliaryImages[0]).depthDataType == .hdis)
    #expect(throws: AuxError(.usage, "")) { try ImageDestination(from: input) }
  }
}

extension DepthData {
  /// The values as floats, without the code under test where they are halves.
  fileprivate var floats: [Float] {
    switch depthDataMap.storage {
    case .float(let values): values
    case .half(let bits): bits.map { Float(Float16(bitPattern: $0)) }
    case .uint8, .uint16: []
    }
  }
}
