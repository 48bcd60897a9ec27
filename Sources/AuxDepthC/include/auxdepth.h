// auxdepth: auxiliary depth images, mattes and gain maps in JPEG, HEIF, AVIF and DNG, for C and whatever calls C.
//
// docs/c-interface.md has the rules: who owns what, errors, threads, processes that fork. In short:
//
// - A function that can fail returns an `auxdepth_status`, AUXDEPTH_OK (0) for success. Its last parameter is where
//   an `auxdepth_error *` goes, or NULL: it becomes NULL on success, and on failure an error that the caller frees
//   with auxdepth_error_free(). Other results become NULL or 0 on failure. If a pointer may be NULL, its function says
//   so; any other pointer that is NULL is AUXDEPTH_USAGE.
// - The caller closes what `_new` and `_open` functions make with the `_close` function of its kind, which takes NULL
//   too. It frees each `char *` and `uint8_t *` that comes back, and each array of auxdepth_points and
//   auxdepth_mesh, with auxdepth_free(). It does not free a `const char *`,
//   whose comment says how long it lives. Arguments need not live longer than the call, unless their function says so:
//   photos, maps, pictures and edits hold what they were made of, in any order of closing.
// - Texts are UTF-8, with NUL at the end. Paths are bytes as the system takes them; "-" is standard input or output.
// - Photos, maps, pictures and renderers do not change: several threads may use one at once. Calls on one edit wait
//   for one another. A handle must not be in use when it is closed. There is no state except that of handles, and
//   which auxdepth_cancellation a thread uses.
// - Samples go into buffers of the caller: rows from the top, the first sample of each row `row_bytes` after that of
//   the row above; 0 means tightly packed. `size` is the size of the buffer in bytes; if it is too small, the status is
//   AUXDEPTH_USAGE, and nothing is written. Samples have the byte order of the machine, and need their alignment.
// - `options` are a JSON object as text, or NULL for none. A name that is not listed with the function, and a value
//   of another kind or out of range, are AUXDEPTH_USAGE. Numbers are in metres, 1/metres and pixels, unless the list
//   says otherwise.
// - Structures that functions fill begin with `struct_size`, which the caller sets to their `sizeof`: newer libraries
//   have more members at the end, and fill no more than that. The INIT macros do so.

#ifndef AUXDEPTH_H
#define AUXDEPTH_H

#include <stddef.h>
#include <stdint.h>

/// The version of the library to which this header belongs.
#define AUXDEPTH_VERSION_MAJOR 0
#define AUXDEPTH_VERSION_MINOR 2
#define AUXDEPTH_VERSION_PATCH 0
#define AUXDEPTH_VERSION_STRING "0.2.0"
/// The version of this interface: it grows by 1 when functions, members or options are added.
#define AUXDEPTH_API_VERSION 5

#if defined(__GNUC__) || defined(__clang__)
#define AUXDEPTH_API __attribute__((visibility("default")))
#else
#define AUXDEPTH_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// --- Versions, memory, errors --------------------------------------------------------------------------------------

/// The result of a call: 0, or a number that says whose fault the failure is; the same as the exit statuses of the
/// program.
typedef int32_t auxdepth_status;
enum {
  AUXDEPTH_OK = 0,
  AUXDEPTH_USAGE = 64,         // the arguments are wrong, or contradict each other or the file
  AUXDEPTH_DATA = 65,          // the file is damaged, too large, not handled, or has no such image
  AUXDEPTH_NO_INPUT = 66,      // the input does not exist, or is no readable file
  AUXDEPTH_UNAVAILABLE = 69,   // a library that is needed is not installed
  AUXDEPTH_SOFTWARE = 70,      // what was written does not read back as what was asked for; nothing was kept of it
  AUXDEPTH_CANNOT_CREATE = 73, // the output exists, or cannot be made
  AUXDEPTH_IO = 74,            // the system fails: input or output, or no memory, thread, process or open file to be had
  AUXDEPTH_CHANGED = 75,       // another program changed the file meanwhile: the same call may succeed
  AUXDEPTH_CANCELLED = 130     // a callback, or an auxdepth_cancellation, ended the work
};

/// Why a call failed. The library makes it and may add members at its end: use it only by pointer.
typedef struct auxdepth_error {
  auxdepth_status status;
  const char *code;        // `malformed`, `truncated`, `unsupported`, `limitExceeded`, `missingImage`, `codec`,
                           // `codecMissing`, `usage`, `inputMissing`, `cannotCreate`, `io`, `changed`, `verification`,
                           // or `cancelled`
  const char *message;     // all of it in one line of English: path, place, offset, reason, remedy
  const char *reason;      // the reason alone
  const char *path;        // the file that it is about, as bytes; else NULL
  const char *place;       // the box, marker or tag path, as `meta/iprp/ipco[13]/auxC`; else NULL
  int64_t offset;          // bytes from the beginning of the file; -1 where it is not known
  const char *remedy;      // what could be allowed or given, as `replaceFile`; NULL for none
  const char *remedy_text; // the same as a sentence of English without its end
} auxdepth_error;

/// Frees an error and its texts; NULL does nothing.
AUXDEPTH_API void auxdepth_error_free(auxdepth_error *error);

/// Frees what a function returned as `char *` or `uint8_t *`; NULL does nothing.
AUXDEPTH_API void auxdepth_free(void *memory);

/// The version of the library that is loaded, as "0.2.0"; lives as long as the library is loaded.
AUXDEPTH_API const char *auxdepth_version(void);

/// AUXDEPTH_API_VERSION of the library that is loaded: if it is less than that of the header, the library lacks
/// something.
AUXDEPTH_API int32_t auxdepth_api_version(void);

/// The libraries that read and write formats, as a JSON array with what `auxdepth codecs --json` prints for each. This
/// loads each of them.
AUXDEPTH_API char *auxdepth_codecs_json(void);

/// The effects of photos as a JSON array of objects `name`, `summary`, `needsMap`, `needsMatte`.
AUXDEPTH_API char *auxdepth_effects_json(void);

// --- Where decoders run --------------------------------------------------------------------------------------------

enum {
  AUXDEPTH_SANDBOX_AUTOMATIC = 0, // in the sandbox if the system allows it, otherwise without it: the default
  AUXDEPTH_SANDBOX_REQUIRED = 1,  // in the sandbox; without it, whatever needs a decoder is AUXDEPTH_IO
  AUXDEPTH_SANDBOX_OFF = 2        // without the sandbox
};

/// Chooses whether codecs that are needed from now on run in the sandbox: in processes without files, network and privileges,
/// and with bounded memory and time. JPEG and HEVC are decoded by the programs auxdepth-codec-*, which are installed with the
/// library, in every mode. They are children of this process: a handler of SIGCHLD sees them end, and an idle one ends
/// after 10 seconds. A child that this process forks between calls starts its own; fork() while another thread is inside a
/// call is not supported (docs/c-interface.md). AUXDEPTH_IO if the sandbox is required and cannot be started; then the
/// mode is as before. Since version 3.
AUXDEPTH_API auxdepth_status auxdepth_sandbox_use(int32_t mode, auxdepth_error **error);

/// Where decoders run, as a JSON object: `mode`, which is `automatic`, `required` or `off`; `sandbox`, which is `on` or
/// `off`; and `reason` where it cannot be started. Starts it, unless it is off, to know. Since version 3.
AUXDEPTH_API char *auxdepth_sandbox_json(void);

// --- Ending calls early --------------------------------------------------------------------------------------------

/// Ends calls early: one or more threads use it for their calls, and another thread, or a handler of signals, cancels
/// it.
typedef struct auxdepth_cancellation auxdepth_cancellation;

AUXDEPTH_API auxdepth_status auxdepth_cancellation_new(
    auxdepth_cancellation **cancellation, auxdepth_error **error);

/// Closes it; threads that use it continue to use it. NULL does nothing.
AUXDEPTH_API void auxdepth_cancellation_close(auxdepth_cancellation *cancellation);

/// Lets it end all calls that this thread makes from now on, until the thread uses another one, or NULL for none.
AUXDEPTH_API void auxdepth_cancellation_use(auxdepth_cancellation *cancellation);

/// Ends the calls of threads that use it, current and later ones: each fails with AUXDEPTH_CANCELLED before it decodes
/// or codes another image, checks another file, or gives a file its name, and changes nothing. A file that has its
/// name by then stays, and the call may succeed. Decoding of HEVC and JPEG ends within 50 ms; an image of another codec is
/// decoded to its end: a caller that cannot wait for that makes the call in a thread of its own. A handler of signals may call this; NULL does nothing.
AUXDEPTH_API void auxdepth_cancellation_cancel(auxdepth_cancellation *cancellation);

// --- Photos --------------------------------------------------------------------------------------------------------

/// A file of a photo that is open for reading: JPEG, HEIF, AVIF, DNG, TIFF, PNG, WebP or OpenEXR, whatever it is
/// called.
typedef struct auxdepth_photo auxdepth_photo;

/// Opens a file by its headers; nothing is decoded.
///
/// Options:
/// - `maxPixels` (whole number from 1 on; 268435456): the most pixels of an image that is decoded, and of what is made
///   of it
/// - `maxMemory` (whole number from 1 on, bytes; what the system gives): the most memory that decoding one image may
///   take
/// - `photoChannel` (text; the layer without a name, or `Composite.Combined`): the layer of an OpenEXR file that is the
///   photo, as `ViewLayer.Combined`
/// - `flatten` (text; `black`): the color behind transparent pixels: `black`, `white` or `#RRGGBB`; `none` keeps alpha
///   in HEIC and AVIF
/// - `editing` (true or false; false): true for a file that an edit of itself is to replace: others that open it so
///   wait, in this process as in others, until the photo, its edits and its renderers are closed
AUXDEPTH_API auxdepth_status auxdepth_photo_open(
    const char *path, const char *options, auxdepth_photo **photo, auxdepth_error **error);

/// Opens a file that is in memory, and copies it. Options:
/// - `maxPixels`, `maxMemory`, `photoChannel`, `flatten`: as of auxdepth_photo_open()
AUXDEPTH_API auxdepth_status auxdepth_photo_open_memory(
    const uint8_t *bytes, size_t count, const char *options, auxdepth_photo **photo, auxdepth_error **error);

/// Puts the `count` bytes of a file from `offset` on into `bytes`, all of them, and returns 0; returns another value
/// if it cannot read them. Called from whichever thread needs bytes, and from several at once; the range is inside the
/// file.
typedef int32_t (*auxdepth_read_range)(void *context, uint64_t offset, size_t count, uint8_t *bytes);

/// Called once, on any thread, when nothing will be read with `context` any more.
typedef void (*auxdepth_release)(void *context);

