/// What a caller can allow or give so that a failed call succeeds; programs name their own option for it.
///
/// `description` says it in the words of the library.
///
/// Two suggestions of a kind are equal, whatever ``values`` they name.
package struct Remedy: Hashable, Sendable, CaseIterable {
  private enum Kind: String, CaseIterable {
    case replaceFile = "replacing the file can be allowed"
    case replaceImage = "replacing the image can be allowed"
    case otherContainer = "a container that holds auxiliary images can be chosen: JPEG, HEIF, AVIF or DNG"
    case pictureContainer = "a container for pictures can be chosen: PNG, JPEG, HEIF, AVIF or TIFF"
    case stretch = "stretching the map can be allowed"
    case takeUpright = "taken as the photo is displayed it would fit"
    case takeStored = "it can be taken as the photo is stored"
    case rotateMap = "rotating it by 90° would fit"
    case stateTurn = "the turn can be given"
    case skipComparison = "comparing the pictures can be left out, and the part that one shows can be given"
    case stateDistances = "the nearest and the farthest distance can be given"
    case stateDisparities = "the smallest and the largest disparity can be given"
    case takeOwnDisparities =
      "the ends of the photo's own map can be given as the smallest and the largest disparity"
    case takeOwnDistances =
      "the ends of the photo's own map can be given as the nearest and the farthest distance"
    case stateMetres = "the nearest and the farthest distance can be given, or the unit of the samples"
    case turnAxis = "a negative scale can be given"
    case stateUnit = "the unit of the samples can be given"
    case stateInvalid =
      "{0} can be named invalid, which makes these samples holes; {1} can be given as the farthest distance, which makes them background; or no sample can be named invalid, which takes them as measured"
    case statePixels =
      "the focal length in pixels and the baseline in meters can be given, or the convention middlebury"
    case keepHoles = "map files with floats, or with lengths in a unit, keep holes"
    case stateWhiteNear =
      "where white is near and black far, that can be said, with near below far all the same"
    case stateMeaning =
      "meters can be stated as the unit, or what else they are: another unit, a convention, or near and far"
    case stateFarthest = "the farthest distance can be given"
    case normalise = "the samples are 0...1, and can be taken as parts between the two ends"
    case recordFloats = "a format of 32-bit floats can be recorded: fdis or fdep"
    case stateLens = "the focal length in millimeters can be given with the size of the sensor"
    case stateMist = "the start and the end of the mist can be given, or the unit of distances"
    case stateCamera = "the intrinsics of the camera can be given"
    case statePixelOrigin = "another origin of the pixels can be given"
    case stateStereo = "the focal length in pixels of the map and the baseline in meters can be given"
    case stateFieldOfView = "the field of view can be given"
    case stateBaseline = "the distance between the cameras can be given"
    case swapEyes = "the pictures can be given the other way round"
    case takeEye = "an eye of the pair can be taken out first"
    case takeEyes = "the photo is a stereo pair, whose two pictures can be taken out; or a map can be given"
    case giveMap = "a map can be given"
    case extractMap = "maps of a photo can be written as files first"
    case attachMap = "a map of another program can be put into the photo"
    case takeDisparity = "the photo's distances are disparity, which can be asked for"
    case takeDepth = "the photo's distances are depth, which can be asked for"
    case stateMatteComponent = "the part of the picture that is the matte can be given: alpha or luma"
    case developFirst = "the raw image can be developed first, and saved as TIFF with 16 bits"
    case keepMetadata = "the metadata can be kept"
    case takePreview = "the smaller preview can be taken for the photo"
    case stateHeadroom = "the headroom of the gain map can be given"
    case dropGainMap = "the gain map can be left out"
    case nameDonor = "a portrait of the same camera can be named, whose calibration is taken"
    case convertColours = "the photo can be converted to sRGB first"
    case stateEnds =
      "the nearest or the farthest distance can be given, or a percentage of samples to clip at both ends"
    case clipSamples = "a percentage of samples to clip at both ends can be given"
    case stateNukeDepth = "the convention nuke can be named, or the unit of the samples"
    case stateConvention =
      "another convention can be named: depth-anything-metric, or midas where the values are right"
    case stateChannel = "the channel can be named"
    case stateKey = "the key can be named"
    case flatten = "the picture can be flattened over a color"
    case statePhotoChannel = "the layer of the photo can be named"
    case takeLuma = "the luma of the colours can be taken"
    case stateMatrix = "the matrix of the frames can be given"
    case nameVideo = "the name of a Y4M file can be given, or that of a video where ffmpeg is installed"
    case allowPixels = "more pixels can be allowed"
    case allowMemory = "more memory can be allowed"
    case allowEmpty = "having nothing to check can be allowed"
    case allowLoss = "the loss can be allowed, or the result can become another file"
    case centerCrop = "the part can be centered on the photo"
    case lookIntoFolder = "photos in the folder can be looked for"
  }

  private let kind: Kind
  /// The values that the text names, in the order of `{0}`, `{1}`.
  private let values: [String]
  private init(_ kind: Kind, _ values: [String] = []) { (self.kind, self.values) = (kind, values) }

  package static func == (one: Self, other: Self) -> Bool { one.kind == other.kind }
  package func hash(into hasher: inout Hasher) { hasher.combine(kind) }

  /// Returns a text of this suggestion with its values.
  package func filled(_ text: String) -> String {
    values.enumerated().reduce(text) { $0.replacing("{\($1.offset)}", with: $1.element) }
  }

  package static let allCases = Kind.allCases.map { Remedy($0) }

  package static let replaceFile = Remedy(.replaceFile)
  package static let replaceImage = Remedy(.replaceImage)
  package static let otherContainer = Remedy(.otherContainer)
  package static let pictureContainer = Remedy(.pictureContainer)
  package static let stretch = Remedy(.stretch)
  package static let takeUpright = Remedy(.takeUpright)
  package static let takeStored = Remedy(.takeStored)
  package static let rotateMap = Remedy(.rotateMap)
  package static let stateTurn = Remedy(.stateTurn)
  package static let skipComparison = Remedy(.skipComparison)
  package static let stateDistances = Remedy(.stateDistances)
  package static let stateDisparities = Remedy(.stateDisparities)
  package static let statePixelOrigin = Remedy(.statePixelOrigin)
  package static let statePixels = Remedy(.statePixels)
  package static let takeOwnDisparities = Remedy(.takeOwnDisparities)
  package static let takeOwnDistances = Remedy(.takeOwnDistances)
  package static let stateMetres = Remedy(.stateMetres)
  package static let turnAxis = Remedy(.turnAxis)
  package static let stateUnit = Remedy(.stateUnit)
  /// Say what the samples of the greatest code value are, which is `metres` as a length.
  package static func stateInvalid(_ code: Int, metres: Double) -> Remedy {
    Remedy(.stateInvalid, ["\(code)", "\(metres)"])
  }
  package static let stateStereo = Remedy(.stateStereo)
  package static let keepHoles = Remedy(.keepHoles)
  package static let stateWhiteNear = Remedy(.stateWhiteNear)
  package static let stateMeaning = Remedy(.stateMeaning)
  package static let stateFarthest = Remedy(.stateFarthest)
  package static let normalise = Remedy(.normalise)
  package static let recordFloats = Remedy(.recordFloats)
  package static let stateLens = Remedy(.stateLens)
  package static let stateMist = Remedy(.stateMist)
  package static let stateCamera = Remedy(.stateCamera)
  package static let stateFieldOfView = Remedy(.stateFieldOfView)
  package static let stateBaseline = Remedy(.stateBaseline)
  package static let swapEyes = Remedy(.swapEyes)
  package static let takeEye = Remedy(.takeEye)
  /// Take both eyes out of a stereo pair, which has two views without a map; or give one.
  package static let takeEyes = Remedy(.takeEyes)
  package static let giveMap = Remedy(.giveMap)
  /// Take the maps out of a photo that was given for a map.
  package static let extractMap = Remedy(.extractMap)
  /// Attach a map to the photo first: the call takes no other.
  package static let attachMap = Remedy(.attachMap)
  package static let takeDisparity = Remedy(.takeDisparity)
  package static let takeDepth = Remedy(.takeDepth)
  package static let stateMatteComponent = Remedy(.stateMatteComponent)
  package static let stateEnds = Remedy(.stateEnds)
  package static let clipSamples = Remedy(.clipSamples)
  package static let stateNukeDepth = Remedy(.stateNukeDepth)
  package static let stateConvention = Remedy(.stateConvention)
  package static let stateChannel = Remedy(.stateChannel)
  package static let stateKey = Remedy(.stateKey)
  package static let flatten = Remedy(.flatten)
  package static let statePhotoChannel = Remedy(.statePhotoChannel)
  package static let takeLuma = Remedy(.takeLuma)
  package static let developFirst = Remedy(.developFirst)
  package static let keepMetadata = Remedy(.keepMetadata)
  package static let takePreview = Remedy(.takePreview)
  package static let stateHeadroom = Remedy(.stateHeadroom)
  package static let dropGainMap = Remedy(.dropGainMap)
  package static let nameDonor = Remedy(.nameDonor)
  package static let convertColours = Remedy(.convertColours)
  package static let stateMatrix = Remedy(.stateMatrix)
  package static let nameVideo = Remedy(.nameVideo)
  package static let allowPixels = Remedy(.allowPixels)
  package static let allowMemory = Remedy(.allowMemory)
  package static let allowEmpty = Remedy(.allowEmpty)
  package static let allowLoss = Remedy(.allowLoss)
  package static let centerCrop = Remedy(.centerCrop)
  package static let lookIntoFolder = Remedy(.lookIntoFolder)
}

