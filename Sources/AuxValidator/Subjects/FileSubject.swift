internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// One file as the rules see it: what could be made of it, and the faults that were met on the way.
struct FileSubject: Sendable {
  private(set) var container: ImageContainer?
  /// The path, for its extension alone; nil for standard input and bytes in memory.
  private(set) var path: String?
  /// Why nothing could be made of the file.
  var failure: AuxError?
  /// Why the system let nobody read the headers: no fault of the file, about which nothing is sure then.
  private(set) var systemFailure: AuxError?
  /// Why the system let nobody decode some image: no fault of the file, whose headers were read.
  private(set) var undecoded: AuxError?
  /// Why the reader of this package refuses the file.
  var refusal: AuxError?
  var manifest: ImageSource.C2PAManifest?
  var jpeg: JPEGSubject?
  var heif: HEIFSubject?
  var tiff: TIFFSubject?
  /// The size of the primary image as stored, after cropping.
  var primarySize: (width: Double, height: Double)?
  var auxiliaries: [AuxiliarySubject] = []
  private(set) var gainMaps: [GainMapSubject] = []
  var packets: [PacketSubject] = []
  /// The file as the reader of this package hands it out; nil where it refuses it.
  var source: ImageSource?
  var headersOnly = false
  /// What decoding the photo's own pictures gave; nil where they were left alone.
  private(set) var pictures: [PictureCheck]?

  /// How much of a file is looked at.
  struct Depth {
    /// Whether coded data is left alone.
    var headersOnly: Bool
    /// Whether the photo's own pictures are decoded.
    var decodesPhoto: Bool
    /// Whether XMP packets are checked with Exiv2 as well.
    var asksOthers: Bool
  }

  /// Looks at a file.
  init(_ bytes: any ByteSource, path: String?, limits: AuxLimits, _ depth: Depth) {
    do throws(AuxError) {
      let model = try FileModel(bytes, limits: limits)
      self.init(model, path: path, depth) { () throws(AuxError) in try ImageSource(model) }
    } catch {
      self.init()
      self.path = path
      if error.isOfSystem { systemFailure = error } else { failure = error }
    }
  }

  /// Looks at a file that was opened already: nothing that its headers say is parsed again.
  init(_ source: ImageSource, path: String?, _ depth: Depth) {
    self.init(source.model, path: path, depth) { () throws(AuxError) in source }
  }

  private init() {}

  private init(
    _ model: FileModel, path: String?, _ depth: Depth, open: () throws(AuxError) -> ImageSource
  ) {
    self.init(model, headersOnly: depth.headersOnly)
    self.path = path
    if depth.asksOthers { PacketSubject.askOthers(about: &packets) }
    headersOnly = depth.headersOnly
    do throws(AuxError) {
      let source = try open()
      self.source = source
      manifest = source.c2paManifest
      // An image that the reader leaves alone is a fault all the same.
      refusal = source.auxiliaryImages.lazy.compactMap(\.failure).first ?? source.parsed.reader.cut
      if case .readOnly = model.structure, !headersOnly { try Self.decodeImages(of: source) }
      if depth.decodesPhoto, !headersOnly { pictures = try source.checkPictures() }
    } catch {
      if error.isOfSystem { systemFailure = error } else { refusal = error }
    }
    undecoded = auxiliaries.lazy.compactMap(\.systemFailure).first
  }

  /// Decodes the auxiliary images of a container for which no rules look at them.
  private static func decodeImages(of source: ImageSource) throws(AuxError) {
    for image in source.auxiliaryImages where image.failure == nil { _ = try source.stored(image) }
  }

  /// Looks at a file that was walked already, and not at what the reader makes of it.
  init(_ model: FileModel, headersOnly: Bool) {
    switch model.structure {
    case .jpeg(let structure):
      container = .jpeg
      let list = try? model.images(of: structure)
      fill(JPEGSubject(structure, model.packets, list, headersOnly: headersOnly), headersOnly)
    case .heif(let structure):
      let heif = HEIFSubject(structure, model.packets)
      container = heif.isAVIF ? .avif : .heif
      fill(heif, headersOnly)
    case .tiff(let structure):
      let tiff = TIFFSubject(structure, model.packets)
      container = tiff.isDNG ? .dng : .tiff
      fill(tiff, headersOnly)
    case .readOnly(let reader): container = reader.container
    }
  }

  private mutating func fill(_ subject: JPEGSubject, _ headersOnly: Bool) {
    jpeg = subject
    packets = subject.packets
    if let frame = subject.images.first?.image.frame {
      primarySize = (Double(frame.width), Double(frame.height))
    }
    auxiliaries = subject.auxiliaries(decoding: !headersOnly)
    gainMaps = subject.gainMaps(among: auxiliaries)
  }

  private mutating func fill(_ subject: HEIFSubject, _ headersOnly: Bool) {
    heif = subject
    packets = subject.packets
    primarySize = subject.primary.flatMap(subject.shownSize).map { (Double($0.width), Double($0.height)) }
    auxiliaries = subject.auxiliaries(decoding: !headersOnly)
    gainMaps = subject.gainMaps(among: auxiliaries)
  }

  private mutating func fill(_ subject: TIFFSubject, _ headersOnly: Bool) {
    tiff = subject
    packets = subject.packets
    primarySize = subject.primarySize
    auxiliaries = subject.auxiliaries(decoding: !headersOnly)
  }
}
