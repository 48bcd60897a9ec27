import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

@testable import AuxWriter

/// What a photo is coded with: bits, chroma and colours.
@Suite("Edits: how a photo is coded")
struct EditCodingTests {
  /// A photo of 16 bits, whose codes 8 bits do not hold, as HEIF or AVIF of 10.
  private func deepPhoto(_ container: ImageContainer) throws -> ImageSource {
    var codes: [UInt16] = []
    for row in 0..<64 {
      for column in 0..<96 {
        let code = UInt16(20000 + column * 65 + row * 130)
        codes += [code, code, code]
      }
    }
    let pixels = try PhotoPixels(width: 96, height: 64, channels: 3, samples: .uint16(codes))
    return try ImageSource(
      data: ImageDestination(pixels: pixels, as: container, quality: 100).finalize().data)
  }

  @Test("A photo of 10 bits keeps them in HEIF and AVIF, and gets 8 elsewhere and where asked for")
  func bits() throws {
    for container in [ImageContainer.heif, .avif] {
      let source = try deepPhoto(container)
      #expect(try source.primarySampling().bits == 10)
      for result in [ImageContainer.heif, .avif, .jpeg] {
        let written = try EditSupport.edited(source, as: result) { edit in
          edit.crop = .rectangle(try PixelRectangle(x: 16, y: 8, width: 64, height: 48))
          edit.quality = 100
        }.source
        #expect(try written.primarySampling().bits == (result == .jpeg ? 8 : 10))
        let asked = try source.primaryPixels().cropped(left: 16, top: 8, width: 64, height: 48)
        let (one, two) = (asked.rgb16, try written.primaryPixels().rgb16)
        let mean = zip(one, two).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(one.count)
        // Codes of 10 bits are 64 apart, those of 8 bits 257.
        #expect(mean < (result == .jpeg ? 257 : 80), "\(container) \(result) \(mean)")
      }
      let short = try EditSupport.edited(source) { $0.bitDepth = 8 }
      #expect(try short.plan.codesPhoto && short.source.primarySampling().bits == 8)
      // Bits that are given mean coding, even if the photo has as many.
      #expect(try EditSupport.edited(source) { $0.bitDepth = 10 }.plan.codesPhoto)
    }
  }

  @Test("Bits that a container does not have are an error")
  func wrongBits() throws {
    let source = try EditSupport.photo(.jpeg)
    let error = #expect(throws: AuxError.self) { try EditSupport.edited(source) { $0.bitDepth = 10 } }
    #expect(error?.code == .usage && error?.reason.contains("8 bits a sample, not 10") == true)
  }

  @Test("Chroma of full resolution stays so at any quality, and that of 4:2:0 may stay as small")
  func chroma() throws {
    let pixels = try PhotoPixels(width: 128, height: 96, rgb8: Pictures.gradient(width: 128, height: 96))
    for (quality, isFull) in [(95, true), (80, false)] {
      let source = try ImageSource(
        data: ImageDestination(pixels: pixels, as: .jpeg, quality: quality).finalize().data)
      #expect(try source.primarySampling().hasFullChroma == isFull)
      for container in [ImageContainer.jpeg, .heif, .avif] {
        let written = try EditSupport.edited(source, as: container) { edit in
          edit.size = .pixels(width: 64, height: 48)
          edit.quality = 60
        }.source
        #expect(try written.primarySampling().hasFullChroma == isFull, "\(container) of \(quality)")
        // And from there on.
        let again = try EditSupport.edited(written, as: .jpeg) { edit in
          edit.size = .pixels(width: 32, height: 24)
          edit.quality = 60
        }.source
        #expect(try again.primarySampling().hasFullChroma == isFull)
      }
      let attached = try ImageDestination(encoding: source, as: .heif, quality: 60).finalize().data
      #expect(try ImageSource(data: attached).primarySampling().hasFullChroma == isFull)
    }
  }

