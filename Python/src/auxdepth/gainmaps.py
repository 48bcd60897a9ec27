"""What the codes of gain maps mean, as ISO 21496-1 has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

from ._declarations import CGainMap
from .errors import usage

#: The values of one channel, or of red, green and blue.
Channels = Tuple[float, ...]


@dataclass(frozen=True)
class GainMapMetadata:
    """How one rendition becomes another by the codes of a gain map.

    For a code c of 0...1, the gain is log2 g = gain_min + (gain_max - gain_min) * c ** (1 / gamma), and linear light of the
    alternate rendition is (base + base_offset) * g - alternate_offset.

    Attributes:
        gain_min, gain_max: the gains of the smallest and the largest code, log2: one, or three of red, green and blue.
        gamma: the exponent with which gains were coded; as many as of the others.
        base_offset, alternate_offset: what is added to linear light of the renditions.
        base_headroom, alternate_headroom: log2 of ratios of luminances; 0 is SDR.
        uses_base_colour_space: whether gains are applied in the colour space of the base rendition.
    """

    gain_min: Channels
    gain_max: Channels
    alternate_headroom: float
    base_headroom: float = 0.0
    gamma: Channels = (1.0,)
    base_offset: Channels = (0.0,)
    alternate_offset: Channels = (0.0,)
    uses_base_colour_space: bool = True

    def _structure(self) -> CGainMap:
        count = max(len(self.gain_min), len(self.gain_max), len(self.gamma), len(self.base_offset), len(self.alternate_offset))
        given = CGainMap()
        given.channel_count = count
        given.uses_base_colour_space = int(self.uses_base_colour_space)
        given.base_headroom, given.alternate_headroom = self.base_headroom, self.alternate_headroom
        for name in ("gain_min", "gain_max", "gamma", "base_offset", "alternate_offset"):
            values = getattr(self, name)
            if len(values) not in (1, count) or count not in (1, 3):
                raise usage(f"{name} has {len(values)} values; 1 or 3 are wanted, as many as of the others, or 1", name)
            getattr(given, name)[:] = list(values) * (3 // len(values))
        return given

    @classmethod
    def _of(cls, found: CGainMap) -> GainMapMetadata:
        def values(name: str) -> Channels:
            return tuple(getattr(found, name))[: found.channel_count]

        return cls(
            values("gain_min"), values("gain_max"), found.alternate_headroom, found.base_headroom, values("gamma"),
            values("base_offset"), values("alternate_offset"), bool(found.uses_base_colour_space),
        )


__all__ = ["GainMapMetadata"]
