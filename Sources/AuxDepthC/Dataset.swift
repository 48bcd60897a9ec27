internal import AuxDepthKit
package import CAuxDepth

@c @implementation
package func auxdepth_dataset_write(
  _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ folder: UnsafePointer<CChar>?,
  _ flags: UInt32, _ options: UnsafePointer<CChar>?, _ progress: auxdepth_progress?,
  _ context: UnsafeMutableRawPointer?, _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    report?.pointee = nil
    let photos = try names(paths, count)
    let folder = try path(folder, "folder")
    let writing = try DatasetWriting(options, for: .datasetWrite)
    var set = try writing.export(into: folder, options: WriteOptions(flags: flags))
    var written: [JSONValue] = []
    let removed = try set.write(photos, jobs: writing.jobs, limits: writing.limits) {
      photo, result throws(AuxError) in
      try AuxError.checkCancellation()
      let json =
        switch result {
        case .success(let frame): DatasetFrame.json(of: frame, photo: photo)
        case .failure(let error): error.json(input: photo)
        }
      written.append(json)
      guard let progress else { return }
      let name = PathText.bytes(of: photo).map { CChar(bitPattern: $0) } + [0]
      guard progress(context, written.count, photos.count, name, json.text) == 0 else {
        throw AuxError(.cancelled, "the caller ended the work")
      }
    }
    let all: JSONValue = [
      "photos": .array(written), "removed": .array(removed.map(JSONValue.path)),
    ]
    give(all.text, to: report)
  }
}
