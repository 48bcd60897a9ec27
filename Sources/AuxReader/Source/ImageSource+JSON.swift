package import AuxImage

extension ImageSource {
  /// What the headers say as a JSON object: `path`, `container`, `primary`, and `auxiliary`, a list of
  /// ``AuxiliaryImage/json``. Where the file has them, also `exif`
  /// (``ExifCamera/json``), `stereo` (with `spatialPhotoFaults` in HEIF), `views` (the
  /// number of views of one scene in a multi-picture file), `c2pa`, `trailers` and `auxiliaryTracks`.
  ///
  /// Sizes are as stored, before the orientation, 1...8 as in Exif, is applied; where that swaps the sides of the
  /// primary, `displayWidth` and `displayHeight` are those after it. What is not known is left out.
  package var json: JSONValue {
    [
      "path": path.map(JSONValue.path), "pathBytes": path.flatMap(JSONValue.pathBytes),
      "container": .string(container.rawValue),
      "primary": primary.map { primary in
        [
          "width": .integer(primary.width), "height": .integer(primary.height),
          "orientation": .integer(primary.orientation.rawValue),
          "displayWidth": primary.orientation.swapsSides ? .integer(primary.displaySize.width) : nil,
          "displayHeight": primary.orientation.swapsSides ? .integer(primary.displaySize.height) : nil,
        ]
      },
      "exif": ((try? exifCamera()) ?? nil)?.json,
      "stereo": stereoPair?.json,
      "views": viewCount > 1 ? .integer(viewCount) : nil,
      "spatialPhotoFaults": stereoPair == nil || container != .heif
        ? nil : .array(spatialPhotoFaults.map(JSONValue.string)),
      "c2pa": c2paManifest?.json,
      "trailers": trailers.isEmpty ? nil : .array(trailers.map(\.json)),
      "auxiliary": .array(auxiliaryImages.map(\.json)),
      "auxiliaryTracks": auxiliaryTracks.isEmpty ? nil : .array(auxiliaryTracks.map(\.json)),
    ]
  }
}

extension AuxiliaryImage {
  /// What the headers say of the image as a JSON object, whose members have the names of this type and of its
  /// metadata; what is not known is left out.
  ///
  /// `floatMin` and `floatMax` are in the unit of `pixelFormat`; `otherView` is there, and true, for an image of another view
  /// than the photo; `gainMap` is `GainMapDescription.json`; `error` says why
  /// the image cannot be used, and may come with its place alone.
  package var json: JSONValue {
    [
      "index": .integer(index), "type": .string(type.name), "identifier": .string(identifier),
      "width": .integer(width), "height": .integer(height), "bytesPerRow": .integer(bytesPerRow),
      "pixelFormat": .string(pixelFormat.name), "planes": planes.count > 1 ? planesJSON : nil,
      "colour": colourEncoding.map(\.json),
      "storedFormat": storedFormat.map { .string($0.name) },
      "floatMin": valueBounds.map { .number($0.min) },
      "floatMax": valueBounds.map { .number($0.max) },
      "quality": metadata.quality.map { .string($0.rawValue) },
      "accuracy": metadata.accuracy.map { .string($0.rawValue) },
      "filtered": metadata.isFiltered.map(JSONValue.boolean),
      "depthDataVersion": metadata.depthDataVersion.map(JSONValue.integer),
      "calibration": metadata.calibration.map(\.json),
      "focalTable": focalTable?.json,
      "otherView": isOfOtherView ? .boolean(true) : nil,
      "gainMap": gainMap?.json, "codec": .string(codec), "byteCount": .integer(byteCount),
      "error": failure.map { .string($0.message) },
    ]
  }

  private var planesJSON: JSONValue {
    .array(
      planes.map {
        [
          "width": .integer($0.width), "height": .integer($0.height), "bytesPerRow": .integer($0.bytesPerRow),
        ]
      })
  }
}

extension ColourEncoding {
  /// The encoding as a JSON object: `layout`, `bits`, `range`, and the code points `matrix`, `primaries` and `transfer`.
  var json: JSONValue {
    [
      "layout": .string(layout.rawValue), "bits": .integer(bitsPerComponent),
      "range": .string(isFullRange ? "full" : "video"), "matrix": .integer(matrixCoefficients),
      "primaries": .integer(colourPrimaries), "transfer": .integer(transferCharacteristics),
    ]
  }
}