/// Opens a file of `size` bytes that `read` gives by ranges, for example from an object store: it reads only headers
/// until images are asked for. `release`, or NULL, is called once when the photo and everything made from it are
/// closed; also if the call fails.
///
/// A range that cannot be had is AUXDEPTH_IO. Options:
/// - `maxPixels`, `maxMemory`, `photoChannel`, `flatten`: as of auxdepth_photo_open()
AUXDEPTH_API auxdepth_status auxdepth_photo_open_ranges(
    uint64_t size, auxdepth_read_range read, auxdepth_release release, void *context, const char *options,
    auxdepth_photo **photo, auxdepth_error **error);

AUXDEPTH_API void auxdepth_photo_close(auxdepth_photo *photo);

/// What the headers say, as the JSON object that `auxdepth info --json` prints.
AUXDEPTH_API auxdepth_status auxdepth_photo_info_json(
    const auxdepth_photo *photo, char **json, auxdepth_error **error);

/// What was forgiven while the headers were read, as a JSON array of texts.
AUXDEPTH_API auxdepth_status auxdepth_photo_notes_json(
    const auxdepth_photo *photo, char **json, auxdepth_error **error);

/// `jpeg`, `heif`, `avif`, `dng`, `tiff`, `png`, `webp` or `exr`; lives as long as the library is loaded. NULL for
/// NULL.
AUXDEPTH_API const char *auxdepth_photo_container(const auxdepth_photo *photo);

/// The primary image, as the headers describe it.
typedef struct auxdepth_primary {
  size_t struct_size;
  uint32_t width, height;                 // as stored
  uint32_t upright_width, upright_height; // as displayed
  int32_t orientation;                    // 1...8 as in Exif: how it is turned for display
} auxdepth_primary;
#define AUXDEPTH_PRIMARY_INIT {sizeof(auxdepth_primary), 0, 0, 0, 0, 0}

/// Describes the primary image; AUXDEPTH_DATA with the code `missingImage` for a lone auxiliary image.
AUXDEPTH_API auxdepth_status auxdepth_photo_primary(
    const auxdepth_photo *photo, auxdepth_primary *primary, auxdepth_error **error);

// --- Auxiliary images ----------------------------------------------------------------------------------------------

/// What auxiliary images of several types have in common.
enum {
  AUXDEPTH_FAMILY_OTHER = 0,
  AUXDEPTH_FAMILY_DEPTH = 1,          // depth and disparity
  AUXDEPTH_FAMILY_PORTRAIT_MATTE = 2,
  AUXDEPTH_FAMILY_SEMANTIC_MATTE = 3, // skin, hair, teeth, glasses, sky
  AUXDEPTH_FAMILY_GAIN_MAP = 4
};

/// What a map measures.
enum { AUXDEPTH_QUANTITY_NONE = 0, AUXDEPTH_QUANTITY_DEPTH = 1, AUXDEPTH_QUANTITY_DISPARITY = 2 };

/// What floats are: metres of distance, or 1/metres of disparity. Each is the reciprocal of the other.
typedef int32_t auxdepth_unit;
enum { AUXDEPTH_METRES = 0, AUXDEPTH_PER_METRE = 1 };

/// How samples lie: as the file stores them, or turned as the photo is displayed.
typedef int32_t auxdepth_turn;
enum { AUXDEPTH_AS_STORED = 0, AUXDEPTH_UPRIGHT = 1 };

/// The four characters of a pixel format as a number, as Core Video has them.
#ifdef __cplusplus
#define AUXDEPTH_FOURCC(a, b, c, d) \
  (static_cast<uint32_t>(a) << 24 | static_cast<uint32_t>(b) << 16 | static_cast<uint32_t>(c) << 8 | \
   static_cast<uint32_t>(d))
#else
#define AUXDEPTH_FOURCC(a, b, c, d) \
  ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))
#endif
#define AUXDEPTH_HDIS AUXDEPTH_FOURCC('h', 'd', 'i', 's') // halves of 1/metres
#define AUXDEPTH_FDIS AUXDEPTH_FOURCC('f', 'd', 'i', 's') // floats of 1/metres
#define AUXDEPTH_HDEP AUXDEPTH_FOURCC('h', 'd', 'e', 'p') // halves of metres
#define AUXDEPTH_FDEP AUXDEPTH_FOURCC('f', 'd', 'e', 'p') // floats of metres
#define AUXDEPTH_L008 AUXDEPTH_FOURCC('L', '0', '0', '8') // codes of 8 bits
#define AUXDEPTH_L016 AUXDEPTH_FOURCC('L', '0', '1', '6') // codes of 16 bits

/// An auxiliary image, as the headers describe it. Texts live as long as the photo is open.
typedef struct auxdepth_image {
  size_t struct_size;
  const char *type;       // `disparity`, `depth`, `portraitEffectsMatte`, ..., or a URN
  const char *identifier; // what the file calls it
  const char *codec;      // `jpeg`, `hevc`, `av1`, ...
  const char *quality;    // of depth data: `high` or `low`; NULL where the file does not say
  const char *accuracy;   // of depth data: `absolute` or `relative`; NULL where the file does not say
  const char *failure;    // why nothing can be made of the image, whose sides may be 0; NULL for all others
  int32_t family;         // AUXDEPTH_FAMILY_...
  int32_t quantity;       // of depth data: AUXDEPTH_QUANTITY_..., that of the pixel format
  uint32_t width, height; // as stored
  uint32_t upright_width, upright_height; // as displayed with the photo
  int32_t orientation;    // 1...8 as in Exif: that of the photo
  uint32_t pixel_format;  // of auxdepth_image_read_plane(): AUXDEPTH_HDIS, ..., or one of several components
  uint32_t stored_format; // of the coded samples; 0 where the file does not say
  int32_t plane_count;    // of that pixel format: 1, or 2 for luma and chroma
  int32_t component_count; // 1, or 3 of colour
  int32_t code_bits;      // of the codes as stored: 8 or 16; of several components 8...16
  int32_t code_quantity;  // of depth data: what codes are linear in; AUXDEPTH_QUANTITY_NONE where that is not known
  double value_of_first_code, value_of_last_code; // of code 0 and of the largest, in the unit of that; else NaN
  double value_min, value_max; // of depth data: the bounds in the unit of the pixel format, else NaN
  int32_t is_filtered;    // 1, 0, or -1 where the file does not say
  int32_t has_calibration; // 1 where auxdepth_image_calibration_json() has something to say, else 0
  uint64_t byte_count;    // of the coded samples
} auxdepth_image;
#define AUXDEPTH_IMAGE_INIT \
  {sizeof(auxdepth_image), NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
   0, 0, 0}

/// The number of auxiliary images; 0 for NULL.
AUXDEPTH_API size_t auxdepth_image_count(const auxdepth_photo *photo);

/// The index of the first image of a type, as info names it or by its short name (`portrait`, `skin`, ...), or of a
/// group of types: `depth` and `depthmap` for depth or disparity, `mattes`, or `gainmap` for a gain map of any form; else
/// -1. `disparity` is a type, and so is `kCGImageAuxiliaryDataTypeDepth`; `confidence` is that of Google's depth maps.
AUXDEPTH_API int64_t auxdepth_image_find(const auxdepth_photo *photo, const char *type);

/// The index of the first image of depth or disparity, else -1.
AUXDEPTH_API int64_t auxdepth_image_find_depth(const auxdepth_photo *photo);

/// Describes the image of an index, from 0.
AUXDEPTH_API auxdepth_status auxdepth_image_describe(
    const auxdepth_photo *photo, size_t index, auxdepth_image *image, auxdepth_error **error);

/// Depth data as floats in a unit, whatever the file has; a sample that is not known is NaN, infinitely far is
/// infinite.
AUXDEPTH_API auxdepth_status auxdepth_image_read_floats(
    const auxdepth_photo *photo, size_t index, auxdepth_unit unit, auxdepth_turn turn, float *samples, size_t row_bytes,
    size_t size, auxdepth_error **error);

/// A depth map with its samples. Since version 5.
typedef struct auxdepth_depth {
  size_t struct_size;
  uint32_t width, height; // of the samples, in rows from the top without gaps
  float *samples;         // NaN is a missing sample, infinity is infinitely far; the caller frees them with auxdepth_free()
  auxdepth_unit unit;     // of the samples: AUXDEPTH_METRES or AUXDEPTH_PER_METRE
  int32_t orientation;    // 1...8 as in Exif: how the rows are still to be rotated for display; 1 if they are upright
  int32_t is_relative;    // 1 if distances are relative to each other only, or the file does not say; else 0
} auxdepth_depth;
#define AUXDEPTH_DEPTH_INIT {sizeof(auxdepth_depth), 0, 0, NULL, 0, 0, 0}

/// Decodes the first depth map of a photo, depth or disparity, into floats of a unit.
///
/// AUXDEPTH_DATA with the code `missingImage` for a photo without one. Since version 5.
AUXDEPTH_API auxdepth_status auxdepth_photo_read_depth(
    const auxdepth_photo *photo, auxdepth_unit unit, auxdepth_turn turn, auxdepth_depth *depth, auxdepth_error **error);

/// Depth data as IEEE 754 binary16 in a unit; finite values that are too large become the largest.
AUXDEPTH_API auxdepth_status auxdepth_image_read_halves(
    const auxdepth_photo *photo, size_t index, auxdepth_unit unit, auxdepth_turn turn, uint16_t *samples,
    size_t row_bytes, size_t size, auxdepth_error **error);

/// The codes of an image of one component. Those of depth data are as stored; for mattes and confidence, 0 means not at
/// all and the largest code means fully; for gain maps, the metadata says what they mean. If there are several
/// components, only luma.
///
/// `bits` is 8 for `uint8_t` or 16 for `uint16_t`. If that is not the `code_bits` of the image, codes of 16 bits are
/// rounded to 8, and codes of 8 bits are spread over 16 (times 257).
AUXDEPTH_API auxdepth_status auxdepth_image_read_codes(
    const auxdepth_photo *photo, size_t index, int32_t bits, auxdepth_turn turn, void *codes, size_t row_bytes,
    size_t size, auxdepth_error **error);

/// Red, green and blue in turn of an image of several components: `bits` 8 or 16, rounded or spread.
AUXDEPTH_API auxdepth_status auxdepth_image_read_rgb(
    const auxdepth_photo *photo, size_t index, int32_t bits, auxdepth_turn turn, void *rgb, size_t row_bytes,
    size_t size, auxdepth_error **error);

