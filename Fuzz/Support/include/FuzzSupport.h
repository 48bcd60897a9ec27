/// What the fuzz targets need of C: libFuzzer's mutations, and a meter of what an input costs.

#ifndef FUZZ_SUPPORT_H
#define FUZZ_SUPPORT_H

#include <stddef.h>
#include <stdint.h>

/// Changes `size` bytes in place by one of libFuzzer's own mutations; returns the new size, at most `max_size`.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/// Begins to measure: all threads' time, and what the allocator returns from now on.
void fuzz_meter_start(void);

/// The processor time of all threads since the start, in nanoseconds.
uint64_t fuzz_meter_nanoseconds(void);

/// The most that was allocated at once since the start, in bytes beyond what was then.
uint64_t fuzz_meter_peak(void);

#endif
