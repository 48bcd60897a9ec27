// What the parts of the check have in common.

#ifndef CHECK_H
#define CHECK_H

#include <auxdepth.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void expect_(int holds, const char *text, const char *file, int line);
void ok_(auxdepth_status status, auxdepth_error **error, const char *text, const char *file, int line);
void fails_(auxdepth_status status, auxdepth_error **error, auxdepth_status wanted, const char *code, const char *text,
            const char *file, int line);

/// A condition; the check goes on where it does not hold, and fails at the end.
#define EXPECT(condition) expect_(!!(condition), #condition, __FILE__, __LINE__)
/// A call that succeeds, or ends the check.
#define OK(call) ok_((call), &error, #call, __FILE__, __LINE__)
/// A call that fails with a status and a code.
#define FAILS(status, code, call) fails_((call), &error, (status), (code), #call, __FILE__, __LINE__)

/// The size of the photo, and of its map.
enum { photo_width = 96, photo_height = 64, map_width = 48, map_height = 32 };

/// The path of a file in a folder, to be freed.
char *in_folder(const char *folder, const char *name);
/// The metres of a sample of the map: a ramp, from 1 m at the left to 4 m at the right.
float metres_at(size_t column);
/// Makes the picture of the photo.
auxdepth_picture *photo_picture(void);
/// Makes the map of the photo, of rows with padding and one hole.
auxdepth_map *photo_map(const char *options);

void check_maps(const char *folder);
void check_writing(const char *folder);
void check_reading(const char *folder);
void check_ranges(const char *folder);
void check_editing(const char *folder);
void check_lending(const char *folder);
void check_space(const char *folder);
void check_validating(const char *folder);
void check_viewing(const char *folder);
void check_datasets(const char *folder);
void check_streams(const char *folder);
void check_rendering(const char *folder);
void check_threads(const char *folder);

#endif
