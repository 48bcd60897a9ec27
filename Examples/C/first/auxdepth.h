// The declarations of auxdepth.h as version 1 of the interface had them: programs that were built by it run with every
// library of its soname. Kept as it is; Scripts/check-interface and first.c use it.

#ifndef AUXDEPTH_H
#define AUXDEPTH_H

#include <stddef.h>
#include <stdint.h>

#define AUXDEPTH_VERSION_MAJOR 0
#define AUXDEPTH_VERSION_MINOR 2
#define AUXDEPTH_VERSION_PATCH 0
#define AUXDEPTH_VERSION_STRING "0.2.0"

#define AUXDEPTH_API_VERSION 1

#if defined(__GNUC__) || defined(__clang__)
#define AUXDEPTH_API __attribute__((visibility("default")))
#else
#define AUXDEPTH_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t auxdepth_status;
enum {
  AUXDEPTH_OK = 0,
  AUXDEPTH_USAGE = 64,
  AUXDEPTH_DATA = 65,
  AUXDEPTH_NO_INPUT = 66,
  AUXDEPTH_UNAVAILABLE = 69,
  AUXDEPTH_SOFTWARE = 70,
  AUXDEPTH_CANNOT_CREATE = 73,
  AUXDEPTH_IO = 74,
  AUXDEPTH_CHANGED = 75,
  AUXDEPTH_CANCELLED = 130
};

typedef struct auxdepth_error {
  auxdepth_status status;
  const char *code;

  const char *message;
  const char *reason;
  const char *path;
  const char *place;
  int64_t offset;
  const char *remedy;
  const char *remedy_text;
} auxdepth_error;

AUXDEPTH_API void auxdepth_error_free(auxdepth_error *error);

AUXDEPTH_API void auxdepth_free(void *memory);

AUXDEPTH_API const char *auxdepth_version(void);

AUXDEPTH_API int32_t auxdepth_api_version(void);

AUXDEPTH_API char *auxdepth_codecs_json(void);

AUXDEPTH_API char *auxdepth_effects_json(void);

typedef struct auxdepth_photo auxdepth_photo;

AUXDEPTH_API auxdepth_status auxdepth_photo_open(
    const char *path, const char *options, auxdepth_photo **photo, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_photo_open_memory(
    const uint8_t *bytes, size_t count, const char *options, auxdepth_photo **photo, auxdepth_error **error);

AUXDEPTH_API void auxdepth_photo_close(auxdepth_photo *photo);

AUXDEPTH_API auxdepth_status auxdepth_photo_info_json(
    const auxdepth_photo *photo, char **json, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_photo_notes_json(
    const auxdepth_photo *photo, char **json, auxdepth_error **error);

AUXDEPTH_API const char *auxdepth_photo_container(const auxdepth_photo *photo);

typedef struct auxdepth_primary {
  size_t struct_size;
  uint32_t width, height;
  uint32_t upright_width, upright_height;
  int32_t orientation;
} auxdepth_primary;
#define AUXDEPTH_PRIMARY_INIT {sizeof(auxdepth_primary), 0, 0, 0, 0, 0}

AUXDEPTH_API auxdepth_status auxdepth_photo_primary(
    const auxdepth_photo *photo, auxdepth_primary *primary, auxdepth_error **error);

enum {
  AUXDEPTH_FAMILY_OTHER = 0,
  AUXDEPTH_FAMILY_DEPTH = 1,
  AUXDEPTH_FAMILY_PORTRAIT_MATTE = 2,
  AUXDEPTH_FAMILY_SEMANTIC_MATTE = 3,
  AUXDEPTH_FAMILY_GAIN_MAP = 4
};

enum { AUXDEPTH_QUANTITY_NONE = 0, AUXDEPTH_QUANTITY_DEPTH = 1, AUXDEPTH_QUANTITY_DISPARITY = 2 };

typedef int32_t auxdepth_unit;
enum { AUXDEPTH_METRES = 0, AUXDEPTH_PER_METRE = 1 };

typedef int32_t auxdepth_turn;
enum { AUXDEPTH_AS_STORED = 0, AUXDEPTH_UPRIGHT = 1 };

#define AUXDEPTH_FOURCC(a, b, c, d) \
  ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))
#define AUXDEPTH_HDIS AUXDEPTH_FOURCC('h', 'd', 'i', 's')
#define AUXDEPTH_FDIS AUXDEPTH_FOURCC('f', 'd', 'i', 's')
#define AUXDEPTH_HDEP AUXDEPTH_FOURCC('h', 'd', 'e', 'p')
#define AUXDEPTH_FDEP AUXDEPTH_FOURCC('f', 'd', 'e', 'p')
#define AUXDEPTH_L008 AUXDEPTH_FOURCC('L', '0', '0', '8')
#define AUXDEPTH_L016 AUXDEPTH_FOURCC('L', '0', '1', '6')

