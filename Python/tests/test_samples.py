"""Photos of cameras and other programs; AUXDEPTH_SAMPLES names the folders that have them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import auxdepth

from conftest import samples

FOUND = samples()
if not FOUND:
    pytest.skip("AUXDEPTH_SAMPLES names no folder with photos", allow_module_level=True)


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_a_sample(path: Path) -> None:
    with auxdepth.open(path) as photo:
        listed = photo.info["auxiliary"]
        assert [image.type for image in photo.auxiliary] == [image["type"] for image in listed]
        for image in photo.auxiliary:
            if image.failure is not None:
                continue
            if image.is_depth:
                depth, disparity = image.depth(), image.disparity()
                assert depth.shape == image.shape
                known = np.isfinite(depth) & np.isfinite(disparity) & (depth > 0)
                # Halves are coarser than floats.
                np.testing.assert_allclose(depth[known] * disparity[known], 1, rtol=2e-3)
                stored = image.depth(upright=False)
                assert stored.shape == image.stored_shape
                assert np.nansum(stored[np.isfinite(stored)]) == pytest.approx(depth[np.isfinite(depth)].sum(), rel=1e-4)
            else:
                assert image.array().shape[:2] == image.shape
            image.calibration()
        # Apple's, Samsung's, Adobe's, Ultra HDR's and ISO's all have it in their names.
        gain_maps = [index for index, image in enumerate(listed) if "gainmap" in image["type"].lower()]
        found = photo.find("gainmap")
        assert ([] if found is None else [found.index]) == gain_maps[:1]
        assert (photo.gain_map() is not None) == bool(gain_maps)
        for name in photo.mattes:
            assert photo.mattes[name].dtype == np.uint8
        assert photo.primary().shape[:2] == photo.shape or photo.container == "dng"
