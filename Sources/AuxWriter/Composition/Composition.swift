internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxMaps
internal import AuxReader

/// The parts of a new file: a file that was read, less some of its auxiliary images, plus others, and with edits of its
/// metadata.
///
/// The composer of the container makes the file's bytes of it, and ``Verification`` compares the file with it. Neither
/// knows who asked for it.
struct Composition: Sendable {
  /// An image that the file gets.
  struct Addition: Sendable {
    /// The forms in which images are given.
    enum Content: Sendable {
      case codes(StoredAuxiliaryImage, AuxiliaryEncoding)
      /// Coded bytes of another file of the same container, and what that file says of them.
      case copied(CodedAuxiliaryImage, AuxiliaryImage)
    }

    var content: Content
    /// The image of the base that has the same codes already: its coded bytes are written in place of `content`.
    var same: Content?
    /// The image of another source that came along without being asked for.
    var carried: AuxiliaryImage?
    /// The image that this one is in another form, as a gain map may be described in another.
    var described: AuxiliaryImage?
    /// The map that the image was made of.
    var attachment: MapAttachment?

    /// What is written.
    var written: Content { same ?? content }

    var type: AuxiliaryDataType {
      switch content {
      case .codes(let image, _): image.type
      case .copied(_, let image): image.type
      }
    }

    /// The forms that describe the written gain map; empty for other images.
    var gainMapForms: [GainMapDescription.Form] {
      switch content {
      case .codes(let image, _): image.gainMapForms
      case .copied(_, let image): image.gainMap?.forms ?? []
      }
    }
  }

  /// The file whose bytes are taken over.
  let base: ImageSource
  /// Whether the primary of the base was just coded, and is that of no file that was there before.
  let isPrimaryEncoded: Bool
  /// The auxiliary images of the base that go, by their indices.
  var removals: Set<Int> = []
  /// The images that the file gets, in their order.
  var additions: [Addition] = []
  /// The file that the photo was coded anew from, which may be the one to replace.
  var origin: ImageSource?
  var metadata = MetadataEdits()
  /// What the new file is searched for, if metadata were removed from ``base`` or before that.
  var privacyCheck: PrivacyCheck?
  /// The properties of HEIF that describe the camera of the primary.
  var camera: [Box] = []
  /// The thumbnail that a HEIF file gets.
  var thumbnail: HEIFCodedImage?

  /// Creates a composition that changes nothing.
  init(_ base: ImageSource, isPrimaryEncoded: Bool) {
    (self.base, self.isPrimaryEncoded) = (base, isPrimaryEncoded)
  }

  /// The primary as the file is to have it.
  var primary: PrimaryImage? {
    base.primary.map(metadata.turned)
  }

  /// Whether the XMP packet of the primary becomes another.
  var changesPrimaryXMP: Bool {
    metadata.primaryDescription != nil || removesGainMapClaim || metadata.changesBlocks
  }

  /// Returns the images of the base that have that type and are not removed so far.
  func present(_ type: AuxiliaryDataType) -> [AuxiliaryImage] {
    base.auxiliaryImages.filter {
      $0.type.sharesPlace(with: type) && $0.embeddedForm == nil && !removals.contains($0.index)
    }
  }

  /// Whether the gain maps of the base go, and what its primary says of one of Ultra HDR's form no longer holds.
  var removesGainMapClaim: Bool {
    let maps = base.auxiliaryImages.filter { $0.type.isGainMap }
    return !maps.isEmpty && maps.allSatisfy { removals.contains($0.index) }
      && !additions.contains { $0.gainMapForms.contains(.ultraHDR) }
  }

  /// Whether the file would have an image of that type, or of depth data for one of these.
  func holds(_ type: AuxiliaryDataType) -> Bool {
    additions.contains { $0.type.sharesPlace(with: type) } || !present(type).isEmpty
  }

  /// Marks what an image of that type replaces, and forgets what was carried over.
  ///
  /// Throws `usage` where there is one and `replacing` is false, or where two are asked for.
  mutating func makeRoom(for type: AuxiliaryDataType, replacing: Bool) throws(AuxError) {
    guard base.container.holdsAuxiliaryImages else {
      throw base.container.lacksAuxiliaryImages(.unsupported)
    }
    func exists(_ old: AuxiliaryDataType) -> AuxError {
      AuxError(.usage, "the file has an image of type \(old) already", remedy: .replaceImage)
    }
    if let same = additions.firstIndex(where: { $0.type.sharesPlace(with: type) }) {
      guard additions[same].carried != nil else {
        throw AuxError(.usage, "two images of type \(type) are asked for")
      }
      guard replacing else { throw exists(additions[same].type) }
      additions.remove(at: same)
    }
    let old = present(type)
    guard old.isEmpty || replacing else { throw exists(old[0].type) }
    removals.formUnion(old.map(\.index))
  }

  /// Codes the additions, several at a time, and hands them to a composer in their order; an error names the type of its image.
  func addAll<Coded: Sendable>(
    _ code: @Sendable (Addition) throws(AuxError) -> Coded,
    _ add: (Addition, Coded) throws(AuxError) -> Void
  ) throws(AuxError) {
    try AuxWorkerPool.inOrder(additions, jobs: AuxWorkerPool.coresForOneItem) { addition throws(AuxError) in
      try code(addition)
    } onResult: { addition, coded throws(AuxError) in
      do throws(AuxError) { try add(addition, coded.get()) } catch { throw error.within("\(addition.type)") }
    }
  }
}

extension AuxiliaryDataType {
  /// Whether a photo has one image of both types: one depth map, and one gain map in whatever form.
  func sharesPlace(with other: AuxiliaryDataType) -> Bool {
    self == other || isDepthData && other.isDepthData || isGainMap && other.isGainMap
  }
}