/// A plane of an image in its `pixel_format`.
typedef struct auxdepth_plane {
  size_t struct_size;
  uint32_t width, height; // in pixels of the plane: chroma has fewer
  size_t row_bytes;       // of a tightly packed row
} auxdepth_plane;
#define AUXDEPTH_PLANE_INIT {sizeof(auxdepth_plane), 0, 0, 0}

/// Describes a plane of an image, from 0.
AUXDEPTH_API auxdepth_status auxdepth_image_describe_plane(
    const auxdepth_photo *photo, size_t index, int32_t plane, auxdepth_plane *description, auxdepth_error **error);

/// A plane in the pixel format of the image, as stored: what ImageIO's kCGImageAuxiliaryDataInfoData holds.
///
/// Luma is one sample for a pixel, chroma Cb and Cr in turn; codes of 10 bits are in the upper bits of 16.
AUXDEPTH_API auxdepth_status auxdepth_image_read_plane(
    const auxdepth_photo *photo, size_t index, int32_t plane, void *samples, size_t row_bytes, size_t size,
    auxdepth_error **error);

/// The pinhole camera of an image.
typedef struct auxdepth_intrinsics {
  size_t struct_size;
  double fx, fy;          // focal lengths in pixels of the reference size
  double cx, cy;          // principal point, from the top left
  double reference_width, reference_height; // the size that they refer to, commonly that of the photo
  double pixel_size;      // of a pixel of the reference size, in millimetres
} auxdepth_intrinsics;
#define AUXDEPTH_INTRINSICS_INIT {sizeof(auxdepth_intrinsics), 0, 0, 0, 0, 0, 0, 0}

/// The intrinsics of the camera, as stored or upright; AUXDEPTH_DATA with the code `missingImage` where there are
/// none.
AUXDEPTH_API auxdepth_status auxdepth_image_intrinsics(
    const auxdepth_photo *photo, size_t index, auxdepth_turn turn, auxdepth_intrinsics *intrinsics,
    auxdepth_error **error);

/// The whole calibration as a JSON object: `intrinsicMatrix` and `extrinsicMatrix` by columns, and so on, as in info.
///
/// AUXDEPTH_DATA with the code `missingImage` without one.
AUXDEPTH_API auxdepth_status auxdepth_image_calibration_json(
    const auxdepth_photo *photo, size_t index, auxdepth_turn turn, char **json, auxdepth_error **error);

/// The camera of an image in pixels of that image, as `auxdepth extract --camera` writes it: a text of that kind.
///
/// It is that of the calibration, or of a stereo pair. AUXDEPTH_DATA with the code `missingImage` where the file says nothing of a
/// camera, `unsupported` for a matrix with a skew. Since version 5. Options:
/// - `format` (`json`, `colmap`, `tum`, `nerfstudio` or `opencv`; `json`): the kind of text; the centre of the first
///   pixel is (0.5, 0.5) in `json`, `colmap` and `nerfstudio`, (0, 0) in `tum` and `opencv`
/// - `resize` (`[width,height]`, `photo`, `50%`, `long=2048`, `short=1080`, `width=800` or `height=600`): the size of
///   the picture whose camera it is, turned: `WxH`, `50%`, `long=N`, `short=N`, `width=N` or `height=N`, or `photo` for
///   the photo's
/// - `stretch`: as of auxdepth_image_write()
/// - `upright` (true or false; true): the picture as the photo is displayed; false as the file stores it
AUXDEPTH_API auxdepth_status auxdepth_image_camera_text(
    const auxdepth_photo *photo, size_t index, const char *options, char **text, auxdepth_error **error);

/// What the codes of a gain map mean, as ISO 21496-1 has it. For a code c of 0...1, the gain is
/// log2 g = gain_min + (gain_max - gain_min) * pow(c, 1 / gamma), and linear light of the alternate rendition is
/// (base + base_offset) * g - alternate_offset. Since version 5.
typedef struct auxdepth_gain_map {
  size_t struct_size;
  int32_t channel_count;          // 1 for all components, or 3: of red, green and blue
  int32_t uses_base_colour_space; // 1 where gains are applied in the colour space of the base rendition, else 0
  double base_headroom, alternate_headroom; // log2 of a ratio of luminances; 0 is SDR
  double gain_min[3], gain_max[3]; // log2; of one channel all three are the same when read, and the first counts when given
  double gamma[3];
  double base_offset[3], alternate_offset[3];
} auxdepth_gain_map;
/// One channel, coded linearly in log2 of the gain; gains and headrooms are still to be given.
#define AUXDEPTH_GAIN_MAP_INIT \
  {sizeof(auxdepth_gain_map), 1, 1, 0, 0, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}}

/// What the file states of a gain map in ISO's form, or in that of Ultra HDR.
///
/// AUXDEPTH_DATA with the code `missingImage` without either: Apple's form has a headroom alone, which is in
/// auxdepth_photo_info_json(). Since version 5.
AUXDEPTH_API auxdepth_status auxdepth_image_gain_map(
    const auxdepth_photo *photo, size_t index, auxdepth_gain_map *gain_map, auxdepth_error **error);

// --- Pictures ------------------------------------------------------------------------------------------------------

/// The pixels of a photo, or of an effect, in memory: gray or RGB of 8 or 16 bits, coded with the curve of their
/// profile.
typedef struct auxdepth_picture auxdepth_picture;

/// What a picture is.
typedef struct auxdepth_picture_info {
  size_t struct_size;
  uint32_t width, height;  // as its rows stand
  int32_t channels;        // 1 of gray, 3 of red, green and blue
  int32_t bits;            // of a sample: 8 or 16
  int32_t orientation;     // 1...8 as in Exif: how it is still to be turned for display
  int32_t has_icc_profile; // 1, or 0 for sRGB and where the file does not say
} auxdepth_picture_info;
#define AUXDEPTH_PICTURE_INFO_INIT {sizeof(auxdepth_picture_info), 0, 0, 0, 0, 0, 0}

/// Decodes the primary image.
///
/// Raw images are not developed: from a DNG, its largest preview is taken, which may be smaller than the headers say.
/// OpenEXR becomes sRGB of 16 bits. auxdepth_picture_notes_json() says what is lost by that.
AUXDEPTH_API auxdepth_status auxdepth_photo_picture(
    const auxdepth_photo *photo, auxdepth_turn turn, auxdepth_picture **picture, auxdepth_error **error);

/// The eyes of a stereo pair.
typedef int32_t auxdepth_eye;
enum { AUXDEPTH_EYE_LEFT = 0, AUXDEPTH_EYE_RIGHT = 1 };

/// Decodes the picture of one eye of a spatial photo, or of a photo with a maker's picture of the other eye; one of both
/// is the primary image. The cameras are in `stereo` of auxdepth_photo_info_json().
///
/// AUXDEPTH_DATA with the code `missingImage` without a pair. Since version 4.
AUXDEPTH_API auxdepth_status auxdepth_photo_eye(
    const auxdepth_photo *photo, auxdepth_eye eye, auxdepth_turn turn, auxdepth_picture **picture,
    auxdepth_error **error);

/// Makes a picture of samples, which are copied.
///
/// `channels` is 1 or 3, `bits` 8 or 16. `icc` are `icc_count` bytes of an ICC profile, or NULL for sRGB. Options:
/// - `orientation` (1...8; 1): as in Exif: how the picture is to be turned for display
AUXDEPTH_API auxdepth_status auxdepth_picture_new(
    const void *samples, uint32_t width, uint32_t height, int32_t channels, int32_t bits, size_t row_bytes, size_t size,
    const uint8_t *icc, size_t icc_count, const char *options, auxdepth_picture **picture, auxdepth_error **error);

AUXDEPTH_API void auxdepth_picture_close(auxdepth_picture *picture);

AUXDEPTH_API auxdepth_status auxdepth_picture_describe(
    const auxdepth_picture *picture, auxdepth_picture_info *info, auxdepth_error **error);

/// The samples: `channels` 3, gray is repeated, or 1, of gray pictures alone; `bits` 8 or 16, rounded or spread.
AUXDEPTH_API auxdepth_status auxdepth_picture_read(
    const auxdepth_picture *picture, int32_t channels, int32_t bits, void *samples, size_t row_bytes, size_t size,
    auxdepth_error **error);

/// The ICC profile; NULL and 0, with AUXDEPTH_OK, without one.
AUXDEPTH_API auxdepth_status auxdepth_picture_icc_profile(
    const auxdepth_picture *picture, uint8_t **bytes, size_t *count, auxdepth_error **error);

/// What the pixels do not hold of the photo, as a JSON array of texts.
AUXDEPTH_API auxdepth_status auxdepth_picture_notes_json(
    const auxdepth_picture *picture, char **json, auxdepth_error **error);

// --- Depth maps of files and of arrays -----------------------------------------------------------------------------

/// A depth or disparity map as a file, a renderer or a model gives it: samples, and what they mean.
typedef struct auxdepth_map auxdepth_map;

/// The kinds of samples.
typedef int32_t auxdepth_sample;
enum {
  AUXDEPTH_UINT8 = 0,   // codes: from black, 0, to white
  AUXDEPTH_UINT16 = 1,  // codes, or whole numbers of a `unit`
  AUXDEPTH_FLOAT16 = 2, // IEEE 754 binary16; NaN is a hole
  AUXDEPTH_FLOAT32 = 3  // NaN is a hole
};