  @Test("AVIF of 10 bits says that chroma is 4:2:2")
  func chromaOfAVIF() throws {
    let pixels = try PhotoPixels(
      width: 96, height: 64, channels: 3, samples: .uint16([UInt16](repeating: 30001, count: 96 * 64 * 3)))
    let (_, losses, _) = try PrimaryEncoder.encode(
      pixels, PhotoMetadata(), as: .avif, quality: 90, sampling: PhotoSampling(hasFullChroma: true),
      limits: .standard)
    #expect(losses.contains { $0.contains("4:2:2") })
  }
}

@Suite("Edits: colours")
struct EditColourTests {
  private func plain(_ codes: [UInt8], profile: [UInt8]? = nil, as container: ImageContainer) throws
    -> ImageSource
  {
    var pixels = try PhotoPixels(
      width: 96, height: 64, rgb8: (0..<(96 * 64)).flatMap { _ in codes })
    pixels.iccProfile = profile
    return try ImageSource(
      data: ImageDestination(pixels: pixels, as: container, quality: 100).finalize().data)
  }

  @Test("Red of sRGB is what it is in Display P3, and back", arguments: [ImageContainer.jpeg, .heif, .avif])
  func red(_ container: ImageContainer) throws {
    let source = try plain([255, 0, 0], as: container)
    let (wide, plan, _, _) = try EditSupport.edited(source) { edit in
      edit.colour = .displayP3
      edit.quality = 100
    }
    #expect(plan.codesPhoto)
    let pixels = try wide.primaryPixels()
    // 0.9175, 0.2003 and 0.1386 (W3C CSS Color 4, 17.3).
    for (code, wanted) in zip(pixels.rgb8[0..<3], [234, 51, 35]) { #expect(abs(Int(code) - wanted) <= 2) }
    #expect(try wide.statesColours(ofProfile: ICCProfileWriter.displayP3))
    let (back, _, _, _) = try EditSupport.edited(wide) { edit in
      edit.colour = .sRGB
      edit.quality = 100
    }
    for (code, wanted) in zip(try back.primaryPixels().rgb8[0..<3], [255, 0, 0]) {
      #expect(abs(Int(code) - wanted) <= 6)
    }
    #expect(try back.statesColours(ofProfile: nil))
    #expect((try back.primaryPixels().iccProfile != nil) == (container == .jpeg))
    // What has the colours already is not coded anew.
    #expect(try !EditSupport.edited(back) { $0.colour = .sRGB }.plan.codesPhoto)
  }

  @Test("Colours of PQ that stay are an error, and in JPEG they are those that are asked for")
  func pq() throws {
    let profile = try #require(ICCProfileWriter.profile(colourPrimaries: 9, transferCharacteristics: 16))
    let source = try plain([100, 100, 100], profile: profile, as: .heif)
    let error = #expect(throws: AuxError.self) { try EditSupport.edited(source) { $0.colour = .displayP3 } }
    #expect(error?.code == .unsupported)
    let written = try EditSupport.edited(source, as: .jpeg) { $0.colour = .sRGB }
    #expect(try written.source.statesColours(ofProfile: nil))
    #expect(written.notes.contains { $0.contains("tone mapped") })
  }

  @Test("A profile of tables is an error")
  func tables() throws {
    var profile = ICCProfileWriter.adobeRGB
    // The curve of red has a name that no profile of curves has.
    let tag = Array("rTRC".utf8)
    let place = try #require((0..<profile.count).first { profile[$0...].starts(with: tag) })
    profile.replaceSubrange(place..<(place + 4), with: Array("A2B0".utf8))
    let source = try plain([100, 100, 100], profile: profile, as: .jpeg)
    let error = #expect(throws: AuxError.self) { try EditSupport.edited(source) { $0.colour = .sRGB } }
    #expect(error?.code == .unsupported && error?.reason.contains("cannot be converted") == true)
  }

  @Test("A gain map of one component goes along; a lossless edit refuses colours")
  func gainMap() throws {
    let source = try EditSupport.photo(.heif)
    let written = try EditSupport.edited(source) { $0.colour = .displayP3 }
    #expect(written.plan.images.contains { $0.image.type.isGainMap && $0.fate == .coded })
    let error = #expect(throws: AuxError.self) {
      try EditSupport.edited(source) { edit in
        edit.isLossless = true
        edit.colour = .displayP3
      }
    }
    #expect(error?.code == .usage)
  }
}
