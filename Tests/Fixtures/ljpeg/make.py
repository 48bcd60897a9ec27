#!/usr/bin/env python3
"""Makes vectors.txt: lossless JPEG streams with the samples that they hold.

Three encoders that share no code with the decoder under test:
  turbo  libjpeg-turbo 3.1 in lossless mode (imagecodecs.jpeg8_encode), all predictors, 8, 12 and 16 bits
  lj92   liblj92 (imagecodecs.ljpeg_encode), predictor 6
  own    the encoder below, for what neither can do: restarts, point transform, odd precisions, several
         components with every predictor, the difference 32768, codes of 16 bits
One line a vector: name width height components precision stream samples; the last two in hexadecimal, samples
as big-endian 16-bit numbers, components interleaved. Needs numpy and imagecodecs (2026.3.6 made the committed
file). Source: ITU-T T.81, annex H.
"""
import os
import struct
import sys

import imagecodecs
import numpy as np

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 3, "Scripts"))

from auxtools.containers.make_jpeg import segment


def picture(width, height, components, precision, seed):
    """A gradient with noise that uses the whole range of codes."""
    random = np.random.default_rng(seed)
    top = (1 << precision) - 1
    y, x, c = np.mgrid[0:height, 0:width, 0:components]
    values = (x * top // max(1, width - 1) + y * 7 + c * 3) % (top + 1)
    noise = random.integers(0, top + 1, values.shape)
    return np.where(random.random(values.shape) < 0.2, noise, values).astype(np.uint16)


def predict(selection, a, b, c):
    return [0, a, b, c, a + b - c, a + ((b - c) >> 1), b + ((a - c) >> 1), (a + b) >> 1][selection]


def encode(samples, precision, predictor, transform=0, rows_in_interval=0, deep=False):
    """Encodes samples (height, width, components); `deep` gives every category a code of 9 or more bits."""
    height, width, components = samples.shape
    values = samples.astype(int) >> transform
    bits, out = [], bytearray()

    def flush():
        bits.extend([1] * (-len(bits) % 8))
        for i in range(0, len(bits), 8):
            byte = int(''.join(map(str, bits[i:i + 8])), 2)
            out.append(byte)
            if byte == 255:
                out.append(0)
        bits.clear()

    # Canonical codes: category n has the code n of 5 bits, or lengths from 9 to 16 bits.
    lengths = [5] * 17 if not deep else [9, 10, 11, 12, 13, 14, 15] + [16] * 10
    code, codes, last = 0, [], lengths[0]
    for length in lengths:
        code <<= length - last
        codes.append((code, length))
        code, last = code + 1, length
    counts = [lengths.count(n) for n in range(1, 17)]
    for row in range(height):
        first = row == 0 or (rows_in_interval and row % rows_in_interval == 0)
        if first and row:
            flush()
            out += bytes([0xFF, 0xD0 + (row // rows_in_interval - 1) % 8])
        for column in range(width):
            for k in range(components):
                if column == 0:
                    p = 1 << (precision - transform - 1) if first else values[row - 1, 0, k]
                elif first:
                    p = values[row, column - 1, k]
                else:
                    p = predict(predictor, values[row, column - 1, k], values[row - 1, column, k],
                                values[row - 1, column - 1, k])
                d = int(values[row, column, k] - p) & 0xFFFF
                d = d - 65536 if d > 32768 else d
                category = abs(d).bit_length()
                value, length = codes[category]
                bits.extend((value >> i) & 1 for i in reversed(range(length)))
                if 0 < category < 16:
                    d = d if d > 0 else d + (1 << category) - 1
                    bits.extend((d >> i) & 1 for i in reversed(range(category)))
    flush()

    head = b'\xff\xd8'
    head += segment(0xC3, struct.pack('>BHHB', precision, height, width, components)
                    + b''.join(bytes([k + 1, 0x11, 0]) for k in range(components)))
    # Every component has a table of its own.
    for k in range(components):
        head += segment(0xC4, bytes([k]) + bytes(counts) + bytes(range(17)))
    if rows_in_interval:
        head += segment(0xDD, struct.pack('>H', rows_in_interval * width))
    head += segment(0xDA, bytes([components]) + b''.join(bytes([k + 1, k << 4]) for k in range(components))
                    + bytes([predictor, 0, transform]))
    return head + bytes(out) + b'\xff\xd9'


def vectors():
    for precision in (8, 12, 16):
        for predictor in range(1, 8):
            image = picture(9, 5, 1, precision, predictor)[:, :, 0]
            image = image.astype(np.uint8) if precision == 8 else image
            stream = imagecodecs.jpeg8_encode(image, lossless=True, predictor=predictor, bitspersample=precision)
            assert (imagecodecs.jpeg8_decode(stream) == image).all()
            yield f'turbo-{precision}-{predictor}', precision, image[:, :, None], stream
    image = picture(6, 4, 3, 8, 60).astype(np.uint8)
    stream = imagecodecs.jpeg8_encode(image, lossless=True, predictor=4)
    assert (imagecodecs.jpeg8_decode(stream) == image).all()
    yield 'turbo-rgb', 8, image, stream
    for precision in range(8, 17):
        image = picture(8, 5, 1, precision, precision + 20)[:, :, 0]
        image = image.astype(np.uint8) if precision == 8 else image
        stream = imagecodecs.ljpeg_encode(image, bitspersample=precision)
        assert (imagecodecs.ljpeg_decode(stream) == image).all()
        yield f'lj92-{precision}', precision, image[:, :, None], stream
    for predictor in range(1, 8):
        for components in (1, 2, 3, 4):
            image = picture(5, 4, components, 16, 40 + predictor + 10 * components)
            yield f'own-{components}-{predictor}', 16, image, encode(image, 16, predictor)
        image = picture(4, 5, 2, 14, 90 + predictor)
        yield f'own-restart-{predictor}', 14, image, encode(image, 14, predictor, rows_in_interval=2)
    for precision in range(2, 16):
        image = picture(6, 5, 1, precision, 110 + precision)
        yield f'own-bits-{precision}', precision, image, encode(image, precision, 7)
    image = picture(9, 9, 1, 12, 130)
    yield 'own-deep', 12, image, encode(image, 12, 5, deep=True)
    image = picture(4, 20, 1, 8, 131)
    yield 'own-many-restarts', 8, image, encode(image, 8, 6, rows_in_interval=2)
    image = picture(9, 9, 1, 16, 132) & 0xFFF8
    yield 'own-transform', 16, image, encode(image, 16, 4, transform=3)
    image = np.array([[0x8000, 0, 0x8000, 0], [0, 0x8000, 0, 0xFFFF]], np.uint16)[:, :, None]
    yield 'own-32768', 16, image, encode(image, 16, 1)


path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'vectors.txt')
with open(path, 'w') as file:
    for name, precision, image, stream in vectors():
        # A second independent decoder must agree where it reads the form: libjpeg-turbo.
        if image.shape[2] == 1:
            decoded = imagecodecs.jpeg8_decode(stream)
            assert (decoded.astype(int).reshape(image.shape) == image).all(), name
        height, width, components = image.shape
        samples = image.astype('>u2').tobytes().hex()
        print(name, width, height, components, precision, stream.hex(), samples, file=file)
print(os.path.getsize(path), 'bytes')
