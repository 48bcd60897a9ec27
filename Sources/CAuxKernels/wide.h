// What the sources of the kernels share.

#ifndef AUX_WIDE_H
#define AUX_WIDE_H

#include "CAuxKernels.h"

// Functions for processors with AVX-512 and with AVX2, and one for all; the loader chooses.
#if defined(__x86_64__) && defined(__linux__)
#define AUX_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define AUX_WIDE
#endif

#endif
