#include "CAuxPage.h"

// Of C23, and known to every compiler that Swift brings.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char body[] = {
#embed "page/body.html"
};

static const unsigned char style[] = {
#embed "page/style.css"
  ,
#embed "page/stage.css"
  ,
#embed "page/orbit.css"
  ,
#embed "page/measure.css"
  ,
#embed "page/effects.css"
  ,
#embed "page/sheet.css"
  ,
#embed "page/phone.css"
};

// Each module ends its own statements; what is between two of them is nothing but the end of a line.
static const unsigned char script[] = {
// What all need: elements, data, values, controls.
#embed "page/dom.js"
  ,
#embed "page/data.js"
  ,
#embed "page/values.js"
  ,
#embed "page/scale.js"
  ,
#embed "page/maps.js"
  ,
#embed "page/colours.js"
  ,
#embed "page/controls.js"
  ,
#embed "page/zoom.js"
  ,
#embed "page/gestures.js"
  ,
#embed "page/stage.js"
  ,
#embed "page/tiles.js"
  ,
#embed "page/divider.js"
  ,
// Effects: the map at the photo's size, and what draws it.
#embed "page/nearness.js"
  ,
#embed "page/subject.js"
  ,
#embed "page/guided.js"
  ,
#embed "page/gl.js"
  ,
#embed "page/shaders.js"
  ,
#embed "page/shaders-blur.js"
  ,
#embed "page/shaders-parallax.js"
  ,
#embed "page/light.js"
  ,
#embed "page/lens-gl.js"
  ,
#embed "page/lens-cpu.js"
  ,
#embed "page/lens.js"
  ,
// The same in a worker, and drawing that keeps nothing waiting.
#embed "page/worker.js"
  ,
#embed "page/lens-server.js"
  ,
#embed "page/refining.js"
  ,
#embed "page/focus-lens.js"
  ,
#embed "page/focus-picture.js"
  ,
// Space: the mesh, and turning it.
#embed "page/apart.js"
  ,
#embed "page/space.js"
  ,
#embed "page/mesh-surface.js"
  ,
#embed "page/mesh-triangles.js"
  ,
#embed "page/mesh.js"
  ,
#embed "page/shaders-mesh.js"
  ,
#embed "page/orbit-camera.js"
  ,
#embed "page/orbit-outlines.js"
  ,
#embed "page/orbit-scene.js"
  ,
#embed "page/orbit-drawing.js"
  ,
#embed "page/orbit.js"
  ,
#embed "page/measure.js"
  ,
#embed "page/measure-chart.js"
  ,
#embed "page/measure-tool.js"
  ,
// The views, and which of them is shown.
#embed "page/chart.js"
  ,
#embed "page/panel-measure.js"
  ,
#embed "page/sway.js"
  ,
#embed "page/view-overview.js"
  ,
#embed "page/view-photo.js"
  ,
#embed "page/view-map.js"
  ,
#embed "page/view-focus.js"
  ,
#embed "page/view-mattes.js"
  ,
#embed "page/exposure-server.js"
  ,
#embed "page/view-exposure.js"
  ,
#embed "page/view-depth.js"
  ,
#embed "page/view-pair.js"
  ,
#embed "page/panel-orbit.js"
  ,
#embed "page/view-orbit.js"
  ,
#embed "page/registration.js"
  ,
#embed "page/differences.js"
  ,
#embed "page/compare-sources.js"
  ,
#embed "page/view-compare.js"
  ,
#embed "page/points-ply.js"
  ,
#embed "page/download.js"
  ,
#embed "page/details.js"
  ,
#embed "page/sheet.js"
  ,
#embed "page/report.js"
  ,
#embed "page/main.js"
};

aux_page_part aux_page_body(void) { return (aux_page_part){body, sizeof body}; }
aux_page_part aux_page_style(void) { return (aux_page_part){style, sizeof style}; }
aux_page_part aux_page_script(void) { return (aux_page_part){script, sizeof script}; }
