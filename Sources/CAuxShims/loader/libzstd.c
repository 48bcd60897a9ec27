#include "libzstd.h"

AUX_DEFINE_LIBRARY(zstd, ZSTD, AUX_ZSTD_FUNCTIONS)
