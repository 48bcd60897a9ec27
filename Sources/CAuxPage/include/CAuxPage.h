// The hand-written parts of the page that AuxView makes: embedded by the compiler, so that no folder of resources has to
// be beside the program.
#ifndef C_AUX_PAGE_H
#define C_AUX_PAGE_H

#include <stddef.h>

/// A part of the page: UTF-8, of static storage, without a NUL behind it.
typedef struct aux_page_part {
  const unsigned char *bytes;
  size_t count;
} aux_page_part;

/// The part of the body before the data and the script.
aux_page_part aux_page_body(void);
/// The content of the one style element.
aux_page_part aux_page_style(void);
/// The content of the one script element: the modules in the order in which they need one another.
aux_page_part aux_page_script(void);

#endif
