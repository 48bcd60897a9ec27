import AuxImage
import AuxKernels
import AuxMaps
import AuxReader
import AuxWriter
import Foundation
import TestSupport
import Testing

@Suite("Auxiliary images as files of their own")
struct AuxiliaryFileTests {
  private let folder: TemporaryFolder
  private let source: ImageSource

  init() throws {
    folder = try TemporaryFolder()
    source = try WriterSupport.portrait(
      folder.path("a.jpg"), from: ImageSource(data: WriterSupport.jpeg(orientation: 6)))
  }

  @Test("A map file has the samples, converted and turned as asked for")
  func maps() throws {
    let image = try #require(source.auxiliaryImage(.disparity))
    let depth = try source.depthData(image)
    let stored = try AuxiliaryFile(image, of: source, as: .map(.npy), pixelFormat: .hdis, isUpright: false)
    #expect(try MapFile.decode(stored.bytes) == depth.depthDataMap)
    #expect((stored.width, stored.height, stored.pixelFormat) == (64, 48, .hdis))
    let turned = try AuxiliaryFile(image, of: source, as: .map(.pfm), pixelFormat: .fdep)
    // Floats come of the stored codes, and not by way of halves.
    let expected = try source.stored(image).depthData(in: .fdep).applyingExifOrientation(.right)
    #expect(try MapFile.decode(turned.bytes) == expected.depthDataMap)
    #expect((turned.width, turned.height, turned.pixelFormat) == (48, 64, .fdep))
    // Numbers are metres where nothing else is asked for, but for raw samples.
    let metres = try AuxiliaryFile(image, of: source, as: .map(.tiff))
    #expect(try MapFile.decode(metres.bytes) == expected.depthDataMap && metres.pixelFormat == .fdep)
    // Raw samples are as ImageIO hands them out.
    let raw = try AuxiliaryFile(image, of: source, as: .map(.raw))
    #expect((raw.width, raw.height, raw.sidecar?.record.isUpright) == (64, 48, false))
    let codes = try AuxiliaryFile(
      image, of: source, as: .map(.png), pixelFormat: .L008, isUpright: false)
    #expect(try MapFile.decode(codes.bytes) == source.stored(image).codes)
    #expect(
      codes.json(path: "c.png").text
        == #"{"type":"disparity","path":"c.png","width":64,"height":48,"pixelFormat":"L008","format":"png","#
        + #""min":0,"max":255}"#)
  }

  @Test("A property list has ImageIO's dictionary, and leads back")
  func propertyLists() throws {
    let image = try #require(source.auxiliaryImage(.disparity))
    let info = try source.auxiliaryDataInfo(of: image)
    for format in [AuxiliaryDataInfo.PropertyListFormat.binary, .xml] {
      let file = try AuxiliaryFile(image, of: source, as: .propertyList(format))
      #expect(file.bytes.starts(with: (format == .xml ? "<?xml" : "bplist00").utf8))
      let read = try AuxiliaryDataInfo.reading(propertyList: file.bytes)
      #expect(read.info.data == info.data && read.type == .disparity)
    }
    let other = try ImageSource(data: WriterSupport.jpeg())
    #expect(throws: AuxError(.usage, "")) { try AuxiliaryFile(image, of: other, as: .map(.npy)) }
  }

  /// The names for the files of one photo.
  private static func names(
    of images: [AuxiliaryImage], ofPhotoAt path: String, as format: AuxiliaryFile.Format
  ) -> [String] {
    var names = AuxiliaryFileNames()
    return names.names(of: images, ofPhotoAt: path, as: format).names
  }

