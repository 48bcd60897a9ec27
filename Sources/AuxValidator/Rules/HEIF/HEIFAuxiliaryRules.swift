internal import AuxContainers
internal import AuxImage

/// What ties an auxiliary image to its image.
enum HEIFAuxiliaryRules {
  static let all: [Validator.Rule] = [
    .heif(
      "HEIF-AUXL-MISSING", .error,
      "An item with auxC has an auxl reference to its image, or is a part of one that has.",
      "ISO/IEC 23008-12 6.4.4 (shall)",
      explanation: .init(
        why: """
          Readers find depth maps and mattes by the reference to their photo. Without it the image \
          belongs to nothing and is never used.
          """,
        cause: "A program rewrote the references and dropped those that it does not know.",
        remedy: "Take the images over from the original with `auxdepth copy`.",
        example: """
          HEIF-AUXL-MISSING item 6 at byte 478: the auxiliary image belongs to no image: it has no \
          auxl reference
          """)
    ) { file, check in
      let parts = file.auxiliaryParts
      for item in file.items where file.property("auxC", of: item) != nil && !parts.contains(item.id) {
        check.expect(
          !item.targets("auxl").isEmpty, "the auxiliary image belongs to no image: it has no auxl reference",
          at: item.offset, in: item.place)
      }
    },
    .heif(
      "HEIF-AUXL-TARGET", .error,
      "auxl leads to an image that is shown, or in AVIF as alpha to each tile of a grid; not to metadata, another tile or "
        + "an auxiliary image alone.",
      "ISO/IEC 23008-12 6.4.4 (shall)",
      explanation: .init(
        why: """
          Readers ask the photo for its auxiliary images. One that is tied to a tile or to another map \
          is not among them.
          """,
        cause: "The writer took the first item for the photo, which in camera files is a tile of the grid.",
        remedy: """
          Take the images over from the original, or attach them again: the reference then leads to the \
          photo.
          """,
        example: "HEIF-AUXL-TARGET item 10 at byte 1810: auxl leads to item 4, which is auxiliary")
    ) { file, check in
      let tiles = file.tiles
      let tilesWithoutAlpha = tiles.subtracting(file.tilesWithAlpha)
      var offsets: [UInt32: Int] = [:]
      for reference in file.references where reference.value.type == "auxl" {
        offsets[reference.value.from] = offsets[reference.value.from] ?? reference.offset
      }
      for item in file.items {
        checkTargets(
          item, file, file.isAlpha(item) ? tilesWithoutAlpha : tiles, at: offsets[item.id], &check)
      }
    },
    .heif(
      "HEIF-AUXL-SEVERAL", .info, "auxl has one target: libheif before 1.18 refuses files with more.",
      "strukturag/libheif issues 1190, 1213; iOS 18 writes two",
      explanation: .init(
        why: "libheif before 1.18 refuses files with such references, whole.",
        cause: """
          iOS 18 writes a reference to the photo and one to its tone-mapped form. That is no fault of \
          the file.
          """,
        remedy: """
          Nothing has to be done. Where old readers matter, take the images over into a photo without a \
          tone map.
          """,
        example: """
          HEIF-AUXL-SEVERAL item 6 at byte 478: auxl has 2 targets: libheif before 1.18 refuses the \
          file
          """,
        mattersToReaders: true)
    ) { file, check in
      for item in file.items where file.isAuxiliary(item) {
        check.expect(
          item.targets("auxl").count < 2,
          "auxl has \(item.targets("auxl").count) targets: libheif before 1.18 refuses the file",
          at: item.offset,
          in: item.place)
      }
    },
    .heif(
      "HEIF-AUX-HIDDEN", .warning,
      "A depth map, matte or gain map is hidden, so that galleries do not show it.",
      "ISO/IEC 23008-12 6.4.2; every HEIC file of a camera; AVIF leaves it open",
      explanation: .init(
        why: """
          Galleries and converters show every item that is not hidden. The map or matte then appears as \
          a second photo.
          """,
        cause: """
          The writer did not set the hidden flag of the item, as encoders without support for auxiliary \
          images do.
          """,
        remedy: "A repair hides the item.",
        repair: """
          One bit of the item's entry changes; readers find auxiliary images by their references, hidden \
          or not.
          """,
        example: "HEIF-AUX-HIDDEN item 10 at byte 602: the auxiliary image is not hidden: galleries show it",
        mattersToReaders: true)
    ) { file, check in
      for item in file.items where file.isOfCameras(item) && item.id != file.primaryID {
        check.expect(
          item.isHidden, "the auxiliary image is not hidden: galleries show it", at: item.offset,
          in: item.place, repair: AuxRepair(.hidden(item: item.id)))
      }
    },
    .heif(
      "HEIF-AUX-TYPE", .error, "An auxiliary image is an image item.", "ISO/IEC 23008-12 6.4.4 (shall)",
      explanation: .init(
        why: """
          What is tied to the photo as an auxiliary image has no pixels, and readers that decode it \
          fail.
          """,
        cause: "An auxl reference was written from the wrong item, such as from the XMP of a map.",
        remedy: "Write the file anew with the program that made it.",
        example: "HEIF-AUX-TYPE item 8 at byte 540: the auxiliary image is an item of type uri ")
    ) { file, check in
      for item in file.items where file.isAuxiliary(item) {
        check.expect(
          item.isImage, "the auxiliary image is an item of type \(item.type)", at: item.offset, in: item.place
        )
      }
    },
    .heif(
      "HEIF-GRID", .error, "A grid has as many tiles as rows times columns, and its size is ispe.",
      "ISO/IEC 23008-12 6.6.2.3 (shall)",
      explanation: .init(
        why: """
          Readers put tiles together by rows and columns. With too few of them the picture has holes; \
          with another size it is cropped wrongly.
          """,
        cause: "A tile was removed, or the grid was written for an image of another size.",
        remedy: """
          Where ispe is not the size that the grid states, a repair writes it. Missing tiles can only be \
          taken from the original.
          """,
        repair: "ispe alone is written anew, and no pixel changes.",
        example: "HEIF-GRID item 2 at byte 95: 1 tiles for 1 rows of 2")
    ) { file, check in
      // HEIF-ILOC-IDAT reports a grid whose description is elsewhere.
      for item in file.items where item.type == "grid" && !file.isMeantInItemData(item) {
        checkGrid(item, file, &check)
      }
    },
  ]

