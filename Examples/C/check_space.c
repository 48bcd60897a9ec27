// Points, meshes, rays and cameras: what comes back is freed, and is where depth and camera say.

#include "check.h"

static void free_points(auxdepth_points *points) {
  auxdepth_free(points->positions);
  auxdepth_free(points->normals);
  auxdepth_free(points->colours);
}

static void free_mesh(auxdepth_mesh *mesh) {
  auxdepth_free(mesh->positions);
  auxdepth_free(mesh->normals);
  auxdepth_free(mesh->texture_coordinates);
  auxdepth_free(mesh->indices);
}

/// Checks that each point is on a ray of the map, and has a normal of length 1.
static void check_points(const auxdepth_points *points, float rays[map_height][map_width][3]) {
  double off = 0, longest = 0;
  for (size_t number = 0; number < points->count; number += 1) {
    const float *point = points->positions + 3 * number, *normal = points->normals + 3 * number;
    // Where the point is seen: the focal length is 40 samples, the principal point (24, 16).
    double column = 40 * point[0] / point[2] + 24 - 0.5, row = 40 * point[1] / point[2] + 16 - 0.5;
    const float *ray = rays[lround(row)][lround(column)];
    off = fmax(off, fmax(fabs(ray[0] * point[2] - point[0]), fabs(ray[1] * point[2] - point[1])));
    longest = fmax(longest, fabs(sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]) - 1));
  }
  EXPECT(off < 1e-5 && longest < 1e-5);
}

/// Checks that the triangles are of the mesh's vertices, and that these are in the photo where the camera sees them.
static void check_triangles(const auxdepth_mesh *mesh) {
  EXPECT(mesh->triangle_count > 0 && mesh->vertex_count > 3);
  for (size_t number = 0; number < 3 * mesh->triangle_count; number += 1)
    EXPECT(mesh->indices[number] < mesh->vertex_count);
  double off = 0;
  for (size_t number = 0; number < mesh->vertex_count; number += 1) {
    const float *point = mesh->positions + 3 * number, *place = mesh->texture_coordinates + 2 * number;
    off = fmax(off, fabs((40 * point[0] / point[2] + 24) / map_width - place[0]));
    off = fmax(off, fabs((40 * point[1] / point[2] + 16) / map_height - place[1]));
  }
  EXPECT(off < 1e-5);
}

/// Checks that a file begins with some bytes, and removes it.
static void check_file(const char *path, const char *beginning, size_t least) {
  FILE *file = fopen(path, "rb");
  char bytes[4096] = "";
  EXPECT(file && fread(bytes, 1, sizeof bytes - 1, file) >= least && memcmp(bytes, beginning, strlen(beginning)) == 0);
  if (file) fclose(file);
  remove(path);
}

/// Writes points and a mesh, as they came and changed, and what is no points and no mesh.
static void check_space_files(const char *folder, const auxdepth_photo *photo, auxdepth_points *points,
                              auxdepth_mesh *mesh, const char *about) {
  auxdepth_error *error = NULL;
  char *ply = in_folder(folder, "points.ply"), *glb = in_folder(folder, "mesh.glb");
  OK(auxdepth_points_write(points, about, ply, AUXDEPTH_WRITE_NEW, &error));
  FAILS(AUXDEPTH_CANNOT_CREATE, "cannotCreate", auxdepth_points_write(points, about, ply, AUXDEPTH_WRITE_NEW, &error));
  check_file(ply, "ply\nformat binary_little_endian 1.0\ncomment made by auxdepth 0.2.0 of a disparity map of 48x32\n",
             4000);
  auxdepth_points few = *points;
  few.count = 10, few.normals = NULL, few.colours = NULL;
  OK(auxdepth_points_write(&few, NULL, ply, AUXDEPTH_WRITE_NO_SYNC, &error));
  check_file(ply, "ply\nformat binary_little_endian 1.0\ncomment made by auxdepth 0.2.0\n", 120);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_points_write(&few, "points", ply, 0, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_points_write(&few, "{\"comments\": [1]}", ply, 0, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_points_write(&few, NULL, glb, 0, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_points_write(&few, NULL, ply, 64, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_points_write(NULL, NULL, ply, 0, &error));
  few.count = SIZE_MAX / 2;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_points_write(&few, NULL, ply, 0, &error));
  few.count = 0;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_points_write(&few, NULL, ply, 0, &error));
  few.count = 1, few.positions = NULL;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_points_write(&few, NULL, ply, 0, &error));

  OK(auxdepth_mesh_write(mesh, about, photo, glb, AUXDEPTH_WRITE_NEW, "{\"textureSide\": 64}", &error));
  check_file(glb, "glTF\2", 2000);
  OK(auxdepth_mesh_write(mesh, NULL, NULL, glb, AUXDEPTH_WRITE_NEW, NULL, &error));
  check_file(glb, "glTF\2", 1000);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_mesh_write(mesh, NULL, NULL, glb, 0, "{\"textureSide\": 8}", &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_mesh_write(mesh, NULL, NULL, ply, 0, NULL, &error));
  auxdepth_mesh plain = *mesh;
  plain.normals = NULL, plain.texture_coordinates = NULL;
  OK(auxdepth_mesh_write(&plain, NULL, NULL, glb, AUXDEPTH_WRITE_NEW, NULL, &error));
  check_file(glb, "glTF\2", 700);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_mesh_write(&plain, NULL, photo, glb, 0, NULL, &error));
  uint32_t beyond[3] = {0, 1, (uint32_t)mesh->vertex_count};
  plain.indices = beyond, plain.triangle_count = 1;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_mesh_write(&plain, NULL, NULL, glb, 0, NULL, &error));
  plain.triangle_count = 0;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_mesh_write(&plain, NULL, NULL, glb, 0, NULL, &error));
  free(ply), free(glb);
}

