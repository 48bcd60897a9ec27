// The header in C++: each of its macros is used, and compilers find nothing to warn of.

#include <auxdepth.h>

static_assert(AUXDEPTH_HDIS == 0x68646973 && AUXDEPTH_FDIS == 0x66646973, "the numbers of Core Video");
static_assert(AUXDEPTH_HDEP == 0x68646570 && AUXDEPTH_FDEP == 0x66646570, "the numbers of Core Video");
static_assert(AUXDEPTH_L008 == 0x4C303038 && AUXDEPTH_L016 == 0x4C303136, "the numbers of Core Video");
static_assert(AUXDEPTH_VERSION_MAJOR >= 0 && AUXDEPTH_VERSION_MINOR >= 0 && AUXDEPTH_VERSION_PATCH >= 0, "");

int main() {
  auxdepth_primary primary = AUXDEPTH_PRIMARY_INIT;
  auxdepth_image image = AUXDEPTH_IMAGE_INIT;
  auxdepth_plane plane = AUXDEPTH_PLANE_INIT;
  auxdepth_intrinsics intrinsics = AUXDEPTH_INTRINSICS_INIT;
  auxdepth_gain_map gain_map = AUXDEPTH_GAIN_MAP_INIT;
  auxdepth_picture_info picture = AUXDEPTH_PICTURE_INFO_INIT;
  auxdepth_map_info map = AUXDEPTH_MAP_INFO_INIT;
  auxdepth_points points = AUXDEPTH_POINTS_INIT;
  auxdepth_mesh mesh = AUXDEPTH_MESH_INIT;
  bool has_sizes = primary.struct_size == sizeof primary && image.struct_size == sizeof image &&
                   plane.struct_size == sizeof plane && intrinsics.struct_size == sizeof intrinsics &&
                   gain_map.struct_size == sizeof gain_map && picture.struct_size == sizeof picture &&
                   map.struct_size == sizeof map && points.struct_size == sizeof points &&
                   mesh.struct_size == sizeof mesh;
  return has_sizes && auxdepth_api_version() >= AUXDEPTH_API_VERSION ? 0 : 1;
}
