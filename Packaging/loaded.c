// Calls what the program calls of the libraries that it loads when it first needs them, for dpkg-shlibdeps, which finds
// packages and their versions by what objects are linked with. Codec programs are linked with theirs.
// Compiled once for each field of the packages:
//
//   -DFIELD=DEPENDS     without which the main job cannot be done: a map, of OpenEXR or TIFF, in a JPEG, HEIC or DNG file
//   -DFIELD=RECOMMENDS  for photos that come as WebP or JPEG XL: without them these are reported as missing, and all
//                       else works; and for speed

#include "heif.h"
#include "exr.h"
#include "isal.h"
#include "jxl.h"
#include "libpng.h"
#include "tiff.h"
#include "webp.h"

#define DEPENDS 1
#define RECOMMENDS 2
// Linked with the module that is loaded: dpkg-shlibdeps sees it there, as DEPENDS.
#define OF_MODULE 3

#define FIELD_OF_HEIF DEPENDS
#define FIELD_OF_TIFF DEPENDS
#define FIELD_OF_OPENEXR DEPENDS
#define FIELD_OF_PNG DEPENDS
#define FIELD_OF_EXIV2 OF_MODULE
#define FIELD_OF_WEBP RECOMMENDS
#define FIELD_OF_JXL RECOMMENDS
#define FIELD_OF_ISAL RECOMMENDS

// A library of the list that has no line above does not compile, and one without a line below is found by Packaging/check.
#define HAS_FIELD(name, ...) _Static_assert(FIELD_OF_##name > 0, #name);
AUX_LIBRARIES(HAS_FIELD)

#define CALL(function) __asm__(".pushsection .data.calls,\"aw\"\n.quad " #function "\n.popsection");

#if FIELD_OF_HEIF == FIELD
AUX_HEIF_FUNCTIONS(CALL)
#endif
#if FIELD_OF_TIFF == FIELD
AUX_TIFF_FUNCTIONS(CALL)
#endif
#if FIELD_OF_OPENEXR == FIELD
AUX_OPENEXR_FUNCTIONS(CALL)
#endif
#if FIELD_OF_PNG == FIELD
AUX_PNG_FUNCTIONS(CALL)
#endif
#if FIELD_OF_WEBP == FIELD
AUX_WEBP_FUNCTIONS(CALL)
#endif
#if FIELD_OF_JXL == FIELD
AUX_JXL_FUNCTIONS(CALL)
#endif
#if FIELD_OF_ISAL == FIELD
AUX_ISAL_FUNCTIONS(CALL)
#endif