  @Test("Names are made of the photo's and the type's; the second of a type has a number")
  func names() {
    let images = source.auxiliaryImages
    let names = Self.names(of: images + [images[0]], ofPhotoAt: "x/my.photo.jpg", as: .map(.tiff))
    #expect(names == images.map { "my.photo.\($0.type).tiff" } + ["my.photo.\(images[0].type)-2.tiff"])
    #expect(
      Self.names(of: [images[0]], ofPhotoAt: ".hidden", as: .propertyList(.xml))
        == [".hidden.\(images[0].type).plist"])
  }

  @Test("Photos of one stem get numbers, whatever their folders and the case of their letters")
  func namesOfSeveralPhotos() throws {
    let image = try #require(source.auxiliaryImage(.disparity))
    var names = AuxiliaryFileNames()
    let given = ["a/x.jpg", "b/X.heic", "x-2.jpg", "c/x.jpg", "y.jpg"].map { path in
      names.names(of: [image, image], ofPhotoAt: path, as: .map(.png))
    }
    #expect(
      given.map { $0.names[0] } == [
        "x.disparity.png", "X-2.disparity.png", "x-2-2.disparity.png", "x-3.disparity.png", "y.disparity.png",
      ])
    #expect(given.map(\.sharesStem) == [false, true, true, true, false])
    #expect(given[1].names[1] == "X-2.disparity-2.png")
    #expect(Set(given.flatMap(\.names).map { $0.lowercased() }).count == 10)
  }

  @Test("A thousand images of one type are named as fast as each of them alone")
  func namesOfManyImages() throws {
    let image = try #require(source.auxiliaryImage(.disparity))
    let growth = costGrowth(from: 400) { count in
      var names = AuxiliaryFileNames()
      let given = names.names(
        of: Array(repeating: image, count: count), ofPhotoAt: "x.jpg", as: .map(.png)
      ).names
      #expect(Set(given).count == count && given.last == "x.disparity-\(count).png")
    }
    #expect(growth < 8)
  }

  @Test("Unknown types whose names become the same get numbers")
  func namesOfUnknownTypes() throws {
    var destination = try ImageDestination(encoding: ImageSource(data: WriterSupport.jpeg()), as: .heif)
    for urn in ["urn:x/y", "urn:x:y", "urn:x_Y"] {
      let type = AuxiliaryDataType(urn: urn)
      try destination.addAuxiliaryImage(
        StoredAuxiliaryImage(type: type, codes: Pictures.ramp(), metadata: .matte(type)))
    }
    let written = try ImageSource(data: destination.finalize().data)
    let names = Self.names(of: written.auxiliaryImages, ofPhotoAt: "p.heic", as: .map(.png))
    #expect(names.count == 3 && Set(names.map { $0.lowercased() }).count == 3)
  }

  @Test("The name of an unknown type cannot lead out of the folder")
  func unknownTypes() throws {
    var destination = try ImageDestination(encoding: ImageSource(data: WriterSupport.jpeg()), as: .heif)
    let type = AuxiliaryDataType(urn: "urn:x/../../é y")
    try destination.addAuxiliaryImage(
      StoredAuxiliaryImage(type: type, codes: Pictures.ramp(), metadata: .matte(type)))
    let written = try ImageSource(data: destination.finalize().data)
    #expect(
      Self.names(of: written.auxiliaryImages, ofPhotoAt: "p.heic", as: .map(.png))
        == ["p.urn_x_.._..___y.png"])
  }

  @Test("Formats have one name, by which and by an extension they are found")
  func formats() {
    for name in AuxiliaryFile.Format.names {
      let format = AuxiliaryFile.Format(name: name)
      #expect(format?.name == name)
      #expect(AuxiliaryFile.Format(outputPath: "a/b.\(name.uppercased())") == format)
    }
    #expect(AuxiliaryFile.Format.names.contains("plist") && AuxiliaryFile.Format.names.contains("npy"))
    #expect(AuxiliaryFile.Format(outputPath: "b.tif") == .map(.tiff))
    for name in ["npz", "bogus", ""] {
      #expect(AuxiliaryFile.Format(name: name) == nil && AuxiliaryFile.Format(outputPath: "a.\(name)") == nil)
    }
  }

  @Test("A calibration that was printed is read back as it was")
  func calibration() throws {
    let image = try #require(source.auxiliaryImage(.disparity))
    let calibration = try #require(image.metadata.calibration)
    #expect(try CameraCalibrationData(json: Array(calibration.json.text.utf8)) == calibration)
  }

  @Test("An output that cannot be written is named")
  func outputs() throws {
    let path = folder.path("absent/a.npy")
    #expect(
      #expect(throws: AuxError(.cannotCreate, "")) {
        try OutputFile.write([1], to: path)
      }?.path == path)
    let photo = folder.path("a.jpg")
    let destination = try ImageDestination(from: source)
    let taken = #expect(throws: AuxError(.cannotCreate, "")) { try destination.finalize(to: photo) }
    #expect(taken?.path == photo && taken?.remedy == .replaceFile)
  }
}