  /// One target that is shown is enough: the others may be its tone-mapped form, or metadata.
  private static func checkTargets(
    _ item: HEIFItem, _ file: HEIFSubject, _ tiles: Set<UInt32>, at offset: Int?, _ check: inout Checker
  ) {
    let targets = item.targets("auxl").compactMap(file.item)
    guard let first = targets.first else { return }
    let isRight = targets.contains { $0.isImage && !file.isAuxiliary($0) && !tiles.contains($0.id) }
    check.expect(
      isRight,
      "auxl leads to \(first.place), which is "
        + (!first.isImage ? "of type \(first.type)" : file.isAuxiliary(first) ? "auxiliary" : "a tile"),
      at: isRight ? nil : offset, in: item.place)
  }

  private static func checkGrid(_ item: HEIFItem, _ file: HEIFSubject, _ check: inout Checker) {
    guard item.hasBytes, let range = file.ranges(of: item)?.first, range.count <= GridPayload.largestCount,
      let bytes = try? file.structure.source.read(at: range.lowerBound, count: range.count)
    else { return }
    var reader = ByteReader(bytes, fileOffset: range.lowerBound)
    let grid: GridPayload
    do throws(AuxError) { grid = try GridPayload(parsing: &reader, limits: file.structure.limits) } catch {
      // A grid beyond the limits of the reader may be right.
      return check.expect(error.code == .limitExceeded, error.reason, at: range.lowerBound, in: item.place)
    }
    let tiles = item.targets("dimg").count
    check.expect(
      tiles == grid.rows * grid.columns, "\(tiles) tiles for \(grid.rows) rows of \(grid.columns)",
      at: range.lowerBound, in: item.place)
    guard let size = try? file.imageSize(of: item) else { return }
    check.expect(
      size == (grid.width, grid.height),
      "ispe is \(size.width)x\(size.height) and the grid \(grid.width)x\(grid.height)", at: range.lowerBound,
      in: item.place, repair: AuxRepair(.size(item: item.id, width: grid.width, height: grid.height)))
  }
}
