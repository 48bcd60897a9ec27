// Edits of photos, and auxiliary images as files of their own.

#include "check.h"

/// Checks images that go out into files, and come back.
static void check_files(const char *folder, const auxdepth_photo *photo) {
  auxdepth_error *error = NULL;
  size_t depth = (size_t)auxdepth_image_find_depth(photo);
  char *path = in_folder(folder, "depth.pfm"), *report, *plist = in_folder(folder, "depth.plist");
  OK(auxdepth_image_write(photo, depth, path, AUXDEPTH_WRITE_REPLACE, "{\"pixelFormat\": \"fdep\"}",
                          &report, &error));
  EXPECT(strstr(report, "\"pixelFormat\":\"fdep\"") != NULL);
  auxdepth_free(report);
  auxdepth_map *map;
  static float given[map_height][map_width], back[map_height][map_width];
  OK(auxdepth_map_open(path, NULL, &map, &error));
  OK(auxdepth_map_read_floats(map, AUXDEPTH_METRES, AUXDEPTH_HOLES_NAN, back[0], 0, sizeof back, &error));
  auxdepth_map_close(map);
  OK(auxdepth_image_read_floats(photo, depth, AUXDEPTH_METRES, AUXDEPTH_UPRIGHT, given[0], 0, sizeof given, &error));
  EXPECT(memcmp(given, back, sizeof given) == 0);
  OK(auxdepth_map_of_image(photo, depth, NULL, &map, &error));
  OK(auxdepth_map_read_floats(map, AUXDEPTH_METRES, AUXDEPTH_HOLES_NAN, back[0], 0, sizeof back, &error));
  // By way of halves.
  EXPECT(fabsf(given[9][9] - back[9][9]) < 0.01f);
  auxdepth_map_close(map);

  uint8_t *bytes;
  size_t count;
  OK(auxdepth_image_write_memory(photo, depth, NULL, &bytes, &count, &report, &error));
  EXPECT(count > 8 && memcmp(bytes, "\x89PNG", 4) == 0 && strstr(report, "\"format\":\"png\""));
  auxdepth_free(bytes);
  auxdepth_free(report);
  OK(auxdepth_image_write(photo, depth, plist, AUXDEPTH_WRITE_REPLACE, NULL, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_write(photo, depth, "depth.xyz", 0, NULL, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_write(photo, depth, path, 0, "{\"format\": \"npz\"}", NULL, &error));
  FAILS(AUXDEPTH_CANNOT_CREATE, "cannotCreate", auxdepth_image_write(photo, depth, path, 0, NULL, NULL, &error));
  free(path);
  free(plist);
}

/// Checks an edited photo: cropped and scaled, with its depth, in memory; and what is done to one that is only stripped.
static void check_edited(const auxdepth_photo *photo) {
  auxdepth_error *error = NULL;
  auxdepth_edit *edit;
  auxdepth_photo *other;
  char *plan, *report;
  uint8_t *bytes;
  size_t count, removed;
  const char *options = "{\"crop\": [16, 16, 64, 48], \"resize\": \"50%\", \"rotate\": 90, \"upright\": true, "
                        "\"strip\": [\"location\", \"device\"], \"quality\": 90}";
  OK(auxdepth_edit_plan_json(photo, "heif", options, &plan, &error));
  EXPECT(strstr(plan, "\"dryRun\":true") && strstr(plan, "\"fate\":\"coded\""));
  EXPECT(strstr(plan, "\"width\":24,\"height\":32,\"orientation\":1") != NULL);
  auxdepth_free(plan);
  OK(auxdepth_edit_new_edited(photo, "heif", options, &edit, &error));
  const char *types[] = {"portrait"};
  OK(auxdepth_edit_remove(edit, types, 1, &removed, &error));
  EXPECT(removed == 1);
  OK(auxdepth_edit_write_memory(edit, &bytes, &count, &report, &error));
  EXPECT(strstr(report, "\"primaryUnchanged\":false") && strstr(report, "\"fate\":\"coded\""));
  EXPECT(strstr(report, "\"fate\":\"dropped\"") && !strstr(report, "\"attached\""));
  auxdepth_free(report);
  auxdepth_edit_close(edit);
  OK(auxdepth_photo_open_memory(bytes, count, NULL, &other, &error));
  auxdepth_primary primary = AUXDEPTH_PRIMARY_INIT;
  OK(auxdepth_photo_primary(other, &primary, &error));
  EXPECT(primary.width == 24 && primary.height == 32 && primary.orientation == 1);
  EXPECT(auxdepth_image_count(other) == 1 && auxdepth_image_find(other, "depthmap") == 0);
  auxdepth_photo_close(other);
  auxdepth_free(bytes);

  // Around the coded bytes.
  OK(auxdepth_edit_new_edited(photo, NULL, "{\"preset\": \"web\", \"flip\": \"horizontal\"}", &edit, &error));
  OK(auxdepth_edit_write_memory(edit, &bytes, &count, &report, &error));
  EXPECT(strstr(report, "\"primaryUnchanged\":true") && !strstr(report, "\"fate\":\"kept\""));
  auxdepth_free(report);
  auxdepth_free(bytes);
  auxdepth_edit_close(edit);

  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_new_edited(NULL, NULL, NULL, &edit, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_new_edited(photo, "bmp", NULL, &edit, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_new_edited(photo, NULL, "{\"crop\": [0, 0, 9999, 1]}", &edit, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_new_edited(photo, NULL, "{\"anchor\": \"center\"}", &edit, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_plan_json(photo, NULL, "{\"drop\": [], \"rotate\": 45}", &plan, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_plan_json(photo, NULL, NULL, NULL, &error));
}

/// Checks a spatial photo of two photos, with a map of the left one; of one photo with both eyes; and what is none.
static void check_spatial(const char *folder, const auxdepth_photo *photo) {
  auxdepth_error *error = NULL;
  auxdepth_edit *edit;
  auxdepth_photo *other;
  uint8_t *bytes;
  size_t count;
  char *json, *path = in_folder(folder, "photo.jpg");
  auxdepth_photo *right;
  OK(auxdepth_photo_open(path, NULL, &right, &error));
  const char *options = "{\"baseline\": 63.5, \"fieldOfView\": 60, \"adjustment\": 0.02, \"quality\": 95}";
  OK(auxdepth_edit_new_spatial(photo, right, options, &edit, &error));
  OK(auxdepth_edit_write_memory(edit, &bytes, &count, NULL, &error));
  auxdepth_edit_close(edit);
  OK(auxdepth_photo_open_memory(bytes, count, NULL, &other, &error));
  OK(auxdepth_photo_info_json(other, &json, &error));
  EXPECT(strstr(json, "\"baseline\":63.5") && strstr(json, "\"disparityAdjustment\":0.02"));
  EXPECT(auxdepth_image_find_depth(other) >= 0);
  auxdepth_free(json);
  auxdepth_photo_close(other);
  auxdepth_free(bytes);

  const char *halves = "{\"layout\": \"top-bottom\", \"baseline\": 60, \"intrinsics\": [80]}";
  OK(auxdepth_edit_new_spatial(photo, NULL, halves, &edit, &error));
  OK(auxdepth_edit_notes_json(edit, &json, &error));
  EXPECT(strstr(json, "auxiliary images of a picture of both eyes") != NULL);
  auxdepth_free(json);
  auxdepth_edit_close(edit);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_new_spatial(photo, right, "{\"baseline\": 0}", &edit, &error));
  EXPECT(edit == NULL);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_new_spatial(photo, right, halves, &edit, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_new_spatial(photo, NULL, NULL, &edit, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_new_spatial(NULL, right, options, &edit, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_new_spatial(photo, right, options, NULL, &error));
  auxdepth_photo_close(right);
  free(path);
}

void check_editing(const char *folder) {
  auxdepth_error *error = NULL;
  char *jpeg = in_folder(folder, "photo.jpg"), *edited = in_folder(folder, "edited.jpg"), *json;
  char *plist = in_folder(folder, "depth.plist"), *matte = in_folder(folder, "matte.png");
  auxdepth_photo *photo, *other;
  OK(auxdepth_photo_open(jpeg, NULL, &photo, &error));
  check_files(folder, photo);
  check_edited(photo);
  check_spatial(folder, photo);

  // Without its images, and with them again.
  auxdepth_edit *edit;
  size_t removed;
  OK(auxdepth_edit_new(photo, NULL, NULL, &edit, &error));
  const char *types[] = {"portrait"}, *absent[] = {"skin"};
  FAILS(AUXDEPTH_DATA, "missingImage", auxdepth_edit_remove(edit, absent, 1, &removed, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_remove(edit, types, SIZE_MAX, &removed, &error));
  OK(auxdepth_edit_remove(edit, types, 1, &removed, &error));
  EXPECT(removed == 1);
  OK(auxdepth_edit_remove(edit, NULL, 0, &removed, &error));
  EXPECT(removed == 1);
  OK(auxdepth_edit_notes_json(edit, &json, &error));
  EXPECT(json[0] == '[');
  auxdepth_free(json);
  OK(auxdepth_edit_write(edit, edited, AUXDEPTH_WRITE_REPLACE, &json, &error));
  EXPECT(strstr(json, "\"primaryUnchanged\":true") != NULL);
  auxdepth_free(json);
  auxdepth_edit_close(edit);

  OK(auxdepth_photo_open(edited, "{\"editing\": true}", &other, &error));
  EXPECT(auxdepth_image_count(other) == 0);
  auxdepth_depth none = AUXDEPTH_DEPTH_INIT;
  FAILS(AUXDEPTH_DATA, "missingImage",
        auxdepth_photo_read_depth(other, AUXDEPTH_METRES, AUXDEPTH_UPRIGHT, &none, &error));
  OK(auxdepth_edit_new(other, NULL, NULL, &edit, &error));
  OK(auxdepth_edit_copy(edit, photo, NULL, 0, "{\"placement\": \"tags\"}", &json, &error));
  EXPECT(strstr(json, "\"undecoded\":true") != NULL);
  auxdepth_free(json);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_copy(edit, photo, NULL, 0, "{\"placement\": \"here\"}", NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_copy(edit, NULL, NULL, 0, NULL, NULL, &error));
  OK(auxdepth_edit_write(edit, edited, AUXDEPTH_WRITE_IN_PLACE, NULL, &error));
  auxdepth_edit_close(edit);
  auxdepth_photo_close(other);

  // A dictionary, and the matte of a file, in the place of what is there.
  OK(auxdepth_photo_open(edited, NULL, &other, &error));
  EXPECT(auxdepth_image_count(other) == 2);
  size_t index = (size_t)auxdepth_image_find(other, "portrait");
  OK(auxdepth_image_write(other, index, matte, AUXDEPTH_WRITE_REPLACE, NULL, NULL, &error));
  OK(auxdepth_edit_new(other, NULL, NULL, &edit, &error));
  auxdepth_status status = auxdepth_edit_attach_dictionary(edit, plist, NULL, &error);
  EXPECT(status == AUXDEPTH_USAGE && error && strcmp(error->remedy, "replaceImage") == 0);
  auxdepth_error_free(error);
  OK(auxdepth_edit_attach_dictionary(edit, plist, "{\"replace\": true}", &error));
  OK(auxdepth_edit_attach_matte_file(edit, "portrait", matte, "{\"replace\": true, \"component\": \"luma\"}", &error));
  OK(auxdepth_edit_attach_matte_file(edit, "gainmap", matte, "{\"headroom\": 2.5}", &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_attach_matte_file(edit, "skin", matte, "{\"headroom\": 2}", &error));
  uint8_t *bytes;
  size_t count;
  OK(auxdepth_edit_write_memory(edit, &bytes, &count, &json, &error));
  EXPECT(count > 1000 && bytes[0] == 0xFF && bytes[1] == 0xD8);
  auxdepth_free(json);
  auxdepth_edit_close(edit);
  auxdepth_photo_close(other);
  OK(auxdepth_photo_open_memory(bytes, count, NULL, &other, &error));
  EXPECT(auxdepth_image_count(other) == 3);
  auxdepth_free(bytes);
  // Its gain map in two forms.
  OK(auxdepth_edit_new(other, NULL, NULL, &edit, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_describe_gain_map(edit, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_edit_describe_gain_map(edit, "{\"form\": \"adobe\"}", &error));
  OK(auxdepth_edit_describe_gain_map(edit, "{\"form\": [\"iso\", \"ultrahdr\"]}", &error));
  OK(auxdepth_edit_write_memory(edit, &bytes, &count, NULL, &error));
  auxdepth_edit_close(edit);
  auxdepth_photo_close(other);
  OK(auxdepth_photo_open_memory(bytes, count, NULL, &other, &error));
  OK(auxdepth_photo_info_json(other, &json, &error));
  EXPECT(strstr(json, "[\"iso\",\"ultrahdr\"]") != NULL);
  auxdepth_free(json);
  auxdepth_free(bytes);
  auxdepth_photo_close(other);
  OK(auxdepth_edit_new(photo, NULL, NULL, &edit, &error));
  FAILS(AUXDEPTH_DATA, "missingImage", auxdepth_edit_describe_gain_map(edit, "{\"form\": \"iso\"}", &error));
  auxdepth_edit_close(edit);

  // Into another container, which outlives its photo.
  OK(auxdepth_edit_new(photo, "heif", "{\"quality\": 80}", &edit, &error));
  auxdepth_photo_close(photo);
  OK(auxdepth_edit_write_memory(edit, &bytes, &count, NULL, &error));
  auxdepth_free(bytes);
  auxdepth_edit_close(edit);
  free(jpeg), free(edited), free(plist), free(matte);
}
