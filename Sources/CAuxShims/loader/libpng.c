#include "libpng.h"

AUX_DEFINE_LIBRARY(png, PNG, AUX_PNG_FUNCTIONS)
