"""The declarations say what the header says."""

from __future__ import annotations

import ctypes
import re
from ctypes import POINTER
from typing import Any

import pytest

import auxdepth
from auxdepth import _declarations

from conftest import REPOSITORY

HEADER = REPOSITORY / "Sources/AuxDepthC/include/auxdepth.h"
pytestmark = pytest.mark.skipif(not HEADER.exists(), reason="the header is not beside the package")

_SCALARS = {
    "int32_t": ctypes.c_int32,
    "auxdepth_status": ctypes.c_int32,
    "auxdepth_unit": ctypes.c_int32,
    "auxdepth_turn": ctypes.c_int32,
    "auxdepth_eye": ctypes.c_int32,
    "auxdepth_sample": ctypes.c_int32,
    "auxdepth_holes": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32,
    "int64_t": ctypes.c_int64,
    "uint64_t": ctypes.c_uint64,
    "size_t": ctypes.c_size_t,
    "double": ctypes.c_double,
    "auxdepth_validated": _declarations.Validated,
    "auxdepth_progress": _declarations.Progress,
    "auxdepth_read_range": _declarations.ReadRange,
    "auxdepth_release": _declarations.Release,
}
_HANDLES = {"photo", "map", "picture", "edit", "renderer", "cancellation"}
#: Samples and bytes: passed as an address.
_ADDRESSED = {"void", "uint8_t", "uint16_t", "uint32_t", "float"}


@pytest.fixture(scope="module")
def header() -> str:
    return re.sub(r"//[^\n]*", "", HEADER.read_text())


def c_type(declared: str) -> object:
    """Returns the ctypes type of a declaration in C, without the declared name."""
    is_constant = declared.startswith("const ")
    base = declared.replace("const", "").replace("*", "").strip()
    stars = declared.count("*")
    if base == "void" and stars == 0:
        return None
    if stars == 0:
        return _SCALARS[base]
    if base == "char":
        # A text that is given, or that is the library's own; one to be freed is an address.
        text = ctypes.c_char_p if is_constant else ctypes.c_void_p
        return {1: text, 2: POINTER(text)}[stars]
    if base == "auxdepth_error":
        return {1: POINTER(_declarations.CError), 2: POINTER(POINTER(_declarations.CError))}[stars]
    if base.replace("auxdepth_", "") in _HANDLES:
        return {1: ctypes.c_void_p, 2: POINTER(ctypes.c_void_p)}[stars]
    if base in _declarations.STRUCTURES:
        return POINTER(_declarations.STRUCTURES[base])
    if base in _ADDRESSED:
        return {1: ctypes.c_void_p, 2: POINTER(ctypes.c_void_p)}[stars]
    return POINTER(_SCALARS[base])


def parted(declaration: str) -> tuple[str, str]:
    """Returns the type and the name of a parameter or member."""
    match = re.fullmatch(r"(.*?)(\w+(?:\[\d+\])?)", " ".join(declaration.split()))
    assert match is not None
    return match[1].strip(), match[2]


def test_functions(header: str) -> None:
    found = {}
    for result, name, parameters in re.findall(r"AUXDEPTH_API\s+([\w\s*]+?)(auxdepth_\w+)\(([^)]*)\);", header):
        types = () if parameters.strip() == "void" else tuple(c_type(parted(one)[0]) for one in parameters.split(","))
        found[name] = (c_type(result.strip()), types)
    assert len(found) == len(re.findall(r"^AUXDEPTH_API ", header, re.M))
    assert found.keys() == _declarations.FUNCTIONS.keys()
    for name, declared in found.items():
        assert _declarations.FUNCTIONS[name] == declared, name


def test_structures(header: str) -> None:
    found = {}
    for body, name in re.findall(r"typedef struct auxdepth_\w+ \{(.*?)\} (auxdepth_\w+);", header, re.S):
        members = []
        for line in filter(None, (line.strip() for line in body.split(";"))):
            first, *others = line.split(",")
            kind, member = parted(first)
            for each in (member, *(other.strip() for other in others)):
                # `gamma[3]` is an array of these.
                of_many = re.fullmatch(r"(\w+)\[(\d+)\]", each)
                assert of_many is not None or "[" not in each
                element: Any = c_type(kind)
                members.append((of_many[1], element * int(of_many[2])) if of_many else (each, element))
        found[name] = members
    assert found.keys() == _declarations.STRUCTURES.keys()
    for name, members in found.items():
        assert list(_declarations.STRUCTURES[name]._fields_) == members, name


def test_constants(header: str) -> None:
    found = {}
    for body in re.findall(r"enum \{(.*?)\};", header, re.S):
        for name, value in re.findall(r"AUXDEPTH_(\w+) = (\d+)", body):
            found[name] = int(value)
    assert found == _declarations.CONSTANTS


def test_versions(header: str) -> None:
    version = re.search(r'AUXDEPTH_VERSION_STRING "([^"]*)"', header)
    interface = re.search(r"AUXDEPTH_API_VERSION (\d+)", header)
    assert version is not None and interface is not None
    assert version[1] == auxdepth.__version__ == auxdepth.library_version()
    assert int(interface[1]) == _declarations.API_VERSION
