"""A photo whose colours, maps, calibration and regions are functions of the scene, and what edits have to make of it."""
