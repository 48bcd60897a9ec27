internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension PhotoEdit {
  /// Edits a DNG file that loses metadata: these become zeros, and then all else is done to the file.
  func applied(toDNG source: ImageSource, _ plan: Plan, jobs: Int) throws(AuxError) -> Edited {
    var rest = self
    rest.strips = []
    var edited = try rest.applied(to: stripped(source, plan), as: .dng, jobs: jobs)
    edited.belong(to: source, plan)
    edited.destination.composition.privacyCheck = PrivacyCheck(
      of: source, without: strips, keepsHeadroom: false)
    return edited
  }

  /// Returns a DNG file without the metadata that go; no byte moves.
  func stripped(_ source: ImageSource, _ plan: Plan) throws(AuxError) -> ImageSource {
    guard case .dng(let reader) = source.parsed else {
      throw AuxError(.unsupported, "the file is no DNG")
    }
    let before = try source.bytes.read(at: 0, count: source.bytes.byteCount)
    let sweep = source.metadataSweep(strips, removesVideos: removesTrailers(plan.images))
    return try ImageSource(data: sweep.dng(reader.file.tiff, before), limits: source.limits)
  }
}
