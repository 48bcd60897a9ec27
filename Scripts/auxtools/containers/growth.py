"""What else changes in a file that grows in the middle, so that it stays whole: sizes and offsets."""
from __future__ import annotations

from typing import Iterator

from . import places_heif, places_jpeg, walk_jpeg
from .place import Place, Splice


def jpeg(data: bytes, at: Place, by: int) -> Iterator[Splice]:
    """Yields the changes of the index when images grow or move; bytes before an image belong to none."""
    # Offsets count from the index.
    moves = at.offset > places_jpeg.find(data, ["mpf", "order"]).offset
    for number, image in enumerate(walk_jpeg.walk(data).images, 1):
        if image.start < at.offset < image.end:
            yield _added(data, places_jpeg.find(data, ["mpf", str(number), "size"]), by)
        elif number > 1 and image.start >= at.offset and moves:
            yield _added(data, places_jpeg.find(data, ["mpf", str(number), "offset"]), by)


def heif(data: bytes, at: Place, by: int) -> Iterator[Splice]:
    """Yields the changes of the sizes of boxes around a place, and of extents after it."""
    file = places_heif.File(data)
    for start, payload, end in file.every_box():
        if payload <= at.offset < end or start == at.box or (at.box and payload <= at.box < end):
            yield _added(data, Place(start, 4), by)
    for item in file.walked.items:
        try:
            location = file.location(item)
        except ValueError:
            continue
        if location["method"].number(data) == 0:
            base, offset = location["base"], location["offset"]
            if base.number(data) + offset.number(data) >= at.offset:
                yield _added(data, base if base.size and base.number(data) else offset, by)


def _added(data: bytes, place: Place, by: int) -> Splice:
    return place.put(place.number(data) + by)