/// Opens a map file: PNG, JPEG, WebP, PGM, PPM, PFM, NPY, NPZ, TIFF, OpenEXR, COLMAP or raw samples.
///
/// Without options floats are metres, and a file that auxdepth wrote says itself what it is. Options:
/// - `convention` (`apple`, `midas`, `depth-anything`, `depth-anything-metric`, `video-depth-anything`,
///   `video-depth-anything-metric`, `depth-anything-3`, `depth-anything-3-metric`, `depth-anything-3-relative`,
///   `metric`, `zoedepth`, `depth-pro`, `moge`, `moge-2`, `unidepth`, `metric3d`, `marigold`, `comfyui`, `blender`,
///   `nuke`, `unreal`, `renderman`, `kitti`, `kitti-stereo`, `tum`, `nyu`, `scannet`, `arkit` or `middlebury`): what
///   made the map; it sets quantity, polarity, unit, background and accuracy
/// - `quantity` (`depth` or `disparity`; that of the convention, or `depth`): what the samples are, and the other
///   options are about
/// - `near` (number, m): of codes the distance at black, of floats the nearest one
/// - `far` (number, m): of codes the distance at white, of floats the farthest one; may be the text "inf"
/// - `min` (number, 1/m): of codes of disparity the one at black
/// - `max` (number, 1/m): of codes of disparity the one at white
/// - `whiteIsNear` (true or false; false): true where white is near
/// - `linearIn` (`depth` or `disparity`; `depth`): what codes are linear in
/// - `normalised` (true or false; false): true where floats are 0...1 between the two ends
/// - `mist` (`linear`, `quadratic` or `inverse`): the falloff of Blender's Mist pass, which the samples are between
///   near and far, along the rays of the camera
/// - `inputUnit` (`mm`, `cm`, `m`, `in` or `ft`): of the samples; makes lengths of codes too, 0 where nothing was
///   measured
/// - `inputScale` (number): the factor to metres or 1/metres; negative for an axis towards the camera
/// - `clip` (number, percent): how many of the nearest and of the farthest samples become the nearest and the farthest
///   of the others
/// - `invalid` (array of numbers): sample values, as the map has them, that are holes; an empty list takes the greatest
///   code value as measured
/// - `holes` (`keep`, `fill`, `far` or `error`; `keep` in map files, `fill` in photos): what becomes of NaN and of what
///   is not positive when it is written
/// - `focalPixels` (number, pixels of the map): of disparity in pixels, with `mapBaseline`; the input scale is the
///   pixels of a sample then, and whole numbers of 0 are holes
/// - `mapBaseline` (number, m): the distance of the two cameras whose disparity in pixels the map is, with
///   `focalPixels`
/// - `pixelOrigin` (`corner` or `center`; that of the convention, or else `corner`): the point of the first pixel from
///   which the principal points of `intrinsics` and of arrays in the file count
/// - `intrinsics` (array of numbers, pixels of the map): the camera: `[f]`, `[fx,fy]` or `[fx,fy,cx,cy]`;
///   `[fx,fy,cx,cy,width,height]` is in pixels of that size
/// - `calibration` (object): as auxdepth_image_calibration_json() gives it, in place of `intrinsics`
/// - `radial` (true or false; false): true where values are distances along the rays of that camera
/// - `resize` (`[width,height]`, `half` or `apple`, pixels): resamples the map: `half` is half of the photo, `apple`
///   768 on the long side
/// - `channel` (text; `Z` and other usual names): that of OpenEXR
/// - `key` (text; `depth`, or the only one that may be a map): the array of NPZ; of several frames `NAME[NUMBER]`, and
///   `[NUMBER]` of NPY, from 0
/// - `raw` (object): what a file of samples alone is: `width`, `height` and `pixelFormat`, which is `hdis`, `fdis`,
///   `hdep`, `fdep`, `L008` or `u16`
/// - `maxPixels`, `maxMemory`: as of auxdepth_photo_open()
AUXDEPTH_API auxdepth_status auxdepth_map_open(
    const char *path, const char *options, auxdepth_map **map, auxdepth_error **error);

/// Opens a map file that is in memory. Options:
/// - `convention`, `quantity`, `near`, `far`, `min`, `max`, `whiteIsNear`, `linearIn`, `normalised`, `mist`,
///   `inputUnit`, `inputScale`, `clip`, `invalid`, `holes`, `focalPixels`, `mapBaseline`, `pixelOrigin`, `intrinsics`,
///   `calibration`, `radial`, `resize`, `channel`, `key`, `raw`: as of auxdepth_map_open()
/// - `maxPixels`, `maxMemory`: as of auxdepth_photo_open()
AUXDEPTH_API auxdepth_status auxdepth_map_open_memory(
    const uint8_t *bytes, size_t count, const char *options, auxdepth_map **map, auxdepth_error **error);

/// Makes a map of samples, which are copied. Options:
/// - `convention`, `quantity`, `near`, `far`, `min`, `max`, `whiteIsNear`, `linearIn`, `normalised`, `mist`,
///   `inputUnit`, `inputScale`, `clip`, `invalid`, `holes`, `focalPixels`, `mapBaseline`, `pixelOrigin`, `intrinsics`,
///   `calibration`, `radial`, `resize`: as of auxdepth_map_open()
AUXDEPTH_API auxdepth_status auxdepth_map_new(
    const void *samples, auxdepth_sample kind, uint32_t width, uint32_t height, size_t row_bytes, size_t size,
    const char *options, auxdepth_map **map, auxdepth_error **error);

/// Makes a map of floats that stay where they are, for auxdepth_edit_attach_depth(): of a map of 50 megapixels nothing but
/// its codes of 8 bits is held then. Everything else that takes a map, and an attachment with holes, `convention`, `clip`,
/// `radial`, `normalised`, `resize`, values to be clamped by `near` and `far`, or a map that is turned or of 16 bits in DNG,
/// makes a copy for the time of the call, or of the edit.
///
/// `release`, or NULL, is called once when nothing reads the samples any more: when the map and each edit that it was attached
/// to are closed; also if the call fails. Until then they stay and must not change: they are read again when the photo is
/// written, to say how far it is from them, which is AUXDEPTH_USAGE if they are others. Since version 5. Options:
/// - `convention`, `quantity`, `near`, `far`, `min`, `max`, `whiteIsNear`, `linearIn`, `normalised`, `mist`,
///   `inputUnit`, `inputScale`, `clip`, `invalid`, `holes`, `focalPixels`, `mapBaseline`, `pixelOrigin`, `intrinsics`,
///   `calibration`, `radial`, `resize`: as of auxdepth_map_open()
AUXDEPTH_API auxdepth_status auxdepth_map_lend(
    const float *samples, uint32_t width, uint32_t height, size_t row_bytes, size_t size, auxdepth_release release,
    void *context, const char *options, auxdepth_map **map, auxdepth_error **error);

/// Takes the depth data of an image of a photo as a map, for another photo or a file.
///
/// Its calibration goes along. Options:
/// - `upright`: as of auxdepth_image_write()
AUXDEPTH_API auxdepth_status auxdepth_map_of_image(
    const auxdepth_photo *photo, size_t index, const char *options, auxdepth_map **map, auxdepth_error **error);

AUXDEPTH_API void auxdepth_map_close(auxdepth_map *map);

/// What a map is.
typedef struct auxdepth_map_info {
  size_t struct_size;
  uint32_t width, height; // of the samples as they were given
  uint32_t read_width, read_height; // of what auxdepth_map_read_floats() gives: another with `resize`
  auxdepth_sample kind;   // of the samples as they were given; whole numbers of 32 bits are AUXDEPTH_FLOAT32
  int32_t quantity;       // AUXDEPTH_QUANTITY_...
  int32_t has_calibration; // 1 where the options or the file give a camera, else 0
} auxdepth_map_info;
#define AUXDEPTH_MAP_INFO_INIT {sizeof(auxdepth_map_info), 0, 0, 0, 0, 0, 0, 0}

AUXDEPTH_API auxdepth_status auxdepth_map_describe(
    const auxdepth_map *map, auxdepth_map_info *info, auxdepth_error **error);

/// The samples as they were given, in their own kind: options change nothing here.
AUXDEPTH_API auxdepth_status auxdepth_map_read_samples(
    const auxdepth_map *map, void *samples, size_t row_bytes, size_t size, auxdepth_error **error);

/// What becomes of samples without a value.
typedef int32_t auxdepth_holes;
enum {
  AUXDEPTH_HOLES_NAN = 0,   // holes are NaN
  AUXDEPTH_HOLES_FILLED = 1 // holes are filled, as they would be written
};

/// The values of a map in a unit, as its options say; background is as far as the farthest sample, or as `far`.
AUXDEPTH_API auxdepth_status auxdepth_map_read_floats(
    const auxdepth_map *map, auxdepth_unit unit, auxdepth_holes holes, float *samples, size_t row_bytes, size_t size,
    auxdepth_error **error);

/// The calibration in pixels of the map as a JSON object; `missingImage` without one.
AUXDEPTH_API auxdepth_status auxdepth_map_calibration_json(
    const auxdepth_map *map, char **json, auxdepth_error **error);

/// The camera of a map in pixels of its values, as auxdepth_image_camera_text() gives it. Since version 5. Options:
/// - `format`: as of auxdepth_image_camera_text()
AUXDEPTH_API auxdepth_status auxdepth_map_camera_text(
    const auxdepth_map *map, const char *options, char **text, auxdepth_error **error);

/// How far a map is from another one that is the truth, as a JSON object.
///
/// The members are `absRel`, `sqRel`, `rmse`, `rmseLog`, `silog`, `delta1`, `delta2`, `delta3` and `samples` of the
/// distances in metres at the samples that both have; `edgeCompleteness` and `edgeAccuracy` where there are edges;
/// `alignment` with `scale` and `shift`; `resampled`, `missing`, `notPositive` and `clamped`. A prediction of another
/// size is resampled to that of the truth. Options:
/// - `align` (`none`, `scale` or `affine`; `none`): what the prediction is fitted by before: nothing, a factor, or a
///   factor and a term
/// - `alignBy` (`medians` or `least-squares`; medians of a scale, least squares of scale and shift): how these are
///   found
/// - `alignIn` (`depth` or `disparity`; what the prediction measures): what is fitted
/// - `minDepth` (number, m): samples whose truth is nearer are left out, and predictions that are nearer become it
/// - `maxDepth` (number, m): samples whose truth is farther are left out, and predictions that are farther become it
AUXDEPTH_API auxdepth_status auxdepth_map_compare(
    const auxdepth_map *truth, const auxdepth_map *prediction, const char *options, char **json,
    auxdepth_error **error);

// --- Points and meshes ---------------------------------------------------------------------------------------------

/// Points of a depth map. The caller frees each array with auxdepth_free(). Since version 5.
typedef struct auxdepth_points {
  size_t struct_size;
  size_t count;     // of points
  float *positions; // x, y and z of each in metres: x to the right, y down, z away from the camera
  float *normals;   // x, y and z of the surface's normal, towards the camera, of length 1
  uint8_t *colours; // red, green and blue of the photo there, in sRGB; NULL without a photo
} auxdepth_points;
#define AUXDEPTH_POINTS_INIT {sizeof(auxdepth_points), 0, NULL, NULL, NULL}

/// The surfaces of a depth map as triangles. The caller frees each array with auxdepth_free(). Since version 5.
typedef struct auxdepth_mesh {
  size_t struct_size;
  size_t vertex_count, triangle_count;
  float *positions;           // x, y and z of each vertex in metres, in the axes of auxdepth_points
  float *normals;             // x, y and z of the surface's normal, towards the camera, of length 1
  float *texture_coordinates; // x from the left and y from the top of the photo, 0...1
  uint32_t *indices;          // three vertices of each triangle, counter-clockwise as the camera sees them
} auxdepth_mesh;
#define AUXDEPTH_MESH_INIT {sizeof(auxdepth_mesh), 0, 0, NULL, NULL, NULL, NULL}

