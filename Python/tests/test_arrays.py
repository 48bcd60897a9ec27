"""Arrays of all kinds go in and come out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import auxdepth
from auxdepth import _arrays


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", ">f4", ">f8"])
def test_floats(metres: Any, dtype: str) -> None:
    with auxdepth.from_array(metres.astype(dtype)) as values:
        assert values.quantity == "depth"
        np.testing.assert_allclose(values.depth(), metres, rtol=1e-3 if dtype == "float16" else 1e-6)


@pytest.mark.parametrize("dtype", ["uint8", "uint16", ">u2"])
def test_codes(dtype: str) -> None:
    largest = np.iinfo(dtype).max
    codes = np.linspace(0, largest, 256).astype(dtype).reshape(16, 16)
    with auxdepth.from_array(codes, near=1, far=3) as values:
        np.testing.assert_allclose(values.depth(), 1 + 2 * codes.astype(float) / largest, rtol=1e-5)
        np.testing.assert_array_equal(values.samples(), codes)


def test_millimetres() -> None:
    codes = np.array([[0, 500], [1000, 2500]], np.uint16)
    with auxdepth.from_array(codes, input_unit="mm") as values:
        np.testing.assert_allclose(values.depth(), [[np.nan, 0.5], [1.0, 2.5]])


def test_holes_stay_in_map_files(tmp_path: Any) -> None:
    metres = np.linspace(1, 4, 48, dtype=np.float32).reshape(6, 8)
    metres[1, 2:5] = np.nan
    holes = np.isnan(metres)
    kept = auxdepth.from_array(metres)
    kept.save(tmp_path / "kept.npy")
    np.testing.assert_array_equal(np.load(tmp_path / "kept.npy"), metres)
    kept.save(tmp_path / "kept.png", unit="mm")
    assert (auxdepth.read_map(tmp_path / "kept.png").samples()[holes] == 0).all()
    auxdepth.from_array(metres, holes="fill").save(tmp_path / "filled.npy")
    assert np.isfinite(np.load(tmp_path / "filled.npy")).all()


def test_the_greatest_code_value_is_no_wall() -> None:
    codes = np.arange(1000, 1048, dtype=np.uint16).reshape(6, 8)
    codes[2] = 65535
    for options in ({"input_unit": "mm"}, {"convention": "metric"}):
        with pytest.raises(auxdepth.UsageError, match=r"8 of 48 samples are 65535.*invalid=\[CODE\]"):
            auxdepth.from_array(codes, **options).depth()
        holes = np.isnan(auxdepth.from_array(codes, invalid=[65535], **options).depth())
        np.testing.assert_array_equal(holes, codes == 65535)
        assert auxdepth.from_array(codes, invalid=[], **options).depth().max() == np.float32(65.535)


def test_a_quantity_agrees_with_the_convention() -> None:
    codes = np.full((6, 8), 2560, np.uint16)
    with pytest.raises(auxdepth.UsageError, match="kitti maps are of depth, not of disparity"):
        auxdepth.from_array(codes, convention="kitti", quantity="disparity")


@pytest.mark.parametrize("dtype", ["int32", "int64", "complex64", "object", "U1"])
def test_other_samples_are_refused(dtype: str) -> None:
    with pytest.raises(auxdepth.UsageError, match="samples of"):
        auxdepth.from_array(np.ones((4, 4)).astype(dtype))


@pytest.mark.parametrize("shape", [(4,), (0, 4), (4, 4, 3), (2, 4, 4), (1000, 3)])
def test_other_shapes_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(auxdepth.UsageError, match="shape"):
        auxdepth.from_array(np.ones(shape, np.float32))


def test_shapes_of_models(metres: Any) -> None:
    for shape in ((1, 96, 128), (1, 1, 96, 128), (96, 128, 1)):
        assert auxdepth.from_array(metres.reshape(shape)).shape == (96, 128)


@pytest.mark.parametrize(
    "view",
    [
        lambda array: array[:, ::2],
        lambda array: array[::-1],
        lambda array: array[:, ::-1],
        lambda array: array[10:80, 20:90],
        lambda array: array.T,
        lambda array: np.asfortranarray(array),
        lambda array: np.frombuffer(b"\0" + array.tobytes(), np.uint8)[1:].view(np.float32).reshape(array.shape),
    ],
)
def test_strided_input(metres: Any, view: Any) -> None:
    given = view(metres + np.arange(96, dtype=np.float32)[:, None])
    with auxdepth.from_array(given) as values:
        np.testing.assert_array_equal(values.samples(), given)


def test_rows_apart_are_handed_over_as_they_lie(metres: Any) -> None:
    part = metres[5:50, 3:40]
    taken, _ = _arrays.samples(part, "part")
    assert np.shares_memory(taken, metres)
    address, rows, size = _arrays.buffer(taken)
    assert (address.value, rows) == (part.ctypes.data, 512)
    assert size == 44 * 512 + 37 * 4


def test_output_arrays(portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        wanted = photo.depth()
        space = np.full((100, 140), -1, np.float32)
        part = space[2:98, 6:134]
        assert photo.depth(out=part) is part
        np.testing.assert_array_equal(part, wanted)
        assert (space[:2] == -1).all() and (space[:, :6] == -1).all() and (space[:, 134:] == -1).all()
        for wrong in (
            np.empty((96, 127), np.float32),
            np.empty((96, 128), np.float64),
            np.empty((96, 256), np.float32)[:, ::2],
            np.empty((96, 128), np.float32)[::-1],
        ):
            with pytest.raises(auxdepth.UsageError):
                photo.depth(out=wrong)
        fixed = np.empty((96, 128), np.float32)
        fixed.flags.writeable = False
        with pytest.raises(auxdepth.UsageError):
            photo.depth(out=fixed)


def test_one_row_and_one_column() -> None:
    for shape in ((1, 5), (5, 1), (1, 1)):
        array = np.full(shape, 2, np.float32)
        np.testing.assert_array_equal(auxdepth.from_array(array).samples(), array)


def test_bool_mattes(pixels: Any, subject: Any) -> None:
    data = auxdepth.new(pixels, "heif").attach(portrait=subject > 0, lossless=True).to_bytes()
    with auxdepth.open(data) as photo:
        np.testing.assert_array_equal(photo.mattes["portrait"], subject)


def test_strided_pixels(pixels: Any) -> None:
    for given in (pixels[::-1], pixels[:, ::2], pixels[:, :, 0], pixels.astype(np.uint16) * 257):
        with auxdepth.Picture.from_array(given) as picture:
            np.testing.assert_array_equal(picture.array(), given)


def test_tensors(metres: Any) -> None:
    class Tensor:
        """What a tensor of PyTorch can do."""

        def detach(self) -> Tensor:
            return self

        def cpu(self) -> Any:
            return metres

    assert auxdepth.from_array(Tensor()).shape == (96, 128)


def test_masked_is_a_hole(metres: Any, pixels: Any) -> None:
    mask = np.zeros(metres.shape, bool)
    mask[:8] = True
    masked = np.ma.MaskedArray(metres, mask, fill_value=7)
    assert np.isnan(auxdepth.from_array(masked).depth()[:8]).all()
    np.testing.assert_array_equal(auxdepth.from_array(masked).depth()[8:], metres[8:])
    assert np.isnan(auxdepth.from_model(masked, "metric").depth()[:8]).all()
    millimetres = np.ma.MaskedArray((metres * 1000).astype(np.uint16), mask)
    assert np.isnan(auxdepth.from_array(millimetres, input_unit="mm").depth()[:8]).all()
    # Codes have no value for a hole, and a matte and a picture have no holes.
    codes = np.ma.MaskedArray((metres * 40).astype(np.uint8), mask)
    with pytest.raises(auxdepth.UsageError, match="masked"):
        auxdepth.from_array(codes, near=1, far=5)
    with pytest.raises(auxdepth.UsageError, match="masked"):
        auxdepth.new(pixels, "heif").attach(portrait=codes)
    with pytest.raises(auxdepth.UsageError, match="masked"):
        auxdepth.new(np.ma.MaskedArray(pixels, pixels > 3))
    # A mask that hides nothing changes nothing.
    assert not np.isnan(auxdepth.from_array(np.ma.MaskedArray(metres, False)).depth()).any()
    np.testing.assert_array_equal(auxdepth.from_array(np.ma.MaskedArray(codes.data, False), near=1, far=5).samples(), codes.data)


@pytest.mark.parametrize("dtype", ["int64", "int32", "uint32", "int16"])
def test_whole_numbers_of_a_unit(dtype: str) -> None:
    given = np.array([[0, 500], [1000, 2500]], dtype)
    np.testing.assert_allclose(auxdepth.from_array(given, input_unit="mm").depth(), [[np.nan, 0.5], [1.0, 2.5]])
    if dtype != "int16":
        far = auxdepth.from_array(given * 100, input_unit="mm")
        np.testing.assert_allclose(far.depth(), [[np.nan, 50], [100, 250]])
    with pytest.raises(auxdepth.UsageError, match="unit"):
        auxdepth.from_array(given)
    # Pillow reads PNGs of 16 bits as int32; those of sets of depth data are lengths.
    masked = np.ma.MaskedArray(given, [[False, True], [False, False]])
    np.testing.assert_allclose(auxdepth.from_model(given, "tum").depth() * 5, [[np.nan, 0.5], [1.0, 2.5]])
    np.testing.assert_allclose(auxdepth.from_model(masked, "nyu").depth(), [[np.nan, np.nan], [1.0, 2.5]])


@pytest.mark.parametrize("dtype", ["int64", "uint16"])
def test_disparity_in_pixels(dtype: str) -> None:
    given = np.array([[0, 512], [1024, 25600]], dtype)
    pair = {"focal_pixels": 4.0, "map_baseline": 0.5}
    expected = [[np.nan, 1], [0.5, 0.02]]
    np.testing.assert_allclose(auxdepth.from_model(given, "kitti-stereo", **pair).depth(), expected, rtol=1e-6)
    plain = auxdepth.from_array(given, quantity="disparity", input_scale=1 / 256, **pair)
    np.testing.assert_allclose(plain.depth(), expected, rtol=1e-6)
    floats = auxdepth.from_array(given[1:] / 256, quantity="disparity", **pair)
    np.testing.assert_allclose(floats.depth(), expected[1:], rtol=1e-6)
    with pytest.raises(auxdepth.UsageError, match="map_baseline"):
        auxdepth.from_model(given, "kitti-stereo").depth()
    with pytest.raises(auxdepth.UsageError, match="together"):
        auxdepth.from_array(given, quantity="disparity", focal_pixels=4.0)


def test_lists_are_mattes_and_pixels(pixels: Any, subject: Any) -> None:
    photo = auxdepth.new(pixels.astype(np.int64), "heif").attach(portrait=subject.astype(np.int64), lossless=True)
    with auxdepth.open(photo.to_bytes()) as written:
        np.testing.assert_array_equal(written.mattes["portrait"], subject)
    with pytest.raises(auxdepth.UsageError, match="uint16"):
        auxdepth.new(pixels.astype(np.int64) * 2)
    with pytest.raises(auxdepth.UsageError, match="-1"):
        auxdepth.new(pixels, "heif").attach(portrait=subject.astype(int) - 1)
    with auxdepth.Picture.from_array(subject > 0) as picture:
        np.testing.assert_array_equal(picture.array(), subject)


def test_arrays_that_are_larger_than_memory(plain: bytes) -> None:
    # One sample, repeated: only a copy of it takes memory.
    samples = np.broadcast_to(np.float32(1), (1 << 29, 1 << 29))
    with pytest.raises(auxdepth.InputOutputError, match="memory"):
        auxdepth.from_array(samples)
    with pytest.raises(auxdepth.InputOutputError, match="memory"), auxdepth.open(plain) as photo:
        photo.attach(depth=samples)
    with pytest.raises(auxdepth.InputOutputError, match="memory"):
        auxdepth.new(np.broadcast_to(np.uint8(1), (1 << 30, 1 << 30)), "jpeg")
    for shape in ((1 << 30, 1 << 30), (1 << 32, 1 << 32)):
        with pytest.raises(auxdepth.InputOutputError, match="memory"):
            _arrays.empty(shape, np.float32)


def test_numbers_that_c_cannot_hold(portrait: bytes) -> None:
    with auxdepth.open(portrait) as photo:
        for index in (1 << 32, -(1 << 31) - 1):
            with pytest.raises(auxdepth.UsageError, match="too large"):
                photo.auxiliary[0].plane(index)
