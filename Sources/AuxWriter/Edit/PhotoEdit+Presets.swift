public import AuxImage

extension PhotoEdit {
  /// A choice of what an edit keeps of a photo, for a purpose.
  public enum Preset: String, Hashable, Sendable, CaseIterable {
    /// For everybody's eyes: ``PhotoEdit/web``.
    case web
    /// For keeping: ``PhotoEdit/archive``.
    case archive

    /// The edit, to which others may be added.
    public var edit: PhotoEdit {
      switch self {
      case .web: .web
      case .archive: .archive
      }
    }
  }

  /// An edit that leaves what a photo on a page needs: the picture, its gain map, its colours, and who made it.
  ///
  /// Depth maps, mattes and the images of makers go; places, people, maker's notes, thumbnails and the C2PA manifest, which no
  /// edited file fulfils, are taken out. Camera, exposure, date, title and copyright stay. The size stays.
  public static var web: PhotoEdit {
    var edit = PhotoEdit()
    edit.droppedByPreset = [.group(.depthMap), .group(.mattes), .group(.google), .group(.makers)]
    edit.dropped = edit.droppedByPreset
    edit.strips = [.location, .people, .c2pa, .device, .thumbnail]
    edit.allowsLosses = true
    return edit
  }

  /// An edit that loses as little as the container allows: all images and metadata stay.
  ///
  /// A photo that is coded anew has the highest quality, and every code of its auxiliary images comes back, but in JPEG. What
  /// cannot go along is among the notes, as with any edit.
  public static var archive: PhotoEdit {
    var edit = PhotoEdit()
    edit.presetQuality = 100
    edit.keepsCodes = true
    return edit
  }

  /// Adds a choice of images to that of a preset: images to drop go as well, and the only ones to keep take its place.
  public mutating func choose(dropping dropped: [AuxiliaryKind], only: [AuxiliaryKind]) {
    self.dropped = only.isEmpty ? self.dropped + dropped : dropped
    self.only = only
  }
}
