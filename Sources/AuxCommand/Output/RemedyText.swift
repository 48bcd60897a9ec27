internal import AuxDepthKit

enum RemedyText {
  /// The options of one map file, of a command that takes no other.
  static let ofOneMap: [Remedy: String] = [.stateChannel: "--channel names it"]

  /// The options of the map of `convert`.
  static let ofConvertedMap = ofOneMap.merging([.stateCamera: "--camera or --intrinsics gives it"]) { $1 }

  /// The options of the truth's file of `compare`.
  static let ofTruth: [Remedy: String] = [
    .stateChannel: "--truth-channel names it", .stateKey: "--truth-key names it",
    .stateDistances: "give --truth-near and --truth-far",
    .stateMetres: "give --truth-near and --truth-far, or --truth-unit where its samples are lengths",
    .stateInvalid(0, metres: 0):
      "--truth-invalid {0} makes them holes, --truth-far {1} background, and --truth-invalid none takes them as measured",
    .stateUnit: "--truth-unit (mm, cm, m, in, ft) or --truth-scale says what they are",
    .stateMeaning:
      "--truth-unit m takes them as meters; else --truth-convention, another unit, or --truth-near and --truth-far",
    .stateFarthest: "--truth-far gives it", .turnAxis: "--truth-scale -1 turns it",
    .clipSamples: "--clip 0.1 leaves them out",
    .stateNukeDepth: "give --truth-convention nuke, or --truth-unit for distances",
    .stateConvention: "--truth-convention names another",
    .stateStereo: "convert with --focal-pixels and --map-baseline makes meters of it first",
    .stateMist:
      "--truth-near and --truth-far are the start and the end of the mist; --truth-unit m says that samples are "
      + "distances",
  ]

  /// Returns what is printed after the reason of an error or a warning; `own` are the texts of one file.
  static func text(of remedy: Remedy, _ own: [Remedy: String]? = nil) -> String? {
    (own?[remedy] ?? options[remedy]).map(remedy.filled)
  }

  static let options: [Remedy: String] = [
    .replaceFile: "--force replaces it",
    .replaceImage: "--replace puts the new one in its place",
    .otherContainer: "name an output that ends in "
      + ImageContainer.allCases.filter(\.holdsAuxiliaryImages).compactMap(\.outputExtensions.first)
      .map { ".\($0)" }.alternatives + ", or give --container",
    .pictureContainer: "--container \(ImageContainer.pictures.map(\.rawValue).alternatives) says which",
    .stretch: "--stretch takes it all the same",
    .takeUpright: "without --stored it would fit",
    .takeStored: "--stored takes it as the photo is stored",
    .rotateMap: "rotating it by 90° would fit",
    .stateTurn: "--turn says it",
    .skipComparison: "--no-compare goes by sizes and orientation tags, --crop says which part it is",
    .stateDistances: "give --near and --far",
    .stateMetres: "give --near and --far, or --input-unit where its samples are lengths",
    .takeOwnDisparities: "--disparity with --min and --max takes that range, white = near",
    .takeOwnDistances: "--near and --far take that range, --white-near where white is near",
    .turnAxis: "--input-scale -1 turns it",
    .stateUnit: "--input-unit (mm, cm, m, in, ft) or --input-scale says what they are",
    .stateInvalid(0, metres: 0):
      "--invalid {0} makes them holes, --far {1} background, and --invalid none takes them as measured",
    .stateMeaning:
      "--input-unit m takes them as meters; else give --convention, another unit, or --near and --far (0...1: --normalised)",
    .statePixels:
      "--focal-pixels and --map-baseline turn pixels into 1/m; Middlebury's sets have --convention middlebury",
    .keepHoles: "map files of convert keep holes: NPY, PFM, TIFF and EXR, and PNG with --unit mm",
    .stateFarthest: "--far gives it",
    .stateWhiteNear: "--white-near takes white as the near end, with --near below --far",
    .normalise: "--normalised takes 0...1 as between --near and --far",
    .stateMist:
      "--near and --far are the start and the end of the mist; --input-unit m says that samples are distances",
    .recordFloats: "--as fdis or --as fdep keeps them",
    .stateLens: "--camera focal=MM,sensor=MM takes millimeters",
    .stateCamera: "--intrinsics gives it",
    .statePixelOrigin: "--pixel-origin says otherwise",
    .stateStereo: "--focal-pixels and --map-baseline give them",
    .stateDisparities: "give --min and --max",
    .stateFieldOfView: "--fov gives it",
    .stateBaseline: "--baseline gives it, in millimetres",
    .swapEyes: "the left one is the photo, the right one goes with --right",
    .takeEye: "extract --eye left takes one out",
    .takeEyes:
      "it is a spatial photo, whose two pictures extract --eye both takes out; --depth or --disparity gives a map",
    .giveMap: "--depth or --disparity gives one",
    .extractMap: "extract takes maps out of a photo",
    .attachMap: "attach --depth or --disparity puts one of another program into the photo",
    .takeDisparity: "--type disparity takes it",
    .takeDepth: "--type depth takes it",
    .stateMatteComponent: "--matte-from alpha or --matte-from luma says which",
    .stateEnds:
      "--near, --far or --clip 0.1 brings these to the others; of depth formats, --as hdis keeps more levels nearby",
    .stateNukeDepth: "give --convention nuke, or --input-unit for distances",
    .stateConvention:
      "give --convention depth-anything-metric for distances, or midas where nearer is greater all the same",
    .stateChannel:
      "--depth-channel, --portrait-channel and so on name it for each map, --channel for the only one",
    .stateKey: "--key names it",
    .flatten: "--flatten black puts it over black",
    .statePhotoChannel: "--photo-channel names its layer",
    .takeLuma: "--matte-from luma takes the luma of a matte's colours",
    .developFirst: "develop it with a raw converter first, and give the TIFF or JPEG that it saves",
    .keepMetadata: "--keep-metadata leaves it in the photo",
    .takePreview: "--preview takes it for the photo",
    .stateHeadroom: "--gainmap-headroom gives it",
    .dropGainMap: "edit --drop gainmap leaves it out",
    .nameDonor:
      "--intrinsics or --calibration gives it, --portrait-from takes that of a photo of the same camera",
    .convertColours: "convert it to sRGB or Display P3 first",
    .stateMatrix: "--matrix bt601, bt709 or bt2020 says it",
    .nameVideo: "name an output that ends in .y4m, or - for standard output, or in "
      + FrameSink.videoExtensions.map { ".\($0)" }.alternatives + " where ffmpeg is installed",
    .allowPixels: "--max-pixels allows more",
    .allowMemory: "--max-memory allows more",
    .lookIntoFolder: "-r looks into folders",
    .allowLoss: "--allow-loss allows that, or -o names another file",
    .centerCrop: "--anchor center takes the center of the photo",
    .allowEmpty: "--allow-empty takes that",
  ]
}