/// The samples of depth data as points in metres, holes left out, in the order of the rows; lens distortion is taken out.
///
/// Upright they are those of the file that `auxdepth extract --format ply` writes. `report` may be NULL; else a JSON object:
/// `type`, `camera`, which says where the camera is known from, `scale`, which is `unknown` where distances are relative to each
/// other only, and what auxdepth_points_write() puts into a file. AUXDEPTH_USAGE where nothing says the field of view, and where no
/// sample is left. Since version 5. Options:
/// - `near` (number, m): what is nearer is left out
/// - `far` (number, m): what is farther is left out
/// - `stride` (1...65536; 1): every so-many-th column and row is taken
/// - `maxPoints` (whole number from 1 on): the most points, thinned evenly, or vertices of a mesh, in fewer columns and
///   rows
/// - `maxStep` (number; 2): a factor above 1: samples in the air between surfaces whose depths differ by more are no
///   points, and triangles do not bridge more
/// - `jobs` (whole number from 1 on; as many as processors): the most threads
/// - `mask` (text): the type of a matte of the photo; only what it shows is kept
/// - `colours` (true or false; true): false to leave the photo's own picture undecoded
/// - `fieldOfView` (number, 1...175, degrees; by the calibration, the cameras of a spatial photo, or Exif): of the
///   upright photo, horizontally
/// - `upright` (true or false; true): axes and rows as the photo is displayed; false as the file stores them
AUXDEPTH_API auxdepth_status auxdepth_image_points(
    const auxdepth_photo *photo, size_t index, const char *options, auxdepth_points *points, char **report,
    auxdepth_error **error);

/// The surfaces of depth data as a mesh, torn where depth steps, with outlines as in the photo.
///
/// Upright it is that of the file that `auxdepth extract --format glb` writes, where y and z have the other sign. `report` and
/// errors as of auxdepth_image_points(). Since version 5. Options:
/// - `near`, `far`, `stride`, `maxPoints`: as of auxdepth_image_points()
/// - `tolerance` (number, 0...1; 0.0005): how far a mesh may leave the samples that it has no vertex at, as a share of
///   their depth; 0 for a vertex at each that is not on a plane
/// - `maxStep`, `jobs`, `mask`, `fieldOfView`, `upright`: as of auxdepth_image_points()
AUXDEPTH_API auxdepth_status auxdepth_image_mesh(
    const auxdepth_photo *photo, size_t index, const char *options, auxdepth_mesh *mesh, char **report,
    auxdepth_error **error);

/// The direction of each sample of an image as its camera sees it: x to the right, y down, and z = 1, three floats each;
/// lens distortion is taken out. Times the depth of the sample it is a point in metres. Since version 5. Options:
/// - `fieldOfView`, `upright`: as of auxdepth_image_points()
AUXDEPTH_API auxdepth_status auxdepth_image_read_rays(
    const auxdepth_photo *photo, size_t index, const char *options, float *rays, size_t row_bytes, size_t size,
    auxdepth_error **error);

/// The values of a map as points, without colours, as auxdepth_image_points() gives them; its `report` has no `camera`.
///
/// AUXDEPTH_DATA with the code `missingImage` where the map has no camera. Since version 5. Options:
/// - `near`, `far`, `stride`, `maxPoints`, `maxStep`, `jobs`: as of auxdepth_image_points()
AUXDEPTH_API auxdepth_status auxdepth_map_points(
    const auxdepth_map *map, const char *options, auxdepth_points *points, char **report, auxdepth_error **error);

/// The surfaces of a map as a mesh, as auxdepth_image_mesh() gives them; errors as of auxdepth_map_points(). Since version 5.
/// Options:
/// - `near`, `far`, `stride`, `maxPoints`: as of auxdepth_image_points()
/// - `tolerance`: as of auxdepth_image_mesh()
/// - `maxStep`, `jobs`: as of auxdepth_image_points()
AUXDEPTH_API auxdepth_status auxdepth_map_mesh(
    const auxdepth_map *map, const char *options, auxdepth_mesh *mesh, char **report, auxdepth_error **error);

/// The direction of each value of a map, of the size that auxdepth_map_describe() gives as read, as
/// auxdepth_image_read_rays() gives it; errors as of auxdepth_map_points(). Since version 5.
AUXDEPTH_API auxdepth_status auxdepth_map_read_rays(
    const auxdepth_map *map, float *rays, size_t row_bytes, size_t size, auxdepth_error **error);

// --- Writing files -------------------------------------------------------------------------------------------------

/// How files are written; a file appears complete under its name, or not at all.
enum {
  AUXDEPTH_WRITE_NEW = 0,      // the file must not exist
  AUXDEPTH_WRITE_REPLACE = 1,  // a file of that name is replaced, and its mode kept
  AUXDEPTH_WRITE_IN_PLACE = 2, // the photo's own file is replaced; mode, owner and attributes are kept
  AUXDEPTH_WRITE_NO_SYNC = 4   // does not wait for the disk; may be lost when the machine stops soon after
};

/// Writes the values of a map as another map file. Options:
/// - `format` (`png`, `pfm`, `npy`, `tiff`, `exr` or `raw`; by the extension of the path): the kind of file
/// - `pixelFormat` (`hdis`, `fdis`, `hdep` or `fdep`; meters as 32-bit floats, of PNG and raw samples the map's own
///   quantity): the format of the samples
/// - `unit` (text): depth data, disparity too, as distances in this unit: `mm`, `cm`, `m`, `in`, `ft`, or `m/5000` and
///   the like; in PNG as 16-bit codes, in which 0 is a hole; or `1/m` for disparity
AUXDEPTH_API auxdepth_status auxdepth_map_write(
    const auxdepth_map *map, const char *path, uint32_t flags, const char *options, auxdepth_error **error);

/// Writes points as a PLY file, binary and little-endian: of the arrays that auxdepth_image_points() and auxdepth_map_points() give
/// those that `auxdepth extract` and `auxdepth convert` write. The caller may have changed them, or made them.
///
/// `normals` and `colours` may be NULL. `about` is the `report` of the call that made the points, which the file then states in
/// comments, or NULL. AUXDEPTH_USAGE for no points and for a path with another extension than `.ply`. Since version 5.
AUXDEPTH_API auxdepth_status auxdepth_points_write(
    const auxdepth_points *points, const char *about, const char *path, uint32_t flags, auxdepth_error **error);

/// Writes a mesh as a GLB file, glTF 2.0 in one file: y up and z towards the viewer, so that y and z change their signs. Of the arrays
/// that auxdepth_image_mesh() gives, with their photo as the texture, it is the file that `auxdepth extract` writes.
///
/// `texture` is the photo in which the texture coordinates are, turned as the mesh is, or NULL for a white surface. `normals`, and
/// without a texture `texture_coordinates`, may be NULL. `about` is the `report` of the call that made the mesh, which the file then
/// states with the camera, or NULL. AUXDEPTH_USAGE for no triangle, a vertex that does not exist, a position that is not finite, and
/// a path with another extension than `.glb`. Since version 5. Options:
/// - `textureSide` (16...65535, pixels; 4096): the longest side of the texture
AUXDEPTH_API auxdepth_status auxdepth_mesh_write(
    const auxdepth_mesh *mesh, const char *about, const auxdepth_photo *texture, const char *path, uint32_t flags,
    const char *options, auxdepth_error **error);

/// Writes an auxiliary image as a file of its own. Options:
/// - `format` (`png`, `pfm`, `npy`, `tiff`, `exr`, `raw` or `plist`; by the extension of the path; in memory `png`):
///   the kind of file; `plist` is the data-info dictionary of ImageIO
/// - `pixelFormat` (`hdis`, `fdis`, `hdep`, `fdep` or `L008`; meters, of PNG, raw samples and `plist` as the image
///   says): of depth data the format of the samples; `L008` for the codes
/// - `unit`: as of auxdepth_map_write()
/// - `resize` (`[width,height]`, `photo`, `50%`, `long=2048`, `short=1080`, `width=800` or `height=600`): the size of
///   what is written, turned: `WxH`, `50%`, `long=N`, `short=N`, `width=N` or `height=N`, or `photo` for the photo's
/// - `stretch` (true or false; false): true to let `resize` change the aspect ratio
/// - `upright` (true or false; true): samples as the photo is displayed; false as the file stores them
///
/// `report` may be NULL; else what was written as JSON, as `extract --json` prints it.
AUXDEPTH_API auxdepth_status auxdepth_image_write(
    const auxdepth_photo *photo, size_t index, const char *path, uint32_t flags, const char *options, char **report,
    auxdepth_error **error);

/// Makes that file in memory. Options:
/// - `format`, `pixelFormat`: as of auxdepth_image_write()
/// - `unit`: as of auxdepth_map_write()
/// - `resize`, `stretch`, `upright`: as of auxdepth_image_write()
AUXDEPTH_API auxdepth_status auxdepth_image_write_memory(
    const auxdepth_photo *photo, size_t index, const char *options, uint8_t **bytes, size_t *count, char **report,
    auxdepth_error **error);

// --- Editing -------------------------------------------------------------------------------------------------------

/// A photo that is to be written: an existing one without some auxiliary images, and with others added. In its own
/// container nothing of the photo is coded again, and nothing is written before auxdepth_edit_write(). A call that
/// fails changes nothing.
typedef struct auxdepth_edit auxdepth_edit;

/// Begins the edit of a photo.
///
/// `container` is `jpeg`, `heif`, `avif` or `dng`, or NULL for that of the photo; into another the primary is coded
/// anew, and all that the container holds goes along. Options, of another container:
/// - `quality` (1...100; 92): of a primary image that is coded
/// - `preview` (true or false; false): true to take the preview of a DNG for the photo, into another container
AUXDEPTH_API auxdepth_status auxdepth_edit_new(
    const auxdepth_photo *photo, const char *container, const char *options, auxdepth_edit **edit,
    auxdepth_error **error);

/// Begins a new photo of pixels.
///
/// `container` is `jpeg`, `heif`, `avif`, `dng`, or `png` or `tiff`, which hold no auxiliary images. `metadata` is a
/// photo whose Exif and XMP are copied, or NULL; a thumbnail that it has is made again of the pixels. Options:
/// - `quality`: as of auxdepth_edit_new()
/// - `bits` (8, 10 or 16; the most of the container where pixels have 16, else 8): of a sample, as the container has
///   them
AUXDEPTH_API auxdepth_status auxdepth_edit_new_picture(
    const auxdepth_picture *picture, const char *container, const auxdepth_photo *metadata, const char *options,
    auxdepth_edit **edit, auxdepth_error **error);

