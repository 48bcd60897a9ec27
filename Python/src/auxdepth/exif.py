"""What Exif says of the camera of a photo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping


@dataclass(frozen=True)
class Exif:
    """The camera and the lens of a photo, as Exif states them; what it does not state is None.

    Attributes:
        make: the maker of the camera.
        model: the model of the camera.
        lens: the model of the lens.
        focal_length: in millimetres.
        focal_length_35mm: in millimetres, that which gives the same angle of view on 35 mm film.
    """

    make: str | None = None
    model: str | None = None
    lens: str | None = None
    focal_length: float | None = None
    focal_length_35mm: int | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Exif:
        """Makes it of the member `exif` of Photo.info."""
        focal = value.get("focalLength")
        return cls(
            value.get("make"),
            value.get("model"),
            value.get("lens"),
            None if focal is None else float(focal),
            value.get("focalLength35mm"),
        )


__all__ = ["Exif"]
