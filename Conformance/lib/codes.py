"""The parts of a page of `view`: their text, and codes in contexts, as Specs/viewer.md describes them."""
from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable


def part_bytes(text: str) -> bytes:
    """The bytes of a part: seven bits in each character."""
    codes = [code % 192 for code in text.encode("latin-1")]
    if any(code > 127 for code in codes):
        raise ValueError("a character of a part has more than seven bits")
    count = len(codes) * 7
    bits = int("".join(f"{code:07b}" for code in codes) or "0", 2)
    return (bits >> count % 8).to_bytes(count // 8, "big")


def _within(value: int, least: int, greatest: int) -> int:
    return min(max(value, least), greatest)


def _cut(number: int, by: int) -> int:
    return abs(number) // by * (1 if number >= 0 else -1)


_LOGITS = [_within(math.floor(256 * math.log((i + 0.5) / (4095.5 - i)) + 0.5), -2047, 2047) for i in range(4096)]
_CHANCES = [_within(math.floor(65536 / (1 + math.exp(-i / 256)) + 0.5), 16, 65520) for i in range(-2047, 2048)]


class _Model:
    """How likely a bit is 1, learnt from those before."""

    def __init__(self, probability: int = 1 << 21, limit: int = 255) -> None:
        self.probability, self.seen, self.limit = probability, 0, limit

    def learn(self, bit: int) -> None:
        rate = 655360 // (10 * self.seen + 16)
        wanted = (1 << 22) - 1 if bit else 0
        self.probability = max(0, self.probability + ((wanted - self.probability >> 7) * rate >> 9))
        self.seen = min(self.seen + 1, self.limit)


class _Reader:
    """The range coder, and the bits that models and mixtures of them give their probabilities."""

    def __init__(self, data: bytes) -> None:
        self._data, self._next = data, 5
        self._range, self._place = (1 << 32) - 1, int.from_bytes(data[1:5], "big")
        self._mixed: list[dict[int, _Model]] = [{}, {}, {}, {}]
        self._weights: dict[int, list[int]] = {}

    def bit(self, probability: int) -> int:
        bound = (self._range >> 16) * probability
        one = self._place < bound
        if one:
            self._range = bound
        else:
            self._place -= bound
            self._range -= bound
        while self._range < 1 << 24:
            byte = self._data[self._next] if self._next < len(self._data) else 0
            self._range, self._place, self._next = self._range << 8, self._place << 8 | byte, self._next + 1
        return int(one)

    def plain(self, count: int) -> int:
        number = 0
        for _ in range(count):
            number = number << 1 | self.bit(32768)
        return number

    def alone(self, model: _Model) -> int:
        bit = self.bit(max(1, model.probability >> 6))
        model.learn(bit)
        return bit

    def mixed(self, contexts: Iterable[int], kind: int, number: int) -> int:
        models = [table.setdefault(context * 40 + number, _Model()) for table, context in zip(self._mixed, contexts)]
        weights = self._weights.setdefault(kind * 40 + number, [22000] * 4)
        logits = [_LOGITS[model.probability >> 10] for model in models]
        total = sum(weight * logit for weight, logit in zip(weights, logits)) >> 16
        probability = _CHANCES[_within(total, -2047, 2047) + 2047]
        bit = self.bit(probability)
        error = (65536 if bit else 0) - probability
        for index, logit in enumerate(logits):
            weights[index] = _within(weights[index] + (logit * error + 16384 >> 15), -196607, 196607)
            models[index].learn(bit)
        return bit


def _number(step: Callable[[int], int], rest: Callable[[int, int], int]) -> int:
    """A number by its bucket, to which `step` leads, and by the bits of its place there, which `rest` gives."""
    bucket = 0
    while bucket < 17 and step(bucket):
        bucket += 1
    place = 0
    for bit in reversed(range(bucket - 2)):
        place = place << 1 | rest(bucket, bit)
    return (bucket if bucket < 3 else 2 ** (bucket - 2) + 1) + place


def _values(reader: _Reader) -> list[int]:
    low, high, sparse = reader.plain(16), reader.plain(16), reader.plain(1)
    if not sparse:
        return list(range(low, high + 1))
    models = [_Model() for _ in range(18)]
    values = [low]
    while values[-1] < high:
        gap = _number(lambda bucket: reader.alone(models[bucket]), lambda bucket, bit: reader.plain(1))
        values.append(values[-1] + 1 + gap)
    return values


def _steps(difference: int, ends: tuple[int, ...]) -> int:
    step = sum(abs(difference) > end for end in ends)
    return len(ends) + (step if difference > 0 else -step)


def _fine(difference: int) -> int:
    return _steps(difference, (0, 1, 2, 4, 8, 20))


def _coarse(difference: int) -> int:
    return _steps(difference, (0, 1, 4, 12))


def _energy(number: int) -> int:
    bits = number.bit_length() - 1
    return number if number < 6 else min(31, 2 * bits + (number >> bits - 1 & 1) + 1)


def _trust(error: int) -> int:
    if error < 2048:
        return (1 << 26) // (error + 1) ** 2
    return max(1, (1 << 26) // (min(error >> 6, 2047) + 1) ** 2 >> 12)


class _Map:
    """The places of samples in the list of values, one after the other."""

    def __init__(self, reader: _Reader, width: int, height: int, last: int) -> None:
        self._reader, self._width, self._last = reader, width, last
        self._places: list[list[int]] = [[0] * width for _ in range(height)]
        self._differences: dict[tuple[int, int], int] = {}
        self._errors: dict[tuple[int, int], list[int]] = {}
        self._bias: dict[int, list[int]] = {}
        self._flat = [_Model(1 << 16, 1000) for _ in range(3)]
        self._rests: dict[tuple[int, int], _Model] = {}

    def read(self) -> list[int]:
        for y, row in enumerate(self._places):
            for x in range(self._width):
                row[x] = self._sample(x, y)
        return [place for row in self._places for place in row]

    def _neighbours(self, x: int, y: int) -> tuple[int, ...]:
        places, edge = self._places, self._width - 1
        if y == 0:
            west, west2 = (places[0][x - by] if x >= by else 0 for by in (1, 2))
            return west, west2, west, west2, west, west, west
        above = places[y - 1]
        above2 = places[y - 2] if y > 1 else above
        n = above[x]
        w, nw = (places[y][x - 1], above[x - 1]) if x else (n, n)
        ww = places[y][x - 2] if x > 1 else above[0]
        return w, ww, n, nw, above[min(x + 1, edge)], above2[x], above2[min(x + 1, edge)]

    def _sample(self, x: int, y: int) -> int:
        w, ww, n, nw, ne, nn, nne = self._neighbours(x, y)
        difference = [self._differences.get(place, 0) for place in ((x - 1, y), (x, y - 1), (x + 1, y - 1))]
        if w == ww == n == nw == ne == nn and not any(difference):
            model = self._flat[0 if n == 0 else 1 if n == self._last else 2]
            if not self._reader.alone(model):
                return n
        predictions = [8 * (w + ne - n), 8 * (w + n - nw), 8 * n + 4 * (n - nn + ne - nne),
                       8 * w + 4 * (w - ww) + 2 * (ne - nw)]
        around = [self._errors.get(place, [0] * 4) for place in ((x - 1, y), (x - 1, y - 1), (x, y - 1), (x + 1, y - 1))]
        weights = [_trust(sum(errors) >> 2) for errors in zip(*around)]
        total = sum(weight * each for weight, each in zip(weights, predictions)) + (sum(weights) >> 1)
        mean = max(0, total // sum(weights))
        across, down = abs(w - ww) + abs(n - nw) + abs(n - ne), abs(w - nw) + abs(n - nn) + abs(ne - nne)
        energy = across + down + 2 * abs(difference[0]) + abs(difference[1]) + abs(difference[2])
        texture = sum((8 * each > mean) << bit for bit, each in enumerate((w, n, nw, ne, ww, nn)))
        bias = self._bias.setdefault(texture * 32 + _energy(energy >> 1), [0, 0])
        corrected = _within(mean + (_cut(bias[0], bias[1]) if bias[1] else 0), 0, 8 * self._last)
        guess, step = corrected + 4 >> 3, _energy(2 * energy // 3)
        wrong = self._difference(
            (step * 8 + corrected + 4 - 8 * guess,
             (_fine(w - guess) * 13 + _fine(n - guess)) * 9 + _coarse(ne - guess),
             (_fine(difference[0]) * 13 + _fine(difference[1])) * 9 + _coarse(difference[2]),
             (min(_energy(across), 15) * 16 + min(_energy(down), 15)) * 9 + _coarse(ww - guess)),
            0 if step < 3 else 1 if step < 7 else 2 if step < 10 else 3)
        value = guess + wrong
        self._differences[x, y], self._errors[x, y] = wrong, [abs(each - 8 * value) for each in predictions]
        bias[0], bias[1] = bias[0] + 8 * value - mean, bias[1] + 1
        if bias[1] >= 64:
            bias[:] = _cut(bias[0], 2), bias[1] // 2
        return value

    def _difference(self, contexts: tuple[int, ...], kind: int) -> int:
        def mixed(number: int) -> int:
            return self._reader.mixed(contexts, kind, number)

        def rest(bucket: int, bit: int) -> int:
            if bit == bucket - 3:
                return mixed(20 + bucket)
            return self._reader.alone(self._rests.setdefault((bucket, bit), _Model()))

        if not mixed(0):
            return 0
        negative = mixed(1)
        size = _number(lambda bucket: mixed(2 + bucket), rest) + 1
        return -size if negative else size


def in_contexts(data: bytes, width: int, height: int, sample_bytes: int) -> list[int]:
    """The samples of a map with the coding `contexts`; ValueError where its checksum is another."""
    reader = _Reader(data[4:])
    values = _values(reader)
    samples = [values[place] for place in _Map(reader, width, height, len(values) - 1).read()]
    if zlib.adler32(b"".join(sample.to_bytes(sample_bytes, "little") for sample in samples)) != int.from_bytes(data[:4], "big"):
        raise ValueError("the checksum of codes in contexts differs")
    return samples
