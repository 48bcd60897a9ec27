"""Random edits, and where they bring the points of the scene: computed here, from what the options mean."""
from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any

from .. import peers
from . import scene

# Smaller pictures say too little of the scene.
LEAST_SIDE = 110


def _rounded(number: float) -> int:
    return math.floor(number + 0.5)


@dataclass
class State:
    """A picture of the scene: its size as displayed, and the 3x3 matrix from points of the scene to its own."""

    width: int
    height: int
    matrix: Any
    boxes: dict[str, scene.Box]
    # Whether a map was mixed anew by the last command.
    roundings: int = 0

    @staticmethod
    def first() -> State:
        boxes = {name: (x - w / 2, y - h / 2, x + w / 2, y + h / 2) for name, (x, y, w, h) in scene.REGIONS.items()}
        return State(scene.WIDTH, scene.HEIGHT, peers.module("numpy").eye(3), boxes)

    def moved(self, matrix: list[list[float]], width: int, height: int) -> None:
        """Applies an affine map to everything; regions become the upright boxes about what they were."""
        move = peers.module("numpy").array(matrix)
        self.matrix = move @ self.matrix
        self.width, self.height = width, height
        boxes = {}
        for name, (left, top, right, bottom) in self.boxes.items():
            corners = [move @ (x, y, 1) for x in (left, right) for y in (top, bottom)]
            xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
            box = max(min(xs), 0), max(min(ys), 0), min(max(xs), width), min(max(ys), height)
            if box[0] < box[2] and box[1] < box[3]:
                boxes[name] = box
        self.boxes = boxes

    def straightened(self, degrees: float) -> None:
        cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        width, height, slope = self.width, self.height, abs(sine)
        # The corner of the part, turned back, is at the nearer edge of the photo.
        part = min(width / (width * cosine + height * slope), height / (width * slope + height * cosine))
        across, down = int(width * part + 1e-6), int(height * part + 1e-6)
        self.moved([[cosine, -sine, across / 2 - cosine * width / 2 + sine * height / 2],
                    [sine, cosine, down / 2 - sine * width / 2 - cosine * height / 2], [0, 0, 1]], across, down)

    def cropped(self, left: int, top: int, width: int, height: int) -> None:
        self.moved([[1, 0, -left], [0, 1, -top], [0, 0, 1]], width, height)

    def scaled(self, width: int, height: int) -> None:
        self.moved([[width / self.width, 0, 0], [0, height / self.height, 0], [0, 0, 1]], width, height)

    def rotated(self, degrees: int) -> None:
        for _ in range(degrees // 90):
            self.moved([[0, -1, self.height], [1, 0, 0], [0, 0, 1]], self.height, self.width)

    def flipped(self, way: str) -> None:
        across = way == "h"
        self.moved([[-1 if across else 1, 0, self.width if across else 0],
                    [0, 1 if across else -1, 0 if across else self.height], [0, 0, 1]], self.width, self.height)


@dataclass
class Chain:
    """Commands, each with its options, and the picture that the last one makes."""

    commands: list[list[str]] = field(default_factory=list)
    state: State = field(default_factory=State.first)


def random_chain(seed: int) -> Chain:
    """Returns one to three commands of one to six edits each."""
    source = random.Random(seed)
    chain = Chain()
    for _ in range(source.randint(1, 3)):
        options: list[str] = []
        while not options:
            options = _command(chain.state, source)
        chain.commands.append(options)
    return chain


def _command(state: State, source: random.Random) -> list[str]:
    options: list[str] = []
    mixes = False
    if source.random() < 0.6 and min(state.width, state.height) > 1.4 * LEAST_SIDE:
        degrees = round(source.uniform(-12, 12), 2)
        options += ["--straighten", str(degrees)]
        state.straightened(degrees)
        mixes = mixes or degrees != 0
    if source.random() < 0.5 and min(state.width, state.height) > 1.2 * LEAST_SIDE:
        width = source.randint(max(LEAST_SIDE, state.width * 7 // 10), state.width)
        height = source.randint(max(LEAST_SIDE, state.height * 7 // 10), state.height)
        left, top = source.randint(0, state.width - width), source.randint(0, state.height - height)
        options += ["--crop", f"{left},{top},{width},{height}"]
        state.cropped(left, top, width, height)
        mixes = True
    if source.random() < 0.4:
        least = math.ceil(100 * LEAST_SIDE / min(state.width, state.height))
        part = source.randint(min(max(least, 60), 100), 125)
        options += ["--resize", f"{part}%"]
        state.scaled(_rounded(state.width * part / 100), _rounded(state.height * part / 100))
        mixes = True
    if source.random() < 0.3:
        degrees = source.choice([90, 180, 270])
        options += ["--rotate", str(degrees)]
        state.rotated(degrees)
    if source.random() < 0.3:
        way = source.choice("hv")
        options += ["--flip", way]
        state.flipped(way)
    if source.random() < 0.3:
        options.append("--upright")
    state.roundings += 1 if mixes else 0
    return options
