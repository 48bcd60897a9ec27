internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// One file as the rules see it: what could be made of it, and the faults that were met on the way.
struct FileSubject: Sendable {
  private(set) var container: ImageContainer?
  /// Why nothing could be made of the file.
  var failure: AuxError?
  /// Why the reader of this package refuses the file.
  var refusal: AuxError?
  /// What the reader forgave.
  var notes: [String] = []
  var jpeg: JPEGSubject?
  var heif: HEIFSubject?
  var tiff: TIFFSubject?
  /// The size of the primary image as stored, after cropping.
  var primarySize: (width: Double, height: Double)?
  var auxiliaries: [AuxiliarySubject] = []
  var packets: [PacketSubject] = []

  init(_ source: any ByteSource, headersOnly: Bool, limits: Limits) {
    do throws(AuxError) {
      let prefix = try source.readPrefix(at: 0, count: 16)
      guard !prefix.isEmpty else { throw AuxError(.truncated, "the file is empty", offset: 0) }
      guard let told = ImageContainer(prefix: prefix) else {
        throw AuxError(.unsupported, "is no JPEG, HEIF, DNG or PNG file", offset: 0)
      }
      container = told
      switch told {
      case .jpeg: fill(JPEGSubject(source, headersOnly: headersOnly, limits: limits), headersOnly)
      case .heif: fill(HEIFSubject(source, limits: limits), headersOnly)
      case .tiff, .dng:
        let tiff = try TIFFSubject(source, limits: limits)
        if tiff.isDNG { container = .dng }
        fill(tiff, headersOnly)
      case .png: break
      }
    } catch {
      container = nil
      failure = error
      return
    }
    do throws(AuxError) {
      notes = try ImageSource(bytes: source, limits: limits).notes
    } catch { refusal = error }
  }

  private mutating func fill(_ subject: JPEGSubject, _ headersOnly: Bool) {
    jpeg = subject
    packets = subject.packets
    if let frame = subject.images.first?.image.frame {
      primarySize = (Double(frame.width), Double(frame.height))
    }
    auxiliaries = subject.auxiliaries(decoding: !headersOnly)
  }

  private mutating func fill(_ subject: HEIFSubject, _ headersOnly: Bool) {
    heif = subject
    packets = subject.packets
    primarySize = subject.primary.flatMap(subject.shownSize).map { (Double($0.width), Double($0.height)) }
    auxiliaries = subject.auxiliaries(decoding: !headersOnly)
  }

  private mutating func fill(_ subject: TIFFSubject, _ headersOnly: Bool) {
    tiff = subject
    packets = subject.packets
    primarySize = subject.primarySize
    auxiliaries = subject.auxiliaries(decoding: !headersOnly)
  }
}