/// Begins a spatial photo, HEIC with the pictures of both eyes and their cameras, as `auxdepth attach --right` makes it.
///
/// The edit's photo is the left one, so that maps and mattes that are attached are of it. Upright HEIC photos are taken over as they
/// are coded; others are turned upright and coded, here already. `right` may be NULL: then `left` is a picture that holds both
/// eyes. AUXDEPTH_USAGE where the sizes differ, and where neither options nor photos say baseline and field of view. Since version 5.
/// Options:
/// - `layout` (`left-right`, `right-left`, `top-bottom` or `bottom-top`; `left-right` for one picture): how `left`
///   holds both eyes where there is no `right`; it needs a `baseline`
/// - `baseline` (number, 0.001...10000, mm; as the photos say): the distance between the cameras
/// - `fieldOfView` (number, 1...175, degrees; by the camera that is given, as the photos say, else by calibration or
///   Exif of the left one): the horizontal field of view of the left picture as displayed
/// - `adjustment` (number, -1...1, widths; as the photos say, else 0): how far viewers shift the pictures against each
///   other; a positive number moves the scene back
/// - `quality` (1...100; 92): of pictures that are coded
/// - `intrinsics` (array of numbers, pixels of the picture as displayed): the camera of the left picture: `[f]`,
///   `[fx,fy]` or `[fx,fy,cx,cy]`; `[fx,fy,cx,cy,width,height]` is in pixels of that size
/// - `calibration`: as of auxdepth_map_open()
AUXDEPTH_API auxdepth_status auxdepth_edit_new_spatial(
    const auxdepth_photo *left, const auxdepth_photo *right, const char *options, auxdepth_edit **edit,
    auxdepth_error **error);

/// Begins with a photo that is cropped, scaled, turned, stripped or converted with all that goes with it, as `auxdepth
/// edit` does. What a geometry cannot take along is left out with a note. Where the pixels do not change, the photo's
/// coded bytes stay; else it is decoded, and coded anew, here already.
///
/// The photo is cropped, scaled, turned and mirrored in this order. `container` is as of auxdepth_edit_new(). What is
/// attached or removed afterwards is of the edited photo. The report of the functions that write it also has `width`,
/// `height` and `orientation` as stored, and `images`: each with its `type`, `width`, `height` and `fate`, which is
/// `kept`, `coded`, `dropped` or `leftOut`. What the photo loses without being asked to, such as the other view of a
/// stereo pair, is in `losses`, too; a write with AUXDEPTH_WRITE_IN_PLACE is an error then, unless `allowLoss` is given.
/// Since version 4. Options:
/// - `preset` (`web` or `archive`): a choice for a purpose, to which the other options add. `web` takes out depth maps,
///   mattes, images of Google and other makers, places, people, maker's notes, thumbnails and the C2PA manifest;
///   `archive` keeps all, with the highest quality
/// - `straighten` (number, -45...45, degrees): a turn of the pixels clockwise about the centre; what remains has no
///   empty corners
/// - `crop` (array of 4 whole numbers, pixels): `[x,y,width,height]` of the photo as displayed: what stays
/// - `aspect` (text): the largest part of an aspect ratio stays, as `4:5`, `16/9` or `1.91:1`
/// - `anchor` (`center` or `subject`; `center`): what that part is centred on; `subject` is the centre of the portrait
///   matte
/// - `resize` (`[width,height]`, `50%`, `long=2048`, `short=1080`, `width=800` or `height=600`): the size, of the
///   photo's aspect ratio; a bound of the long or the short side in pixels never enlarges
/// - `rotate` (90, 180 or 270, degrees): a turn clockwise, by orientation alone
/// - `flip` (`horizontal` or `vertical`): a mirroring after the turn, by orientation alone
/// - `upright` (true or false; false): true to turn the pixels as the photo is displayed
/// - `drop` (`depthmap`, `mattes`, `gainmap`, `google`, `makers`, `depth`, `disparity`, `portrait`, `skin`, `hair`,
///   `teeth`, `glasses`, `sky`, `hdrGainMap` or `isoGainMap`, or an array of them): types or groups of images that go
/// - `only` (`depthmap`, `mattes`, `gainmap`, `google`, `makers`, `depth`, `disparity`, `portrait`, `skin`, `hair`,
///   `teeth`, `glasses`, `sky`, `hdrGainMap` or `isoGainMap`, or an array of them): the only types or groups of images
///   that stay
/// - `allowLoss` (true or false; false): true to let a photo that is replaced in place lose data that no option asks to
///   remove
/// - `strip` (`location`, `people`, `device`, `time`, `thumbnail`, `c2pa`, `description` or `all`, or an array of
///   them): what is taken out of the metadata; `all` is all that the images do not need
/// - `gainmapForm` (`apple`, `iso` or `ultrahdr`, or an array of them; as it is; in another container those that most
///   of its readers know): how the gain map is described
/// - `gainmapHeadroom` (number; as the file states it): the headroom of a gain map in Apple's form, a ratio of
///   luminances of at least 1
/// - `quality` (1...100; 92 where something else needs coding): of the photo, which is coded for it even if no pixel
///   changes
/// - `auxQuality` (1...100; 100 where something else needs coding): of the auxiliary images, which are coded for it
///   even if none of their samples changes
/// - `bits` (8 or 10; 10 in HEIC and AVIF out of a photo that has more than 8, else 8): of a sample of the photo, which
///   is coded for them even if no pixel changes
/// - `colour` (`keep`, `srgb` or `p3`; `keep`): the colours of the photo, converted in linear light by the curves and
///   primaries of its profile
/// - `lossless` (true or false; false): true to cut coded data and code nothing anew, or throw an error that names the
///   nearest part that can be cut
/// - `preview`: as of auxdepth_edit_new()
AUXDEPTH_API auxdepth_status auxdepth_edit_new_edited(
    const auxdepth_photo *photo, const char *container, const char *options, auxdepth_edit **edit,
    auxdepth_error **error);

/// What auxdepth_edit_new_edited() with the same arguments would do, by the headers: the JSON of that report, with
/// `notes`, and those of them that say what the photo loses without being asked to as `losses`. Since version 4. Options:
/// - `preset`, `straighten`, `crop`, `aspect`, `anchor`, `resize`, `rotate`, `flip`, `upright`, `drop`, `only`,
///   `allowLoss`, `strip`, `gainmapForm`, `gainmapHeadroom`, `quality`, `auxQuality`, `bits`, `colour`, `lossless`: as
///   of auxdepth_edit_new_edited()
/// - `preview`: as of auxdepth_edit_new()
AUXDEPTH_API auxdepth_status auxdepth_edit_plan_json(
    const auxdepth_photo *photo, const char *container, const char *options, char **json, auxdepth_error **error);

AUXDEPTH_API void auxdepth_edit_close(auxdepth_edit *edit);

/// Attaches a depth map, quantised as Apple's writer does. Options:
/// - `pixelFormat` (`hdis`, `fdis`, `hdep` or `fdep`; `hdis`): the format that is recorded
/// - `depthQuality` (`low` or `high`; `high`): the quality that is recorded
/// - `accuracy` (`relative` or `absolute`; as the map's convention says, or else absolute of distances and relative of
///   disparities): the accuracy that is recorded
/// - `filtered` (true or false; true): whether the map is recorded as filtered
/// - `upright` (true or false; true): the map is as the photo is displayed; false as it is stored; a map file that says
///   which needs no option
/// - `stretch` (true or false; false): true to take a map of another aspect ratio than the photo's
/// - `auxQuality` (1...100; 100): of the coded images
/// - `lossless` (true or false; false): true where every code must come back
/// - `replace` (true or false; false): true where the photo may have an image of that type already; depth and disparity
///   count as one
/// - `dngBits` (8 or 16; 16): of a code of a depth map in DNG
/// - `keepProperties` (true or false; true): whether properties and calibration of an image that is replaced stay,
///   where nothing else is given
/// - `gdepth` (true or false; false): true to write the map as Google's GDepth too, into the XMP of a JPEG
AUXDEPTH_API auxdepth_status auxdepth_edit_attach_depth(
    auxdepth_edit *edit, const auxdepth_map *map, const char *options, auxdepth_error **error);

/// Attaches a matte or a gain map of samples: 0 is outside, white inside; floats are 0...1, integers may be 0 and 1.
///
/// `type` is a type as of auxdepth_image_find(), or `gainmap` for a gain map in the form that is asked for. Options:
/// - `upright`, `stretch`, `auxQuality`, `lossless`, `replace`, `keepProperties`: as of auxdepth_edit_attach_depth()
/// - `form` (`apple`, `iso` or `ultrahdr`, or an array of them; `iso` for the type isoGainMap; else as the replaced
///   gain map, or `apple`, in AVIF `iso`): of gain maps: how the gain map is described
/// - `headroom` (number): of gain maps: a ratio of luminances of at least 1
AUXDEPTH_API auxdepth_status auxdepth_edit_attach_matte(
    auxdepth_edit *edit, const char *type, const void *samples, auxdepth_sample kind, uint32_t width, uint32_t height,
    size_t row_bytes, size_t size, const char *options, auxdepth_error **error);

/// Attaches a gain map of samples with what they mean; samples are as of auxdepth_edit_attach_matte(). Since version 5. Options:
/// - `upright`, `stretch`, `auxQuality`, `lossless`, `replace`, `keepProperties`: as of auxdepth_edit_attach_depth()
/// - `form` (`apple`, `iso` or `ultrahdr`, or an array of them; iso): how the gain map is described
AUXDEPTH_API auxdepth_status auxdepth_edit_attach_gain_map(
    auxdepth_edit *edit, const void *samples, auxdepth_sample kind, uint32_t width, uint32_t height, size_t row_bytes,
    size_t size, const auxdepth_gain_map *gain_map, const char *options, auxdepth_error **error);

/// Attaches the matte or gain map of a map file, or of a picture whose alpha or luma is a matte. Options:
/// - `upright`, `stretch`, `auxQuality`, `lossless`, `replace`, `keepProperties`: as of auxdepth_edit_attach_depth()
/// - `form`, `headroom`: as of auxdepth_edit_attach_matte()
/// - `component` (`alpha` or `luma`; the only one that can be a matte): of mattes: what of a picture with colours and
///   an alpha channel is the matte
/// - `channel`, `key`, `raw`: as of auxdepth_map_open()
AUXDEPTH_API auxdepth_status auxdepth_edit_attach_matte_file(
    auxdepth_edit *edit, const char *type, const char *path, const char *options, auxdepth_error **error);

/// Attaches the auxiliary data-info dictionary of a property list, as auxdepth_image_write() makes it.
///
/// Options:
/// - `stretch`, `auxQuality`, `lossless`, `replace`: as of auxdepth_edit_attach_depth()
AUXDEPTH_API auxdepth_status auxdepth_edit_attach_dictionary(
    auxdepth_edit *edit, const char *path, const char *options, auxdepth_error **error);

