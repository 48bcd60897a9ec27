internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// What a file states of its gain map, in every form and container, and whether browsers apply it.
///
/// Source: Specs/gainmaps.md, "Faults" and "Browsers".
enum GainMapRules {
  static let all: [Validator.Rule] = metadataRules + agreementRules + readerRules

  private static let metadataRules: [Validator.Rule] = [
    .file(
      "GAIN-METADATA", .error, "Gain map metadata are complete, and give each code a meaning.",
      "ISO 21496-1 C.2; Adobe, Gain map specification 1.0; libavif 1.4 fails; libultrahdr 1.4 fails",
      explanation: .init(
        why: """
          By these numbers a reader computes the HDR rendition. libavif refuses a whole AVIF file, libultrahdr refuses the \
          gain map, and browsers show the photo in SDR or far too bright. auxdepth does not convert or scale such a map.
          """,
        cause: """
          A script wrote the numbers: a gamma of 0, a minimum above the maximum, a capacity that is missing or below its \
          minimum; or a program cut or padded the metadata.
          """,
        remedy: """
          Take the gain map from the original with `auxdepth copy`, attach it again with its headroom, or remove it with \
          `auxdepth remove`.
          """,
        example:
          "GAIN-METADATA item 3 at byte 1255: the gamma 0.0 in gain map metadata is not above 0 (ISO 21496-1 C.2)",
        since: "0.2.0")
    ) { file, check in
      for map in file.gainMaps {
        if let payload = try? map.statements.iso?.get(), payload.writerVersion == 0, map.rest > 0 {
          check.expect(
            false, "\(map.rest) bytes follow metadata of version 0", at: map.iso.offset, in: map.iso.place)
        }
        for (failure, location) in failures(of: map) where failure?.code != .unsupported {
          check.expectSuccess(failure, at: location.offset, in: location.place)
        }
      }
    },
    .file(
      "GAIN-VERSION", .warning, "Gain map metadata are of a version that readers know.",
      "ISO 21496-1 C.2; Adobe, Gain map specification 1.0: 1.0; libavif 1.4 and Chromium ignore the gain map",
      explanation: .init(
        why: "Readers that do not know the version show the photo without its gain map.",
        cause: "The program that wrote the file uses a version that was published later, or a wrong number.",
        remedy: "Export the photo again in the version that current readers know.",
        example: """
          GAIN-VERSION item 3 at byte 1255: gain map metadata that need version 99 (ISO 21496-1 C.2)
          """,
        since: "0.2.0")
    ) { file, check in
      for map in file.gainMaps {
        for (failure, location) in failures(of: map) {
          let unknown = failure?.code == .unsupported ? failure : nil
          check.expect(unknown == nil, unknown?.reason ?? "", at: location.offset, in: location.place)
        }
      }
    },
  ]

  private static let agreementRules: [Validator.Rule] = [
    .file(
      "GAIN-FORMS", .warning, "The metadata of ISO 21496-1 and the XMP state the same numbers.",
      "Specs/gainmaps.md, \"Faults\"; Chromium follows ISO 21496-1, older readers the XMP",
      explanation: .init(
        why: "The photo looks different in each reader: some follow one form, some the other.",
        cause: "A program changed one of the two descriptions and did not know the other.",
        remedy: """
          Find out which numbers are right, from the original or the program that made the gain map, and attach it again with \
          these.
          """,
        example: """
          GAIN-FORMS image 2/APP2 at byte 2121: ISO 21496-1 states 0.0 to 2.0 stops with gamma 1.0 and offsets 0.0 and 0.0, and \
          headrooms of 0.0 and 2.0; the XMP states 0.0 to 1.0 stops with gamma 1.0 and offsets 0.0 and 0.0, and headrooms of 0.0 \
          and 2.0
          """,
        since: "0.2.0")
    ) { file, check in
      for map in file.gainMaps {
        guard let iso = try? map.statements.iso?.get().metadata, let xmp = try? map.statements.xmp?.get()
        else { continue }
        check.expect(
          iso.isNear(xmp, tolerance: formTolerance),
          "ISO 21496-1 states \(iso.summary); the XMP states \(xmp.summary)", at: map.iso.offset,
          in: map.iso.place)
      }
    },
    .file(
      "GAIN-DIRECTION", .warning, "The stated direction of a gain map agrees with the headrooms.",
      "ISO 21496-1 C.2; Adobe, Gain map specification 1.0: BaseRenditionIsHDR",
      explanation: .init(
        why: """
          A reader that follows the flag takes the photo for its HDR rendition and darkens it; one that follows the headrooms \
          brightens it.
          """,
        cause: "The writer exchanged the two renditions in one of the places.",
        remedy: "Attach the gain map again with its headroom.",
        example: """
          GAIN-DIRECTION item 3 at byte 1255: the base rendition is stated to be HDR, and its headroom of 0.0 stops is not above \
          that of the alternate rendition, 2.0
          """,
        since: "0.2.0")
    ) { file, check in
      for map in file.gainMaps {
        if let payload = try? map.statements.iso?.get() {
          // A flag that is not set states nothing: the final standard has none.
          let contradiction = payload.isBackward ? payload.metadata.contradiction(ofBaseIsHDR: true) : nil
          check.expect(contradiction == nil, contradiction ?? "", at: map.iso.offset, in: map.iso.place)
        }
        if let metadata = try? map.statements.xmp?.get(),
          let isHDR = GainMapMetadata.statedBaseIsHDR(in: map.properties)
        {
          let contradiction = metadata.contradiction(ofBaseIsHDR: isHDR)
          check.expect(contradiction == nil, contradiction ?? "", at: map.xmp.offset, in: map.xmp.place)
        }
      }
    },
    .file(
      "GAIN-CHANNELS", .warning, "A gain map of one component has one set of gains.",
      "ISO 21496-1 C.2; Specs/gainmaps.md, \"Faults\"",
      explanation: .init(
        why: "Red, green and blue get different gains from the same sample, which tints the HDR rendition.",
        cause: "The writer coded the map in gray and kept the metadata of a map in color.",
        remedy: "Attach the gain map again in color, or with one set of gains.",
        example: """
          GAIN-CHANNELS item 2 at byte 196: the map has 1 component, and its metadata have different gains for red, green and \
          blue
          """,
        since: "0.2.0")
    ) { file, check in
      for map in file.gainMaps {
        guard let metadata = map.statements.metadata, let components = map.components, let image = map.image
        else { continue }
        check.expect(
          components != 1 || !metadata.hasDifferentChannels,
          "the map has 1 component, and its metadata have different gains for red, green and blue",
          at: image.offset, in: image.place)
      }
    },
  ]

