#pragma once

// Only the C core of OpenEXR; its C++ classes are not used.
#include <OpenEXR/openexr.h>
