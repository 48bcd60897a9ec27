"""The mattes of a photo by their short names."""

from __future__ import annotations

from typing import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ._options import MATTES
from .images import AuxiliaryImage
from .showing import figures


class Mattes(Mapping[str, NDArray[np.uint8]]):
    """The mattes of a photo by their short names: arrays, (height, width) of uint8 as the photo is displayed, 0 none to 255 all.

    Each is decoded when it is asked for. `photo.mattes.image(name)` is its AuxiliaryImage, whose `codes(upright=False)` are as stored.
    """

    def __init__(self, images: Sequence[AuxiliaryImage]) -> None:
        self._images = {
            MATTES.get(image.type, image.type): image
            for image in reversed(images)
            if image.is_matte
        }

    def image(self, name: str) -> AuxiliaryImage:
        """Returns the image of a matte; raises KeyError where the photo does not have it."""
        try:
            return self._images[MATTES.get(name, name)]
        except KeyError:
            raise KeyError(f"the photo has no matte {name!r}: it has {', '.join(self) or 'none'}") from None

    def __getitem__(self, name: str) -> NDArray[np.uint8]:
        return self.image(name).codes(8)

    def __iter__(self) -> Iterator[str]:
        return reversed(list(self._images))

    def __len__(self) -> int:
        return len(self._images)

    def __contains__(self, name: object) -> bool:
        return name in self._images or MATTES.get(str(name), "") in self._images

    def _repr_html_(self) -> str:
        return figures(repr(self), [(name, self._images[name]._shown()) for name in self])

    def __repr__(self) -> str:
        return f"<Mattes {', '.join(self)}>"


__all__ = ["Mattes"]