  private static let readerRules: [Validator.Rule] = [
    .file(
      "GAIN-LOST", .warning, "A photo that announces a gain map has one.",
      "Ultra HDR image format 1.1; Specs/gainmaps.md, \"Faults\"",
      explanation: .init(
        why: """
          The photo was HDR and is now SDR. Readers that follow the announcement look for a map that is not there, and programs \
          that sort photos by it take this one for HDR.
          """,
        cause: "A program saved the photo alone, without the images after it, and copied the metadata.",
        remedy: """
          Take the gain map from the original with `auxdepth copy`. If there is no original, a repair of a JPEG removes the \
          announcement.
          """,
        repair: """
          The hdrgm properties and the GainMap item of the XMP go, and the APP2 segment of ISO 21496-1. All coded bytes stay.
          """,
        example: """
          GAIN-LOST image 1/APP1 XMP at byte 53: the gain map is gone: hdrgm:Version announces one, and the file has none
          """,
        since: "0.2.0")
    ) { file, check in
      if let jpeg = file.jpeg, jpeg.isWalked, let first = jpeg.gainMapClaims.first {
        let names = jpeg.gainMapClaims.map(\.text)
        check.expect(
          !jpeg.hasLostGainMap,
          "the gain map is gone: \(names.joined(separator: " and ")) \(names.count == 1 ? "announces" : "announce") one, "
            + "and the file has none", at: first.location.offset, in: first.location.place,
          repair: AuxRepair(.gainMapClaim))
      }
      guard file.heif != nil else { return }
      for packet in file.packets where packet.isPrimary && packet.announcesGainMap {
        check.expect(
          !file.gainMaps.isEmpty,
          "the gain map is gone: hdrgm:Version announces one, and the file has none", at: packet.offset,
          in: packet.place)
      }
    },
    .file(
      "GAIN-BROWSER", .info, "Chromium, and browsers made from it, apply the gain map.",
      "Skia (chrome/156): SkXmp.cpp, SkJpegMetadataDecoderImpl.cpp, SkExif.cpp; Specs/gainmaps.md, \"Browsers\"",
      explanation: .init(
        why: "On the web, most people see the photo in SDR. Other readers may apply the gain map.",
        cause: """
          The gain map is in Apple's form alone and the photo lacks Apple's Exif tags, the file has no multi-picture index, or a \
          metadata editor moved hdrgm:Version to another rdf:Description.
          """,
        remedy: """
          Nothing is wrong with the file. For the web, describe the gain map in the forms that browsers read: `auxdepth edit` \
          with the forms iso and ultrahdr.
          """,
        example: """
          GAIN-BROWSER image 2 at byte 1151: Chromium shows the photo in SDR: the file has no multi-picture index, without which \
          it looks for no gain map
          """,
        since: "0.2.0")
    ) { file, check in
      // Other rules report metadata that no reader can use.
      let maps = file.gainMaps.filter { $0.image != nil && $0.statements.failures.isEmpty }
      guard let image = maps.first?.image else { return }
      let reasons = maps.map { map in
        file.jpeg.flatMap { chromiumReason(map, in: $0) } ?? file.heif.flatMap { chromiumReason(map, in: $0) }
      }
      check.expect(
        reasons.contains(nil), "Chromium shows the photo in SDR: \((reasons.first ?? nil) ?? "")",
        at: image.offset, in: image.place)
    },
  ]

  /// The largest difference between ISO's numbers and the XMP's, which have few digits: hundredths of a stop cannot be seen.
  private static let formTolerance = 0.01