/// Describes the photo's gain map in other forms, so that other readers find it. Its coded bytes stay where its codes
/// mean the same in them; from Apple's form ISO's follows by Apple's public formula.
///
/// AUXDEPTH_DATA with the code `missingImage` without a gain map, `unsupported` for a form that the container does not
/// have or that cannot say what the map means; AUXDEPTH_USAGE for a headroom of a map whose own metadata state one.
/// Since version 4. Options:
/// - `form` (`apple`, `iso` or `ultrahdr`, or an array of them): how the gain map is described, which must be given
/// - `headroom` (number; as the file states it): a ratio of luminances of at least 1, where the file states none
/// - `auxQuality`, `lossless`: as of auxdepth_edit_attach_depth()
AUXDEPTH_API auxdepth_status auxdepth_edit_describe_gain_map(
    auxdepth_edit *edit, const char *options, auxdepth_error **error);

/// Removes the images of these types or groups, or all where `count` is 0; `removed` may be NULL, else the number of
/// images.
///
/// A type without an image makes a note (auxdepth_edit_notes_json()); AUXDEPTH_DATA with the code `missingImage`
/// where there is no image of any type that is named.
AUXDEPTH_API auxdepth_status auxdepth_edit_remove(
    auxdepth_edit *edit, const char *const *types, size_t count, size_t *removed, auxdepth_error **error);

/// Copies the images of these types or groups, or all where `count` is 0, of another photo: undecoded where both
/// containers store them alike. Options:
/// - `placement` (`compared` or `tags`; `compared`): how images lie on the photo: by a comparison of both pictures, so
///   that they are cut and turned as the photo was, or by sizes and orientations alone
/// - `crop` (array of 4 whole numbers, pixels): `[x,y,width,height]` of the other photo as displayed, which is what
///   this one shows; nothing is compared
/// - `turn` (1...8): as in Exif: the turn between both as stored; nothing is compared
/// - `auxQuality`, `lossless`, `replace`: as of auxdepth_edit_attach_depth()
///
/// `report` may be NULL; else a JSON array of what was copied.
AUXDEPTH_API auxdepth_status auxdepth_edit_copy(
    auxdepth_edit *edit, const auxdepth_photo *from, const char *const *types, size_t count, const char *options,
    char **report, auxdepth_error **error);

/// Gives the disparity map what Apple's Photos was reported to need for editing a portrait, as far as it can be written;
/// called after the map was attached.
///
/// `donor` is a portrait of the same make, model and lens whose calibration and parameters of the blur are taken, or NULL.
/// `missing` may be NULL; else a JSON array of texts: what Photos would lack. That Photos edits the file is no promise.
/// AUXDEPTH_DATA with the code `unsupported` but for JPEG and HEIC, `missingImage` without a disparity map; AUXDEPTH_USAGE
/// without a calibration, and for a donor of another camera. Since version 5. Options:
/// - `focus` (array of numbers): `[x,y]` or `[x,y,width,height]`: the region in focus by its centre, in parts of the
///   sides of the photo as stored; it is marked where the photo's XMP marks no region
AUXDEPTH_API auxdepth_status auxdepth_edit_prepare_portrait(
    auxdepth_edit *edit, const auxdepth_photo *donor, const char *options, char **missing, auxdepth_error **error);

/// What is not carried over from the photo, and conclusions about maps, as a JSON array of texts.
AUXDEPTH_API auxdepth_status auxdepth_edit_notes_json(
    const auxdepth_edit *edit, char **json, auxdepth_error **error);

/// Returns the warnings about maps that were attached, as a JSON array of objects: `text`, which is also among the notes; the
/// `reason` alone; and, where something can be given so that the result is what was meant, `remedy`, a name that stays, and
/// `remedyText`. A warning says that the result is likely not what was meant, for example that one bad sample takes the precision
/// of all others. Since version 5.
AUXDEPTH_API auxdepth_status auxdepth_edit_warnings_json(
    const auxdepth_edit *edit, char **json, auxdepth_error **error);

/// Writes the photo, reads it back, compares it with what was asked for, and gives it its name.
///
/// `flags` are AUXDEPTH_WRITE_...; `report` may be NULL, else what was written, as `attach --json` prints it, with
/// the errors of each map. An edit can be written several times.
AUXDEPTH_API auxdepth_status auxdepth_edit_write(
    const auxdepth_edit *edit, const char *path, uint32_t flags, char **report, auxdepth_error **error);

/// Makes the photo in memory, compared as auxdepth_edit_write() does.
AUXDEPTH_API auxdepth_status auxdepth_edit_write_memory(
    const auxdepth_edit *edit, uint8_t **bytes, size_t *count, char **report, auxdepth_error **error);

// --- Validating ----------------------------------------------------------------------------------------------------

/// Called with each file in the order of the paths, on the calling thread: `done` of `count` files are checked, this
/// one included.
///
/// `json` is what `auxdepth validate --json` prints about the file; both texts live until the callback returns. If it
/// returns 0, the work goes on; with any other value it ends with AUXDEPTH_CANCELLED.
typedef int32_t (*auxdepth_validated)(void *context, size_t done, size_t count, const char *path, const char *json);

/// Checks files against all rules, several at a time. A file that is invalid, or cannot be judged, is no failure of the
/// call: auxdepth_report_judgement() tells them apart. Options:
/// - `jobs`: as of auxdepth_image_points()
/// - `headersOnly` (true or false; false): true to leave coded data alone
/// - `decodePhoto` (true or false; false): true to decode the photo's own picture as well, not only auxiliary images
/// - `maxPixels`, `maxMemory`: as of auxdepth_photo_open()
/// - `profile` (`photos-portrait` or `spatial`): what files are to be good for in addition to being valid
/// - `policyFolder` (text; the current one): the folder that the folders of a policy are relative to
/// - `policy` (object or text): what is asked of files in addition to being valid: an object with the keys of a policy
///   (Specs/validation.md), or the path of a file that has one
/// - `exercised` (true or false; false): true to name the rules that had something to look at
AUXDEPTH_API auxdepth_status auxdepth_validate(
    const char *const *paths, size_t count, const char *options, auxdepth_validated validated, void *context,
    auxdepth_error **error);

/// Checks a file in memory. Options:
/// - `headersOnly`, `decodePhoto`: as of auxdepth_validate()
/// - `maxPixels`, `maxMemory`: as of auxdepth_photo_open()
/// - `profile`, `policyFolder`, `policy`, `exercised`: as of auxdepth_validate()
AUXDEPTH_API auxdepth_status auxdepth_validate_memory(
    const uint8_t *bytes, size_t count, const char *options, char **json, auxdepth_error **error);

/// Checks a file of `size` bytes that `read` gives by ranges. With `headersOnly` few bytes are asked for. A range that
/// cannot be had is AUXDEPTH_IO, and no finding. `path` is what the file is called, for the folders of a policy; or NULL.
/// As of auxdepth_validate(), a file that cannot be judged is no failure of the call. Options:
/// - `headersOnly`, `decodePhoto`: as of auxdepth_validate()
/// - `maxPixels`, `maxMemory`: as of auxdepth_photo_open()
/// - `profile`, `policyFolder`, `policy`, `exercised`: as of auxdepth_validate()
AUXDEPTH_API auxdepth_status auxdepth_validate_ranges(
    uint64_t size, auxdepth_read_range read, void *context, const char *path, const char *options, char **json,
    auxdepth_error **error);

/// Repairs a file in place, without touching a pixel, as far as findings have a repair, as `auxdepth validate --fix` does.
/// `json` is the report of the repaired file, whose `repaired` lists what was repaired; if nothing can be, nothing is written.
///
/// The new file is checked before it gets its name: the findings are gone, no other one appears, and all coded bytes are the
/// same. `flags` are AUXDEPTH_WRITE_NO_SYNC or 0. What keeps the file from being judged is an error here. Since version 5.
/// Options:
/// - `headersOnly`, `decodePhoto`: as of auxdepth_validate()
/// - `maxPixels`, `maxMemory`: as of auxdepth_photo_open()
/// - `profile`, `policyFolder`, `policy`, `exercised`: as of auxdepth_validate()
AUXDEPTH_API auxdepth_status auxdepth_repair(
    const char *path, uint32_t flags, const char *options, char **json, auxdepth_error **error);

/// What the JSON of a report, as the functions above give it, says about its file. AUXDEPTH_OK: it is valid.
/// AUXDEPTH_DATA: it is invalid. If nothing was found but the file could not be judged, the status says why:
/// AUXDEPTH_UNAVAILABLE if a library is missing (`code` and `reason` of the JSON say which), AUXDEPTH_CHANGED if
/// another program wrote to the file, else AUXDEPTH_IO. AUXDEPTH_USAGE if `json` is NULL or no report. Since version
/// 3.
AUXDEPTH_API auxdepth_status auxdepth_report_judgement(const char *json);

// --- Effects -------------------------------------------------------------------------------------------------------

/// A decoded photo and its map, from which pictures are made.
typedef struct auxdepth_renderer auxdepth_renderer;

/// Decodes a photo. `map` takes the place of the photo's own, or is NULL. Options:
/// - `upright` (true or false; true): the photo is worked on as it is displayed, and a map is taken so; false as both
///   are stored
/// - `bits` (8 or 16; as many as the photo has): of the samples that effects work on
/// - `jobs`: as of auxdepth_image_points()
/// - `stretch`: as of auxdepth_edit_attach_depth()
AUXDEPTH_API auxdepth_status auxdepth_renderer_new(
    const auxdepth_photo *photo, const auxdepth_map *map, const char *options, auxdepth_renderer **renderer,
    auxdepth_error **error);

AUXDEPTH_API void auxdepth_renderer_close(auxdepth_renderer *renderer);