static void check_image(const char *folder, const auxdepth_photo *photo) {
  auxdepth_error *error = NULL;
  size_t depth = (size_t)auxdepth_image_find_depth(photo), matte = (size_t)auxdepth_image_find(photo, "portrait");
  static float rays[map_height][map_width][3], metres[map_height][map_width];
  OK(auxdepth_image_read_rays(photo, depth, NULL, rays[0][0], 0, sizeof rays, &error));
  EXPECT(fabs(rays[0][0][0] - (0.5 - 24) / 40) < 1e-6 && fabs(rays[0][0][1] - (0.5 - 16) / 40) < 1e-6);
  EXPECT(rays[9][9][2] == 1);
  OK(auxdepth_image_read_floats(photo, depth, AUXDEPTH_METRES, AUXDEPTH_AS_STORED, metres[0], 0, sizeof metres,
                                &error));

  auxdepth_points points = AUXDEPTH_POINTS_INIT;
  char *report;
  OK(auxdepth_image_points(photo, depth, NULL, &points, &report, &error));
  EXPECT(points.count == (size_t)map_width * map_height && points.positions[2] == metres[0][0]);
  EXPECT(strstr(report, "\"camera\":\"calibration\"") && !strstr(report, "\"scale\":\"unknown\""));
  // Red is twice the column of the photo, whose pixel is in the middle of the sample.
  EXPECT(abs(points.colours[3 * (10 * map_width + 20)] - 2 * 41) < 24);
  check_points(&points, rays);
  auxdepth_mesh mesh = AUXDEPTH_MESH_INIT;
  OK(auxdepth_image_mesh(photo, depth, NULL, &mesh, NULL, &error));
  check_space_files(folder, photo, &points, &mesh, report);
  free_mesh(&mesh);
  auxdepth_free(report);
  free_points(&points);
  OK(auxdepth_image_points(photo, depth, "{\"near\": 2, \"far\": 3, \"colours\": false, \"stride\": 2}", &points, NULL,
                           &error));
  EXPECT(points.count > 0 && points.count < (size_t)map_width * map_height / 4 && points.colours == NULL);
  for (size_t number = 0; number < points.count; number += 1)
    EXPECT(points.positions[3 * number + 2] >= 2 && points.positions[3 * number + 2] <= 3);
  free_points(&points);

  OK(auxdepth_image_mesh(photo, depth, "{\"mask\": \"portrait\"}", &mesh, NULL, &error));
  size_t few = mesh.vertex_count;
  free_mesh(&mesh);
  OK(auxdepth_image_mesh(photo, depth, "{\"tolerance\": 0}", &mesh, &report, &error));
  EXPECT(mesh.vertex_count > few && strstr(report, "\"type\":\"disparity\""));
  check_triangles(&mesh);
  auxdepth_free(report);
  free_mesh(&mesh);

  char *text;
  OK(auxdepth_image_camera_text(photo, depth, "{\"format\": \"colmap\"}", &text, &error));
  EXPECT(strstr(text, "\n1 PINHOLE 48 32 40") != NULL);
  auxdepth_free(text);
  OK(auxdepth_image_camera_text(photo, depth, "{\"format\": \"tum\", \"resize\": \"50%\"}", &text, &error));
  EXPECT(strstr(text, "# size 24 16\n") != NULL);
  auxdepth_free(text);

  // What cannot be leaves nothing to free.
  points.positions = metres[0];
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_points(photo, depth, "{\"stride\": 0}", &points, NULL, &error));
  EXPECT(points.positions == NULL && points.count == 0);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_points(photo, depth, "{\"near\": 100}", &points, &report, &error));
  EXPECT(report == NULL);
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_points(photo, matte, NULL, &points, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_points(photo, depth, NULL, NULL, NULL, &error));
  FAILS(AUXDEPTH_DATA, "missingImage", auxdepth_image_mesh(photo, depth, "{\"mask\": \"sky\"}", &mesh, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_mesh(photo, depth, "{\"colours\": true}", &mesh, NULL, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_read_rays(photo, depth, NULL, rays[0][0], 0, 100, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_read_rays(photo, 9, NULL, rays[0][0], 0, sizeof rays, &error));
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_camera_text(photo, depth, "{\"format\": \"ply\"}", &text, &error));
  EXPECT(text == NULL);
  FAILS(AUXDEPTH_DATA, "missingImage", auxdepth_image_camera_text(photo, matte, NULL, &text, &error));
  points.struct_size = 8;
  FAILS(AUXDEPTH_USAGE, "usage", auxdepth_image_points(photo, depth, NULL, &points, NULL, &error));
}

static void check_map_in_space(void) {
  auxdepth_error *error = NULL;
  auxdepth_map *map = photo_map("{\"intrinsics\": [40, 40, 24, 16]}");
  static float rays[map_height][map_width][3];
  OK(auxdepth_map_read_rays(map, rays[0][0], 0, sizeof rays, &error));
  auxdepth_points points = AUXDEPTH_POINTS_INIT;
  char *text;
  OK(auxdepth_map_points(map, NULL, &points, &text, &error));
  EXPECT(strstr(text, "\"type\":\"depth\"") && !strstr(text, "\"camera\":\"calibration\",\"comments\""));
  auxdepth_free(text);
  // One sample is a hole.
  EXPECT(points.count == (size_t)map_width * map_height - 1 && points.colours == NULL);
  EXPECT(points.positions[3 * 20 + 2] == metres_at(20));
  check_points(&points, rays);
  free_points(&points);
  auxdepth_mesh mesh = AUXDEPTH_MESH_INIT;
  OK(auxdepth_map_mesh(map, "{\"maxPoints\": 200}", &mesh, NULL, &error));
  EXPECT(mesh.vertex_count <= 200);
  check_triangles(&mesh);
  free_mesh(&mesh);
  OK(auxdepth_map_camera_text(map, "{\"format\": \"opencv\"}", &text, &error));
  EXPECT(strstr(text, "data: [ 40.0, 0.0, 23.5, 0.0, 40.0, 15.5, 0.0, 0.0, 1.0 ]") != NULL);
  auxdepth_free(text);
  auxdepth_map_close(map);
  map = photo_map(NULL);
  FAILS(AUXDEPTH_DATA, "missingImage", auxdepth_map_points(map, NULL, &points, NULL, &error));
  FAILS(AUXDEPTH_DATA, "missingImage", auxdepth_map_mesh(map, NULL, &mesh, NULL, &error));
  FAILS(AUXDEPTH_DATA, "missingImage", auxdepth_map_read_rays(map, rays[0][0], 0, sizeof rays, &error));
  FAILS(AUXDEPTH_DATA, "missingImage", auxdepth_map_camera_text(map, NULL, &text, &error));
  auxdepth_map_close(map);
}

void check_space(const char *folder) {
  auxdepth_error *error = NULL;
  char *path = in_folder(folder, "photo.heic");
  auxdepth_photo *photo;
  OK(auxdepth_photo_open(path, NULL, &photo, &error));
  check_image(folder, photo);
  auxdepth_photo_close(photo);
  free(path);
  check_map_in_space();
}
