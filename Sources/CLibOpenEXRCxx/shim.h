#pragma once

// The API is C++, which only CAuxEXR sees; to Swift this module is the flags to build and link with.
