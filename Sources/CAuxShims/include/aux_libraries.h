/// The libraries that are loaded when they are first needed. CAuxShims.h includes this file.
///
/// The one list of them: what loads them, what packages depend on, and tests, take it from here.

#ifndef AUX_LIBRARIES_H
#define AUX_LIBRARIES_H

#ifdef __cplusplus
extern "C" {
#endif

/// For each its name here, its files on Linux and on macOS, its Debian package, and what it is needed for.
#define AUX_LIBRARIES(each) \
  each(HEIF, "libheif.so.1", "libheif.1.dylib", "libheif1", "HEIF and AVIF") \
  each(DE265, "libde265.so.0", "libde265.0.dylib", "libde265-0", "HEVC") \
  each(TIFF, "libtiff.so.6", "libtiff.6.dylib", "libtiff6", "TIFF and DNG") \
  each(OPENEXR, "libOpenEXRCore-3_1.so.30", "libOpenEXRCore.dylib", "libopenexr-3-1-30", "OpenEXR") \
  each(WEBP, "libwebp.so.7", "libwebp.7.dylib", "libwebp7", "WebP") \
  each(WEBPMUX, "libwebpmux.so.3", "libwebpmux.3.dylib", "libwebpmux3", "animated WebP") \
  each(JXL, "libjxl.so.0.7", "libjxl.dylib", "libjxl0.7", "JPEG XL") \
  each(EXIV2, "libexiv2.so.27", "libexiv2.dylib", "libexiv2-27", "XMP")

#define AUX_LIBRARY_NUMBER(name, linux, macos, package, use) AUX_LIBRARY_##name,
enum { AUX_LIBRARIES(AUX_LIBRARY_NUMBER) AUX_LIBRARY_COUNT };
#undef AUX_LIBRARY_NUMBER

/// One of them.
typedef struct {
  /// The file that is loaded.
  const char *file;
  /// The Debian package that has it.
  const char *package;
  /// The formats that it is needed for.
  const char *use;
} aux_library;

/// Returns the library of that number, below AUX_LIBRARY_COUNT.
const aux_library *aux_library_at(int number);

#ifdef __cplusplus
}
#endif

#endif