typedef struct auxdepth_image {
  size_t struct_size;
  const char *type;
  const char *identifier;
  const char *codec;
  const char *quality;
  const char *accuracy;
  const char *failure;
  int32_t family;
  int32_t quantity;
  uint32_t width, height;
  uint32_t upright_width, upright_height;
  int32_t orientation;
  uint32_t pixel_format;
  uint32_t stored_format;
  int32_t plane_count;
  int32_t component_count;
  int32_t code_bits;
  int32_t code_quantity;
  double value_of_first_code, value_of_last_code;
  double value_min, value_max;
  int32_t is_filtered;
  int32_t has_calibration;
  uint64_t byte_count;
} auxdepth_image;
#define AUXDEPTH_IMAGE_INIT \
  {sizeof(auxdepth_image), NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
   0, 0, 0}

AUXDEPTH_API size_t auxdepth_image_count(const auxdepth_photo *photo);

AUXDEPTH_API int64_t auxdepth_image_find(const auxdepth_photo *photo, const char *type);

AUXDEPTH_API int64_t auxdepth_image_find_depth(const auxdepth_photo *photo);

AUXDEPTH_API auxdepth_status auxdepth_image_describe(
    const auxdepth_photo *photo, size_t index, auxdepth_image *image, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_image_read_floats(
    const auxdepth_photo *photo, size_t index, auxdepth_unit unit, auxdepth_turn turn, float *samples, size_t row_bytes,
    size_t size, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_image_read_halves(
    const auxdepth_photo *photo, size_t index, auxdepth_unit unit, auxdepth_turn turn, uint16_t *samples,
    size_t row_bytes, size_t size, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_image_read_codes(
    const auxdepth_photo *photo, size_t index, int32_t bits, auxdepth_turn turn, void *codes, size_t row_bytes,
    size_t size, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_image_read_rgb(
    const auxdepth_photo *photo, size_t index, int32_t bits, auxdepth_turn turn, void *rgb, size_t row_bytes,
    size_t size, auxdepth_error **error);

typedef struct auxdepth_plane {
  size_t struct_size;
  uint32_t width, height;
  size_t row_bytes;
} auxdepth_plane;
#define AUXDEPTH_PLANE_INIT {sizeof(auxdepth_plane), 0, 0, 0}

AUXDEPTH_API auxdepth_status auxdepth_image_describe_plane(
    const auxdepth_photo *photo, size_t index, int32_t plane, auxdepth_plane *description, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_image_read_plane(
    const auxdepth_photo *photo, size_t index, int32_t plane, void *samples, size_t row_bytes, size_t size,
    auxdepth_error **error);

typedef struct auxdepth_intrinsics {
  size_t struct_size;
  double fx, fy;
  double cx, cy;
  double reference_width, reference_height;
  double pixel_size;
} auxdepth_intrinsics;
#define AUXDEPTH_INTRINSICS_INIT {sizeof(auxdepth_intrinsics), 0, 0, 0, 0, 0, 0, 0}

AUXDEPTH_API auxdepth_status auxdepth_image_intrinsics(
    const auxdepth_photo *photo, size_t index, auxdepth_turn turn, auxdepth_intrinsics *intrinsics,
    auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_image_calibration_json(
    const auxdepth_photo *photo, size_t index, auxdepth_turn turn, char **json, auxdepth_error **error);

typedef struct auxdepth_picture auxdepth_picture;

typedef struct auxdepth_picture_info {
  size_t struct_size;
  uint32_t width, height;
  int32_t channels;
  int32_t bits;
  int32_t orientation;
  int32_t has_icc_profile;
} auxdepth_picture_info;
#define AUXDEPTH_PICTURE_INFO_INIT {sizeof(auxdepth_picture_info), 0, 0, 0, 0, 0, 0}

AUXDEPTH_API auxdepth_status auxdepth_photo_picture(
    const auxdepth_photo *photo, auxdepth_turn turn, auxdepth_picture **picture, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_picture_new(
    const void *samples, uint32_t width, uint32_t height, int32_t channels, int32_t bits, size_t row_bytes, size_t size,
    const uint8_t *icc, size_t icc_count, const char *options, auxdepth_picture **picture, auxdepth_error **error);

AUXDEPTH_API void auxdepth_picture_close(auxdepth_picture *picture);

AUXDEPTH_API auxdepth_status auxdepth_picture_describe(
    const auxdepth_picture *picture, auxdepth_picture_info *info, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_picture_read(
    const auxdepth_picture *picture, int32_t channels, int32_t bits, void *samples, size_t row_bytes, size_t size,
    auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_picture_icc_profile(
    const auxdepth_picture *picture, uint8_t **bytes, size_t *count, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_picture_notes_json(
    const auxdepth_picture *picture, char **json, auxdepth_error **error);

typedef struct auxdepth_map auxdepth_map;

typedef int32_t auxdepth_sample;
enum {
  AUXDEPTH_UINT8 = 0,
  AUXDEPTH_UINT16 = 1,
  AUXDEPTH_FLOAT16 = 2,
  AUXDEPTH_FLOAT32 = 3
};

AUXDEPTH_API auxdepth_status auxdepth_map_open(
    const char *path, const char *options, auxdepth_map **map, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_map_open_memory(
    const uint8_t *bytes, size_t count, const char *options, auxdepth_map **map, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_map_new(
    const void *samples, auxdepth_sample kind, uint32_t width, uint32_t height, size_t row_bytes, size_t size,
    const char *options, auxdepth_map **map, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_map_of_image(
    const auxdepth_photo *photo, size_t index, const char *options, auxdepth_map **map, auxdepth_error **error);

AUXDEPTH_API void auxdepth_map_close(auxdepth_map *map);

typedef struct auxdepth_map_info {
  size_t struct_size;
  uint32_t width, height;
  uint32_t read_width, read_height;
  auxdepth_sample kind;
  int32_t quantity;
  int32_t has_calibration;
} auxdepth_map_info;
#define AUXDEPTH_MAP_INFO_INIT {sizeof(auxdepth_map_info), 0, 0, 0, 0, 0, 0, 0}

AUXDEPTH_API auxdepth_status auxdepth_map_describe(
    const auxdepth_map *map, auxdepth_map_info *info, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_map_read_samples(
    const auxdepth_map *map, void *samples, size_t row_bytes, size_t size, auxdepth_error **error);

typedef int32_t auxdepth_holes;
enum {
  AUXDEPTH_HOLES_NAN = 0,
  AUXDEPTH_HOLES_FILLED = 1
};

AUXDEPTH_API auxdepth_status auxdepth_map_read_floats(
    const auxdepth_map *map, auxdepth_unit unit, auxdepth_holes holes, float *samples, size_t row_bytes, size_t size,
    auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_map_calibration_json(
    const auxdepth_map *map, char **json, auxdepth_error **error);

enum {
  AUXDEPTH_WRITE_NEW = 0,
  AUXDEPTH_WRITE_REPLACE = 1,
  AUXDEPTH_WRITE_IN_PLACE = 2,
  AUXDEPTH_WRITE_NO_SYNC = 4
};

AUXDEPTH_API auxdepth_status auxdepth_map_write(
    const auxdepth_map *map, const char *path, uint32_t flags, const char *options, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_image_write(
    const auxdepth_photo *photo, size_t index, const char *path, uint32_t flags, const char *options, char **report,
    auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_image_write_memory(
    const auxdepth_photo *photo, size_t index, const char *options, uint8_t **bytes, size_t *count, char **report,
    auxdepth_error **error);

typedef struct auxdepth_edit auxdepth_edit;

AUXDEPTH_API auxdepth_status auxdepth_edit_new(
    const auxdepth_photo *photo, const char *container, const char *options, auxdepth_edit **edit,
    auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_edit_new_picture(
    const auxdepth_picture *picture, const char *container, const auxdepth_photo *metadata, const char *options,
    auxdepth_edit **edit, auxdepth_error **error);

AUXDEPTH_API void auxdepth_edit_close(auxdepth_edit *edit);

AUXDEPTH_API auxdepth_status auxdepth_edit_attach_depth(
    auxdepth_edit *edit, const auxdepth_map *map, const char *options, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_edit_attach_matte(
    auxdepth_edit *edit, const char *type, const void *samples, auxdepth_sample kind, uint32_t width, uint32_t height,
    size_t row_bytes, size_t size, const char *options, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_edit_attach_matte_file(
    auxdepth_edit *edit, const char *type, const char *path, const char *options, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_edit_attach_dictionary(
    auxdepth_edit *edit, const char *path, const char *options, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_edit_remove(
    auxdepth_edit *edit, const char *const *types, size_t count, size_t *removed, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_edit_copy(
    auxdepth_edit *edit, const auxdepth_photo *from, const char *const *types, size_t count, const char *options,
    char **report, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_edit_notes_json(
    const auxdepth_edit *edit, char **json, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_edit_write(
    const auxdepth_edit *edit, const char *path, uint32_t flags, char **report, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_edit_write_memory(
    const auxdepth_edit *edit, uint8_t **bytes, size_t *count, char **report, auxdepth_error **error);

typedef int32_t (*auxdepth_validated)(void *context, size_t done, size_t count, const char *path, const char *json);

AUXDEPTH_API auxdepth_status auxdepth_validate(
    const char *const *paths, size_t count, const char *options, auxdepth_validated validated, void *context,
    auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_validate_memory(
    const uint8_t *bytes, size_t count, const char *options, char **json, auxdepth_error **error);

typedef struct auxdepth_renderer auxdepth_renderer;

AUXDEPTH_API auxdepth_status auxdepth_renderer_new(
    const auxdepth_photo *photo, const auxdepth_map *map, const char *options, auxdepth_renderer **renderer,
    auxdepth_error **error);

AUXDEPTH_API void auxdepth_renderer_close(auxdepth_renderer *renderer);

AUXDEPTH_API auxdepth_status auxdepth_renderer_render(
    const auxdepth_renderer *renderer, const char *effect, const char *options, const auxdepth_picture *background,
    auxdepth_picture **picture, auxdepth_picture **second, char **report, auxdepth_error **error);

AUXDEPTH_API auxdepth_status auxdepth_renderer_write(
    const auxdepth_renderer *renderer, const char *effect, const char *options, const auxdepth_picture *background,
    const char *path, uint32_t flags, char **report, auxdepth_error **error);

#ifdef __cplusplus
}
#endif
#endif
