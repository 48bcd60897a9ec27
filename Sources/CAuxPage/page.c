#include "CAuxPage.h"

// Of C23, and known to every compiler that Swift brings.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char body[] = {
#embed "page/frame/body.html"
};

static const unsigned char style[] = {
#embed "page/frame/style.css"
  ,
#embed "page/frame/stage.css"
  ,
#embed "page/frame/orbit.css"
  ,
#embed "page/frame/measure.css"
  ,
#embed "page/frame/effects.css"
  ,
#embed "page/frame/sheet.css"
  ,
#embed "page/frame/phone.css"
};

// Each module ends its own statements; what is between two of them is nothing but the end of a line.
static const unsigned char script[] = {
// What all need: elements, data, values, controls.
#embed "page/base/dom.js"
  ,
#embed "page/base/data.js"
  ,
#embed "page/base/values.js"
  ,
#embed "page/base/scale.js"
  ,
#embed "page/base/maps.js"
  ,
#embed "page/base/colours.js"
  ,
#embed "page/base/apart.js"
  ,
#embed "page/base/survey.js"
  ,
#embed "page/base/controls.js"
  ,
#embed "page/stage/zoom.js"
  ,
#embed "page/stage/gestures.js"
  ,
#embed "page/stage/stage.js"
  ,
#embed "page/stage/tiles.js"
  ,
#embed "page/stage/divider.js"
  ,
// Effects: the map at the photo's size, and what draws it.
#embed "page/effects/nearness.js"
  ,
#embed "page/effects/subject.js"
  ,
#embed "page/effects/guided.js"
  ,
#embed "page/effects/gl.js"
  ,
#embed "page/effects/shaders.js"
  ,
#embed "page/effects/shaders-blur.js"
  ,
#embed "page/effects/shaders-parallax.js"
  ,
#embed "page/effects/light.js"
  ,
#embed "page/effects/drawing.js"
  ,
#embed "page/effects/lens-blur.js"
  ,
#embed "page/effects/lens.js"
  ,
#embed "page/effects/focus-lens.js"
  ,
#embed "page/effects/focus-picture.js"
  ,
// Space: the mesh, and turning it.
#embed "page/space/space.js"
  ,
#embed "page/space/mesh-surface.js"
  ,
#embed "page/space/mesh-triangles.js"
  ,
#embed "page/space/mesh.js"
  ,
#embed "page/space/shaders-mesh.js"
  ,
#embed "page/space/orbit-camera.js"
  ,
#embed "page/space/orbit-outlines.js"
  ,
#embed "page/space/orbit-scene.js"
  ,
#embed "page/space/orbit.js"
  ,
#embed "page/measure/measure.js"
  ,
#embed "page/measure/measure-chart.js"
  ,
#embed "page/measure/measure-tool.js"
  ,
// The views, and which of them is shown.
#embed "page/base/chart.js"
  ,
#embed "page/measure/panel-measure.js"
  ,
#embed "page/stage/sway.js"
  ,
#embed "page/views/view-overview.js"
  ,
#embed "page/views/view-photo.js"
  ,
#embed "page/views/view-map.js"
  ,
#embed "page/views/view-focus.js"
  ,
#embed "page/views/view-mattes.js"
  ,
#embed "page/effects/exposure.js"
  ,
#embed "page/views/view-exposure.js"
  ,
#embed "page/views/view-depth.js"
  ,
#embed "page/views/view-pair.js"
  ,
#embed "page/views/panel-orbit.js"
  ,
#embed "page/views/view-orbit.js"
  ,
#embed "page/compare/turning.js"
  ,
#embed "page/compare/registration.js"
  ,
#embed "page/compare/differences.js"
  ,
#embed "page/compare/compare-sources.js"
  ,
#embed "page/compare/view-compare.js"
  ,
#embed "page/space/points-ply.js"
  ,
#embed "page/sheet/download.js"
  ,
#embed "page/sheet/details.js"
  ,
#embed "page/sheet/sheet.js"
  ,
#embed "page/sheet/report.js"
  ,
#embed "page/sheet/main.js"
};

aux_page_part aux_page_body(void) { return (aux_page_part){body, sizeof body}; }
aux_page_part aux_page_style(void) { return (aux_page_part){style, sizeof style}; }
aux_page_part aux_page_script(void) { return (aux_page_part){script, sizeof script}; }