  /// Returns the form or forms of a map, each with why it is unusable, or nil.
  private static func failures(
    of map: GainMapSubject
  ) -> [(failure: AuxError?, location: GainMapSubject.Location)] {
    var found: [(failure: AuxError?, location: GainMapSubject.Location)] = []
    if let iso = map.statements.iso { found.append((iso.failure, map.iso)) }
    if let xmp = map.statements.xmp { found.append((xmp.failure, map.xmp)) }
    return found
  }

  /// Returns why Chromium does not apply the gain map of a JPEG file; nil if it does.
  private static func chromiumReason(_ map: GainMapSubject, in jpeg: JPEGSubject) -> String? {
    guard let primary = jpeg.images.first, let image = map.image, image.offset > 0 else { return nil }
    guard let index = primary.index else {
      return "the file has no multi-picture index, without which it looks for no gain map"
    }
    let isIndexed = index.entries.dropFirst().contains { index.range(of: $0).lowerBound == image.offset }
    let isListed = jpeg.listedItems.contains { $0.place.lowerBound == image.offset }
    guard isIndexed || isListed else { return "the multi-picture index does not lead to the gain map" }
    if isIndexed, primary.image.first(.gainMap) != nil, (try? map.statements.iso?.get()) != nil { return nil }
    let parts = [(primary.packet, primary.place), (image.packet, image.place)]
    let silent = parts.first { packet, _ in packet?.showsGainMapToChromium != true }
    guard let silent else { return nil }
    if isIndexed, image.type == .hdrGainMap {
      let namespaces = [AppleNamespace.apdi.rawValue, AppleNamespace.HDRGainMap.rawValue]
      let description = image.packet.flatMap {
        ChromiumDescription(of: $0.content.bytes, declaring: namespaces)
      }
      guard let description, description.states(namespaces[0], "AuxiliaryImageType"),
        description.states(namespaces[1], "HDRGainMapVersion")
      else {
        return "apdi:AuxiliaryImageType and HDRGainMap:HDRGainMapVersion are not in one rdf:Description of "
          + (image.packet?.place ?? image.place)
      }
      let exif = try? primary.image.exif(in: jpeg.structure.source)
      return exif.flatMap { AppleMakerNote(exif: $0, limits: jpeg.structure.limits) } == nil
        ? "the photo's Exif has no Apple maker note with a headroom (tag 33)" : nil
    }
    if map.statements.xmp == nil { return "the photo has no APP2 segment of ISO 21496-1" }
    return "the first rdf:Description of \(silent.0?.place ?? silent.1) that declares hdrgm does not state "
      + "hdrgm:Version 1.0"
  }

  /// Returns why Chromium does not apply the gain map of an AVIF file; nil if it does, and for HEIC, which it does not show.
  private static func chromiumReason(_ map: GainMapSubject, in heif: HEIFSubject) -> String? {
    guard heif.isAVIF, let primary = heif.primary, !heif.isHDR(primary) else { return nil }
    guard map.statements.iso != nil else {
      return "no tmap item is made with the gain map, and it reads no auxiliary gain map of AVIF"
    }
    guard let bits = heif.samples(of: primary)?.bitDepth, bits > 8, map.components == 1,
      let mapBits = map.image?.itemID.flatMap(heif.item).flatMap(heif.samples)?.bitDepth, mapBits == 8
    else { return nil }
    return "the photo has \(bits) bits, and the gain map one component of 8 bits"
  }
}

extension Result where Failure == AuxError {
  fileprivate var failure: AuxError? { if case .failure(let error) = self { error } else { nil } }
}

extension GainMapMetadata {
  /// All numbers; those of equal channels once.
  fileprivate var summary: String {
    let stated = (hasDifferentChannels ? channels : Array(channels.prefix(1))).map { channel in
      "\(channel.gainMin) to \(channel.gainMax) stops with gamma \(channel.gamma) and offsets \(channel.baseOffset) and "
        + "\(channel.alternateOffset)"
    }
    return stated.joined(separator: ", ") + ", and headrooms of \(baseHeadroom) and \(alternateHeadroom)"
  }
}

extension PacketSubject {
  /// Whether Chromium finds gain map properties of version 1.0 in the packet.
  fileprivate var showsGainMapToChromium: Bool {
    let namespace = GainMapMetadata.namespace
    let description = ChromiumDescription(of: content.bytes, declaring: [namespace])
    return description?.states(namespace, "Version") == true
      && content.properties.contains { $0.namespace == namespace && $0.name == "Version" && $0.text == "1.0" }
  }
}

extension HEIFSubject {
  /// Whether `colr` says that an image is HDR itself: PQ or HLG.
  fileprivate func isHDR(_ item: HEIFItem) -> Bool {
    properties(of: item).contains { property in
      guard property.box.type == "colr" else { return false }
      var reader = property.box.reader
      guard let points = try? ColourInformationProperty(parsing: &reader).codePoints else { return false }
      return points.transfer == 16 || points.transfer == 18
    }
  }
}
