// Decoders that a hostile file has taken over, for the check `evil-codec` of Torture/faults.
//
// Preloaded, it wraps libjpeg, libde265 and libheif. At the images of $EVIL_WIDTH columns it does what $EVIL_DO says:
//
//   crash   ends by SIGSEGV
//   open    makes the file `evil` in the working folder, and decodes
//   print   writes to standard output and standard error, and decodes
//   loop    goes on for ever
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jpeglib.h>
#include <libde265/de265.h>
#include <libheif/heif.h>

static void act(int width) {
  const char *wanted = getenv("EVIL_WIDTH"), *action = getenv("EVIL_DO");
  if (!wanted || !action || atoi(wanted) != width) return;
  // A bad access and no raise(), which the program's own handler would return from.
  if (strcmp(action, "crash") == 0) *(volatile char *)(size_t)8 = 1;
  if (strcmp(action, "open") == 0) {
    int file = open("evil", O_CREAT | O_WRONLY, 0600);
    if (file >= 0) close(file);
  }
  if (strcmp(action, "print") == 0) {
    for (int stream = 1; stream <= 2; stream += 1) {
      if (write(stream, "evil\n", 5) < 0) continue;
    }
  }
  volatile int goes_on = strcmp(action, "loop") == 0;
  while (goes_on) continue;
}

boolean jpeg_start_decompress(j_decompress_ptr codec) {
  boolean (*next)(j_decompress_ptr) = (boolean(*)(j_decompress_ptr))dlsym(RTLD_NEXT, "jpeg_start_decompress");
  act((int)codec->image_width);
  return next(codec);
}

/// The first that knows the width of a picture, which is decoded then; libheif's own calls of it come here, too.
const struct de265_image *de265_get_next_picture(de265_decoder_context *decoder) {
  const struct de265_image *(*next)(de265_decoder_context *) =
    (const struct de265_image *(*)(de265_decoder_context *))dlsym(RTLD_NEXT, "de265_get_next_picture");
  const struct de265_image *image = next(decoder);
  if (image) act(de265_get_image_width(image, 0));
  return image;
}

typedef struct heif_error decode_image(
  const struct heif_image_handle *, struct heif_image **, enum heif_colorspace, enum heif_chroma,
  const struct heif_decoding_options *);

struct heif_error heif_decode_image(
  const struct heif_image_handle *handle, struct heif_image **image, enum heif_colorspace space,
  enum heif_chroma chroma, const struct heif_decoding_options *options
) {
  decode_image *next = (decode_image *)dlsym(RTLD_NEXT, "heif_decode_image");
  act(heif_image_handle_get_width(handle));
  return next(handle, image, space, chroma, options);
}