extension Remedy {
  /// The name, as `replaceFile`, which stays the same from version to version.
  package var name: String { "\(kind)" }
}

extension Remedy: CustomStringConvertible {
  /// What could be done, in the words of the library.
  package var description: String { filled(kind.rawValue) }
}

extension Remedy {
  /// What could be done, in the names of Swift's interface; in the words of the library if it has no name for it.
  package var swiftText: String { Self.swiftTexts[kind].map(filled) ?? description }

  private static let swiftTexts: [Kind: String] = [
    .replaceFile: "options: .replacing replaces it",
    .replaceImage: "replacing: true replaces it",
    .otherContainer:
      "ImageDestination(encoding:as:), or PhotoEdit.applied(to:as:), writes it as .jpeg, .heif, .avif or .dng",
    .pictureContainer: "as: .png, .jpeg, .heif, .avif or .tiff can be given",
    .stretch: "isStretched: true takes it all the same, StreamOptions.mayStretch in a video",
    .takeUpright: "isUpright: true would fit",
    .takeStored: "isUpright: false takes it as the photo is stored",
    .stateTurn: "CopyPlacement.stated(crop:turn:) gives the turn",
    .skipComparison:
      "placing: .byTags goes by sizes and orientation tags, .stated(crop:turn:) gives the part",
    .stateDistances: "near: and far: can be given, in meters",
    .stateDisparities: "minDisparity and maxDisparity of DepthMap.Options can be given, in 1/meters",
    .takeOwnDisparities:
      "minDisparity and maxDisparity of DepthMap.Options can be the ends of the photo's own map",
    .takeOwnDistances:
      "near and far of DepthMap.Options can be the ends of the photo's own map, with whiteIsNear if white is near",
    .stateMetres:
      "near: and far: can be given, in meters, or DepthMap.Options.unit where the samples are lengths",
    .turnAxis: "DepthMap.Options.scale = -1 turns it",
    .stateUnit: "DepthMap.Options.unit (.millimetres, .metres, …) or scale says what they are",
    .stateInvalid:
      "DepthMap.Options.invalid = [{0}] makes them holes, far = {1} background, and invalid = [] takes them as measured",
    .statePixels:
      "focalPixels and baseline of DepthMap.Options turn pixels into 1/m; convention: .middlebury is for its sets",
    .keepHoles: "MapExport keeps holes in files of floats, and of lengths in a unit",
    .stateWhiteNear: "DepthMap.Options.whiteIsNear = true takes white as the near end, with near below far",
    .stateMeaning:
      "DepthMap.Options.unit = .metres takes them as meters; else give convention, another unit, or near and far",
    .stateFarthest: "far: can be given, in meters",
    .normalise: "DepthMap.Options.isNormalised = true takes 0...1 as between near and far",
    .recordFloats: "DepthRecording.pixelFormat = .fdis or .fdep keeps them",
    .stateLens: "intrinsics are in pixels: focal length / sensor width * width of the photo",
    .stateMist:
      "near and far of DepthMap.Options are the start and the end of the mist; unit says that samples are distances",
    .stateCamera: "DepthMap.Options.camera can be given",
    .statePixelOrigin: "DepthMap.Options.pixelOrigin = .corner or .center says otherwise",
    .stateStereo:
      "focalPixels and baseline of DepthMap.Options can be given, in pixels of the map and in meters",
    .stateFieldOfView: "fieldOfView: can be given, in degrees",
    .stateBaseline: "baseline: can be given, in meters",
    .swapEyes: "left: and right: of SpatialPhoto can be exchanged",
    .takeEye: "EyePhoto takes one out",
    .takeEyes:
      "it is a spatial photo, whose two pictures EyeExtractor takes out; RenderMap(_:on:) is another map",
    .giveMap:
      "PhotoRenderer(_:map:) takes another map, and ImageDestination.addDepth(_:) puts one into the photo",
    .extractMap: "AuxiliaryExtractor writes the maps of a photo as files",
    .attachMap: "ImageDestination.addDepth(_:) puts one into the photo",
    .takeDisparity: "the photo's map is .disparity",
    .takeDepth: "the photo's map is .depth",
    .stateMatteComponent: "component: .alpha or .luma says which",
    .keepMetadata: "DatasetExport.keepsMetadata = true leaves it in the photo",
    .takePreview: "allowsPreview: true takes it for the photo",
    .stateHeadroom: "headroom: of addGainMap, or PhotoEdit.gainMapHeadroom, gives it",
    .dropGainMap: "PhotoEdit.dropped = [.group(.gainMap)] leaves it out",
    .nameDonor: "DepthMap.Options.camera gives it, donor: takes that of a photo of the same camera",
    .convertColours: "PhotoEdit.colour = .sRGB converts it first",
    .stateEnds: "near, far or clip of DepthMap.Options brings these to the others",
    .clipSamples: "clip of DepthMap.Options leaves them out",
    .stateNukeDepth: "convention: .nuke or DepthMap.Options.unit can be given",
    .stateConvention: "convention: .depthAnythingMetric can be given for distances, or .midas",
    .stateChannel: "MapFile.Options.channel names it",
    .stateKey: "MapFile.Options.key names it",
    .flatten: "ImageSource.primaryOptions.alpha = .flattened(red:green:blue:) puts it over a color",
    .statePhotoChannel: "ImageSource.primaryOptions.layer names it",
    .takeLuma: "component: .luma takes the luma of the colors",
    .stateMatrix: "Y4MInput(_:matrix:) takes it",
    .nameVideo: "the name can end in .y4m, or in one of FrameSink.videoExtensions where ffmpeg is installed",
    .allowPixels: "AuxLimits.pixels allows more",
    .allowMemory: "AuxLimits.memory allows more",
    .allowLoss: "PhotoEdit.allowsLosses = true allows that, or the result can become another file",
    .centerCrop: "anchor: .center takes the center of the photo",
    .lookIntoFolder: "PhotoFiles(at:) lists the photos of the folder",
  ]
}
