package import AuxImage
package import AuxWriter

extension OptionCall {
  package static let datasetWrite = OptionCall("dataset_write")
}

/// How photos become a data set.
package struct DatasetWriting: LimitedOptions {
  package var limits = AuxLimits()
  package var jobs: Int?
  private var writesArrays = false
  private var givenSize: ExtractedSize?
  private var mayStretch = false
  private var near: Float = 0
  private var far = Float.infinity
  private var keepsMetadata = false
  private var poses: JSONValue?

  package init() {}

  /// Returns the data set of a folder; throws as `CameraPoses` where poses cannot be read.
  package func export(into folder: String, options: WriteOptions) throws(AuxError) -> DatasetExport {
    var set = DatasetExport(into: folder)
    (set.writesArrays, set.keepsMetadata, set.options) = (writesArrays, keepsMetadata, options)
    set.size = givenSize
    set.size?.mayStretch = mayStretch
    set.range = near...far
    switch poses {
    case nil: break
    case .string(let path)?: try set.readPoses(from: path == StandardStream.path ? "./-" : path)
    case let matrices?:
      do throws(AuxError) { set.poses = try CameraPoses(json: matrices) } catch {
        throw AuxError(.usage, error.message, place: "options/poses")
      }
    }
    return set
  }

  package static let title = "Data sets"
  package static let calls: [OptionCall] = [.datasetWrite]
  package static let rows: [OptionRow<Self>] =
    [
      OptionRow(
        "format",
        .named(["png", "npy"]) {
          $0 == "npy"
        } text: {
          $0 ? "npy" : "png"
        }, \.writesArrays,
        "of depth maps, in millimeters: 16-bit PNG, in which 0 is a hole, or 32-bit floats, in which NaN is one"
      ),
      OptionRow(
        "resize", .extractedSize, \.givenSize,
        "the size of depth maps and mattes, turned: `WxH`, `50%`, `long=N`, `short=N`, `width=N` or `height=N`, "
          + "or `photo` for the photo's"),
      OptionRow("stretch", .flag, \.mayStretch, "true to let `resize` change the aspect ratio"),
      OptionRow("near", .number, unit: "m", "what is nearer is a hole") { $0.near = $1 },
      OptionRow("far", .number, unit: "m", "what is farther is a hole") { $0.far = $1 },
      OptionRow(
        "poses", .value(.objectOrText), \.poses,
        "where the cameras are: an object with a matrix of 4 rows of 4 numbers, from camera to world, y up, for the name of "
          + "each photo, or the path of a file as `auxdepth extract --poses` takes it"),
      OptionRow(
        "keepMetadata", .flag, \.keepsMetadata, "true to leave the metadata in the photos of the set"),
      .jobs(\.jobs),
    ] + OptionRow.limits()

  package func check() throws(AuxError) {
    guard near >= 0, near < far else {
      throw AuxError(.usage, "is at least 0, and less than far", place: "options/near")
    }
    switch poses {
    case nil, .string?, .object?: break
    case let other?: throw other.refusal("an object or a path", at: "options/poses")
    }
  }
}