/// Makes the picture of an effect, one of auxdepth_effects_json(), in memory.
///
/// Options, of the effects that read them:
/// - `focus` (number, 0...1; 0.75): the nearness in focus, 1 the nearest
/// - `width` (number, 0...2; 0.1): of the range of nearness that is fully in focus
/// - `slope` (number, 0.01...10000; 4): how fast the focus fades: 4 fades within 1/4 of the nearness
/// - `radius` (number, 0...10000, pixels of a picture of 12 megapixels; 15): of the blur
/// - `kernel` (`disc` or `gaussian`; `disc`): the shape of a point that is out of focus
/// - `front` (number, 0...2; 1): how strongly things nearer than the focus are blurred, a factor of their radii
/// - `back` (number, 0...2; 1): how strongly things farther than the focus are blurred, a factor of their radii
/// - `grain` (true or false; true): false to leave blurred parts without the grain of the photo
/// - `aperture` (number, 0...10, m): the opening of the lens whose blur it is, by the distances of the map
/// - `fNumber` (number, 0.1...1000): the same by the f-number of a camera for 35 mm film; with a relative map, relative
///   to the photo's own
/// - `focal` (number, 0.0001...10, m; as of a camera for 35 mm film): with `fNumber`, the focal length of the lens: the
///   opening is that over the f-number
/// - `fieldOfView` (number, 1...175, degrees; by the map's calibration, or Exif): of the camera, horizontally: of
///   `normals`, and with `baseline`, `aperture` or `fNumber`
/// - `autofocus` (true or false; false): true to focus on the subject
/// - `focusAt` (array of 2 whole numbers, pixels): `[x,y]` of the photo as displayed: what to focus on, in place of
///   `focus`
/// - `focusDistance` (number, m): of what is in focus, in place of `focus`, on a map that has distances
/// - `matteMode` (`union`, `intersection`, `replace` or `only`): how the photo's matte keeps its subject in focus
/// - `matteType` (text; portraitEffectsMatte): of that matte
/// - `mix` (number, 0...1; 1): the share of the effect
/// - `offset` (number, -1000...1000; 0): of `grayscale`, the nearness that is black
/// - `range` (number; 1): of `grayscale`, how much nearer white is
/// - `layout` (`left-right`, `right-left`, `half-width`, `top-bottom`, `bottom-top`, `half-height`, `anaglyph`, `pair`
///   or `mpo`; `left-right`): of `stereo`; `mpo` is for files
/// - `maxShift` (number, 0...0.25, widths; 0.01): of `stereo`, the largest shift of an eye
/// - `baseline` (number, 1e-06...10, m; as `maxShift` makes it): of `stereo`, the distance of the cameras, on a map
///   that has distances, in place of `maxShift`
/// - `convergence` (number, 0...1; 0.5): of `stereo`, the nearness in the plane of the picture
///
/// `background` is the picture behind the subject in `composite`, else NULL. `second` gets the right eye's picture of
/// the layout `pair`, else NULL; it may be NULL for one picture. `report` may be NULL; else what was made, as JSON.
AUXDEPTH_API auxdepth_status auxdepth_renderer_render(
    const auxdepth_renderer *renderer, const char *effect, const char *options, const auxdepth_picture *background,
    auxdepth_picture **picture, auxdepth_picture **second, char **report, auxdepth_error **error);

/// Writes the picture of an effect, with the photo's Exif and profile, as PNG, JPEG, HEIF, AVIF or TIFF, by the
/// extension.
///
/// Options:
/// - `focus`, `width`, `slope`, `radius`, `kernel`, `front`, `back`, `grain`, `aperture`, `fNumber`, `focal`,
///   `fieldOfView`, `autofocus`, `focusAt`, `focusDistance`, `matteMode`, `matteType`, `mix`, `offset`, `range`,
///   `layout`, `maxShift`, `baseline`, `convergence`: as of auxdepth_renderer_render()
/// - `loopSeconds` (number, 0.2...600, s; 4): of `parallax`, the length of the loop
/// - `frameRate` (1...240; 30): of `parallax`, the frames in a second
/// - `longerSide` (16...16384, pixels; 1920): of `parallax`, the most of the frames' longer side
/// - `quality` (1...100; 92): of a coded picture
/// - `bits` (8, 10 or 16; as many as were worked on, where the container holds them): of the file's samples
/// - `keepMaps` (true or false; false): true to put the photo's auxiliary images into the picture
///
/// `report` may be NULL; else a JSON array of the files.
AUXDEPTH_API auxdepth_status auxdepth_renderer_write(
    const auxdepth_renderer *renderer, const char *effect, const char *options, const auxdepth_picture *background,
    const char *path, uint32_t flags, char **report, auxdepth_error **error);

// --- Showing -------------------------------------------------------------------------------------------------------

/// Writes one page of HTML that shows photos with their auxiliary images, and needs nothing beside it.
///
/// A file that cannot be read is in the page with its error, and is no failure of the call. Options:
/// - `title` (text; the names of the photos): of the page
/// - `compare` (true or false; false): true to begin with two photos side by side
/// - `embed` (true or false; false): true for a page that another shows in a frame: no tables
/// - `full` (true or false; false): true to have photos at their own size too, in tiles
/// - `previewSide` (whole number from 1 on, pixels; 2048): the longer side of previews
/// - `jobs`: as of auxdepth_image_points()
/// - `maxPixels`, `maxMemory`: as of auxdepth_photo_open()
///
/// `flags` are AUXDEPTH_WRITE_...; `report` may be NULL, else what was written, as `auxdepth view --json` prints it.
AUXDEPTH_API auxdepth_status auxdepth_view(
    const char *const *paths, size_t count, const char *options, const char *output, uint32_t flags, char **report,
    auxdepth_error **error);

// --- Data sets -----------------------------------------------------------------------------------------------------

/// Called with each photo in the order of the paths, on the calling thread: `done` of `count` are done, this one included.
///
/// `json` is what auxdepth_dataset_write() reports of the photo; both texts live until the callback returns. If it returns 0, the
/// work goes on; with any other value it ends with AUXDEPTH_CANCELLED.
typedef int32_t (*auxdepth_progress)(void *context, size_t done, size_t count, const char *path, const char *json);

/// Writes photos with their depth maps, mattes and cameras as a folder that programs of machine learning and of 3D read, several
/// photos at a time, as `auxdepth extract --dataset` does; docs/commands.md lists the files.
///
/// The files appear when all are complete. With AUXDEPTH_WRITE_REPLACE files of an earlier run that are not in the set are removed;
/// files with the same bytes are left alone in any case. A photo that cannot be read, or has no depth map, is left out, and is no
/// failure of the call unless all fail. `progress` may be NULL. `report` may be NULL; else a JSON object: `photos`, for each photo an
/// object with its `path`, and either `frame` and `notes`, as `auxdepth extract --dataset --json` prints them, or of an error `code`,
/// `message` and what else it has; and the paths of files that were `removed`, from the folder. Since version 5. Options:
/// - `format` (`png` or `npy`; `png`): of depth maps, in millimeters: 16-bit PNG, in which 0 is a hole, or 32-bit
///   floats, in which NaN is one
/// - `resize` (`[width,height]`, `photo`, `50%`, `long=2048`, `short=1080`, `width=800` or `height=600`): the size of
///   depth maps and mattes, turned: `WxH`, `50%`, `long=N`, `short=N`, `width=N` or `height=N`, or `photo` for the
///   photo's
/// - `stretch`: as of auxdepth_image_write()
/// - `near` (number, m): what is nearer is a hole
/// - `far` (number, m): what is farther is a hole
/// - `poses` (object or text): where the cameras are: an object with a matrix of 4 rows of 4 numbers, from camera to
///   world, y up, for the name of each photo, or the path of a file as `auxdepth extract --poses` takes it
/// - `keepMetadata` (true or false; false): true to leave the metadata in the photos of the set
/// - `jobs`: as of auxdepth_image_points()
/// - `maxPixels`, `maxMemory`: as of auxdepth_photo_open()
AUXDEPTH_API auxdepth_status auxdepth_dataset_write(
    const char *const *paths, size_t count, const char *folder, uint32_t flags, const char *options,
    auxdepth_progress progress, void *context, char **report, auxdepth_error **error);

// --- Videos --------------------------------------------------------------------------------------------------------

/// Filters a video by its depth, frame by frame, as `auxdepth stream` does.
///
/// `color` is a Y4M file. `depth` has one frame for each frame of the color: a Y4M file whose luma is white where it is near; a
/// folder of map files of one kind (PNG, PFM, OpenEXR, NPY or TIFF), in the order of the numbers in their names; or a pattern such as
/// `depth%04d.exr`. `matte` has the frames of what the filters leave unchanged, in the same forms, or is NULL. `output` is a Y4M file,
/// or a video such as `out.mp4` if FFmpeg is installed. "-" is standard input, for one of the inputs, or standard output. Memory does
/// not grow with the length. `flags` are AUXDEPTH_WRITE_REPLACE and AUXDEPTH_WRITE_NO_SYNC, or 0.
///
/// `report` may be NULL; else a JSON object: `frames`, their number, `width` and `height` of those that are written, and `notes`.
/// AUXDEPTH_DATA with the code `truncated` where depth or matte end before the color, AUXDEPTH_USAGE where color and depth state
/// different frame rates. Since version 5. Options:
/// - `filters` (`none`, `grayscale`, `mask`, `spotlight`, `highlight`, `blur`, `rosy`, `normals` or `stereo`, or an
///   array of them; none): what the frames become; several are applied in their order
/// - `matrix` (`bt601`, `bt709` or `bt2020`; as the stream says, else bt709 from 1280 columns or 577 rows on, bt601
///   below): how luma and chroma of the color are made
/// - `stretch` (true or false; false): true to take depth and mattes of another aspect ratio than the color's
/// - `depthKind` (`depth` or `disparity`; `depth`): what float samples of map files are: meters or 1/meters
/// - `inputUnit` (`mm`, `cm`, `m`, `in` or `ft`): of the samples of map files; codes are lengths then, and not nearness
/// - `channel`: as of auxdepth_map_open()
/// - `near` (number, m; the nearest of the first frame): the distance that counts as nearest, of map files
/// - `far` (number, m; the farthest of the first frame): the distance that counts as farthest, of map files; may be the
///   text "inf"
/// - `smooth` (true or false; false): true to smooth the depth over time, and fill its holes from the frames before
/// - `focusPull` (text): nearnesses or distances in focus with their times, in seconds or of frames, in place of
///   `focus`: `0.2@0s,0.8@75f` or `1.2m@0s,3m@75f`
/// - `focusCurve` (`linear` or `smooth`; `linear`): how the focus moves between these times
/// - `focus`, `width`, `slope`, `radius`, `kernel`, `front`, `back`, `autofocus`, `focusAt`, `focusDistance`, `mix`,
///   `offset`, `range`, `maxShift`, `convergence`: as of auxdepth_renderer_render()
/// - `layout` (`left-right`, `right-left`, `half-width`, `top-bottom`, `bottom-top`, `half-height` or `anaglyph`;
///   `left-right`): of `stereo`: both views in a frame
/// - `jobs`: as of auxdepth_image_points()
/// - `maxPixels`, `maxMemory`: as of auxdepth_photo_open()
AUXDEPTH_API auxdepth_status auxdepth_stream(
    const char *color, const char *depth, const char *matte, const char *output, uint32_t flags, const char *options,
    char **report, auxdepth_error **error);

#ifdef __cplusplus
}
#endif
#endif
