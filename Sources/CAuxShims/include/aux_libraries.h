/// The libraries of formats. CAuxShims.h includes this file.
///
/// The one list of those that are loaded when they are first needed: the loader, the dependencies of packages, the
/// reports to users and the tests take it from here. The list of those that are linked follows it.

#ifndef AUX_LIBRARIES_H
#define AUX_LIBRARIES_H

#ifdef __cplusplus
extern "C" {
#endif

/// For each its name here, its files on Linux and on macOS, its Debian package, what it is needed for, its own name, and
/// the formats that are read and written with it, separated by commas.
#define AUX_LIBRARIES(each) \
  each(HEIF, "libheif.so.1", "libheif.1.dylib", "libheif1", "HEIF and AVIF", "libheif", "HEIF,AVIF", "HEIF,AVIF") \
  each(TIFF, "libtiff.so.6", "libtiff.6.dylib", "libtiff6", "TIFF and DNG", "libtiff", "TIFF,DNG", "TIFF,DNG") \
  each( \
    OPENEXR, "libOpenEXRCore-3_1.so.30", "libOpenEXRCore.dylib", "libopenexr-3-1-30", "OpenEXR", "OpenEXR", "OpenEXR", \
    "OpenEXR") \
  each(WEBP, "libwebp.so.7", "libwebp.7.dylib", "libwebp7", "WebP", "libwebp", "WebP", "") \
  each(JXL, "libjxl.so.0.7", "libjxl.dylib", "libjxl0.7", "JPEG XL", "libjxl", "JPEG XL", "") \
  each(EXIV2, "libexiv2.so.27", "libexiv2.dylib", "libexiv2-27", "XMP", "Exiv2", "XMP", "") \
  each(PNG, "libpng16.so.16", "libpng16.16.dylib", "libpng16-16", "PNG", "libpng", "PNG", "PNG") \
  each(ISAL, "libisal.so.2", "libisal.2.dylib", "libisal2", "fast PNG", "ISA-L", "", "PNG")

/// The libraries that codec programs are linked to, with the same columns.
#define AUX_PROGRAM_LIBRARIES(each) \
  each(JPEG, "libjpeg.so.62", "libjpeg.62.dylib", "libjpeg62-turbo", "JPEG", "libjpeg-turbo", "JPEG", "JPEG") \
  each(DE265, "libde265.so.0", "libde265.0.dylib", "libde265-0", "HEVC", "libde265", "HEVC", "")

/// The libraries that are linked, with the same columns.
#define AUX_LINKED_LIBRARIES(each) \
  each(ZLIB, "libz.so.1", "libz.1.dylib", "zlib1g", "Deflate", "zlib", "Deflate", "Deflate")

#define AUX_LIBRARY_NUMBER(name, linux, macos, package, use, own_name, reads, writes) AUX_LIBRARY_##name,
/// Those that are loaded come first, AUX_LIBRARY_COUNT of them, then those of codec programs.
enum {
  AUX_LIBRARIES(AUX_LIBRARY_NUMBER) AUX_LIBRARY_COUNT,
  AUX_LIBRARY_BEFORE_PROGRAMS = AUX_LIBRARY_COUNT - 1,
  AUX_PROGRAM_LIBRARIES(AUX_LIBRARY_NUMBER) AUX_LINKED_LIBRARIES(AUX_LIBRARY_NUMBER) AUX_ALL_LIBRARIES_COUNT
};
#undef AUX_LIBRARY_NUMBER

/// One of them.
typedef struct {
  /// The file that is loaded, or linked.
  const char *file;
  /// The Debian package that has it.
  const char *package;
  /// The formats that it is needed for, for sentences.
  const char *use;
  /// The name that its makers give it.
  const char *name;
  /// The formats that are read and written with it, separated by commas.
  const char *reads, *writes;
} aux_library;

/// Returns the library of that number, below AUX_ALL_LIBRARIES_COUNT: first those that are loaded, then those that are linked.
const aux_library *aux_library_at(int number);

/// Loads the library of that number, unless it is there, and writes its version into `out`; returns AUX_OK, or
/// AUX_ERROR_MISSING.
///
/// The versions of libjpeg-turbo and ISA-L, which do not report theirs, are those of the headers of the build.
int aux_library_version(int number, char *out, size_t size, aux_error *error);

/// Writes the name of the coder of that number, from 0, that libheif has as a decoder or an encoder of a format, AUX_HEIF_HEVC or
/// AUX_HEIF_AV1; returns 0 past the last one. Of decoders the first is used.
int aux_heif_coder(int format, int is_encoder, int number, char *out, size_t size);

#ifdef __cplusplus
}
#endif

#endif
