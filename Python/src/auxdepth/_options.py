"""The options of functions of the library, as keywords, and the mattes that it knows. Scripts/options writes this from the table in Sources/AuxDepthKit/Options."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, Mapping, Sequence, TypedDict, Union

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from .calibration import Calibration, Intrinsics

Path = Union[str, "os.PathLike[str]"]

#: The types of mattes, and their short names.
MATTES = {
    "portraitEffectsMatte": "portrait",
    "semanticSegmentationSkinMatte": "skin",
    "semanticSegmentationHairMatte": "hair",
    "semanticSegmentationTeethMatte": "teeth",
    "semanticSegmentationGlassesMatte": "glasses",
    "semanticSegmentationSkyMatte": "sky",
}

#: What made a map, by name: whether near and far have to be given; whether floats are metres; the keys of depth, mask and
#: camera in what a model returns; and what the camera is: a focal length or a matrix in pixels, or in sides of the map.
CONVENTIONS: Mapping[str, tuple[bool, bool, str, str | None, str | None, str | None]] = {
    "apple": (False, True, "depth", None, "focallength_px", "focal"),
    "midas": (True, False, "depth", None, "focallength_px", "focal"),
    "depth-anything": (True, False, "depth", None, "focallength_px", "focal"),
    "depth-anything-metric": (False, True, "depth", None, "focallength_px", "focal"),
    "video-depth-anything": (True, False, "depths", None, None, None),
    "video-depth-anything-metric": (False, True, "depths", None, None, None),
    "depth-anything-3": (False, True, "depth", None, "intrinsics", "pixels"),
    "depth-anything-3-metric": (False, False, "depth", None, "intrinsics", "pixels"),
    "depth-anything-3-relative": (False, True, "depth", None, "intrinsics", "pixels"),
    "metric": (False, True, "depth", None, "focallength_px", "focal"),
    "zoedepth": (False, True, "depth", None, "focallength_px", "focal"),
    "depth-pro": (False, True, "depth", None, "focallength_px", "focal"),
    "moge": (False, True, "depth", "mask", "intrinsics", "sides"),
    "moge-2": (False, True, "depth", "mask", "intrinsics", "sides"),
    "unidepth": (False, True, "depth", None, "intrinsics", "pixels"),
    "metric3d": (False, True, "depth", None, "focallength_px", "focal"),
    "marigold": (True, False, "depth", None, "focallength_px", "focal"),
    "comfyui": (True, False, "depth", None, "focallength_px", "focal"),
    "blender": (False, False, "depth", None, "focallength_px", "focal"),
    "nuke": (False, False, "depth", None, "focallength_px", "focal"),
    "unreal": (False, False, "depth", None, "focallength_px", "focal"),
    "renderman": (False, False, "depth", None, "focallength_px", "focal"),
    "kitti": (False, False, "depth", None, "focallength_px", "focal"),
    "kitti-stereo": (False, False, "depth", None, "focallength_px", "focal"),
    "tum": (False, False, "depth", None, "focallength_px", "focal"),
    "nyu": (False, True, "depth", None, "focallength_px", "focal"),
    "scannet": (False, False, "depth", None, "focallength_px", "focal"),
    "arkit": (False, True, "depth", None, "focallength_px", "focal"),
    "middlebury": (False, False, "depth", None, "focallength_px", "focal"),
}

# The names that options choose from.
Accuracy = Literal["relative", "absolute"]
Align = Literal["none", "scale", "affine"]
AlignBy = Literal["medians", "least-squares"]
Anchor = Literal["center", "subject"]
Colour = Literal["keep", "srgb", "p3"]
Component = Literal["alpha", "luma"]
Convention = Literal["apple", "midas", "depth-anything", "depth-anything-metric", "video-depth-anything", "video-depth-anything-metric", "depth-anything-3", "depth-anything-3-metric", "depth-anything-3-relative", "metric", "zoedepth", "depth-pro", "moge", "moge-2", "unidepth", "metric3d", "marigold", "comfyui", "blender", "nuke", "unreal", "renderman", "kitti", "kitti-stereo", "tum", "nyu", "scannet", "arkit", "middlebury"]
DatasetWriteFormat = Literal["png", "npy"]
DepthQuality = Literal["low", "high"]
Drop = Literal["depthmap", "mattes", "gainmap", "google", "makers", "depth", "disparity", "portrait", "skin", "hair", "teeth", "glasses", "sky", "hdrGainMap", "isoGainMap"]
EditNewSpatialLayout = Literal["left-right", "right-left", "top-bottom", "bottom-top"]
Filters = Literal["none", "grayscale", "mask", "spotlight", "highlight", "blur", "rosy", "normals", "stereo"]
Flip = Literal["horizontal", "vertical"]
FocusCurve = Literal["linear", "smooth"]
Format = Literal["png", "pfm", "npy", "tiff", "exr", "raw"]
GainmapForm = Literal["apple", "iso", "ultrahdr"]
Holes = Literal["keep", "fill", "far", "error"]
ImageCameraTextFormat = Literal["json", "colmap", "tum", "nerfstudio", "opencv"]
ImageWriteFormat = Literal["png", "pfm", "npy", "tiff", "exr", "raw", "plist"]
ImageWritePixelFormat = Literal["hdis", "fdis", "hdep", "fdep", "L008"]
InputUnit = Literal["mm", "cm", "m", "in", "ft"]
Kernel = Literal["disc", "gaussian"]
Layout = Literal["left-right", "right-left", "half-width", "top-bottom", "bottom-top", "half-height", "anaglyph", "pair", "mpo"]
Matrix = Literal["bt601", "bt709", "bt2020"]
MatteMode = Literal["union", "intersection", "replace", "only"]
Mist = Literal["linear", "quadratic", "inverse"]
PixelFormat = Literal["hdis", "fdis", "hdep", "fdep"]
PixelOrigin = Literal["corner", "center"]
Placement = Literal["compared", "tags"]
Preset = Literal["web", "archive"]
Profile = Literal["photos-portrait", "spatial"]
Quantity = Literal["depth", "disparity"]
StreamLayout = Literal["left-right", "right-left", "half-width", "top-bottom", "bottom-top", "half-height", "anaglyph"]
Strip = Literal["location", "people", "device", "time", "thumbnail", "c2pa", "description", "all"]


class PhotoOpenMemory(TypedDict, total=False):
    """Options of auxdepth_photo_open_memory().

    max_pixels: the most pixels of an image that is decoded, and of what is made of it (268435456).
    max_memory: the most memory that decoding one image may take (bytes; what the system gives).
    photo_channel: the layer of an OpenEXR file that is the photo, as `ViewLayer.Combined` (the layer without a name, or `Composite.Combined`).
    flatten: the color behind transparent pixels: `black`, `white` or `#RRGGBB`; `none` keeps alpha in HEIC and AVIF (`black`).
    """

    max_pixels: int | None
    max_memory: int | None
    photo_channel: str | None
    flatten: str | None


class PhotoOpenRanges(PhotoOpenMemory, total=False):
    """Options of auxdepth_photo_open_ranges().

    max_pixels: the most pixels of an image that is decoded, and of what is made of it (268435456).
    max_memory: the most memory that decoding one image may take (bytes; what the system gives).
    photo_channel: the layer of an OpenEXR file that is the photo, as `ViewLayer.Combined` (the layer without a name, or `Composite.Combined`).
    flatten: the color behind transparent pixels: `black`, `white` or `#RRGGBB`; `none` keeps alpha in HEIC and AVIF (`black`).
    """


class PhotoOpen(PhotoOpenRanges, total=False):
    """Options of auxdepth_photo_open().

    max_pixels: the most pixels of an image that is decoded, and of what is made of it (268435456).
    max_memory: the most memory that decoding one image may take (bytes; what the system gives).
    photo_channel: the layer of an OpenEXR file that is the photo, as `ViewLayer.Combined` (the layer without a name, or `Composite.Combined`).
    flatten: the color behind transparent pixels: `black`, `white` or `#RRGGBB`; `none` keeps alpha in HEIC and AVIF (`black`).
    editing: true for a file that an edit of itself is to replace: others that open it so wait, in this process as in others, until the photo, its edits and its renderers are closed (false).
    """

    editing: bool | None


class PictureNew(TypedDict, total=False):
    """Options of auxdepth_picture_new().

    orientation: as in Exif: how the picture is to be turned for display (1...8; 1).
    """

    orientation: int | None


class MapNew(TypedDict, total=False):
    """Options of auxdepth_map_new().

    convention: what made the map; it sets quantity, polarity, unit, background and accuracy (`apple`, `midas`, `depth-anything`, `depth-anything-metric`, `video-depth-anything`, `video-depth-anything-metric`, `depth-anything-3`, `depth-anything-3-metric`, `depth-anything-3-relative`, `metric`, `zoedepth`, `depth-pro`, `moge`, `moge-2`, `unidepth`, `metric3d`, `marigold`, `comfyui`, `blender`, `nuke`, `unreal`, `renderman`, `kitti`, `kitti-stereo`, `tum`, `nyu`, `scannet`, `arkit` or `middlebury`).
    quantity: what the samples are, and the other options are about (`depth` or `disparity`; that of the convention, or `depth`).
    near: of codes the distance at black, of floats the nearest one (m).
    far: of codes the distance at white, of floats the farthest one; may be the text "inf" (m).
    min: of codes of disparity the one at black (1/m).
    max: of codes of disparity the one at white (1/m).
    white_is_near: true where white is near (false).
    linear_in: what codes are linear in (`depth` or `disparity`; `depth`).
    normalised: true where floats are 0...1 between the two ends (false).
    mist: the falloff of Blender's Mist pass, which the samples are between near and far, along the rays of the camera (`linear`, `quadratic` or `inverse`).
    input_unit: of the samples; makes lengths of codes too, 0 where nothing was measured (`mm`, `cm`, `m`, `in` or `ft`).
    input_scale: the factor to metres or 1/metres; negative for an axis towards the camera.
    clip: how many of the nearest and of the farthest samples become the nearest and the farthest of the others (percent).
    invalid: sample values, as the map has them, that are holes; an empty list takes the greatest code value as measured.
    holes: what becomes of NaN and of what is not positive when it is written (`keep`, `fill`, `far` or `error`; `keep` in map files, `fill` in photos).
    focal_pixels: of disparity in pixels, with `map_baseline`; the input scale is the pixels of a sample then, and whole numbers of 0 are holes (pixels of the map).
    map_baseline: the distance of the two cameras whose disparity in pixels the map is, with `focal_pixels` (m).
    pixel_origin: the point of the first pixel from which the principal points of `intrinsics` and of arrays in the file count (`corner` or `center`; that of the convention, or else `corner`).
    intrinsics: the camera: `[f]`, `[fx,fy]` or `[fx,fy,cx,cy]`; `[fx,fy,cx,cy,width,height]` is in pixels of that size (pixels of the map).
    calibration: as calibration() gives it, in place of `intrinsics`.
    radial: true where values are distances along the rays of that camera (false).
    resize: resamples the map: `half` is half of the photo, `apple` 768 on the long side (`[width,height]`, `half` or `apple`, pixels).
    """

    convention: Convention | None
    quantity: Quantity | None
    near: float | None
    far: float | None
    min: float | None
    max: float | None
    white_is_near: bool | None
    linear_in: Quantity | None
    normalised: bool | None
    mist: Mist | None
    input_unit: InputUnit | None
    input_scale: float | None
    clip: float | None
    invalid: Sequence[float] | None
    holes: Holes | None
    focal_pixels: float | None
    map_baseline: float | None
    pixel_origin: PixelOrigin | None
    intrinsics: ArrayLike | Intrinsics | None
    calibration: Calibration | Mapping[str, Any] | None
    radial: bool | None
    resize: Sequence[int] | str | None


class MapLend(MapNew, total=False):
    """Options of auxdepth_map_lend().

    convention: what made the map; it sets quantity, polarity, unit, background and accuracy (`apple`, `midas`, `depth-anything`, `depth-anything-metric`, `video-depth-anything`, `video-depth-anything-metric`, `depth-anything-3`, `depth-anything-3-metric`, `depth-anything-3-relative`, `metric`, `zoedepth`, `depth-pro`, `moge`, `moge-2`, `unidepth`, `metric3d`, `marigold`, `comfyui`, `blender`, `nuke`, `unreal`, `renderman`, `kitti`, `kitti-stereo`, `tum`, `nyu`, `scannet`, `arkit` or `middlebury`).
    quantity: what the samples are, and the other options are about (`depth` or `disparity`; that of the convention, or `depth`).
    near: of codes the distance at black, of floats the nearest one (m).
    far: of codes the distance at white, of floats the farthest one; may be the text "inf" (m).
    min: of codes of disparity the one at black (1/m).
    max: of codes of disparity the one at white (1/m).
    white_is_near: true where white is near (false).
    linear_in: what codes are linear in (`depth` or `disparity`; `depth`).
    normalised: true where floats are 0...1 between the two ends (false).
    mist: the falloff of Blender's Mist pass, which the samples are between near and far, along the rays of the camera (`linear`, `quadratic` or `inverse`).
    input_unit: of the samples; makes lengths of codes too, 0 where nothing was measured (`mm`, `cm`, `m`, `in` or `ft`).
    input_scale: the factor to metres or 1/metres; negative for an axis towards the camera.
    clip: how many of the nearest and of the farthest samples become the nearest and the farthest of the others (percent).
    invalid: sample values, as the map has them, that are holes; an empty list takes the greatest code value as measured.
    holes: what becomes of NaN and of what is not positive when it is written (`keep`, `fill`, `far` or `error`; `keep` in map files, `fill` in photos).
    focal_pixels: of disparity in pixels, with `map_baseline`; the input scale is the pixels of a sample then, and whole numbers of 0 are holes (pixels of the map).
    map_baseline: the distance of the two cameras whose disparity in pixels the map is, with `focal_pixels` (m).
    pixel_origin: the point of the first pixel from which the principal points of `intrinsics` and of arrays in the file count (`corner` or `center`; that of the convention, or else `corner`).
    intrinsics: the camera: `[f]`, `[fx,fy]` or `[fx,fy,cx,cy]`; `[fx,fy,cx,cy,width,height]` is in pixels of that size (pixels of the map).
    calibration: as calibration() gives it, in place of `intrinsics`.
    radial: true where values are distances along the rays of that camera (false).
    resize: resamples the map: `half` is half of the photo, `apple` 768 on the long side (`[width,height]`, `half` or `apple`, pixels).
    """


class MapOpen(MapLend, total=False):
    """Options of auxdepth_map_open().

    convention: what made the map; it sets quantity, polarity, unit, background and accuracy (`apple`, `midas`, `depth-anything`, `depth-anything-metric`, `video-depth-anything`, `video-depth-anything-metric`, `depth-anything-3`, `depth-anything-3-metric`, `depth-anything-3-relative`, `metric`, `zoedepth`, `depth-pro`, `moge`, `moge-2`, `unidepth`, `metric3d`, `marigold`, `comfyui`, `blender`, `nuke`, `unreal`, `renderman`, `kitti`, `kitti-stereo`, `tum`, `nyu`, `scannet`, `arkit` or `middlebury`).
    quantity: what the samples are, and the other options are about (`depth` or `disparity`; that of the convention, or `depth`).
    near: of codes the distance at black, of floats the nearest one (m).
    far: of codes the distance at white, of floats the farthest one; may be the text "inf" (m).
    min: of codes of disparity the one at black (1/m).
    max: of codes of disparity the one at white (1/m).
    white_is_near: true where white is near (false).
    linear_in: what codes are linear in (`depth` or `disparity`; `depth`).
    normalised: true where floats are 0...1 between the two ends (false).
    mist: the falloff of Blender's Mist pass, which the samples are between near and far, along the rays of the camera (`linear`, `quadratic` or `inverse`).
    input_unit: of the samples; makes lengths of codes too, 0 where nothing was measured (`mm`, `cm`, `m`, `in` or `ft`).
    input_scale: the factor to metres or 1/metres; negative for an axis towards the camera.
    clip: how many of the nearest and of the farthest samples become the nearest and the farthest of the others (percent).
    invalid: sample values, as the map has them, that are holes; an empty list takes the greatest code value as measured.
    holes: what becomes of NaN and of what is not positive when it is written (`keep`, `fill`, `far` or `error`; `keep` in map files, `fill` in photos).
    focal_pixels: of disparity in pixels, with `map_baseline`; the input scale is the pixels of a sample then, and whole numbers of 0 are holes (pixels of the map).
    map_baseline: the distance of the two cameras whose disparity in pixels the map is, with `focal_pixels` (m).
    pixel_origin: the point of the first pixel from which the principal points of `intrinsics` and of arrays in the file count (`corner` or `center`; that of the convention, or else `corner`).
    intrinsics: the camera: `[f]`, `[fx,fy]` or `[fx,fy,cx,cy]`; `[fx,fy,cx,cy,width,height]` is in pixels of that size (pixels of the map).
    calibration: as calibration() gives it, in place of `intrinsics`.
    radial: true where values are distances along the rays of that camera (false).
    resize: resamples the map: `half` is half of the photo, `apple` 768 on the long side (`[width,height]`, `half` or `apple`, pixels).
    channel: that of OpenEXR (`Z` and other usual names).
    key: the array of NPZ; of several frames `NAME[NUMBER]`, and `[NUMBER]` of NPY, from 0 (`depth`, or the only one that may be a map).
    raw: what a file of samples alone is: `width`, `height` and `pixel_format`, which is `hdis`, `fdis`, `hdep`, `fdep`, `L008` or `u16`.
    max_pixels: the most pixels of an image that is decoded, and of what is made of it (268435456).
    max_memory: the most memory that decoding one image may take (bytes; what the system gives).
    """

    channel: str | None
    key: str | None
    raw: Mapping[str, Any] | None
    max_pixels: int | None
    max_memory: int | None


class MapOpenMemory(MapOpen, total=False):
    """Options of auxdepth_map_open_memory().

    convention: what made the map; it sets quantity, polarity, unit, background and accuracy (`apple`, `midas`, `depth-anything`, `depth-anything-metric`, `video-depth-anything`, `video-depth-anything-metric`, `depth-anything-3`, `depth-anything-3-metric`, `depth-anything-3-relative`, `metric`, `zoedepth`, `depth-pro`, `moge`, `moge-2`, `unidepth`, `metric3d`, `marigold`, `comfyui`, `blender`, `nuke`, `unreal`, `renderman`, `kitti`, `kitti-stereo`, `tum`, `nyu`, `scannet`, `arkit` or `middlebury`).
    quantity: what the samples are, and the other options are about (`depth` or `disparity`; that of the convention, or `depth`).
    near: of codes the distance at black, of floats the nearest one (m).
    far: of codes the distance at white, of floats the farthest one; may be the text "inf" (m).
    min: of codes of disparity the one at black (1/m).
    max: of codes of disparity the one at white (1/m).
    white_is_near: true where white is near (false).
    linear_in: what codes are linear in (`depth` or `disparity`; `depth`).
    normalised: true where floats are 0...1 between the two ends (false).
    mist: the falloff of Blender's Mist pass, which the samples are between near and far, along the rays of the camera (`linear`, `quadratic` or `inverse`).
    input_unit: of the samples; makes lengths of codes too, 0 where nothing was measured (`mm`, `cm`, `m`, `in` or `ft`).
    input_scale: the factor to metres or 1/metres; negative for an axis towards the camera.
    clip: how many of the nearest and of the farthest samples become the nearest and the farthest of the others (percent).
    invalid: sample values, as the map has them, that are holes; an empty list takes the greatest code value as measured.
    holes: what becomes of NaN and of what is not positive when it is written (`keep`, `fill`, `far` or `error`; `keep` in map files, `fill` in photos).
    focal_pixels: of disparity in pixels, with `map_baseline`; the input scale is the pixels of a sample then, and whole numbers of 0 are holes (pixels of the map).
    map_baseline: the distance of the two cameras whose disparity in pixels the map is, with `focal_pixels` (m).
    pixel_origin: the point of the first pixel from which the principal points of `intrinsics` and of arrays in the file count (`corner` or `center`; that of the convention, or else `corner`).
    intrinsics: the camera: `[f]`, `[fx,fy]` or `[fx,fy,cx,cy]`; `[fx,fy,cx,cy,width,height]` is in pixels of that size (pixels of the map).
    calibration: as calibration() gives it, in place of `intrinsics`.
    radial: true where values are distances along the rays of that camera (false).
    resize: resamples the map: `half` is half of the photo, `apple` 768 on the long side (`[width,height]`, `half` or `apple`, pixels).
    channel: that of OpenEXR (`Z` and other usual names).
    key: the array of NPZ; of several frames `NAME[NUMBER]`, and `[NUMBER]` of NPY, from 0 (`depth`, or the only one that may be a map).
    raw: what a file of samples alone is: `width`, `height` and `pixel_format`, which is `hdis`, `fdis`, `hdep`, `fdep`, `L008` or `u16`.
    max_pixels: the most pixels of an image that is decoded, and of what is made of it (268435456).
    max_memory: the most memory that decoding one image may take (bytes; what the system gives).
    """


class MapCompare(TypedDict, total=False):
    """Options of auxdepth_map_compare().

    align: what the prediction is fitted by before: nothing, a factor, or a factor and a term (`none`, `scale` or `affine`; `none`).
    align_by: how these are found (`medians` or `least-squares`; medians of a scale, least squares of scale and shift).
    align_in: what is fitted (`depth` or `disparity`; what the prediction measures).
    min_depth: samples whose truth is nearer are left out, and predictions that are nearer become it (m).
    max_depth: samples whose truth is farther are left out, and predictions that are farther become it (m).
    """

    align: Align | None
    align_by: AlignBy | None
    align_in: Quantity | None
    min_depth: float | None
    max_depth: float | None


class MapWrite(TypedDict, total=False):
    """Options of auxdepth_map_write().

    format: the kind of file (`png`, `pfm`, `npy`, `tiff`, `exr` or `raw`; by the extension of the path).
    pixel_format: the format of the samples (`hdis`, `fdis`, `hdep` or `fdep`; meters as 32-bit floats, of PNG and raw samples the map's own quantity).
    unit: depth data, disparity too, as distances in this unit: `mm`, `cm`, `m`, `in`, `ft`, or `m/5000` and the like; in PNG as 16-bit codes, in which 0 is a hole; or `1/m` for disparity.
    """

    format: Format | None
    pixel_format: PixelFormat | None
    unit: str | None


class ImageWrite(TypedDict, total=False):
    """Options of auxdepth_image_write().

    format: the kind of file; `plist` is the data-info dictionary of ImageIO (`png`, `pfm`, `npy`, `tiff`, `exr`, `raw` or `plist`; by the extension of the path; in memory `png`).
    pixel_format: of depth data the format of the samples; `L008` for the codes (`hdis`, `fdis`, `hdep`, `fdep` or `L008`; meters, of PNG, raw samples and `plist` as the image says).
    unit: depth data, disparity too, as distances in this unit: `mm`, `cm`, `m`, `in`, `ft`, or `m/5000` and the like; in PNG as 16-bit codes, in which 0 is a hole; or `1/m` for disparity.
    resize: the size of what is written, turned: `WxH`, `50%`, `long=N`, `short=N`, `width=N` or `height=N`, or `photo` for the photo's (`[width,height]`, `photo`, `50%`, `long=2048`, `short=1080`, `width=800` or `height=600`).
    stretch: true to let `resize` change the aspect ratio (false).
    """

    format: ImageWriteFormat | None
    pixel_format: ImageWritePixelFormat | None
    unit: str | None
    resize: Sequence[int] | str | None
    stretch: bool | None


class ImageWriteMemory(ImageWrite, total=False):
    """Options of auxdepth_image_write_memory().

    format: the kind of file; `plist` is the data-info dictionary of ImageIO (`png`, `pfm`, `npy`, `tiff`, `exr`, `raw` or `plist`; by the extension of the path; in memory `png`).
    pixel_format: of depth data the format of the samples; `L008` for the codes (`hdis`, `fdis`, `hdep`, `fdep` or `L008`; meters, of PNG, raw samples and `plist` as the image says).
    unit: depth data, disparity too, as distances in this unit: `mm`, `cm`, `m`, `in`, `ft`, or `m/5000` and the like; in PNG as 16-bit codes, in which 0 is a hole; or `1/m` for disparity.
    resize: the size of what is written, turned: `WxH`, `50%`, `long=N`, `short=N`, `width=N` or `height=N`, or `photo` for the photo's (`[width,height]`, `photo`, `50%`, `long=2048`, `short=1080`, `width=800` or `height=600`).
    stretch: true to let `resize` change the aspect ratio (false).
    """


class ImageReadRays(TypedDict, total=False):
    """Options of auxdepth_image_read_rays().

    field_of_view: of the upright photo, horizontally (number, 1...175, degrees; by the calibration, the cameras of a spatial photo, or Exif).
    """

    field_of_view: float | None


class MapPoints(TypedDict, total=False):
    """Options of auxdepth_map_points().

    near: what is nearer is left out (m).
    far: what is farther is left out (m).
    stride: every so-many-th column and row is taken (1...65536; 1).
    max_points: the most points, thinned evenly, or vertices of a mesh, in fewer columns and rows.
    max_step: a factor above 1: samples in the air between surfaces whose depths differ by more are no points, and triangles do not bridge more (2).
    jobs: the most threads (as many as processors).
    """

    near: float | None
    far: float | None
    stride: int | None
    max_points: int | None
    max_step: float | None
    jobs: int | None


class MapMesh(MapPoints, total=False):
    """Options of auxdepth_map_mesh().

    near: what is nearer is left out (m).
    far: what is farther is left out (m).
    stride: every so-many-th column and row is taken (1...65536; 1).
    max_points: the most points, thinned evenly, or vertices of a mesh, in fewer columns and rows.
    tolerance: how far a mesh may leave the samples that it has no vertex at, as a share of their depth; 0 for a vertex at each that is not on a plane (number, 0...1; 0.0005).
    max_step: a factor above 1: samples in the air between surfaces whose depths differ by more are no points, and triangles do not bridge more (2).
    jobs: the most threads (as many as processors).
    """

    tolerance: float | None


class ImagePoints(MapPoints, total=False):
    """Options of auxdepth_image_points().

    near: what is nearer is left out (m).
    far: what is farther is left out (m).
    stride: every so-many-th column and row is taken (1...65536; 1).
    max_points: the most points, thinned evenly, or vertices of a mesh, in fewer columns and rows.
    max_step: a factor above 1: samples in the air between surfaces whose depths differ by more are no points, and triangles do not bridge more (2).
    jobs: the most threads (as many as processors).
    mask: the type of a matte of the photo; only what it shows is kept.
    colours: false to leave the photo's own picture undecoded (true).
    field_of_view: of the upright photo, horizontally (number, 1...175, degrees; by the calibration, the cameras of a spatial photo, or Exif).
    """

    mask: str | None
    colours: bool | None
    field_of_view: float | None


class ImageMesh(MapMesh, total=False):
    """Options of auxdepth_image_mesh().

    near: what is nearer is left out (m).
    far: what is farther is left out (m).
    stride: every so-many-th column and row is taken (1...65536; 1).
    max_points: the most points, thinned evenly, or vertices of a mesh, in fewer columns and rows.
    tolerance: how far a mesh may leave the samples that it has no vertex at, as a share of their depth; 0 for a vertex at each that is not on a plane (number, 0...1; 0.0005).
    max_step: a factor above 1: samples in the air between surfaces whose depths differ by more are no points, and triangles do not bridge more (2).
    jobs: the most threads (as many as processors).
    mask: the type of a matte of the photo; only what it shows is kept.
    field_of_view: of the upright photo, horizontally (number, 1...175, degrees; by the calibration, the cameras of a spatial photo, or Exif).
    """

    mask: str | None
    field_of_view: float | None


class MeshWrite(TypedDict, total=False):
    """Options of auxdepth_mesh_write().

    texture_side: the longest side of the texture (16...65535, pixels; 4096).
    """

    texture_side: int | None


class MapCameraText(TypedDict, total=False):
    """Options of auxdepth_map_camera_text().

    format: the kind of text; the centre of the first pixel is (0.5, 0.5) in `json`, `colmap` and `nerfstudio`, (0, 0) in `tum` and `opencv` (`json`, `colmap`, `tum`, `nerfstudio` or `opencv`; `json`).
    """

    format: ImageCameraTextFormat | None


class ImageCameraText(MapCameraText, total=False):
    """Options of auxdepth_image_camera_text().

    format: the kind of text; the centre of the first pixel is (0.5, 0.5) in `json`, `colmap` and `nerfstudio`, (0, 0) in `tum` and `opencv` (`json`, `colmap`, `tum`, `nerfstudio` or `opencv`; `json`).
    resize: the size of the picture whose camera it is, turned: `WxH`, `50%`, `long=N`, `short=N`, `width=N` or `height=N`, or `photo` for the photo's (`[width,height]`, `photo`, `50%`, `long=2048`, `short=1080`, `width=800` or `height=600`).
    stretch: true to let `resize` change the aspect ratio (false).
    """

    resize: Sequence[int] | str | None
    stretch: bool | None


class EditNew(TypedDict, total=False):
    """Options of auxdepth_edit_new().

    quality: of a primary image that is coded (1...100; 92).
    preview: true to take the preview of a DNG for the photo, into another container (false).
    """

    quality: int | None
    preview: bool | None


class EditNewPicture(TypedDict, total=False):
    """Options of auxdepth_edit_new_picture().

    quality: of a primary image that is coded (1...100; 92).
    bits: of a sample, as the container has them (8, 10 or 16; the most of the container where pixels have 16, else 8).
    """

    quality: int | None
    bits: int | None


class EditNewEdited(TypedDict, total=False):
    """Options of auxdepth_edit_new_edited().

    preset: a choice for a purpose, to which the other options add. `web` takes out depth maps, mattes, images of Google and other makers, places, people, maker's notes, thumbnails and the C2PA manifest; `archive` keeps all, with the highest quality (`web` or `archive`).
    straighten: a turn of the pixels clockwise about the centre; what remains has no empty corners (number, -45...45, degrees).
    crop: `[x,y,width,height]` of the photo as displayed: what stays (array of 4 whole numbers, pixels).
    aspect: the largest part of an aspect ratio stays, as `4:5`, `16/9` or `1.91:1`.
    anchor: what that part is centred on; `subject` is the centre of the portrait matte (`center` or `subject`; `center`).
    resize: the size, of the photo's aspect ratio; a bound of the long or the short side in pixels never enlarges (`[width,height]`, `50%`, `long=2048`, `short=1080`, `width=800` or `height=600`).
    rotate: a turn clockwise, by orientation alone (90, 180 or 270, degrees).
    flip: a mirroring after the turn, by orientation alone (`horizontal` or `vertical`).
    upright: true to turn the pixels as the photo is displayed (false).
    drop: types or groups of images that go (`depthmap`, `mattes`, `gainmap`, `google`, `makers`, `depth`, `disparity`, `portrait`, `skin`, `hair`, `teeth`, `glasses`, `sky`, `hdrGainMap` or `isoGainMap`, or an array of them).
    only: the only types or groups of images that stay (`depthmap`, `mattes`, `gainmap`, `google`, `makers`, `depth`, `disparity`, `portrait`, `skin`, `hair`, `teeth`, `glasses`, `sky`, `hdrGainMap` or `isoGainMap`, or an array of them).
    allow_loss: true to let a photo that is replaced in place lose data that no option asks to remove (false).
    strip: what is taken out of the metadata; `all` is all that the images do not need (`location`, `people`, `device`, `time`, `thumbnail`, `c2pa`, `description` or `all`, or an array of them).
    gainmap_form: how the gain map is described (`apple`, `iso` or `ultrahdr`, or an array of them; as it is; in another container those that most of its readers know).
    gainmap_headroom: the headroom of a gain map in Apple's form, a ratio of luminances of at least 1 (as the file states it).
    quality: of the photo, which is coded for it even if no pixel changes (1...100; 92 where something else needs coding).
    aux_quality: of the auxiliary images, which are coded for it even if none of their samples changes (1...100; 100 where something else needs coding).
    bits: of a sample of the photo, which is coded for them even if no pixel changes (8 or 10; 10 in HEIC and AVIF out of a photo that has more than 8, else 8).
    colour: the colours of the photo, converted in linear light by the curves and primaries of its profile (`keep`, `srgb` or `p3`; `keep`).
    lossless: true to cut coded data and code nothing anew, or throw an error that names the nearest part that can be cut (false).
    preview: true to take the preview of a DNG for the photo, into another container (false).
    """

    preset: Preset | None
    straighten: float | None
    crop: Sequence[int] | None
    aspect: str | None
    anchor: Anchor | None
    resize: Sequence[int] | str | None
    rotate: int | None
    flip: Flip | None
    upright: bool | None
    drop: Drop | Sequence[Drop] | None
    only: Drop | Sequence[Drop] | None
    allow_loss: bool | None
    strip: Strip | Sequence[Strip] | None
    gainmap_form: GainmapForm | Sequence[GainmapForm] | None
    gainmap_headroom: float | None
    quality: int | None
    aux_quality: int | None
    bits: int | None
    colour: Colour | None
    lossless: bool | None
    preview: bool | None


class EditPlanJson(EditNewEdited, total=False):
    """Options of auxdepth_edit_plan_json().

    preset: a choice for a purpose, to which the other options add. `web` takes out depth maps, mattes, images of Google and other makers, places, people, maker's notes, thumbnails and the C2PA manifest; `archive` keeps all, with the highest quality (`web` or `archive`).
    straighten: a turn of the pixels clockwise about the centre; what remains has no empty corners (number, -45...45, degrees).
    crop: `[x,y,width,height]` of the photo as displayed: what stays (array of 4 whole numbers, pixels).
    aspect: the largest part of an aspect ratio stays, as `4:5`, `16/9` or `1.91:1`.
    anchor: what that part is centred on; `subject` is the centre of the portrait matte (`center` or `subject`; `center`).
    resize: the size, of the photo's aspect ratio; a bound of the long or the short side in pixels never enlarges (`[width,height]`, `50%`, `long=2048`, `short=1080`, `width=800` or `height=600`).
    rotate: a turn clockwise, by orientation alone (90, 180 or 270, degrees).
    flip: a mirroring after the turn, by orientation alone (`horizontal` or `vertical`).
    upright: true to turn the pixels as the photo is displayed (false).
    drop: types or groups of images that go (`depthmap`, `mattes`, `gainmap`, `google`, `makers`, `depth`, `disparity`, `portrait`, `skin`, `hair`, `teeth`, `glasses`, `sky`, `hdrGainMap` or `isoGainMap`, or an array of them).
    only: the only types or groups of images that stay (`depthmap`, `mattes`, `gainmap`, `google`, `makers`, `depth`, `disparity`, `portrait`, `skin`, `hair`, `teeth`, `glasses`, `sky`, `hdrGainMap` or `isoGainMap`, or an array of them).
    allow_loss: true to let a photo that is replaced in place lose data that no option asks to remove (false).
    strip: what is taken out of the metadata; `all` is all that the images do not need (`location`, `people`, `device`, `time`, `thumbnail`, `c2pa`, `description` or `all`, or an array of them).
    gainmap_form: how the gain map is described (`apple`, `iso` or `ultrahdr`, or an array of them; as it is; in another container those that most of its readers know).
    gainmap_headroom: the headroom of a gain map in Apple's form, a ratio of luminances of at least 1 (as the file states it).
    quality: of the photo, which is coded for it even if no pixel changes (1...100; 92 where something else needs coding).
    aux_quality: of the auxiliary images, which are coded for it even if none of their samples changes (1...100; 100 where something else needs coding).
    bits: of a sample of the photo, which is coded for them even if no pixel changes (8 or 10; 10 in HEIC and AVIF out of a photo that has more than 8, else 8).
    colour: the colours of the photo, converted in linear light by the curves and primaries of its profile (`keep`, `srgb` or `p3`; `keep`).
    lossless: true to cut coded data and code nothing anew, or throw an error that names the nearest part that can be cut (false).
    preview: true to take the preview of a DNG for the photo, into another container (false).
    """


class EditAttachDictionary(TypedDict, total=False):
    """Options of auxdepth_edit_attach_dictionary().

    stretch: true to take a map of another aspect ratio than the photo's (false).
    aux_quality: of the coded images (1...100; 100).
    lossless: true where every code must come back (false).
    replace: true where the photo may have an image of that type already; depth and disparity count as one (false).
    """

    stretch: bool | None
    aux_quality: int | None
    lossless: bool | None
    replace: bool | None


class EditAttachGainMap(EditAttachDictionary, total=False):
    """Options of auxdepth_edit_attach_gain_map().

    stretch: true to take a map of another aspect ratio than the photo's (false).
    aux_quality: of the coded images (1...100; 100).
    lossless: true where every code must come back (false).
    replace: true where the photo may have an image of that type already; depth and disparity count as one (false).
    keep_properties: whether properties and calibration of an image that is replaced stay, where nothing else is given (true).
    form: how the gain map is described (`apple`, `iso` or `ultrahdr`, or an array of them; iso).
    """

    keep_properties: bool | None
    form: GainmapForm | Sequence[GainmapForm] | None


class EditAttachMatte(EditAttachDictionary, total=False):
    """Options of auxdepth_edit_attach_matte().

    stretch: true to take a map of another aspect ratio than the photo's (false).
    aux_quality: of the coded images (1...100; 100).
    lossless: true where every code must come back (false).
    replace: true where the photo may have an image of that type already; depth and disparity count as one (false).
    keep_properties: whether properties and calibration of an image that is replaced stay, where nothing else is given (true).
    form: of gain maps: how the gain map is described (`apple`, `iso` or `ultrahdr`, or an array of them; `iso` for the type isoGainMap; else as the replaced gain map, or `apple`, in AVIF `iso`).
    headroom: of gain maps: a ratio of luminances of at least 1.
    """

    keep_properties: bool | None
    form: GainmapForm | Sequence[GainmapForm] | None
    headroom: float | None


class EditAttachDepth(EditAttachDictionary, total=False):
    """Options of auxdepth_edit_attach_depth().

    pixel_format: the format that is recorded (`hdis`, `fdis`, `hdep` or `fdep`; `hdis`).
    depth_quality: the quality that is recorded (`low` or `high`; `high`).
    accuracy: the accuracy that is recorded (`relative` or `absolute`; as the map's convention says, or else absolute of distances and relative of disparities).
    filtered: whether the map is recorded as filtered (true).
    stretch: true to take a map of another aspect ratio than the photo's (false).
    aux_quality: of the coded images (1...100; 100).
    lossless: true where every code must come back (false).
    replace: true where the photo may have an image of that type already; depth and disparity count as one (false).
    dng_bits: of a code of a depth map in DNG (8 or 16; 16).
    keep_properties: whether properties and calibration of an image that is replaced stay, where nothing else is given (true).
    gdepth: true to write the map as Google's GDepth too, into the XMP of a JPEG (false).
    """

    pixel_format: PixelFormat | None
    depth_quality: DepthQuality | None
    accuracy: Accuracy | None
    filtered: bool | None
    dng_bits: int | None
    keep_properties: bool | None
    gdepth: bool | None


class EditAttachMatteFile(EditAttachMatte, total=False):
    """Options of auxdepth_edit_attach_matte_file().

    stretch: true to take a map of another aspect ratio than the photo's (false).
    aux_quality: of the coded images (1...100; 100).
    lossless: true where every code must come back (false).
    replace: true where the photo may have an image of that type already; depth and disparity count as one (false).
    keep_properties: whether properties and calibration of an image that is replaced stay, where nothing else is given (true).
    form: of gain maps: how the gain map is described (`apple`, `iso` or `ultrahdr`, or an array of them; `iso` for the type isoGainMap; else as the replaced gain map, or `apple`, in AVIF `iso`).
    headroom: of gain maps: a ratio of luminances of at least 1.
    component: of mattes: what of a picture with colours and an alpha channel is the matte (`alpha` or `luma`; the only one that can be a matte).
    channel: that of OpenEXR (`Z` and other usual names).
    key: the array of NPZ; of several frames `NAME[NUMBER]`, and `[NUMBER]` of NPY, from 0 (`depth`, or the only one that may be a map).
    raw: what a file of samples alone is: `width`, `height` and `pixel_format`, which is `hdis`, `fdis`, `hdep`, `fdep`, `L008` or `u16`.
    """

    component: Component | None
    channel: str | None
    key: str | None
    raw: Mapping[str, Any] | None


class EditDescribeGainMap(TypedDict, total=False):
    """Options of auxdepth_edit_describe_gain_map().

    form: how the gain map is described, which must be given (`apple`, `iso` or `ultrahdr`, or an array of them).
    headroom: a ratio of luminances of at least 1, where the file states none (as the file states it).
    aux_quality: of the coded images (1...100; 100).
    lossless: true where every code must come back (false).
    """

    form: GainmapForm | Sequence[GainmapForm] | None
    headroom: float | None
    aux_quality: int | None
    lossless: bool | None


class EditPreparePortrait(TypedDict, total=False):
    """Options of auxdepth_edit_prepare_portrait().

    focus: `[x,y]` or `[x,y,width,height]`: the region in focus by its centre, in parts of the sides of the photo as stored; it is marked where the photo's XMP marks no region.
    """

    focus: Sequence[float] | None


class EditCopy(TypedDict, total=False):
    """Options of auxdepth_edit_copy().

    placement: how images lie on the photo: by a comparison of both pictures, so that they are cut and turned as the photo was, or by sizes and orientations alone (`compared` or `tags`; `compared`).
    crop: `[x,y,width,height]` of the other photo as displayed, which is what this one shows; nothing is compared (array of 4 whole numbers, pixels).
    turn: as in Exif: the turn between both as stored; nothing is compared (1...8).
    aux_quality: of the coded images (1...100; 100).
    lossless: true where every code must come back (false).
    replace: true where the photo may have an image of that type already; depth and disparity count as one (false).
    """

    placement: Placement | None
    crop: Sequence[int] | None
    turn: int | None
    aux_quality: int | None
    lossless: bool | None
    replace: bool | None


class ValidateMemory(TypedDict, total=False):
    """Options of auxdepth_validate_memory().

    headers_only: true to leave coded data alone (false).
    decode_photo: true to decode the photo's own picture as well, not only auxiliary images (false).
    max_pixels: the most pixels of an image that is decoded, and of what is made of it (268435456).
    max_memory: the most memory that decoding one image may take (bytes; what the system gives).
    profile: what files are to be good for in addition to being valid (`photos-portrait` or `spatial`).
    policy_folder: the folder that the folders of a policy are relative to (the current one).
    policy: what is asked of files in addition to being valid: an object with the keys of a policy (Specs/validation.md), or the path of a file that has one.
    exercised: true to name the rules that had something to look at (false).
    """

    headers_only: bool | None
    decode_photo: bool | None
    max_pixels: int | None
    max_memory: int | None
    profile: Profile | None
    policy_folder: Path | None
    policy: Mapping[str, Any] | Path | None
    exercised: bool | None


class ValidateRanges(ValidateMemory, total=False):
    """Options of auxdepth_validate_ranges().

    headers_only: true to leave coded data alone (false).
    decode_photo: true to decode the photo's own picture as well, not only auxiliary images (false).
    max_pixels: the most pixels of an image that is decoded, and of what is made of it (268435456).
    max_memory: the most memory that decoding one image may take (bytes; what the system gives).
    profile: what files are to be good for in addition to being valid (`photos-portrait` or `spatial`).
    policy_folder: the folder that the folders of a policy are relative to (the current one).
    policy: what is asked of files in addition to being valid: an object with the keys of a policy (Specs/validation.md), or the path of a file that has one.
    exercised: true to name the rules that had something to look at (false).
    """


class Repair(ValidateRanges, total=False):
    """Options of auxdepth_repair().

    headers_only: true to leave coded data alone (false).
    decode_photo: true to decode the photo's own picture as well, not only auxiliary images (false).
    max_pixels: the most pixels of an image that is decoded, and of what is made of it (268435456).
    max_memory: the most memory that decoding one image may take (bytes; what the system gives).
    profile: what files are to be good for in addition to being valid (`photos-portrait` or `spatial`).
    policy_folder: the folder that the folders of a policy are relative to (the current one).
    policy: what is asked of files in addition to being valid: an object with the keys of a policy (Specs/validation.md), or the path of a file that has one.
    exercised: true to name the rules that had something to look at (false).
    """


class Validate(Repair, total=False):
    """Options of auxdepth_validate().

    jobs: the most threads (as many as processors).
    headers_only: true to leave coded data alone (false).
    decode_photo: true to decode the photo's own picture as well, not only auxiliary images (false).
    max_pixels: the most pixels of an image that is decoded, and of what is made of it (268435456).
    max_memory: the most memory that decoding one image may take (bytes; what the system gives).
    profile: what files are to be good for in addition to being valid (`photos-portrait` or `spatial`).
    policy_folder: the folder that the folders of a policy are relative to (the current one).
    policy: what is asked of files in addition to being valid: an object with the keys of a policy (Specs/validation.md), or the path of a file that has one.
    exercised: true to name the rules that had something to look at (false).
    """

    jobs: int | None


class RendererNew(TypedDict, total=False):
    """Options of auxdepth_renderer_new().

    bits: of the samples that effects work on (8 or 16; as many as the photo has).
    jobs: the most threads (as many as processors).
    stretch: of maps that are given: true to take a map of another aspect ratio than the photo's (false).
    """

    bits: int | None
    jobs: int | None
    stretch: bool | None


class RendererRender(TypedDict, total=False):
    """Options of auxdepth_renderer_render().

    focus: the nearness in focus, 1 the nearest (number, 0...1; 0.75).
    width: of the range of nearness that is fully in focus (number, 0...2; 0.1).
    slope: how fast the focus fades: 4 fades within 1/4 of the nearness (number, 0.01...10000; 4).
    radius: of the blur (number, 0...10000, pixels of a picture of 12 megapixels; 15).
    kernel: the shape of a point that is out of focus (`disc` or `gaussian`; `disc`).
    front: how strongly things nearer than the focus are blurred, a factor of their radii (number, 0...2; 1).
    back: how strongly things farther than the focus are blurred, a factor of their radii (number, 0...2; 1).
    grain: false to leave blurred parts without the grain of the photo (true).
    aperture: the opening of the lens whose blur it is, by the distances of the map (number, 0...10, m).
    f_number: the same by the f-number of a camera for 35 mm film; with a relative map, relative to the photo's own (number, 0.1...1000).
    focal: with `f_number`, the focal length of the lens: the opening is that over the f-number (number, 0.0001...10, m; as of a camera for 35 mm film).
    field_of_view: of the camera, horizontally: of `normals`, and with `baseline`, `aperture` or `f_number` (number, 1...175, degrees; by the map's calibration, or Exif).
    autofocus: true to focus on the subject (false).
    focus_at: `[x,y]` of the photo as displayed: what to focus on, in place of `focus` (array of 2 whole numbers, pixels).
    focus_distance: of what is in focus, in place of `focus`, on a map that has distances (m).
    matte_mode: how the photo's matte keeps its subject in focus (`union`, `intersection`, `replace` or `only`).
    matte_type: of that matte (portraitEffectsMatte).
    mix: the share of the effect (number, 0...1; 1).
    offset: of `grayscale`, the nearness that is black (number, -1000...1000; 0).
    range: of `grayscale`, how much nearer white is (1).
    layout: of `stereo`; `mpo` is for files (`left-right`, `right-left`, `half-width`, `top-bottom`, `bottom-top`, `half-height`, `anaglyph`, `pair` or `mpo`; `left-right`).
    max_shift: of `stereo`, the largest shift of an eye (number, 0...0.25, widths; 0.01).
    baseline: of `stereo`, the distance of the cameras, on a map that has distances, in place of `max_shift` (number, 1e-06...10, m; as `max_shift` makes it).
    convergence: of `stereo`, the nearness in the plane of the picture (number, 0...1; 0.5).
    """

    focus: float | None
    width: float | None
    slope: float | None
    radius: float | None
    kernel: Kernel | None
    front: float | None
    back: float | None
    grain: bool | None
    aperture: float | None
    f_number: float | None
    focal: float | None
    field_of_view: float | None
    autofocus: bool | None
    focus_at: Sequence[int] | None
    focus_distance: float | None
    matte_mode: MatteMode | None
    matte_type: str | None
    mix: float | None
    offset: float | None
    range: float | None
    layout: Layout | None
    max_shift: float | None
    baseline: float | None
    convergence: float | None


class RendererWrite(RendererRender, total=False):
    """Options of auxdepth_renderer_write().

    focus: the nearness in focus, 1 the nearest (number, 0...1; 0.75).
    width: of the range of nearness that is fully in focus (number, 0...2; 0.1).
    slope: how fast the focus fades: 4 fades within 1/4 of the nearness (number, 0.01...10000; 4).
    radius: of the blur (number, 0...10000, pixels of a picture of 12 megapixels; 15).
    kernel: the shape of a point that is out of focus (`disc` or `gaussian`; `disc`).
    front: how strongly things nearer than the focus are blurred, a factor of their radii (number, 0...2; 1).
    back: how strongly things farther than the focus are blurred, a factor of their radii (number, 0...2; 1).
    grain: false to leave blurred parts without the grain of the photo (true).
    aperture: the opening of the lens whose blur it is, by the distances of the map (number, 0...10, m).
    f_number: the same by the f-number of a camera for 35 mm film; with a relative map, relative to the photo's own (number, 0.1...1000).
    focal: with `f_number`, the focal length of the lens: the opening is that over the f-number (number, 0.0001...10, m; as of a camera for 35 mm film).
    field_of_view: of the camera, horizontally: of `normals`, and with `baseline`, `aperture` or `f_number` (number, 1...175, degrees; by the map's calibration, or Exif).
    autofocus: true to focus on the subject (false).
    focus_at: `[x,y]` of the photo as displayed: what to focus on, in place of `focus` (array of 2 whole numbers, pixels).
    focus_distance: of what is in focus, in place of `focus`, on a map that has distances (m).
    matte_mode: how the photo's matte keeps its subject in focus (`union`, `intersection`, `replace` or `only`).
    matte_type: of that matte (portraitEffectsMatte).
    mix: the share of the effect (number, 0...1; 1).
    offset: of `grayscale`, the nearness that is black (number, -1000...1000; 0).
    range: of `grayscale`, how much nearer white is (1).
    layout: of `stereo`; `mpo` is for files (`left-right`, `right-left`, `half-width`, `top-bottom`, `bottom-top`, `half-height`, `anaglyph`, `pair` or `mpo`; `left-right`).
    max_shift: of `stereo`, the largest shift of an eye (number, 0...0.25, widths; 0.01).
    baseline: of `stereo`, the distance of the cameras, on a map that has distances, in place of `max_shift` (number, 1e-06...10, m; as `max_shift` makes it).
    convergence: of `stereo`, the nearness in the plane of the picture (number, 0...1; 0.5).
    loop_seconds: of `parallax`, the length of the loop (number, 0.2...600, s; 4).
    frame_rate: of `parallax`, the frames in a second (1...240; 30).
    longer_side: of `parallax`, the most of the frames' longer side (16...16384, pixels; 1920).
    quality: of a coded picture (1...100; 92).
    bits: of the file's samples (8, 10 or 16; as many as were worked on, where the container holds them).
    keep_maps: true to put the photo's auxiliary images into the picture (false).
    """

    loop_seconds: float | None
    frame_rate: int | None
    longer_side: int | None
    quality: int | None
    bits: int | None
    keep_maps: bool | None


class View(TypedDict, total=False):
    """Options of auxdepth_view().

    title: of the page (the names of the photos).
    compare: true to begin with two photos side by side (false).
    embed: true for a page that another shows in a frame: no tables (false).
    full: true to have photos at their own size too, in tiles (false).
    preview_side: the longer side of previews (pixels; 2048).
    jobs: the most threads (as many as processors).
    max_pixels: the most pixels of an image that is decoded, and of what is made of it (268435456).
    max_memory: the most memory that decoding one image may take (bytes; what the system gives).
    """

    title: str | None
    compare: bool | None
    embed: bool | None
    full: bool | None
    preview_side: int | None
    jobs: int | None
    max_pixels: int | None
    max_memory: int | None


class EditNewSpatial(TypedDict, total=False):
    """Options of auxdepth_edit_new_spatial().

    layout: how `left` holds both eyes where there is no `right`; it needs a `baseline` (`left-right`, `right-left`, `top-bottom` or `bottom-top`; `left-right` for one picture).
    baseline: the distance between the cameras (number, 0.001...10000, mm; as the photos say).
    field_of_view: the horizontal field of view of the left picture as displayed (number, 1...175, degrees; by the camera that is given, as the photos say, else by calibration or Exif of the left one).
    adjustment: how far viewers shift the pictures against each other; a positive number moves the scene back (number, -1...1, widths; as the photos say, else 0).
    quality: of pictures that are coded (1...100; 92).
    intrinsics: the camera of the left picture: `[f]`, `[fx,fy]` or `[fx,fy,cx,cy]`; `[fx,fy,cx,cy,width,height]` is in pixels of that size (pixels of the picture as displayed).
    calibration: as calibration() gives it, in place of `intrinsics`.
    """

    layout: EditNewSpatialLayout | None
    baseline: float | None
    field_of_view: float | None
    adjustment: float | None
    quality: int | None
    intrinsics: ArrayLike | Intrinsics | None
    calibration: Calibration | Mapping[str, Any] | None


class DatasetWrite(TypedDict, total=False):
    """Options of auxdepth_dataset_write().

    format: of depth maps, in millimeters: 16-bit PNG, in which 0 is a hole, or 32-bit floats, in which NaN is one (`png` or `npy`; `png`).
    resize: the size of depth maps and mattes, turned: `WxH`, `50%`, `long=N`, `short=N`, `width=N` or `height=N`, or `photo` for the photo's (`[width,height]`, `photo`, `50%`, `long=2048`, `short=1080`, `width=800` or `height=600`).
    stretch: true to let `resize` change the aspect ratio (false).
    near: what is nearer is a hole (m).
    far: what is farther is a hole (m).
    poses: where the cameras are: an object with a matrix of 4 rows of 4 numbers, from camera to world, y up, for the name of each photo, or the path of a file as `auxdepth extract --poses` takes it.
    keep_metadata: true to leave the metadata in the photos of the set (false).
    jobs: the most threads (as many as processors).
    max_pixels: the most pixels of an image that is decoded, and of what is made of it (268435456).
    max_memory: the most memory that decoding one image may take (bytes; what the system gives).
    """

    format: DatasetWriteFormat | None
    resize: Sequence[int] | str | None
    stretch: bool | None
    near: float | None
    far: float | None
    poses: Mapping[str, Any] | Path | None
    keep_metadata: bool | None
    jobs: int | None
    max_pixels: int | None
    max_memory: int | None


class Stream(TypedDict, total=False):
    """Options of auxdepth_stream().

    filters: what the frames become; several are applied in their order (`none`, `grayscale`, `mask`, `spotlight`, `highlight`, `blur`, `rosy`, `normals` or `stereo`, or an array of them; none).
    matrix: how luma and chroma of the color are made (`bt601`, `bt709` or `bt2020`; as the stream says, else bt709 from 1280 columns or 577 rows on, bt601 below).
    stretch: true to take depth and mattes of another aspect ratio than the color's (false).
    depth_kind: what float samples of map files are: meters or 1/meters (`depth` or `disparity`; `depth`).
    input_unit: of the samples of map files; codes are lengths then, and not nearness (`mm`, `cm`, `m`, `in` or `ft`).
    channel: that of OpenEXR (`Z` and other usual names).
    near: the distance that counts as nearest, of map files (m; the nearest of the first frame).
    far: the distance that counts as farthest, of map files; may be the text "inf" (m; the farthest of the first frame).
    smooth: true to smooth the depth over time, and fill its holes from the frames before (false).
    focus_pull: nearnesses or distances in focus with their times, in seconds or of frames, in place of `focus`: `0.2@0s,0.8@75f` or `1.2m@0s,3m@75f`.
    focus_curve: how the focus moves between these times (`linear` or `smooth`; `linear`).
    focus: the nearness in focus, 1 the nearest (number, 0...1; 0.75).
    width: of the range of nearness that is fully in focus (number, 0...2; 0.1).
    slope: how fast the focus fades: 4 fades within 1/4 of the nearness (number, 0.01...10000; 4).
    radius: of the blur (number, 0...10000, pixels of a picture of 12 megapixels; 15).
    kernel: the shape of a point that is out of focus (`disc` or `gaussian`; `disc`).
    front: how strongly things nearer than the focus are blurred, a factor of their radii (number, 0...2; 1).
    back: how strongly things farther than the focus are blurred, a factor of their radii (number, 0...2; 1).
    autofocus: true to focus on the subject (false).
    focus_at: `[x,y]` of the photo as displayed: what to focus on, in place of `focus` (array of 2 whole numbers, pixels).
    focus_distance: of what is in focus, in place of `focus`, on a map that has distances (m).
    mix: the share of the effect (number, 0...1; 1).
    offset: of `grayscale`, the nearness that is black (number, -1000...1000; 0).
    range: of `grayscale`, how much nearer white is (1).
    max_shift: of `stereo`, the largest shift of an eye (number, 0...0.25, widths; 0.01).
    convergence: of `stereo`, the nearness in the plane of the picture (number, 0...1; 0.5).
    layout: of `stereo`: both views in a frame (`left-right`, `right-left`, `half-width`, `top-bottom`, `bottom-top`, `half-height` or `anaglyph`; `left-right`).
    jobs: the most threads (as many as processors).
    max_pixels: the most pixels of an image that is decoded, and of what is made of it (268435456).
    max_memory: the most memory that decoding one image may take (bytes; what the system gives).
    """

    filters: Filters | Sequence[Filters] | None
    matrix: Matrix | None
    stretch: bool | None
    depth_kind: Quantity | None
    input_unit: InputUnit | None
    channel: str | None
    near: float | None
    far: float | None
    smooth: bool | None
    focus_pull: str | None
    focus_curve: FocusCurve | None
    focus: float | None
    width: float | None
    slope: float | None
    radius: float | None
    kernel: Kernel | None
    front: float | None
    back: float | None
    autofocus: bool | None
    focus_at: Sequence[int] | None
    focus_distance: float | None
    mix: float | None
    offset: float | None
    range: float | None
    max_shift: float | None
    convergence: float | None
    layout: StreamLayout | None
    jobs: int | None
    max_pixels: int | None
    max_memory: int | None


class Attach(MapNew, total=False):
    """Options of auxdepth_map_new() and auxdepth_edit_attach_depth().

    convention: what made the map; it sets quantity, polarity, unit, background and accuracy (`apple`, `midas`, `depth-anything`, `depth-anything-metric`, `video-depth-anything`, `video-depth-anything-metric`, `depth-anything-3`, `depth-anything-3-metric`, `depth-anything-3-relative`, `metric`, `zoedepth`, `depth-pro`, `moge`, `moge-2`, `unidepth`, `metric3d`, `marigold`, `comfyui`, `blender`, `nuke`, `unreal`, `renderman`, `kitti`, `kitti-stereo`, `tum`, `nyu`, `scannet`, `arkit` or `middlebury`).
    quantity: what the samples are, and the other options are about (`depth` or `disparity`; that of the convention, or `depth`).
    near: of codes the distance at black, of floats the nearest one (m).
    far: of codes the distance at white, of floats the farthest one; may be the text "inf" (m).
    min: of codes of disparity the one at black (1/m).
    max: of codes of disparity the one at white (1/m).
    white_is_near: true where white is near (false).
    linear_in: what codes are linear in (`depth` or `disparity`; `depth`).
    normalised: true where floats are 0...1 between the two ends (false).
    mist: the falloff of Blender's Mist pass, which the samples are between near and far, along the rays of the camera (`linear`, `quadratic` or `inverse`).
    input_unit: of the samples; makes lengths of codes too, 0 where nothing was measured (`mm`, `cm`, `m`, `in` or `ft`).
    input_scale: the factor to metres or 1/metres; negative for an axis towards the camera.
    clip: how many of the nearest and of the farthest samples become the nearest and the farthest of the others (percent).
    invalid: sample values, as the map has them, that are holes; an empty list takes the greatest code value as measured.
    holes: what becomes of NaN and of what is not positive when it is written (`keep`, `fill`, `far` or `error`; `keep` in map files, `fill` in photos).
    focal_pixels: of disparity in pixels, with `map_baseline`; the input scale is the pixels of a sample then, and whole numbers of 0 are holes (pixels of the map).
    map_baseline: the distance of the two cameras whose disparity in pixels the map is, with `focal_pixels` (m).
    pixel_origin: the point of the first pixel from which the principal points of `intrinsics` and of arrays in the file count (`corner` or `center`; that of the convention, or else `corner`).
    intrinsics: the camera: `[f]`, `[fx,fy]` or `[fx,fy,cx,cy]`; `[fx,fy,cx,cy,width,height]` is in pixels of that size (pixels of the map).
    calibration: as calibration() gives it, in place of `intrinsics`.
    radial: true where values are distances along the rays of that camera (false).
    resize: resamples the map: `half` is half of the photo, `apple` 768 on the long side (`[width,height]`, `half` or `apple`, pixels).
    pixel_format: the format that is recorded (`hdis`, `fdis`, `hdep` or `fdep`; `hdis`).
    depth_quality: the quality that is recorded (`low` or `high`; `high`).
    accuracy: the accuracy that is recorded (`relative` or `absolute`; as the map's convention says, or else absolute of distances and relative of disparities).
    filtered: whether the map is recorded as filtered (true).
    stretch: true to take a map of another aspect ratio than the photo's (false).
    aux_quality: of the coded images (1...100; 100).
    lossless: true where every code must come back (false).
    replace: true where the photo may have an image of that type already; depth and disparity count as one (false).
    dng_bits: of a code of a depth map in DNG (8 or 16; 16).
    keep_properties: whether properties and calibration of an image that is replaced stay, where nothing else is given (true).
    gdepth: true to write the map as Google's GDepth too, into the XMP of a JPEG (false).
    """

    pixel_format: PixelFormat | None
    depth_quality: DepthQuality | None
    accuracy: Accuracy | None
    filtered: bool | None
    stretch: bool | None
    aux_quality: int | None
    lossless: bool | None
    replace: bool | None
    dng_bits: int | None
    keep_properties: bool | None
    gdepth: bool | None


class Writing(EditNew, total=False):
    """Options of auxdepth_edit_new() and auxdepth_edit_new_picture().

    quality: of a primary image that is coded (1...100; 92).
    preview: true to take the preview of a DNG for the photo, into another container (false).
    bits: of a sample, as the container has them (8, 10 or 16; the most of the container where pixels have 16, else 8).
    """

    bits: int | None
