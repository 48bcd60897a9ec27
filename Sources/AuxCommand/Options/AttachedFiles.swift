internal import AuxDepthKit

/// The files that `attach` takes for each photo.
struct AttachedFiles {
  struct Paths {
    let requests: [MapArguments.Request]
    let dictionaries: [String]
    let camera: String?
    let right: String?

    var all: [String] {
      requests.map(\.path) + dictionaries + [camera, right].compactMap(\.self)
    }
  }

  private let maps: [(type: AuxiliaryDataType, files: CompanionFiles)]
  private let dictionaries: [CompanionFiles]
  private let camera: CompanionFiles?
  private let right: CompanionFiles?

  /// Reads the names in the folders that are given.
  ///
  /// Throws `AuxError` as `CompanionFiles.init(_:extensions:for:below:)`, and `usage` where one map would be that of several
  /// photos; the file of a camera may be.
  init(
    _ arguments: MapArguments, camera: String?, right: String?, photos: [String], folders: [String]
  ) throws(AuxError) {
    func files(_ path: String, _ extensions: [String]) throws(AuxError) -> CompanionFiles {
      try CompanionFiles(path, extensions: extensions, for: photos, below: folders)
    }
    let photoCount = photos.count
    maps = try arguments.requests.map { request throws(AuxError) in
      (request.type, try files(request.path, MapFile.Kind.companionExtensions))
    }
    dictionaries = try arguments.dictionary.map { path throws(AuxError) in
      try files(path, ["plist"])
    }
    self.camera = try camera.map { path throws(AuxError) in
      try files(path, ["json", "txt", "yml", "yaml", "exr", "npz", "npy"])
    }
    self.right = try right.map { path throws(AuxError) in
      try files(path, ImageContainer.allPhotoExtensions + ["png"])
    }
    if photoCount > 1, let right = self.right, right.isOneFile {
      throw AuxError(
        .usage,
        "is one picture and there are \(photoCount) left ones; give a pattern such as 'right/{stem}.jpg', or a folder",
        path: right.text)
    }
    if photoCount > 1, let one = (maps.map(\.files) + dictionaries).first(where: \.isOneFile)?.text {
      throw AuxError(
        .usage,
        "is one map and there are \(photoCount) photos; give a pattern such as 'depth/{stem}.exr', or a folder",
        path: one)
    }
  }

  /// Returns the files of a photo; throws `AuxError` as `CompanionFiles.path(for:mark:)`.
  func paths(for photo: String) throws(AuxError) -> Paths {
    Paths(
      requests: try maps.map { type, files throws(AuxError) in
        MapArguments.Request(type: type, path: try files.path(for: photo, mark: type.name))
      },
      dictionaries: try dictionaries.map { files throws(AuxError) in try files.path(for: photo) },
      camera: try camera?.path(for: photo), right: try right?.path(for: photo, mark: "right"))
  }
}
