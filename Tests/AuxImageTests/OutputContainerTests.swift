import AuxImage
import Testing

@Suite("The container that a path asks for")
struct OutputContainerTests {
  @Test(
    "Photos are what holds auxiliary images, pictures what viewers show",
    arguments: [
      ("a.jpg", .jpeg, .jpeg), ("b/a.JPEG", .jpeg, .jpeg), ("a.b.heic", .heif, .heif),
      ("a.hif", .heif, .heif), ("a.avif", .avif, .avif),
      ("a.dng", .dng, nil), ("a.PNG", nil, .png), ("a.tif", nil, .tiff), ("a.webp", nil, nil),
      ("jpg", nil, nil),
      ("a.jpg.bak", nil, nil),
      ("", nil, nil),
    ] as [(String, ImageContainer?, ImageContainer?)])
  func extensions(path: String, photo: ImageContainer?, picture: ImageContainer?) {
    #expect((try? ImageContainer.forPhoto(at: path)) == photo)
    #expect((try? ImageContainer.forPicture(at: path)) == picture)
  }

  @Test("Photos are found in folders by the extensions that they are written with, and some more")
  func photos() {
    for container in ImageContainer.allCases where container.holdsAuxiliaryImages {
      #expect(container.photoExtensions.starts(with: container.outputExtensions))
    }
    #expect(ImageContainer.jpeg.photoExtensions.contains("mpo"))
    #expect(ImageContainer.png.photoExtensions.isEmpty && ImageContainer.exr.photoExtensions.isEmpty)
  }

  @Test("The error for a container without auxiliary images names it")
  func lacking() {
    let error = ImageContainer.webp.lacksAuxiliaryImages(.unsupported, remedy: .otherContainer)
    #expect(error.code == .unsupported && error.reason == "webp holds no auxiliary images")
    #expect(error.remedy == .otherContainer)
  }

  @Test("Standard output is written in the container of what is read, where that can be")
  func standardOutput() throws {
    for container in ImageContainer.allCases {
      let photo = try? ImageContainer.forPhoto(at: StandardStream.path, of: container)
      #expect(photo == (container.holdsAuxiliaryImages ? container : nil))
      let picture = try? ImageContainer.forPicture(at: StandardStream.path, of: container)
      #expect(picture == (ImageContainer.pictures.contains(container) ? container : nil))
    }
    #expect(try ImageContainer.forPhoto(at: "a.heic", of: .png) == .heif)
    let error = #expect(throws: AuxError(.usage, "")) { try ImageContainer.forPhoto(at: "-", of: .png) }
    #expect(error?.remedy == .otherContainer)
    #expect(throws: AuxError(.usage, "")) { try ImageContainer.forPhoto(at: "-") }
  }

  @Test("The error for an unknown extension lists the known ones")
  func refusals() {
    let photo = #expect(throws: AuxError(.usage, "")) { try ImageContainer.forPhoto(at: "a.gif") }
    #expect(
      photo?.reason
        == "the output a.gif must end in .jpg, .jpeg, .mpo, .jfif, .heic, .heif, .hif, .avif or .dng")
    let picture = #expect(throws: AuxError(.usage, "")) { try ImageContainer.forPicture(at: "a.gif") }
    #expect(
      picture?.reason
        == "the output a.gif must end in .png, .jpg, .jpeg, .mpo, .jfif, .heic, .heif, .hif, .avif, .tif or .tiff"
    )
  }
}
